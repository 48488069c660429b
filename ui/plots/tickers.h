// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// Numbers of an axis, linear or logarithmic, with the decimal point of the window.
[[nodiscard]] QSharedPointer<QCPAxisTicker> numberTicker(bool logarithmic);
/// Of counts: no tick between two whole numbers.
[[nodiscard]] QSharedPointer<QCPAxisTicker> wholeTicker();
/// As many ticks, up to four or so, as have numbers that stand apart on an axis of that length, in pixels.
void thinTicks(QCPAxis& axis, double length);

} // namespace parsimony::ui
