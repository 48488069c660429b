// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/experiments.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::study {

/// One method at one total budget, over the repeats.
struct CompareRow {
    std::string method;
    double epsilon = 0.0;             ///< infinite: trained without noise, not private
    std::optional<double> delta = {}; ///< as it was asked for; absent: what the project knows the rows by
    double accuracy = 0.0;            ///< mean test accuracy, exact
    double accuracySd = 0.0;
    std::vector<double> accuracies; ///< of each repeat, in the order of their seeds
    double spentEpsilon = 0.0;      ///< the most that any repeat took
    std::optional<double> rerr;     ///< of `oracle` and `random` rows are there and differ by a point or more
    std::optional<double>
        gap;              ///< accuracy without noise less this one; of rows with noise, where one has none
    double trials = 0.0;  ///< training runs of one repeat; expected ones of a private selection
    double passes = 0.0;  ///< steps over the private rows of one repeat; likewise
    double seconds = 0.0; ///< wall clock of one repeat; its share, where repeats train together
    std::map<std::string, MeanSd> ood;             ///< accuracy on out-of-distribution sets, by name
    std::map<std::string, std::uint32_t> encoders; ///< repeats by what made their features; empty: not said
    MeanSd r;                                      ///< total step size of the result; 0 for trainers without
    /// ‖W − W₀‖ of the released weights; absent where training starts elsewhere than at zero.
    std::optional<MeanSd> distance;
    double effectiveNoise = 0.0; ///< σ/(q·n) of the result's steps: noise of a mean gradient, in clips
};

/// Relative error rate reduction against random search (LSR-2 table 3): (acc − random)/(oracle − random);
/// absent where the two are within a point of each other.
[[nodiscard]] std::optional<double> relativeErrorReduction(double accuracy, double random, double oracle);

/// Fills `rerr` of all rows of each ε.
void fillRerr(std::vector<CompareRow>& rows);

/// Fills `gap` of all rows.
void fillGap(std::vector<CompareRow>& rows);

/// At ε = ∞ there is one row, whatever the methods: `single`, or the uncharged best of a grid where learning
/// rates are given. Runs every method at every finite budget with the seeds first, first+1, …; those of a
/// method train side by side unless `oneByOne`. The random baseline draws r log-uniformly from [1, 10⁴] in
/// one run unless the base gives a range; the oracle is the cell with the best mean over the repeats, run
/// again with fresh seeds, its choice uncharged. Throws Error(Refused) on private data, Error(Interrupted)
/// when stopped.
[[nodiscard]] std::vector<CompareRow> compare(session::Session& session, const CompareRequest& request,
                                              std::stop_token stop, const Progress& progress);

/// Compared where nobody names others.
[[nodiscard]] const std::vector<session::MethodKind>& usualMethods();

/// The price of `compare`, which charges nothing. `session`: null where there is no project yet. Throws as
/// compare does before its first run.
[[nodiscard]] StudyPrice priceOf(const session::Session* session, const CompareRequest& request);

[[nodiscard]] nlohmann::json toJson(const CompareRow& row);

} // namespace parsimony::study
