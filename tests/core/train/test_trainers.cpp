// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/train/every_trainer.h"
#include "tests/core/train/record_events.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <thread>

namespace parsimony::train {
namespace {

using compute::NoiseSource;
using compute::PublicDataSeed;
using compute::testing::norm;
using compute::testing::relativeDistance;
using testing::specFor;
using testing::Synthetic;
using Bench = testing::TrialBench;

/// PRIVACY rule 1: what the trainer did gives back the events that were charged.
TEST(Trainers, RecordsReplayToThePlannedEvents) {
    Bench bench(Synthetic::make(400, 10, 3));
    for (const TrainerKind kind : testing::everyTrainer()) {
        for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
            TrialSpec spec = specFor(bench.s, kind, traitsOf(kind).oneStep ? 1 : 4, 0.1);
            spec.adjacency = adjacency;
            spec.rowsPerPerson = kind == TrainerKind::DpSgd ? 1 : 2;
            spec.options.sampleRate = kind == TrainerKind::DpSgd ? 0.5 : 1.0;
            const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{2.0});
            const TrainOutcome outcome = bench.run(plan);
            EXPECT_EQ(outcome.status, TrainStatus::Finished);
            EXPECT_EQ(recordEvents(outcome.record, spec), plan.events()) << trainerName(kind);
            for (const double v : outcome.model.parameters) {
                ASSERT_TRUE(std::isfinite(v)) << trainerName(kind);
            }
        }
    }
}

TEST(Trainers, StoppedAndResumedRunsFinishTheirSteps) {
    Bench bench(Synthetic::make(500, 12, 4));
    for (const TrainerKind kind :
         {TrainerKind::DpGd, TrainerKind::DpAdam, TrainerKind::DpFc, TrainerKind::DpNewton}) {
        const TrialSpec spec = specFor(bench.s, kind, 9, 0.3);
        const TrialPlan exact = TrialPlan::forMu(spec, Mu{1e12}); // as good as no noise: attempts then agree
        const TrainOutcome whole = bench.run(exact);
        std::stop_source stop;
        TrainControl control;
        control.stop = stop.get_token();
        control.checkpointSeconds = 0.0;
        control.checkpoint = [&](const TrainerState& state) {
            if (state.stepsDone == 4) {
                stop.request_stop();
            }
        };
        TrainOutcome first = bench.run(exact, 0, {}, control);
        EXPECT_EQ(first.status, TrainStatus::Stopped);
        EXPECT_EQ(first.state.stepsDone, 4U);
        const TrainerState state = TrainerState::deserialize(first.state.serialize());
        EXPECT_EQ(state, first.state);
        const TrainOutcome second = bench.run(exact, 1, state);
        EXPECT_EQ(second.status, TrainStatus::Finished);
        EXPECT_LT(relativeDistance(second.model.parameters, whole.model.parameters), 1e-6)
            << trainerName(kind);
        EXPECT_EQ(recordEvents(second.record, spec), exact.events());
    }
    // With real noise another attempt draws other noise.
    const TrialPlan noisy = TrialPlan::forMu(specFor(bench.s, TrainerKind::DpGd, 9, 0.3), Mu{0.1});
    EXPECT_GT(relativeDistance(bench.run(noisy, 0).model.parameters, bench.run(noisy, 1).model.parameters),
              0.1);
}

TEST(Trainers, StopReturnsACheckpointedStateAndNothingElseIsKept) {
    Bench bench(Synthetic::make(20000, 64, 10));
    const TrialPlan plan = TrialPlan::forMu(specFor(bench.s, TrainerKind::DpGd, 1000000, 0.1), Mu{1.0});
    std::stop_source stop;
    TrainControl control;
    control.stop = stop.get_token();
    control.checkpointSeconds = 0.01;
    std::vector<TrainerState> durable;
    control.checkpoint = [&](const TrainerState& state) {
        durable.push_back(state);
        if (durable.size() == 3) {
            stop.request_stop();
        }
    };
    const TrainOutcome outcome = bench.run(plan, 0, {}, control);
    EXPECT_EQ(outcome.status, TrainStatus::Stopped);
    ASSERT_GE(durable.size(), 3U);
    EXPECT_EQ(durable.back(), outcome.state);
    EXPECT_LT(outcome.state.stepsDone, 1000000U);
    for (const NamedTensor& tensor : outcome.state.tensors) {
        EXPECT_TRUE(tensor.name == "w" || tensor.name == "v") << tensor.name; // released numbers only
    }
}

