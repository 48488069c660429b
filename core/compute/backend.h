// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/noise.h"
#include "core/compute/types.h"
#include "core/data/feature_source.h"
#include "core/data/label_sets.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::compute {

/// What a backend is to make resident.
struct UploadRequest {
    std::shared_ptr<const data::FeatureSource> features; ///< kept alive by the resident data
    std::span<const std::int32_t>
        labels; ///< one a row, copied; outside 0..classes−1: the row contributes nothing
    std::uint32_t classes = 0;
    Precision precision = Precision::Float32;
    std::uint64_t memoryLimit =
        0; ///< bytes the features may take; 0: what the machine can spare. Above it they stream
    /// Public rows that many trials are to be trained on: of several processes each may keep all of them.
    bool everywhere = false;
    /// Of records that may have several labels, in place of `labels`, copied; null: there are none. A record
    /// that is not valid contributes nothing, one with no label is a negative of all classes.
    const data::LabelSets* labelSets = nullptr;
};

/// Throws Error(Usage) for softmax where records may have several labels: its residual takes one away.
void checkLoss(Loss loss, std::uint32_t labelsPerRecord);
/// Throws Error(Usage): the sums of that device are of records with one label.
[[noreturn]] void failOneLabel(const std::string& device);

/// Features and labels of one part, ready for passes of the backend that made them. Immutable.
class ResidentData {
public:
    virtual ~ResidentData();
    [[nodiscard]] virtual std::size_t rows() const = 0;
    [[nodiscard]] virtual std::size_t dim() const = 0; ///< numbers a record
    [[nodiscard]] virtual std::uint32_t classes() const = 0;
    [[nodiscard]] virtual Precision precision() const = 0;
    [[nodiscard]] virtual bool streamed() const = 0; ///< rows are read from their source in every pass
    /// The most labels of a record; 1: each has one.
    [[nodiscard]] virtual std::uint32_t labelsPerRecord() const { return 1; }
};

/// One trial in a pass. K tasks share the pass over the rows; they have one head shape and one loss.
struct GradientTask {
    std::span<const double> parameters; ///< HeadShape::parameters()
    double clip = 1.0;                  ///< norm bound of a record's gradient, > 0; infinity: not clipped
    std::span<double> sum; ///< out, HeadShape::parameters(): Σ_i min(1, clip/‖∇ℓ_i‖)·∇ℓ_i
};

/// One trial of DP-GD that a backend carries through many steps where its numbers lie: Σ of the pass, noise
/// of its own stream, momentum, weights; numerics::descentStep is the rule.
struct DescentTask {
    std::span<double> weights;  ///< in, out, HeadShape::parameters()
    std::span<double> velocity; ///< in, out, the same size
    double clip = 1.0;
    double noiseSd = 0.0;
    double divisor = 1.0;
    double weightDecay = 0.0;
    double momentum = 0.0;
    double learningRate = 0.0;
    const NoiseSource* noise = nullptr;
    StreamId stream; ///< of the first step's noise; later steps count its step up
};

/// What all tasks of a pass share.
struct PassOptions {
    HeadShape head;
    Loss loss = Loss::Softmax;
    /// Rows of a Poisson sample, ascending; null: all rows. An empty sample gives zero sums.
    const std::vector<std::uint32_t>* subset = nullptr;
    std::stop_token stop;
};

/// Correct predictions of one model (the largest logit, the lowest class on a tie). Of records that may have
/// several labels a prediction is correct when the class is among them: precision at 1, of which a record
/// adds 0 or 1. Such a record counts in the class that is predicted, not in those that it has.
struct CorrectCounts {
    std::uint64_t total = 0;
    std::vector<std::uint64_t> perClass;        ///< correct records of each class
    std::vector<std::uint64_t> recordsPerClass; ///< records of each class with a valid label
};

/// Sums that the second-order trainers and the private mean release. Rows are scaled to norm ≤ rowClip first;
/// with `bias` a 1 is appended to the scaled row, so its norm is at most √(rowClip² + 1). Empty spans are not
/// computed. Records without a valid label contribute nothing.
struct MomentTask {
    double rowClip = 1.0;
    bool bias = false;
    std::span<double> gram;       ///< out, D×D with D = dim + bias: Σ x xᵀ, both triangles
    std::span<double> classSums;  ///< out, classes×D: Σ_{y_i = j} x_i, of several labels j ∈ Y_i
    std::span<double> rowSum;     ///< out, D: Σ x_i
    std::span<double> classGrams; ///< out, classes×D×D: Σ_{y_i = j} x xᵀ, likewise
};

/// Gradient and Hessian sums of the per-class sigmoid loss at `parameters`, rows scaled to norm ≤ rowClip;
/// p_ij = sigmoid(θ_j·x_i + offset_j). Records without a valid label contribute nothing.
struct NewtonTask {
    std::span<const double> parameters; ///< classes × dim
    std::span<const double> offsets;    ///< classes; constants, not trained
    double rowClip = 1.0;
    std::span<double> gradients; ///< out, classes×dim: Σ (p_ij − [y_i = j]) x_i
    std::span<double> hessians;  ///< out, classes×dim×dim: Σ p_ij(1 − p_ij) x_i x_iᵀ, both triangles
};

/// What is known of how far float32 takes the sums of a gradient pass from kArithmeticSlack's bound.
enum class SlackClaim {
    Unknown, ///< nothing: no charged trial may use them
    Checked, ///< proved for IEEE float32 in an order that the shape fixes, which is how the device is asked
             ///< to add; that it does is checked on it before a charged trial (checkDevice), not proved for
             ///< it
    Proved,
};

