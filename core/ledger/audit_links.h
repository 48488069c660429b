// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit_report.h"
#include "core/ledger/sqlite.h"

namespace parsimony::ledger {

class LedgerState;
class Registry;

/// Names parts of the project that hold the same data as another registered part while neither counts what
/// the other was charged, with what they come to together. Programs that started at the same moment could
/// leave such pairs before look-up and registration were one step; declaring either part again links them.
void checkLinks(Database& project, const Registry& registry, AuditReport& report);

/// Notes what linked parts of other projects were charged that this ledger has not taken over yet: it does
/// when it is next opened to write, and until then its own figures lack it.
void noteChargesElsewhere(Database& project, const LedgerState& state, const Registry& registry,
                          AuditReport& report);

} // namespace parsimony::ledger