TEST(Trainers, AnErrorOfTheCheckpointStopsTraining) {
    Bench bench(Synthetic::make(300, 8, 2));
    TrainControl control;
    control.checkpointSeconds = 0;
    control.checkpoint = [](const TrainerState&) { fail("disk full"); };
    const TrialPlan plan = TrialPlan::forMu(specFor(bench.s, TrainerKind::DpGd, 3, 0.1), Mu{1.0});
    EXPECT_THROW((void)bench.run(plan, 0, {}, control), Error);
}

TEST(Trainers, DamagedCheckpointsAreRefused) {
    TrainerState state;
    state.stepsDone = 3;
    state.tensors = {{"w", {1.0, -0.0, INFINITY}}, {"v", {}}};
    const std::vector<std::uint8_t> bytes = state.serialize();
    EXPECT_EQ(TrainerState::deserialize(bytes), state);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::vector<std::uint8_t> damaged = bytes;
        damaged[i] ^= 0x10;
        EXPECT_THROW((void)TrainerState::deserialize(damaged), Error);
        EXPECT_THROW((void)TrainerState::deserialize(std::span(bytes).first(i)), Error);
    }
    Bench bench(Synthetic::make(300, 8, 2));
    const TrialPlan plan = TrialPlan::forMu(specFor(bench.s, TrainerKind::DpGd, 3, 0.1), Mu{1.0});
    EXPECT_THROW((void)bench.run(plan, 1, state), Error); // of another model
}

/// PRIVACY rule 10: q = 1e-6 for many steps gives that many noised, charged steps, empty ones included.
TEST(Trainers, EmptySamplesAreNoisedAndCharged) {
    Bench bench(Synthetic::make(100, 8, 2));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpSgd, 1000, 1e-9);
    spec.options.sampleRate = 1e-6;
    spec.options.momentum = 0;
    spec.options.freeStep = false;
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1.0});
    const TrainOutcome outcome = bench.run(plan);
    EXPECT_EQ(outcome.record.releases[0].count, 1000U);
    // 1,000 independent noises of sd 1, each times η/(q·n_pub) = 1e-5.
    double squares = 0;
    for (const double v : outcome.model.parameters) {
        squares += v * v;
    }
    EXPECT_NEAR(squares / 16 / (1000 * 1e-10), 1.0, 5 * std::sqrt(2.0 / 16));
}

TEST(Trainers, MismatchesAreWrongUsage) {
    Bench bench(Synthetic::make(100, 8, 2));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpGd, 3, 0.1);
    spec.dim = 9;
    EXPECT_THROW((void)bench.run(TrialPlan::forMu(spec, Mu{1.0})), Error);
    spec.dim = 8;
    spec.options.precision = Precision::Bfloat16;
    EXPECT_THROW((void)bench.run(TrialPlan::forMu(spec, Mu{1.0})), Error);
    spec.options.precision = Precision::Float32;
    spec.options.init = InitKind::File;
    spec.options.initDigest = std::string(64, '0');
    EXPECT_THROW((void)bench.run(TrialPlan::forMu(spec, Mu{1.0})), Error); // no matrix
}

