// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace parsimony::ui {

/// Opens the desktop's file manager at a file, marked where it can do that.
void showInFolder(const QString& file);

} // namespace parsimony::ui
