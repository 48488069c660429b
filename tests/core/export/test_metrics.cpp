// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace parsimony::exporting {

namespace {

/// Scores of a classifier that is right more often than not.
std::vector<float> drawScores(std::mt19937_64& random, std::size_t classes, std::size_t truth) {
    std::normal_distribution<float> normal;
    std::vector<float> scores(classes);
    for (float& score : scores) {
        score = normal(random);
    }
    scores[truth] += 1.0F;
    return scores;
}

std::vector<double> asNumbers(const std::array<std::uint64_t, kScoreBins>& counts) {
    return {counts.begin(), counts.end()};
}

} // namespace

TEST(Metrics, AreWhatTheirDefinitionsSay) {
    constexpr std::size_t classes = 8;
    std::mt19937_64 random(3);
    ScoreTallier tallier(MetricSettings{2, 1.5, true});
    std::uint64_t topFive = 0;
    double losses = 0.0;
    double clipped = 0.0;
    std::vector<float> positives, negatives;
    for (int i = 0; i < 500; ++i) {
        const std::size_t truth = random() % classes;
        const auto scores = drawScores(random, classes, truth);
        tallier.add(truth, scores);
        std::vector<std::size_t> order(classes);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return scores[a] > scores[b]; });
        topFive += std::find(order.begin(), order.begin() + 5, truth) != order.begin() + 5 ? 1U : 0U;
        double all = 0.0;
        for (const float score : scores) {
            all += std::exp(static_cast<double>(score));
        }
        const double loss = -std::log(std::exp(static_cast<double>(scores[truth])) / all);
        losses += loss;
        clipped += std::min(loss, 1.5);
        const double p = std::exp(static_cast<double>(scores[2])) / all;
        (truth == 2 ? positives : negatives).push_back(static_cast<float>(p));
    }
    tallier.addInvalid();
    const ScoreTally& tally = tallier.tally();
    EXPECT_EQ(tally.records, 500U);
    EXPECT_EQ(tally.invalid, 1U);
    EXPECT_EQ(tally.topFive, topFive);
    EXPECT_NEAR(tally.losses, losses, 1e-9);
    EXPECT_NEAR(static_cast<double>(tally.clippedLosses) * 1.5 / static_cast<double>(kLossUnits),
                clipped + 1.5, 501 * 1e-6);
    double pairs = 0.0;
    for (const float positive : positives) {
        for (const float negative : negatives) {
            pairs += positive > negative ? 1.0 : positive == negative ? 0.5 : 0.0;
        }
    }
    const double exact = pairs / static_cast<double>(positives.size() * negatives.size());
    EXPECT_NEAR(*areaUnderCurve(tally.positiveOdds, tally.negativeOdds), exact, 1e-4)
        << "odds order as shares do";
    const auto binned = areaOfBins(asNumbers(tally.positives), asNumbers(tally.negatives), 0.0);
    ASSERT_TRUE(binned);
    EXPECT_LE(std::abs(binned->area - exact), binned->binError + 1e-9);
    EXPECT_LT(binned->binError, 0.1);
    EXPECT_EQ(binned->se, 0.0);
}

TEST(Metrics, TiesCountHalfAndNothingIsSaidOfNobody) {
    EXPECT_EQ(*areaUnderCurve({1.0F, 2.0F, 2.0F}, {2.0F, 0.0F}), (1.0 + 2 * 1.5) / 6.0);
    EXPECT_FALSE(areaUnderCurve({}, {1.0F}));
    EXPECT_FALSE(areaUnderCurve({1.0F}, {}));
    const std::vector<double> few(kScoreBins, 1.0);
    EXPECT_FALSE(areaOfBins(few, std::vector<double>(kScoreBins, 0.0), 0.0));
    EXPECT_FALSE(areaOfBins(few, few, 2.0)) << "32 of either drown in noise of 11";
}

TEST(Metrics, BinsHoldEveryScore) {
    EXPECT_EQ(scoreBin(-INFINITY), 0U);
    EXPECT_EQ(scoreBin(NAN), 0U);
    EXPECT_EQ(scoreBin(INFINITY), kScoreBins - 1);
    EXPECT_EQ(scoreBin(1e300), kScoreBins - 1);
    EXPECT_EQ(scoreBin(7.5), kScoreBins - 1);
    EXPECT_EQ(scoreBin(7.49), kScoreBins - 2);
    EXPECT_EQ(scoreBin(-7.5), 1U);
    EXPECT_EQ(scoreBin(0.0), kScoreBins / 2);
    for (double odds = -9.0; odds < 9.0; odds += 0.01) {
        EXPECT_LE(scoreBin(odds), scoreBin(odds + 0.01));
    }
}

// Whatever the scores are, a record adds 1 to at most one bin, and 0 to 1 to each sum.
TEST(Metrics, NoRecordAddsMoreThanItsBound) {
    const std::vector<float> wild{INFINITY, -INFINITY, NAN, 3.0e38F, -3.0e38F, 0.0F, 1e-40F, -80.0F, 80.0F};
    std::mt19937_64 random(5);
    for (int round = 0; round < 2000; ++round) {
        std::vector<float> scores(2 + random() % 7);
        for (float& score : scores) {
            score = wild[random() % wild.size()];
        }
        const std::size_t truth = random() % scores.size();
        ScoreTallier tallier(
            MetricSettings{static_cast<std::uint32_t>(random() % scores.size()), 0.7, false});
        tallier.add(truth, scores);
        const ScoreTally& tally = tallier.tally();
        EXPECT_LE(tally.topFive, 1U);
        EXPECT_LE(tally.clippedLosses, kLossUnits);
        const auto sum = [](const auto& counts) {
            return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
        };
        EXPECT_EQ(sum(tally.positives) + sum(tally.negatives), 1U);
    }
}

TEST(Metrics, StandardErrorOfABinnedAreaIsTheSpreadOfItsNoise) {
    std::mt19937_64 random(7);
    std::vector<double> positives(kScoreBins), negatives(kScoreBins);
    for (std::size_t k = 0; k < kScoreBins; ++k) {
        const double x = (static_cast<double>(k) - 16.0) / 4.0;
        positives[k] = 2000.0 * std::exp(-(x - 1.0) * (x - 1.0) / 2.0);
        negatives[k] = 8000.0 * std::exp(-x * x / 2.0);
    }
    const auto exact = *areaOfBins(positives, negatives, 0.0);
    constexpr double sd = 20.0;
    std::normal_distribution<double> noise(0.0, sd);
    double squares = 0.0;
    double se = 0.0;
    constexpr int draws = 800;
    for (int draw = 0; draw < draws; ++draw) {
        auto p = positives;
        auto n = negatives;
        for (std::size_t k = 0; k < kScoreBins; ++k) {
            p[k] += noise(random);
            n[k] += noise(random);
        }
        const auto noisy = areaOfBins(p, n, sd);
        ASSERT_TRUE(noisy);
        squares += std::pow(noisy->area - exact.area, 2) / draws;
        se += noisy->se / draws;
    }
    EXPECT_NEAR(std::sqrt(squares) / se, 1.0, 0.15); // six standard errors of 1/√(2·800)
}

} // namespace parsimony::exporting
