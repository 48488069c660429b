// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of a trainer's options as axes of a search.
#include "core/base/error.h"
#include "core/search/best_of.h"
#include "core/search/linear_scaling.h"
#include "core/search/private_selection.h"
#include "core/search/selection_shares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace parsimony::search {
namespace {

using train::Knob;

SearchSpace spaceOfTwo() {
    SearchSpace space;
    space.scale.publicRecords = 40000;
    space.grid.steps = {20, 50};
    space.axes = {{Knob::Clip, {0.5, 1.0}}, {Knob::Momentum, {0.0, 0.5, 0.9}}};
    return space;
}

double noise(int phase, std::uint32_t steps, const train::Knobs& /*knobs*/ = {}) {
    return std::sqrt(static_cast<double>(steps)) / (phase < 0 ? 0.2 : 0.1);
}

using Counts = std::map<std::pair<double, double>, int>;

void count(Counts& counts, const train::Knobs& knobs) {
    ++counts[{valueOf(knobs, Knob::Clip).value(), valueOf(knobs, Knob::Momentum).value()}];
}

/// Each of six combinations as often as the others: a false alarm once in 10⁶ keys, and the key is fixed.
void expectProduct(const Counts& counts, int draws) {
    ASSERT_EQ(counts.size(), 6U);
    const double expected = draws / 6.0;
    for (const auto& [combination, seen] : counts) {
        EXPECT_NEAR(seen, expected, 6.0 * std::sqrt(expected))
            << combination.first << " " << combination.second;
    }
}

} // namespace

TEST(Axes, RandomRunsDrawFromTheProduct) {
    BestOfSettings settings;
    settings.space = spaceOfTwo();
    settings.noise = noise;
    settings.trials = 3000;
    settings.key = searchKeyOfSeed(5);
    const BestOf method(settings);
    Counts counts;
    for (const Proposal& run : method.outline()) {
        count(counts, run.knobs);
    }
    expectProduct(counts, settings.trials);
}

TEST(Axes, PrivateSelectionsDrawFromTheProduct) {
    KeyedUniformSource source(searchKeyOfSeed(6), 0);
    Counts counts;
    for (int i = 0; i < 3000; ++i) {
        count(counts, drawCandidate(spaceOfTwo(), noise, source).knobs);
    }
    expectProduct(counts, 3000);
}

TEST(Axes, AGridHasEveryCombinationWithEveryPair) {
    BestOfSettings settings;
    settings.method = MethodKind::Grid;
    settings.space = spaceOfTwo();
    settings.space.grid.learningRates = {1.0, 2.0};
    settings.noise = noise;
    EXPECT_EQ(countRuns(settings), 24);
    const BestOf method(settings);
    std::set<std::vector<double>> cells;
    for (const Proposal& run : method.outline()) {
        cells.insert({*valueOf(run.knobs, Knob::Clip), *valueOf(run.knobs, Knob::Momentum), *run.learningRate,
                      static_cast<double>(run.steps)});
    }
    EXPECT_EQ(cells.size(), 24U);
    settings.space.grid.learningRates = {1.0};
    settings.space.grid.steps = {20};
    EXPECT_EQ(countRuns(settings), 6) << "the lists alone leave something to choose";
    settings.space.axes.assign(14, {Knob::Clip, {0.5, 1.0}});
    EXPECT_THROW((void)countRuns(settings), Error);
}

TEST(Axes, GridsAndDrawsOfTrainersWithoutARateTakeThem) {
    BestOfSettings settings;
    settings.method = MethodKind::Grid;
    settings.space.stepsOnly = true;
    settings.space.grid.steps = {1};
    settings.space.axes = {{Knob::Ridge, {0.1, 1.0, 10.0}}};
    settings.noise = noise;
    const BestOf method(settings);
    ASSERT_EQ(method.outline().size(), 3U);
    EXPECT_EQ(valueOf(method.outline()[2].knobs, Knob::Ridge), 10.0);
}

TEST(Axes, TheScaleOfAStepFollowsClipAndMomentum) {
    const SearchSpace space = spaceOfTwo();
    const SearchSpace wide = space.at({{Knob::Clip, 1.0}, {Knob::Momentum, 0.9}});
    const SearchSpace narrow = space.at({{Knob::Clip, 0.5}, {Knob::Momentum, 0.9}});
    const SearchSpace plain = space.at({{Knob::Clip, 1.0}, {Knob::Momentum, 0.0}});
    EXPECT_NEAR(narrow.rangeOf(100, 50).lo, 2.0 * wide.rangeOf(100, 50).lo, 1e-9);
    EXPECT_GT(plain.rangeOf(100, 50).lo, 5.0 * wide.rangeOf(100, 50).lo);
    EXPECT_TRUE(wide.axes.empty());
}

