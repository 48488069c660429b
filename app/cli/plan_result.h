// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/session/run_options.h"

#include <string>
#include <vector>

namespace parsimony::cli {

/// Says on standard error which options were given that no method of `methods` (none: that of `options`) or
/// none of the trainers looks at, and which list may have been meant for one number.
void noteUnused(Context& context, const session::RunOptions& options,
                std::vector<search::MethodKind> methods = {});

/// Plans `options` against the project at `storage`, which need not exist, and writes nothing.
[[nodiscard]] Result planResult(Context& context, const std::string& storage,
                                const session::RunOptions& options, const std::string& command);

} // namespace parsimony::cli
