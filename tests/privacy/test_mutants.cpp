// SPDX-License-Identifier: GPL-3.0-or-later
// The empirical audit catches mutants that err in the violating direction. Each is audited beside its honest
// twin with the same options: the audit must tell them apart, not call everything broken. Mutants live under
// or around the real trainers; production code has no way to pass a noise past its plan.
#include "core/train/trainer.h"
#include "tests/core/empirical/audit_fixture.h"
#include "tests/privacy/mutants.h"

#include <gtest/gtest.h>

namespace parsimony {
namespace {

using empirical::Access;
using empirical::AuditRandomness;
using empirical::CanaryKind;
using empirical::Claim;
using empirical::Dataset;
using empirical::Mechanism;
using empirical::NeighbourPair;
using empirical::TrainerAuditOptions;
using empirical::TrialsOutcome;
using train::TrainerKind;
using train::TrialPlan;

constexpr std::uint64_t kSeed = 5;

/// What both tests of the trials say: broken at the suite's level.
bool broken(const TrialsOutcome& outcome) {
    const double level = test::suiteLevels().alarm / 2.0;
    return outcome.curve.pValue < level || outcome.budget.pValue < level;
}

std::string describe(const TrialsOutcome& outcome, const Claim& claim) {
    return "claimed epsilon " + std::to_string(claim.epsilon().value()) +
           "; curve: " + test::describe(outcome.curve) + "; budget: " + test::describe(outcome.budget);
}

/// A small copy of public rows with one Dirac canary, and the plan of a trial on it.
struct Scene {
    TrainerAuditOptions options;
    NeighbourPair pair;
    std::uint32_t runs = 1000;

    explicit Scene(const TrainerAuditOptions& chosen, std::size_t rows = 31) : options(chosen) {
        options.levels = test::suiteLevels();
        const data::LoadedPart part = test::publicBlobs(rows, 6, 4, options.rowBound);
        const Dataset base = empirical::copyForAudit(part, 4, 0, 0, options.rowBound, 1);
        const auto canaries = empirical::makeCanaries(base, CanaryKind::Dirac, 1, options.rowBound, 1,
                                                      AuditRandomness(kSeed).stream(1));
        pair = {empirical::withCanaries(base, canaries, {false}, options.adjacency),
                empirical::withCanaries(base, canaries, {true}, options.adjacency), canaries.front()};
    }

    [[nodiscard]] TrialPlan plan() const { return empirical::auditPlan(options, pair.without, 0.1); }
    [[nodiscard]] Claim claim() const { return Claim::ofEvents(plan().events(), options.delta); }

    [[nodiscard]] Mechanism trainer(const TrialPlan& executed,
                                    const empirical::BackendFactory& backend) const {
        return empirical::trainerMechanism(executed, backend, options.access, AuditRandomness(kSeed));
    }
    [[nodiscard]] TrialsOutcome audit(const Mechanism& mechanism) const {
        empirical::TrialsOptions trials;
        trials.calibration = runs / 2;
        trials.runs = runs;
        trials.preferred = empirical::trainerScore(options.access);
        return empirical::auditByTrials(mechanism, empirical::trainerAttack(plan(), options.access), pair,
                                        claim(), options.levels, AuditRandomness(kSeed), trials);
    }
    /// For --gtest_output=xml.
    void record(const std::string& who, const TrialsOutcome& outcome) const {
        testing::Test::RecordProperty(who + "_" + std::string(train::trainerName(options.trainer.trainer)),
                                      describe(outcome, claim()));
    }
    void expectCaught(const Mechanism& mutant) const {
        const TrialsOutcome outcome = audit(mutant);
        record("mutant", outcome);
        EXPECT_TRUE(broken(outcome)) << describe(outcome, claim());
        EXPECT_GT(outcome.curve.epsilonLower, claim().epsilon().value());
    }
    void expectHonest() const {
        const TrialsOutcome outcome = audit(trainer(plan(), test::cpuBackends()));
        record("honest", outcome);
        EXPECT_FALSE(broken(outcome)) << describe(outcome, claim());
    }
};

empirical::BackendFactory tooLittleNoise(double factor) {
    return [factor](unsigned threads) {
        return std::make_unique<test::TooLittleNoise>(compute::makeCpuBackend({.threads = threads}), factor);
    };
}

TrainerAuditOptions trainerOptions(TrainerKind kind, std::uint32_t steps) {
    TrainerAuditOptions options;
    options.trainer.trainer = kind;
    options.steps = steps;
    return options;
}

TEST(Mutants, UnscaledNoiseAtClipTen) {
    for (const TrainerKind kind : {TrainerKind::DpGd, TrainerKind::DpAdam, TrainerKind::DpFc}) {
        TrainerAuditOptions options = trainerOptions(kind, 4);
        options.trainer.maxGradNorm = 10.0;
        options.rowBound = 20.0; // long enough for gradients to reach the clip
        const Scene scene(options);
        scene.expectHonest();
        scene.expectCaught(scene.trainer(scene.plan(), tooLittleNoise(10.0)));
    }
}

TEST(Mutants, OneStepChargedTwoRun) {
    Scene scene(trainerOptions(TrainerKind::DpGd, 1));
    scene.options.trainer.maxGradNorm = 0.5; // a canary's gradient is longer: the audit is tight
    scene.runs = 4000;
    scene.expectHonest();
    train::TrialSpec spec = scene.plan().spec();
    spec.steps = 2;
    scene.expectCaught(
        scene.trainer(TrialPlan::forNoise(spec, scene.plan().noiseMultiplier()), test::cpuBackends()));
}

TEST(Mutants, NoiseDividedByTheRecordsOnTheSum) {
    for (const TrainerKind kind : {TrainerKind::DpGd, TrainerKind::DpAdam}) {
        const Scene scene(trainerOptions(kind, 4));
        scene.expectHonest();
        // Sums n times too large under noise σc, divided by n·n: the mean gradient with noise σc/n on its
        // sum.
        const auto records = static_cast<double>(scene.pair.without.rows);
        train::TrialSpec spec = scene.plan().spec();
        spec.publicRecords *= records;
        scene.expectCaught(scene.trainer(TrialPlan::forNoise(spec, scene.plan().noiseMultiplier()),
                                         tooLittleNoise(records)));
    }
}

TEST(Mutants, FixedBatchesChargedAsPoisson) {
    TrainerAuditOptions options = trainerOptions(TrainerKind::DpSgd, 100);
    options.trainer.sampleRate = 0.01;
    options.epsilon = Epsilon{1.0};
    options.access = Access::WhiteBox;
    const Scene scene(options, 199);
    scene.expectHonest();
    scene.expectCaught(scene.trainer(scene.plan(), [](unsigned threads) {
        return std::make_unique<test::FixedBatches>(compute::makeCpuBackend({.threads = threads}), 100);
    }));
}

/// Chooses between two classifiers by how many of the rows each has right. Without the canary they tie, and a
/// tie goes to the first; the canary tips it.
class SelectionScene {
public:
    SelectionScene() {
        const std::vector<float> features{1.0F, 0.0F, 0.0F, 1.0F, 1.0F, 0.0F, 0.0F, 1.0F};
        m_base = {4, 2, 2, features, {0, 1, 1, 0}};
        empirical::Canary canary{{1.0F, 0.0F}, 1};
        m_pair = {empirical::withCanaries(m_base, std::span(&canary, 1), {false}, Adjacency::AddOrRemoveOne),
                  empirical::withCanaries(m_base, std::span(&canary, 1), {true}, Adjacency::AddOrRemoveOne),
                  canary};
    }

