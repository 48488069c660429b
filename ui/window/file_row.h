// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QGridLayout;
class QLineEdit;

namespace parsimony::ui {

/// A file in a dialog: its name, a button that asks for it, and `hint` in the line below.
[[nodiscard]] QLineEdit* addFileRow(QGridLayout& grid, int row, const QString& name, const QString& label,
                                    const QString& hint, const std::function<QString()>& choose);

/// Whether a file can be written where the row of `edit` says; if not, the line below tells why until the
/// name is another.
[[nodiscard]] bool canBeWritten(QLineEdit& edit);

} // namespace parsimony::ui
