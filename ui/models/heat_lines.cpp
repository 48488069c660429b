// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/heat_lines.h"

#include <cmath>
#include <limits>

namespace parsimony::ui {

HeatLines accuracyContours(const HeatPanel& panel) {
    Field2D whole = smoothed(panel.accuracy);
    for (double& value : whole.values) {
        value *= 100.0; // levels are round per cent
    }
    HeatLines found;
    for (const double level : contourLevels(whole, 7)) {
        for (const auto& line : contourLines(whole, level)) {
            found.lines.push_back(rounded(line));
            found.values.push_back(level);
        }
    }
    return found;
}

HeatLines equalRLines(const HeatPanel& panel) {
    const double low = panel.rates.front() * panel.steps.front();
    const double high = panel.rates.back() * panel.steps.back();
    const double span = panel.steps.back() / panel.steps.front();
    HeatLines found;
    const auto add = [&](double r) {
        Polyline line;
        for (int i = 0; i <= 48; ++i) {
            const double steps = panel.steps.front() * std::pow(span, i / 48.0);
            line.emplace_back(logPosition(panel.rates, r / steps), logPosition(panel.steps, steps));
        }
        found.lines.push_back(std::move(line));
        found.values.push_back(r);
    };
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::floor(std::log10(high)));
    const bool few = last - first <= 2; // powers of ten alone could be none
    for (int decade = first; decade <= last; ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double r = digit * std::pow(10.0, decade);
            if (r >= low && r <= high && (few || digit == 1.0)) {
                add(r);
            }
        }
    }
    return found;
}

HeatLines equalNuLines(const HeatPanel& panel) {
    Field2D logs = panel.nu;
    for (double& value : logs.values) {
        value = value > 0.0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
    }
    HeatLines found;
    for (const double nu : {0.03, 0.1, 0.3, 1.0, 3.0, 10.0}) {
        for (auto& line : contourLines(logs, std::log10(nu))) {
            found.lines.push_back(std::move(line));
            found.values.push_back(nu);
        }
    }
    return found;
}

} // namespace parsimony::ui