/// The one place where private rows are multiplied. Sums come back exact up to kArithmeticSlack, as far as
/// slackClaim() says, and without noise: they go into a NoiseSource before anything else sees them.
///
/// Public calls check their arguments and throw Error(Usage) for wrong shapes, a clip that is not positive or
/// more trials than memory holds. A pass returns false when `stop` was requested: its outputs are then
/// undefined. Results do not depend on the number of threads. One pass at a time per backend.
class ComputeBackend {
public:
    virtual ~ComputeBackend();

    [[nodiscard]] virtual std::string name() const = 0; ///< "cpu", "cuda:0"
    [[nodiscard]] virtual std::string
    description() const = 0; ///< one line: processor, instruction set, threads

    /// Of clippedGradientSums() and descend() with such a head on features of that precision; `sampled`: with
    /// a subset. All other sums are the CPU's, whose slack is proved.
    [[nodiscard]] virtual SlackClaim slackClaim(const HeadShape& head, Precision precision,
                                                bool sampled) const;

    /// Whether it computes on devices of their own memory, which are timed by steps that are carried out
    /// there.
    [[nodiscard]] virtual bool isOfDevices() const { return false; }

    /// Whether records may have several labels.
    [[nodiscard]] virtual bool takesLabelSets() const { return false; }

    /// The backends that share the rows of this one, when it is a group; each is to be checked by itself too.
    [[nodiscard]] virtual std::vector<ComputeBackend*> members() { return {}; }

    /// Throws Error(Usage) when sizes do not match or classes is not in 1..10⁵.
    [[nodiscard]] std::unique_ptr<ResidentData> upload(const UploadRequest& request);

    /// How many trials of this head are worth a pass together; more make it no cheaper a trial.
    [[nodiscard]] virtual std::size_t preferredTrials(const HeadShape& head) const;

    [[nodiscard]] bool clippedGradientSums(const ResidentData& data, const PassOptions& options,
                                           std::span<const GradientTask> tasks);

    /// Makes `steps` steps of every trial without bringing anything back in between, and says how many it
    /// made: fewer when `stop` was requested, all trials alike. Nothing when the backend can't do that for
    /// this head or sample: then the caller goes pass by pass, which gives the same results up to the
    /// rounding of the sums.
    [[nodiscard]] std::optional<std::uint32_t> descend(const ResidentData& data, const PassOptions& options,
                                                       std::span<const DescentTask> tasks,
                                                       std::uint32_t steps);

    /// For benchmarks: seconds of the two products of a pass by themselves, over all rows at once and in the
    /// data's precision; nothing where they can't be had apart.
    [[nodiscard]] virtual std::optional<double>
    productSeconds(const ResidentData& data, const HeadShape& head, std::size_t trials, unsigned repeats);

    /// Σ_i clamp(ℓ_i(θ + s·z) − ℓ_i(θ − s·z), ±clip), ℓ the loss; for zeroth-order training.
    [[nodiscard]] bool clippedLossDifference(const ResidentData& data, const PassOptions& options,
                                             std::span<const double> plus, std::span<const double> minus,
                                             double clip, double& sum);

    [[nodiscard]] bool moments(const ResidentData& data, const MomentTask& task, std::stop_token stop);
    [[nodiscard]] bool newtonSums(const ResidentData& data, const NewtonTask& task, std::stop_token stop);

    /// Counts for each model (parameters() doubles each); a pass for each model. Records of a head over views
    /// may have fewer of them than it was trained on, all rows alike (HeadShape::onRecordsOf); so in
    /// logits().
    [[nodiscard]] bool countCorrect(const ResidentData& data, const HeadShape& head,
                                    std::span<const std::span<const double>> models,
                                    std::span<CorrectCounts> counts, std::stop_token stop);

    /// Logits, rows × classes, row-major, of rows [first, first + count).
    void logits(const ResidentData& data, const HeadShape& head, std::span<const double> parameters,
                std::size_t first, std::size_t count, std::span<float> out);

protected:
    [[nodiscard]] virtual std::unique_ptr<ResidentData> doUpload(const UploadRequest& request) = 0;
    [[nodiscard]] virtual bool doClippedGradientSums(const ResidentData&, const PassOptions&,
                                                     std::span<const GradientTask>) = 0;
    [[nodiscard]] virtual std::optional<std::uint32_t>
    doDescend(const ResidentData&, const PassOptions&, std::span<const DescentTask>, std::uint32_t steps);
    [[nodiscard]] virtual bool doClippedLossDifference(const ResidentData&, const PassOptions&,
                                                       std::span<const double> plus,
                                                       std::span<const double> minus, double clip,
                                                       double& sum) = 0;
    [[nodiscard]] virtual bool doMoments(const ResidentData&, const MomentTask&, std::stop_token) = 0;
    [[nodiscard]] virtual bool doNewtonSums(const ResidentData&, const NewtonTask&, std::stop_token) = 0;
    [[nodiscard]] virtual bool doCountCorrect(const ResidentData&, const HeadShape&,
                                              std::span<const std::span<const double>> models,
                                              std::span<CorrectCounts> counts, std::stop_token) = 0;
    virtual void doLogits(const ResidentData&, const HeadShape&, std::span<const double> parameters,
                          std::size_t first, std::size_t count, std::span<float> out) = 0;
};

struct CpuOptions {
    unsigned threads = 0; ///< 0: all processors this process may use
    /// What is multiplied with: "amx", "avx512-bf16", "avx512", "avx2" …; empty: what is fastest here.
    std::string instructions{};
};

/// Throws Error(Usage) where the processor lacks the instructions.
[[nodiscard]] std::unique_ptr<ComputeBackend> makeCpuBackend(const CpuOptions& options = {});

} // namespace parsimony::compute
