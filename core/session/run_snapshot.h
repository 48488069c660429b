// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/experiment_status.h"
#include "core/base/sentence.h"
#include "core/base/trial_state.h"
#include "core/search/method_name.h"
#include "core/session/checked_device.h"
#include "core/session/guarantee.h"
#include "core/session/notice.h"
#include "core/session/run_options.h"
#include "core/train/knob.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

using parsimony::TrialState;

/// What a look at a part released.
struct AccuracySnapshot {
    double accuracy = 0.0;
    double se = 0.0;       ///< of the noise; 0 when exact
    bool balanced = false; ///< the mean of the classes' accuracies, of those that noise does not hide
    /// Of public rows of several labels, exact; `accuracy` is then the precision at 1.
    std::optional<double> microF1 = {}, macroF1 = {};
    friend bool operator==(const AccuracySnapshot&, const AccuracySnapshot&) = default;
};

/// One trial as plans, tables and JSON show it. Absent numbers are not known yet (a plan) or do not apply.
struct TrialSnapshot {
    std::int64_t id = 0; ///< 0 while it is only planned
    std::int64_t experiment = 0;
    int phase = 0;                               ///< 0-based; -1 for the final run
    std::string role = toText(TrialRole::Trial); ///< one of kTrialRoleNames, or of a later version
    std::string statistic; ///< that it released, as a plan calls it (`mean@vit`); empty of runs and before
    std::optional<double> r, nu, learningRate;
    std::uint32_t steps = 0;
    std::uint32_t stepsDone = 0; ///< progress of a running trial
    std::optional<double> noiseMultiplier, maxGradNorm;
    bool clamped = false; ///< the largest learning rate or the range kept r from what the search asked for
    train::Knobs knobs;   ///< that the search chose beside η and T
    double epsilon = 0.0; ///< ε of the trial alone, its score included, at the account's δ
    double mu = 0.0;
    std::optional<double> score, scoreSe; ///< accuracy in 0..1 and its standard error
    ScoreKind scoreKind = ScoreKind::None;
    std::string part; ///< of a look: that it is at; else empty, and it is train
    /// Of a look. Searches go by scores, so it is none, though tables show it in their place.
    std::optional<AccuracySnapshot> look;
    TrialState state = TrialState::Planned;
    std::string note; ///< the last one the user wrote
    std::vector<std::string> tags;
    friend bool operator==(const TrialSnapshot&, const TrialSnapshot&) = default;
};

struct PhaseSnapshot {
    double epsilon = 0.0; ///< ε of one trial of the phase
    double mu = 0.0;
    std::optional<double> selectedR;
    std::vector<TrialSnapshot> trials;
    friend bool operator==(const PhaseSnapshot&, const PhaseSnapshot&) = default;
};

struct FitSnapshot {
    int degree = 1;
    FitAxis against = FitAxis::Epsilon;
    std::vector<double> coefficients;                 ///< constant term first
    std::vector<std::pair<double, double>> points;    ///< (ε or μ, r) of each phase's winner
    std::optional<double> residualSd;                 ///< absent where the curve meets every point
    std::vector<std::optional<double>> coefficientSe; ///< of each coefficient; absent likewise
    double predictedR = 0.0;
    std::optional<std::pair<double, double>> interval; ///< where r lies at the final budget, at 95 %
    double r = 0.0;                                    ///< after clamping
    bool clamped = false;
    bool slopeNotPositive = false;
    friend bool operator==(const FitSnapshot&, const FitSnapshot&) = default;
};

/// A private selection as its plan fixes it; of what it does only the winner is ever known.
struct SelectionSnapshot {
    std::string runsFamily; ///< poisson or tnb:ETA
    double runsMean = 0.0;
    std::optional<double> subsetFraction; ///< of subset tuning
    double runMu = 0.0;                   ///< μ of one run, its score included
    friend bool operator==(const SelectionSnapshot&, const SelectionSnapshot&) = default;
};

struct FinalSnapshot {
    TrialSnapshot trial;
    std::optional<AccuracySnapshot> test;
    std::map<std::string, AccuracySnapshot> ood;
    friend bool operator==(const FinalSnapshot&, const FinalSnapshot&) = default;
};

/// One part's account in ε at the dataset's δ. `spent` counts trials that ever started, `reserved` what
/// running experiments still hold, `remaining` is the ε of the largest Gaussian release that fits beside
/// both.
struct PartBudget {
    double spentEpsilon = 0.0;
    double reservedEpsilon = 0.0;
    double remainingEpsilon = 0.0;
    double spentMu = 0.0;
    friend bool operator==(const PartBudget&, const PartBudget&) = default;
};

