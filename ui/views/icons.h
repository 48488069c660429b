// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace parsimony::ui {

/// The monochrome icon `resources/icons/NAME.svg`, drawn in the text colour of the theme at any scale.
[[nodiscard]] QIcon icon(const QString& name);
/// The application's own icon, in colour.
[[nodiscard]] QIcon applicationIcon();

} // namespace parsimony::ui
