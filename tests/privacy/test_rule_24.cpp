// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 24: check and charge are one step for rows, not for a file.
#include "core/base/number_text.h"
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

namespace parsimony::test {

class Rule24 : public RuleTest {
protected:
    [[nodiscard]] Words loud(const std::string& project) const {
        auto words = run(project);
        words.erase(std::find(words.begin(), words.end(), "-q"));
        return words;
    }

    /// Keeps the registry locked for this long while the program runs.
    [[nodiscard]] Outcome whileHeld(const Words& words, std::chrono::milliseconds time) const {
        ledger::Database registry(m_place.text(m_registry), ledger::OpenMode::ReadWrite);
        auto held = std::make_unique<ledger::Transaction>(registry);
        Program program(words, options());
        std::this_thread::sleep_for(time);
        held.reset();
        return program.wait();
    }
};

TEST_F(Rule24, ProgramsWithProjectsOfTheirOwnShareOneBudget) {
    std::vector<std::unique_ptr<Program>> programs;
    constexpr int asking = 6;
    // A project that declared the rows and spent next to nothing.
    auto first = run("first.parsimony");
    first.insert(first.end(), {"--experiment-epsilon", "0.01"});
    ASSERT_EQ(cli(first).exitCode, 0);
    for (int index = 0; index < asking; ++index) {
        auto words = run("p" + std::to_string(index) + ".parsimony");
        words.insert(words.end(), {"--linked-to", m_place.text("first.parsimony")});
        programs.push_back(std::make_unique<Program>(words, options()));
    }
    int ran = 0;
    for (const auto& program : programs) {
        const Outcome outcome = program->wait();
        ran += outcome.exitCode == 0 ? 1 : 0;
        EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 3) << outcome.text();
    }
    EXPECT_EQ(ran, 1); // each asked for the whole budget of the rows
}

TEST_F(Rule24, TheAuditTellsOfUnlinkedPartsTheCuratorAlone) {
    auto words = run("first.parsimony");
    words.insert(words.end(), {"--experiment-epsilon", "0.1"});
    ASSERT_EQ(cli(words).exitCode, 0);
    const std::string home = std::exchange(m_registry, "another.db");
    words[5] = m_place.text("second.parsimony");
    ASSERT_EQ(cli(words).exitCode, 0);
    m_registry = home;
    const Outcome linked = audit("second.parsimony");
    EXPECT_EQ(linked.exitCode, 0) << linked.text();
    EXPECT_EQ(linked.err, "");
    // As older versions left them that looked up before either had registered.
    ledger::Database(m_place.text(m_registry), ledger::OpenMode::ReadWrite)
        .execute(
            "ATTACH '" + m_place.text("another.db") +
            "' AS another; INSERT INTO registered_parts (project, path, dataset, name, key, public, row_set, "
            "adjacency, rows_per_person) SELECT o.project, o.path, o.dataset, o.name, o.key, o.public, "
            "p.row_set, o.adjacency, o.rows_per_person FROM another.registered_parts o JOIN "
            "main.registered_parts p ON p.name = o.name");
    const Outcome unlinked = audit("second.parsimony");
    EXPECT_EQ(unlinked.exitCode, 0) << unlinked.text();
    EXPECT_EQ(unlinked.out, linked.out);
    EXPECT_THAT(unlinked.err, testing::HasSubstr("neither counts what the other was charged"));
    EXPECT_THAT(unlinked.err, testing::HasSubstr(m_place.text("first.parsimony")));
    const Outcome shown = audit("second.parsimony", {"--show-curator"});
    EXPECT_EQ(shown.exitCode, 4) << shown.text();
    EXPECT_THAT(shown.out, testing::HasSubstr("neither counts what the other was charged"));
    // Nobody signs that the rows have no other spends where the registry knows of some.
    writeBytes(m_place.path("key.pem"), "-----BEGIN PRIVATE KEY-----\n"
                                        "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
                                        "-----END PRIVATE KEY-----\n");
    const Outcome signature = cli({"export", "-f", "json", "--storage", m_place.text("second.parsimony"),
                                   "--output", m_place.text("model.npz"), "--sign", m_place.text("key.pem")});
    EXPECT_EQ(signature.exitCode, 3) << signature.text();
    EXPECT_THAT(signature.out, testing::Not(testing::HasSubstr("first.parsimony")));
    EXPECT_THAT(signature.err, testing::HasSubstr("first.parsimony"));
    EXPECT_FALSE(std::filesystem::exists(m_place.path("model.npz.statement.json")));
}

