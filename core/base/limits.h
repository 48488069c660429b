// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_list.h"

#include <cstdint>
#include <limits>
#include <string>

namespace parsimony {

/// What numbers an option takes. All must be finite and none subnormal (PRIVACY rule 16).
struct Limits {
    double least = -std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::max();
    bool aboveLeast = false; ///< the least itself is out
    bool belowMost = false;  ///< the most itself is out
    bool orInfinite = false; ///< inf is in as well
    bool small = false;      ///< 1 and more are seldom meant, so that 0,5 is rather 0.5 than a list
    [[nodiscard]] bool allow(double value) const;
    /// Throws Error(Usage) that says which numbers, or whole numbers, `option` takes instead of `given`.
    [[noreturn]] void refuse(const std::string& option, const std::string& given, bool whole) const;
    /// Throws so for a number that is outside.
    void require(double value, const std::string& option) const;
    /// Throws so for a whole number that is outside.
    void requireWhole(std::uint32_t value, const std::string& option) const;
};

inline constexpr Limits kAnyNumber{};
inline constexpr Limits kPenalties{.least = 0.0, .small = true};
inline constexpr Limits kPositive{0.0, std::numeric_limits<double>::max(), true};
inline constexpr Limits kEpsilons{0.0, 1e6, true};
inline constexpr Limits kBudgets{0.0, 1e6, true, false, true}; ///< ε of public data may be infinite
inline constexpr Limits kShares{0.0, 1.0, true, true};         ///< between 0 and 1, neither of them

/// A number within the limits; throws Error(Usage) with the sentence that every way in gives.
[[nodiscard]] double numberWithin(const std::string& text, const std::string& option, const Limits& limits);

/// A list of numbers within the limits; throws Error(Usage) with the sentence that every way in gives, also
/// of what can hardly be a list: one number with a decimal comma.
[[nodiscard]] NumberList numbersWithin(const std::string& text, const std::string& option,
                                       const Limits& limits, bool whole = false);

} // namespace parsimony
