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

/// Throws Error(Failed) unless the database says that it is a project of a version that this program reads.
void requireProject(Database& database);

/// The id that its first row names; throws Error(Failed) when it names none.
[[nodiscard]] std::string projectIdIn(Database& database);
/// Project::projectId() of a project file, read without changing it.
[[nodiscard]] std::string projectIdOf(const std::filesystem::path& file);

/// Whether the project is a copy made for sharing, which nobody goes on with.
[[nodiscard]] bool isSharedCopy(Database& database);

/// A hidden name beside `file` that nobody else uses.
[[nodiscard]] std::filesystem::path temporaryNameFor(const std::filesystem::path& file);

/// Makes an empty file that only its owner may read, whatever the umask; SQLite gives the same mode to the
/// files beside it. Throws Error(Failed) when it is there or can't be made.
void createPrivately(const std::filesystem::path& file);
/// The same; returns why it can't be made, as errno has it, or 0.
[[nodiscard]] int whyNotCreated(const std::filesystem::path& file);

/// Gives the file its name where nothing has that yet. False, with the reason in errno, where it can't, also
/// on a file system that has neither links nor a way to ask for that.
[[nodiscard]] bool moveUnlessThere(const std::filesystem::path& from, const std::filesystem::path& to);

/// The folder that a file lies in; "." for a bare name.
[[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& file);

/// Whether the folder is on a file system that other machines share.
[[nodiscard]] bool isNetworkFileSystem(const std::filesystem::path& folder);

} // namespace parsimony::ledger