    [[nodiscard]] TrialsOutcome audit(bool exact) const {
        empirical::TrialsOptions trials;
        trials.calibration = 100;
        trials.runs = 1000;
        const empirical::Attack attack = [](const empirical::Released& released, const empirical::Canary&) {
            return released.result;
        };
        return empirical::auditByTrials(selection(exact), attack, m_pair, claim(), test::suiteLevels(),
                                        AuditRandomness(kSeed), trials);
    }

    [[nodiscard]] train::CountPlan plan() const { return train::CountPlan::forMu(Mu{0.5}, 2); }
    [[nodiscard]] Claim claim() const { return Claim::ofEvents({plan().event()}, Delta{1e-5}); }

private:
    [[nodiscard]] Mechanism selection(bool exact) const {
        return [exact, count = plan()](const Dataset& data) -> empirical::Release {
            std::shared_ptr<compute::ComputeBackend> backend = compute::makeCpuBackend({.threads = 1});
            std::shared_ptr<compute::ResidentData> rows =
                empirical::uploadDataset(*backend, data, compute::Precision::Float32);
            const compute::HeadShape head{compute::HeadKind::Linear, 2, 2};
            // The first takes column for class, the second the other way round.
            const std::vector<train::Model> models{{head, {1.0, 0.0, 0.0, 1.0}},
                                                   {head, {0.0, 1.0, 1.0, 0.0}}};
            return [=](std::uint32_t run) -> empirical::Released {
                std::vector<double> scores;
                if (exact) {
                    for (const train::Model& model : models) {
                        scores.push_back(
                            static_cast<double>(train::exactCounts(model, *backend, *rows).total));
                    }
                } else {
                    for (const train::NoisyCount& noisy : train::noisyCorrectCounts(
                             count, *backend, *rows, models, AuditRandomness(kSeed).noise(run))) {
                        scores.push_back(noisy.count);
                    }
                }
                return {{scores[1] > scores[0] ? 1.0 : 0.0}, {}};
            };
        };
    }

    Dataset m_base;
    NeighbourPair m_pair;
};

TEST(Mutants, SelectionByExactCountsThatTie) {
    const SelectionScene scene;
    const TrialsOutcome honest = scene.audit(false);
    EXPECT_FALSE(broken(honest)) << describe(honest, scene.claim());
    const TrialsOutcome mutant = scene.audit(true);
    EXPECT_TRUE(broken(mutant)) << describe(mutant, scene.claim());
    EXPECT_EQ(mutant.curve.count.correct, mutant.curve.count.guesses);
}

// The same through the audit that the command line runs, in one run as well.
TEST(Mutants, AreCaughtByTheWholeAudit) {
    TrainerAuditOptions options = trainerOptions(TrainerKind::DpGd, 4);
    options.levels = test::suiteLevels();
    options.kinds = {CanaryKind::Dirac};
    options.seed = kSeed;
    options.epsilon = Epsilon{1.0}; // weak enough a claim for the tests that assume nothing to break it
    options.runs = 1000;
    options.canaries = 1000;
    options.trialRecords = 32;
    options.exposure = false;
    const data::LoadedPart part = test::publicBlobs(200, 6, 4);
    const auto honest = empirical::auditTrainer(part, 4, options, test::cpuBackends());
    EXPECT_FALSE(honest.broken()) << test::describe(honest);
    const auto mutant = empirical::auditTrainer(part, 4, options, tooLittleNoise(50.0));
    ASSERT_EQ(mutant.findings.size(), 3U);
    for (const empirical::Finding& finding : mutant.findings) {
        EXPECT_TRUE(finding.broken) << toText(finding.game) << " " << toText(finding.bound) << "\n"
                                    << test::describe(mutant);
    }
    EXPECT_GT(mutant.epsilonLower(), mutant.claimed.value());
}

} // namespace
} // namespace parsimony
