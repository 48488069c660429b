// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, SIGTERM and kill −9 in the middle of a run: what was reserved goes on, nothing is paid twice.
#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliStop : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {2000, 32, 3, 1}, {300, 32, 3, 2}); }

    [[nodiscard]] Words request() const {
        return {
            "run",       "-f",      "json",      "--storage", project(),   "--data",    m_place.text("data"),
            "--classes", "3",       "--records", "2000",      "--epsilon", "4",         "--delta",
            "1e-5",      "--steps", "4000",      "--trials",  "2",         "--threads", "1"};
    }
    [[nodiscard]] std::string project() const { return m_place.text("p.parsimony"); }
    [[nodiscard]] nlohmann::json trials() const {
        return m_place.cli({"trials", "-q", "-f", "json", "--storage", project()}).json()["trials"];
    }
    /// Waits until the ledger shows a trial in `state`; false when the program ended before.
    [[nodiscard]] bool waitFor(Program& program, const std::string& state) const {
        while (program.running()) {
            if (std::filesystem::exists(project())) {
                for (const auto& trial : trials()) {
                    if (trial["state"] == state) {
                        return true;
                    }
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
    }
    void expectResumes() const {
        const Outcome resumed = m_place.cli({"resume", "-f", "json", "--storage", project()});
        ASSERT_EQ(resumed.exitCode, 0) << resumed.text();
        EXPECT_EQ(resumed.json()["status"], "finished");
        EXPECT_LE(resumed.json()["budget"]["spent_epsilon"], 4.0);
        EXPECT_GT(resumed.json()["budget"]["spent_epsilon"], 3.5);
        EXPECT_TRUE(resumed.json()["final"]["test_accuracy"].is_number());
        EXPECT_EQ(m_place.cli({"resume", "-f", "json", "--storage", project()}).json()["status"],
                  "nothing_to_resume");
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliStop, SignalsInterruptAndResumeFinishes) {
    int number = SIGINT;
    for (const int next : {SIGTERM, SIGINT}) {
        if (std::filesystem::exists(project())) {
            break;
        }
        Program program(request(), m_place.options());
        ASSERT_TRUE(waitFor(program, "running")) << program.wait().text();
        program.sendSignal(number);
        program.sendSignal(next); // a second one must not cut the first one's work short
        const Outcome outcome = program.wait();
        EXPECT_EQ(outcome.exitCode, 130) << outcome.text();
        EXPECT_EQ(outcome.json()["status"], "interrupted");
        number = next;
    }
    // What the finished run spends was reserved by the first one.
    expectResumes();
}

TEST_F(CliStop, KillInMidRunLosesNothing) {
    Program program(request(), m_place.options());
    ASSERT_TRUE(waitFor(program, "finished")) << program.wait().text(); // then the second trial runs
    program.sendSignal(SIGKILL);
    EXPECT_EQ(program.wait().exitCode, 128 + SIGKILL);
    const nlohmann::json before = trials();
    EXPECT_EQ(before[0]["state"], "finished");
    EXPECT_EQ(before[1]["state"], "interrupted") << "nobody runs it";
    expectResumes();
    EXPECT_EQ(trials()[0], before[0]);
}

/// What a search chose stands in the plan and in the reservations, so nobody draws it again.
TEST_F(CliStop, KillInMidRunKeepsWhatTheSearchChose) {
    std::vector<std::string> words = request();
    words.insert(words.end(), {"--method", "random", "--momentum", "0,0.5,0.9", "--max-grad-norm", "0.3,1"});
    *(std::find(words.begin(), words.end(), "--trials") + 1) = "5";
    Program program(words, m_place.options());
    ASSERT_TRUE(waitFor(program, "finished")) << program.wait().text();
    program.sendSignal(SIGKILL);
    EXPECT_EQ(program.wait().exitCode, 128 + SIGKILL);
    const nlohmann::json before = trials();
    ASSERT_EQ(before.size(), 5U);
    expectResumes();
    const nlohmann::json after = trials();
    for (std::size_t i = 0; i < before.size(); ++i) {
        for (const char* chosen : {"id", "r", "steps", "momentum", "max_grad_norm", "epsilon"}) {
            EXPECT_TRUE(before[i].contains(chosen)) << chosen;
            EXPECT_EQ(after[i][chosen], before[i][chosen]) << chosen;
        }
    }
    EXPECT_EQ(m_place.cli({"audit", "--storage", project()}).exitCode, 0);
}

TEST_F(CliStop, ProjectAtRestIsOneFile) {
    Program program(request(), m_place.options());
    ASSERT_TRUE(waitFor(program, "running")) << program.wait().text();
    program.sendSignal(SIGINT);
    EXPECT_EQ(program.wait().exitCode, 130);
    EXPECT_TRUE(std::filesystem::exists(project()));
    EXPECT_FALSE(std::filesystem::exists(project() + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(project() + "-shm"));
}