TEST(Axes, TheFirstPhasesWinnerFixesThemForAllThatFollows) {
    LinearScalingSettings settings;
    settings.space = spaceOfTwo();
    settings.noise = noise;
    settings.phases = {{0.1, 0.032, 6}, {0.2, 0.064, 3}};
    settings.finalEpsilon = 0.88;
    settings.finalMu = 0.24;
    settings.key = searchKeyOfSeed(7);
    LinearScaling method(settings);
    const std::vector<Proposal> first = method.nextBatch();
    ASSERT_EQ(first.size(), 6U);
    EXPECT_TRUE(method.outline()[6].knobs.empty()) << "not known before the first phase has a winner";
    std::set<double> momenta;
    for (const Proposal& run : first) {
        momenta.insert(*valueOf(run.knobs, Knob::Momentum));
        method.observe(run.index, Score{run.index == 4 ? 0.9 : 0.5, 0.01});
    }
    EXPECT_GT(momenta.size(), 1U);
    for (const Proposal& run : method.nextBatch()) {
        EXPECT_EQ(run.knobs, first[4].knobs);
        method.observe(run.index, Score{0.5, 0.01});
    }
    ASSERT_EQ(method.nextBatch().size(), 1U);
    EXPECT_EQ(method.nextBatch()[0].knobs, first[4].knobs);
    const double clip = *valueOf(first[4].knobs, Knob::Clip);
    EXPECT_NEAR(*method.nextBatch()[0].nu,
                nuOf(settings.space.at(first[4].knobs).scale, *method.nextBatch()[0].noiseMultiplier,
                     method.nextBatch()[0].steps, *method.nextBatch()[0].learningRate),
                1e-12)
        << clip;
    settings.space.sampler = SamplerKind::Bisection;
    EXPECT_THROW(LinearScaling{settings}, Error);
}

TEST(Axes, AFirstPhaseThatIsLostLeavesTheRestAValue) {
    LinearScalingSettings settings;
    settings.space = spaceOfTwo();
    settings.noise = noise;
    settings.phases = {{0.1, 0.032, 2}, {0.2, 0.064, 2}};
    settings.finalEpsilon = 0.88;
    settings.key = searchKeyOfSeed(8);
    LinearScaling method(settings);
    method.lose(0);
    method.lose(1);
    ASSERT_EQ(method.nextBatch().size(), 2U);
    EXPECT_EQ(method.nextBatch()[0].knobs, method.outline()[0].knobs);
}

TEST(Axes, StepsAreDrawnWhereTheRateReachesR) {
    SearchSpace space;
    space.totalStep = Range{20.0, 20.0};
    space.grid.learningRates = {0.5, 1.0};
    space.grid.steps = {5, 20, 40};
    std::map<std::uint32_t, int> seen;
    int clampedBefore = 0;
    for (int i = 0; i < 3000; ++i) {
        for (const bool reaches : {true, false}) {
            space.reachesRate = reaches;
            KeyedUniformSource source(searchKeyOfSeed(9), static_cast<std::uint64_t>(i));
            const std::uint32_t steps = plannedSteps(space, source);
            const StepChoice choice = chooseTrial(space, noise, 0, steps, {0.5, 0.0, 1.0}, source);
            if (reaches) {
                EXPECT_NEAR(choice.r(), 20.0, 1e-9);
                EXPECT_FALSE(choice.clamped);
                ++seen[choice.steps];
            } else {
                EXPECT_EQ(choice.steps, steps);
                clampedBefore += choice.clamped ? 1 : 0;
            }
        }
    }
    EXPECT_EQ(seen.size(), 2U);
    EXPECT_NEAR(seen[20], 1500, 6 * std::sqrt(750.0)) << "uniform among those that reach r";
    EXPECT_NEAR(clampedBefore, 1000, 6 * std::sqrt(667.0)) << "as plans of before drew";
    space.reachesRate = true;
    space.grid.steps = {5, 10};
    KeyedUniformSource source(searchKeyOfSeed(9), 0);
    const StepChoice choice = chooseTrial(space, noise, 0, 5, {0.5, 0.0, 1.0}, source);
    EXPECT_TRUE(choice.clamped);
    EXPECT_EQ(choice.r(), 10.0) << "as near as the lists allow";
}

} // namespace parsimony::search
