// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace parsimony {

std::string numberText(double value) {
    std::array<char, 32> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string realText(double value) {
    const std::string shortest = numberText(value);
    return shortest.find_first_of(".en") == std::string::npos ? shortest + ".0" : shortest;
}

std::string roundedText(double value, int digits) {
    std::array<char, 48> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                      std::chars_format::general, digits);
    return {buffer.data(), result.ptr};
}

std::string shortNumber(const std::optional<double>& value) {
    if (!value || std::isnan(*value)) {
        return "-";
    }
    return std::isinf(*value) ? (*value > 0.0 ? "∞" : "-∞") : roundedText(*value, 4);
}

std::string accuracyText(double share, double se) {
    const auto percent = [](double part) {
        std::array<char, 512> buffer{}; // for any double
        const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), 100.0 * part,
                                          std::chars_format::fixed, 2);
        return std::string(buffer.data(), result.ptr);
    };
    const double shown = se > 0.0 && !std::isnan(share) ? std::clamp(share, 0.0, 1.0) : share;
    return percent(shown) + (se > 0.0 ? " ± " + percent(se) : "") + " %";
}

} // namespace parsimony
