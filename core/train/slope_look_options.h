// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>

namespace parsimony::train {

/// Looks, for nothing, whether training has gone too far: D = ⟨W − W₀, G⟩/(n·c), with G the noisy gradient
/// sum at W that is released anyway, is the slope of the loss along what training added. Where labels are
/// mostly noise it rises above zero at a step that suits all others (methods.md, "Measured on hard sets").
/// All of it is made of released numbers.
struct SlopeLook {
    std::uint32_t parts =
        5; ///< looks in a run, one at the end of each part, at the mean of the part's slopes
    /// A normal belief of D, which the mean is averaged with, each by its variance.
    double belief = -0.6, beliefSd = 0.5;
    /// Where that lies above `above`, what training added and all later steps become `factor` of what they
    /// were.
    double above = 0.0, factor = 0.6;
    friend bool operator==(const SlopeLook&, const SlopeLook&) = default;
};

/// Looks, for nothing, whether gradients turn: the cosine of what the first steps' gradients and those since
/// hold beside their noise, whose lengths and effect on later gradients are known. Where it stays 1
/// (isotropic rows, whose first gradient is Bayes' direction already) training further from the start finds
/// nothing new, and its noise alone is added.
struct TurnLook {
    /// Of the run: the first gradients, and from where on it is looked at.
    double early = 0.25, from = 0.5;
    /// A normal belief of the cosine, which what is seen is averaged with, each by its variance; of what is
    /// seen, noise can make more than 1.
    double belief = 0.75, beliefSd = 0.15, mostCosine = 1.2;
    /// f is at most 1 up to a cosine of `low`, SignalLook::least from `high` on, `caution` standard errors
    /// taken off. After the last step it is what SignalLook says: the start's bias is meant for that scale.
    double caution = 1.0, low = 0.9, high = 0.95;
    friend bool operator==(const TurnLook&, const TurnLook&) = default;
};

/// The same slope at every step, less what is known of it: V = W − W₀ holds noise, which alone gives D =
/// h·ν_t² (ν_t its standard deviation in a logit, h below), and each row's pull on itself. What is left, over
/// what one ν of the whole path adds, is a, the signal: the ν at which the loss of other rows would be least
/// were there no noise to pay for. Where a is small so is the best ν. W = W₀ − f·η·Σ of noisy gradients, so f
/// changes all of the path at any step, and a step's gradient is then taken there.
struct SignalLook {
    /// A normal belief of a (in logits), which what is seen is averaged with, each by its variance.
    double belief = 1.4, beliefSd = 0.7;
    /// f grows from `least` to 1 as a goes from `low` to `high`; of a, `caution` standard errors are taken
    /// off until the part `cautious` of the run is over. Chosen in NumPy (methods.md, "Measured on hard
    /// sets").
    double low = 0.7, high = 1.2, least = 0.35;
    double caution = 2.0, cautious = 0.7;
    std::optional<TurnLook> turn = TurnLook(); ///< absent in plans of before
    /// Of the rows: their norm, and the share of its square that their last coordinate, the bias, has.
    double norm = 1.0, biasShare = 0.0;
    friend bool operator==(const SignalLook&, const SignalLook&) = default;
};

[[nodiscard]] nlohmann::json toJson(const SlopeLook& look);
/// Inverse of toJson; throws nlohmann::json::exception, and Error(Failed) for numbers out of range.
[[nodiscard]] SlopeLook slopeLookFromJson(const nlohmann::json& json);
[[nodiscard]] nlohmann::json toJson(const SignalLook& look);
[[nodiscard]] SignalLook signalLookFromJson(const nlohmann::json& json);

} // namespace parsimony::train
