// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace parsimony::ledger {

inline constexpr std::int64_t projectApplicationId = 0x50617273;    ///< "Pars"
inline constexpr std::int64_t sharedCopyApplicationId = 0x50617253; ///< "ParS": a copy without curator values
inline constexpr std::int64_t projectVersion = 1; ///< `user_version`: layout of tables and bodies

/// Tables, triggers, indexes and views of a project file.
extern const char* const projectSchema;

} // namespace parsimony::ledger
