// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/sqlite.h"

namespace parsimony::ledger {

/// Makes the tables of a registry in an empty file, with an id and a key of its own; returns when somebody
/// else was faster.
void makeRegistry(Database& database);

/// Throws Error(Failed) when the file is no registry or comes from a newer version.
void requireRegistry(Database& database);

/// Brings a registry of an earlier version to this one's, in one transaction. Programs that only know the
/// earlier one can't open it from then on; where what they write would lack charges or links, tables that
/// they name are gone, also for those that have it open.
void bringRegistryUpToDate(Database& database);

} // namespace parsimony::ledger