/// One part that was declared, whatever others are called.
struct AccountSnapshot {
    std::int64_t part = 0; ///< the ledger's number
    std::string name;
    PartBudget budget;
    friend bool operator==(const AccountSnapshot&, const AccountSnapshot&) = default;
};

struct BudgetSnapshot {
    double targetEpsilon = 0.0, targetDelta = 0.0;
    double spentEpsilon = 0.0, spentMu = 0.0, reservedEpsilon = 0.0,
           remainingEpsilon = 0.0; ///< of the worst part
    /// By name: the part that the experiment reads, else that of this name which can pay most.
    std::map<std::string, PartBudget> parts;
    std::vector<AccountSnapshot> accounts; ///< of all parts, as they were declared; none before that
    bool simulated = false;                ///< public data: nothing is enforced
    bool capOpen =
        false; ///< of it, as long as nothing was charged: a cap that is named takes the place of this
    friend bool operator==(const BudgetSnapshot&, const BudgetSnapshot&) = default;
};

/// Each account under a name of its own, as people are shown them: train first, and with the part's number
/// where several have one name.
[[nodiscard]] std::vector<std::pair<std::string, PartBudget>> shownAccounts(const BudgetSnapshot& budget);

/// One of the encoders that an experiment chooses from.
struct EncoderSnapshot {
    std::string name;      ///< as results call it
    std::uint32_t dim = 0; ///< numbers a record
    friend bool operator==(const EncoderSnapshot&, const EncoderSnapshot&) = default;
};

struct DatasetSnapshot {
    std::int64_t id = 0;
    std::string name;
    std::uint64_t records = 0;    ///< the public record count
    bool recordsDeclared = false; ///< it is not that of the files, which stays private
    std::uint32_t dim = 0, classes = 0, rowsPerPerson = 1; ///< dim of the first of several encoders
    Visibility visibility = Visibility::Private;
    std::uint32_t views = 1;               ///< of a record
    std::vector<EncoderSnapshot> encoders; ///< two or more, of an experiment that has them
    std::string adjacency = "zero_out", rowNorm = "unit";
    friend bool operator==(const DatasetSnapshot&, const DatasetSnapshot&) = default;
};

/// A statistic of the rows that is released before the first run, as it is planned.
struct StatisticSnapshot {
    std::string name; ///< mean, class_counts, class_counts_rest, mean_rest, flatness, prior_agreement
    double epsilon = 0.0, mu = 0.0;
    friend bool operator==(const StatisticSnapshot&, const StatisticSnapshot&) = default;
};

/// What `auto` found of a public prior before the first run, by a look that was charged and released.
struct PriorSnapshot {
    std::optional<double> agreement; ///< share of the private records that the bare prior labels rightly
    double se = 0.0;                 ///< standard error of its noise
    double guessing = 0.0;           ///< what labels at random give
    double gap = 0.0; ///< from the share that counts as none of it to the one that counts as all; until that
                      ///< was decided the most that it can be
    std::optional<double> promised; ///< what the public rows promise of themselves; absent: none can tell
    /// How much of the prior runs start from: 0 is nothing, 1 all of it; absent before it was decided.
    std::optional<double> believed;
    friend bool operator==(const PriorSnapshot&, const PriorSnapshot&) = default;
};

/// Does more than noise lie between a prior that is left out and one that is taken whole?
[[nodiscard]] bool canTell(const PriorSnapshot& prior);

/// How much of a prior runs start from.
enum class PriorStart { Nothing, Part, All };
[[nodiscard]] const char* toText(PriorStart start);
/// Absent before it was decided.
[[nodiscard]] std::optional<PriorStart> startOf(const PriorSnapshot& prior);

/// What a search draws its runs from.
struct SearchedSnapshot {
    std::optional<search::Range> r;  ///< of r = η·T, where it was given
    std::optional<search::Range> nu; ///< else of ν, which gives r at each run's own noise and steps; neither:
                                     ///< the trainer has no step size
    std::vector<std::uint32_t> steps; ///< T
    std::vector<double> rates;        ///< η; empty: r / T
    friend bool operator==(const SearchedSnapshot&, const SearchedSnapshot&) = default;
};

