// SPDX-License-Identifier: GPL-3.0-or-later
// What `audit` says of a damaged project, to the letter: scripts read its lines and its JSON.
#include "tests/app/program.h"
#include "tests/core/ledger/forger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <sstream>

namespace parsimony::test {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct Found {
    std::int64_t row = 0;
    std::string what;
};

class CliAudit : public testing::Test {
protected:
    void SetUp() override {
        writeDataset(m_place.path("data"), {400, 6, 3, 1}, {200, 6, 3, 2});
        Words words = m_place.onData("run");
        words.insert(words.end(), {"-q", "--classes", "3", "--epsilon", "2", "--steps", "4", "--trials", "1",
                                   "--threads", "1"});
        const Outcome outcome = m_place.cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        fs::copy_file(m_place.path("p.parsimony"), m_place.path("pristine"));
    }

    /// The project as it was, and then changed.
    void damage(const std::string& sql) const {
        fs::copy_file(m_place.path("pristine"), m_place.path("p.parsimony"),
                      fs::copy_options::overwrite_existing);
        ledger::forge(m_place.path("p.parsimony"), sql);
    }

    void expect(const Words& more, const std::vector<Found>& wanted) const {
        Words words{"audit"};
        words.insert(words.end(), more.begin(), more.end());
        std::string lines;
        nlohmann::json problems = nlohmann::json::array();
        for (const Found& one : wanted) {
            lines +=
                "PROBLEM: " + (one.row > 0 ? "row " + std::to_string(one.row) + " " : "") + one.what + "\n";
            problems.push_back({{"row", one.row}, {"what", one.what}});
        }
        const Outcome table = m_place.cli(words);
        EXPECT_EQ(table.exitCode, 4) << table.text();
        std::string said;
        std::istringstream text(table.out);
        for (std::string line; std::getline(text, line);) {
            said += line.starts_with("PROBLEM: ") ? line + "\n" : "";
        }
        EXPECT_EQ(said, lines);
        EXPECT_THAT(table.out, testing::EndsWith("\n" + std::to_string(wanted.size()) +
                                                 (wanted.size() == 1 ? " problem" : " problems") +
                                                 ": do not trust this file\n"));
        words.insert(words.end(), {"-f", "json"});
        const Outcome json = m_place.cli(words);
        EXPECT_EQ(json.exitCode, 4) << json.text();
        EXPECT_EQ(json.json()["problems"], problems);
    }

    Workplace m_place;
};

} // namespace

