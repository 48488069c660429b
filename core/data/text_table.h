// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/text_lines.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::data {

/// The line of a text that names its columns. Records are split at its delimiter, whatever they hold, so that
/// no record says how another one is read.
struct TableHeader {
    std::vector<std::string> names;
    char delimiter = ',';
};

/// Takes remarks (empty lines and those that begin with '#') and the line behind them off `lines`. Throws
/// Error(Failed) when there is none.
[[nodiscard]] TableHeader takeHeader(TextLines& lines);

/// The position of the column `name`; throws Error(Failed) when there is none, or several. The message names
/// the nearest and all where `listing`; elsewhere what was taken for a header may be a record, and the
/// curator alone is told of them.
[[nodiscard]] std::size_t columnNamed(const std::string& name, const TableHeader& header,
                                      const std::string& path, bool listing);

/// Hands each cell of a record to `take`, blanks around it included, and returns how many there were. A cell
/// in quotes may hold the delimiter, and two quotes for one; its quotes are taken off.
template <class Take>
std::size_t forTableCells(std::string_view line, char delimiter, Take&& take) {
    std::string unquoted;
    std::size_t count = 0;
    for (std::size_t at = 0;; ++count) {
        while (at < line.size() && line[at] == ' ') {
            ++at;
        }
        if (at < line.size() && line[at] == '"') {
            unquoted.clear();
            for (++at; at < line.size() && (line[at] != '"' || (at + 1 < line.size() && line[at + 1] == '"'));
                 ++at) {
                at += line[at] == '"' ? 1 : 0;
                unquoted.push_back(line[at]);
            }
            at = std::min(line.find(delimiter, at), line.size());
            take(std::string_view(unquoted));
        } else {
            const std::size_t end = std::min(line.find(delimiter, at), line.size());
            take(line.substr(at, end - at));
            at = end;
        }
        if (at >= line.size()) {
            return count + 1;
        }
        ++at;
    }
}

} // namespace parsimony::data
