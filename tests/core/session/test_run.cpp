// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/compute/cpu/instruction_sets.h"
#include "core/data/array_reader.h"
#include "core/export/model_file.h"
#include "core/ledger/project.h"
#include "core/privacy/gaussian_account.h"
#include "core/session/options_json.h"
#include "core/session/project_audit.h"
#include "tests/core/session/session_run.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

int finishedTrials(const RunSnapshot& snapshot) {
    int finished = 0;
    for (const PhaseSnapshot& phase : snapshot.phases) {
        for (const TrialSnapshot& trial : phase.trials) {
            finished += trial.state == TrialState::Finished ? 1 : 0;
        }
    }
    return finished;
}

} // namespace

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
    EXPECT_EQ(result.method, "auto");
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.85);
    EXPECT_LE(result.budget.spentEpsilon, 3.0);
    EXPECT_EQ(session.classifier(std::nullopt).card.labelsPerRecord, 5U);
    EXPECT_TRUE(session.experiments().front().severalLabels);
}

TEST_F(SessionRun, AReaderThatGoesOnReadsWhatAnewOneReads) {
    Session session = Session::open(project(), true);
    std::optional<Session> watcher; // goes on from what it knows
    int compared = 0;
    const auto compare = [&] {
        if (!watcher) {
            watcher.emplace(Session::open(project(), false));
        }
        const auto anew = Session::open(project(), false).snapshot(std::nullopt);
        EXPECT_EQ(*watcher->snapshot(std::nullopt), *anew) << compared;
        ++compared;
        return *anew;
    };
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot&) { (void)compare(); };
    const RunSnapshot result = session.run(digits(), {}, observer);
    session.addNote(result.phases[0].trials[0].id, "odd");
    EXPECT_EQ(compare().phases[0].trials[0].note, "odd");
    EXPECT_GE(compared, 10); // runs side by side end together
}

TEST_F(SessionRun, DefaultRunSpendsItsWholeBudgetOnOneClassifier) {
    RunOptions options = digits();
    options.method.reset();
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.method, "auto");
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_FALSE(result.fit.has_value());
    ASSERT_TRUE(result.final && result.final->test);
    EXPECT_GT(result.final->test->accuracy, 0.5);
    EXPECT_LE(result.budget.spentEpsilon, 3.0);
    EXPECT_GT(result.budget.parts.at("train").spentEpsilon, 2.97);
}

TEST_F(SessionRun, StoppedRunsGoOnUnderTheSameReservation) {
    RunOptions options = digits();
    options.steps = "3000";
    std::optional<std::int64_t> experiment;
    int rounds = 0;
    RunSnapshot snapshot;
    do {
        Session session = Session::open(project(), true);
        std::stop_source stop;
        RunObserver observer;
        const int before = rounds;
        observer.onSnapshot = [&](const RunSnapshot& live) {
            if (before < 4 && (live.phases[0].trials[0].stepsDone > 0 || before > 0)) {
                stop.request_stop();
            }
        };
        snapshot = experiment ? session.resume(experiment, stop.get_token(), observer)
                              : session.run(options, stop.get_token(), observer);
        experiment = snapshot.experiment;
        ASSERT_TRUE(snapshot.status == ExperimentStatus::Interrupted ||
                    snapshot.status == ExperimentStatus::Finished)
            << toText(snapshot.status);
    } while (snapshot.status != ExperimentStatus::Finished && ++rounds < 20);
    EXPECT_EQ(snapshot.status, ExperimentStatus::Finished);
    EXPECT_GE(rounds, 4);
    EXPECT_EQ(finishedTrials(snapshot), 6);
    EXPECT_LE(snapshot.budget.spentEpsilon, 3.0);

    const auto nothing = Session::open(project(), false).resume(std::nullopt, {}, {});
    EXPECT_EQ(nothing.status, ExperimentStatus::NothingToResume);
}

TEST_F(SessionRun, WhatBeganInAStoppedRunIsInterrupted) {
    RunOptions options = digits();
    options.steps = "3000";
    options.threads = 1; // one run after the other: the first is the one that is stopped
    std::stop_source stop;
    RunObserver observer;
    const std::string file = project().string();
    std::optional<Session> another;
    observer.onSnapshot = [&](const RunSnapshot& live) {
        const TrialSnapshot& first = live.phases[0].trials[0];
        if (first.state != TrialState::Running || first.stepsDone == 0 || stop.stop_requested()) {
            return;
        }
        another.emplace(Session::open(file, false)); // it reads on below, after the run
        EXPECT_EQ(another->snapshot(live.experiment)->phases[0].trials[0].state, TrialState::Running);
        EXPECT_EQ(another->trials(live.experiment)[0].state, TrialState::Running);
        stop.request_stop();
    };
    Session session = Session::open(file, true);
    const RunSnapshot stopped = session.run(options, stop.get_token(), observer);
    ASSERT_EQ(stopped.status, ExperimentStatus::Interrupted);
    ASSERT_TRUE(another);
    for (const Session* reader : {&session, &*another}) {
        EXPECT_EQ(reader->snapshot(stopped.experiment)->phases[0].trials[0].state, TrialState::Interrupted);
        EXPECT_EQ(reader->trials(stopped.experiment)[0].state, TrialState::Interrupted);
    }
    EXPECT_EQ(stopped.phases[0].trials[0].state, TrialState::Interrupted);
    EXPECT_EQ(toJson(stopped, "run")["phases"][0]["trials"][0]["state"], "interrupted");
    const RunSnapshot ended = session.resume(stopped.experiment, {}, {});
    EXPECT_EQ(ended.phases[0].trials[0].state, TrialState::Finished);
    EXPECT_EQ(another->trials(stopped.experiment)[0].state, TrialState::Finished);
}

