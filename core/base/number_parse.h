// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parsimony {

/// Reads a whole text as a double ('.' as decimal point); throws Error(Usage) naming `what`.
[[nodiscard]] double parseNumber(std::string_view text, const std::string& what);

/// A LIST of the command line: `1,2,5`, `log:LO:HI:N` or `lin:LO:HI:N` (N ≥ 1 points, ends included; N = 1
/// gives LO). Throws Error(Usage) naming `what` on an empty list, a bad number, N out of 1..10⁶ or a log
/// range that is not positive.
[[nodiscard]] std::vector<double> parseNumberList(std::string_view text, const std::string& what);

} // namespace parsimony
