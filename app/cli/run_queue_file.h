// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace parsimony::cli {

using QueuedRuns = std::vector<session::RunOptions>;

/// What waits to be run in a project: `PROJECT.queue` beside it, a request a line, in JSON. Nothing is
/// reserved for it. Hands it to `change`, while no other program changes it, and writes what that leaves; no
/// file is an empty queue, and an empty queue no file. Throws Error(Failed) where it cannot be read or
/// written.
void changeQueue(const std::filesystem::path& project, const std::function<void(QueuedRuns&)>& change);

} // namespace parsimony::cli
