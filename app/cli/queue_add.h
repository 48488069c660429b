// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"

namespace parsimony::cli {

/// `queue add` for a run, and `queue add-…` for everything else that may wait.
void addQueueAdders(CommandLine& line, CLI::App& queue);

} // namespace parsimony::cli
