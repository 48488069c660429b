// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace parsimony::ui {

/// A notification of the desktop, for someone who looks elsewhere. Nothing happens where there is no such
/// service. What it says may be seen over a shoulder: no number goes in.
void notifyDesktop(const QString& title, const QString& text);

} // namespace parsimony::ui
