// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/search/auto_method.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace parsimony::search {
namespace {

constexpr double totalMu = 0.268;
constexpr double records = 40000.0;

AutoSettings settings(double finalNoiseFactor = 1.0) {
    AutoSettings result;
    result.scale.clip = 0.1;
    result.scale.publicRecords = records;
    result.allocation = autoAllocation(totalMu, records, 26, 50);
    const double share = result.allocation.pilotShare;
    result.totalMu = totalMu;
    result.classes = 26;
    result.pilotMu = totalMu * std::sqrt(share);
    result.finalMu = totalMu * std::sqrt(1.0 - 2.0 * share);
    const double pilotTraining = result.pilotMu * std::sqrt(1.0 - result.allocation.scoreFraction);
    const double finalMu = result.finalMu;
    result.noise = [pilotTraining, finalMu, finalNoiseFactor](int phase, std::uint32_t steps,
                                                              const train::Knobs&) {
        return std::sqrt(static_cast<double>(steps)) /
               (phase == 0 ? pilotTraining : finalMu / finalNoiseFactor);
    };
    return result;
}

/// Three encoders of one width but the last, with pilots and a runoff.
AutoSettings ofEncoders() {
    AutoSettings result = settings();
    AutoTuning& tuning = result.tuning;
    tuning.centred = AutoCentred{};
    tuning.encoders = AutoEncoders{};
    const AutoPilots& pilots = tuning.encoders->rich;
    const AutoPilots& more = tuning.encoders->runoff->pilots;
    result.encoders = {"a", "b", "c"};
    result.columns = {384, 384, 64};
    result.pilotsOfEncoders = true;
    result.allocation.pilots = true;
    result.allocation.pilotSteps = 10;
    result.allocation.runoff = more;
    result.allocation.runoffSteps = 12;
    result.pilotMu = totalMu * std::sqrt(pilots.share);
    result.pilotTrainingMu = result.pilotMu * std::sqrt(1.0 - pilots.scoreFraction);
    result.runoffMu = totalMu * std::sqrt(more.share);
    result.runoffTrainingMu = result.runoffMu * std::sqrt(1.0 - more.scoreFraction);
    result.finalMu = totalMu * std::sqrt(1.0 - 3.0 * pilots.share - 2.0 * more.share);
    result.noise = [pilot = result.pilotTrainingMu, runoff = result.runoffTrainingMu,
                    final = result.finalMu](int phase, std::uint32_t steps, const train::Knobs&) {
        return std::sqrt(static_cast<double>(steps)) / (phase == 0 ? pilot : phase == 1 ? runoff : final);
    };
    return result;
}

std::string encoderOf(const Proposal& run) {
    return run.knobs.empty() ? std::string() : std::string(run.knobs.front().name());
}

/// Adds what DP-GD's noise does to `weights` over a whole run, free step included.
void addNoise(std::vector<double>& weights, const Proposal& run, double clip, std::mt19937_64& generator) {
    std::normal_distribution<double> normal(0.0, clip * *run.noiseMultiplier / records);
    std::vector<double> v(weights.size(), 0.0);
    for (std::uint32_t step = 0; step <= run.steps; ++step) {
        for (std::size_t i = 0; i < weights.size(); ++i) {
            v[i] = 0.9 * v[i] + (step < run.steps ? normal(generator) : 0.0);
            weights[i] -= *run.learningRate * v[i];
        }
    }
}

} // namespace

TEST(AutoMethod, PlansTwoPilotsAndOneRun) {
    const AutoMethod method(settings());
    const auto runs = method.outline();
    ASSERT_EQ(runs.size(), 3U);
    const double spent = 2 * *runs[0].mu * *runs[0].mu + *runs[2].mu * *runs[2].mu;
    EXPECT_NEAR(spent, totalMu * totalMu, 1e-12);
    EXPECT_EQ(runs[0].steps, 10U);
    EXPECT_EQ(runs[2].steps, 40U);
    EXPECT_FALSE(runs[2].learningRate) << "follows from scores that are not there yet";
    EXPECT_NEAR(*runs[0].nu, 0.4, 1e-12);
    EXPECT_NEAR(*runs[1].nu, 1.6, 1e-12);
}

