// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/ledger/project.h"
#include "core/session/score_kind.h"
#include "core/train/trainer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::session {

/// What every trial of an experiment works with. References outlive the runner.
struct TrialContext {
    ledger::Project& project;
    compute::ComputeBackend& backend;
    std::optional<std::uint64_t> seed; ///< public data only
    std::stop_token stop;
    std::function<void(std::uint32_t stepsDone)> progress;
    std::span<const double> initialWeights; ///< of `--init FILE`, else empty
};

/// How a run is scored when it is trained.
struct ScoreRequest {
    ScoreKind kind = ScoreKind::None;
    const compute::ResidentData* data = nullptr; ///< the part that is counted
    std::optional<train::CountPlan> count;       ///< absent: exact
    double records = 0.0;                        ///< the public divisor
};

enum class TrialEnd {
    Finished,
    Stopped, ///< on request; the last checkpoint is durable
    Lost,    ///< its checkpoint is damaged: it stays charged and is not repeated
};

struct TrialResult {
    TrialEnd end = TrialEnd::Stopped;
    train::Model model;
    std::optional<ledger::Score> score;
};

/// Trains a reserved trial (from `start`, which may hold released weights only, or as its trainer begins), or
/// goes on with it from its last durable checkpoint, scores it and writes the outcome in one transaction;
/// only then are weights and score handed out. When training throws (memory, device, disk) the trial stays as
/// it is, charged and resumable from its last checkpoint, and the error goes on to the caller.
[[nodiscard]] TrialResult runTrial(const TrialContext& context, TrialId trial, const train::TrialPlan& plan,
                                   const compute::ResidentData& data, const ScoreRequest& score,
                                   const std::optional<train::TrainerState>& start = std::nullopt);

/// What the ledger keeps of a trial that was trained to its end: record, score and, unless told otherwise,
/// weights.
[[nodiscard]] ledger::TrialOutcome trainedOutcome(const train::TrainOutcome& outcome,
                                                  const train::TrialPlan& plan,
                                                  const std::optional<ledger::Score>& score,
                                                  const ScoreRequest& request, bool keepWeights = true);

/// A finished trial's released model, read back from the ledger. Throws Error(Failed) when there is none.
[[nodiscard]] train::Model releasedModel(const ledger::Project& project, ExperimentId experiment,
                                         TrialId trial);

/// The mean that an experiment released and subtracts from every row; absent while there is none.
[[nodiscard]] std::optional<std::vector<float>> storedMean(const ledger::Project& project,
                                                           ExperimentId experiment);

/// The accuracy that a count over `records` records stands for, with the standard error of its noise.
[[nodiscard]] ledger::Score accuracyOf(double count, double noiseSd, double records, const std::string& kind);

/// Counts correct predictions of `model`: noisy by `request.count`, else exact.
[[nodiscard]] ledger::Score countScore(const TrialContext& context, const ScoreRequest& request,
                                       const train::Model& model, const compute::NoiseSource& noise);

/// The randomness of an attempt: fresh from the operating system, or the user's seed on public data.
[[nodiscard]] compute::NoiseSource noiseOf(const TrialContext& context, TrialId trial, std::int64_t attempt);

/// The ledger's form of a charged count: `{"what": "count", "count": …, "noise_sd": …, "sensitivity": …}`.
[[nodiscard]] nlohmann::json countRecord(const train::CountPlan& plan);

} // namespace parsimony::session
