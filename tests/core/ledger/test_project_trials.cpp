// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps of trials.
#include "tests/core/ledger/project_fixture.h"

namespace parsimony::ledger {

TEST_F(ProjectTest, TrialsStayInsideTheReservation) {
    auto begun = begin(0.1);
    TrialSpec trial;
    trial.r = 4.0;
    trial.learningRate = 0.4;
    trial.steps = 10;
    trial.charges = {gaussianCharge(begun.dataset.part("train"), 0.07)};
    const auto first = begun.project.reserveTrial(begun.experiment.id, trial);
    const auto second = begun.project.reserveTrial(begun.experiment.id, trial);
    try {
        begun.project.reserveTrial(begun.experiment.id, trial);
        FAIL() << "allocated more than was reserved";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        EXPECT_TRUE(error.refusedSpend().has_value());
    }
    trial.charges = {gaussianCharge(begun.dataset.part("test"), 0.01)};
    errorOf([&] { begun.project.reserveTrial(begun.experiment.id, trial); }, ErrorCode::Refused);
    const auto train = begun.dataset.part("train");
    EXPECT_TRUE(begun.project.account(train).spentMuSquared.isZero());
    begun.project.startTrial(first);
    EXPECT_NEAR(begun.project.account(train).spentMu, 0.07, 1e-9);
    begun.project.loseTrial(second, "out of memory");
    EXPECT_NEAR(begun.project.account(train).spentMu, std::sqrt(2.0) * 0.07, 1e-9);
    begun.project.failExperiment(begun.experiment.id, "out of memory");
    EXPECT_NEAR(begun.project.account(train).spentMu, 0.1, 1e-9); // nothing is given back
}

TEST_F(ProjectTest, ChangesInOneTransactionHoldTogether) {
    auto begun = begin(0.1);
    Project& project = begun.project;
    TrialSpec spec;
    spec.charges = {gaussianCharge(begun.dataset.part("train"), 0.099)}; // two of them do not fit
    const Digest before = project.tip();
    EXPECT_THROW(project.inOneTransaction([&] {
        (void)project.startTrial(project.reserveTrial(begun.experiment.id, spec));
        throw std::runtime_error("stop");
    }),
                 std::runtime_error);
    EXPECT_TRUE(project.trials().empty());
    EXPECT_EQ(project.tip(), before);
    project.inOneTransaction([&] {
        const TrialId id = project.reserveTrial(begun.experiment.id, spec);
        (void)project.startTrial(id);
        project.finishTrial(id, {});
    });
    ASSERT_EQ(Project::open(file()).trials().size(), 1U);
    EXPECT_EQ(project.trials().front().state, TrialState::Finished);
    EXPECT_THROW((void)project.reserveTrial(begun.experiment.id, spec), Error);
}

TEST_F(ProjectTest, StatesOnlyMoveForward) {
    auto begun = begin(0.1);
    TrialSpec spec;
    spec.charges = {gaussianCharge(begun.dataset.part("train"), 0.05)};
    const auto trial = begun.project.reserveTrial(begun.experiment.id, spec);
    errorOf([&] { begun.project.finishTrial(trial, {}); }, ErrorCode::Usage);
    errorOf([&] { begun.project.saveCheckpoint(trial, {}); }, ErrorCode::Usage);
    EXPECT_EQ(begun.project.startTrial(trial), 1);
    EXPECT_EQ(begun.project.startTrial(trial), 2); // goes on after a crash
    TrialOutcome outcome;
    outcome.score = Score{0.5, 0.01, ScoreKind::Exact};
    errorOf([&] { begun.project.finishTrial(trial, outcome); }, ErrorCode::Refused);
    outcome.score->kind = ScoreKind::Noisy;
    outcome.record = {{"steps", 10}};
    ReleaseSpec weights;
    weights.what = ReleasedValue::Weights;
    weights.bytes = {1, 2, 3};
    outcome.releases = {weights};
    begun.project.finishTrial(trial, outcome);
    const auto row = begun.project.trial(trial);
    EXPECT_EQ(row.state, TrialState::Finished);
    EXPECT_EQ(row.score, 0.5);
    EXPECT_EQ(row.attempts, 2);
    const auto releases = begun.project.releases(begun.experiment.id, trial);
    ASSERT_EQ(releases.size(), 2U);
    EXPECT_EQ(begun.project.blob(releases[1].blob.value()), weights.bytes);
    ASSERT_EQ(begun.project.releases(begun.experiment.id, {}, ReleasedValue::Weights).size(), 1U);
    EXPECT_EQ(begun.project.releases(begun.experiment.id, trial, ReleasedValue::Weights)[0].row,
              releases[1].row);
    EXPECT_TRUE(begun.project.releases(begun.experiment.id, {}, ReleaseName::read("weight")).empty());
    errorOf([&] { begun.project.startTrial(trial); }, ErrorCode::Usage);
    errorOf([&] { begun.project.loseTrial(trial, ""); }, ErrorCode::Usage);
    begun.project.finishExperiment(begun.experiment.id, {{"r", 3.0}});
    errorOf([&] { begun.project.reserveTrial(begun.experiment.id, spec); }, ErrorCode::Usage);
    EXPECT_EQ(begun.project.experiment(begun.experiment.id).status, ExperimentStatus::Finished);
}

TEST_F(ProjectTest, CheckpointsKeepTheLatestState) {
    auto begun = begin(0.1);
    TrialSpec spec;
    spec.charges = {gaussianCharge(begun.dataset.part("train"), 0.05)};
    const auto trial = begun.project.reserveTrial(begun.experiment.id, spec);
    begun.project.startTrial(trial);
    EXPECT_FALSE(begun.project.loadCheckpoint(trial).has_value());
    begun.project.saveCheckpoint(trial, {1, 5, {1, 2, 3}, false});
    begun.project.saveCheckpoint(trial, {1, 6, {4, 5, 6}, false});
    const auto checkpoint = begun.project.loadCheckpoint(trial).value();
    EXPECT_EQ(checkpoint.step, 6);
    EXPECT_EQ(checkpoint.state, (std::vector<std::uint8_t>{4, 5, 6}));
    EXPECT_FALSE(checkpoint.damaged);
    EXPECT_EQ(tamper(file(), "UPDATE checkpoints SET state = x'0405'"), "");
    EXPECT_TRUE(begun.project.loadCheckpoint(trial).value().damaged);
    begun.project.loseTrial(trial, "its checkpoint is damaged");
    EXPECT_FALSE(begun.project.loadCheckpoint(trial).has_value());
    EXPECT_EQ(begun.project.addPlanVersion(begun.experiment.id, {{"version", 2}}, "trial 1 was lost"), 2);
    EXPECT_EQ(begun.project.experiment(begun.experiment.id).plan->at("version"), 2);
}

TEST_F(ProjectTest, ViewsShowTrialsAndSpend) {
    auto begun = begin(0.1);
    TrialSpec spec;
    spec.r = 4.0;
    spec.charges = {gaussianCharge(begun.dataset.part("train"), 0.05)};
    const auto trial = begun.project.reserveTrial(begun.experiment.id, spec);
    begun.project.startTrial(trial);
    EXPECT_EQ(
        tamper(file(),
               "SELECT CASE WHEN (SELECT count(*) FROM trials WHERE state = 'running' AND r = 4.0 AND "
               "mu BETWEEN 0.0499 AND 0.0501) = 1 AND (SELECT count(*) FROM experiments WHERE last_state "
               "= 'begun') = 1 AND (SELECT charged_mu_squared BETWEEN 0.0099 AND 0.0101 FROM accounts "
               "WHERE name = 'train') AND (SELECT count(*) FROM charges) = 1 AND (SELECT epsilon FROM "
               "datasets) = 1.0 THEN 0 ELSE json('not json') END"),
        "");
}

} // namespace parsimony::ledger
