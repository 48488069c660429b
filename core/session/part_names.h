// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::session {

// Names of parts, in plans and in ledgers. A set that is out of distribution has a name of its own.
inline constexpr const char* kTrainPart = "train";
inline constexpr const char* kValidationPart = "validation";
inline constexpr const char* kTestPart = "test";
inline constexpr const char* kPriorPart = "prior";

} // namespace parsimony::session
