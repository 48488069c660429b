// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace parsimony {

/// The shortest decimal text that reads back as the same double, whatever the locale.
[[nodiscard]] std::string numberText(double value);

/// `value` with `digits` significant digits, for sentences and tables.
[[nodiscard]] std::string roundedText(double value, int digits);

} // namespace parsimony
