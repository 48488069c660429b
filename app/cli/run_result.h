// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/session/session.h"

#include <functional>
#include <stop_token>
#include <string>

namespace parsimony::cli {

using RunWork = std::function<session::RunSnapshot(std::stop_token, const session::RunObserver&)>;

/// Carries out `work` with signals turned into a stop, progress on standard error and trials on standard
/// output, and makes the result of `command` from the snapshot that it returns: exit code 130 when it was
/// interrupted.
[[nodiscard]] Result followRun(Context& context, const std::string& command, const std::string& storage,
                               const RunWork& work);

} // namespace parsimony::cli
