// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/audit_values.h"

#include "ui/models/error_text.h"

namespace parsimony::ui {

AuditFindings findingsOf(const wire::AuditView& found) {
    AuditFindings findings;
    findings.rows = found.rows;
    findings.tip = QString::fromStdString(found.tip);
    findings.receipt = QString::fromStdString(found.receipt);
    for (const auto& a : found.accounts) {
        findings.accounts.push_back({QString::fromStdString(a.dataset), partText(a.part), a.epsilon, a.delta,
                                     a.targetEpsilon, a.mu.value_or(0.0), a.simulated});
    }
    for (const auto& problem : found.problems) {
        findings.problems.push_back({problem.row, sentenceText(problem.what)});
    }
    for (const auto& problem : found.curatorProblems) {
        findings.forCurator.push_back(Sentence("row {1} {2}", problem.row, problem.what));
    }
    for (const Sentence& note : found.notes) {
        findings.notes << sentenceText(note);
    }
    for (const auto& access : found.accesses) {
        findings.accesses.push_back({access.row, QString::fromStdString(access.time), access.kind,
                                     partText(access.part), access.experiment, access.trial});
    }
    return findings;
}

} // namespace parsimony::ui
