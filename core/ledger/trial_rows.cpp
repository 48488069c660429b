// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/trial_rows.h"

#include "core/base/sentence.h"
#include "core/ledger/ledger_row.h"
#include "core/ledger/project_file.h"

namespace parsimony::ledger {

std::vector<LedgerRow> rowsOfTrial(const std::filesystem::path& project, TrialId trial) {
    Database database(project.string(), modeOfProject(project));
    requireProject(database);
    auto statement = database.prepare("SELECT " + rowColumns +
                                      "CASE class WHEN 'curator' THEN '' ELSE body END "
                                      "FROM ledger WHERE trial = ? ORDER BY seq");
    statement.bind(trial);
    std::vector<LedgerRow> rows;
    while (statement.step()) {
        rows.push_back(readLedgerRow(statement, project.string()));
    }
    if (rows.empty()) {
        failUsage(
            Sentence("'{1}' has no trial {2}; trials lists what there is", project.string(), trial.value()));
    }
    return rows;
}

} // namespace parsimony::ledger
