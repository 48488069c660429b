// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <QString>

namespace parsimony::ui {

/// Where the project of a request is stored unless a person says otherwise: beside the features, or under
/// Documents where that folder cannot be written; a name that no file has yet.
[[nodiscard]] QString suggestedProjectPath(const session::RunOptions& options);

} // namespace parsimony::ui
