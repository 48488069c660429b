// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/heat_lines.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace parsimony::ui {

HeatLines accuracyContours(const HeatPanel& panel) {
    Field2D whole = panel.accuracy;
    for (double& value : whole.values) {
        value *= 100.0; // levels are round per cent
    }
    HeatLines found;
    for (const double level : contourLevels(whole, 7)) {
        for (auto& line : contourLines(whole, level)) {
            found.lines.push_back(std::move(line));
        }
    }
    return found;
}

HeatLines equalRLines(const HeatPanel& panel) {
    const double low = panel.rates.front() * panel.steps.front();
    const double high = panel.rates.back() * panel.steps.back();
    const double span = panel.steps.back() / panel.steps.front();
    HeatLines found;
    for (int decade = static_cast<int>(std::ceil(std::log10(low)));
         decade <= static_cast<int>(std::floor(std::log10(high))); ++decade) {
        const double r = std::pow(10.0, decade);
        Polyline line;
        for (int i = 0; i <= 48; ++i) {
            const double steps = panel.steps.front() * std::pow(span, i / 48.0);
            line.emplace_back(logPosition(panel.rates, r / steps), logPosition(panel.steps, steps));
        }
        found.lines.push_back(std::move(line));
        // Neighbouring labels stand at different heights, so that they don't cover each other; one that the
        // frame would cut goes where the curve is well inside.
        for (const int shift : {0, 1, 2}) {
            const double height = 0.25 + 0.25 * static_cast<double>(((decade + shift) % 3 + 3) % 3);
            const double middle = panel.steps.front() * std::pow(span, height);
            const double column = logPosition(panel.rates, r / middle);
            if (column >= 0.6 && column <= static_cast<double>(panel.rates.size()) - 1.6) {
                found.labels.push_back({column, logPosition(panel.steps, middle), r});
                break;
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
        auto lines = contourLines(logs, std::log10(nu));
        const auto longest = std::max_element(
            lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
        if (longest != lines.end() && longest->size() > 1) {
            const auto& [column, row] = (*longest)[longest->size() * 4 / 5];
            found.labels.push_back({column, row, nu});
        }
        std::move(lines.begin(), lines.end(), std::back_inserter(found.lines));
    }
    return found;
}

} // namespace parsimony::ui
