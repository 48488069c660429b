// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace parsimony {

/// JSON has neither infinities nor NaN: null stands for those.
[[nodiscard]] inline nlohmann::json numberOrNull(double value) {
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}
/// And for a number that is absent.
[[nodiscard]] inline nlohmann::json numberOrNull(const std::optional<double>& value) {
    return value ? numberOrNull(*value) : nlohmann::json();
}

} // namespace parsimony