TEST(Trainers, InitialWeightsAndAveragesDoWhatTheySay) {
    Bench bench(Synthetic::make(500, 12, 4));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpGd, 1, 1e-12);
    spec.options.init = InitKind::He;
    const auto he = bench.run(TrialPlan::nonPrivate(spec)).model.parameters;
    EXPECT_EQ(he, bench.run(TrialPlan::nonPrivate(spec), 1).model.parameters); // a public constant
    EXPECT_NEAR(norm(he), std::sqrt(48 * 2.0 / 12), 0.8);

    spec.options.init = InitKind::File;
    spec.options.initDigest = std::string(64, '0');
    std::vector<double> matrix(48, 0.25);
    const auto fromFile = train(TrialPlan::nonPrivate(spec), *bench.backend, *bench.data,
                                NoiseSource::seeded(PublicDataSeed{1}, 1, 0), {}, {}, matrix);
    EXPECT_NEAR(fromFile.model.parameters[17], 0.25, 1e-9);

    spec = specFor(bench.s, TrainerKind::DpGd, 6, 0.4);
    std::vector<std::vector<double>> iterates;
    TrainControl control;
    control.checkpointSeconds = 0;
    control.checkpoint = [&](const TrainerState& state) { iterates.push_back(*state.find("w")); };
    (void)bench.run(TrialPlan::nonPrivate(spec), 0, {}, control);
    ASSERT_EQ(iterates.size(), 6U);
    std::vector<double> swa(48), ema(48);
    for (std::size_t i = 0; i < 48; ++i) {
        swa[i] = (iterates[3][i] + iterates[4][i] + iterates[5][i]) / 3;
        for (int t = 0; t < 6; ++t) {
            ema[i] = 0.9 * ema[i] + 0.1 * iterates[static_cast<std::size_t>(t)][i];
        }
        ema[i] /= 1 - std::pow(0.9, 6);
    }
    spec.options.averaging = Averaging::Swa;
    EXPECT_LT(relativeDistance(bench.run(TrialPlan::nonPrivate(spec)).model.parameters, swa), 1e-12);
    spec.options.averaging = Averaging::Ema;
    EXPECT_LT(relativeDistance(bench.run(TrialPlan::nonPrivate(spec)).model.parameters, ema), 1e-12);
}

TEST(Trainers, ZerothOrderLearnsWithoutNoise) {
    Bench bench(Synthetic::make(1000, 6, 2));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpZo, 400, 0.3);
    const TrainOutcome outcome = bench.run(TrialPlan::nonPrivate(spec));
    const auto counts = exactCounts(outcome.model, *bench.backend, *bench.data);
    EXPECT_GT(counts.total, 700U);
}

TEST(NoisyCounts, AddThePlannedNoiseToExactCounts) {
    Bench bench(Synthetic::make(1000, 6, 2));
    const TrainOutcome outcome =
        bench.run(TrialPlan::nonPrivate(specFor(bench.s, TrainerKind::DpGd, 20, 1.0)));
    const double exact = static_cast<double>(exactCounts(outcome.model, *bench.backend, *bench.data).total);
    const CountPlan plan = CountPlan::forMu(Mu{0.1}, 2);
    const std::vector<Model> models{outcome.model, outcome.model};
    double squares = 0;
    const int repeats = 500;
    for (int i = 0; i < repeats; ++i) {
        const auto counts =
            noisyCorrectCounts(plan, *bench.backend, *bench.data, models,
                               NoiseSource::seeded(PublicDataSeed{static_cast<std::uint64_t>(i)}, 1, 0));
        EXPECT_NE(counts[0].count, counts[1].count);
        squares += (counts[0].count - exact) * (counts[0].count - exact);
    }
    EXPECT_NEAR(squares / repeats / (plan.noiseSd() * plan.noiseSd()), 1.0, 5 * std::sqrt(2.0 / repeats));
    EXPECT_THROW((void)noisyCorrectCounts(plan, *bench.backend, *bench.data, std::span(models).first(1),
                                          NoiseSource::fresh(1, 0)),
                 Error);
}

} // namespace
} // namespace parsimony::train
