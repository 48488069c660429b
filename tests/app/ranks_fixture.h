// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

namespace parsimony::test {

/// One program as many processes: mpirun -np N parsimony-cli …
class CliRanks : public testing::Test {
protected:
    using Words = std::vector<std::string>;

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

} // namespace parsimony::test
