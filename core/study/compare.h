// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/compare_rows.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace parsimony::study {

/// Relative error rate reduction against random search (LSR-2 table 3): (acc − random)/(oracle − random);
/// absent where the two are within a point of each other.
[[nodiscard]] std::optional<double> relativeErrorReduction(double accuracy, double random, double oracle);

/// Fills `rerr` and `oracleGap` of all rows of each ε.
void fillRerr(std::vector<CompareRow>& rows);

/// Fills `gap` of all rows.
void fillGap(std::vector<CompareRow>& rows);

/// Whether a run is looked at; empty: every one is.
using IsLookedAt = std::function<bool(const session::RunSnapshot&)>;

/// At ε = ∞ there is one row, whatever the methods: `single`, or the uncharged best of a grid where learning
/// rates are given. Runs every method at every finite budget with the seeds first, first+1, …; those of a
/// method train side by side unless `oneByOne`. The random baseline draws r log-uniformly from [1, 10⁴] in
/// one run unless the base gives a range; the oracle is the cell with the best mean over the repeats, run
/// again with fresh seeds, its choice uncharged. Rows tell of the runs that `lookedAt` takes; one without any
/// is left out. Throws Error(Refused) on private data, Error(Interrupted)
/// when stopped.
[[nodiscard]] std::vector<CompareRow> compare(session::Session& session, const CompareRequest& request,
                                              std::stop_token stop, const Progress& progress,
                                              const IsLookedAt& lookedAt = {});

/// The price of `compare`, which charges nothing. `session`: null where there is no project yet. Throws as
/// compare does before its first run.
[[nodiscard]] StudyPrice priceOf(const session::Session* session, const CompareRequest& request);

[[nodiscard]] nlohmann::json toJson(const CompareRow& row);

} // namespace parsimony::study
