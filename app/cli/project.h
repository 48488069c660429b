// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/option_values.h"
#include "core/session/session.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace parsimony::cli {

/// The project that a command works on when --storage is not given.
inline constexpr const char* defaultStorage = "parsimony.parsimony";
/// What has to be said behind --storage for that project; empty for the default.
[[nodiscard]] std::string storageToName(const std::string& storage);

class Context;

/// Says a sentence to the curator, on standard error.
[[nodiscard]] std::function<void(const Sentence&)> curatorNotices(Context& context);

/// Opens a project to change it; tells the curator when another program keeps it waiting.
[[nodiscard]] session::Session openSession(Context& context, const std::filesystem::path& storage,
                                           bool createIfMissing);

/// Is there a project? Throws Error(Failed) where the path leads nowhere: a link to nothing or to itself, a
/// name that no file can have.
[[nodiscard]] bool projectIsThere(const std::filesystem::path& storage);

/// Opens the project that `options` are to run in, or makes it; a request that cannot be carried out leaves
/// no empty project behind.
[[nodiscard]] session::Session openFor(Context& context, const std::filesystem::path& storage,
                                       const session::RunOptions& options);

/// What `options` would do in that project, or in one yet to be made.
[[nodiscard]] session::RunSnapshot planIn(const std::filesystem::path& storage,
                                          const session::RunOptions& options);

/// Throws Error(Failed), telling how to make one, when there is no project file at `storage`.
void demandProject(const std::filesystem::path& storage);

/// `--linked-to`, for commands that may declare private rows.
void addLinkedTo(CLI::App& app, std::vector<std::string>& target);

} // namespace parsimony::cli
