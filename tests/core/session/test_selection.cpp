// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/private_selection.h"
#include "core/session/selection_plan.h"
#include "core/session/session.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"
#include "tests/core/session/selecting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

class SelectionRun : public RegistryFolder {};

/// The ledger without what the winner decides: its values, its weights' hash and the noise of evaluations.
std::vector<std::string> maskedRows(const fs::path& file) {
    std::vector<std::string> rows;
    for (const ledger::LedgerRow& row : ledger::Project::open(file).changesSince(0)) {
        nlohmann::json body = row.body.empty() ? nlohmann::json() : nlohmann::json::parse(row.body);
        if (row.kind == ledger::RowKind::Release) {
            for (auto& [key, value] : body["values"].items()) {
                value = value.is_number() ? nlohmann::json() : value;
            }
        }
        for (const char* random : {"blob", "charge", "account", "salt", "contents"}) { // or keyed
            body.erase(random);
        }
        if (body.contains("plan")) {
            body["plan"].erase("search_key");
        }
        if (row.kind == ledger::RowKind::Part || row.kind == ledger::RowKind::PartCurator ||
            row.kind == ledger::RowKind::Dataset || row.kind == ledger::RowKind::Project) {
            body = nlohmann::json();
        }
        if (body.contains("result")) {
            body["result"].erase("seconds"); // of the evaluations
        }
        rows.push_back(std::string(toText(row.kind)) + " " + body.dump());
    }
    return rows;
}

/// What every snapshot of a run shows of its trials, without the winner's values.
std::vector<std::string> watched(Session& session, const RunOptions& options, RunSnapshot& result) {
    std::vector<std::string> seen;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot& live) {
        EXPECT_FALSE(live.secondsLeft.has_value());
        ASSERT_TRUE(live.final.has_value());
        EXPECT_EQ(live.secondsSearch, 0.0);
        EXPECT_TRUE(live.phases.empty());
        seen.push_back(std::string(toText(live.final->trial.state)) +
                       (live.final->trial.score ? " scored" : ""));
        if (live.final->trial.state == TrialState::Running) {
            EXPECT_EQ(live.final->trial.stepsDone, 0U);
            EXPECT_EQ(live.secondsLoad, 0.0);
        }
    };
    result = session.run(options, {}, observer);
    return seen;
}

} // namespace

TEST_F(SelectionRun, LedgerAndSnapshotsDifferInTheWinnerOnly) {
    for (const std::string method : {"papernot-steinke", "koskela-kulkarni"}) {
        const auto one = [&](const std::string& name, RunSnapshot& result) {
            useRegistry(method + name + ".db");
            Session session = Session::open(project(method + name), true);
            return watched(session, selecting(method), result);
        };
        RunSnapshot first;
        RunSnapshot second;
        // Each with a number of runs of its own, drawn in secret.
        EXPECT_EQ(one("a.parsimony", first), one("b.parsimony", second));
        EXPECT_EQ(maskedRows(project(method + "a.parsimony")), maskedRows(project(method + "b.parsimony")));
        ASSERT_EQ(first.status, ExperimentStatus::Finished);
        ASSERT_TRUE(first.final && first.final->test);
        EXPECT_EQ(first.final->trial.role, "selection");
        EXPECT_GT(first.final->trial.steps, 0U);
        EXPECT_TRUE(first.final->trial.r && first.final->trial.learningRate && first.final->trial.score);
        EXPECT_EQ(first.secondsSearch, 0.0);
        EXPECT_NEAR(first.budget.parts.at("train").spentEpsilon, 3.0, 1e-9);

        EXPECT_TRUE(ledger::audit(project(method + "a.parsimony")).ok());
        const ledger::Project stored = ledger::Project::open(project(method + "a.parsimony"));
        int selections = 0;
        for (const ledger::TrialRow& row : stored.trials()) {
            selections += row.role == TrialRole::Selection ? 1 : 0;
            EXPECT_TRUE(row.role == TrialRole::Selection || row.role == TrialRole::Evaluation)
                << toText(row.role);
            EXPECT_FALSE(stored.loadCheckpoint(row.id).has_value());
        }
        EXPECT_EQ(selections, 1);
    }
}

TEST_F(SelectionRun, TheWinnerIsExportedUnderTheGuaranteeOfTheWhole) {
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(selecting("papernot-steinke"), {}, {});
    EXPECT_NE(sentenceOf(result.guarantee).find("Papernot and Steinke"), std::string::npos)
        << sentenceOf(result.guarantee);
    EXPECT_FALSE(session.exportModel(std::nullopt, project("model.npz")).empty());
    const auto trials = session.trials(std::nullopt);
    ASSERT_FALSE(trials.empty());
    EXPECT_EQ(trials.front().learningRate, result.final->trial.learningRate);
    try {
        (void)session.run(selecting("papernot-steinke"), {}, {});
        FAIL() << "the slice was all there was";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
    }
}

