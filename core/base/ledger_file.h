// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace parsimony {

// How SQLite's header names what this program keeps.
inline constexpr std::int64_t projectApplicationId = 0x50617273;    ///< "Pars"
inline constexpr std::int64_t sharedCopyApplicationId = 0x50617253; ///< "ParS": a copy without curator values
inline constexpr std::int64_t registryApplicationId = 0x50617252;   ///< "ParR"

/// The file that is written under that name: behind links, also those that lead to nothing yet, and without
/// steps back out of folders that are not there.
[[nodiscard]] std::filesystem::path placeWritten(const std::filesystem::path& path);

/// What SQLite adds to the name of a database for files beside it, which it deletes as its own.
[[nodiscard]] bool isNameBeside(const std::filesystem::path& path);

/// Is there a project, a shared copy or a registry under that name, through links too, or is it the name of
/// what SQLite keeps beside one?
[[nodiscard]] bool isLedgerFile(const std::filesystem::path& path);

} // namespace parsimony
