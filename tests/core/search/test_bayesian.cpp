// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace parsimony::search {
namespace {

/// A search of `trials` at ε = 1, whose runs put all of their μ into their steps.
struct Search {
    SearchRequest request;
    Shares shares;
    std::unique_ptr<SequentialMethod> method;

    explicit Search(int trials) {
        request.method = MethodKind::Bayesian;
        request.trials = trials;
        request.space.scale.publicRecords = 40000.0;
        request.space.grid.steps = {50};
        const Delta delta{1e-5};
        const double mu = muOf(Epsilon{1.0}, delta).value();
        Budget budget{{}, {}, Epsilon{1.0}, delta, 0.1};
        budget.total.addProduct(mu, mu);
        shares = bayesian.share(request, budget);
        const Shares known = shares;
        method = bayesian.make(request, shares, [known](int phase, std::uint32_t steps, const train::Knobs&) {
            const RunShare& share =
                phase < 0 ? *known.final : known.phases.at(static_cast<std::size_t>(phase));
            return std::sqrt(static_cast<double>(steps)) / share.trainingMu;
        });
    }

    /// Runs all, scored by a hill over log ν; gives every run's ν.
    std::vector<double> run(double best, double se) {
        std::vector<double> tried;
        while (!method->finished()) {
            const std::vector<Proposal> batch = method->nextBatch();
            EXPECT_EQ(batch.size(), 1U); // the next one waits for this one's score
            const double nu = *batch.front().nu;
            tried.push_back(nu);
            const double apart = std::log(nu / best);
            method->observe(batch.front().index, batch.front().scored
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
        EXPECT_EQ(search.method->result(), 7);
        EXPECT_TRUE(search.method->selectedR(0).has_value());
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
    EXPECT_EQ(search.method->outline(), again.method->outline());
}

TEST(Bayesian, LostTrialsAreLeftOut) {
    Search search(3);
    search.method->lose(0);
    search.method->observe(1, Score{0.7, 0.01});
    EXPECT_EQ(search.method->nextBatch().size(), 1U);
    search.method->lose(2);
    EXPECT_EQ(search.method->nextBatch().front().role, Role::Final);

    Search none(2);
    none.method->lose(0);
    none.method->lose(1);
    EXPECT_THROW((void)none.method->nextBatch(), Error);
}

TEST(Bayesian, OneTrialIsNoSearch) {
    EXPECT_THROW(Search(1), Error);
}

} // namespace
} // namespace parsimony::search
