// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"
#include "core/ledger/project.h"

#include <optional>

namespace parsimony::session {

/// The released classifier of a trial (absent: of the newest finished experiment) with its card. Throws
/// Error(Usage) when there is none.
[[nodiscard]] exporting::Classifier classifierOf(const ledger::Project& project,
                                                 std::optional<TrialId> trial);

} // namespace parsimony::session
