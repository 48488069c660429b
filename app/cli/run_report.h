// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/text_table.h"
#include "core/session/run_snapshot.h"

#include <string>

namespace parsimony::cli {

/// "00:41" or "1:02:03".
[[nodiscard]] std::string durationText(double seconds);

/// The columns that not every table of trials has.
struct TrialColumns {
    bool experiment = false;
    bool knobs = false;   ///< what a search chose beside r and T
    bool encoder = false; ///< of trials of several, of which not all were chosen by a search
};
[[nodiscard]] TrialColumns columnsOf(const session::RunSnapshot& snapshot);
[[nodiscard]] TextTable trialTable(const TrialColumns& columns);
[[nodiscard]] std::vector<std::string>
trialCells(const session::TrialSnapshot& trial, const TrialColumns& columns, const std::string& encoder = {});

/// What is planned or known before any trial: data, method, price. Lines ended.
[[nodiscard]] std::string headText(const session::RunSnapshot& snapshot);
/// Fit, final accuracy, what was spent and what is left, guarantee. Lines ended.
[[nodiscard]] std::string resultText(const session::RunSnapshot& snapshot);
/// The whole plan: head, planned trials, what is left after, guarantee.
[[nodiscard]] std::string planText(const session::RunSnapshot& snapshot);
/// A project's experiment at rest: head, all trials, result.
[[nodiscard]] std::string experimentText(const session::RunSnapshot& snapshot);
/// Accounts of all parts.
[[nodiscard]] std::string budgetText(const session::DatasetSnapshot& dataset,
                                     const session::BudgetSnapshot& budget);

} // namespace parsimony::cli
