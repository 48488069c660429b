// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/decomposition.h"
#include "core/search/run_share.h"
#include "core/search/sampler.h"
#include "core/train/logit_noise.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace parsimony::search {

using train::learningRateFor;
using train::nuOf;
using train::ScaleRule;
using train::StepScale;

/// σ (noise sd / clip) of a run of `steps` steps in `phase` (−1: final) with these settings, score releases
/// already set aside. The caller calibrates: Δ/c·√T/μ for Gaussian events, the PLD accountant for sub-sampled
/// ones. Must be a pure function.
using NoiseFor = std::function<double(int phase, std::uint32_t steps, const train::Knobs& knobs)>;

/// What r, η and T a method may choose.
struct SearchSpace {
    StepScale scale;
    /// The range of r = η·T; absent: `auto`, the r that give ν in `nu` at each run's own σ and T.
    std::optional<Range> totalStep;
    Range nu{0.15, 3.0};
    StepGrid grid;
    SamplerKind sampler = SamplerKind::Stratified;
    DecompositionKind decomposition = DecompositionKind::Derive;
    double tolerance = 0.1; ///< of sample-until, relative to r
    /// Of trainers without a step size to choose (their rate follows from declared constants, or they have
    /// none): T and the axes are all that differs.
    bool stepsOnly = false;
    bool reachesRate = true; ///< T is drawn where r/T ≤ η_max; plans of before clamped r instead
    std::vector<train::Axis> axes;
    train::Knobs knobs; ///< of every point: of one place in the axes, see at()
    /// q of each trainer of an axis of them where no axis has it.
    std::function<double(train::TrainerKind)> rateOf{};

    /// The same for every combination of the axes. Throws Error(Usage) when a list or range is wrong, when no
    /// pair of the grid reaches the range of r, when `auto` has no row norm; Error(Refused) when T would
    /// adapt under Poisson sampling (PRIVACY rule 7).
    void check(const NoiseFor& noise, int phase = 0) const;
    /// Is T open until r is known?
    [[nodiscard]] bool stepsFollowR() const;
    /// The space where the axes have these values: its scale is theirs, and no axis is left.
    [[nodiscard]] SearchSpace at(train::Knobs values) const;
    /// Is this what at() makes of it?
    [[nodiscard]] bool isAt(const train::Knobs& values) const { return axes.empty() && knobs == values; }
    /// A value of each axis that the run's trainer looks at, drawn uniformly and by itself.
    [[nodiscard]] train::Knobs drawKnobs(UniformSource& source) const;
    /// Every combination of the axes' values that differs to its trainer, the last axis changing first; one,
    /// without values, where there is no axis. Throws Error(Usage) above 10,000.
    [[nodiscard]] std::vector<train::Knobs> combinations() const;
    /// Rate and steps of every run that it may give, without σ, where any of them reads Poisson samples; else
    /// none.
    [[nodiscard]] std::vector<RunNoise> kindsOfRuns() const;
    /// The range of r of a run with noise σ and T steps.
    [[nodiscard]] Range rangeOf(double noiseMultiplier, std::uint32_t steps) const;
    /// ν of a run; absent where rows have no bound.
    [[nodiscard]] std::optional<double> nuAt(double noiseMultiplier, std::uint32_t steps,
                                             double learningRate) const;
};

/// T of a run as planning draws it. For sample-until, whose T follows from r, the number is only where the
/// range of an `auto` r is taken.
[[nodiscard]] std::uint32_t plannedSteps(const SearchSpace& space, UniformSource& source);

/// (η, T) of a trial at `position` of its range, in a space without axes. Draws again inside the position's
/// cell when sample-until finds no pair; throws Error(Usage) when 1,000 draws find none.
[[nodiscard]] StepChoice chooseTrial(const SearchSpace& space, const NoiseFor& noise, int phase,
                                     std::uint32_t steps, const Position& position, UniformSource& source);

/// (η, T) of a run that is to come as near to r as the space allows; never fails.
[[nodiscard]] StepChoice chooseFor(const SearchSpace& space, double r, std::uint32_t steps,
                                   UniformSource& source);

struct Proposal; // core/search/sequential_method.h

/// Writes T, η, σ and what follows from them into a run whose phase is known.
void fill(Proposal& run, const StepChoice& choice, const SearchSpace& space, const NoiseFor& noise);

} // namespace parsimony::search
