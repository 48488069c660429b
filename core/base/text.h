// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony {

/// `text` without what stands in `blank` at both of its ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text, std::string_view blank = " \t\r") {
    const auto first = text.find_first_not_of(blank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blank) + 1 - first);
}

/// A name that may stand in options, files and ledgers: letters, digits, '_', '-' and '.'.
[[nodiscard]] inline bool isPlainName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
    });
}

/// The texts with `between` after each but the last.
template <class Texts>
[[nodiscard]] std::string joined(const Texts& texts, std::string_view between) {
    std::string all;
    std::string_view before;
    for (const auto& text : texts) {
        all.append(before).append(text);
        before = between;
    }
    return all;
}

/// `text` as a cell of a CSV file: quoted where a reader could split it.
[[nodiscard]] inline std::string csvCell(std::string_view text) {
    if (text.find_first_of(",;\"\r\n\t ") == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return quoted + '"';
}

/// What stands between the separators of `text`; one empty text where it is empty.
[[nodiscard]] inline std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t first = 0; first <= text.size();) {
        const std::size_t end = std::min(text.find(separator, first), text.size());
        parts.emplace_back(text.substr(first, end - first));
        first = end + 1;
    }
    return parts;
}

[[nodiscard]] inline std::vector<std::string> splitAtCommas(std::string_view text) {
    return splitAt(text, ',');
}

} // namespace parsimony
