// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>

namespace parsimony::ledger {

/// What a row of norm 1 can move a clipped sum by, the slack of the arithmetic included.
inline constexpr double kMoved = 1.0048828125;

/// Of `steps` steps with noise of `z` sensitivities, as the plan of a trial holds it.
inline nlohmann::json planOfTraining(double z, std::uint64_t steps = 10) {
    const nlohmann::json options{
        {"bias", false}, {"max_grad_norm", 1.0}, {"sample_rate", 1.0}, {"trainer", "dp-gd"}};
    const nlohmann::json release{{"clip", 1.0},
                                 {"count", steps},
                                 {"kind", "gradient"},
                                 {"noise_sd", z * kMoved},
                                 {"sensitivity", kMoved}};
    return {{"adjacency", "add_or_remove_one"},
            {"arithmetic_slack", kMoved - 1.0},
            {"classes", 10},
            {"noise_multiplier", z * kMoved},
            {"options", options},
            {"private", true},
            {"releases", nlohmann::json::array({release})},
            {"rows_per_person", 1},
            {"steps", steps}};
}

/// Of one count with noise of this standard deviation, as the plan of a trial holds it.
inline nlohmann::json planOfCount(double noise) {
    return {{"counts", 1}, {"noise_sd", noise}, {"rows_per_person", 1}, {"version", 1}};
}

} // namespace parsimony::ledger
