// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace parsimony::ui::test {

/// A .npy file of zeros; its rows take no room on disk. `type` is NumPy's ("<f4", "|i1", "<i8").
void writeZeros(const QString& path, const char* type, const std::vector<quint64>& shape);

} // namespace parsimony::ui::test
