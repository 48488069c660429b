// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/search/decomposition.h"
#include "core/search/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace parsimony::search {

TEST(UniformSource, KeyedStreamsRepeatAndDiffer) {
    const SearchKey key = searchKeyOfSeed(7);
    KeyedUniformSource a(key, 3);
    KeyedUniformSource b(key, 3);
    KeyedUniformSource c(key, 4);
    KeyedUniformSource d(searchKeyOfSeed(8), 3);
    for (int i = 0; i < 9; ++i) {
        const std::uint64_t word = a.bits();
        EXPECT_EQ(word, b.bits());
        EXPECT_NE(word, c.bits());
        EXPECT_NE(word, d.bits());
    }
}

TEST(UniformSource, IsUniform) {
    KeyedUniformSource keyed(searchKeyOfSeed(1), 0);
    SecureUniformSource secure;
    for (UniformSource* source :
         {static_cast<UniformSource*>(&keyed), static_cast<UniformSource*>(&secure)}) {
        double sum = 0.0;
        double squares = 0.0;
        std::vector<int> counts(7);
        constexpr int draws = 20000;
        for (int i = 0; i < draws; ++i) {
            const double u = source->next();
            ASSERT_GT(u, 0.0);
            ASSERT_LT(u, 1.0);
            sum += u;
            squares += u * u;
            ++counts[source->below(7)];
        }
        // Five standard errors: false alarm about once in 10⁶ runs.
        EXPECT_NEAR(sum / draws, 0.5, 5.0 / std::sqrt(12.0 * draws));
        EXPECT_NEAR(squares / draws, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / draws));
        for (const int count : counts) {
            EXPECT_NEAR(count, draws / 7.0, 5.5 * std::sqrt(draws / 7.0));
        }
    }
}

TEST(Sampler, StratifiedPutsOneDrawInEachPart) {
    const Range range{1.0, 1000.0};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        KeyedUniformSource source(searchKeyOfSeed(seed), 0);
        const auto positions = drawPositions(SamplerKind::Stratified, 3, source);
        for (int i = 0; i < 3; ++i) {
            const double r = valueAt(SamplerKind::Stratified, range, positions[i].at);
            EXPECT_GE(r, std::pow(10.0, i) * (1 - 1e-12));
            EXPECT_LE(r, std::pow(10.0, i + 1) * (1 + 1e-12));
        }
    }
}

TEST(Sampler, LogUniformAndUniformHaveTheirMedians) {
    const Range range{1.0, 10000.0};
    KeyedUniformSource source(searchKeyOfSeed(5), 0);
    int logBelow = 0;
    int linearBelow = 0;
    const auto positions = drawPositions(SamplerKind::LogUniform, 4000, source);
    for (const Position& position : positions) {
        logBelow += valueAt(SamplerKind::LogUniform, range, position.at) < 100.0;
        linearBelow += valueAt(SamplerKind::Uniform, range, position.at) < 5000.5;
    }
    EXPECT_NEAR(logBelow, 2000, 5 * std::sqrt(1000.0));
    EXPECT_NEAR(linearBelow, 2000, 5 * std::sqrt(1000.0));
}

TEST(Sampler, GridHitsBothEndsAndNeverLeavesTheRange) {
    const Range range{0.3, 0.7};
    KeyedUniformSource source(searchKeyOfSeed(5), 0);
    const auto positions = drawPositions(SamplerKind::Grid, 4, source);
    EXPECT_EQ(valueAt(SamplerKind::Grid, range, positions.front().at), 0.3);
    EXPECT_EQ(valueAt(SamplerKind::Grid, range, positions.back().at), 0.7);
    const auto one = drawPositions(SamplerKind::Grid, 1, source);
    EXPECT_NEAR(valueAt(SamplerKind::Grid, range, one[0].at), std::sqrt(0.21), 1e-12);
    EXPECT_EQ(valueAt(SamplerKind::LogUniform, Range{2.0, 2.0}, 0.3), 2.0);
}

