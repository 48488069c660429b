// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/trial_rows.h"

#include "core/base/error.h"
#include "core/ledger/project_file.h"

namespace parsimony::ledger {

std::vector<LedgerRow> rowsOfTrial(const std::filesystem::path& project, TrialId trial) {
    Database database(project.string(), modeOfProject(project));
    requireProject(database);
    auto statement = database.prepare("SELECT seq, time, kind, dataset, part, experiment, trial, class, "
                                      "CASE class WHEN 'curator' THEN '' ELSE body END "
                                      "FROM ledger WHERE trial = ? ORDER BY seq");
    statement.bind(trial);
    std::vector<LedgerRow> rows;
    while (statement.step()) {
        LedgerRow row;
        row.seq = statement.integer(0);
        row.time = statement.text(1);
        row.kind = statement.text(2);
        row.dataset = DatasetId{statement.integer(3)};
        row.part = PartId{statement.integer(4)};
        row.experiment = ExperimentId{statement.integer(5)};
        row.trial = TrialId{statement.integer(6)};
        row.valueClass = statement.textView(7) == toText(ValueClass::Public)    ? ValueClass::Public
                         : statement.textView(7) == toText(ValueClass::Curator) ? ValueClass::Curator
                                                                                : ValueClass::Released;
        row.body = statement.text(8);
        rows.push_back(std::move(row));
    }
    if (rows.empty()) {
        failUsage("'" + project.string() + "' has no trial " + std::to_string(trial.value()));
    }
    return rows;
}

} // namespace parsimony::ledger
