// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/audit_view.h"

#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/part_name.h"
#include "core/ledger/audit.h"
#include "core/ledger/audit_copies.h"
#include "core/ledger/project.h"
#include "core/ledger/receipt.h"
#include "core/ledger/registry.h"
#include "core/session/stored_plan.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace parsimony::wire {

namespace fs = std::filesystem;

namespace {

/// Rows of the ledger that say that private rows were opened, or reserved to be.
bool isAccess(RowKind kind) {
    return kind == RowKind::Part || kind == RowKind::Reservation || kind == RowKind::TrialRunning ||
           kind == RowKind::CuratorShown;
}

/// Read apart from the audit, which has just said whether these rows can be trusted.
std::vector<AuditView::Access> accessesOf(const Gate& gate, const fs::path& path) {
    std::vector<AuditView::Access> accesses;
    try {
        const auto project = ledger::Project::open(path);
        std::map<std::int64_t, std::string> parts;
        std::set<std::string> names;
        for (const auto& dataset : project.datasets()) {
            for (const auto& part : project.parts(dataset.id)) {
                if (dataset.visibility == ledger::Visibility::Private && !part.isPublic) {
                    parts[part.id.value()] = part.name;
                    names.insert(part.name);
                }
            }
        }
        std::map<std::int64_t, std::string> opened; // by trials: what they train on, or look at
        for (const auto& trial : project.trials()) {
            opened[trial.id.value()] = trial.part.empty() ? kTrainPart : trial.part;
        }
        for (const auto& row : project.changesSince(0)) {
            const auto part = parts.find(row.part.value());
            if (!parts.empty() && isAccess(row.kind) && (row.part.value() == 0 || part != parts.end())) {
                const auto trial = opened.find(row.trial.value());
                const std::string name = part != parts.end()     ? part->second
                                         : trial != opened.end() ? trial->second
                                                                 : "";
                if (name.empty() || names.contains(name)) { // else the trial opened a public part
                    accesses.push_back({row.seq, gate.shownTime(row.time), row.kind, name,
                                        row.experiment.value(), row.trial.value()});
                }
            }
        }
    } catch (const Error&) {
        accesses.clear(); // the audit's problems say why it can't be read
    }
    return accesses;
}

AuditView viewOf(const Gate& gate, const fs::path& project, const ledger::AuditReport& report) {
    AuditView view;
    view.rows = report.rows;
    view.tip = toHex(report.tip);
    view.receipt = ledger::receiptOf(project).text();
    for (const auto& f : report.figures) {
        view.accounts.push_back({f.name, f.part, f.epsilon, f.delta, f.targetEpsilon, f.mu, f.simulated});
    }
    for (const auto& problem : report.problems) {
        view.problems.push_back({problem.row, gate.shown(problem.what)});
    }
    for (const auto& problem : gate.curator() ? report.curatorProblems : decltype(report.curatorProblems)()) {
        view.curatorProblems.push_back({problem.row, problem.what});
    }
    view.notes = collected(report.notes, [&](const Sentence& note) { return gate.shown(note); });
    view.accesses = accessesOf(gate, project);
    return view;
}

} // namespace

AuditView audited(const Gate& gate, const fs::path& project) {
    ledger::AuditOptions options;
    options.readPlan = session::whyUnread;
    try {
        options.registry = ledger::Registry::open();
    } catch (const Error&) {
        // Without a registry the audit says itself what it could not compare.
    }
    const ledger::AuditReport report = ledger::audit(project, options);
    report.requireKnown();
    return viewOf(gate, project, report);
}

AuditView auditedCopies(const Gate& gate, const fs::path& project, const fs::path& copy) {
    return viewOf(gate, project, ledger::auditCopies(project, copy));
}

} // namespace parsimony::wire