TEST_F(SelectionRun, AStoppedSelectionStaysChargedAndIsOver) {
    Session session = Session::open(project(), true);
    std::stop_source stop;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot& live) {
        if (live.final && live.final->trial.state == TrialState::Running) {
            stop.request_stop();
        }
    };
    const RunSnapshot result = session.run(selecting("papernot-steinke"), stop.get_token(), observer);
    EXPECT_EQ(result.status, ExperimentStatus::Failed);
    ASSERT_TRUE(result.final.has_value());
    EXPECT_EQ(result.final->trial.state, TrialState::Lost);
    EXPECT_FALSE(result.final->trial.score.has_value());
    EXPECT_FALSE(result.notices.empty());
    EXPECT_NEAR(result.budget.parts.at("train").spentEpsilon, 3.0, 1e-9);
    EXPECT_EQ(session.resume(std::nullopt, {}, {}).status, ExperimentStatus::NothingToResume);
}

TEST_F(SelectionRun, ACrashedSelectionIsNotResumed) {
    {
        Session session = Session::open(project(), true);
        RunObserver observer;
        observer.onSnapshot = [](const RunSnapshot& live) {
            if (live.final && live.final->trial.state == TrialState::Running) {
                throw std::runtime_error("gone"); // leaves the ledger as a crash would
            }
        };
        EXPECT_THROW((void)session.run(selecting("koskela-kulkarni"), {}, observer), std::runtime_error);
    }
    Session session = Session::open(project(), false);
    try {
        (void)session.resume(std::nullopt, {}, {});
        FAIL() << "a private selection is one mechanism";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        EXPECT_NE(std::string(error.what()).find("stays charged"), std::string::npos) << error.what();
    }
    EXPECT_EQ(session.resume(std::nullopt, {}, {}).status, ExperimentStatus::NothingToResume);
    EXPECT_NEAR(session.budgets().front().second.parts.at("train").spentEpsilon, 3.0, 1e-9);
}

TEST_F(SelectionRun, PoissonWithoutARunReturnsAPublicConstant) {
    std::set<bool> seen;
    std::set<double> constants;
    for (std::uint64_t seed = 1; seed <= 14; ++seed) {
        RunOptions options = selecting("papernot-steinke");
        options.visibility = Visibility::Public;
        options.runsFamily.poisson = true;
        options.runsMean = 1.0;
        options.seed = seed;
        const RunSnapshot result = Session::open(project(), true).run(options, {}, {});
        ASSERT_TRUE(result.final && result.final->test);
        const bool constant = !result.final->trial.r.has_value();
        seen.insert(constant);
        if (constant) {
            EXPECT_FALSE(result.final->trial.score.has_value());
            constants.insert(result.final->test->accuracy);
        }
    }
    EXPECT_EQ(seen.size(), 2U) << "fixed seeds: some without a run, some with one";
    EXPECT_EQ(constants.size(), 1U);
}

TEST_F(SelectionRun, ASeedOfPublicDataRepeatsTheSelection) {
    const auto run = [&](const std::string& name) {
        RunOptions options = selecting("koskela-kulkarni");
        options.visibility = Visibility::Public;
        options.seed = 5;
        return Session::open(project(name), true).run(options, {}, {});
    };
    const RunSnapshot first = run("a.parsimony");
    const RunSnapshot second = run("b.parsimony");
    EXPECT_EQ(first.final->trial.learningRate, second.final->trial.learningRate);
    EXPECT_EQ(first.final->test->accuracy, second.final->test->accuracy);
    EXPECT_GT(first.final->test->accuracy, 0.5);
    EXPECT_GT(first.secondsSearch, 0.0) << "time is shown of public data only";
}

TEST_F(SelectionRun, AGaussianAccountTakesNoSelection) {
    Session session = Session::open(project(), true);
    RunOptions options = selecting("unit-noise");
    options.experimentEpsilon = 1.0;
    (void)session.run(options, {}, {});
    try {
        (void)session.run(selecting("papernot-steinke"), {}, {});
        FAIL() << "the account adds up Gaussian releases";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
    }
}

