// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::session {

/// What every command asks before it writes anything. Throws Error(Usage) where one of its `outputs` is a
/// project, a registry, one of its `inputs` (PATH or PATH:KEY) or another of its outputs, through symbolic
/// and hard links too. Inputs that are empty are passed over.
void checkOutputs(const std::vector<std::filesystem::path>& outputs, const std::vector<std::string>& inputs);

/// The files that `options` name, for checkOutputs.
[[nodiscard]] std::vector<std::string> inputsOf(RunOptions options);

} // namespace parsimony::session
