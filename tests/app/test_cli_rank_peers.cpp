// SPDX-License-Identifier: GPL-3.0-or-later
// Processes of one run that do not find each other, and a command that is for one alone.
#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

constexpr const char* kNoModule = "PARSIMONY_MPI_MODULE=/nowhere/parsimony-mpi.so";

class CliRankStarts : public testing::Test {
protected:
    void SetUp() override {
#ifndef PARSIMONY_MPIRUN
        GTEST_SKIP() << "built without MPI, or mpirun is missing (Debian: libopenmpi-dev, openmpi-bin)";
#endif
        writeDataset(m_place.path("data"), {2600, 32, 3, 1}, {700, 32, 3, 2});
    }

    /// By two processes, of which `first` and `second` are started with these words before the program.
    [[nodiscard]] Outcome by(const Words& first, const Words& second, const Words& words) const {
        ProgramOptions options = m_place.options();
        const auto add = [&](const Words& more) {
            options.launcher.insert(options.launcher.end(), more.begin(), more.end());
        };
#ifdef PARSIMONY_MPIRUN
        add({PARSIMONY_MPIRUN, "--oversubscribe", "--bind-to", "none", "-np", "1"});
#endif
        add(first);
        add({PARSIMONY_CLI});
        add(words);
        add({":", "-np", "1"});
        add(second);
        options.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
        options.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
        return m_place.cli(words, options);
    }
    [[nodiscard]] Words privateRun(const char* command) const {
        Words words = m_place.onData(command, "p.parsimony");
        for (const char* more : {"-q", "--epsilon", "4", "--records", "2600", "--classes", "3", "--method",
                                 "single", "--learning-rates", "1", "--steps", "5", "--threads", "1"}) {
            words.emplace_back(more);
        }
        return words;
    }
    void expectNothingLeft() const {
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony")));
        EXPECT_FALSE(std::filesystem::exists(m_place.options().environment.at("PARSIMONY_REGISTRY")));
    }

    Workplace m_place;
};

/// mpirun waits for as long as each process ends with 0: those that have the module would wait in it for
/// good.
TEST_F(CliRankStarts, AProcessWithoutTheModuleEndsAllWithItsSentence) {
    const Outcome second = by({}, {"env", kNoModule}, privateRun("run"));
    EXPECT_EQ(second.exitCode, 1) << second.text();
    EXPECT_NE(second.err.find("parsimony-cli: process 1 of 2: the module for several processes cannot be "
                              "loaded"),
              std::string::npos)
        << second.text();
    expectNothingLeft();
    const Outcome first = by({"env", kNoModule}, {}, privateRun("plan")); // which needs no other process
    EXPECT_EQ(first.exitCode, 1) << first.text();
    EXPECT_NE(first.err.find("parsimony-cli: process 0 of 2: the module"), std::string::npos) << first.text();
}

TEST_F(CliRankStarts, WhereAllLackItTheFirstSaysSoInTheFormThatWasAskedFor) {
    const Outcome outcome = by({"env", kNoModule}, {"env", kNoModule}, privateRun("run"));
    EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
    EXPECT_NE(outcome.json()["message"].get<std::string>().find("cannot be loaded"), std::string::npos)
        << outcome.text();
    expectNothingLeft();
}

TEST_F(CliRankStarts, BenchModelsWhatCanBeOfWhatIsAskedFor) {
    const auto bench = [&](const char* format) {
        return m_place.cli(
            {"bench", "-q", "-f", format, "--shape", "51200,32,3", "--threads", "1", "--ranks", "8,16,1024"});
    };
    const Outcome some = bench("json"); // 51,200 rows have 8 shares
    ASSERT_EQ(some.exitCode, 0) << some.text();
    const nlohmann::json rows = some.json()["ranks"];
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_GT(rows[1]["modelled_seconds"].get<double>(), 0.0);
    for (const std::size_t many : {2U, 3U}) {
        EXPECT_EQ(rows[many]["most_ranks"], 8) << rows;
        for (const char* modelled : {"messages", "bytes", "modelled_seconds", "efficiency"}) {
            EXPECT_TRUE(rows[many].at(modelled).is_null()) << rows;
        }
    }
    EXPECT_NE(bench("table").out.find("51200 rows can be shared by 8 processes at most: more have nothing"),
              std::string::npos);
}

TEST_F(CliRankStarts, ServeIsForOneProcess) {
    const Outcome outcome = by({}, {}, {"serve", "--stdio", "--root", m_place.text(".")});
    EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
    EXPECT_NE(outcome.err.find("parsimony-cli: serve is for one process: start it without mpirun or srun"),
              std::string::npos)
        << outcome.text();
}

} // namespace
