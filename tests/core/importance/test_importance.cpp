// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importance/knob_importance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace parsimony::importance {
namespace {

using filter::TrialField;
using session::TrialSnapshot;

/// Fractions that fill 0..1 evenly in each base (van der Corput).
double fraction(std::size_t index, std::size_t base) {
    double value = 0.0;
    for (double part = 1.0 / static_cast<double>(base); index > 0;
         index /= base, part /= static_cast<double>(base)) {
        value += part * static_cast<double>(index % base);
    }
    return value;
}

Sample sampleOf(std::size_t count, const std::function<double(double, double)>& score) {
    Sample sample;
    for (std::size_t i = 1; i <= count; ++i) {
        sample.points.push_back({fraction(i, 2), fraction(i, 3)});
        sample.scores.push_back(score(sample.points.back()[0], sample.points.back()[1]));
    }
    return sample;
}

TEST(FunctionalAnova, SharesOfTwoKnobsAndTheirPairAddUpToOne) {
    const auto forest =
        growForest(sampleOf(200, [](double x, double y) { return std::sin(5 * x) + x * y; }), 16, 3);
    const Anova anova = functionalAnova(forest);
    ASSERT_EQ(anova.pairs.size(), 1U);
    EXPECT_NEAR(anova.alone[0] + anova.alone[1] + anova.pairs[0].share, 1.0, 1e-9);
    EXPECT_GT(anova.aloneSd[0], 0.0);
}

TEST(FunctionalAnova, OneTreeIsDecomposedExactly) {
    // Halves of the square: 0 left, 1 and 2 right below and above. By hand: mean 3/4, variance 11/16; over y
    // the score is 0 and 3/2 (variance 9/16), over x 1/2 and 1 (1/16), and the rest is the pair's.
    Forest forest;
    forest.trees = {
        {{{0.0, 0.0}, {0.5, 1.0}, 0.0}, {{0.5, 0.0}, {1.0, 0.5}, 1.0}, {{0.5, 0.5}, {1.0, 1.0}, 2.0}}};
    const Anova anova = functionalAnova(forest);
    EXPECT_NEAR(anova.alone[0], 9.0 / 11.0, 1e-12);
    EXPECT_NEAR(anova.alone[1], 1.0 / 11.0, 1e-12);
    EXPECT_NEAR(anova.pairs[0].share, 1.0 / 11.0, 1e-12);
    EXPECT_NEAR(marginal(forest, 0, 0.75), 1.5, 1e-12);
    EXPECT_NEAR(marginal(forest, 1, 1.0), 1.0, 1e-12); // the end belongs to the last box
}

TEST(FunctionalAnova, WhatActsTogetherIsTheirPairs) {
    const auto forest = growForest(
        sampleOf(400, [](double x, double y) { return (x < 0.5) == (y < 0.5) ? 1.0 : 0.0; }), 32, 3);
    const Anova anova = functionalAnova(forest);
    EXPECT_GT(anova.pairs[0].share, 0.7);
    EXPECT_LT(anova.alone[0], 0.2);
    EXPECT_LT(anova.alone[1], 0.2);
    EXPECT_GT(forest.explained, 0.5);
}

TEST(FunctionalAnova, ScoresThatNothingChangesHaveNoShares) {
    const auto forest = growForest(sampleOf(50, [](double, double) { return 0.5; }), 4, 3);
    EXPECT_TRUE(std::isnan(forest.explained));
    EXPECT_EQ(functionalAnova(forest).alone[0], 0.0);
}

/// Trials whose score depends on r strongly, on ε a little and on T not at all; c is the same in all.
std::vector<TrialSnapshot> trialsOf(std::size_t count) {
    std::vector<TrialSnapshot> trials;
    for (std::size_t i = 1; i <= count; ++i) {
        TrialSnapshot trial;
        trial.id = static_cast<std::int64_t>(i);
        trial.r = std::pow(10.0, 3.0 * fraction(i, 2));
        trial.steps = 10 + static_cast<std::uint32_t>(90.0 * fraction(i, 3));
        trial.epsilon = 0.1 + fraction(i, 5);
        trial.maxGradNorm = 1.0;
        const double off = std::log10(*trial.r) - 1.5;
        trial.score = 0.8 - 0.2 * off * off + 0.03 * trial.epsilon;
        trials.push_back(trial);
    }
    return trials;
}

TEST(KnobImportance, NamesWhatTheScoreFollows) {
    const auto found = knobImportance(trialsOf(150));
    ASSERT_TRUE(found.enough());
    ASSERT_EQ(found.knobs.size(), 3U); // c never varied
    EXPECT_EQ(found.knobs[0].field, TrialField::R);
    EXPECT_GT(found.knobs[0].share, 0.85);
    EXPECT_EQ(found.knobs[2].field, TrialField::Steps);
    EXPECT_LT(found.knobs[2].share, 0.05);
    EXPECT_GT(found.explained, 0.8);
    // The curve is in the knob's own numbers and has its hill where the scores have theirs.
    const auto& curve = found.knobs[0].curve;
    const auto top = std::max_element(curve.begin(), curve.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
    EXPECT_GT(top->first, 12.0);
    EXPECT_LT(top->first, 90.0);
    EXPECT_NEAR(top->second, 0.815, 0.03);
    EXPECT_NEAR(curve.back().first, *trialsOf(150)[126].r, 15.0);
}

TEST(KnobImportance, IsTheSameForTheSameTrials) {
    const auto a = knobImportance(trialsOf(60));
    const auto b = knobImportance(trialsOf(60));
    EXPECT_EQ(a.knobs[0].share, b.knobs[0].share);
    EXPECT_EQ(a.explained, b.explained);
}

TEST(KnobImportance, SettingsEqualToRoundingAreNotToldApart) {
    auto trials = trialsOf(60);
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const double r = i % 2 == 0 ? 10.0 : 90.0;
        trials[i].r = i % 3 == 0 ? r : std::nextafter(r, 1e9);
        trials[i].score = i % 4 < 2 ? 0.3 : 0.6;
    }
    EXPECT_TRUE(knobImportance(trials).enough());
}

TEST(KnobImportance, SaysHowManyTrialsAreMissing) {
    const auto found = knobImportance(trialsOf(23));
    EXPECT_FALSE(found.enough());
    EXPECT_EQ(found.trials, 23U);
    EXPECT_EQ(found.needed, 24U); // eight for each of three knobs
    EXPECT_FALSE(knobImportance(std::vector<session::TrialSnapshot>()).enough());
}

TEST(KnobImportance, TakesKnobsThatAreAskedFor) {
    auto trials = trialsOf(80);
    trials[3].r.reset(); // a run without r is left out
    trials[4].score.reset();
    const auto found = knobImportance(trials, {TrialField::R, TrialField::Steps});
    ASSERT_EQ(found.knobs.size(), 2U);
    EXPECT_EQ(found.trials, 78U);
    EXPECT_EQ(found.pairs.size(), 1U);
}

TEST(KnobImportance, ScoresOfChanceAreNotExplained) {
    auto trials = trialsOf(200);
    for (std::size_t i = 0; i < trials.size(); ++i) {
        trials[i].score = fraction((i * 7919 + 13) % 1009, 7); // follows no knob
    }
    EXPECT_LT(knobImportance(trials).explained, 0.15);
}

TEST(KnobImportance, ManyTrialsAreSampledEvenly) {
    const auto found = knobImportance(trialsOf(5000));
    EXPECT_EQ(found.trials, 5000U);
    EXPECT_EQ(found.used, 1000U);
    EXPECT_GT(found.knobs[0].share, 0.85);
}

} // namespace
} // namespace parsimony::importance
