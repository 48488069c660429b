// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/ledger/records.h"
#include "core/mechanism/breakdown.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"
#include "core/search/line_fit.h"
#include "core/search/method_kind.h"
#include "core/search/method_name.h"
#include "core/search/run_share.h"
#include "core/search/uniform_source.h"
#include "core/session/checked_device.h"
#include "core/session/constants.h"
#include "core/session/feature_map_plan.h"
#include "core/session/plan_numbers.h"
#include "core/session/run_options.h"
#include "core/train/prototypes.h"
#include "core/train/trial_plan.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace parsimony::session {

using RunBudget = search::RunShare;
using SelectionBudget = search::SelectionShare;

/// One look at an evaluation part when the final run is done.
struct EvaluationBudget {
    std::string part;
    double records = 0.0;                  ///< public divisor; 0: private, and counted with noise
    std::optional<train::CountPlan> count; ///< absent: the part is public and counted exactly, or
    bool balanced = false;                 ///< classes are counted apart, and their mean is the figure:
    std::optional<mechanism::BreakdownPlan> classes = {}; ///< absent: exactly
    double sliceEpsilon = 0.0, sliceDelta = 0.0; ///< what all its looks take of an account of kind slices
    bool recordsDeclared = false;                ///< false: N of the file is taken as public
    /// What one look is charged; absent: nothing.
    [[nodiscard]] std::optional<PrivacyEvent> event() const;
};

/// Everything that an experiment will do, fixed before private rows are opened: written into the ledger as it
/// stands and read back to resume. A value; nobody changes it after the planner made it.
struct ExperimentPlan {
    RunOptions options; ///< with every default filled in
    Constants constants;
    PlanNumbers numbers; ///< what else the methods need: reading a plan asks no constant of the program
    ledger::AccountKind kind = ledger::AccountKind::Gaussian;
    double epsilon = 0.0, delta = 0.0; ///< what the experiment takes of the train part
    SpendSum muSquared;                ///< the same for accounts of kind gaussian, exactly
    std::vector<RunBudget> phases;
    std::optional<RunBudget> final;
    /// While it is open whether FeatureMapPlan::meanRest and countsRest are released: the final run if the
    /// first is not, if the second is not, and if neither is.
    std::optional<RunBudget> finalWithoutRest, finalWithoutCounts, finalWithoutBoth;
    std::optional<SelectionBudget> selection;     ///< then no phases, and `final` is the winner
    std::optional<search::ReleasedFit> reusedFit; ///< of `--reuse-fit`; then no phases
    std::optional<train::MeanPlan> mean;          ///< of `--mean private`
    std::optional<FeatureMapPlan> featureMap;     ///< excludes `mean`
    std::optional<train::SumPlan>
        priorLook; ///< of `--prior`: what its weights are weighed by; absent: they are taken at their word
    train::Agreement
        priorAgreement;       ///< of that look: how much of what was promised counts as none and as all
    double priorFactor = 0.0; ///< of `--prior`: what the scale of its weights is multiplied with, or, given
                              ///< by `--prior-scale`, a run's ν; else 0
    double priorTaken = 0.0; ///< of `--objective balanced`: share of the log prior that predictions leave out
    std::optional<EvaluationBudget>
        validation; ///< how each scored trial is counted under `--score validation`
    std::vector<EvaluationBudget> evaluations;
    std::vector<CheckedDevice> checkedDevices; ///< whose sums are charged for, in the order they were used
    search::SearchKey searchKey{};
    std::map<std::string, std::int64_t> partIds; ///< the ledger's parts by name; empty in a preview
    /// Throws Error(Failed) when the plan has no part of that name.
    [[nodiscard]] PartId partId(const std::string& name) const;

    /// Of the classifier that a look is at; empty where the experiment trains one.
    std::string lookedAtTrainer;

