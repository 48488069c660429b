// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

namespace parsimony::ui {

/// `PATH` of a reference `PATH:KEY`.
[[nodiscard]] QString fileOfReference(const std::string& reference);
/// True for the suffixes that the engine reads.
[[nodiscard]] bool isArrayFile(const QString& path);
/// A file whose columns may be labels and ids too.
[[nodiscard]] bool isTableFile(const QString& path);
/// Every file and folder that the options name.
[[nodiscard]] QStringList filesIn(session::RunOptions options);
/// Features and labels of all parts.
[[nodiscard]] std::vector<std::string> arraysIn(const session::RunOptions& options);
[[nodiscard]] QString arrayFileFilter();  ///< for file dialogs: those files, or all
[[nodiscard]] QString arrayFileEndings(); ///< ".npy, .npz, …" as sentences list them

} // namespace parsimony::ui
