// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>

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

[[nodiscard]] nlohmann::json toJson(const SlopeLook& look);
/// Inverse of toJson; throws nlohmann::json::exception, and Error(Failed) for numbers out of range.
[[nodiscard]] SlopeLook slopeLookFromJson(const nlohmann::json& json);

} // namespace parsimony::train
