// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace parsimony {

/// The word of an enum's value; `words` stand in the order of its values, from 0.
template <class Enum, class Word, std::size_t N>
[[nodiscard]] constexpr const Word& wordOf(const std::array<Word, N>& words, Enum value) {
    return words[static_cast<std::size_t>(value)];
}

/// The value that has this word.
template <class Enum, class Word, std::size_t N>
[[nodiscard]] std::optional<Enum> valueNamed(const std::array<Word, N>& words, std::string_view word) {
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::nullopt : std::optional(static_cast<Enum>(found - words.begin()));
}

} // namespace parsimony
