// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/search/linear_scaling.h"
#include "core/search/single_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace parsimony::search {
namespace {

LinearScalingSettings scalingSettings(std::uint64_t seed = 1) {
    LinearScalingSettings result;
    result.space.scale.publicRecords = 40000;
    result.space.grid.steps = {20, 50, 100};
    // μ is close to linear in ε at these sizes; the numbers only need to be plausible.
    result.noise = [](int phase, std::uint32_t steps, const train::Knobs&) {
        const double mu = phase == 0 ? 0.03 : phase == 1 ? 0.06 : 0.24;
        return std::sqrt(static_cast<double>(steps)) / mu;
    };
    result.phases = {{0.1, 0.032, 3}, {0.2, 0.064, 3}};
    result.finalEpsilon = 0.88;
    result.finalMu = 0.24;
    result.key = searchKeyOfSeed(seed);
    return result;
}

/// A score that is best where ν = 0.8: what a well-behaved data set gives.
double peakedScore(const Proposal& proposal) {
    return 0.7 - 0.05 * std::abs(std::log(*proposal.nu / 0.8));
}

void runAll(SequentialMethod& method) {
    while (!method.finished()) {
        for (const Proposal& proposal : method.nextBatch()) {
            method.observe(proposal.index, proposal.scored
                                               ? std::optional<Score>({peakedScore(proposal), 0.01})
                                               : std::nullopt);
        }
    }
}

} // namespace

TEST(LinearScaling, PlansTwoPhasesAndAFinalRun) {
    const LinearScaling method(scalingSettings());
    const auto runs = method.outline();
    ASSERT_EQ(runs.size(), 7U);
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(runs[i].index, i);
        EXPECT_EQ(runs[i].phase, i / 3);
        EXPECT_TRUE(runs[i].scored);
        ASSERT_TRUE(runs[i].r);
        EXPECT_NEAR(*runs[i].r, *runs[i].learningRate * runs[i].steps, 1e-9 * *runs[i].r);
        EXPECT_GE(*runs[i].nu, 0.15 * (1 - 1e-9));
        EXPECT_LE(*runs[i].nu, 3.0 * (1 + 1e-9));
        EXPECT_EQ(*runs[i].mu, i < 3 ? 0.032 : 0.064);
    }
    EXPECT_EQ(runs[6].role, TrialRole::Final);
    EXPECT_FALSE(runs[6].r);
    EXPECT_GT(runs[6].steps, 0U) << "T of the final run is drawn at planning";
    EXPECT_EQ(*runs[6].noiseMultiplier, std::sqrt(static_cast<double>(runs[6].steps)) / 0.24);
}

TEST(LinearScaling, FollowsTheLineThroughTheWinners) {
    LinearScaling method(scalingSettings());
    EXPECT_FALSE(method.fit());
    runAll(method);
    const auto outcome = method.fit();
    ASSERT_TRUE(outcome);
    const double r1 = *method.selectedR(0);
    const double r2 = *method.selectedR(1);
    const double expected = r1 + (r2 - r1) / 0.1 * (0.88 - 0.1);
    EXPECT_NEAR(outcome->extrapolation.predictedR, expected, 1e-9 * std::abs(expected));
    EXPECT_EQ(method.result(), 6);
    const auto runs = method.outline();
    EXPECT_NEAR(*runs[6].r, outcome->extrapolation.r, 1e-9 * *runs[6].r);
    double best = -1.0;
    double bestR = 0.0;
    for (int i = 0; i < 3; ++i) {
        if (peakedScore(runs[i]) > best) {
            best = peakedScore(runs[i]);
            bestR = *runs[i].r;
        }
    }
    EXPECT_EQ(r1, bestR);
}

TEST(LinearScaling, AFinalRunThatTheRangeHeldBackIsMarked) {
    std::set<bool> seen;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        LinearScaling method(scalingSettings(seed));
        runAll(method);
        const auto outcome = method.fit();
        ASSERT_TRUE(outcome);
        EXPECT_EQ(method.outline()[6].clamped, outcome->extrapolation.clamped) << seed;
        seen.insert(outcome->extrapolation.clamped);
    }
    EXPECT_EQ(seen.size(), 2U) << "some are held back and some are not";
}

