// SPDX-License-Identifier: GPL-3.0-or-later
// Whole trials in each of several processes: the same outcomes, bit for bit, as in one.
#include "core/compute/cpu/cpu_backend.h"
#include "core/data/feature_source.h"
#include "core/ranks/rank_trials.h"
#include "core/ranks/trial_message.h"
#include "core/train/trial_spread.h"

#include "local_ranks.h"
#include <gtest/gtest.h>

#include <limits>

namespace parsimony::ranks {
namespace {

using testing::LocalRanks;
using train::TrainOutcome;
using train::TrialJob;
using train::TrialPlan;
using train::TrialSpec;

TrialSpec specOf(train::TrainerKind trainer, double rate, std::uint32_t steps) {
    TrialSpec spec;
    spec.options.trainer = trainer;
    spec.options.bias = true;
    spec.learningRate = rate;
    spec.steps = steps;
    spec.publicRecords = 700;
    spec.dim = 5;
    spec.classes = 3;
    return spec;
}

/// Trials that differ in trainer, steps, rate and noise.
struct Trials {
    Trials() {
        using Kind = train::TrainerKind;
        plans = {TrialPlan::forNoise(specOf(Kind::DpGd, 1.0, 7), NoiseMultiplier{0.7}),
                 TrialPlan::nonPrivate(specOf(Kind::DpGd, 0.5, 3)),
                 TrialPlan::forMu(specOf(Kind::DpAdam, 0.1, 9), Mu{1.5}),
                 TrialPlan::forMu(specOf(Kind::DpLs, 0.0, 1), Mu{0.5}),
                 TrialPlan::forNoise(specOf(Kind::DpGd, 2.0, 4), NoiseMultiplier{2.0})};
        for (std::size_t i = 0; i < plans.size(); ++i) {
            sources.push_back(compute::NoiseSource::seeded(compute::PublicDataSeed(5), i, 1));
        }
        for (std::size_t i = 0; i < plans.size(); ++i) {
            TrialJob job;
            job.plan = &plans[i];
            job.noise = &sources[i];
            job.control.progress = [this, i](const train::TrainProgress& made) { told[i] = made.stepsDone; };
            jobs.push_back(job);
        }
    }
    std::vector<TrialPlan> plans;
    std::vector<compute::NoiseSource> sources;
    std::vector<TrialJob> jobs;
    std::map<std::size_t, std::uint32_t> told;
};

std::unique_ptr<compute::ResidentData> publicRows(compute::ComputeBackend& backend) {
    constexpr std::size_t rows = 700;
    data::AlignedFloats values(rows * 5);
    std::vector<std::int32_t> labels(rows);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values.data()[i] = static_cast<float>((i * 7919) % 1000) / 1000.0F - 0.5F;
    }
    for (std::size_t i = 0; i < rows; ++i) {
        labels[i] = static_cast<std::int32_t>((i * 31) % 4) - 1; // some have none
    }
    compute::UploadRequest request;
    request.features = std::make_shared<data::MatrixSource>(std::move(values), rows, 5);
    request.labels = labels;
    request.classes = 3;
    request.everywhere = true;
    return backend.upload(request);
}

void expectSame(const std::vector<TrainOutcome>& got, const std::vector<TrainOutcome>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i].status, expected[i].status) << i;
        EXPECT_EQ(got[i].state, expected[i].state) << i;
        EXPECT_EQ(got[i].model.head, expected[i].model.head) << i;
        EXPECT_EQ(got[i].model.parameters, expected[i].model.parameters) << i;
        EXPECT_EQ(got[i].record.stepsDone, expected[i].record.stepsDone) << i;
        EXPECT_EQ(got[i].record.releases, expected[i].record.releases) << i;
        EXPECT_EQ(got[i].record.notes, expected[i].record.notes) << i;
    }
}

TEST(RankTrials, OutcomesHaveTheBitsOfOneProcess) {
    Trials trials;
    const auto alone = compute::makeCpuBackend({1, {}});
    const auto expected = train::trainTogether(trials.jobs, *alone, *publicRows(*alone));
    for (const int count : {2, 3, 8}) { // 8: some have nothing to do
        LocalRanks ranks(count);
        const auto backend = ranks.backend();
        const auto data = publicRows(*backend);
        trials.told.clear();
        ranks.settle();
        const RankGroup::Traffic before = ranks.traffic();
        expectSame(train::trainTogether(trials.jobs, *backend, *data), expected);
        // A call, trials and outcomes of each other process: no step sends anything.
        EXPECT_EQ(ranks.traffic().messages - before.messages, 3U * static_cast<unsigned>(count - 1));
        EXPECT_FALSE(trials.told.empty());
        // What is not a trial needs no other process: the same count, and no message.
        ranks.settle();
        const RankGroup::Traffic counted = ranks.traffic();
        std::vector<compute::CorrectCounts> counts(1), own(1);
        const std::span<const double> model(expected[0].model.parameters);
        EXPECT_TRUE(backend->countCorrect(*data, expected[0].model.head, std::span(&model, 1), counts, {}));
        EXPECT_TRUE(
            alone->countCorrect(*publicRows(*alone), expected[0].model.head, std::span(&model, 1), own, {}));
        EXPECT_EQ(counts[0].total, own[0].total);
        EXPECT_EQ(ranks.traffic().messages, counted.messages);
    }
}

