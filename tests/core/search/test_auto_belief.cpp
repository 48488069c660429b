// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` makes of scores that were released: how fast a spectrum falls, where an encoder ends.
#include "core/search/auto_method.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace parsimony::search {

TEST(AutoBelief, BeliefFollowsThePilots) {
    const AutoPrior prior;
    const auto belief = [&](double small, double large, double se) {
        return decayingBelief(prior, Score{small, se}, Score{large, se});
    };
    EXPECT_GT(belief(0.55, 0.67, 0.002), 0.95);
    EXPECT_LT(belief(0.92, 0.912, 0.001), 0.3);
    EXPECT_LT(belief(0.92, 0.80, 0.001), 0.3) << "far out on the flat side is still flat";
    EXPECT_GT(belief(0.20, 0.90, 0.001), 0.95);
    EXPECT_NEAR(belief(0.3, 0.35, 10.0), prior.decayingShare, 0.05) << "scores that drown leave the prior";
    EXPECT_GT(belief(0.999, 1.0, 0.0), 0.0) << "no errors left";
    double before = 0.0;
    for (double large = 0.55; large < 0.75; large += 0.01) {
        const double now = belief(0.6, large, 0.005);
        EXPECT_GE(now, before - 1e-3);
        before = now;
    }
}

TEST(AutoBelief, LittleSignalAllowsLargerSteps) {
    const AutoPrior prior;
    EXPECT_DOUBLE_EQ(signalOf(40000, 0.26, 26), 400.0);
    EXPECT_NEAR(believedNu(prior, 1.0, 412.0), prior.decayingNu, 1e-12);
    EXPECT_NEAR(believedNu(prior, 0.0, 412.0), prior.flatNu, 1e-12);
    EXPECT_GT(believedNu(prior, 1.0, 12.4), 2.0 * prior.decayingNu);
    EXPECT_EQ(believedNu(prior, 1.0, 0.01), prior.largestNu);
}

TEST(AutoBelief, ExpectsMoreOfWideRowsAndOfMoreSignal) {
    const AutoGrowth growth;
    const auto ends = [&](double accuracy, std::uint32_t columns, double pilot = 17.0, double final = 114.0) {
        return expectedAccuracy(growth, accuracy, 26, columns, pilot, final);
    };
    // The nouns at ε = 0.3: pilots of 59 % (64 columns) and 52 % (384), which end at 71.3 and 72 %.
    EXPECT_LT(ends(0.59, 64), ends(0.52, 384));
    EXPECT_NEAR(ends(0.59, 64), 0.71, 0.015);
    EXPECT_NEAR(ends(0.52, 384), 0.72, 0.015);
    // The same 64 beside 320 columns of noise as long as a row: 48.6 %, ends at 68 %.
    EXPECT_GT(ends(0.59, 64), ends(0.486, 384)) << "a poor encoder does not become a good one";
    EXPECT_DOUBLE_EQ(ends(0.6, 64, 30.0, 30.0), 0.6) << "no signal more";
    EXPECT_LT(ends(0.6, 64, 30.0, 60.0), ends(0.6, 64, 30.0, 90.0));
    EXPECT_LT(ends(0.6, 10000) - ends(0.6, 1000), ends(0.6, 1000) - ends(0.6, 100)) << "most hold little";
    EXPECT_GT(ends(0.05, 64), ends(0.04, 384)) << "next to chance width says nothing";
    EXPECT_NEAR(ends(0.03, 384), 0.03, 1e-15) << "no better than chance";
    EXPECT_GT(ends(0.6, 64), ends(0.59, 64));
    EXPECT_GT(ends(1.01, 64), 1.0) << "a noisy count may lie outside";
}

/// The same of the nouns behind the runoff, whose pilots hold three times as much.
TEST(AutoBelief, ExpectsOfARunoffWhatTellsGoodFromPoor) {
    const AutoGrowth growth = AutoRunoff().growth;
    const auto ends = [&](double accuracy, std::uint32_t columns) {
        return expectedAccuracy(growth, accuracy, 26, columns, 35.0, 112.0);
    };
    EXPECT_LT(ends(0.66, 64), ends(0.615, 384)) << "they end at 71.3 and 72 %";
    EXPECT_GT(ends(0.66, 64), ends(0.578, 384)) << "which ends at 68 %";
}

} // namespace parsimony::search