TEST(LinearScaling, SameKeyAndScoresGiveTheSameRunsWhateverTheOrder) {
    LinearScaling forward(scalingSettings());
    LinearScaling backward(scalingSettings());
    runAll(forward);
    while (!backward.finished()) {
        auto batch = backward.nextBatch();
        const Proposal last = batch.back();
        backward.observe(last.index,
                         last.scored ? std::optional<Score>({peakedScore(last), 0.01}) : std::nullopt);
    }
    const auto a = forward.outline();
    const auto b = backward.outline();
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i], b[i]);
    }
    EXPECT_NE(LinearScaling(scalingSettings(2)).outline()[0], a[0]);
}

TEST(LinearScaling, AnInterruptedSearchGoesOnWithTheSameRuns) {
    LinearScaling before(scalingSettings());
    for (int i = 0; i < 4; ++i) {
        const Proposal run = before.outline()[i];
        before.observe(i, Score{peakedScore(run), 0.01});
    }
    LinearScaling after(scalingSettings());
    for (int i = 0; i < 4; ++i) {
        after.observe(i, Score{peakedScore(after.outline()[i]), 0.01});
    }
    const auto expected = before.nextBatch();
    const auto again = after.nextBatch();
    ASSERT_EQ(expected.size(), 2U);
    ASSERT_EQ(again.size(), 2U);
    EXPECT_EQ(expected[0], again[0]);
    EXPECT_EQ(expected[1], again[1]);
}

TEST(LinearScaling, EveryDecompositionAndSamplerStaysInRange) {
    for (const auto sampler : {SamplerKind::Stratified, SamplerKind::LogUniform, SamplerKind::Uniform,
                               SamplerKind::Grid, SamplerKind::Bisection}) {
        for (const auto decomposition :
             {DecompositionKind::Derive, DecompositionKind::SampleUntil, DecompositionKind::Independent}) {
            LinearScalingSettings wanted = scalingSettings();
            wanted.space.sampler = sampler;
            wanted.space.decomposition = decomposition;
            wanted.space.totalStep = Range{2.0, 200.0};
            wanted.space.grid.steps = {10, 20, 50, 100};
            wanted.space.grid.learningRates = {0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.6, 2.0};
            LinearScaling method(wanted);
            runAll(method);
            for (const Proposal& run : method.outline()) {
                EXPECT_LE(*run.learningRate, 2.0);
                EXPECT_LE(run.steps, 100U);
                if (decomposition != DecompositionKind::Independent) {
                    EXPECT_GE(*run.r, 2.0 * 0.9 * (1 - 1e-9));
                    EXPECT_LE(*run.r, 200.0 * 1.1);
                }
            }
        }
    }
}

TEST(LinearScaling, PhaseStartsUseTheWinnerBefore) {
    for (const auto& [start, reach] :
         {std::pair{PhaseStart::Scaled, 3.0}, std::pair{PhaseStart::Scaled, 1.25},
          std::pair{PhaseStart::AboveWinner, 3.0}}) {
        LinearScalingSettings wanted = scalingSettings();
        wanted.start = start;
        wanted.phaseReach = reach;
        wanted.space.totalStep = Range{1.0, 1000.0};
        LinearScaling method(wanted);
        EXPECT_FALSE(method.outline()[3].r) << "unknown before the first phase is over";
        EXPECT_EQ(method.nextBatch().size(), 3U);
        runAll(method);
        const double r1 = *method.selectedR(0);
        for (int i = 3; i < 6; ++i) {
            const double r = *method.outline()[i].r;
            EXPECT_GE(r, (start == PhaseStart::Scaled ? r1 * 2.0 / reach : r1) * (1 - 1e-9));
            EXPECT_LE(r, start == PhaseStart::Scaled ? r1 * 2.0 * reach * (1 + 1e-9) : 1000.0);
        }
    }
}

TEST(LinearScaling, GoesOnWithoutLostTrials) {
    LinearScaling method(scalingSettings());
    for (int i = 0; i < 3; ++i) {
        method.lose(i);
    }
    for (int i = 3; i < 6; ++i) {
        method.observe(i, Score{peakedScore(method.outline()[i]), 0.01});
    }
    EXPECT_FALSE(method.selectedR(0));
    EXPECT_FALSE(method.fit());
    const Proposal last = method.nextBatch().front();
    const double expected = *method.selectedR(1) * 0.88 / 0.2;
    EXPECT_NEAR(*last.r, expected, 0.5 * expected) << "grows with the budget, up to the range";
    method.lose(6);
    EXPECT_TRUE(method.finished());
    EXPECT_FALSE(method.result());
    LinearScaling hopeless(scalingSettings());
    for (int i = 0; i < 6; ++i) {
        hopeless.lose(i);
    }
    EXPECT_THROW((void)hopeless.nextBatch(), Error);
}