TEST(RankTrials, AStopLeavesNoneFinishedByHalf) {
    Trials trials;
    const auto alone = compute::makeCpuBackend({1, {}});
    const auto whole = train::trainTogether(trials.jobs, *alone, *publicRows(*alone));
    for (const bool midway : {false, true}) {
        std::stop_source stop;
        if (midway) { // this process has a trial of 3 steps, which ends first, and one of 9
            trials.jobs[1].control.progress = [&](const train::TrainProgress& made) {
                if (made.stepsDone == made.steps) {
                    stop.request_stop();
                }
            };
        } else {
            stop.request_stop();
        }
        LocalRanks ranks(2);
        const auto backend = ranks.backend();
        const auto outcomes =
            train::trainTogether(trials.jobs, *backend, *publicRows(*backend), stop.get_token());
        ASSERT_EQ(outcomes.size(), trials.jobs.size());
        std::size_t stopped = 0;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            if (outcomes[i].status == train::TrainStatus::Finished) {
                expectSame({outcomes[i]}, {whole[i]});
            } else {
                ++stopped;
                EXPECT_LT(outcomes[i].record.stepsDone, trials.plans[i].steps()) << i;
                EXPECT_EQ(outcomes[i].record.stepsDone, outcomes[i].state.stepsDone) << i;
            }
        }
        EXPECT_GE(stopped, 1U);
        EXPECT_EQ(outcomes[1].status == train::TrainStatus::Finished, midway);
        EXPECT_EQ(outcomes[2].status, train::TrainStatus::Stopped);
    }
}

/// Trials whose plans are the same, and the rows private: each draws what only this process may know.
TEST(RankTrials, NoTrialOfPrivateRowsIsSent) {
    using compute::NoiseSource;
    Trials trials;
    const TrialPlan& withNoise = trials.plans[0];
    const TrialPlan& without = trials.plans[1];
    const NoiseSource own = NoiseSource::fresh(1, 1);
    for (const TrialPlan* plan : {&withNoise, &without}) {
        CallWriter message(CallKind::Train);
        const std::size_t before = message.bytes().size();
        EXPECT_THROW(putTrial(message, *plan, own), Error);
        EXPECT_EQ(message.bytes().size(), before);
        putTrial(message, *plan, NoiseSource::freshOnPublicData(1, 1));
        EXPECT_GT(message.bytes().size(), before);
    }
    LocalRanks ranks(2);
    const auto backend = ranks.backend();
    const auto data = publicRows(*backend);
    trials.jobs.back().noise = &own; // one of them is enough
    ranks.settle();
    const RankGroup::Traffic before = ranks.traffic();
    try {
        (void)train::trainTogether(trials.jobs, *backend, *data);
        FAIL() << "the key of private noise was sent";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
    }
    EXPECT_EQ(ranks.traffic().messages, before.messages);
    trials.jobs.back().noise = &trials.sources.back(); // all are in step still
    const auto alone = compute::makeCpuBackend({1, {}});
    expectSame(train::trainTogether(trials.jobs, *backend, *data),
               train::trainTogether(trials.jobs, *alone, *publicRows(*alone)));
}

TEST(RankTrials, RowsAreSharedOutWhereOneMachineCannotKeepThemAll) {
    Trials trials;
    const auto alone = compute::makeCpuBackend({1, {}});
    const auto expected = train::trainTogether(trials.jobs, *alone, *publicRows(*alone));
    for (const auto& [neighbours, keeps] : {std::pair(1, true), {std::numeric_limits<int>::max(), false}}) {
        LocalRanks ranks(3, {}, neighbours); // the last one's machine, of which the first one knows nothing
        const auto backend = ranks.backend();
        const auto data = publicRows(*backend);
        const auto* spread = dynamic_cast<train::TrialSpread*>(backend.get());
        ASSERT_NE(spread, nullptr);
        EXPECT_EQ(spread->spreads(*data), keeps);
        expectSame(train::trainTogether(trials.jobs, *backend, *data), expected);
    }
}

TEST(RankTrials, TheLongestAreDealtFirst) {
    Trials trials; // 7, 3, 9, 1 and 4 steps
    const auto dealt = dealOut(trials.jobs, 2);
    ASSERT_EQ(dealt.size(), 2U);
    EXPECT_EQ(dealt[0], (std::vector<std::size_t>{2, 1}));    // 9 + 3
    EXPECT_EQ(dealt[1], (std::vector<std::size_t>{0, 4, 3})); // 7 + 4 + 1
}

TEST(RankTrials, APlanArrivesAsItIs) {
    TrialSpec spec = specOf(train::TrainerKind::DpGd, 0.25, 11);
    spec.options.encoder = "second";
    spec.options.slopeLook = train::SlopeLook{3, -0.5, 0.25, 0.125, 0.75};
    spec.options.signalLook = train::SignalLook{.caution = 1.5, .biasShare = 0.25};
    spec.options.init = train::InitKind::He;
    spec.options.initScale = 0.5;
    spec.options.weightDecay = 0.125;
    spec.options.freeStep = false;
    spec.options.lrDecay = train::LrDecay::Cosine;
    const TrialPlan plan = TrialPlan::forMu(spec, Mu{0.3});
    const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed(1), 2, 3);
    CallWriter message(CallKind::Train);
    putTrial(message, plan, noise);
    CallReader reader(message.bytes());
    (void)reader.get<CallKind>();
    const SentTrial sent = getTrial(reader);
    EXPECT_EQ(sent.plan.toJson(), plan.toJson());
    std::vector<double> there(9), here(9);
    sent.noise.fillGaussian(there, {4, 1, 0});
    noise.fillGaussian(here, {4, 1, 0});
    EXPECT_EQ(there, here);
}

} // namespace
} // namespace parsimony::ranks
