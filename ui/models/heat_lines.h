// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heatmap.h"

namespace parsimony::ui {

/// Lines over a panel in the coordinates of its cells, each with the value along it.
struct HeatLines {
    std::vector<Polyline> lines;
    std::vector<double> values;
};

/// Of accuracies smoothed over neighbouring cells, at round per cent: noise of single trials bends no line.
[[nodiscard]] HeatLines accuracyContours(const HeatPanel& panel);

/// Where r = η·T is a power of ten: along these the linear scaling rule says that accuracy should not change.
[[nodiscard]] HeatLines equalRLines(const HeatPanel& panel);

/// ν is known before any data is seen: these say where noise will drown the classifier.
[[nodiscard]] HeatLines equalNuLines(const HeatPanel& panel);

} // namespace parsimony::ui
