// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/statement.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/signed_files.h"

#include <optional>

namespace parsimony::session {

/// What a statement says of the classifier of a trial (absent: of the newest finished experiment): its
/// guarantee, the accounts and the tip of the ledger as `report` found them, the program, what was checked
/// and what the signer only attests. Throws Error(Failed) when the audit found a problem.
[[nodiscard]] nlohmann::json guaranteePredicate(const ledger::Project& project, std::optional<TrialId> trial,
                                                const ledger::AuditReport& report);

/// Writes a statement on exported `files`, the classifier of a trial (absent: of the newest finished
/// experiment) first, signed with `key`, beside them as `MODEL.statement.json`; returns it. Nothing is
/// signed, and Error(Failed) thrown, where the project does not verify.
[[nodiscard]] std::filesystem::path sign(const ledger::Project& project, std::optional<TrialId> trial,
                                         const std::vector<std::filesystem::path>& files,
                                         const SigningKey& key);

/// The row of the ledger that was its last when the statement was signed; absent where it names none.
[[nodiscard]] std::optional<std::int64_t> tipRowOf(const nlohmann::json& statement);

/// What a statement says that the project file does not: its tip is not the row that it names, its accounts
/// are not those that are charged, its guarantee or its trial is another; one of its files, which lie
/// `beside` it, is not what this program makes of that trial. `found` is the audit of that project, which
/// tells what its accounts came to at the statement's row.
[[nodiscard]] StatementFindings contradictions(const nlohmann::json& statement,
                                               const std::filesystem::path& file,
                                               const std::vector<std::filesystem::path>& beside,
                                               const ledger::AuditReport& found);

} // namespace parsimony::session