TEST(AutoMethod, FinalWeightsHoldTheNoiseItPromises) {
    for (const double factor : {1.0, 1.7}) {
        AutoMethod method(settings(factor));
        const auto pilots = method.nextBatch();
        method.observe(0, Score{0.60, 0.002});
        method.observe(1, Score{0.65, 0.002});
        const Proposal last = method.nextBatch().front();
        ASSERT_EQ(last.start.size(), 2U);
        std::mt19937_64 generator(9);
        constexpr std::size_t weights = 4000;
        std::vector<double> sum(weights, 0.0);
        for (const StartShare& share : last.start) {
            std::vector<double> pilot(weights, 0.0);
            addNoise(pilot, pilots[share.index], 0.1, generator);
            for (std::size_t i = 0; i < weights; ++i) {
                sum[i] += share.factor * pilot[i];
            }
        }
        addNoise(sum, last, 0.1, generator);
        double squares = 0.0;
        for (const double value : sum) {
            squares += value * value;
        }
        // 4,000 draws: the standard deviation is known to 1.1 %; the seed is fixed.
        EXPECT_NEAR(std::sqrt(squares / weights), *last.nu, 0.04 * *last.nu) << factor;
    }
}

TEST(AutoMethod, PilotsAreForEncodersThatScoresCanTell) {
    const AutoEncoders tuning;
    const double mu = 0.2681; // epsilon = 1 at delta = 1e-5
    const double score = mu * std::sqrt(tuning.poor.share * tuning.poor.scoreFraction);
    const double enough = tuning.gapInSe * std::sqrt(2.0) / (score * tuning.gap);
    EXPECT_TRUE(pilotsTellEncoders(mu, std::ceil(enough), 10, tuning));
    EXPECT_FALSE(pilotsTellEncoders(mu, std::floor(enough) - 1.0, 10, tuning));
    EXPECT_TRUE(pilotsTellEncoders(mu, 1400, 10, tuning)) << "as many as the digits have";
    EXPECT_FALSE(pilotsTellEncoders(mu / 3.0, 1400, 10, tuning));
}

TEST(AutoMethod, TheBestTwoEncodersRunOff) {
    AutoMethod method(ofEncoders());
    const auto outline = method.outline();
    ASSERT_EQ(outline.size(), 6U);
    double spent = 0.0;
    for (const Proposal& run : outline) {
        spent += *run.mu * *run.mu;
    }
    EXPECT_NEAR(spent, totalMu * totalMu, 1e-12);
    EXPECT_FALSE(outline[3].learningRate) << "follows from scores that are not there yet";
    EXPECT_EQ(method.nextBatch().size(), 3U);
    method.observe(0, Score{0.60, 0.002});
    method.observe(1, Score{0.40, 0.002});
    method.observe(2, Score{0.62, 0.002}); // of fewer columns, so about as much is expected of it
    auto batch = method.nextBatch();
    ASSERT_EQ(batch.size(), 2U) << "side by side";
    EXPECT_EQ((std::set<std::string>{encoderOf(batch[0]), encoderOf(batch[1])}),
              (std::set<std::string>{"a", "c"}));
    for (const Proposal& run : batch) {
        EXPECT_EQ(run.phase, 1);
        EXPECT_TRUE(run.scored);
        ASSERT_EQ(run.start.size(), 1U);
        EXPECT_EQ(run.start.front().index, encoderOf(run) == "a" ? 0 : 2);
    }
    const int ofA = encoderOf(batch[0]) == "a" ? 0 : 1;
    method.observe(batch[ofA].index, Score{0.70, 0.002});
    ASSERT_EQ(method.nextBatch().size(), 1U);
    EXPECT_EQ(method.nextBatch().front(), batch[1 - ofA]);
    EXPECT_FALSE(method.selectedR(1));
    method.observe(batch[1 - ofA].index, Score{0.67, 0.002});
    const Proposal last = method.nextBatch().front();
    EXPECT_EQ(last.role, TrialRole::Final);
    EXPECT_EQ(encoderOf(last), "a");
    ASSERT_EQ(last.start.size(), 1U);
    EXPECT_EQ(last.start.front().index, batch[ofA].index);
    EXPECT_EQ(method.selectedR(1), batch[ofA].r);
}

TEST(AutoMethod, AnEncoderThatIsAheadHasTheWholeRunoff) {
    AutoMethod method(ofEncoders());
    method.observe(0, Score{0.60, 0.002});
    method.observe(1, Score{0.40, 0.002});
    method.observe(2, Score{0.40, 0.002});
    std::vector<int> starts;
    while (method.nextBatch().front().role == TrialRole::Trial) {
        const auto batch = method.nextBatch();
        ASSERT_EQ(batch.size(), 1U) << "the second goes on from the first";
        EXPECT_EQ(encoderOf(batch.front()), "a");
        starts.push_back(batch.front().start.front().index);
        method.observe(batch.front().index, Score{0.65, 0.002});
    }
    EXPECT_EQ(starts, (std::vector{0, 3}));
    const Proposal last = method.nextBatch().front();
    EXPECT_EQ(encoderOf(last), "a");
    ASSERT_EQ(last.start.size(), 1U);
    EXPECT_EQ(last.start.front().index, 4);
}