/// An experiment from plan to result. Immutable once handed out; a newer one replaces it.
struct RunSnapshot {
    std::int64_t experiment = 0; ///< 0 for a plan
    ExperimentStatus status = ExperimentStatus::Planned;
    bool isPrivate = true;
    search::MethodName method;
    std::string trainer;
    std::string encoder;    ///< what made the features; empty: not said
    std::string featureMap; ///< as `--feature-map` names it; empty: nothing is trained
    Guarantee guarantee;
    DatasetSnapshot dataset;
    BudgetSnapshot budget;
    double experimentEpsilon = 0.0, experimentMu = 0.0; ///< what this experiment takes in all
    std::vector<StatisticSnapshot> statistics;          ///< that runs build on
    std::optional<PriorSnapshot> prior;                 ///< absent where none is weighed
    double priorTaken = 0.0; ///< share of the log prior that predictions leave out, for balanced accuracy
    std::optional<SearchedSnapshot> searched; ///< absent where neither r nor T is drawn
    std::vector<train::Axis> axes;            ///< what the search chooses beside η and T
    std::vector<search::RunNoise> noises;     ///< of each kind of run, where a search draws sample rates
    std::vector<PhaseSnapshot> phases;
    std::optional<FitSnapshot> fit;
    std::optional<SelectionSnapshot> selection; ///< then `final` is the winner
    std::optional<FinalSnapshot> final;
    double secondsLoad = 0.0, secondsSearch = 0.0, secondsFinal = 0.0;
    std::optional<double> secondsLeft; ///< live estimate while running
    std::string device = "cpu";
    std::string arithmetic = "f32"; ///< of products, as it was asked for or `auto` took it
    /// The same where it is said beside others: empty for float32, which goes without saying.
    [[nodiscard]] std::string unusualArithmetic() const {
        static const std::string usual = RunSnapshot().arithmetic;
        return arithmetic == usual ? std::string() : arithmetic;
    }
    std::vector<CheckedDevice> checkedDevices; ///< whose sums of private rows are checked, not proved
    std::vector<Notice> notices;               ///< public remarks: clamped, δ ≥ 1/N, …
    friend bool operator==(const RunSnapshot&, const RunSnapshot&) = default;
};

/// What one of its notices says, without a full stop.
[[nodiscard]] Sentence sentenceOf(Notice notice, const RunSnapshot& run);

/// Calls visit(trial) for the trials of all phases, then the final one.
template <class Visit>
void forEachTrial(const RunSnapshot& snapshot, const Visit& visit) {
    for (const auto& phase : snapshot.phases) {
        for (const auto& trial : phase.trials) {
            visit(trial);
        }
    }
    if (snapshot.final) {
        visit(snapshot.final->trial);
    }
}

/// What a table shows as μ: none where an account of slices, or a private selection, was charged without one.
[[nodiscard]] inline std::optional<double> shownMu(double mu, double epsilon) {
    return mu == 0.0 && epsilon > 0.0 ? std::nullopt : std::optional(mu);
}
/// What a table shows as the phase of a trial beside them: its role, with the part that it is of; else empty.
[[nodiscard]] std::string shownRole(const TrialSnapshot& trial);
/// What a table shows as a trial's score, and its standard error: of a look the accuracy that it released.
[[nodiscard]] inline std::optional<double> shownScore(const TrialSnapshot& trial) {
    return trial.look ? std::optional(trial.look->accuracy) : trial.score;
}
[[nodiscard]] inline std::optional<double> shownScoreSe(const TrialSnapshot& trial) {
    return trial.look ? std::optional(trial.look->se) : trial.scoreSe;
}
[[nodiscard]] inline ScoreKind shownScoreKind(const TrialSnapshot& trial) {
    return !trial.look ? trial.scoreKind : trial.look->se > 0.0 ? ScoreKind::Noisy : ScoreKind::Exact;
}

/// When a trial ran, in seconds since 1970 by the clock of the ledger.
struct TrialTime {
    std::int64_t trial = 0;
    double began = 0.0;
    double ended = 0.0; ///< 0: it goes on
};

/// The JSON object of the command line (`"schema": "parsimony/COMMAND/1"`), full precision, non-finite as
/// null.
[[nodiscard]] nlohmann::json toJson(const RunSnapshot& snapshot, const std::string& command);
[[nodiscard]] nlohmann::json toJson(const TrialSnapshot& trial);
[[nodiscard]] nlohmann::json toJson(const DatasetSnapshot& dataset);
[[nodiscard]] nlohmann::json toJson(const BudgetSnapshot& budget);

} // namespace parsimony::session
