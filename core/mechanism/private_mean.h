// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/mechanism.h"

namespace parsimony::mechanism {

/// The mean of a part's rows, one Gaussian release.
///
/// Sensitivity: the rows that are added up have norm `clip` at most, so that a person's K rows, removed, move
/// the sum by K·clip at most, and replaced by 2·K·clip. The divisor is a public number.
class PrivateMean final : public Mechanism {
public:
    /// Which rows: as they are in the file, clipped (`--mean private`, subtracted before the row norm), or as
    /// the row norm leaves them (a feature map, which subtracts it afterwards).
    enum class Of { FileRows, PreparedRows };

    /// `name`: of the release.
    PrivateMean(const train::MeanPlan& plan, PartRows part, Of of, ReleaseName name = ReleasedValue::Mean)
        : m_plan(plan), m_part(std::move(part)), m_of(of), m_name(std::move(name)) {}

    [[nodiscard]] Traits traits() const override { return {Recovery::Redrawn, false}; }
    [[nodiscard]] ledger::TrialSpec reservation() const override;
    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    train::MeanPlan m_plan;
    PartRows m_part;
    Of m_of;
    ReleaseName m_name;
};

} // namespace parsimony::mechanism
