// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/task_request.h"

#include <CLI/CLI.hpp>

namespace parsimony::cli {

/// The options of `bench` that a queue takes too; `request` lives as long as the command.
void bindBench(CLI::App& app, study::BenchRequest& request);

} // namespace parsimony::cli
