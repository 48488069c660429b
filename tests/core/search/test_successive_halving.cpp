// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "tests/core/search/planned_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace parsimony::search {
namespace {

struct Halving : PlannedSearch {
    explicit Halving(int trials) : PlannedSearch(successiveHalving, trials, {20, 50}) {}

    /// Closes every run of the batch, scored by its ν: the larger, the better.
    std::vector<Proposal> runRung() {
        std::vector<Proposal> batch = search->nextBatch();
        for (const Proposal& run : batch) {
            search->observe(run.index,
                            run.scored ? std::optional(Score{*run.nu / 10.0, 0.01}) : std::nullopt);
        }
        return batch;
    }
};

TEST(SuccessiveHalving, EachRungHasHalfTheRunsAndTwiceTheirBudget) {
    const Halving halving(9); // 9, 5, 3, 2 and the final run
    ASSERT_EQ(halving.shares.phases.size(), 4U);
    const int runs[] = {9, 5, 3, 2};
    const double rung = halving.shares.final->mu * halving.shares.final->mu;
    for (std::size_t k = 0; k < 4; ++k) {
        const RunShare& share = halving.shares.phases[k];
        EXPECT_EQ(share.runs, runs[k]);
        EXPECT_NEAR(share.mu * share.mu * share.runs, rung, 1e-12);
    }
    EXPECT_LE(muUpper(halving.shares.spent).value(), muOf(Epsilon{1.0}, Delta{1e-5}).value() * (1 + 1e-12));
    EXPECT_EQ(halving.search->outline().size(), 20U);
}

TEST(SuccessiveHalving, TheBetterHalfGoesOnAtTheSamePlaceOfItsRange) {
    Halving halving(8);
    std::vector<Proposal> rung = halving.runRung();
    while (!halving.search->finished()) {
        std::vector<double> before;
        for (const Proposal& run : rung) {
            before.push_back(*run.nu);
        }
        std::sort(before.rbegin(), before.rend());
        rung = halving.runRung();
        ASSERT_EQ(rung.size(), before.size() / 2);
        for (std::size_t i = 0; i < rung.size(); ++i) {
            EXPECT_NEAR(*rung[i].nu, before[i], 1e-9 * before[i]); // less noise, the same ν, so a larger r
        }
    }
    ASSERT_EQ(rung.size(), 1U);
    EXPECT_EQ(rung.front().role, TrialRole::Final);
    EXPECT_EQ(halving.search->result(), rung.front().index);
}

TEST(SuccessiveHalving, LostRunsLeaveTheirPlaceToTheBest) {
    Halving halving(4);
    const std::vector<Proposal> first = halving.search->nextBatch();
    for (const Proposal& run : first) {
        if (run.index == 2) {
            halving.search->observe(run.index, Score{0.5, 0.01});
        } else {
            halving.search->lose(run.index);
        }
    }
    const std::vector<Proposal> second = halving.search->nextBatch();
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0].nu, second[1].nu);
    halving.search->lose(second[0].index);
    halving.search->lose(second[1].index);
    EXPECT_THROW((void)halving.search->nextBatch(), Error);
}

TEST(SuccessiveHalving, OneTrialIsNoSearch) {
    EXPECT_THROW(Halving(1), Error);
}

} // namespace
} // namespace parsimony::search
