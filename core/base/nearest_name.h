// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace parsimony {

/// The candidate with the smallest edit distance to `name`; empty when none is within a third of `name`'s
/// length.
[[nodiscard]] std::string nearestName(std::string_view name, std::span<const std::string> candidates);

/// "a, b, c", of many the first and the last: "a, b, …, y, z (300 in all)".
[[nodiscard]] std::string listed(std::span<const std::string> names);

/// Throws Error(Usage) for a text that is none of the words which `option` takes, naming the nearest: the
/// sentence of command line, files and window.
[[noreturn]] void refuseWord(const std::string& option, const std::string& text,
                             std::span<const std::string> words);

/// "unknown option --epsilno; did you mean --epsilon?": the sentence of command line, files and window. Where
/// no name is near, it asks for those that end with the whole of what was written.
[[nodiscard]] std::string unknownOption(std::string_view name, std::span<const std::string> known);

} // namespace parsimony
