// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/search/best_of.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::search {
namespace {

BestOfSettings settings(MethodKind method, int trials) {
    BestOfSettings result;
    result.method = method;
    result.trials = trials;
    result.space.scale.publicRecords = 40000;
    result.space.totalStep = Range{1.0, 10000.0};
    result.space.grid.steps = {20, 50};
    result.noise = [](int phase, std::uint32_t steps, const train::Knobs&) {
        return std::sqrt(static_cast<double>(steps)) / (phase < 0 ? 0.2 : 0.1);
    };
    result.mu = 0.1;
    result.key = searchKeyOfSeed(3);
    return result;
}

} // namespace

TEST(BestOf, OneRandomRunIsTheResultAndNeedsNoScore) {
    BestOfSettings wanted = settings(MethodKind::Random, 1);
    wanted.noise = [](int phase, std::uint32_t steps, const train::Knobs&) {
        EXPECT_EQ(phase, -1) << "the plan has no scored phase";
        return std::sqrt(static_cast<double>(steps)) / 0.2;
    };
    BestOf method(wanted);
    const auto batch = method.nextBatch();
    ASSERT_EQ(batch.size(), 1U);
    EXPECT_EQ(batch[0].role, TrialRole::Final);
    EXPECT_FALSE(batch[0].scored);
    EXPECT_EQ(*batch[0].noiseMultiplier, std::sqrt(static_cast<double>(batch[0].steps)) / 0.2);
    method.observe(0, std::nullopt);
    EXPECT_EQ(method.result(), 0);
    EXPECT_FALSE(method.selectedR(0));
}

TEST(BestOf, TakesTheBestReleasedScore) {
    BestOf method(settings(MethodKind::Random, 4));
    EXPECT_EQ(method.nextBatch().size(), 4U);
    method.observe(2, Score{0.7, 0.01});
    method.observe(0, Score{0.6, 0.01});
    method.lose(3);
    EXPECT_FALSE(method.result());
    method.observe(1, Score{0.65, 0.01});
    EXPECT_TRUE(method.finished());
    EXPECT_EQ(method.result(), 2);
    EXPECT_EQ(method.selectedR(0), method.outline()[2].r);
    EXPECT_TRUE(method.accounted());
}

TEST(BestOf, RandomRunsSpreadOverTheRange) {
    const auto runs = BestOf(settings(MethodKind::Random, 4)).outline();
    for (int i = 0; i < 4; ++i) {
        EXPECT_GE(*runs[i].r, std::pow(10.0, i) * (1 - 1e-9));
        EXPECT_LE(*runs[i].r, std::pow(10.0, i + 1) * (1 + 1e-9));
    }
}

TEST(BestOf, GridHasEveryPair) {
    BestOfSettings wanted = settings(MethodKind::Grid, 3);
    EXPECT_EQ(countRuns(wanted), 6);
    wanted.space.grid.learningRates = {0.1, 1.0, 10.0, 100.0};
    EXPECT_EQ(countRuns(wanted), 8);
    const BestOf method(wanted);
    const auto runs = method.outline();
    ASSERT_EQ(runs.size(), 8U);
    EXPECT_EQ(runs[5].steps, 50U);
    EXPECT_EQ(*runs[5].learningRate, 1.0);
    EXPECT_EQ(method.name(), "grid");
}

TEST(BestOf, OracleIsNotAccounted) {
    const BestOf method(settings(MethodKind::Oracle, 5));
    EXPECT_EQ(method.outline().size(), 10U);
    EXPECT_EQ(*method.outline()[0].r, 1.0);
    EXPECT_EQ(*method.outline()[4].r, 10000.0);
    EXPECT_FALSE(method.accounted());
    EXPECT_EQ(method.name(), "oracle");
}

TEST(BestOf, RefusesGridsWithoutAChoice) {
    BestOfSettings wanted = settings(MethodKind::Grid, 1);
    wanted.space.grid.steps = {50};
    EXPECT_THROW(BestOf{wanted}, Error);
    wanted.space.grid.steps = {};
    EXPECT_THROW(BestOf{wanted}, Error);
    EXPECT_THROW(BestOf{settings(MethodKind::Random, 0)}, Error);
    wanted = settings(MethodKind::Random, 3);
    wanted.space.sampler = SamplerKind::Bisection;
    EXPECT_THROW(BestOf{wanted}, Error);
}

} // namespace parsimony::search