TEST_F(SessionRun, FilesThatLieElsewhereNowAreTakenWhereTheirRowsAreTheSame) {
    RunOptions options = digits();
    const std::filesystem::path first = folder() / "first.npz", now = folder() / "now.npz";
    std::filesystem::copy_file(options.data, first);
    options.data = first.string();
    options.steps = "3000";
    std::stop_source stop;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot&) { stop.request_stop(); };
    const RunSnapshot begun = Session::open(project(), true).run(options, stop.get_token(), observer);
    ASSERT_EQ(begun.status, ExperimentStatus::Interrupted);
    std::filesystem::rename(first, now);

    const auto resumed = [&](const std::vector<MovedFile>& moved, const std::stop_token& until) {
        return Session::open(project(), false)
            .resume(std::nullopt, until, {}, compute::DeviceChoice(), 0, {}, {}, moved);
    };
    EXPECT_THROW((void)resumed({}, {}), Error); // it is not there
    const std::filesystem::path other = folder() / "other.npz";
    { // the same shapes, other rows: the classes of the test part are those of the train part's beginning
        std::filesystem::copy_file(now, other);
        std::fstream bytes(other, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(2000);
        bytes.put(1);
        bytes.put(1);
    }
    EXPECT_THROW((void)resumed({{first.string(), other.string()}}, {}), Error);
    EXPECT_EQ(Session::open(project(), false).snapshot(std::nullopt)->status, ExperimentStatus::Interrupted);
    stop = {};
    stop.request_stop();
    const RunSnapshot again = resumed({{first.string(), now.string()}}, stop.get_token());
    EXPECT_EQ(again.experiment, begun.experiment);
    const RunSnapshot ended = resumed({{first.string(), now.string()}}, {});
    EXPECT_EQ(ended.experiment, begun.experiment);
    EXPECT_EQ(ended.status, ExperimentStatus::Finished);
    EXPECT_TRUE(auditOf(project(), std::nullopt).ok());
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

TEST_F(SessionRun, PrivateExperimentsAreNotGoneOnWithTogether) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.visibility = Visibility::Public;
    Session session = Session::open(project(), true);
    (void)session.run(options, {}, {});
    RunOptions secret = options;
    secret.visibility = Visibility::Private;
    std::stop_source stop;
    stop.request_stop();
    const RunSnapshot interrupted = session.run(secret, stop.get_token(), {});
    ASSERT_EQ(interrupted.status, ExperimentStatus::Interrupted);
    try {
        (void)session.runTogether({{options, interrupted.experiment}}, {}, {});
        FAIL() << "a private run must be reserved by itself";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
    }
    EXPECT_EQ(session.snapshot(interrupted.experiment)->status, ExperimentStatus::Interrupted);
}

TEST_F(SessionRun, ResumeRefusesFilesThatChanged) {
    const fs::path features = folder() / "rows.npy";
    const fs::path labels = folder() / "labels.npy";
    const auto write = [](const fs::path& path, const std::string& shape, const std::string& bytes) {
        std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + shape + "), }";
        header.resize(118, ' ');
        std::ofstream(path, std::ios::binary) << std::string("\x93NUMPY\x01\x00v\x00", 10) << header << bytes;
    };
    std::string rows(200 * 4, '\0');
    std::string classes(200, '\0');
    for (std::size_t row = 0; row < 200; ++row) {
        classes[row] = static_cast<char>(row % 3);
        rows[row * 4 + row % 3] = static_cast<char>(50 + row / 3);
    }
    write(features, "200, 4", rows);
    write(labels, "200,", classes);
    RunOptions options = digits();
    options.data.clear();
    options.train = {features.string(), labels.string()};
    options.classes = 3;
    options.steps = "3000";
    std::stop_source stop;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot&) { stop.request_stop(); };
    ASSERT_EQ(Session::open(project(), true).run(options, stop.get_token(), observer).status,
              ExperimentStatus::Interrupted);
    const auto refusal = [&] {
        try {
            (void)Session::open(project(), false).resume(std::nullopt, stop.get_token(), {});
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
            return std::string(error.what());
        }
        return std::string();
    };
    rows[5] ^= 1; // one number of one row
    write(features, "200, 4", rows);
    EXPECT_NE(refusal().find("not those the experiment was started with"), std::string::npos)
        << "other rows must not be trained on under an old reservation";
    rows[5] ^= 1;
    write(features, "200, 4", rows);
    EXPECT_EQ(refusal(), "") << "put back, it goes on";
    classes[7] = static_cast<char>((classes[7] + 1) % 3);
    write(labels, "200,", classes);
    EXPECT_NE(refusal().find("not those the experiment was started with"), std::string::npos);
}

} // namespace parsimony::session
