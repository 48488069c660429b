// SPDX-License-Identifier: GPL-3.0-or-later
// One run by many processes: mpirun -np N parsimony-cli …
#include "tests/app/ranks_fixture.h"

#include <csignal>

namespace parsimony::test {

TEST_F(CliRanks, WeightsHaveTheBitsOfOneProcess) {
    ASSERT_EQ(by(0, publicRun("alone")).exitCode, 0);
    const std::string expected = weights("alone");
    for (const int ranks : {2, 3, 8}) {
        const std::string project = "by" + std::to_string(ranks);
        const Outcome outcome = by(ranks, publicRun(project));
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        EXPECT_EQ(outcome.json()["status"], "finished");
        EXPECT_EQ(weights(project), expected) << ranks << " ranks";
    }
}

TEST_F(CliRanks, WhatStopsInOneProcessGoesOnInMany) {
    {
        Program program(privateRun("6000"), m_place.options());
        ASSERT_TRUE(waitForTrial(program));
        program.sendSignal(SIGINT);
        (void)program.wait();
    }
    const Outcome outcome = by(3, {"resume", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["status"], "finished");
    EXPECT_LE(outcome.json()["budget"]["spent_epsilon"], 4.0);
}

TEST_F(CliRanks, AKilledRankEndsTheRunAndAnotherNumberResumesIt) {
    const Words resume{"resume", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")};
    Words words = privateRun("6000");
    for (const int killed : {1, 0, 2}) {
        Program program(words, started(3));
        ASSERT_TRUE(waitForTrial(program));
        std::vector<pid_t> found;
        while (found.empty() && program.running()) { // the trial of a run that is resumed is running already
            found = processesOfRank(killed, m_place.text("p.parsimony"));
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        ASSERT_EQ(found.size(), 1U) << "rank " << killed;
        std::this_thread::sleep_for(std::chrono::milliseconds(500)); // into its passes
        kill(found.front(), SIGKILL);
        const Outcome ended = program.wait();
        EXPECT_NE(ended.exitCode, 0) << ended.text();
        const Outcome audited =
            m_place.cli({"audit", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
        EXPECT_EQ(audited.exitCode, 0) << audited.text();
        words = resume;
    }
    const Outcome resumed = by(2, resume);
    ASSERT_EQ(resumed.exitCode, 0) << resumed.text();
    EXPECT_EQ(resumed.json()["status"], "finished");
    EXPECT_LE(resumed.json()["budget"]["spent_epsilon"], 4.0);
}

TEST_F(CliRanks, CellsOfASweepAreThoseOfOneProcess) {
    const Outcome alone = by(0, publicSweep("alone", "3,20"));
    ASSERT_EQ(alone.exitCode, 0) << alone.text();
    ASSERT_EQ(alone.json()["cells"].size(), 36U);
    for (const int ranks : {2, 3, 8}) {
        const Outcome swept = by(ranks, publicSweep("by" + std::to_string(ranks), "3,20"));
        ASSERT_EQ(swept.exitCode, 0) << swept.text();
        EXPECT_EQ(swept.json(), alone.json()) << ranks << " ranks";
    }
}

TEST_F(CliRanks, AComparisonIsThatOfOneProcess) {
    const auto accuracies = [](const Outcome& outcome) {
        nlohmann::json methods = outcome.json()["methods"];
        for (nlohmann::json& method : methods) {
            for (const char* timed : {"seconds", "seconds_sd"}) {
                method.erase(timed);
            }
        }
        return methods;
    };
    const auto words = [&](const std::string& project) {
        Words asked = publicStudy("compare", project, "20");
        asked.insert(asked.end(),
                     {"--methods", "random,grid", "--repeats", "3", "--learning-rates", "0.5,1,2"});
        return asked;
    };
    const Outcome alone = by(0, words("alone"));
    ASSERT_EQ(alone.exitCode, 0) << alone.text();
    ASSERT_GE(alone.json()["methods"].size(), 2U);
    const Outcome shared = by(3, words("shared"));
    ASSERT_EQ(shared.exitCode, 0) << shared.text();
    EXPECT_EQ(accuracies(shared), accuracies(alone));
}

TEST_F(CliRanks, AKilledRankEndsASweepAndItsCellsStay) {
    std::size_t kept = 0;
    {
        Program program(publicSweep("p", "800"), started(2));
        while (program.running() && kept == 0) {
            kept = finishedTrials("p");
        }
        const std::vector<pid_t> found = processesOfRank(1, m_place.text("p"));
        ASSERT_EQ(found.size(), 1U);
        kill(found.front(), SIGKILL);
        EXPECT_NE(program.wait().exitCode, 0);
    }
    EXPECT_GT(kept, 0U);
    EXPECT_GE(finishedTrials("p"), kept);
    const Outcome rest = by(3, publicSweep("p", "800"));
    ASSERT_EQ(rest.exitCode, 0) << rest.text();
    EXPECT_EQ(finishedTrials("p"), 144U); // none twice: 9 rates, 2 budgets, 8 seeds
    const Outcome alone = by(0, publicSweep("alone", "800"));
    ASSERT_EQ(alone.exitCode, 0) << alone.text();
    EXPECT_EQ(rest.json(), alone.json());
}

} // namespace parsimony::test
