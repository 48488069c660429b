// SPDX-License-Identifier: GPL-3.0-or-later
// The real trainers keep what they claim. Seeded, so a run that passed passes again; the slow one draws anew
// from the operating system and calls an honest trainer broken in at most one of 10⁶ runs of the suite.
#include "tests/core/empirical/audit_fixture.h"

#include <gtest/gtest.h>

namespace parsimony::empirical {
namespace {

using train::TrainerKind;

struct Trainer {
    std::string name;
    TrainerAuditOptions options;
};

TrainerAuditOptions optionsFor(TrainerKind kind, std::uint32_t steps) {
    TrainerAuditOptions options;
    options.trainer.trainer = kind;
    options.steps = steps;
    options.levels = test::suiteLevels();
    options.runs = 1200;
    options.canaries = 300;
    options.exposure = false;
    options.trialRecords = 32;
    options.trialColumns = 6;
    return options;
}

TrainerAuditOptions sampledOptions(TrainerKind kind) {
    TrainerAuditOptions options = optionsFor(kind, 20);
    options.trainer.sampleRate = 0.05;
    options.access = Access::WhiteBox;
    return options;
}

std::vector<Trainer> trainers() {
    std::vector<Trainer> list;
    list.push_back({"DpGd", optionsFor(TrainerKind::DpGd, 4)});
    list.push_back({"DpGdWhiteBox", optionsFor(TrainerKind::DpGd, 4)});
    list.back().options.access = Access::WhiteBox;
    list.push_back({"DpGdReplaceOne", optionsFor(TrainerKind::DpGd, 4)});
    list.back().options.adjacency = Adjacency::ReplaceOne;
    list.push_back({"DpGdSmallClip", optionsFor(TrainerKind::DpGd, 4)});
    list.back().options.trainer.maxGradNorm = 0.3;
    list.push_back({"DpGdBias", optionsFor(TrainerKind::DpGd, 4)});
    list.back().options.trainer.bias = true;
    list.push_back({"DpSgd", sampledOptions(TrainerKind::DpSgd)});
    list.push_back({"DpSgdReplaceOne", sampledOptions(TrainerKind::DpSgd)});
    list.back().options.adjacency = Adjacency::ReplaceOne;
    list.push_back({"DpAdam", optionsFor(TrainerKind::DpAdam, 4)});
    list.push_back({"DpAdamSampled", sampledOptions(TrainerKind::DpAdam)});
    list.push_back({"DpAdamWosm", optionsFor(TrainerKind::DpAdamWosm, 4)});
    list.push_back({"DpLs", optionsFor(TrainerKind::DpLs, 1)});
    list.push_back({"DpLsReplaceOne", optionsFor(TrainerKind::DpLs, 1)});
    list.back().options.adjacency = Adjacency::ReplaceOne;
    list.push_back({"DpNewton", optionsFor(TrainerKind::DpNewton, 2)});
    list.back().options.trainer.loss = compute::Loss::Sigmoid;
    list.push_back({"DpFc", optionsFor(TrainerKind::DpFc, 4)});
    list.push_back({"DpPrototypes", optionsFor(TrainerKind::DpPrototypes, 1)});
    list.push_back({"DpZo", optionsFor(TrainerKind::DpZo, 4)});
    return list;
}

void PrintTo(const Trainer& trainer, std::ostream* out) {
    *out << trainer.name;
}

class HonestTrainer : public testing::TestWithParam<Trainer> {};

TEST_P(HonestTrainer, KeepsItsClaim) {
    TrainerAuditOptions options = GetParam().options;
    options.seed = 1;
    const data::LoadedPart data = test::publicBlobs(200, 12, 4);
    const TrainerAudit audit = auditTrainer(data, 4, options, test::cpuBackends());
    EXPECT_FALSE(audit.broken()) << test::describe(audit);
    EXPECT_LE(audit.epsilonLower(), audit.claimed.value()) << test::describe(audit);
    EXPECT_LE(audit.claimed.value(), 4.0);
    EXPECT_GT(audit.claimed.value(), 3.9);
    RecordProperty("audit", test::describe(audit));
}

// The audit is worth something: where a canary's gradient reaches the clip it shows most of what is claimed.
TEST(HonestTrainers, AreShownToLeakNearlyWhatTheyClaim) {
    TrainerAuditOptions options = optionsFor(TrainerKind::DpGd, 4);
    options.seed = 1;
    options.trainer.maxGradNorm = 0.3;
    options.kinds = {CanaryKind::Dirac};
    options.runs = 10000;
    options.canaries = 0;
    const TrainerAudit audit = auditTrainer(test::publicBlobs(50, 12, 4), 4, options, test::cpuBackends());
    EXPECT_FALSE(audit.broken()) << test::describe(audit);
    EXPECT_GT(audit.epsilonLower(), 0.85 * audit.claimed.value()) << test::describe(audit);
}

// Threads change nothing, seeds repeat, fresh randomness does not.
TEST(HonestTrainers, AreAuditedReproducibly) {
    TrainerAuditOptions options = optionsFor(TrainerKind::DpGd, 2);
    options.kinds = {CanaryKind::RandomUnit};
    options.runs = 200;
    options.canaries = 50;
    const data::LoadedPart data = test::publicBlobs(50, 12, 4);
    const auto text = [&](std::optional<std::uint64_t> seed, unsigned threads) {
        options.seed = seed;
        options.threads = threads;
        return test::describe(auditTrainer(data, 4, options, test::cpuBackends()));
    };
    EXPECT_EQ(text(3, 1), text(3, 3));
    EXPECT_NE(text(3, 1), text(4, 1));
}

TEST(HonestTrainers, StopAndWrongOptionsAreReported) {
    TrainerAuditOptions options = optionsFor(TrainerKind::DpGd, 2);
    const data::LoadedPart data = test::publicBlobs(50, 12, 4);
    std::stop_source source;
    source.request_stop();
    options.stop = source.get_token();
    try {
        (void)auditTrainer(data, 4, options, test::cpuBackends());
        FAIL() << "the stop was ignored";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Interrupted);
    }
    options.stop = {};
    options.runs = 0;
    options.canaries = 0;
    EXPECT_THROW((void)auditTrainer(data, 4, options, test::cpuBackends()), Error);
    options.canaries = 100;
    options.trainer.head = {compute::HeadKind::Sequence, 0, 2};
    EXPECT_THROW((void)auditTrainer(data, 4, options, test::cpuBackends()), Error);
}

// The larger run, on randomness of its own each time.
TEST_P(HonestTrainer, SlowKeepsItsClaimOverManyRuns) {
    TrainerAuditOptions options = GetParam().options;
    options.runs = 6000;
    options.canaries = 1000;
    const data::LoadedPart data = test::publicBlobs(1000, 12, 4);
    const TrainerAudit audit = auditTrainer(data, 4, options, test::cpuBackends());
    std::printf("%s", test::describe(audit).c_str());
    EXPECT_FALSE(audit.broken()) << test::describe(audit);
}

INSTANTIATE_TEST_SUITE_P(Trainers, HonestTrainer, testing::ValuesIn(trainers()),
                         [](const auto& trainer) { return trainer.param.name; });

} // namespace
} // namespace parsimony::empirical