TEST(LinearScaling, EqualScoresTakeTheFirst) {
    LinearScaling method(scalingSettings());
    for (int i = 0; i < 6; ++i) {
        method.observe(i, Score{0.5, 0.1});
    }
    EXPECT_EQ(*method.selectedR(0), *method.outline()[0].r);
    EXPECT_EQ(*method.selectedR(1), *method.outline()[3].r);
}

TEST(LinearScaling, RefusesScoresThatAreNone) {
    LinearScaling method(scalingSettings());
    EXPECT_THROW(method.observe(0, std::nullopt), Error);
    EXPECT_THROW(method.observe(0, Score{std::numeric_limits<double>::quiet_NaN(), 0.1}), Error);
    EXPECT_THROW(method.observe(6, std::nullopt), Error) << "the final run cannot be over before the phases";
    method.observe(0, Score{0.5, 0.1});
    EXPECT_THROW(method.observe(0, Score{0.5, 0.1}), Error) << "closed already";
}

TEST(LinearScaling, RefusesPlansThatCannotWork) {
    const auto refused = [](auto change, ErrorCode code) {
        LinearScalingSettings wanted = scalingSettings();
        change(wanted);
        try {
            LinearScaling method(wanted);
        } catch (const Error& error) {
            return error.code() == code;
        }
        return false;
    };
    EXPECT_TRUE(refused([](auto& s) { s.phases.pop_back(); }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.phases[1].epsilon = 0.1; }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.phases[1].epsilon = 0.05; }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.degree = 2; }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.phases[0].trials = 0; }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.space.grid.steps = {}; }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.space.totalStep = Range{5.0, 1.0}; }, ErrorCode::Usage));
    EXPECT_TRUE(refused([](auto& s) { s.space.scale.rowNorm.reset(); }, ErrorCode::Usage));
    EXPECT_TRUE(refused(
        [](auto& s) {
            s.space.totalStep = Range{5000.0, 10000.0};
            s.space.grid.learningRates = {0.1, 1.0};
        },
        ErrorCode::Usage))
        << "no pair reaches the range";
    EXPECT_TRUE(refused(
        [](auto& s) {
            s.space.decomposition = DecompositionKind::SampleUntil;
            s.space.grid.learningRates = {1000.0};
        },
        ErrorCode::Usage));
    EXPECT_TRUE(refused(
        [](auto& s) {
            s.space.scale.sampleRate = 0.1;
            s.space.decomposition = DecompositionKind::SampleUntil;
            s.space.grid.learningRates = {0.1, 1.0};
        },
        ErrorCode::Refused))
        << "T must not adapt under Poisson sampling";
}

TEST(SingleRun, UnitNoiseSpendsEverythingOnOneRun) {
    SingleRunSettings wanted;
    wanted.scale.clip = 0.3;
    wanted.scale.publicRecords = 40000;
    wanted.noise = [](int, std::uint32_t steps, const train::Knobs&) {
        return std::sqrt(static_cast<double>(steps)) / 0.268;
    };
    wanted.nu = 1.2;
    wanted.mu = 0.268;
    SingleRun method("unit-noise", wanted);
    const auto batch = method.nextBatch();
    ASSERT_EQ(batch.size(), 1U);
    EXPECT_EQ(batch[0].role, TrialRole::Final);
    EXPECT_FALSE(batch[0].scored);
    EXPECT_NEAR(*batch[0].nu, 1.2, 1e-12);
    EXPECT_EQ(*batch[0].mu, 0.268);
    method.observe(0, std::nullopt);
    EXPECT_TRUE(method.finished());
    EXPECT_EQ(method.result(), 0);
    EXPECT_TRUE(method.nextBatch().empty());
    wanted.learningRate = 0.1;
    EXPECT_THROW(SingleRun("unit-noise", wanted), Error);
}

} // namespace parsimony::search