    /// Names for ledgers and people.
    [[nodiscard]] search::MethodName method() const;
    [[nodiscard]] std::string trainer() const;
    /// An experiment that trains nothing: one look with a classifier that was released before.
    [[nodiscard]] bool isLook() const { return !options.method; }
    /// Of an experiment that is no look.
    [[nodiscard]] const search::MethodTraits& methodTraits() const {
        return search::traitsOf(*options.method);
    }
    /// Numbers of a record as trainers see it, of one of several encoders where there are.
    [[nodiscard]] std::uint32_t mappedDim(const std::string& encoder = {}) const {
        return constants.dimOf(encoder) + (featureMap ? featureMap->added() : addedByMap(options));
    }
    /// Of classifiers of these numbers.
    [[nodiscard]] compute::HeadShape headShape(const std::string& encoder = {}) const;
    /// Of the encoders, in their order; one without a name where there is one.
    [[nodiscard]] std::vector<std::string> encoderNames() const;
    /// Does anything of it follow from the first statistics, which are not released yet?
    [[nodiscard]] bool isOpen() const {
        return finalWithoutRest || finalWithoutCounts || (featureMap && featureMap->equalClasses);
    }
    /// What the first statistics say: whether the rests of the mean and of the counts are released, and
    /// whether classes are taken for equal.
    struct Decision {
        bool restOfMean = false, restOfCounts = false, areEqual = false;
    };
    /// Decides it. Whichever way, the experiment takes the same in all.
    void decide(const Decision& decision);
    /// What is released before the first run, in its order, and what of it is charged as events.
    [[nodiscard]] std::vector<PlannedStatistic> statistics() const;
    [[nodiscard]] std::vector<PrivacyEvent> statisticEvents() const;
    /// The budget of a run of `phase` (−1: final; 0 in a private selection: a candidate).
    [[nodiscard]] const RunBudget& budgetOf(int phase) const;
    /// σ of every kind of run of a search that draws sample rates; else empty.
    [[nodiscard]] std::vector<search::RunNoise> drawnNoises() const;
    /// The one plan of a run from which its trainer, noise and events come.
    [[nodiscard]] train::TrialPlan trialPlan(int phase, std::uint32_t steps, double learningRate,
                                             const train::Knobs& knobs = {}) const;
    /// The charged count that scores a run of `phase`; absent where the score is free or there is none.
    [[nodiscard]] std::optional<train::CountPlan> scorePlan(int phase) const;
    /// Everything that a run of `phase` releases, its score included.
    [[nodiscard]] std::vector<PrivacyEvent> runEvents(int phase, std::uint32_t steps,
                                                      const train::Knobs& knobs = {}) const;
    /// The ε that noise is sought for in a slice: the ledger composes what is stored anew and allows no more
    /// than the slice, and σ is rounded.
    [[nodiscard]] Epsilon sliceTarget() const { return Epsilon{epsilon * (1.0 - 1e-9)}; }

    [[nodiscard]] nlohmann::json toJson() const;
    /// Reads plans of this and of earlier formats; throws Error(Failed) for those of a newer one.
    [[nodiscard]] static ExperimentPlan fromJson(const nlohmann::json& json);
    /// What JSON of every known format has, beside what was asked for and of which rows.
    [[nodiscard]] static std::span<const char* const> membersOfEveryFormat();
};

/// null for the ε of a plan without noise: JSON has no number for it.
[[nodiscard]] nlohmann::json epsilonJson(double epsilon);

/// The shape of the classifier that these options would train, before there is a plan.
[[nodiscard]] compute::HeadShape headShapeOf(const RunOptions& options, const Constants& constants);

/// The trainer's options as the user asked for them, with the values that a search chose; of a list it was
/// told none of, the first. Throws Error(Usage).
[[nodiscard]] train::TrainerOptions trainerOptionsOf(const RunOptions& options, const Constants& constants,
                                                     const PlanNumbers& numbers,
                                                     const train::Knobs& knobs = {});

} // namespace parsimony::session
