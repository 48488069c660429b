// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/train/record_events.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace parsimony::train {
namespace {

using compute::NoiseSource;
using testing::specFor;
using testing::Synthetic;
using testing::TrialBench;

/// Plans and sources of noise that outlive the jobs.
struct Jobs {
    std::vector<TrialPlan> plans;
    std::vector<NoiseSource> noises;

    void add(const TrialPlan& plan) {
        plans.push_back(plan);
        noises.push_back(TrialBench::noise(0, plans.size()));
    }
    [[nodiscard]] std::vector<TrialJob> list() const {
        std::vector<TrialJob> jobs(plans.size());
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            jobs[i].plan = &plans[i];
            jobs[i].noise = &noises[i];
        }
        return jobs;
    }
};

/// Trials that differ in everything a grid may vary, and some that share no pass.
Jobs mixedJobs(const Synthetic& s, Precision precision) {
    Jobs jobs;
    int i = 0;
    for (const TrainerKind kind :
         {TrainerKind::DpGd, TrainerKind::DpAdam, TrainerKind::DpLs, TrainerKind::DpAdamWosm,
          TrainerKind::DpGd, TrainerKind::DpSgd, TrainerKind::DpFc, TrainerKind::DpZo, TrainerKind::DpGd,
          TrainerKind::DpNewton, TrainerKind::DpGd, TrainerKind::DpGd, TrainerKind::DpPrototypes}) {
        TrialSpec spec = specFor(s, kind, 3 + static_cast<std::uint32_t>(i * 5 % 7), 0.1 * (1 + i));
        spec.steps = traitsOf(kind).oneStep ? 1 : spec.steps;
        spec.options.precision = precision;
        spec.options.maxGradNorm = 0.1 * (1 + i % 4);
        spec.options.sampleRate = kind == TrainerKind::DpSgd ? 0.4 : 1.0;
        spec.options.weightDecay = i % 3 == 0 ? 0.01 : 0.0;
        spec.options.averaging = i == 10 ? Averaging::Ema : Averaging::None;
        spec.options.bias = i == 11; // another shape: a pass of its own
        spec.options.lrDecay = i == 1 || i == 8 ? LrDecay::Cosine : LrDecay::None;
        if (i == 4) {
            spec.options.slopeLook = SlopeLook{.parts = 2, .above = -100.0}; // always pulls
        }
        if (i == 0) {
            spec.options.signalLook = SignalLook();
        }
        jobs.add(TrialPlan::forNoise(spec, NoiseMultiplier{0.5 + i}));
        ++i;
    }
    return jobs;
}

TEST(TrainTogether, GivesEveryTrialWhatItWouldGetAlone) {
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        // More blocks than lanes, so that a number of lanes that changed with the batch would show.
        TrialBench bench(Synthetic::make(40 * compute::kBlockRows + 77, 10, 4), precision);
        const Jobs jobs = mixedJobs(bench.s, precision);
        std::vector<TrainOutcome> alone;
        for (std::size_t i = 0; i < jobs.plans.size(); ++i) {
            alone.push_back(train(jobs.plans[i], *bench.backend, *bench.data, jobs.noises[i]));
        }
        for (const std::size_t width : {0U, 1U, 3U, 100U}) {
            const auto together = trainTogether(jobs.list(), *bench.backend, *bench.data, {}, width);
            ASSERT_EQ(together.size(), alone.size());
            for (std::size_t i = 0; i < alone.size(); ++i) {
                EXPECT_EQ(together[i].status, TrainStatus::Finished);
                EXPECT_EQ(together[i].model.parameters, alone[i].model.parameters) << i << " of " << width;
                EXPECT_EQ(together[i].state, alone[i].state);
                EXPECT_EQ(recordEvents(together[i].record, jobs.plans[i].spec()), jobs.plans[i].events());
            }
        }
    }
}

