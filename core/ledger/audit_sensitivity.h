// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/audit_events.h"
#include "core/privacy/event.h"
#include "core/search/run_share.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// What sensitivities follow from beside a trial's own plan: the dataset's row, and the experiment's plan.
struct SensitivityTerms {
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    std::int64_t mostLabels = 1; ///< that a record has
    std::int64_t classes = 0;    ///< 0: the experiment's plan does not say
};

/// What an experiment was asked for, as its plan's options tell it, of what its runs train with.
struct AskedTraining {
    bool isKnown = false, hasAlpha = false;
    std::vector<double> clips, rates; ///< empty: not named
    std::optional<bool> bias;
};
/// Throws Error(Failed) when the plan does not hold together.
[[nodiscard]] AskedTraining askedTraining(const BodyReader& plan);
/// What is wrong with the plan of a trial that trains: with something else than was asked for, or noise that
/// does not follow from its multiplier. `trainers`: one, or a list with commas.
[[nodiscard]] std::optional<Sentence> wrongTraining(const TrialPlan& plan, const AskedTraining& asked,
                                                    std::string_view trainers);

/// What is wrong with the sums of a trial's plan: as many, and each as sensitive, as follow from trainer,
/// steps, clip, neighbours and the slack of the arithmetic. None where all holds, and where there are none.
/// Throws Error(Failed) when the plan does not hold together.
[[nodiscard]] std::optional<Sentence> wrongSensitivity(const TrialPlan& plan, const SensitivityTerms& terms);

/// What is wrong with the events of a private selection: they are one curve, which has to follow from the
/// number of runs and their cost, as the trial's plan and the experiment's (its member `selection`) have
/// them.
[[nodiscard]] std::optional<Sentence> wrongSelection(std::string_view plan, std::string_view selection,
                                                     const std::vector<PrivacyEvent>& events,
                                                     const SensitivityTerms& terms);
/// And with the number of runs, which has to be the one that was asked for. `options`: those of the
/// experiment's plan; `method`: the experiment's.
[[nodiscard]] std::optional<Sentence> wrongTerms(const TrialPlan& plan, std::string_view options,
                                                 std::string_view method);
/// What a release costs, as μ².
[[nodiscard]] double squaresOf(const ToldRelease& release);
/// Has the plan of a selection the noise of runs at every rate that was asked for?
[[nodiscard]] bool hasRates(std::span<const search::RunNoise> kinds, std::string_view trainers,
                            const AskedTraining& asked);
/// Do `releases`, which trained a winner, and a final run where there are two `runs`, cost no more than as
/// many runs of this noise? `noisePerSigma`: of σ 1.
[[nodiscard]] bool isOfKind(const search::RunNoise& kind, double noisePerSigma, std::size_t runs,
                            const ToldReleases& releases);
/// And with the sample rates of its runs, as the experiment's plan (`selection`) has their noise.
[[nodiscard]] std::optional<Sentence> wrongKinds(std::string_view selection, std::string_view trainers,
                                                 const AskedTraining& asked);
/// May it have drawn no run at all, so that a public constant was released? Never where it tunes on a subset,
/// whose final run there is in any case.
[[nodiscard]] bool mayHaveNoWinner(std::string_view plan);
/// Of what is recorded of its winner: it may cost no more than a run, and where runs sample it is one of
/// those that the experiment's plan has the noise of. `selection`: as of wrongSelection().
[[nodiscard]] std::optional<Sentence> wrongWinner(std::string_view plan, std::string_view selection,
                                                  const ToldReleases& record, const SensitivityTerms& terms);
/// And each of its releases is as sensitive as follows from trainer, clip and neighbours. `trainers`: one, or
/// a list with commas; `options`: those of the experiment's plan.
[[nodiscard]] std::optional<Sentence> wrongWinnersReleases(std::string_view trainers,
                                                           std::string_view options,
                                                           const ToldReleases& record,
                                                           const SensitivityTerms& terms);

} // namespace parsimony::ledger
