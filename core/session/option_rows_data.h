// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/option_table.h"

namespace parsimony::session::rows {

// What rows of the table of options ask of the data that a request names.

[[nodiscard]] bool isPrivate(const RunOptions& options);
/// Does it say whose its rows are, in files of ids?
[[nodiscard]] bool namesPeople(const RunOptions& options);
[[nodiscard]] bool namesLabels(const RunOptions& options); ///< by a column
/// A final evaluation looks at test rows and at shifted sets.
[[nodiscard]] bool hasRowsToLookAt(const RunOptions& options);

} // namespace parsimony::session::rows
