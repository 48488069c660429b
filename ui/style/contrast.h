// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace parsimony::ui {

/// As WCAG 2 defines it: 1 for equal colours, 21 for black on white.
[[nodiscard]] double contrastOf(const QColor& one, const QColor& other);

/// `color` for words on `ground`: darker on a light one and lighter on a dark one, in the same hue, as far as
/// a contrast of 4.5 asks. What is drawn in a colour is larger than letters and needs less.
[[nodiscard]] QColor readableOn(const QColor& ground, QColor color);

} // namespace parsimony::ui
