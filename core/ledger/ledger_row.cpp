// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/ledger_row.h"

namespace parsimony::ledger {

LedgerRow readLedgerRow(const Statement& statement) {
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
    return row;
}

} // namespace parsimony::ledger
