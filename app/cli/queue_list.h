// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/study/queued_run.h"

#include <string>

namespace parsimony::cli {

/// What waits in a project, each with what it takes by itself and whether what is left still pays it when its
/// turn comes.
[[nodiscard]] Result listQueue(const std::string& storage);

/// Throws as carrying it out would, as far as headers, declared constants and accounts tell.
void checkQueueable(const std::string& storage, const study::QueuedRun& run);

} // namespace parsimony::cli
