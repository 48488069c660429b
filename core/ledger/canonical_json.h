// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace parsimony::ledger {

/// Sorted keys, no spaces, the shortest numbers that read back as the same double. Throws Error(Failed) on
/// NaN, infinity or text that is not UTF-8: JSON would silently turn them into something else.
[[nodiscard]] std::string canonicalJson(const nlohmann::json& value);

/// Inverse; throws Error(Failed) naming `what` on text that is no JSON or nested deeper than 64 levels.
[[nodiscard]] nlohmann::json parseJson(std::string_view text, const std::string& what);

} // namespace parsimony::ledger
