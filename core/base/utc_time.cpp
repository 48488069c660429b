// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utc_time.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace parsimony {

namespace {

using std::chrono::system_clock;

std::string written(const char* format, system_clock::time_point time) {
    const std::time_t seconds = system_clock::to_time_t(time);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    std::array<char, 32> text{};
    return std::string(text.data(), std::strftime(text.data(), text.size(), format, &utc));
}

} // namespace

std::string utcDay(system_clock::time_point time) {
    return written("%Y-%m-%d", time);
}

std::string utcTime(system_clock::time_point time) {
    using namespace std::chrono;
    const auto second = floor<seconds>(time);
    std::array<char, 8> fraction{};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ",
                  static_cast<int>(floor<milliseconds>(time - second).count()));
    return written("%Y-%m-%dT%H:%M:%S", second) + fraction.data();
}

} // namespace parsimony
