// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// Moves the legend to the corner, or else the middle of an edge, where it hides least. It stays where it is
/// unless another place is better, so that it doesn't jump while somebody pans.
void placeLegend(QCustomPlot& plot);

} // namespace parsimony::ui
