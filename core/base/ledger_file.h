// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace parsimony {

// How SQLite's header names what this program keeps.
inline constexpr std::int64_t projectApplicationId = 0x50617273;    ///< "Pars"
inline constexpr std::int64_t sharedCopyApplicationId = 0x50617253; ///< "ParS": a copy without curator values
inline constexpr std::int64_t registryApplicationId = 0x50617252;   ///< "ParR"

/// Is there a project, a shared copy or a registry under that name, through links too, or is it the name of
/// what SQLite keeps beside one?
[[nodiscard]] bool isLedgerFile(const std::filesystem::path& path);

} // namespace parsimony
