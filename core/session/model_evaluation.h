// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/part_name.h"
#include "core/data/data_files.h"
#include "core/mechanism/breakdown.h"
#include "core/session/look_request.h"
#include "core/session/run_observer.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {
class Project;
class Registry;
} // namespace parsimony::ledger

namespace parsimony::session {

struct RequestedPart;

/// Accuracies of all classes or groups out of one release of noisy counts.
struct PrivateBreakdown {
    mechanism::BreakdownOf of = mechanism::BreakdownOf::All;
    double noiseSd = 0.0;     ///< of each count
    double sensitivity = 0.0; ///< by which one person can move the vector of counts
    std::vector<std::pair<std::string, mechanism::NoisyAccuracy>> bins;
};

struct PrivateEvaluation {
    /// 0..1, and the noise's standard error; not numbers where noise leaves nothing of a label map's records.
    double accuracy = 0.0, se = 0.0;
    std::uint64_t records = 0;
    bool recordsNoisy = false;               ///< their number is private, and was counted with noise
    double epsilon = 0.0;                    ///< what this look took,
    double delta = 0.0;                      ///< at this: the dataset's, or of kind slices that of its slice
    double remainingEpsilon = 0.0;           ///< of the part's account
    double noiseSd = 0.0, sensitivity = 0.0; ///< of the count of right predictions
    std::vector<PrivateBreakdown> breakdowns = {};
    struct Metric {
        mechanism::NoisyMetric found;
        double noiseSd = 0.0, sensitivity = 0.0;
        double lossBound = 0.0;                ///< of a log loss, in nats
        std::optional<std::uint32_t> positive; ///< of an AUC
    };
    std::vector<Metric> metrics = {};
};

/// One look at private rows by a released classifier: the rows become a part of the project's newest private
/// dataset, with an account of their own (or that of the part whose rows they share), and the accuracy is a
/// noisy count charged to it: a standard error of search::kLookPoints, at most search::kLookShare of what is
/// left, as μ² or, where the account is of kind slices, as a slice (ε, δ) that it is charged whole. Throws
/// Error(Usage) when the project has no private dataset or the classifier does not fit the rows,
/// Error(Refused) when nothing is left.
[[nodiscard]] PrivateEvaluation evaluatePrivately(ledger::Project& project, const ledger::Registry& registry,
                                                  const PrivateEvaluationRequest& request,
                                                  const std::stop_token& stop, const RunObserver& observer);

/// What the look of a request that was made before released, from the ledger: no row is read and nothing is
/// charged. Bins come in the order of those lists, and of their numbers.
/// The noisy number of records of a look without a label map is not kept, and 0. Throws Error(Usage) that
/// names the experiment where it was no look; where it was cut off before anything was released, ends it and
/// throws Error(Failed) that says so and what it took.
[[nodiscard]] PrivateEvaluation paidEvaluation(ledger::Project& project, ExperimentId experiment,
                                               const RequestedPart& part,
                                               const std::vector<std::string>& classOrder,
                                               const std::vector<std::string>& groupOrder);

/// An evaluation that a kill cut off has no state to go on from: ends it, as failed unless its count was
/// released, charged as it is. False when `experiment` is none. Throws Error(Usage) when it ended already,
/// Error(Failed) when another process runs it.
bool endInterruptedEvaluation(ledger::Project& project, ExperimentId experiment);

} // namespace parsimony::session
