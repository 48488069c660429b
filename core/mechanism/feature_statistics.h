// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/mechanism.h"
#include "core/train/sum_plan.h"

namespace parsimony::mechanism {

/// The records of each class, one Gaussian release.
///
/// Sensitivity: a record counts in the bin of its label alone, one without a label in none. The counts of two
/// neighbours differ by at most K in norm where a person's K rows are removed, and by √2·K where others stand
/// in their place (K less in some bins, K more in others).
class ClassCounts final : public Mechanism {
public:
    ClassCounts(train::SumPlan plan, PartName part) : m_plan(plan), m_part(std::move(part)) {}

    [[nodiscard]] Traits traits() const override { return {Recovery::Redrawn, false}; }
    [[nodiscard]] ledger::TrialSpec reservation() const override;
    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    train::SumPlan m_plan;
    PartName m_part;
};

/// What is common to statistics of one sum: their reservation, and their release with its noise.
[[nodiscard]] ledger::TrialSpec statisticReservation(std::string_view role, const train::SumPlan& plan,
                                                     const PartName& part);
[[nodiscard]] Release statisticRelease(std::string_view what, const train::SumPlan& plan,
                                       std::vector<double> exact, train::DrawKind draw,
                                       const Attempt& attempt);

} // namespace parsimony::mechanism
