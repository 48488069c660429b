// SPDX-License-Identifier: GPL-3.0-or-later
// Expected figures: SciPy 1.x (binom, beta) and the reference code printed in Steinke, Nasr and Jagielski
// 2023.
#include "core/empirical/guess_bounds.h"

#include <gtest/gtest.h>

namespace parsimony::empirical {
namespace {

TEST(GuessBounds, BinomialTailAndClopperPearson) {
    EXPECT_NEAR(binomialTail(1000, 0.6, 650), 0.000645499153523729, 1e-14);
    EXPECT_NEAR(binomialTail(2000, 0.99, 1990), 0.010522510740821934, 1e-13);
    EXPECT_EQ(binomialTail(10, 0.5, 0), 1.0);
    EXPECT_NEAR(accuracyLowerBound(1000, 650, 0.01), 0.6138652911708931, 1e-12);
    EXPECT_NEAR(accuracyLowerBound(2000, 1990, 1e-6), 0.9828908832991745, 1e-12);
    EXPECT_NEAR(accuracyLowerBound(200, 200, 1e-8), 0.9120108393559098, 1e-12);
    EXPECT_EQ(accuracyLowerBound(50, 0, 0.01), 0.0);
}

TEST(GuessBounds, PValueOfTheReferenceCode) {
    struct Case {
        GuessCount count;
        double epsilon, delta, expected;
    };
    const Case cases[] = {
        {{1000, 100, 90}, 1.0, 1e-5, 0.0008412885614385305},
        {{1000, 100, 90}, 2.5, 1e-5, 0.8644954439234611},
        {{1000, 1000, 650}, 0.5, 1e-5, 0.03874909309358522},
        {{5000, 20, 20}, 2.0, 1e-6, 0.08142315152207415},
        {{200, 150, 149}, 4.0, 1e-3, 0.34477658039105274},
        {{1000, 300, 100}, 0.1, 1e-5, 0.9999999999925063},
    };
    for (const Case& c : cases) {
        const double found = coinPValue(c.count, Epsilon{c.epsilon}, Delta{c.delta});
        EXPECT_NEAR(found / c.expected, 1.0, 1e-9) << c.count.correct << " of " << c.count.guesses;
    }
}

TEST(GuessBounds, LowerBoundOfTheReferenceCode) {
    EXPECT_NEAR(coinEpsilon({1000, 100, 90}, Delta{1e-5}, 0.01).value(), 1.4273118535016127, 1e-7);
    EXPECT_NEAR(coinEpsilon({100000, 1500, 1429}, Delta{1e-5}, 0.05).value(), 2.668754493607097, 1e-7);
    EXPECT_EQ(coinEpsilon({1000, 50, 50}, Delta{1e-2}, 0.01).value(), 0.0);
    EXPECT_EQ(coinEpsilon({500, 40, 20}, Delta{1e-5}, 0.01).value(), 0.0);
}

TEST(GuessBounds, ContradictoryCountsAreRefused) {
    EXPECT_THROW((void)coinPValue({10, 11, 5}, Epsilon{1.0}, Delta{1e-5}), Error);
    EXPECT_THROW((void)coinPValue({10, 5, 6}, Epsilon{1.0}, Delta{1e-5}), Error);
    EXPECT_THROW((void)accuracyLowerBound(5, 6, 0.01), Error);
}

// Strong claims leave few but sure guesses; weak ones need many.
TEST(GuessBounds, GuessCountFollowsFromTheClaimAlone) {
    const std::uint64_t strong = bestGuessCount(1000, Mu{4.0}, Delta{1e-5}, 0.01);
    const std::uint64_t weak = bestGuessCount(1000, Mu{0.3}, Delta{1e-5}, 0.01);
    EXPECT_EQ(strong % 2, 0U);
    EXPECT_GE(weak, 2U);
    EXPECT_LE(std::max(strong, weak), 1000U);
    const auto bound = [](std::uint64_t guesses) {
        return coinEpsilon({1000, guesses, guesses}, Delta{1e-5}, 0.01).value();
    };
    EXPECT_GT(bound(strong), 2.0);
}

} // namespace
} // namespace parsimony::empirical
