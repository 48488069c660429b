// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_audit.h"

#include "core/ledger/registry.h"

namespace parsimony::session {

ledger::AuditReport auditOf(const std::filesystem::path& storage, const std::optional<std::string>& head) {
    ledger::AuditOptions options;
    options.head = head;
    std::error_code ignored;
    if (std::filesystem::exists(ledger::Registry::defaultPath(), ignored)) {
        options.registry = ledger::Registry::open();
    }
    return ledger::audit(storage, options);
}

} // namespace parsimony::session
