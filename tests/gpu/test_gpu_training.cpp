// SPDX-License-Identifier: GPL-3.0-or-later
// Trainers on a device of the tests, beside the CPU.
#include "core/train/trainer.h"
#include "gpu/backend/gpu_backend.h"
#include "tests/core/compute/synthetic.h"
#include "tests/gpu/host_device.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace parsimony::gpu {
namespace {

using compute::Precision;
using compute::testing::relativeDistance;
using compute::testing::Synthetic;
using testing::HostDevice;
using train::TrialPlan;

struct Training {
    explicit Training(HostDevice::Behaviour behaviour = {}) {
        auto made = std::make_unique<HostDevice>(std::move(behaviour));
        device = made.get();
        backend = std::make_unique<GpuBackend>(std::move(made), GpuOptions{2, 100'000, true});
    }

    static TrialPlan plan(std::uint32_t steps, double rate, Precision precision = Precision::Float32,
                          train::TrainerKind kind = train::TrainerKind::DpGd) {
        train::TrialSpec spec;
        spec.options.trainer = kind;
        spec.options.precision = precision;
        spec.options.bias = true;
        spec.options.weightDecay = 1e-3;
        spec.learningRate = rate;
        spec.steps = steps;
        spec.publicRecords = 600;
        spec.dim = 9;
        spec.classes = 4;
        return TrialPlan::forNoise(spec, NoiseMultiplier{3.0});
    }

    Synthetic s = Synthetic::make(600, 9, 4);
    HostDevice* device = nullptr;
    std::unique_ptr<compute::ComputeBackend> backend;
    std::unique_ptr<compute::ComputeBackend> cpu = compute::makeCpuBackend({1});
    compute::NoiseSource noise = compute::NoiseSource::seeded(compute::PublicDataSeed{4}, 1, 0);
};

TEST(GpuTraining, FiftyStepsAgreeWithTheCpuWithinTheStatedTolerance) {
    for (const auto& [precision, tolerance] : {std::pair{Precision::Float32, 1e-3},
                                               {Precision::Tf32, 1e-2},
                                               {Precision::Bfloat16, 1e-2},
                                               {Precision::Float16, 1e-2}}) {
        Training t;
        const TrialPlan plan = Training::plan(50, 0.4, precision);
        const auto a = train::train(plan, *t.backend, *t.s.upload(*t.backend, precision), t.noise);
        const auto b = train::train(plan, *t.cpu, *t.s.upload(*t.cpu, precision), t.noise);
        EXPECT_EQ(a.status, train::TrainStatus::Finished);
        EXPECT_LT(relativeDistance(a.model.parameters, b.model.parameters), tolerance)
            << compute::precisionName(precision);
        EXPECT_EQ(a.record, b.record);
        EXPECT_GT(t.device->calls("replay"), 0);
    }
}

TEST(GpuTraining, AStopLeavesAStateThatGoesOn) {
    Training t;
    const TrialPlan plan = Training::plan(500, 0.3);
    const auto data = t.s.upload(*t.backend);
    std::stop_source source;
    train::TrainControl control;
    control.stop = source.get_token();
    t.device->behaviour().onCall = [&](const std::string& call) {
        if (call == "replay" && t.device->calls("replay") == 77) {
            source.request_stop();
        }
    };
    std::uint32_t kept = 0;
    control.checkpoint = [&](const train::TrainerState& state) { kept = state.stepsDone; };
    const auto stopped = train::train(plan, *t.backend, *data, t.noise, {}, control);
    EXPECT_EQ(stopped.status, train::TrainStatus::Stopped);
    EXPECT_EQ(stopped.record.stepsDone, kept);
    EXPECT_GT(stopped.record.stepsDone, 70U);
    EXPECT_LT(stopped.record.stepsDone, 120U);
    const auto rest = train::train(plan, *t.backend, *data, t.noise, stopped.state);
    const auto whole = train::train(plan, *t.backend, *data, t.noise);
    EXPECT_EQ(rest.model.parameters, whole.model.parameters)
        << "the same noise source in both, for this test alone";
}

TEST(GpuTraining, TrialsTogetherGiveWhatEachGivesAloneAndOthersGoPassByPass) {
    Training t;
    const auto data = t.s.upload(*t.backend);
    const std::vector<TrialPlan> plans{
        Training::plan(12, 0.1), Training::plan(30, 0.2), Training::plan(7, 0.7),
        Training::plan(9, 0.05, Precision::Float32, train::TrainerKind::DpAdam)};
    std::vector<compute::NoiseSource> noises;
    std::vector<train::TrialJob> jobs;
    for (std::uint64_t i = 0; i < plans.size(); ++i) {
        noises.push_back(compute::NoiseSource::seeded(compute::PublicDataSeed{8}, i, 0));
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        jobs.push_back({&plans[i], &noises[i], {}, {}, {}});
    }
    const auto outcomes = train::trainTogether(jobs, *t.backend, *data);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const auto alone = train::train(plans[i], *t.backend, *data, noises[i]);
        EXPECT_EQ(outcomes[i].model.parameters, alone.model.parameters) << i;
        EXPECT_EQ(outcomes[i].record, alone.record);
    }
}

TEST(GpuTraining, AFailureOfTheDeviceIsAnErrorThatLeavesTheLastCheckpoint) {
    Training t({.failAt = "replay", .failAfter = 20});
    const TrialPlan plan = Training::plan(200, 0.3);
    const auto data = t.s.upload(*t.backend);
    train::TrainControl control;
    std::uint32_t kept = 0;
    control.checkpointSeconds = 0.0;
    control.checkpoint = [&](const train::TrainerState& state) { kept = state.stepsDone; };
    EXPECT_THROW((void)train::train(plan, *t.backend, *data, t.noise, {}, control), GpuError);
    EXPECT_GT(kept, 0U);
    EXPECT_LT(kept, 30U);
}

} // namespace
} // namespace parsimony::gpu
