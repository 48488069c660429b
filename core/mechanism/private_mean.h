// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/mechanism.h"

namespace parsimony::mechanism {

/// The mean of a part's clipped rows, one Gaussian release, which is then subtracted from every row.
class PrivateMean final : public Mechanism {
public:
    PrivateMean(train::MeanPlan plan, PartName part) : m_plan(std::move(plan)), m_part(std::move(part)) {}

    [[nodiscard]] Traits traits() const override { return {Recovery::Redrawn, false}; }
    [[nodiscard]] ledger::TrialSpec reservation() const override;
    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    train::MeanPlan m_plan;
    PartName m_part;
};

} // namespace parsimony::mechanism
