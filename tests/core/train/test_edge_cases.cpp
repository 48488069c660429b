// SPDX-License-Identifier: GPL-3.0-or-later
// Every trainer on data that is hardly there, or hardly numbers.
#include "core/base/error.h"
#include "tests/core/train/every_trainer.h"
#include "tests/core/train/record_events.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace parsimony::train {
namespace {

using testing::specFor;
using testing::Synthetic;
using testing::TrialBench;

void trainsSoundly(const Synthetic& s, const std::string& what) {
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        TrialBench bench(s, precision);
        for (const TrainerKind kind : testing::everyTrainer()) {
            for (const std::uint32_t steps : {1U, 4U}) {
                if (traitsOf(kind).oneStep && steps != 1) {
                    continue;
                }
                TrialSpec spec = specFor(s, kind, steps, 0.1);
                spec.options.precision = precision;
                spec.options.sampleRate = kind == TrainerKind::DpSgd ? 0.5 : 1.0;
                spec.options.bias = steps == 4;
                const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1.0});
                const TrainOutcome outcome = bench.run(plan);
                EXPECT_EQ(outcome.status, TrainStatus::Finished);
                EXPECT_EQ(recordEvents(outcome.record, spec), plan.events()) << what;
                EXPECT_TRUE(std::all_of(outcome.model.parameters.begin(), outcome.model.parameters.end(),
                                        [](double v) { return std::isfinite(v); }))
                    << what << ", " << trainerName(kind) << ", T = " << steps;
                EXPECT_LE(exactCounts(outcome.model, *bench.backend, *bench.data).total, s.rows);
            }
        }
    }
}

TEST(EdgeCases, OneRowOneFeatureOneClass) {
    trainsSoundly(Synthetic::make(1, 1, 1), "1 x 1 x 1");
    trainsSoundly(Synthetic::make(1, 5, 3), "one row");
    trainsSoundly(Synthetic::make(40, 1, 3), "one feature");
    trainsSoundly(Synthetic::make(40, 5, 1), "one class");
}

TEST(EdgeCases, ZerosDenormalsAndOneHugeRow) {
    Synthetic s = Synthetic::make(70, 6, 3);
    std::fill(s.x.begin(), s.x.end(), 0.0F);
    trainsSoundly(s, "all rows zero");
    std::fill(s.x.begin(), s.x.end(), 1e-40F);
    trainsSoundly(s, "denormals");
    s = Synthetic::make(70, 6, 3);
    std::fill_n(s.x.begin() + 60, 6, 1e30F);
    trainsSoundly(s, "a row of 1e30");
    std::fill(s.x.begin(), s.x.end(), 1e30F);
    trainsSoundly(s, "all rows of 1e30");
    std::fill(s.y.begin(), s.y.end(), -1);
    trainsSoundly(s, "no row with a label");
}

TEST(EdgeCases, PlansWithAClipOfZeroOrInfinityAreRefused) {
    const Synthetic s = Synthetic::make(10, 3, 2);
    for (const TrainerKind kind : testing::everyTrainer()) {
        for (const double clip :
             {0.0, -1.0, 1e-25, 1e25, static_cast<double>(INFINITY), static_cast<double>(NAN)}) {
            TrialSpec spec = specFor(s, kind, 1, 0.1);
            spec.options.maxGradNorm = clip;
            EXPECT_THROW((void)TrialPlan::forMu(spec, Mu{1.0}), Error) << trainerName(kind) << clip;
            EXPECT_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{1.0}), Error);
        }
    }
}

TEST(EdgeCases, EveryTrainerStopsInTheMiddleOfAStep) {
    // The token is set before the first pass, or by the progress of the second step: either way the state is
    // that of whole steps, and the rest can be done under the same plan.
    const Synthetic s = Synthetic::make(600, 6, 3);
    TrialBench bench(s);
    for (const TrainerKind kind : testing::everyTrainer()) {
        TrialSpec spec = specFor(s, kind, traitsOf(kind).oneStep ? 1 : 6, 0.1);
        spec.options.sampleRate = kind == TrainerKind::DpSgd ? 0.5 : 1.0;
        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1.0});
        for (const bool atOnce : {true, false}) {
            std::stop_source stop;
            TrainControl control;
            control.stop = stop.get_token();
            control.checkpointSeconds = 0;
            std::uint32_t durable = 0;
            control.checkpoint = [&](const TrainerState& state) {
                durable = state.stepsDone;
                if (state.stepsDone == 2) {
                    stop.request_stop();
                }
            };
            if (atOnce) {
                stop.request_stop();
            }
            const TrainOutcome cut = bench.run(plan, 0, {}, control);
            if (traitsOf(kind).oneStep && !atOnce) {
                EXPECT_EQ(cut.status, TrainStatus::Finished);
                continue;
            }
            EXPECT_EQ(cut.status, TrainStatus::Stopped) << trainerName(kind);
            EXPECT_EQ(cut.state.stepsDone, atOnce ? 0U : 2U);
            EXPECT_EQ(durable, cut.state.stepsDone);
            const TrainOutcome rest = bench.run(plan, 1, cut.state);
            EXPECT_EQ(rest.status, TrainStatus::Finished);
            EXPECT_EQ(recordEvents(rest.record, spec), plan.events()) << trainerName(kind);
        }
    }
}

} // namespace
} // namespace parsimony::train
