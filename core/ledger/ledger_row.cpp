// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/ledger_row.h"

#include "core/ledger/damaged_row.h"

namespace parsimony::ledger {

namespace {

std::optional<double> realAt(const Statement& statement, int column) {
    return statement.isNull(column) ? std::nullopt : std::optional(statement.real(column));
}

} // namespace

LedgerRow readLedgerRow(const Statement& statement, const std::string& file) {
    LedgerRow row;
    row.seq = statement.integer(0);
    row.time = statement.text(1);
    row.kind = knownRowKind(statement.textView(2), row.seq, file);
    row.dataset = DatasetId{statement.integer(3)};
    row.part = PartId{statement.integer(4)};
    row.experiment = ExperimentId{statement.integer(5)};
    row.trial = TrialId{statement.integer(6)};
    row.valueClass = readRow(row.seq, file, [&] { return valueClassFromText(statement.textView(7)); });
    row.body = statement.text(8);
    return row;
}

StoredRow readStoredRow(const Statement& statement, const std::string& file, const std::string& what) {
    StoredRow row;
    row.seq = statement.integer(0);
    row.kind = knownRowKind(statement.textView(1), row.seq, file);
    row.valueClass = valueClassFromText(statement.textView(2));
    row.dataset = DatasetId{statement.integer(3)};
    row.part = PartId{statement.integer(4)};
    row.experiment = ExperimentId{statement.integer(5)};
    row.trial = TrialId{statement.integer(6)};
    row.muSquared = realAt(statement, 7);
    row.muSquaredExact = statement.textView(8);
    row.epsilon = realAt(statement, 9);
    row.delta = realAt(statement, 10);
    row.text = statement.textView(11);
    row.time = statement.textView(12);
    row.what = &what;
    return row;
}

} // namespace parsimony::ledger
