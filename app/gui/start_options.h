// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <filesystem>

namespace parsimony::app {

/// The options of `run` from a TOML file, as `parsimony-cli run --config FILE` reads it. Throws Error(Usage)
/// on an unknown key or a value of the wrong kind, Error(Failed) when the file cannot be read.
[[nodiscard]] session::RunOptions readStartOptions(const std::filesystem::path& file);

} // namespace parsimony::app
