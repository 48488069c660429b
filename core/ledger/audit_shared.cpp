// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of one project that declare to share a budget, against what each was told of the other's charges.
#include "core/base/part_name.h"
#include "core/ledger/audit_replay.h"

#include <algorithm>

namespace parsimony::ledger {

void AuditReplay::takeLink(const StoredRow& row) {
    if (!m_state.apply(row)) {
        return;
    }
    const auto& link = row.as<LinkDeclaredBody>();
    const LedgerState::Part& part = *m_state.part(row.part);
    if (link.project != m_project || part.simulated) {
        return;
    }
    for (const auto& [id, other] : m_state.parts()) {
        const bool isMeant =
            std::find(link.keys.begin(), link.keys.end(), other.row.registryKey) != link.keys.end();
        if (isMeant && !other.simulated && other.row.account != part.row.account) {
            m_shared.link(part.row, other.row);
        }
    }
}

void AuditReplay::checkShared(const StoredRow& row) {
    const LedgerState::Part& part = *m_state.part(row.part);
    if (part.simulated) {
        return;
    }
    const auto other =
        row.kind == RowKind::Reservation ? m_shared.untold(part.row.account, row.experiment) : std::nullopt;
    if (other) {
        problem(row.seq, Sentence("charges part '{1}' without all that part '{2}' was charged, with which it "
                                  "shares its budget",
                                  partName(part.row.name), partName(m_state.part(*other)->row.name)));
    }
    m_shared.post(part.row, m_state.posted().back(), row.experiment, m_state.dataset(part.row.dataset)->row);
}

void AuditReplay::checkMissing() {
    for (const SharedBudgets::Missing& one : m_shared.missing()) {
        const LedgerState::Part& part = *m_state.part(one.account);
        const Sentence what("part '{1}' of '{2}' was not told of all that part '{3}' was charged, with which "
                            "it shares its budget",
                            partName(part.row.name), m_state.dataset(part.row.dataset)->row.name,
                            partName(m_state.part(one.other)->row.name));
        if (one.isOneSpend) {
            problem(0, what);
        } else { // it takes that over when it is next run
            m_report.notes.push_back(what);
        }
    }
}

} // namespace parsimony::ledger
