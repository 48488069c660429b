// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "tests/core/search/planned_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace parsimony::search {
namespace {

struct Search : PlannedSearch {
    explicit Search(int trials) : PlannedSearch(bayesian, trials, {50}) {}

    /// Runs all, scored by a hill over log ν; gives every run's ν.
    std::vector<double> run(double best, double se) {
        std::vector<double> tried;
        while (!search->finished()) {
            const std::vector<Proposal> batch = search->nextBatch();
            EXPECT_EQ(batch.size(), 1U); // the next one waits for this one's score
            const double nu = *batch.front().nu;
            tried.push_back(nu);
            const double apart = std::log(nu / best);
            search->observe(batch.front().index, batch.front().scored
                                                     ? std::optional(Score{0.8 - 0.05 * apart * apart, se})
                                                     : std::nullopt);
        }
        return tried;
    }
};

TEST(Bayesian, TrialsTakeAQuarterOfTheBudgetAndTheFinalRunTheRest) {
    const Search search(6);
    ASSERT_EQ(search.shares.phases.size(), 1U);
    const RunShare& trial = search.shares.phases.front();
    const double total = muOf(Epsilon{1.0}, Delta{1e-5}).value();
    EXPECT_EQ(trial.runs, 6);
    EXPECT_NEAR(6 * trial.mu * trial.mu, 0.25 * total * total, 1e-12);
    EXPECT_NEAR(search.shares.final->mu * search.shares.final->mu, 0.75 * total * total, 1e-12);
    EXPECT_LE(muUpper(search.shares.spent).value(), total * (1 + 1e-12));
}

TEST(Bayesian, FindsTheTopOfAHill) {
    for (const double best : {0.25, 0.7, 2.0}) {
        Search search(7);
        const std::vector<double> tried = search.run(best, 0.005);
        ASSERT_EQ(tried.size(), 8U);
        EXPECT_NEAR(std::log(tried.back() / best), 0.0, 0.25) << best;
        EXPECT_EQ(search.search->result(), 7);
        EXPECT_TRUE(search.search->selectedR(0).has_value());
    }
}

TEST(Bayesian, DoesNotFollowScoresThatAreNoise) {
    for (const double best : {0.15, 3.0}) {
        Search search(4);
        const double last = search.run(best, 10.0).back(); // far above anything that r could change
        EXPECT_NEAR(std::log(last), 0.0, 0.05);
    }
}

TEST(Bayesian, ScoresOfBeforeBringBackItsState) {
    Search search(5), again(5);
    search.run(1.0, 0.01);
    again.run(1.0, 0.01);
    EXPECT_EQ(search.search->outline(), again.search->outline());
}

TEST(Bayesian, LostTrialsAreLeftOut) {
    Search search(3);
    search.search->lose(0);
    search.search->observe(1, Score{0.7, 0.01});
    EXPECT_EQ(search.search->nextBatch().size(), 1U);
    search.search->lose(2);
    EXPECT_EQ(search.search->nextBatch().front().role, TrialRole::Final);

    Search none(2);
    none.search->lose(0);
    none.search->lose(1);
    EXPECT_THROW((void)none.search->nextBatch(), Error);
}

TEST(Bayesian, OneTrialIsNoSearch) {
    EXPECT_THROW(Search(1), Error);
}

} // namespace
} // namespace parsimony::search
