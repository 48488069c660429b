// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/in_window.h"
#include "core/compute/types.h"
#include "core/train/trainer_list.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::train {

/// How a trainer's steps turn noise into noise of the logits (core/train/logit_noise.h).
enum class ScaleRule {
    None,          ///< not a function of a step size
    Descent,       ///< the step is η times the (momentum-averaged) noisy mean gradient
    Adam,          ///< where noise rules, each step moves a weight by about η
    AdamRootSteps, ///< the same without its momentum: of plans that were made so, never a trainer's own
};

/// A learning rate from declared constants alone: `factor`, or `factor`/√T of T steps.
struct OwnRate {
    double factor = 0.0;
    bool perRootStep = false;
    [[nodiscard]] double at(std::uint32_t steps) const {
        return perRootStep ? factor / std::sqrt(static_cast<double>(steps)) : factor;
    }
    friend bool operator==(const OwnRate&, const OwnRate&) = default;
};

struct TrainerOptions;

/// What is fixed about a trainer: everybody who has to know a trainer's nature asks here.
struct TrainerTraits {
    TrainerKind kind = TrainerKind::DpGd;
    std::string_view name;    ///< as on the command line, in plans and in ledgers
    std::string_view label;   ///< as the window shows it
    std::string_view summary; ///< one sentence

    // What it takes
    bool linearHeadOnly = false;
    std::optional<compute::Loss> onlyLoss = {}; ///< the one loss that its bound holds for
    bool samples = false;                       ///< may read a Poisson sample of the records in each step
    bool oneStep = false;                       ///< solves once: T = 1
    bool momentum = false;                      ///< has the buffer v, its momentum ρ and the free step
    /// Releases a matrix beside its sums: takes a ridge λ and a share of μ² for the matrix; σ is that of one
    /// release which costs as much as all of them.
    bool matrix = false;
    bool classMatrices = false; ///< may release a Gram matrix of each class as well
    bool severalLabels = false; ///< what it releases is bounded for records of several labels too

    // What it does
    bool stepSize = true;         ///< follows a gradient with a learning rate that somebody has to choose
    bool clippedGradients = true; ///< its sums are those of clipped gradients, so that trials share passes
    bool plainDescent = false;    ///< adds up gradients of full batches and nothing else
    bool needsNoise = false;      ///< takes its step from the noise: it has no twin without
    ScaleRule scale = ScaleRule::None;
    std::optional<OwnRate> ownRate = {}; ///< where nobody gives a rate and none follows from ν

    /// The score above which a class of several is more likely than not; null: 0, of logits.
    double (*labelThreshold)(const TrainerOptions& options) = nullptr;

    // What the options of a run are where nobody asks for others
    std::uint32_t steps = 50;
    double maxGradNorm = 1.0;
    double sampleRate = 1.0;
    /// Where every bias starts; a trainer that has one takes the bias for a constant, which costs nothing.
    std::optional<double> initBias = {};
    double gramFraction = 0.5; ///< share of μ² for Gram matrix, Hessians or covariance
    double ridgePart = 1.0;    ///< λ as a part of that matrix's noise, where nobody gives one
    std::uint32_t auditRecords = 0, auditColumns = 0; ///< of the run that is attacked; 0: all there are

    /// Is the noise in the logits, ν, a function of a learning rate that is to be chosen, and of declared
    /// constants alone? Then a rate follows from them without a look at the data (unit noise), and the best
    /// ones lie near one ν.
    [[nodiscard]] bool followsUnitNoise() const { return stepSize && scale != ScaleRule::None; }
    [[nodiscard]] compute::Loss loss() const { return onlyLoss.value_or(compute::Loss::Softmax); }
};

[[nodiscard]] const TrainerTraits& traitsOf(TrainerKind kind);
/// Of every trainer, in the order in which lists show them.
[[nodiscard]] std::vector<const TrainerTraits*> allTrainers();
[[nodiscard]] std::vector<std::string> trainerNames();

[[nodiscard]] std::string_view trainerName(TrainerKind kind);
/// The trainer of that name, or nullptr.
[[nodiscard]] const TrainerTraits* findTrainer(std::string_view name);
/// Throws Error(Usage) naming all and the nearest; `what` is what the user wrote the name behind.
[[nodiscard]] TrainerKind parseTrainer(std::string_view text, const std::string& what);

} // namespace parsimony::train
