// SPDX-License-Identifier: GPL-3.0-or-later
// What watching a running experiment costs: counted in rows, plans and runs, not in seconds.
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/ledger/project.h"
#include "core/session/session.h"
#include "core/session/snapshot_reader.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace parsimony::session {

namespace {

class SnapshotCost : public ::testing::Test {
protected:
    SnapshotCost() {
        m_folder = std::filesystem::temp_directory_path() /
                   ("parsimony-cost-" + toHex(secureRandomKey()).substr(0, 16));
        std::filesystem::create_directories(m_folder);
    }
    ~SnapshotCost() override { std::filesystem::remove_all(m_folder); }

    struct Cost {
        std::int64_t looks = 0, runs = 0, rows = 0, plans = 0, accounts = 0;
    };

    template <class Each>
    static void forEachRun(RunSnapshot& shown, Each each) {
        for (PhaseSnapshot& phase : shown.phases) {
            std::for_each(phase.trials.begin(), phase.trials.end(), each);
        }
        if (shown.final) {
            each(shown.final->trial);
        }
    }
    /// Runs that were shown anew since the last call: a mark that is written on each is gone then.
    static std::int64_t shownAnew(RunSnapshot& shown) {
        std::int64_t count = 0;
        forEachRun(shown, [&](TrialSnapshot& run) {
            count += run.note == kMark ? 0 : 1;
            run.note = kMark;
        });
        return count;
    }

    /// A search of so many runs of one step, watched by another process that looks at each change.
    Cost costOf(int trials) const {
        const auto file = m_folder / (std::to_string(trials) + ".parsimony");
        // Of its own, or the rows would be spent.
        setenv("PARSIMONY_REGISTRY", (m_folder / (std::to_string(trials) + ".db")).c_str(), 1);
        RunOptions options = digitsOptions();
        options.method = MethodKind::Random;
        options.trials = trials;
        options.steps = "1";
        Session session = Session::open(file, true);
        std::optional<ledger::Project> project;
        std::optional<SnapshotReader> reader;
        Cost cost;
        RunObserver observer;
        observer.onSnapshot = [&](const RunSnapshot& live) {
            if (!reader) {
                project.emplace(ledger::Project::open(file));
                reader.emplace(*project, ExperimentId{live.experiment});
            }
            const RunSnapshot& seen = reader->read();
            EXPECT_EQ(seen.phases.size(), live.phases.size());
            EXPECT_EQ(seen.status, live.status);
            cost.runs += shownAnew(reader->shown());
            ++cost.looks;
        };
        const RunSnapshot result = session.run(options, {}, observer);
        EXPECT_EQ(result.status, ExperimentStatus::Finished);
        (void)reader->read();
        cost.runs += shownAnew(reader->shown());
        forEachRun(reader->shown(), [](TrialSnapshot& run) { run.note.clear(); });
        EXPECT_EQ(toJson(reader->shown(), "run"), toJson(result, "run"));
        cost.rows = project->readingWork().rows;
        cost.plans = project->readingWork().plans;
        cost.accounts = project->readingWork().accounts;
        return cost;
    }

    static constexpr const char* kMark = "seen";
    std::filesystem::path m_folder;
};

} // namespace

TEST_F(SnapshotCost, GrowsWithWhatChangedAndNotWithWhatThereIs) {
    for (const int trials : {8, 40}) {
        const Cost cost = costOf(trials);
        EXPECT_GE(cost.looks, 6) << "at the first run's start and end, and as batches end";
        // All runs when it begins and when its winner is known, else the one that started or ended.
        EXPECT_LE(cost.runs, 2 * trials + 3 * trials + 4) << trials;
        // A run is a reservation, a start, score, weights and end; a few more of the experiment.
        EXPECT_LE(cost.rows, 5 * trials + 30) << trials;
        EXPECT_EQ(cost.plans, 1) << trials;
        EXPECT_LE(cost.accounts, trials + 12) << trials;
    }
}

} // namespace parsimony::session
