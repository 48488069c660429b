// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are stopped, and what they go on with.
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/data/row_peers.h"
#include "core/session/data_request.h"
#include "core/session/project_audit.h"
#include "tests/core/session/session_run.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

/// Stands where other processes would, reads all rows itself and counts those that it is to hash.
class HashCounter final : public data::RowPeers {
public:
    [[nodiscard]] bool canRead(const data::PartFiles& /*files*/) override { return true; }
    void passOver(const data::RowRecipe& recipe, const data::FirstPass& found, int threads,
                  const std::stop_token& stop) override {
        hashed += found.digests.size();
        data::passOver(recipe, found, threads, stop);
    }
    std::size_t hashed = 0;
};

} // namespace

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

TEST_F(SessionRun, PublicRowsThatAreGoneOnWithAreHashedOnce) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.visibility = Visibility::Public;
    options.steps = "20";
    std::size_t rows = 0;
    for (const RequestedPart& part : describeData(options).parts) {
        rows += part.info.rows;
    }
    Session session = Session::open(project(), true);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = [&] {
        const auto snapshots = session.runTogether({{options, std::nullopt}}, stop.get_token(), {});
        EXPECT_EQ(snapshots.front().status, ExperimentStatus::Interrupted);
        return snapshots.front().experiment;
    };
    const std::int64_t alone = stopped(), together = stopped();
    const auto counter = std::make_shared<HashCounter>();
    data::registerRowPeers(counter);
    EXPECT_EQ(session.resume(alone, {}, {}).status, ExperimentStatus::Finished);
    EXPECT_EQ(counter->hashed, rows);
    EXPECT_EQ(session.runTogether({{options, together}}, {}, {}).front().status, ExperimentStatus::Finished);
    EXPECT_EQ(counter->hashed, 2 * rows);
    data::registerRowPeers(nullptr);
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
