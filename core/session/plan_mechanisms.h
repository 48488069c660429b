// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/feature_statistics.h"
#include "core/mechanism/journal.h"
#include "core/mechanism/noisy_count.h"
#include "core/mechanism/private_mean.h"
#include "core/mechanism/private_selection.h"
#include "core/mechanism/train_trial.h"
#include "core/search/sequential_method.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The mechanisms that a plan consists of. Everything they are made of comes from the plan, from what it
// released before, and from files that are public.
namespace parsimony::session {

[[nodiscard]] mechanism::Account accountOf(const ExperimentPlan& plan, ExperimentId experiment);

/// The mean that is subtracted from every row.
[[nodiscard]] mechanism::PrivateMean meanOf(const ExperimentPlan& plan);

/// The releases that an experiment makes before its first run, by the names that they have in the ledger, in
/// their order.
using Released = std::map<ReleaseName, std::vector<double>>;
/// The rest of a mean among them; empty where none was released.
[[nodiscard]] std::span<const double> restOf(const Released& released);
/// What they say of the plan that is open; absent while it hangs on one that is still to be released.
[[nodiscard]] std::optional<ExperimentPlan::Decision> decisionOf(const ExperimentPlan& plan,
                                                                 const Released& released);
/// Is this still one of the plan's, which may have been decided since it was listed?
[[nodiscard]] bool stillReleases(const ExperimentPlan& plan, const ReleaseName& release);
/// The class counts among them, in however many releases; absent where there are none.
[[nodiscard]] std::optional<KnownCounts> countsOf(const ExperimentPlan& plan, const Released& released);
struct Statistic {
    ReleaseName release;
    /// Made of what those before it released.
    std::function<std::unique_ptr<mechanism::Mechanism>(const Released& before)> mechanism;
};
[[nodiscard]] std::vector<Statistic> statisticsOf(const ExperimentPlan& plan);

/// The count that says what the prior's weights are worth, and what it says once it was released.
[[nodiscard]] mechanism::PriorAgreement agreementOf(const ExperimentPlan& plan, train::Model prior);
[[nodiscard]] double agreementFrom(const ExperimentPlan& plan, double released);

/// Weights that runs start from, apart from those of other runs; empty: none. Released or public values.
struct RunStart {
    std::vector<double> base = {};  ///< the same of every run
    std::vector<double> perNu = {}; ///< … and these times the noise that the run puts into a logit, ν
    [[nodiscard]] bool empty() const { return base.empty() && perNu.empty(); }
    /// Of this run.
    [[nodiscard]] std::vector<double> of(const train::TrialPlan& trial, double rowBound) const;
};

/// The state a run begins with: the log prior's weights, where there is one (`base`, else empty), and shares
/// of what earlier runs released, which `modelOf` gives by their index, beyond the weights that those began
/// with; nullopt when it begins as its trainer does.
[[nodiscard]] std::optional<train::TrainerState>
startState(const search::Proposal& proposal, std::span<const double> base, const compute::HeadShape& head,
           const std::function<train::Model(int index)>& modelOf);

/// What a search proposed: one training run with its score, or a private selection as a whole.
/// `initialWeights` are those of `--init FILE`, else empty; they outlive the mechanism.
[[nodiscard]] std::unique_ptr<mechanism::Mechanism>
proposedMechanism(const ExperimentPlan& plan, const DataRequest& data, const search::Proposal& proposal,
                  const std::function<train::Model(int index)>& modelOf,
                  std::span<const double> initialWeights, const RunStart& start = {});

/// The selection that a plan fixes, without its source of random choices.
[[nodiscard]] mechanism::SelectionSpec selectionSpecOf(const ExperimentPlan& plan, const DataRequest& data,
                                                       std::span<const double> initialWeights,
                                                       const RunStart& start = {});

/// A result of the experiment as it predicts: under `--objective balanced` without the plan's share of the
/// log prior that its class counts gave. Post-processing of what was released.
[[nodiscard]] train::Model predicting(const ExperimentPlan& plan, const ledger::Project& project,
                                      ExperimentId experiment, train::Model result,
                                      const std::string& encoder = {});

/// The look at a part with the experiment's result, which was trained on this encoder's rows.
/// `labelThreshold`: of records of several labels, as labelThresholdOf tells it.
[[nodiscard]] mechanism::NoisyCount lookOf(const ExperimentPlan& plan, const EvaluationBudget& evaluation,
                                           train::Model result, const std::string& encoder = {},
                                           std::optional<double> labelThreshold = {});

/// Names a run's noise by what the run is, so that a cell has the same value in whatever grid it is asked
/// for. Public data only.
[[nodiscard]] std::uint64_t noiseNumber(const ExperimentPlan& plan, const search::Proposal& proposal);

/// The rows of a request as the plan says they are read.
[[nodiscard]] mechanism::RowSettings rowSettingsOf(const ExperimentPlan& plan);
[[nodiscard]] std::map<std::string, data::PartFiles> filesOf(const DataRequest& request);

} // namespace parsimony::session
