// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/compute/noise.h"
#include "core/train/trial_plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::train {

/// A tensor of released numbers.
struct NamedTensor {
    std::string name; ///< "w", "v", "m", "u", "average", "gram", …
    std::vector<double> values;
    friend bool operator==(const NamedTensor&, const NamedTensor&) = default;
};

/// What a checkpoint keeps: released numbers and the step, nothing else (PRIVACY rule 2).
struct TrainerState {
    std::uint32_t stepsDone = 0;
    std::vector<NamedTensor> tensors;

    /// The tensor of that name, or nullptr.
    [[nodiscard]] const std::vector<double>* find(std::string_view name) const;
    /// Versioned little-endian bytes with a checksum.
    [[nodiscard]] std::vector<std::uint8_t> serialize() const;
    /// Throws Error(Failed) for bytes that serialize() did not write.
    [[nodiscard]] static TrainerState deserialize(std::span<const std::uint8_t> bytes);
    friend bool operator==(const TrainerState&, const TrainerState&) = default;
};

/// Which stream of a step a draw comes from (StreamId::tensor).
enum class DrawKind : std::uint16_t {
    Gradient,
    Gram,
    ClassSums,
    Hessian,
    Sample,
    Direction,
    Mean,
    Count,
    LossDifference,
    ClassCounts,
    Flatness,
    PriorAgreement,
    ClassGrams
};

/// A trained model: the flat parameters of its head.
struct Model {
    compute::HeadShape head;
    std::vector<double> parameters;
};

/// What the trainer really did, release by release: it goes into the ledger, where an audit compares the
/// events that follow from it with the plan's (PRIVACY rule 1).
struct TrainRecord {
    struct Release {
        ReleaseKind kind = ReleaseKind::Gradient;
        std::uint32_t count = 0;
        double clip = 0.0;    ///< as passed to the backend
        double noiseSd = 0.0; ///< as passed to the noise source
        friend bool operator==(const Release&, const Release&) = default;
    };
    std::uint32_t stepsDone = 0;
    double sampleRate = 1.0;
    std::vector<Release> releases;
    std::vector<std::string> notes; ///< post-processing worth knowing: eigenvalues mended, λ used
    friend bool operator==(const TrainRecord&, const TrainRecord&) = default;
};

/// Released progress only: `stepsDone` steps are behind a durable checkpoint or need none.
struct TrainProgress {
    std::uint32_t stepsDone = 0;
    std::uint32_t steps = 0;
};

struct TrainControl {
    std::stop_token stop;
    /// Told after every step at most every 50 ms; carries no number that depends on data.
    std::function<void(const TrainProgress&)> progress;
    /// Must return only when the state is durable. Called at most every `checkpointSeconds`, and when
    /// training ends before its last step; an exception from it stops training. The last step's state may
    /// come with the outcome alone: what is older than `checkpointSeconds` was durable before.
    std::function<void(const TrainerState&)> checkpoint;
    double checkpointSeconds = 1.0;
};

enum class TrainStatus {
    Finished,
    Stopped, ///< the stop token was set; `state` is checkpointed and continues under the same reservation
};

struct TrainOutcome {
    TrainStatus status = TrainStatus::Finished;
    TrainerState state; ///< after the last durable step
    Model model; ///< the trained head (with free step and averaging when Finished, else the current iterate)
    TrainRecord record; ///< of all steps in `state`, earlier attempts included
};

/// Trains one trial. `data` must come from `backend` and have the plan's dim and classes; its precision must
/// be the plan's. `from` continues an earlier attempt: give a NoiseSource of another attempt. `initial` is
/// the matrix of InitKind::File (headShape().parameters() doubles), else empty.
///
/// Throws Error(Usage) for a mismatch. Whatever is thrown after the first pass leaves the reservation
/// charged.
[[nodiscard]] TrainOutcome train(const TrialPlan& plan, compute::ComputeBackend& backend,
                                 const compute::ResidentData& data, const compute::NoiseSource& noise,
                                 const std::optional<TrainerState>& from = std::nullopt,
                                 const TrainControl& control = {}, std::span<const double> initial = {});

/// One of several trials on the same data. What is pointed to outlives the call.
struct TrialJob {
    const TrialPlan* plan = nullptr;
    const compute::NoiseSource* noise = nullptr;
    std::optional<TrainerState> from; ///< as in train()
    TrainControl control;             ///< its stop token is not used
    std::span<const double> initial;  ///< as in train()
};

/// Trains many trials that differ in η, σ, clip, seed, T, even in their trainer, and returns their outcomes
/// in the order of `jobs`, each bit for bit what train() gives for it alone. Trials that follow a full-batch
/// gradient with the same head and loss share passes over the rows: `together` at a time (0: what the backend
/// prefers), a trial that has done its steps makes room for the next one. The others run one by one.
///
/// When `stop` is set, or an exception leaves a callback, no trial goes on; stopped ones come back
/// checkpointed, those that had not begun with no step done.
[[nodiscard]] std::vector<TrainOutcome> trainTogether(std::span<const TrialJob> jobs,
                                                      compute::ComputeBackend& backend,
                                                      const compute::ResidentData& data,
                                                      std::stop_token stop = {}, std::size_t together = 0);

/// A released count: the exact number plus noise, a multiple of releaseGrid(plan.noiseSd()); may lie outside
/// 0..n.
struct NoisyCount {
    double count = 0.0;
    double noiseSd = 0.0;
};

/// Correct predictions of each model on `data` with the plan's noise; one pass for all models. A plan of one
/// count more has the number of records behind them. Throws Error(Interrupted) when stopped, Error(Usage)
/// when the plan is for another number of models.
[[nodiscard]] std::vector<NoisyCount>
noisyCorrectCounts(const CountPlan& plan, compute::ComputeBackend& backend, const compute::ResidentData& data,
                   std::span<const Model> models, const compute::NoiseSource& noise,
                   std::stop_token stop = {});

/// Correct predictions of `model`, and the records of `data` that have a valid label, where their number is
/// private too: a plan of two counts. Throws as noisyCorrectCounts does.
[[nodiscard]] std::pair<NoisyCount, NoisyCount>
noisyShare(const CountPlan& plan, compute::ComputeBackend& backend, const compute::ResidentData& data,
           const Model& model, const compute::NoiseSource& noise, std::stop_token stop = {});

/// The released mean (dim doubles). Throws Error(Interrupted) when stopped.
[[nodiscard]] std::vector<double> privateMean(const MeanPlan& plan, compute::ComputeBackend& backend,
                                              const compute::ResidentData& data,
                                              const compute::NoiseSource& noise, std::stop_token stop = {});

/// Accuracy without noise: a curator value on private data.
[[nodiscard]] compute::CorrectCounts exactCounts(const Model& model, compute::ComputeBackend& backend,
                                                 const compute::ResidentData& data,
                                                 std::stop_token stop = {});

} // namespace parsimony::train
