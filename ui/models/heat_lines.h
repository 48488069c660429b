// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heatmap.h"

namespace parsimony::ui {

/// Lines over a panel in the coordinates of its cells, and where their values are best written.
struct HeatLines {
    struct Label {
        double column = 0.0, row = 0.0, value = 0.0;
    };
    std::vector<Polyline> lines;
    std::vector<Label> labels;
};

[[nodiscard]] HeatLines accuracyContours(const HeatPanel& panel);

/// Where r = η·T is a power of ten: along these the linear scaling rule says that accuracy should not change.
[[nodiscard]] HeatLines equalRLines(const HeatPanel& panel);

/// ν is known before any data is seen: these say where noise will drown the classifier.
[[nodiscard]] HeatLines equalNuLines(const HeatPanel& panel);

} // namespace parsimony::ui
