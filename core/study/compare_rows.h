// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"
#include "core/study/experiments.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace parsimony::study {

/// One method at one total budget, over the repeats.
struct CompareRow {
    session::MethodKind method{};
    double epsilon = 0.0;             ///< infinite: trained without noise, not private
    std::optional<double> delta = {}; ///< as it was asked for; absent: what the project knows the rows by
    double accuracy = 0.0;            ///< mean test accuracy, exact
    double accuracySd = 0.0;
    std::vector<double> accuracies; ///< of each repeat, in the order of their seeds
    double spentEpsilon = 0.0;      ///< the most that any repeat took
    std::optional<double> rerr;     ///< of `oracle` and `random` rows are there and differ by a point or more
    std::optional<double> oracleGap; ///< accuracy of `oracle` at this budget less this one, where it is there
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
    std::string arithmetic;      ///< of products, as a run tells it; of several, all with commas
};

/// The runs of one method at one total budget, which become a row.
class CollectedRuns {
public:
    /// `encoder`: what was chosen for the run, where it was not the run that chose. Throws Error(Failed)
    /// where the run has no test accuracy.
    void add(const session::RunSnapshot& run, const std::string& encoder);
    /// What is told of the result's steps; no distance where training starts elsewhere than at zero.
    void addStep(double effectiveNoise, std::optional<double> distance);
    [[nodiscard]] bool empty() const { return m_accuracies.empty(); }
    /// Of one run at least.
    [[nodiscard]] CompareRow row(session::MethodKind method, double epsilon) const;

private:
    std::vector<double> m_accuracies, m_rs, m_distances;
    std::map<std::string, std::vector<double>> m_ood;
    std::map<std::string, std::uint32_t> m_encoders;
    std::set<std::string> m_arithmetics;
    double m_spent = 0.0, m_trials = 0.0, m_passes = 0.0, m_seconds = 0.0, m_noise = 0.0;
};

} // namespace parsimony::study
