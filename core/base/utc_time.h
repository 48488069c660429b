// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace parsimony {

/// "2026-01-31", in UTC.
[[nodiscard]] std::string utcDay(std::chrono::system_clock::time_point time);

/// "2026-01-31T23:59:59.123Z".
[[nodiscard]] std::string utcTime(std::chrono::system_clock::time_point time);

/// Inverse of utcTime, in seconds since 1970; 0 for another text.
[[nodiscard]] double secondsOfUtc(const std::string& text);

} // namespace parsimony
