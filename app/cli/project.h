// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace parsimony::cli {

/// The project that a command works on when --storage is not given.
inline constexpr const char* defaultStorage = "parsimony.parsimony";

/// Throws Error(Failed), telling how to make one, when there is no project file at `storage`.
void demandProject(const std::filesystem::path& storage);

} // namespace parsimony::cli
