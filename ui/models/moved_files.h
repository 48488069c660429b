// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/option_paths.h"

#include <QString>
#include <vector>

namespace parsimony::ui {

/// Where files of a project's plans lie now, as this person said: kept among their settings by the project's
/// id. Paths are no part of a project that others get, and its ledger says what was run, not where that is
/// since.
[[nodiscard]] std::vector<session::MovedFile> keptMoves(const QString& projectId);
void keepMoves(const QString& projectId, const std::vector<session::MovedFile>& moved);

/// Those of them whose file did not come back to where it was.
[[nodiscard]] std::vector<session::MovedFile> stillMoved(std::vector<session::MovedFile> moved);

/// `options` with the files where they are now.
[[nodiscard]] session::RunOptions withMoves(session::RunOptions options,
                                            const std::vector<session::MovedFile>& moved);

} // namespace parsimony::ui