TEST(AutoMethod, ARunoffThatIsLostLeavesThePilots) {
    AutoMethod method(ofEncoders());
    method.observe(0, Score{0.60, 0.002});
    method.observe(1, Score{0.60, 0.002});
    method.lose(2);
    for (const Proposal& run : method.nextBatch()) {
        EXPECT_NE(encoderOf(run), "c");
        method.lose(run.index);
    }
    const Proposal last = method.nextBatch().front();
    EXPECT_EQ(encoderOf(last), "a") << "the first among equals";
    EXPECT_EQ(last.start.front().index, 0);
    AutoMethod bare(ofEncoders());
    for (int run = 0; run < 5; ++run) {
        bare.lose(run);
    }
    EXPECT_EQ(encoderOf(bare.nextBatch().front()), "a");
    EXPECT_TRUE(bare.nextBatch().front().start.empty());
}

TEST(AutoMethod, WeightsOfARunoffHoldTheNoiseTheyPromise) {
    for (const bool close : {true, false}) {
        AutoMethod method(ofEncoders());
        std::mt19937_64 generator(11);
        constexpr std::size_t weights = 4000;
        std::vector<std::vector<double>> trained(6, std::vector<double>(weights, 0.0));
        while (!method.finished()) {
            for (const Proposal& run : method.nextBatch()) {
                std::vector<double>& sum = trained[run.index];
                for (const StartShare& share : run.start) {
                    for (std::size_t i = 0; i < weights; ++i) {
                        sum[i] += share.factor * trained[share.index][i];
                    }
                }
                addNoise(sum, run, 0.1, generator);
                double squares = 0.0;
                for (const double value : sum) {
                    squares += value * value;
                }
                EXPECT_NEAR(std::sqrt(squares / weights), *run.nu, 0.05 * *run.nu) << run.index << close;
                const double score = encoderOf(run) == "a" || close ? 0.6 : 0.3;
                method.observe(run.index, run.scored ? std::optional(Score{score, 0.002}) : std::nullopt);
            }
        }
    }
}

TEST(AutoMethod, SkipsPilotsThatDoNotPay) {
    EXPECT_TRUE(autoAllocation(0.268, 40000, 26, 50).pilots);
    EXPECT_TRUE(autoAllocation(0.0885, 50000, 10, 50).pilots);
    EXPECT_FALSE(autoAllocation(0.0885, 50000, 100, 50).pilots) << "too little signal for a class";
    EXPECT_FALSE(autoAllocation(0.032, 40000, 10, 50).pilots);
    EXPECT_FALSE(autoAllocation(0.0885, 1400, 10, 50).pilots);
    EXPECT_FALSE(autoAllocation(0.72, 1400, 2, 50).pilots) << "scores that drown";
    EXPECT_FALSE(autoAllocation(0.268, 40000, 26, 4).pilots) << "too short to divide";
    AutoSettings wanted;
    wanted.scale.clip = 0.1;
    wanted.scale.publicRecords = 1400;
    wanted.allocation = autoAllocation(0.0885, 1400, 10, 50);
    wanted.classes = 10;
    wanted.finalMu = wanted.totalMu = 0.0885;
    wanted.noise = [](int phase, std::uint32_t steps, const train::Knobs&) {
        EXPECT_EQ(phase, -1);
        return std::sqrt(static_cast<double>(steps)) / 0.0885;
    };
    AutoMethod method(wanted);
    const auto batch = method.nextBatch();
    ASSERT_EQ(batch.size(), 1U);
    EXPECT_EQ(batch[0].role, TrialRole::Final);
    EXPECT_EQ(batch[0].steps, 50U);
    EXPECT_TRUE(batch[0].start.empty());
    EXPECT_NEAR(*batch[0].nu, believedNu(AutoPrior{}, 1.0, 12.39), 1e-12);
    EXPECT_NEAR(nuOf(wanted.scale, *batch[0].noiseMultiplier, 50, *batch[0].learningRate), *batch[0].nu,
                1e-9);
    method.observe(0, std::nullopt);
    EXPECT_EQ(method.result(), 0);
    EXPECT_TRUE(method.nextBatch().empty());
}

TEST(AutoMethod, GoesOnWhenPilotsAreLost) {
    AutoMethod method(settings());
    method.observe(0, Score{0.6, 0.002});
    method.lose(1);
    const Proposal last = method.nextBatch().front();
    ASSERT_EQ(last.start.size(), 1U);
    EXPECT_EQ(last.start[0].index, 0);
    EXPECT_DOUBLE_EQ(method.belief(), AutoPrior{}.decayingShare);
    AutoMethod bare(settings());
    bare.lose(0);
    bare.lose(1);
    EXPECT_TRUE(bare.nextBatch().front().start.empty());
    bare.observe(2, std::nullopt);
    EXPECT_EQ(bare.result(), 2);
}

