// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/event.h"
#include "core/train/trainer_options.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace parsimony::train {

/// What one trial is to do, in declared constants only (PRIVACY rule 9).
struct TrialSpec {
    TrainerOptions options;
    double learningRate = 0.0; ///< η; not used by DP-LS, DP-Newton and DPAdamWOSM
    std::uint32_t steps = 1;   ///< T
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    double publicRecords = 1.0; ///< n_pub, the divisor
    std::uint32_t dim = 0;      ///< numbers a record
    std::uint32_t classes = 0;
    std::uint32_t labelsPerRecord = 1; ///< the most that a record has, as declared
    friend bool operator==(const TrialSpec&, const TrialSpec&) = default;
};

/// Which of a trainer's tensors a release is.
enum class ReleaseKind {
    Gradient,
    Gram,
    ClassSums,
    Hessian,
    LossDifference,
    Mean,
    Count,
    ClassCounts,
    Flatness,
    ClassGrams
};
[[nodiscard]] std::string_view releaseName(ReleaseKind kind);
/// Absent where there is no release of that name.
[[nodiscard]] std::optional<ReleaseKind> releaseKindNamed(std::string_view name);

/// One kind of release of a plan: `count` times a sum with Gaussian noise.
struct PlannedRelease {
    ReleaseKind kind = ReleaseKind::Gradient;
    std::uint32_t count = 1; ///< once a step or once in all
    double clip = 0.0;       ///< norm bound of one record's contribution to the sum, before the slack
    Sensitivity sensitivity; ///< Δ: adjacency, rows per person and arithmetic slack included
    double noiseSd = 0.0;    ///< standard deviation of the noise on the sum
    /// Of a release that is made before the first step: the tensor of the state that it is kept in.
    std::string_view keptAs = {};
    [[nodiscard]] NoiseMultiplier eventMultiplier() const; ///< z = noiseSd/Δ
};

} // namespace parsimony::train
