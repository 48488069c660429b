// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

// The words that server and client know each other by.
namespace parsimony::wire {

inline constexpr const char* kSchema = "parsimony/serve/1";
/// Does the other side, which says this, speak the same?
[[nodiscard]] inline bool isSchema(const nlohmann::json& said) {
    return said == kSchema;
}

} // namespace parsimony::wire
