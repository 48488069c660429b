// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace parsimony {

/// What counts are broken down by: all of the records that a label map keeps (one bin), classes or groups.
enum class BreakdownOf { All, Classes, Groups };
[[nodiscard]] const char* toText(BreakdownOf of); ///< "all", "classes" or "groups"
[[nodiscard]] std::optional<BreakdownOf> breakdownOfNamed(std::string_view word);

/// What a released accuracy says that it is of where it is the mean of the classes' own.
inline constexpr const char* kBalanced = "balanced";

} // namespace parsimony