/// Counts passes, and may ask to stop in the middle of one.
class CountingSource final : public data::FeatureSource {
public:
    explicit CountingSource(std::shared_ptr<const data::FeatureSource> inner) : m_inner(std::move(inner)) {}
    [[nodiscard]] std::size_t rows() const override { return m_inner->rows(); }
    [[nodiscard]] std::size_t dim() const override { return m_inner->dim(); }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        m_inner->readRows(first, count, out);
        if (first == 0) {
            ++passes;
        }
        if (passes == stopInPass) {
            stop.request_stop();
        }
    }
    mutable std::size_t passes = 0;
    std::size_t stopInPass = 0;
    mutable std::stop_source stop;

private:
    std::shared_ptr<const data::FeatureSource> m_inner;
};

struct Streamed {
    Synthetic s = Synthetic::make(3 * compute::kBlockRows, 16, 2);
    std::shared_ptr<CountingSource> source = std::make_shared<CountingSource>(s.source());
    std::unique_ptr<compute::ComputeBackend> backend = compute::makeCpuBackend({1});
    std::unique_ptr<compute::ResidentData> data =
        backend->upload({source, s.y, s.classes, Precision::Float32, 1}); // too large: read in every pass
    Jobs jobs;
    explicit Streamed(std::initializer_list<std::uint32_t> steps) {
        for (const std::uint32_t t : steps) {
            jobs.add(TrialPlan::forMu(specFor(s, TrainerKind::DpGd, t, 0.5), Mu{1.0}));
        }
        source->passes = 0;
    }
};

TEST(TrainTogether, TrialsOfDifferentLengthShareTheirPasses) {
    Streamed all({5, 2, 9, 4, 9});
    ASSERT_TRUE(all.data->streamed());
    (void)trainTogether(all.jobs.list(), *all.backend, *all.data, {}, 5);
    EXPECT_EQ(all.source->passes, 9U);
    // Two at a time: 9 and 9, then 5 beside 4, then 5 goes on beside 2.
    Streamed pairs({5, 2, 9, 4, 9});
    (void)trainTogether(pairs.jobs.list(), *pairs.backend, *pairs.data, {}, 2);
    EXPECT_EQ(pairs.source->passes, 15U);
}

TEST(TrainTogether, AStopInTheMiddleOfAPassKeepsTheStepsBeforeIt) {
    Streamed jobs({5, 2, 9, 4});
    jobs.source->stopInPass = 4;
    std::vector<TrialJob> list = jobs.jobs.list();
    std::vector<std::uint32_t> durable(4);
    for (std::size_t i = 0; i < list.size(); ++i) {
        list[i].control.checkpoint = [&, i](const TrainerState& state) { durable[i] = state.stepsDone; };
    }
    const auto outcomes = trainTogether(list, *jobs.backend, *jobs.data, jobs.source->stop.get_token(), 3);
    // 9, 5 and 4 took three steps before the fourth pass was cut off; 2 had not begun.
    EXPECT_EQ(durable, (std::vector<std::uint32_t>{3, 0, 3, 3}));
    for (std::size_t i = 0; i < list.size(); ++i) {
        EXPECT_EQ(outcomes[i].status, TrainStatus::Stopped);
        EXPECT_EQ(outcomes[i].state.stepsDone, durable[i]);
        list[i].from = outcomes[i].state;
    }
    jobs.source->stopInPass = 0;
    const auto rest = trainTogether(list, *jobs.backend, *jobs.data);
    for (std::size_t i = 0; i < list.size(); ++i) {
        EXPECT_EQ(rest[i].status, TrainStatus::Finished);
        EXPECT_EQ(recordEvents(rest[i].record, jobs.jobs.plans[i].spec()), jobs.jobs.plans[i].events());
    }
}

TEST(TrainTogether, AnErrorOfACheckpointStopsAll) {
    Streamed jobs({5, 2});
    std::vector<TrialJob> list = jobs.jobs.list();
    list[0].control.checkpointSeconds = 0;
    list[0].control.checkpoint = [](const TrainerState&) { fail("disk full"); };
    EXPECT_THROW((void)trainTogether(list, *jobs.backend, *jobs.data), Error);
    list[0].plan = nullptr;
    EXPECT_THROW((void)trainTogether(list, *jobs.backend, *jobs.data), Error);
    EXPECT_TRUE(trainTogether({}, *jobs.backend, *jobs.data).empty());
}

} // namespace
} // namespace parsimony::train
