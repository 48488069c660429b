// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/lr_decay.h"
#include "core/train/slope_look_options.h"
#include "core/train/trainer_numbers.h"
#include "core/train/trainer_traits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parsimony::train {

using compute::HeadKind;
using compute::Loss;
using compute::Precision;

enum class Averaging {
    None,
    Ema, ///< exponential moving average of the iterates, without start-up bias
    Swa, ///< plain mean of the iterates of the second half
};

enum class InitKind {
    Zero,
    He,   ///< N(0, 2/dim) from declared constants: a fixed public stream, the same in every run
    File, ///< a matrix of the user, declared public
};

[[nodiscard]] std::string_view averagingName(Averaging averaging);

/// Views of a record at most.
inline constexpr std::uint32_t kMostViews = 4096;

/// `linear`, `sequence` (with `:L` vectors a record) or `hidden:H`, with `,H` for each further layer; or the
/// linear one over views.
struct HeadOption {
    HeadKind kind = HeadKind::Linear;
    std::uint32_t hidden = 0;
    std::uint32_t sequenceLength = 1;
    std::array<std::uint32_t, compute::kMostHiddenLayers - 1> deeper{}; ///< as in HeadShape
    friend bool operator==(const HeadOption&, const HeadOption&) = default;
};
[[nodiscard]] std::string headText(const HeadOption& head);
[[nodiscard]] HeadOption parseHead(std::string_view text, const std::string& what);
/// A linear head on each of a record's views (--views), which ledgers call "views:V".
[[nodiscard]] HeadOption headOfViews(std::uint32_t views);

/// Everything about a trainer that stays the same over an experiment.
struct TrainerOptions {
    TrainerKind trainer = TrainerKind::DpGd;
    HeadOption head;
    Loss loss = Loss::Softmax;
    double maxGradNorm = 1.0; ///< clip c of a record's gradient; the second-order trainers clip rows to it
    double momentum = 0.9;    ///< ρ of DP-GD and DP-SGD
    double sampleRate = 1.0;  ///< q; below 1: Poisson sampling
    InitKind init = InitKind::Zero;
    std::string initDigest; ///< of a File init: hexadecimal SHA-256 of its matrix, so that a plan names it
    double initScale = 1.0; ///< what a He or File init is multiplied by
    double initBias = 0.0;  ///< start of every bias (−10 in FEAT D.4); needs `bias`
    std::optional<double> ridge;     ///< λ; absent: from the noise of the matrix
    std::optional<double> ridgePart; ///< what part of that noise; absent: the trainer's own
    std::optional<double>
        gramFraction; ///< share of μ² for Gram, Hessian or covariance; absent: the trainer's own
    /// α of A_j + αG in DP-LS, A_j being the Gram matrix of class j; absent: G alone
    std::optional<double> alpha;
    double weightDecay = 0.0;
    LrDecay lrDecay = LrDecay::None; ///< of trainers with a step size
    Averaging averaging = Averaging::None;
    bool bias = false;
    bool freeStep = true; ///< DP-GD: one more step from the momentum buffer
    Precision precision = Precision::Float32;
    std::optional<SlopeLook> slopeLook{};   ///< of DP-GD and DP-SGD
    std::optional<SignalLook> signalLook{}; ///< of DP-GD without momentum; wins over slopeLook
    std::string encoder{}; ///< whose rows are trained on, where a part has those of several; else empty
    /// Rows are [x, 0] or [0, x], so that there are two models of their own records each; the mean of the two
    /// is the classifier. Of DP-GD with a linear head that starts from zero.
    bool halves = false;
    TrainerNumbers numbers{};
    /// Models that a run trains side by side.
    [[nodiscard]] std::uint32_t models() const { return halves ? 2 : 1; }
    friend bool operator==(const TrainerOptions&, const TrainerOptions&) = default;
};

/// The weights are their start less the learning rate times the sum of the gradients of full batches.
[[nodiscard]] bool addsUpGradients(const TrainerOptions& options);
/// Throws Error(Usage) for values out of range and for options that do not go together.
void checkTrainerOptions(const TrainerOptions& options);
/// Throws Error(Usage) unless the most labels of a record lie in 1..classes.
void checkLabelsPerRecord(std::uint32_t labelsPerRecord, std::uint32_t classes);
/// Throws Error(Usage) where records may have more labels than there are classes, or than what the trainer
/// releases is bounded for.
void checkLabelsPerRecord(const TrainerOptions& options, std::uint32_t labelsPerRecord,
                          std::uint32_t classes);

} // namespace parsimony::train