/// What a bisection proposes beyond the trials that have ended.
std::vector<Position> bisectionPositions(const std::vector<std::optional<double>>& scores, int count) {
    std::vector<Position> path = bisectionPath(scores, count);
    path.erase(path.begin(),
               path.begin() + static_cast<std::ptrdiff_t>(std::min(scores.size(), path.size())));
    return path;
}

TEST(Sampler, BisectionClosesInOnTheBest) {
    // The score falls with the distance from 0.7: the trials must approach it.
    std::vector<std::optional<double>> scores;
    std::vector<double> at;
    while (true) {
        const auto next = bisectionPositions(scores, 9);
        if (next.empty()) {
            break;
        }
        for (const Position& position : next) {
            at.push_back(position.at);
            scores.emplace_back(-std::abs(position.at - 0.7));
        }
    }
    ASSERT_EQ(at.size(), 9U);
    EXPECT_EQ(at[0], 0.5);
    EXPECT_EQ((std::set<double>{at[1], at[2]}), (std::set<double>{0.25, 0.75}));
    double least = 1.0;
    for (const double position : at) {
        least = std::min(least, std::abs(position - 0.7));
    }
    EXPECT_LT(least, 0.02);
}

TEST(Sampler, BisectionWaitsForScoresAndSkipsLostOnes) {
    EXPECT_EQ(bisectionPositions({}, 3).size(), 1U);
    const std::vector<std::optional<double>> lost{std::nullopt};
    EXPECT_EQ(bisectionPositions(lost, 3).size(), 2U);
    const std::vector<std::optional<double>> partly{std::nullopt, 0.1};
    EXPECT_EQ(bisectionPositions(partly, 5).size(), 1U) << "the other side of the pair is still to come";
    const std::vector<std::optional<double>> both{std::nullopt, 0.1, 0.9};
    const auto next = bisectionPositions(both, 5);
    ASSERT_EQ(next.size(), 2U);
    EXPECT_DOUBLE_EQ(next[0].at, 0.625);
    EXPECT_DOUBLE_EQ(next[1].at, 0.875);
}

TEST(Decomposition, DeriveNeverPassesTheLargestLearningRate) {
    const StepGrid free{{10, 50}, {}};
    const StepChoice exact = deriveLearningRate(30.0, 50, free);
    EXPECT_DOUBLE_EQ(exact.learningRate, 0.6);
    EXPECT_FALSE(exact.clamped);
    const StepGrid tight{{10, 50}, {0.1, 0.5}};
    const StepChoice clamped = deriveLearningRate(30.0, 50, tight);
    EXPECT_DOUBLE_EQ(clamped.learningRate, 0.5);
    EXPECT_TRUE(clamped.clamped);
}

TEST(Decomposition, SampleUntilIsUniformOverThePairsThatFit) {
    const StepGrid grid{{10, 20, 40}, {0.1, 0.2, 0.4, 3.0}};
    KeyedUniformSource source(searchKeyOfSeed(2), 0);
    std::vector<int> seen(3);
    for (int i = 0; i < 3000; ++i) {
        const auto choice = sampleUntil(4.0, grid, 0.05, source);
        ASSERT_TRUE(choice);
        ASSERT_NEAR(choice->r(), 4.0, 0.2);
        ++seen[choice->steps == 10 ? 0 : choice->steps == 20 ? 1 : 2];
    }
    for (const int count : seen) {
        EXPECT_NEAR(count, 1000, 5 * std::sqrt(3000.0 * 2 / 9));
    }
    EXPECT_FALSE(sampleUntil(1000.0, grid, 0.05, source));
    EXPECT_DOUBLE_EQ(nearestPair(1000.0, grid).r(), 120.0);
    EXPECT_TRUE(nearestPair(1000.0, grid).clamped);
    EXPECT_THROW((void)sampleUntil(1.0, StepGrid{{10}, {}}, 0.05, source), Error);
}

TEST(Decomposition, RefusesBadGrids) {
    EXPECT_THROW((StepGrid{{}, {}}.check()), Error);
    EXPECT_THROW((StepGrid{{0}, {}}.check()), Error);
    EXPECT_THROW((StepGrid{{10}, {-0.1}}.check()), Error);
    EXPECT_NO_THROW((StepGrid{{10}, {}}.check()));
}

} // namespace parsimony::search