/// The words behind an option that it has not are no files to compare.
TEST_F(CliAudit, AnOptionThatIsNotKnownIsNamed) {
    const Outcome outcome = m_place.cli(
        {"audit", "--empirical", "--train", "x.parquet", "--label-column", "y", "--labels-per-record", "2"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, testing::StartsWith("parsimony-cli: unknown option --train"));
    const Outcome files = m_place.cli({"audit", "a", "b", "c"});
    EXPECT_EQ(files.exitCode, 2);
    EXPECT_EQ(files.err, "parsimony-cli: A B takes 2 words at most, not 3\n");
}

TEST_F(CliAudit, SaysWhatIsWrongToTheLetter) {
    struct Case {
        std::string sql;
        std::vector<Found> found;
    };
    const std::string changed = "was changed: its contents don't match its hash";
    for (const Case& damaged : std::vector<Case>{
             {"UPDATE ledger SET body = body || ' ' WHERE kind = 'cap'", {{3, changed}}},
             {"DELETE FROM ledger WHERE seq = 14",
              {{15, "follows row 13: rows between them are missing"},
               {15, "does not follow the row before it: that one was changed, moved or taken away"}}},
             {"UPDATE ledger SET kind = 'refund' WHERE seq = 13",
              {{12, "reserves trial 1, which released something and has not ended"},
               {13,
                "is of a kind that this version does not know, 'refund': a newer version of Parsimony wrote "
                "it"},
               {13, changed},
               {14, "releases something of a trial that did not run"},
               {15, "releases something of a trial that did not run"},
               {16, "moves trial 1 from reserved to finished"}}},
             {"UPDATE ledger SET mu_squared = 0.5, mu_squared_exact = '1p-1' WHERE seq = 10",
              {{8, "plans for ε = 2 and δ = 1e-05, and reserves ε = 2.94323 at δ = 1e-05"},
               {10, "passes the cap ε = 2 of part 'train' of 'data'"},
               {10, changed}}},
             {"UPDATE ledger SET mu_squared = 0.015625 WHERE seq = 10",
              {{10, "its μ² (0.015625) is not its exact spend rounded up"}, {10, changed}}},
             {"UPDATE ledger SET body = json_set(body, '$.values.kind', 'exact') WHERE seq = 14",
              {{14, "releases an exact score of private data"}, {14, changed}}},
             {"UPDATE ledger SET salt = zeroblob(32) WHERE seq = 5",
              {{5, "was changed: its curator value doesn't match its commitment"}}},
             {"DELETE FROM ledger WHERE seq > 29",
              {{31, "is missing: the registry remembers it, so this is an older copy or its tail was cut"}}},
             {"DROP INDEX ledger_part", {{0, "the index ledger_part is missing"}}},
             {"DROP VIEW trials; CREATE VIEW trials AS SELECT 1", {{0, "the view trials was changed"}}},
             {"CREATE VIEW budget AS SELECT 0.0 AS epsilon", {{0, "there is a foreign view budget"}}},
         }) {
        SCOPED_TRACE(damaged.sql);
        damage(damaged.sql);
        expect({"--storage", m_place.text("p.parsimony")}, damaged.found);
    }
}

/// Its chain holds: it is no forgery, and no more is known of it than by the other commands.
TEST_F(CliAudit, ARowOfANewerVersionIsToldAsByTheOtherCommands) {
    const auto project = m_place.path("p.parsimony");
    ledger::forge(project, [](ledger::Database& database) {
        database.execute(
            "INSERT INTO ledger (seq, time, kind, class, prev, hash, body) SELECT seq + 1, time, "
            "'quantum_row', 'public', hash, hash, '{}' FROM ledger ORDER BY seq DESC LIMIT 1");
        ledger::rechain(database);
    });
    const Words at{"--storage", m_place.text("p.parsimony")};
    const auto said = [&](Words words, bool json = false) {
        words.insert(words.end(), at.begin(), at.end());
        if (json) {
            words.insert(words.end(), {"-f", "json"});
        }
        return m_place.cli(words);
    };
    const Outcome other = said({"trials"});
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_THAT(other.err, testing::HasSubstr("'quantum_row'; a newer version wrote it, update Parsimony"));
    const std::string tip(64, '0');
    for (const Words& words : {Words{"audit"}, Words{"audit", "--export", m_place.text("copy")}}) {
        const Outcome table = said(words);
        EXPECT_EQ(table.exitCode, 1) << table.text();
        EXPECT_EQ(table.out, "");
        EXPECT_EQ(table.err, other.err);
        const Outcome json = said(words, true);
        EXPECT_EQ(json.exitCode, 1) << json.text();
        EXPECT_EQ(json.json()["schema"], "parsimony/error/1");
        EXPECT_EQ(json.json()["message"], said({"trials"}, true).json()["message"]);
    }
    EXPECT_FALSE(fs::exists(m_place.path("copy")));
    const Outcome copies = m_place.cli({"audit", m_place.text("pristine"), m_place.text("p.parsimony")});
    EXPECT_EQ(copies.exitCode, 1) << copies.text();
    EXPECT_EQ(copies.err, other.err);
    const Outcome missed = said({"audit", "--head", tip}); // what is wrong besides is a finding as before
    EXPECT_EQ(missed.exitCode, 4) << missed.text();
    damage("UPDATE ledger SET kind = 'quantum_row' WHERE seq = (SELECT max(seq) FROM ledger)");
    EXPECT_EQ(said({"audit"}).exitCode, 4);
}

// Each list of each experiment is a million numbers by some letters: kept, they would be 32 MB of each.
TEST_F(CliAudit, ManyExperimentsOfLongListsFitIntoMemory) {
    const Workplace place;
    writeDataset(place.path("data"), {400, 6, 3, 1}, {200, 6, 3, 2});
    Words words = place.onData("run");
    words.insert(words.end(), {"-q", "--classes", "3", "--epsilon", "8", "--experiment-epsilon", "0.5",
                               "--steps", "4", "--trials", "1", "--threads", "1"});
    for (int run = 0; run < 12; ++run) {
        const Outcome outcome = place.cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    }
    const auto audited = [&] { return place.cli({"audit", "--storage", place.text("p.parsimony")}); };
    const Outcome sound = audited();
    ASSERT_EQ(sound.exitCode, 0) << sound.text();
    ledger::forgeWhole(place.path("p.parsimony"),
                       "UPDATE ledger SET body = json_set(body, '$.plan.options.steps', 'lin:1:4:1000000', "
                       "'$.plan.options.\"learning-rates\"', 'log:1:4:1000000', "
                       "'$.plan.options.\"max-grad-norm\"', 'lin:1:4:1000000', '$.plan.options.alpha', "
                       "'lin:1:4:1000000') WHERE kind = 'experiment'");
    const Outcome forged = audited();
    EXPECT_EQ(forged.exitCode, 4) << forged.text();
    EXPECT_LT(forged.maxResidentKilobytes, sound.maxResidentKilobytes + 100'000);
}

TEST_F(CliAudit, NamesTheHeadAndTheFileThatItMeans) {
    const std::string head(64, 'a');
    expect({"--storage", m_place.text("p.parsimony"), "--head", head},
           {{0, "the tip " + head + " is not in the chain: this is an older copy, or was rewritten"}});
    damage("UPDATE ledger SET body = body || ' ' WHERE kind = 'cap'");
    expect({m_place.text("pristine"), m_place.text("p.parsimony")},
           {{3, "of '" + m_place.text("p.parsimony") + "': was changed: its contents don't match its hash"}});
}

} // namespace parsimony::test
