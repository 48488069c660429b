// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/call_answers.h"
#include "core/wire/gate.h"

#include <filesystem>

namespace parsimony::wire {

/// What an audit finds in a project, as the gate lets it be told.
[[nodiscard]] AuditView audited(const Gate& gate, const std::filesystem::path& project);

/// Whether a copy holds the rows of the project, likewise.
[[nodiscard]] AuditView auditedCopies(const Gate& gate, const std::filesystem::path& project,
                                      const std::filesystem::path& copy);

} // namespace parsimony::wire
