// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_audit.h"

#include "core/base/open_databases.h"
#include "core/ledger/registry.h"
#include "core/session/stored_plan.h"

#include <fstream>

namespace parsimony::session {

namespace {

/// As much of a file as a receipt in a long mail takes; a receipt that was cut is refused.
std::string beginningOf(const std::string& path) {
    constexpr std::size_t most = 1U << 20U;
    if (isOpenDatabase(path)) {
        return {}; // no receipt
    }
    std::string text(most, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

} // namespace

ledger::AuditReport auditOf(const std::filesystem::path& storage, const std::optional<std::string>& tip,
                            const std::optional<std::int64_t>& earlierRow) {
    ledger::AuditOptions options;
    options.earlierRow = earlierRow;
    options.readPlan = whyUnread;
    std::error_code ignored;
    if (tip && std::filesystem::is_regular_file(*tip, ignored)) {
        options.receipt = ledger::Receipt::fromText(beginningOf(*tip), *tip);
    } else {
        options.tip = tip;
    }
    if (std::filesystem::exists(ledger::Registry::defaultPath(), ignored)) {
        options.registry = ledger::Registry::open();
    }
    ledger::AuditReport report = ledger::audit(storage, options);
    report.requireKnown();
    return report;
}

} // namespace parsimony::session