TEST(AutoMethod, SameScoresGiveTheSameRun) {
    const auto last = [] {
        AutoMethod method(settings());
        method.observe(1, Score{0.62, 0.01});
        method.observe(0, Score{0.60, 0.01});
        return method.nextBatch().front();
    };
    EXPECT_EQ(last(), last());
    EXPECT_EQ(last().start.size(), 2U);
}

TEST(AutoMethod, RefusesTrainersItsTheoremDoesNotCover) {
    AutoSettings wanted = settings();
    wanted.scale.sampleRate = 0.1;
    EXPECT_THROW(AutoMethod{wanted}, Error);
    wanted = settings();
    wanted.scale.rule = ScaleRule::Adam;
    EXPECT_THROW(AutoMethod{wanted}, Error);
    wanted = settings();
    wanted.scale.rowNorm.reset();
    EXPECT_THROW(AutoMethod{wanted}, Error);
    EXPECT_THROW((void)autoAllocation(0.1, 1000, 10, 0), Error);
    EXPECT_THROW((void)autoAllocation(0.0, 1000, 10, 50), Error);
}

TEST(AutoMethod, FlatnessDecidesWhereNoPilotDoes) {
    const AutoCentred centred;
    const auto nu = [&](double flatness, double se, double signal = 200.0) {
        return nuOfFlatness(centred, flatness, se, signal);
    };
    EXPECT_NEAR(nu(1.4, 1e-6), 1.2, 1e-3);
    EXPECT_NEAR(nu(0.8, 1e-6), 0.8, 1e-2) << "isotropic rows";
    EXPECT_NEAR(nu(8.0, 1e-6), centred.mostNu, 1e-9);
    EXPECT_NEAR(nu(-500.0, 1e9), nuOfFlatness(centred, std::nullopt, 1.0, 200.0), 1e-3) << "it drowned";
    EXPECT_EQ(nu(1.4, 1e-6, 5.0), nu(1.4, 1e-6)) << "however small the signal";
    AutoCentred before; // as plans of before have it
    before.growth = 0.3;
    const auto nuBefore = [&](double flatness, double signal) {
        return nuOfFlatness(before, flatness, 1e-6, signal);
    };
    EXPECT_GT(nuBefore(1.4, 5.0), 2.0);
    EXPECT_LE(nuBefore(8.0, 1e-3), before.largestNu);
    EXPECT_NEAR(nuBefore(0.8, 5.0), 0.8, 1e-2) << "what is flat does not grow";
    AutoSettings wanted = settings();
    wanted.tuning.centred = centred;
    wanted.flatnessSe = 0.01;
    wanted.allocation = autoAllocation(false, 50, wanted.tuning);
    AutoMethod method(wanted);
    EXPECT_FALSE(method.outline().front().nu) << "its statistic is not there yet";
    method.learnFlatness(1.4);
    EXPECT_NEAR(*method.outline().front().nu, 1.2, 1e-2);
}

TEST(AutoMethod, PilotsOnCentredRowsTellFlatFromSteep) {
    AutoTuning tuning;
    tuning.centred = AutoCentred{};
    const auto nu = [&](double small, double large, double se) {
        return nuOfPilots(tuning, Score{small, se}, Score{large, se});
    };
    EXPECT_NEAR(nu(0.90, 0.88, 1e-4), 0.25, 1e-9);
    EXPECT_NEAR(nu(0.60, 0.64, 1e-4), 1.2, 1e-9);
    EXPECT_NEAR(nu(0.50, 0.70, 1e-4), 2.4, 1e-9);
    EXPECT_NEAR(nu(0.60, 0.59, 0.05), 1.2, 1e-9) << "a difference within its noise speaks for movement";
    AutoSettings wanted = settings();
    wanted.tuning = tuning;
    wanted.allocation = autoAllocation(totalMu, records, 26, 100, tuning);
    ASSERT_TRUE(wanted.allocation.pilots);
    EXPECT_EQ(wanted.allocation.pilotSteps, 10U);
    EXPECT_EQ(wanted.allocation.finalSteps, 90U);
    AutoMethod method(wanted);
    method.observe(0, Score{0.60, 1e-4});
    method.observe(1, Score{0.64, 1e-4});
    EXPECT_NEAR(*method.nextBatch().front().nu, 1.2, 1e-9);
}

} // namespace parsimony::search
