// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace parsimony {

/// The shortest decimal text that reads back as the same double, whatever the locale.
[[nodiscard]] std::string numberText(double value);

/// The same with a point in every finite number: 3.0, which is no whole number in digits.
[[nodiscard]] std::string realText(double value);

/// `value` with `digits` significant digits, for sentences and tables.
[[nodiscard]] std::string roundedText(double value, int digits);

/// A number for a reader: four significant digits, "∞" or, where there is none, "-".
[[nodiscard]] std::string shortNumber(const std::optional<double>& value);

/// A share in per cent with its standard error, to two places: "74.12 ± 0.25 %", or "74.12 %" when exact.
[[nodiscard]] std::string accuracyText(double share, double se);

} // namespace parsimony
