// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_entry.h"

#include <optional>
#include <vector>

namespace parsimony::search {

struct BestOfSettings {
    /// One that draws r: k draws. Else every pair (η, T) of the lists; without learning rates, k values of r
    /// at equal ratios for each T; all of it for every combination of the axes. One for public data alone:
    /// each run at the whole budget and no charge for choosing.
    MethodKind method = MethodKind::Random;
    SearchSpace space;
    NoiseFor noise; ///< phase 0 for scored runs, −1 for a single run
    int trials = 1; ///< k
    /// μ of one run, its score included: the total over √runs (the whole total for an oracle or one run). The
    /// number of runs is `countRuns`. Absent for sub-sampled trainers.
    std::optional<double> mu;
    SearchKey key{};
};

/// How many runs the settings ask for, so that the caller can share out the budget. Throws Error(Usage) on an
/// empty grid and on a grid of one cell, which leaves nothing to choose.
[[nodiscard]] int countRuns(const BestOfSettings& settings);

/// Runs that all have the same budget, each scored; the best one is the result. A single random run needs no
/// score.
class BestOf final : public SequentialMethod {
public:
    explicit BestOf(BestOfSettings settings);

    [[nodiscard]] std::string name() const override;
    [[nodiscard]] std::vector<Proposal> outline() const override { return m_runs; }
    [[nodiscard]] std::vector<Proposal> nextBatch() override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] int revision() const override { return finished() ? 1 : 0; }
    [[nodiscard]] std::optional<double> selectedR(int phase) const override;
    [[nodiscard]] std::optional<int> result() const override;
    [[nodiscard]] bool accounted() const override { return !traitsOf(m_settings.method).publicOnly; }

protected:
    [[nodiscard]] std::optional<Proposal> waitingFor(int index) override;

private:
    void addRun(const StepChoice& choice);
    void addRandomRuns();
    /// One of them, in a space without axes.
    void addRandomRun(const SearchSpace& space, const Position& position, UniformSource& source);
    void addGrid();
    /// The cells of one place in the axes.
    void addGridOf(const SearchSpace& space);

    BestOfSettings m_settings;
    bool m_scored = true;
    std::vector<Proposal> m_runs;
};

// What `random`, `grid` and `oracle` have in common, as Method wants it.
/// Runs of equal budgets; those of a method for public data alone each take the whole.
[[nodiscard]] Shares equalShares(const SearchRequest& request, const Budget& budget);
[[nodiscard]] std::unique_ptr<SequentialMethod> makeBestOf(const SearchRequest& request, const Shares& shares,
                                                           const NoiseFor& noise);

} // namespace parsimony::search
