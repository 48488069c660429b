// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace parsimony::ui {

/// `text` in the language of the window, for functions that belong to no class.
[[nodiscard]] inline QString tr(const char* text) {
    return QCoreApplication::translate("parsimony::ui", text);
}

} // namespace parsimony::ui
