// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/mechanism.h"
#include "core/train/sum_plan.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace parsimony::mechanism {

/// What is common to statistics of one sum: their reservation, and their release with its noise.
class SumStatistic : public Mechanism {
public:
    [[nodiscard]] Traits traits() const override { return {Recovery::Redrawn, false}; }
    [[nodiscard]] ledger::TrialSpec reservation() const override;

protected:
    SumStatistic(TrialRole role, const train::SumPlan& plan, PartRows part)
        : m_part(std::move(part)), m_role(role), m_plan(plan) {}
    [[nodiscard]] Release release(ReleasedValue what, std::vector<double> exact, train::DrawKind draw,
                                  const Attempt& attempt) const;

    PartRows m_part;

private:
    TrialRole m_role;
    train::SumPlan m_plan;
};

/// The records of each class, one Gaussian release.
///
/// Sensitivity: a record counts in the bin of its label alone, one without a label in none. The counts of two
/// neighbours differ by at most K in norm where a person's K rows are removed, and by √2·K where others stand
/// in their place (K less in some bins, K more in others). Of records with up to L labels each counts in L
/// bins, and all of it is √L times as much, the clip of the plan.
class ClassCounts final : public SumStatistic {
public:
    /// `value`: what the release is called.
    ClassCounts(const train::SumPlan& plan, PartRows part, ReleasedValue value = ReleasedValue::ClassCounts)
        : SumStatistic(TrialRole::ClassCounts, plan, std::move(part)), m_value(value) {}

    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    ReleasedValue m_value;
};

/// How many records a public linear classifier labels rightly, on rows as they are trained on: one count, one
/// Gaussian release, to weigh a start by. A record adds 1 at most.
class PriorAgreement final : public SumStatistic {
public:
    PriorAgreement(const train::SumPlan& plan, PartRows part, train::Model model)
        : SumStatistic(TrialRole::PriorAgreement, plan, std::move(part)), m_model(std::move(model)) {}

    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    train::Model m_model;
};

/// Which pairs of rows a flatness looks at.
struct FlatnessPairs {
    std::uint32_t buckets = 1;          ///< a power of two, from the public record count
    std::array<std::uint8_t, 32> key{}; ///< of the hash: drawn before the rows are read
    std::vector<float> mean;            ///< released; subtracted before rows are brought to norm 1
    double cap = 8.0;                   ///< a pair counts as much at most
};

/// How flat the spectrum of centred rows is: the sum over pairs of min(√d·|u·u'|, cap), of rows u of norm 1
/// with the mean taken off, one Gaussian release.
///
/// Which rows meet depends on their own values alone: a keyed hash throws each row into a bucket, and a
/// bucket gives one pair, its two lowest hashes, or none. Sensitivity: a person's K rows stand in K buckets
/// at most; taking them out changes those, and a bucket's value lies between 0 and cap, so the sum moves by
/// K·cap at most; with other rows in their place 2K buckets change. Rows of zeros (malformed or removed
/// records) stand in no bucket.
class Flatness final : public SumStatistic {
public:
    Flatness(const train::SumPlan& plan, PartRows part, FlatnessPairs pairs)
        : SumStatistic(TrialRole::Flatness, plan, std::move(part)), m_pairs(std::move(pairs)) {}

    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    FlatnessPairs m_pairs;
};

} // namespace parsimony::mechanism
