// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/compute/cpu/instruction_sets.h"
#include "core/data/array_reader.h"
#include "core/export/model_file.h"
#include "tests/core/session/session_run.h"

#include <fstream>
#include <string>

namespace parsimony::session {

/// What lists and comparisons are made from: repeats are alike, other options and classes are not.
TEST_F(SessionRun, ListsTellRepeatsFromOtherQuestions) {
    Session session = Session::open(project(), true);
    RunOptions options = digits();
    options.visibility = Visibility::Public;
    options.method = MethodKind::Single;
    options.steps = "2";
    options.seed = 1;
    (void)session.run(options, {}, {});
    options.seed = 2;
    options.experimentEpsilon = 1.0;
    (void)session.run(options, {}, {});
    options.classes = 12;
    options.steps = "3";
    (void)session.run(options, {}, {});
    const auto listed = session.experiments();
    ASSERT_EQ(listed.size(), 3U);
    EXPECT_EQ(listed[0].options, listed[1].options);
    EXPECT_NE(listed[1].options, listed[2].options);
    EXPECT_EQ(listed[1].classes, 10U);
    EXPECT_EQ(listed[2].classes, 12U);
    EXPECT_EQ(session.snapshot(3)->dataset.classes, 12U);
}

TEST_F(SessionRun, ScalingFinishesWithinItsBudget) {
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(digits(), {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_EQ(finishedTrials(result), 6);
    ASSERT_TRUE(result.fit.has_value());
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.5);
    EXPECT_GT(result.final->test->se, 0.0);
    EXPECT_LE(result.budget.spentEpsilon, 3.0);
    EXPECT_GT(result.budget.parts.at("train").spentEpsilon, 2.97);
    EXPECT_LT(result.budget.parts.at("test").spentEpsilon, 3.0);

    // What stands in the ledger is what was shown.
    const auto again = Session::open(project(), false).snapshot(std::nullopt);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(toJson(*again, "run"), toJson(result, "run"));
}

/// The digits with more labels than their own: even, five or more, prime, a multiple of three, with a loop.
TEST_F(SessionRun, RecordsOfSeveralLabelsAreLearnedWithinTheBudget) {
    RunOptions options = digits();
    options.method.reset();
    const auto write = [&](const std::string& part) {
        const auto reader = data::openArray(options.data + ":y_" + part);
        std::vector<std::int64_t> own(reader->info().rows());
        reader->readIntegers(0, own.size(), own.data());
        std::ofstream file(folder() / (part + ".csv"));
        for (const std::int64_t y : own) {
            const bool prime = y == 2 || y == 3 || y == 5 || y == 7;
            const bool loop = y == 0 || y == 6 || y == 8 || y == 9;
            file << y << (y % 2 == 0 ? ";10" : "") << (y >= 5 ? ";11" : "") << (prime ? ";12" : "")
                 << (y % 3 == 0 ? ";13" : "") << (loop ? ";14" : "") << "\n";
        }
        return PartFiles{options.data + ":x_" + part, (folder() / (part + ".csv")).string()};
    };
    options.train = write("train");
    options.test = write("test");
    options.data.clear();
    options.classes = 15;
    options.labelsPerRecord = 5;
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_EQ(result.method.text(), "auto");
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.85);
    EXPECT_LE(result.budget.spentEpsilon, 3.0);
    EXPECT_EQ(session.classifier(std::nullopt).card.labelsPerRecord, 5U);
    EXPECT_TRUE(session.experiments().front().severalLabels);
}

TEST_F(SessionRun, DefaultRunSpendsItsWholeBudgetOnOneClassifier) {
    RunOptions options = digits();
    options.method.reset();
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.method.text(), "auto");
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_FALSE(result.fit.has_value());
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.5);
    EXPECT_LE(result.budget.spentEpsilon, 3.0);
    EXPECT_GT(result.budget.parts.at("train").spentEpsilon, 2.97);
}

