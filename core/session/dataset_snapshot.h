// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/constants.h"
#include "core/session/run_snapshot.h"

#include <cstdint>
#include <map>
#include <string>

namespace parsimony::session {

[[nodiscard]] DatasetSnapshot datasetSnapshot(const ledger::DatasetRow& row);
/// Adds what an experiment says of its rows, which the project's other experiments may say otherwise.
void takeDeclared(DatasetSnapshot& dataset, const Constants& constants);
/// `parts`: which part each name means, as accountsByName has it.
[[nodiscard]] BudgetSnapshot budgetSnapshot(const ledger::Project& project, const ledger::DatasetRow& dataset,
                                            const std::map<std::string, std::int64_t>& parts = {});

} // namespace parsimony::session