TEST_F(Rule24, TheAuditOfAProjectThatSleptTellsWhatLinkedOnesSpent) {
    auto words = run("first.parsimony");
    words.insert(words.end(), {"--experiment-epsilon", "0.5"});
    ASSERT_EQ(cli(words).exitCode, 0);
    EXPECT_TRUE(audit("first.parsimony").json()["notes"].empty());
    words[5] = m_place.text("second.parsimony");
    words.back() = "0.7";
    words.insert(words.end(), {"--linked-to", m_place.text("first.parsimony")});
    ASSERT_EQ(cli(words).exitCode, 0);
    const Outcome behind = audit("first.parsimony");
    EXPECT_EQ(behind.exitCode, 0);
    const std::string notes = behind.json()["notes"].dump();
    EXPECT_THAT(notes, testing::HasSubstr("other projects charged the rows of part 'train'"));
    const std::string both = numberText(charged("second.parsimony")); // which has all of it
    EXPECT_THAT(notes, testing::HasSubstr("with that ε = " + both + " of 2"));
    // Once it was written to, its own figures hold it.
    ASSERT_EQ(cli({"budget", "show", "--storage", m_place.text("first.parsimony")}).exitCode, 0);
    EXPECT_TRUE(audit("first.parsimony").json()["notes"].empty());
    EXPECT_NEAR(charged("first.parsimony"), charged("second.parsimony"), 1e-12);
}

TEST_F(Rule24, ASetThatComesLaterHasAnAccountOfItsOwn) {
    auto words = run("p.parsimony");
    words.insert(words.end(), {"--experiment-epsilon", "0.1"});
    ASSERT_EQ(cli(words).exitCode, 0);
    writeDataset(m_place.path("far"), {10, dim, classes, 5}, {200, dim, classes, 6});
    words.insert(words.end(), {"--ood", "far=" + m_place.text("far/test.npy") + "," +
                                            m_place.text("far/test_labels.npy")});
    words[0] = "plan";
    EXPECT_EQ(cli(words).exitCode, 0);
    words[0] = "run";
    const Outcome later = cli(words);
    ASSERT_EQ(later.exitCode, 0) << later.text();
    EXPECT_TRUE(later.json()["final"]["ood"].contains("far"));
    EXPECT_GT(charged("p.parsimony", "far"), 0.0);
    EXPECT_LE(charged("p.parsimony", "far"), 2.0);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule24, OfPartsOfOneNameEachHasItsAccount) {
    writeDataset(m_place.path("other"), {10, dim, classes, 5}, {200, dim, classes, 6});
    const auto onTest = [&](const std::string& folder, const std::string& epsilon) {
        auto words = run("p.parsimony");
        const std::string test = m_place.text(folder + "/test");
        words.insert(words.end(), {"--experiment-epsilon", "0.1", "--test", test + ".npy", "--test-labels",
                                   test + "_labels.npy", "--test-epsilon", epsilon});
        return cli(words);
    };
    ASSERT_EQ(onTest("data", "0.5").exitCode, 0);
    const Outcome other = onTest("other", "1.9"); // other records, another part of this name
    ASSERT_EQ(other.exitCode, 0) << other.text();
    EXPECT_NEAR(other.json()["budget"]["parts"]["test"]["spent_epsilon"].get<double>(), 1.9, 1e-9);
    // The first test part is planned with, and shown with, what it has itself.
    const Outcome again = onTest("data", "1");
    ASSERT_EQ(again.exitCode, 0) << again.text();
    const auto budget = again.json()["budget"];
    const double spent = budget["parts"]["test"]["spent_epsilon"];
    EXPECT_GT(spent, 0.5);
    EXPECT_LT(spent, 1.9);
    std::vector<double> tests;
    for (const auto& account : budget["accounts"]) {
        if (account["name"] == "test") {
            tests.push_back(account["spent_epsilon"].get<double>());
        }
    }
    ASSERT_EQ(tests.size(), 2U);
    EXPECT_DOUBLE_EQ(tests[0], spent);
    EXPECT_NEAR(tests[1], 1.9, 1e-9);
    const Outcome shown = cli({"budget", "show", "--storage", m_place.text("p.parsimony")});
    EXPECT_THAT(shown.out, testing::HasSubstr("test #2"));
    EXPECT_THAT(shown.out, testing::HasSubstr("test #3"));
}

