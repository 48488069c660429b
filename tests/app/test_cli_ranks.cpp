// SPDX-License-Identifier: GPL-3.0-or-later
// One run by many processes: mpirun -np N parsimony-cli …
#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliRanks : public testing::Test {
protected:
    void SetUp() override {
#ifndef PARSIMONY_MPIRUN
        GTEST_SKIP() << "built without MPI, or mpirun is missing (Debian: libopenmpi-dev, openmpi-bin)";
#endif
        writeDataset(m_place.path("data"), {2600, 32, 3, 1}, {700, 32, 3, 2});
        // Steps of a millisecond: enough of them to be stopped in, few enough for ranks that wait for a busy
        // machine in each.
        writeDataset(m_place.path("wide"), {2600, 1000, 3, 1}, {700, 1000, 3, 2});
    }

    [[nodiscard]] ProgramOptions started(int ranks) const {
        ProgramOptions options = m_place.options();
#ifdef PARSIMONY_MPIRUN
        options.launcher = {PARSIMONY_MPIRUN,     "--oversubscribe", "--bind-to", "none", "-np",
                            std::to_string(ranks)};
#endif
        options.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
        options.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
        return options;
    }
    [[nodiscard]] Outcome by(int ranks, const Words& words) const {
        return ranks == 0 ? m_place.cli(words) : m_place.cli(words, started(ranks));
    }
    [[nodiscard]] Words publicRun(const std::string& project) const {
        return {"run",
                "-q",
                "-f",
                "json",
                "--storage",
                m_place.text(project),
                "--data",
                m_place.text("data"),
                "--visibility",
                "public",
                "--seed",
                "3",
                "--classes",
                "3",
                "--epsilon",
                "4",
                "--delta",
                "1e-5",
                "--steps",
                "20",
                "--method",
                "single",
                "--instructions",
                "avx2",
                "--bias",
                "--threads",
                "1"};
    }
    [[nodiscard]] Words privateRun(const std::string& steps) const {
        return {"run",
                "-q",
                "-f",
                "json",
                "--storage",
                m_place.text("p.parsimony"),
                "--data",
                m_place.text("wide"),
                "--classes",
                "3",
                "--records",
                "2600",
                "--epsilon",
                "4",
                "--delta",
                "1e-5",
                "--steps",
                steps,
                "--method",
                "single",
                "--learning-rates",
                "1",
                "--threads",
                "1"};
    }
    /// Cells enough for several batches of every process.
    [[nodiscard]] Words publicStudy(const std::string& command, const std::string& project,
                                    const std::string& steps) const {
        Words words = m_place.onData(command, project);
        for (const char* word : {"-q", "--visibility", "public", "--seed", "3", "--classes", "3", "--epsilon",
                                 "4", "--steps", steps.c_str(), "--instructions", "avx2", "--threads", "1"}) {
            words.emplace_back(word);
        }
        return words;
    }
    [[nodiscard]] Words publicSweep(const std::string& project, const std::string& steps) const {
        Words words = publicStudy("sweep", project, steps);
        for (const char* word :
             {"--epsilons", "1,4", "--repeats", "8", "--learning-rates", "0.1,0.2,0.5,1,2,5,10,20,50"}) {
            words.emplace_back(word);
        }
        return words;
    }
    [[nodiscard]] std::size_t finishedTrials(const std::string& project) const {
        if (!std::filesystem::exists(m_place.path(project))) {
            return 0;
        }
        const Outcome seen = m_place.cli({"trials", "-q", "-f", "json", "--storage", m_place.text(project)});
        const nlohmann::json found = seen.json().value("trials", nlohmann::json::array());
        return static_cast<std::size_t>(std::count_if(
            found.begin(), found.end(), // beside trials there are looks at the test part
            [](const auto& trial) { return trial["state"] == "finished" && trial["role"] == "trial"; }));
    }
    [[nodiscard]] std::string weights(const std::string& project) const {
        const std::string model = m_place.text(project + ".npz");
        const Outcome exported = m_place.cli(
            {"export", "-q", "-f", "json", "--storage", m_place.text(project), "--output", model});
        EXPECT_EQ(exported.exitCode, 0) << exported.text();
        const std::string bytes = readBytes(model); // arrays as they are, then the card, which has dates
        const std::size_t card = bytes.find("parsimony_card");
        EXPECT_GT(bytes.find("weight.npy"), 0U);
        EXPECT_LT(bytes.find("weight.npy"), card);
        return bytes.substr(0, card - 30); // a local header begins there, with its check sum
    }
    [[nodiscard]] bool waitForTrial(Program& program) const {
        while (program.running()) {
            if (std::filesystem::exists(m_place.path("p.parsimony"))) {
                const Outcome seen =
                    m_place.cli({"trials", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
                const nlohmann::json found = seen.json()["trials"]; // a range of a temporary ends with it
                for (const auto& trial : found) {
                    if (trial["state"] == "running") {
                        return true;
                    }
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
    }
    /// The processes of the program that have this rank, by their environment.
    [[nodiscard]] static std::vector<pid_t> processesOfRank(int rank, const std::string& project) {
        std::vector<pid_t> found;
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const auto text = [&](const char* name) {
                std::ifstream file(entry.path() / name, std::ios::binary);
                return std::string(std::istreambuf_iterator<char>(file), {});
            };
            const std::string words = text("cmdline");
            if (words.rfind(PARSIMONY_CLI, 0) == 0 && words.find(project) != std::string::npos &&
                text("environ").find("OMPI_COMM_WORLD_RANK=" + std::to_string(rank) + '\0') !=
                    std::string::npos) {
                found.push_back(std::stoi(entry.path().filename()));
            }
        }
        return found;
    }

    /// What cannot start makes no project, and no registry either.
    void expectNothingLeft() const {
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony")));
        EXPECT_FALSE(std::filesystem::exists(m_place.options().environment.at("PARSIMONY_REGISTRY")));
    }
    [[nodiscard]] static std::string message(const Outcome& outcome) {
        return outcome.json()["message"].get<std::string>();
    }

    Workplace m_place;
};

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

TEST_F(CliRanks, BenchShowsTheModelBesideWhatWasMeasured) {
    const Words bench{"bench",      "-q",        "-f", "json",    "--shape",
                      "51200,32,3", "--threads", "1",  "--ranks", "2,3,8"};
    const auto steps = by(0, bench).json();
    EXPECT_EQ(steps["link"]["source"], "assumed");
    ASSERT_EQ(steps["ranks"].size(), 4U);
    EXPECT_EQ(steps["ranks"][0]["ranks"], 1);
    EXPECT_EQ(steps["ranks"][0]["messages"], 0);
    EXPECT_GT(steps["ranks"][0]["measured_seconds"].get<double>(), 0.0);
    EXPECT_EQ(steps["ranks"][1]["messages"], 2); // a call, a node
    EXPECT_TRUE(steps["ranks"][1]["measured_seconds"].is_null());
    const Outcome two = by(2, bench);
    ASSERT_EQ(two.exitCode, 0) << two.text();
    EXPECT_EQ(two.json()["link"]["source"], "measured");
    EXPECT_GT(two.json()["ranks"][1]["measured_seconds"].get<double>(), 0.0);
    EXPECT_TRUE(two.json()["ranks"][2]["measured_seconds"].is_null());

    Words bad = bench;
    bad.back() = "0";
    EXPECT_EQ(by(0, bad).exitCode, 2);
    bad.back() = "16"; // 51,200 rows have 8 shares
    EXPECT_EQ(by(0, bad).exitCode, 2);
    bad.back() = "2";
    bad.insert(bad.end(), {"--link", "30"});
    EXPECT_EQ(by(0, bad).exitCode, 2);
    EXPECT_EQ(by(0, {"bench", "-q", "--link", "30,1"}).exitCode, 2);
    EXPECT_EQ(by(0, {"bench", "-q", "--ranks", "1", "--device", "cuda"}).exitCode, 2);

    // Fewer rows than a block, and one row.
    for (const char* shape : {"100,8,3", "1,8,1"}) {
        const Outcome small =
            by(0, {"bench", "-q", "-f", "json", "--threads", "1", "--ranks", "1", "--shape", shape});
        ASSERT_EQ(small.exitCode, 0) << small.text();
        EXPECT_EQ(small.json()["ranks"][0]["efficiency"], 1.0) << shape;
        EXPECT_GT(small.json()["ranks"][0]["modelled_seconds"].get<double>(), 0.0) << shape;
    }
}

TEST_F(CliRanks, FilesThatOnlySomeCanReadAreRefusedAndThoseOfTheFirstAloneAreSent) {
#ifdef PARSIMONY_MPIRUN
    std::filesystem::create_directories(m_place.path("elsewhere"));
    /// `there` processes where the files are, the last one elsewhere.
    const auto apart = [&](int there, Words words) {
        *std::find(words.begin(), words.end(), m_place.text("data")) =
            "/proc/self/cwd/data"; // of each its own
        ProgramOptions options = started(there);
        const auto add = [&](const Words& more) {
            options.launcher.insert(options.launcher.end(), more.begin(), more.end());
        };
        add({"-wdir", m_place.text("."), PARSIMONY_CLI});
        add(words);
        add({":", "-np", "1", "-wdir", m_place.text("elsewhere")});
        return m_place.cli(words, options);
    };
    const Outcome some = apart(2, publicRun("some"));
    EXPECT_EQ(some.exitCode, 1) << some.text();
    EXPECT_NE(message(some).find("2 of 3 processes can read"), std::string::npos) << some.text();
    EXPECT_NE(message(some).find("process 2"), std::string::npos) << some.text();
    Words asked = privateRun("5");
    *std::find(asked.begin(), asked.end(), m_place.text("wide")) = m_place.text("data");
    const Outcome spent = apart(2, asked);
    EXPECT_EQ(spent.exitCode, 1) << spent.text();
    const Outcome budget =
        m_place.cli({"budget", "show", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(budget.out.find("\"spent_epsilon\":4"), std::string::npos) << budget.text();

    ASSERT_EQ(by(0, publicRun("alone")).exitCode, 0);
    const Outcome first = apart(1, publicRun("first"));
    ASSERT_EQ(first.exitCode, 0) << first.text();
    EXPECT_EQ(weights("first"), weights("alone"));
#endif
}

TEST_F(CliRanks, BadStartsAreOneSentenceAndSpendNothing) {
    struct Bad {
        int ranks;
        Words more;
        int exitCode;
        const char* says;
    };
    for (const Bad& bad :
         {Bad{16, {}, 2, "processes at most"}, Bad{2, {"--device", "cuda"}, 2, "is for one process"}}) {
        Words words = privateRun("5");
        words.insert(words.end(), bad.more.begin(), bad.more.end());
        const Outcome outcome = by(bad.ranks, words);
        EXPECT_EQ(outcome.exitCode, bad.exitCode) << outcome.text();
        EXPECT_NE(message(outcome).find(bad.says), std::string::npos) << outcome.text();
        expectNothingLeft();
        words.front() = "add";
        words.insert(words.begin(), "queue");
        const Outcome waits = by(bad.ranks, words);
        EXPECT_EQ(waits.exitCode, bad.exitCode) << waits.text();
        EXPECT_EQ(message(waits), message(outcome));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony.queue")));
    }
    ProgramOptions options = started(2);
    options.environment["PARSIMONY_MPI_MODULE"] = "/nowhere/parsimony-mpi.so";
    const Outcome outcome = m_place.cli(privateRun("5"), options);
    EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
    EXPECT_NE(message(outcome).find("cannot be loaded"), std::string::npos);
    expectNothingLeft();
    for (const char* study : {"sweep", "compare"}) { // what needs the processes, whatever it is
        Words words = publicStudy(study, "p.parsimony", "5");
        if (words.front() == "sweep") {
            words.insert(words.end(), {"--epsilons", "1", "--learning-rates", "1,2"});
        } else {
            words.insert(words.end(), {"--methods", "random"});
        }
        const Outcome refused = m_place.cli(words, options);
        EXPECT_EQ(refused.exitCode, 1) << refused.text();
        EXPECT_NE(message(refused).find("cannot be loaded"), std::string::npos) << refused.text();
        expectNothingLeft();
    }
    const Outcome budget =
        m_place.cli({"budget", "show", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(budget.out.find("\"spent_epsilon\":4"), std::string::npos) << budget.text();
}

} // namespace
