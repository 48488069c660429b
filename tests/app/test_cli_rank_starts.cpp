// SPDX-License-Identifier: GPL-3.0-or-later
// Starts of many processes: what they model and measure, which files they need, and what cannot start.
#include "tests/app/ranks_fixture.h"

namespace parsimony::test {

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

} // namespace parsimony::test