TEST_F(Rule24, ColumnsOfOneTableHaveOneAccount) {
    std::string table = "a,b,label\n";
    for (std::size_t row = 0; row < rows; ++row) {
        table += numberText(0.25 + static_cast<double>(row * row % 101)) + "," +
                 numberText(-3.5 - static_cast<double>(row * 7 % 89)) + "," + std::to_string(row % classes) +
                 "\n";
    }
    writeBytes(m_place.path("t.csv"), table);
    std::filesystem::create_symlink(m_place.path("t.csv"), m_place.path("u.csv"));
    const auto onColumn = [&](const std::string& project, const std::string& column, const Words& more) {
        const std::string file = m_place.text(column.substr(0, column.find(':')));
        Words words = {"run",
                       "-f",
                       "json",
                       "-q",
                       "--storage",
                       m_place.text(project),
                       "--train",
                       m_place.text(column),
                       "--train-labels",
                       file + ":label",
                       "--classes",
                       std::to_string(classes),
                       "--epsilon",
                       "2",
                       "--delta",
                       "1e-5",
                       "--steps",
                       "4",
                       "--trials",
                       "1",
                       "--threads",
                       "1",
                       "--experiment-epsilon",
                       "1.5"};
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    };
    ASSERT_EQ(onColumn("p.parsimony", "t.csv:a", {}).exitCode, 0);
    const Outcome other = onColumn("p.parsimony", "u.csv:b", {});
    EXPECT_EQ(other.exitCode, 3) << other.text(); // 1.5 of 2 are gone, whatever the file is called
    EXPECT_NEAR(charged("p.parsimony"), 1.5, 1e-9);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    m_registry = "another.db";
    ASSERT_EQ(onColumn("q.parsimony", "t.csv:a", {}).exitCode, 0);
    const Outcome claimed = onColumn("q.parsimony", "u.csv:b", {"--distinct-records"});
    EXPECT_EQ(claimed.exitCode, 0) << claimed.text();
}

TEST_F(Rule24, ALookAtRowsWithNothingLeftIsRefused) {
    auto words = run("p.parsimony");
    words.insert(words.end(), {"--test-epsilon", "2"}); // all of it, but for what rounding leaves
    ASSERT_EQ(cli(words).exitCode, 0);
    const std::string model = m_place.text("model.safetensors");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("p.parsimony"), "--output", model}).exitCode, 0);
    const double before = charged("p.parsimony", "test");
    const Outcome look =
        cli({"evaluate", model, "-f", "json", "--storage", m_place.text("p.parsimony"), "--test",
             m_place.text("data/test.npy"), "--test-labels", m_place.text("data/test_labels.npy")});
    EXPECT_EQ(look.exitCode, 3) << look.text();
    EXPECT_THAT(look.out, testing::HasSubstr("nothing is left of the budget of the test part"));
    EXPECT_EQ(look.json()["remaining"], 0.0);
    EXPECT_EQ(charged("p.parsimony", "test"), before);
}

// It was declared under another registry: what this one knows of the rows counts where the link is declared.
TEST_F(Rule24, AProjectThatComesToAnotherRegistryCountsWhatItsLinksWereChargedThere) {
    auto words = run("here.parsimony");
    words.insert(words.end(), {"--experiment-epsilon", "0.5"});
    ASSERT_EQ(cli(words).exitCode, 0);
    const double before = charged("here.parsimony");
    m_registry = "another.db";
    ASSERT_EQ(cli(run("there.parsimony")).exitCode, 0);
    words.insert(words.end(), {"--linked-to", m_place.text("there.parsimony")});
    const Outcome spent = cli(words);
    EXPECT_EQ(spent.exitCode, 3) << spent.text();
    EXPECT_GT(charged("here.parsimony"), 2.0) << "its own beside all of the other's";
    EXPECT_GT(before, 0.4);
    EXPECT_EQ(cli({"budget", "show", "--storage", m_place.text("there.parsimony")}).exitCode, 0);
    EXPECT_NEAR(charged("there.parsimony"), charged("here.parsimony"), 1e-9);
}

TEST_F(Rule24, AWaitingProgramSaysSo) {
    ASSERT_EQ(cli({"audit", "--storage", m_place.text("none")}).exitCode, 1);
    ASSERT_EQ(cli(run("first.parsimony")).exitCode, 0);
    const Outcome waited = whileHeld(loud("second.parsimony"), std::chrono::milliseconds(2500));
    EXPECT_THAT(waited.err, testing::HasSubstr("waiting for another program"));
    EXPECT_EQ(waited.exitCode, 3) << waited.text();
}

TEST_F(Rule24, SlowWhoWaitsHalfAMinuteGivesUp) {
    ASSERT_EQ(cli(run("first.parsimony")).exitCode, 0);
    const Outcome gaveUp = whileHeld(loud("second.parsimony"), std::chrono::seconds(36));
    EXPECT_EQ(gaveUp.exitCode, 1) << gaveUp.text();
    EXPECT_THAT(gaveUp.out, testing::HasSubstr("kept it for 30 seconds"));
}

} // namespace parsimony::test
