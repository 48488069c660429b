// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// Moves the legend to the corner where it hides least. It stays where it is unless another corner is better,
/// so that it doesn't jump while somebody pans.
void placeLegend(QCustomPlot& plot);

} // namespace parsimony::ui
