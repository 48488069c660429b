// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/accountant.h"
#include "core/privacy/event.h"

#include <cstdint>
#include <span>
#include <vector>

namespace parsimony {

/// T equal releases that a calibration looks for a parameter of: Poisson-sampled where q < 1, plain Gaussian
/// where q = 1.
struct Releases {
    std::uint64_t steps = 1;
    SampleRate sampleRate{1.0};
    NoiseMultiplier noiseMultiplier{1.0}; ///< noise sd / sensitivity; ignored where it is what is looked for
    Adjacency adjacency = Adjacency::AddOrRemoveOne;

    [[nodiscard]] PrivacyEvent event() const;
};

/// What was found, with the charged figure at it, which is never above the target.
struct Calibrated {
    Releases releases;
    AccountantFigure figure;
};

/// The smallest noise multiplier at which the charged ε of `releases` together with `others` is at most
/// `target`, within 1e-4 relative of ε (exactly, where all events are Gaussian). Throws Error(Refused) when
/// `others` alone cost too much.
[[nodiscard]] Calibrated calibrateNoise(Epsilon target, Delta delta, const Releases& releases,
                                        std::span<const PrivacyEvent> others = {});

/// `releases` with every noise multiplier times the least factor at which the charged ε of them all together
/// with `others` is at most `target`, within 1e-4 relative of ε. Throws Error(Refused) as calibrateNoise
/// does.
[[nodiscard]] std::vector<Releases> calibrateTogether(Epsilon target, Delta delta,
                                                      std::vector<Releases> releases,
                                                      std::span<const PrivacyEvent> others = {});

/// The largest number of steps (≤ 2⁵³) that fits; throws Error(Refused) when not even one does.
[[nodiscard]] Calibrated calibrateSteps(Epsilon target, Delta delta, const Releases& releases,
                                        std::span<const PrivacyEvent> others = {});

/// The largest sample rate (≤ 1) that fits, within 1e-4 relative of ε; throws Error(Refused) when not even
/// 1e-9 does.
[[nodiscard]] Calibrated calibrateRate(Epsilon target, Delta delta, const Releases& releases,
                                       std::span<const PrivacyEvent> others = {});

} // namespace parsimony
