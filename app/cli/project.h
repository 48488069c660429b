// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/option_values.h"
#include "core/session/session.h"

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::cli {

/// The project that a command works on when --storage is not given.
inline constexpr const char* defaultStorage = "parsimony.parsimony";

class Context;

/// Opens a project to change it; tells the curator when another program keeps it waiting.
[[nodiscard]] session::Session openSession(Context& context, const std::filesystem::path& storage,
                                           bool createIfMissing);

/// Throws Error(Failed), telling how to make one, when there is no project file at `storage`.
void demandProject(const std::filesystem::path& storage);

/// `--linked-to`, for commands that may declare private rows.
void addLinkedTo(CLI::App& app, std::vector<std::string>& target);

} // namespace parsimony::cli
