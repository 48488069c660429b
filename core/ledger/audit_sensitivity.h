// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/asked_numbers.h"
#include "core/ledger/audit_events.h"
#include "core/ledger/body_text.h"
#include "core/ledger/trial_plan.h"
#include "core/privacy/event.h"
#include "core/search/method_name.h"
#include "core/search/run_share.h"
#include "core/train/planned_release.h"
#include "core/train/trainer_traits.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
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
    AskedNumbers clips, rates, alphas, steps;
    std::optional<double> furthest; ///< the largest learning rate
    std::optional<bool> bias;
    std::vector<std::string> trainers, encoders;
    std::vector<double> ownRates; ///< of each trainer, as its plan names them; empty: it does not
    std::string options;          ///< their text, in which each setting has its list

    /// At which one of the trainers may sample; none where its own rate is not known.
    [[nodiscard]] std::optional<std::vector<double>> ratesOf(std::string_view trainer) const;
    /// Whether a run may have this value of a setting that a search chooses.
    [[nodiscard]] bool offers(const std::string& knob, const nlohmann::json& value) const;
    /// Whether a plan has the noise of the kinds of runs that were asked for, each rate with each number of
    /// steps, and of no others.
    [[nodiscard]] bool are(std::span<const search::RunNoise> kinds) const;
};
/// `trainers`: one, or a list with commas. Throws Error(Failed) when the plan does not hold together.
[[nodiscard]] AskedTraining askedTraining(const BodyReader& plan, std::string_view trainers);

/// What is wrong with the plan of a trial that trains: with something else than was asked for, or noise that
/// does not follow from its multiplier.
[[nodiscard]] std::optional<Sentence> wrongTraining(const TrialPlan& plan, const AskedTraining& asked);

/// What the weights that a trial trains have to be: sums of more classes, or of rows with a constant one,
/// move further.
struct WeightShape {
    std::optional<bool> bias; ///< none: its plan does not say
    std::int64_t classes = 0; ///< likewise

    [[nodiscard]] static WeightShape of(const TrialPlan& plan);
    /// Whether what is said of released weights says so too.
    [[nodiscard]] bool fits(const BodyReader& released) const;
};

/// The kinds of runs that a run of an experiment's plan has the noise of, where some sample; else none.
[[nodiscard]] std::vector<search::RunNoise> noisesOf(const BodyReader& run);
/// Whether runs of that kind sample their rows at that rate.
[[nodiscard]] bool samplesAt(const search::RunNoise& kind, double rate);
/// The noise multiplier that they have for a run; none where they have no such kind.
[[nodiscard]] std::optional<double> noiseIn(std::span<const search::RunNoise> kinds, double rate,
                                            std::int64_t steps);

/// Noise of σ 1 at a clip of 1, in units of what a person's rows can move.
[[nodiscard]] double noisePerSigma(const SensitivityTerms& terms);
/// How far a person's rows can move a count.
[[nodiscard]] double countSensitivity(const SensitivityTerms& terms);
/// Do `releases`, which trained a winner, and a final run where there are two `runs`, cost no more than as
/// many runs of this noise?
[[nodiscard]] bool isOfKind(const search::RunNoise& kind, const SensitivityTerms& terms, std::size_t runs,
                            const ToldReleases& releases);

/// A run that a private selection may have drawn.
struct ChosenRun {
    const train::TrainerTraits* trainer = nullptr;
    std::int64_t steps = 0;
    std::optional<double> rate, clip, alpha; ///< absent: the plan doesn't tell
    bool bias = false;
};
/// The one that a winner says that it is; none where it was not asked for, or says not which of a list won.
[[nodiscard]] std::optional<ChosenRun> chosenBy(const BodyReader& winner, const AskedTraining& asked);
/// What it releases, with noise of σ 1.
[[nodiscard]] std::vector<train::PlannedRelease> releasesOf(const ChosenRun& run,
                                                            const SensitivityTerms& terms);
/// Whether `told` are those releases, as often as they fit, at this rate.
[[nodiscard]] bool areReleases(const ToldReleases& told, const std::vector<train::PlannedRelease>& wanted,
                               double rate);

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
                                                 const search::MethodName& method);
} // namespace parsimony::ledger
