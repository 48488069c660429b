// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/search/uniform_source.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <vector>

namespace parsimony::search {
namespace {

const Delta delta{1e-5};

SpendSum square(double mu) {
    SpendSum sum;
    sum.addProduct(mu, mu);
    return sum;
}

nlohmann::json fixture() {
    return nlohmann::json::parse(std::ifstream(PARSIMONY_FIXTURES "/budget_splits.json"));
}

} // namespace

TEST(BudgetSplit, LeavesWhatTheoremFourOneLeaves) {
    const auto rows = fixture()["final_share_for_total_1"];
    ASSERT_EQ(rows.size(), 5U);
    for (const auto& row : rows) {
        const std::vector<PhaseRequest> phases{{Epsilon{row["epsilon_1"]}, row["runs"]},
                                               {Epsilon{row["epsilon_2"]}, row["runs"]}};
        const BudgetSplit split = splitBudget(Epsilon{1.0}, delta, phases);
        const double mu = row["mu_final"];
        const double epsilon = row["epsilon_final"];
        EXPECT_NEAR(split.finalMu.value(), mu, 1e-9 * mu);
        EXPECT_NEAR(split.finalEpsilon.value(), epsilon, 1e-9 * epsilon);
        EXPECT_TRUE(split.spent().fits(square(split.total.value())));
    }
}

TEST(BudgetSplit, TotalsOfThePapersTable) {
    const auto rows = fixture()["rows"];
    ASSERT_EQ(rows.size(), 5U);
    for (const auto& row : rows) {
        BudgetSplit split;
        const int runs = row["runs"];
        for (const char* key : {"epsilon_1", "epsilon_2"}) {
            const Epsilon epsilon{row[key]};
            split.phases.push_back({epsilon, muOf(epsilon, delta), runs});
        }
        split.finalMu = muOf(Epsilon{row["epsilon_final"]}, delta);
        const double expected = row["total_epsilon"];
        EXPECT_NEAR(epsilonOf(muUpper(split.spent()), delta).value(), expected, 1e-9 * expected);
    }
}

TEST(BudgetSplit, NeverPassesTheTotalByRounding) {
    KeyedUniformSource source(searchKeyOfSeed(11), 0);
    for (int i = 0; i < 300; ++i) {
        const double epsilon = std::exp(std::log(0.05) + source.next() * std::log(200.0));
        const int trials = 1 + static_cast<int>(source.below(5));
        const double first = 0.05 + 0.1 * source.next();
        const std::vector<PhaseRequest> phases{{Epsilon{first * epsilon}, trials},
                                               {Epsilon{1.5 * first * epsilon}, trials}};
        SpendSum extra = square(0.01 * muOf(Epsilon{epsilon}, delta).value());
        const BudgetSplit split = splitBudget(Epsilon{epsilon}, delta, phases, extra);
        ASSERT_TRUE(split.spent().fits(square(split.total.value())));
        // Nothing of note is left lying.
        ASSERT_GT(split.spent().lower(), square(split.total.value()).upper() * (1 - 1e-14));
        // ε(μ) rounds up by itself, so its last bits may lie above; what is charged is the exact sum before.
        ASSERT_LE(epsilonOf(muUpper(split.spent()), delta).value(), epsilon * (1 + 1e-12));
    }
}

TEST(BudgetSplit, SaysByHowMuchPhasesExceed) {
    const std::vector<PhaseRequest> phases{{Epsilon{0.5}, 3}, {Epsilon{0.6}, 3}};
    try {
        (void)splitBudget(Epsilon{1.0}, delta, phases);
        FAIL() << "must refuse";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        ASSERT_TRUE(error.refusedSpend());
        const double mu1 = muOf(Epsilon{0.5}, delta).value();
        const double mu2 = muOf(Epsilon{0.6}, delta).value();
        const double requested = epsilonOf(Mu{std::sqrt(3 * mu1 * mu1 + 3 * mu2 * mu2)}, delta).value();
        EXPECT_NEAR(error.refusedSpend()->requested, requested, 1e-9);
        EXPECT_NEAR(error.refusedSpend()->remaining, 1.0, 1e-9);
        EXPECT_NEAR(error.refusedSpend()->missing, requested - 1.0, 1e-9);
    }
    const std::vector<PhaseRequest> all{{Epsilon{1.0}, 1}};
    EXPECT_THROW((void)splitBudget(Epsilon{1.0}, delta, all), Error) << "nothing left for the final run";
    EXPECT_THROW((void)splitBudget(Epsilon{0.0}, delta, {}), Error);
    EXPECT_THROW((void)splitBudget(Epsilon{1.0}, Delta{1.0}, {}), Error);
}

TEST(BudgetSplit, WithoutPhasesTheFinalRunTakesAll) {
    const BudgetSplit split = splitBudget(Epsilon{1.0}, delta, {});
    EXPECT_EQ(split.finalMu.value(), split.total.value());
}

TEST(BudgetSplit, TrialAndScoreFitIntoTheTrial) {
    KeyedUniformSource source(searchKeyOfSeed(12), 0);
    for (int i = 0; i < 1000; ++i) {
        const Mu trial{0.01 + source.next()};
        const double fraction = 0.5 * source.next();
        const TrialShares shares = splitTrial(trial, fraction);
        SpendSum sum = square(shares.training.value());
        sum.add(square(shares.score->value()));
        ASSERT_TRUE(sum.fits(square(trial.value())));
        ASSERT_NEAR(shares.score->value() * shares.score->value() / (trial.value() * trial.value()), fraction,
                    1e-12);
    }
    EXPECT_FALSE(splitTrial(Mu{0.1}, 0.0).score);
    EXPECT_EQ(splitTrial(Mu{0.1}, 0.0).training.value(), 0.1);
    EXPECT_THROW((void)splitTrial(Mu{0.1}, 1.0), Error);
    EXPECT_THROW((void)splitTrial(Mu{0.1}, -0.1), Error);
}

TEST(BudgetSplit, EqualSharesFit) {
    for (const int count : {1, 2, 3, 7, 100}) {
        const Mu share = equalShare(Mu{0.2680511}, count);
        SpendSum sum;
        for (int i = 0; i < count; ++i) {
            sum.addProduct(share.value(), share.value());
        }
        EXPECT_TRUE(sum.fits(square(0.2680511)));
        EXPECT_NEAR(share.value() * std::sqrt(count), 0.2680511, 1e-14);
    }
}

TEST(BudgetSplit, EvaluationTakesAQuarterAtMost) {
    // 8,000 rows: a standard error of 0.25 points is a count noise of 20, μ = 0.05.
    EXPECT_NEAR(evaluationMu(8000, square(1.0)).value(), 0.05, 1e-12);
    EXPECT_NEAR(evaluationMu(8000, square(0.06)).value(), 0.03, 1e-12);
    EXPECT_NEAR(evaluationMu(8000, square(1.0), 0.5).value(), 0.025, 1e-12);
    EXPECT_EQ(evaluationMu(8000, SpendSum{}).value(), 0.0);
}

} // namespace parsimony::search
