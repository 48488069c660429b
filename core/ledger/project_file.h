// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/sqlite.h"

#include <filesystem>

namespace parsimony::ledger {

/// How a project that is there can be opened by this process. Throws Error(Failed) when it is missing, no
/// file, or can't be read.
[[nodiscard]] OpenMode modeOfProject(const std::filesystem::path& file);

/// How to open it for a look that must not change a byte.
[[nodiscard]] OpenMode readingModeOf(const std::filesystem::path& file);

/// A connection that only reads leaves an empty write-ahead log beside the file, which it may not take away
/// again: this does, unless others use it. A log that holds anything stays as it is.
void removeEmptyLog(const std::filesystem::path& file);

/// Throws Error(Usage) for ':memory:', by which SQLite means no file, before one of that name is made.
void requireFileName(const std::filesystem::path& file);
/// Throws Error(Failed) unless the database says that it is a project of a version that this program reads,
/// and what rows are read from are tables.
void requireProject(Database& database);
/// Throws Error(Failed) where a row that is written would set off what this program did not put there.
void requireOwnTriggers(Database& database);

/// The id that its first row names; throws Error(Failed) when it names none.
[[nodiscard]] std::string projectIdIn(Database& database);
/// Project::projectId() of a project file, read without changing it.
[[nodiscard]] std::string projectIdOf(const std::filesystem::path& file);

/// Whether the project is a copy made for sharing, which nobody goes on with.
[[nodiscard]] bool isSharedCopy(Database& database);

/// The folder that a file lies in; "." for a bare name.
[[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& file);

/// Whether the folder is on a file system that other machines share.
[[nodiscard]] bool isNetworkFileSystem(const std::filesystem::path& folder);

} // namespace parsimony::ledger
