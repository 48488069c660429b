// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// Over the symbol of a trial that the largest learning rate kept from the r that was drawn for it: a lid.
[[nodiscard]] QCPScatterStyle heldBackMark(const QColor& color);
[[nodiscard]] QString heldBackWords(); ///< for legends and read-outs

} // namespace parsimony::ui
