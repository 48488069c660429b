// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/noisy_count.h"
#include "core/search/private_selection.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace parsimony::mechanism {

/// A private selection as its plan fixes it (PRIVACY rule 22).
struct SelectionSpec {
    explicit SelectionSpec(PrivacyEvent whole) : event(std::move(whole)) {}

    PrivacyEvent event; ///< the RDP curve of the whole
    PartRows part;
    nlohmann::json plan;        ///< as the reservation keeps it
    std::optional<double> clip; ///< as trials show it

    search::RunsFamily family;
    double meanRuns = 1.0;
    search::SearchSpace candidates; ///< the distribution that candidates are drawn from
    search::NoiseFor noise;         ///< of their runs
    search::StepChoice constant;    ///< stands in where no run was made (Poisson)
    search::SearchSpace space;      ///< of all records, for the winner's ν
    /// The plans of a candidate and, after subset tuning, of the final run.
    std::function<train::TrialPlan(const search::StepChoice&)> candidate, final;
    Scoring score;

    std::optional<double> tuningShare; ///< of records, in subset tuning
    /// η of the final run, from the tuning set's records to the others.
    std::function<double(const search::StepChoice&)> extrapolatedRate;
    std::size_t rows = 0;                  ///< of the part's file
    std::vector<std::string> encoders{""}; ///< whose rows candidates may be trained on
    std::span<const double> initialWeights;
    /// Of a run with that plan. Holds released or public weights only, as of TrainTrial; absent: it begins
    /// from `initialWeights`.
    std::function<std::optional<train::TrainerState>(const train::TrialPlan&)> start;
    bool isPrivate = true;
};

/// A secret number of runs of candidates from the plan's distribution, the best by released score, after
/// subset tuning one final run on the other records: one mechanism, of which only the winner is ever
/// released. Nothing else is kept, no checkpoint either, and it is silent on private data. An attempt that
/// did not come to its end is never repeated.
class PrivateSelection final : public Mechanism {
public:
    /// `draws` makes the source of random choices: secret on private data.
    using Draws = std::function<std::unique_ptr<search::UniformSource>()>;
    PrivateSelection(SelectionSpec spec, Draws draws) : m_spec(std::move(spec)), m_draws(std::move(draws)) {}

    [[nodiscard]] Traits traits() const override { return {Recovery::Once, m_spec.isPrivate}; }
    [[nodiscard]] ledger::TrialSpec reservation() const override;
    [[nodiscard]] Release run(const Attempt& attempt) const override;

private:
    SelectionSpec m_spec;
    Draws m_draws;
};

} // namespace parsimony::mechanism
