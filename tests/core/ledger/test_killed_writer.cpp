// SPDX-License-Identifier: GPL-3.0-or-later
// A writer that is killed, at each of its writes or in the middle of one.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/registry.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace parsimony::ledger {

// The actor is killed at its n-th write, for every n, and then run to its end.
class KillTest : public LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        // Memory is as good as a disk here: what is written before SIGKILL stays written.
        if (::access("/dev/shm", W_OK) == 0) {
            std::filesystem::remove_all(folder);
            std::string pattern = "/dev/shm/parsimony-ledger-XXXXXX";
            ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
            folder = pattern;
        }
    }

    // Returns the exit status; −SIGKILL when it was killed.
    int actor(long killAt, bool torn) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::setenv("PARSIMONY_KILL_AT", std::to_string(killAt).c_str(), 1);
            if (torn) {
                ::setenv("PARSIMONY_KILL_TORN", "1", 1);
            }
            ::setenv("LD_PRELOAD", PARSIMONY_KILL_LIBRARY, 1);
            ::setenv("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", 1);
            ::execl(PARSIMONY_LEDGER_ACTOR, "ledger_actor", file().c_str(), file("registry").c_str(),
                    file("witness").c_str(), nullptr);
            ::_exit(98);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    }

    // What the witness saw must be in the ledger, charged.
    void checkAfterKill(long at) {
        std::error_code error;
        if (!std::filesystem::exists(file(), error)) {
            EXPECT_FALSE(std::filesystem::exists(file("witness")) &&
                         std::filesystem::file_size(file("witness")) > 0);
            return;
        }
        EXPECT_TRUE(audit(file()).ok()) << at;
        const auto project = Project::open(file());
        std::ifstream witness(file("witness"));
        std::string what;
        std::int64_t trial = 0;
        std::int64_t step = 0;
        while (witness >> what >> trial >> step) {
            const auto row = project.trial(TrialId{trial});
            if (what == "finished") {
                EXPECT_EQ(row.state, TrialState::Finished) << at;
            } else if (row.state == TrialState::Running) {
                const auto checkpoint = project.loadCheckpoint(TrialId{trial});
                ASSERT_TRUE(checkpoint.has_value()) << at;
                EXPECT_FALSE(checkpoint->damaged) << at;
                EXPECT_GE(checkpoint->step, step) << at;
            } else {
                EXPECT_EQ(row.state, TrialState::Finished) << at;
            }
            EXPECT_GT(row.mu, 0.0);
            EXPECT_GT(project.accounts(DatasetId{1}).at(0).spentMu, 0.99 * row.mu);
        }
    }

    void checkFinished(long at) {
        AuditOptions options;
        options.registry = Registry::open(file("registry"));
        EXPECT_TRUE(audit(file(), options).ok()) << at;
        const auto project = Project::open(file());
        const auto experiments = project.experiments();
        ASSERT_EQ(experiments.size(), 1U) << at;
        EXPECT_EQ(experiments[0].status, ExperimentStatus::Finished) << at;
        const auto trials = project.trials();
        ASSERT_EQ(trials.size(), 3U) << at;
        for (const auto& trial : trials) {
            EXPECT_EQ(trial.state, TrialState::Finished) << at;
        }
        EXPECT_NEAR(project.accounts(DatasetId{1}).at(0).spentMu, 3.0 / 40.0, 0.04) << at;
    }

    int killEverywhere(bool torn, long stride) {
        int kills = 0;
        for (long at = 1;; at += stride) {
            for (const auto* name : {"p.parsimony", "p.parsimony-wal", "p.parsimony-shm", "registry",
                                     "registry-wal", "registry-shm", "witness"}) {
                std::filesystem::remove(file(name));
            }
            const int status = actor(at, torn);
            if (status == 0) {
                checkFinished(at);
                return kills;
            }
            EXPECT_EQ(status, -SIGKILL) << at;
            ++kills;
            checkAfterKill(at);
            EXPECT_EQ(actor(0, false), 0) << at;
            checkFinished(at);
            if (HasFailure()) {
                return kills;
            }
        }
    }
};

// 216 kills; all 432 and all torn writes run under the label `slow`.
TEST_F(KillTest, Rule2_AtEveryOtherWritePoint) {
    EXPECT_GE(killEverywhere(false, 2), 200);
}

TEST_F(KillTest, Rule2_InTheMiddleOfAWrite) {
    EXPECT_GE(killEverywhere(true, 7), 50);
}

TEST_F(KillTest, SlowAtEveryWritePoint) {
    EXPECT_GE(killEverywhere(false, 1), 400);
    EXPECT_GE(killEverywhere(true, 1), 400);
}

} // namespace parsimony::ledger
