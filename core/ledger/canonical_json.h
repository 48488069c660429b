// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace parsimony::ledger {

/// Sorted keys, no spaces, the shortest numbers that read back as the same double. Throws Error(Failed) on
/// NaN, infinity or text that is not UTF-8: JSON would silently turn them into something else.
[[nodiscard]] std::string canonicalJson(const nlohmann::json& value);

[[noreturn]] void failField(const char* key);

/// Inverse; throws Error(Failed) naming `what` on text that is no JSON or nested deeper than 64 levels.
[[nodiscard]] nlohmann::json parseJson(std::string_view text, const std::string& what);

/// `object[key]`, or `otherwise` where there is none. Throws Error(Failed) when it is of another type: a file
/// that was tampered with must end in a sentence.
template <class Value>
[[nodiscard]] Value field(const nlohmann::json& object, const char* key, Value otherwise) {
    try {
        return object.value(key, std::move(otherwise));
    } catch (const nlohmann::json::exception&) {
        failField(key);
    }
}
[[nodiscard]] inline std::string field(const nlohmann::json& object, const char* key, const char* otherwise) {
    return field(object, key, std::string(otherwise));
}

} // namespace parsimony::ledger