TEST_F(SelectionRun, ATrainerWithoutAStepSizeIsChosenAmongItsKnobs) {
    RunOptions options = selecting("papernot-steinke");
    options.steps.reset();
    give(options, "trainer", "dp-ls");
    give(options, "ridge", "1,10");
    give(options, "gram-fraction", "0.3,0.7");
    const ExperimentPlan plan = planOf(options);
    const search::SearchSpace candidates = candidateSpace(plan);
    ASSERT_EQ(candidates.combinations().size(), 4U);
    for (const train::Knobs& knobs : candidates.combinations()) {
        const train::TrialPlan trial = plan.trialPlan(0, constantCandidate(plan).steps, 0.0, knobs);
        EXPECT_LE(trial.mu().value(), plan.selection->run.trainingMu) << "whichever is drawn";
    }
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    const TrialSnapshot& winner = result.final->trial;
    EXPECT_FALSE(winner.r || winner.learningRate || winner.nu);
    EXPECT_TRUE(valueOf(winner.knobs, train::Knob::Ridge).has_value());
    EXPECT_TRUE(valueOf(winner.knobs, train::Knob::GramFraction).has_value());
    EXPECT_TRUE(ledger::audit(project()).ok());
}

// What is charged follows from the number of runs and their cost; so does what the winner may have cost.
TEST_F(SelectionRun, AnotherCurveThanThatOfItsRunsIsFound) {
    { // a session that is open keeps a log, from which a forgery would outlive the file that is put back
        Session session = Session::open(project(), true);
        ASSERT_EQ(session.run(selecting("papernot-steinke"), {}, {}).status, ExperimentStatus::Finished);
    }
    ASSERT_TRUE(ledger::audit(project()).ok());
    const std::filesystem::path pristine = std::filesystem::path(project()).concat(".pristine");
    std::filesystem::copy_file(project(), pristine);
    const std::string selection = " WHERE kind = 'trial_reserved' AND body LIKE '%rdp_curve%'";
    struct Case {
        std::string sql, finding;
    };
    for (const Case& forgery : {
             Case{"UPDATE ledger SET body = json_set(body, '$.plan.selection.runs_mean', 400.0)" + selection,
                  "charges a curve that is not"},
             Case{"UPDATE ledger SET body = json_set(body, '$.plan.selection.run_mu', 2.0 * "
                  "json_extract(body, '$.plan.selection.run_mu'))" +
                      selection,
                  "charges a curve that is not"},
             Case{"UPDATE ledger SET body = json_set(body, '$.events[0].rdp_curve.values', (SELECT "
                  "json_group_array(value / 10.0) FROM json_each(body, '$.events[0].rdp_curve.values')))" +
                      selection,
                  "charges a curve that is not"},
             Case{"UPDATE ledger SET body = json_set(body, '$.record.releases[0].noise_sd', 0.01) WHERE kind "
                  "= "
                  "'trial_finished' AND trial IN (SELECT trial FROM ledger" +
                      selection + ")",
                  "records a winner that costs more"},
             Case{"UPDATE ledger SET body = json_set(body, '$.record.releases[0].noise_sd', 0.01, "
                  "'$.record.releases[0].sensitivity', 0.00001) WHERE kind = 'trial_finished' AND trial IN "
                  "(SELECT trial FROM ledger" +
                      selection + ")",
                  "that a person's rows can move by"},
             Case{"UPDATE ledger SET body = json_set(body, '$.record.releases[0].what', 'other') WHERE kind "
                  "= 'trial_finished' AND trial IN (SELECT trial FROM ledger" +
                      selection + ")",
                  "other releases of a winner than its trainer makes"},
             Case{"UPDATE ledger SET body = json_remove(body, '$.record.releases[0]') WHERE kind = "
                  "'trial_finished' AND trial IN (SELECT trial FROM ledger" +
                      selection + ")",
                  "other releases of a winner than its trainer makes"},
             Case{"UPDATE ledger SET body = '{}' WHERE kind = 'trial_finished' AND trial IN (SELECT trial "
                  "FROM ledger" +
                      selection + ")",
                  "records no release of the winner"},
             Case{"UPDATE ledger SET body = json_set(body, '$.record.releases', json('[]')) WHERE kind "
                  "= 'trial_finished' AND trial IN (SELECT trial FROM ledger" +
                      selection + ")",
                  "records no release of the winner"},
         }) {
        std::filesystem::copy_file(pristine, project(), std::filesystem::copy_options::overwrite_existing);
        ledger::forge(project(), forgery.sql);
        std::vector<std::string> found;
        for (const ledger::AuditProblem& problem : ledger::audit(project()).problems) {
            found.push_back(problem.what.english());
        }
        EXPECT_THAT(found, testing::Contains(testing::HasSubstr(forgery.finding))) << forgery.sql;
    }
}

TEST_F(SelectionRun, OfPublicDataBothKindsStandSideBySide) {
    Session session = Session::open(project(), true);
    for (const char* method : {"unit-noise", "papernot-steinke", "single"}) {
        RunOptions options = selecting(method);
        options.visibility = Visibility::Public;
        EXPECT_EQ(session.run(options, {}, {}).status, ExperimentStatus::Finished) << method;
    }
    EXPECT_TRUE(ledger::audit(project()).ok());
}

} // namespace parsimony::session