TEST_F(SessionRun, InstructionsOfTheProcessorAreTakenAsAskedAndOthersRefusedBeforeAnyRow) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.instructions = "sse9";
    Session session = Session::open(project(), true);
    EXPECT_THROW((void)session.run(options, {}, {}), Error);
    EXPECT_TRUE(session.experiments().empty());
    EXPECT_TRUE(session.budgets().empty());
    options.instructions = compute::cpu::instructionSets().back().name;
    options.steps = "3000";
    std::stop_source stop;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot& live) {
        if (!live.phases.empty() && !live.phases[0].trials.empty() &&
            live.phases[0].trials[0].stepsDone > 0) {
            stop.request_stop();
        }
    };
    const RunSnapshot begun = session.run(options, stop.get_token(), observer);
    const std::string first = compute::cpu::instructionSets().front().name; // goes on with others
    const RunSnapshot ended =
        begun.status == ExperimentStatus::Finished
            ? begun
            : session.resume(begun.experiment, {}, {}, compute::DeviceChoice("cpu"), 1, {}, first);
    EXPECT_EQ(ended.status, ExperimentStatus::Finished);
    EXPECT_EQ(ended.budget.reservedEpsilon, 0.0);
}

TEST_F(SessionRun, UnitNoiseNeedsNoTrialsAndPublicDataIsSimulated) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.visibility = Visibility::Public;
    options.seed = 11;
    Session session = Session::open(project(), true);
    const RunSnapshot first = session.run(options, {}, {});
    EXPECT_TRUE(first.phases.empty());
    EXPECT_FALSE(first.fit.has_value());
    EXPECT_FALSE(first.isPrivate);
    ASSERT_TRUE(first.final && first.final->test);
    EXPECT_EQ(first.final->test->se, 0.0);
    EXPECT_GT(first.final->test->accuracy, 0.8);
    EXPECT_NEAR(*first.final->trial.nu, 1.2, 1e-9);
    const RunSnapshot second = session.run(options, {}, {}); // nothing is enforced
    EXPECT_TRUE(second.budget.simulated);
}

TEST_F(SessionRun, SubSampledTrainerTakesASliceAndStaysWithinIt) {
    RunOptions options = digits();
    options.trainer = TrainerKind::DpSgd;
    options.sampleRate = 0.2;
    options.experimentEpsilon = 2.0;
    options.steps = "60";
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_NEAR(result.budget.parts.at("train").spentEpsilon, 2.0, 1e-9);
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.4);
    options.experimentEpsilon = 1.5;
    EXPECT_THROW((void)session.run(options, {}, {}), Error) << "1.5 more than the 1 that is left";
    options.experimentEpsilon = 1.0;
    options.method = MethodKind::UnitNoise;
    EXPECT_EQ(session.run(options, {}, {}).status, ExperimentStatus::Finished);
}

TEST_F(SessionRun, AutoBuildsItsFinalRunOnThePilots) {
    RunOptions options = digits();
    options.data = std::string(PARSIMONY_SAMPLES) + "/wordnet-nouns.npz";
    options.classes = 26;
    options.method = MethodKind::Auto;
    options.epsilon = 1.0;
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    ASSERT_EQ(result.phases.size(), 1U);
    EXPECT_EQ(result.phases[0].trials.size(), 2U);
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.73);
    EXPECT_LE(result.budget.spentEpsilon, 1.0);
}

TEST_F(SessionRun, AutoOnFewRecordsIsOneRun) {
    RunOptions options = digits();
    options.method = MethodKind::Auto;
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_TRUE(result.phases.empty());
    EXPECT_GT(result.final->test->accuracy, 0.7);
}

TEST_F(SessionRun, RowsSeenAsPublicBeforeAreMarkedForEver) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.visibility = Visibility::Public;
    (void)Session::open(project("public.parsimony"), true).run(options, {}, {});
    options.visibility = Visibility::Private;
    Session session = Session::open(project(), true);
    EXPECT_THROW((void)session.run(options, {}, {}), CuratorRefusal); // declared, it may
    options.linkedTo = {project("public.parsimony")};
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_NE(sentenceOf(result.guarantee).find("exposed uncharged"), std::string::npos)
        << sentenceOf(result.guarantee);
    const auto files = session.exportModel(std::nullopt, folder() / "model.npz");
    EXPECT_NE(exporting::loadModel(files.front().string()).card.guarantee.find("exposed uncharged"),
              std::string::npos);
}

} // namespace parsimony::session
