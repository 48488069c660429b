// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace parsimony {

/// The whole number that a text is, in digits alone. Throws Error(Usage) naming `what`.
template <std::integral T>
[[nodiscard]] T parseWhole(const std::string& text, const std::string& what) {
    T value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.front() == '-' || result.ptr != text.data() + text.size() ||
        result.ec == std::errc::invalid_argument) {
        failUsage(Sentence("{1}: '{2}' is not a whole number", what, text));
    }
    if (result.ec != std::errc{}) {
        failUsage(Sentence("{1}: {2} is too large; at most {3}", what, text, std::numeric_limits<T>::max()));
    }
    return value;
}

/// The whole number that `json` is. The library's own get() turns 1e78 into what a cast makes of it, which is
/// undefined; files come from anybody.
/// @throws nlohmann::json::type_error if it is none, or lies outside T.
template <std::integral T>
[[nodiscard]] T wholeNumber(const nlohmann::json& json) {
    const bool fits = json.is_number_unsigned()
                          ? std::in_range<T>(json.get<std::uint64_t>())
                          : json.is_number_integer() && std::in_range<T>(json.get<std::int64_t>());
    if (!fits) {
        throw nlohmann::json::type_error::create(302, "type must be a whole number that fits", &json);
    }
    return json.get<T>();
}

/// The same for the member `key` of an object, and `otherwise` where it has none.
template <std::integral T>
[[nodiscard]] T wholeNumberOr(const nlohmann::json& object, const char* key, T otherwise) {
    const auto found = object.find(key);
    return found == object.end() ? otherwise : wholeNumber<T>(*found);
}

/// `number` from `json`, whole or not as its type says.
template <class T>
void readNumber(const nlohmann::json& json, T& number) {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
        number = wholeNumber<T>(json);
    } else {
        json.get_to(number);
    }
}

} // namespace parsimony
