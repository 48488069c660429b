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

double secondsOfUtc(const std::string& text) {
    std::tm utc{};
    int milliseconds = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ", &utc.tm_year, &utc.tm_mon, &utc.tm_mday,
                    &utc.tm_hour, &utc.tm_min, &utc.tm_sec, &milliseconds) != 7) {
        return 0.0;
    }
    utc.tm_year -= 1900;
    utc.tm_mon -= 1;
    return static_cast<double>(::timegm(&utc)) + milliseconds / 1000.0;
}

} // namespace parsimony
