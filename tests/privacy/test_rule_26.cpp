// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 26: the budget follows people, not numbers.
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace parsimony::test {

class Rule26 : public RuleTest {
protected:
    static constexpr std::size_t testRows = 200;

    void SetUp() override {
        RuleTest::SetUp();
        writeIds("train.ids", people(0, rows));
        writeIds("test.ids", people(rows, testRows));
    }

    /// Other numbers for as many records: another encoder's.
    void writeOther(const std::string& folder, std::size_t width, unsigned seed) const {
        writeDataset(m_place.path(folder), {rows, width, classes, seed},
                     {testRows, width, classes, seed + 1});
    }

    [[nodiscard]] Words withIds(const std::string& project, const std::string& data = "data",
                                const Words& more = {}) const {
        Words words = run(project, data);
        words.insert(words.end(), {"--record-ids", m_place.text("train.ids"), "--test-record-ids",
                                   m_place.text("test.ids")});
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    static Words loud(Words words) {
        words.erase(std::find(words.begin(), words.end(), "-q"));
        return words;
    }
};

TEST_F(Rule26, TheSamePeopleByAnotherEncoderShareOneAccount) {
    const Outcome first = cli(withIds("first.parsimony"));
    ASSERT_EQ(first.exitCode, 0) << first.text();
    EXPECT_THAT(first.json()["guarantee"].get<std::string>(),
                testing::AllOf(testing::HasSubstr("each person"), testing::HasSubstr("ids")));
    EXPECT_TRUE(first.json()["guarantee_terms"]["people_by_ids"].get<bool>());
    const double spent = charged("first.parsimony");
    writeOther("other", dim + 2, 51);

    // Another project: refused, then one account.
    const Outcome undeclared = cli(withIds("second.parsimony", "other"));
    EXPECT_EQ(undeclared.exitCode, 3) << undeclared.text();
    EXPECT_THAT(undeclared.err, testing::HasSubstr("--linked-to " + m_place.text("first.parsimony")));
    EXPECT_THAT(undeclared.err, testing::HasSubstr("400 of the people"));
    EXPECT_THAT(undeclared.out, testing::Not(testing::HasSubstr("first.parsimony")));
    const Outcome linked =
        cli(withIds("second.parsimony", "other", {"--linked-to", m_place.text("first.parsimony")}));
    EXPECT_EQ(linked.exitCode, 3) << linked.text();
    EXPECT_NEAR(charged("second.parsimony"), spent, 1e-9);

    // The same project: found by itself.
    const Outcome again = cli(withIds("first.parsimony", "other"));
    EXPECT_EQ(again.exitCode, 3) << again.text();
    EXPECT_NEAR(charged("first.parsimony"), spent, 1e-9);

    // Without ids the numbers are new, and the guarantee says what it covers.
    writeOther("numbers", dim + 2, 53);
    const Outcome numbers = cli(run("third.parsimony", "numbers"));
    EXPECT_EQ(numbers.exitCode, 0) << numbers.text();
    EXPECT_THAT(numbers.json()["guarantee"].get<std::string>(), testing::HasSubstr("these numbers only"));
    EXPECT_FALSE(numbers.json()["guarantee_terms"]["people_by_ids"].get<bool>());
}

TEST_F(Rule26, ASinglePersonLinksOrIsLeftOut) {
    ASSERT_EQ(cli(withIds("first.parsimony")).exitCode, 0);
    writeOther("other", dim, 61);
    auto ids = people(5000, rows);
    writeIds("test.ids", people(9000, testRows));
    std::vector<Outcome> outcomes;
    const std::string home = m_registry;
    for (const std::size_t shared : {std::size_t{0}, std::size_t{1}}) {
        ids[17] = shared == 0 ? 5017 : 17;
        writeIds("train.ids", ids);
        std::filesystem::copy_file(m_place.path(home), m_place.path("copy" + std::to_string(shared)));
        m_registry = "copy" + std::to_string(shared);
        const std::string project = "p" + std::to_string(shared) + ".parsimony";
        EXPECT_EQ(cli(withIds("undeclared" + project, "other")).exitCode, shared == 0 ? 0 : 3);
        std::filesystem::copy_file(m_place.path(home), m_place.path(m_registry),
                                   std::filesystem::copy_options::overwrite_existing);
        outcomes.push_back(
            cli(loud(withIds(project, "other", {"--leave-out", m_place.text("first.parsimony")}))));
        EXPECT_EQ(outcomes.back().exitCode, 0) << outcomes.back().text();
        EXPECT_THAT(readBytes(m_place.path(project)), testing::HasSubstr("people_left_out"));
        EXPECT_EQ(audit(project).exitCode, 0);
        EXPECT_EQ(outcomes.back().err.find("1 row of the train part is of a person") != std::string::npos,
                  shared == 1)
            << outcomes.back().err;
    }
    for (const char* what : {"status", "guarantee", "guarantee_terms", "budget", "experiment_epsilon"}) {
        EXPECT_EQ(outcomes[0].json().at(what), outcomes[1].json().at(what)); // what noise does not move
    }
    m_registry = home;
}

TEST_F(Rule26, WhoIsInTrainIsNobodyInOtherParts) {
    auto test = people(rows, testRows);
    std::iota(test.begin(), test.begin() + 50, std::size_t{100}); // 50 of train
    writeIds("test.ids", test);
    const Outcome outcome = cli(loud(withIds("p.parsimony")));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_THAT(outcome.err, testing::HasSubstr("50 rows of the test part are of people in the train part"));
    EXPECT_THAT(outcome.out, testing::Not(testing::HasSubstr("50 rows")));
    // An evaluation later: the project knows who was trained on.
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    writeOther("later", dim, 71);
    writeIds("later.ids", people(0, testRows));
    const Words look{
        "evaluate", m_place.text("m.npz"),          "--storage",     m_place.text("p.parsimony"),
        "--test",   m_place.text("later/test.npy"), "--test-labels", m_place.text("later/test_labels.npy")};
    EXPECT_EQ(cli(look).exitCode, 2); // the dataset's people are told apart by ids
    auto withIdsToo = look;
    withIdsToo.insert(withIdsToo.end(), {"--test-record-ids", m_place.text("later.ids")});
    const Outcome later = cli(withIdsToo);
    EXPECT_EQ(later.exitCode, 0) << later.text();
    EXPECT_THAT(later.err, testing::HasSubstr("200 rows of the test part are of people in the train part"));
}

// Their rows are empty in it, so neither these nor their charges are the look's.
TEST_F(Rule26, ALookAtRowsOfTrainAndAtOthersIsOneAtTheOthers) {
    ASSERT_EQ(cli(withIds("p.parsimony")).exitCode, 0);
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    const double before = charged("p.parsimony");
    const Blobs train{rows, dim, classes, 1};
    const Blobs fresh{testRows, dim, classes, 71};
    auto features = train.features();
    auto labels = train.labels();
    features.resize(dim * testRows / 2);
    labels.resize(testRows / 2);
    const auto others = fresh.features();
    const auto othersLabels = fresh.labels();
    features.insert(features.end(), others.begin() + static_cast<std::ptrdiff_t>(features.size()),
                    others.end());
    labels.insert(labels.end(), othersLabels.begin() + static_cast<std::ptrdiff_t>(labels.size()),
                  othersLabels.end());
    writeFeatures(m_place.path("mixed.npy"), features, testRows, dim);
    writeLabels(m_place.path("mixed_labels.npy"), labels);
    auto ids = people(9000, testRows);
    std::iota(ids.begin(), ids.begin() + testRows / 2, std::size_t{0});
    writeIds("mixed.ids", ids);
    const Outcome look =
        cli({"evaluate", m_place.text("m.npz"), "--storage", m_place.text("p.parsimony"), "--ood",
             "mixed=" + m_place.text("mixed.npy") + "," + m_place.text("mixed_labels.npy") + "," +
                 m_place.text("mixed.ids")});
    ASSERT_EQ(look.exitCode, 0) << look.text();
    EXPECT_THAT(look.err, testing::HasSubstr("100 rows of the"));
    EXPECT_NEAR(charged("p.parsimony"), before, 1e-12) << "nobody of the train part was looked at";
    EXPECT_GT(charged("p.parsimony", "mixed"), 0.0);
}

// Nobody would know whether these people are in the train part, and each would be paid for from two accounts.
TEST_F(Rule26, IdsOfALookNeedIdsOfTheTrainPart) {
    ASSERT_EQ(cli(run("p.parsimony")).exitCode, 0);
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    writeOther("later", dim, 71);
    writeIds("later.ids", people(0, testRows));
    const Outcome look =
        cli({"evaluate", m_place.text("m.npz"), "--storage", m_place.text("p.parsimony"), "--ood",
             "z=" + m_place.text("later/test.npy") + "," + m_place.text("later/test_labels.npy") + "," +
                 m_place.text("later.ids")});
    EXPECT_EQ(look.exitCode, 2) << look.text();
    EXPECT_THAT(look.err, testing::HasSubstr("were declared without ids"));
    EXPECT_EQ(audit("p.parsimony").out.find("\"z\""), std::string::npos);
}

TEST_F(Rule26, RowsBeyondThoseOfAPersonAreEmptyWhateverTheirOrder) {
    // Everybody has four rows; three of each are out. Two files that differ in the rows that are out train
    // alike: the released count of a public look does.
    auto ids = people(0, rows);
    for (std::size_t i = 0; i < rows; ++i) {
        ids[i] = i / 4;
    }
    writeIds("train.ids", ids);
    const Outcome one = cli(loud(withIds("one.parsimony")));
    ASSERT_EQ(one.exitCode, 0) << one.text();
    EXPECT_THAT(one.err, testing::HasSubstr("300 rows of the train part are beyond --rows-per-person 1"));
    m_registry = "other.db";
    const Outcome four = cli(loud(withIds("four.parsimony", "data", {"--rows-per-person", "4"})));
    ASSERT_EQ(four.exitCode, 0) << four.text();
    EXPECT_THAT(four.err, testing::Not(testing::HasSubstr("beyond")));
    EXPECT_THAT(four.json()["guarantee"].get<std::string>(), testing::HasSubstr("at most 4 records"));
}

TEST_F(Rule26, IdsAreNowhereInClear) {
    auto words = loud(withIds("p.parsimony", "data", {"-v"}));
    const Outcome outcome = cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    ASSERT_EQ(audit("p.parsimony", {"--export", m_place.text("shared.parsimony")}).exitCode, 0);
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    ASSERT_EQ(cli({"report", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("r.html")})
                  .exitCode,
              0);
    EXPECT_THAT(outcome.out + outcome.err, testing::Not(testing::HasSubstr("pseudonym")));
    for (const auto& entry : std::filesystem::directory_iterator(m_place.path("."))) {
        const std::string name = entry.path().filename();
        if (entry.is_regular_file() && !name.ends_with(".ids")) {
            EXPECT_THAT(readBytes(entry.path()), testing::Not(testing::HasSubstr("pseudonym"))) << name;
            EXPECT_THAT(readBytes(entry.path()), testing::Not(testing::HasSubstr("7000017"))) << name;
        }
    }
    // The keyed digest of a part stays with the curator: absent from what is shared, though the chain holds.
    std::string digest;
    {
        ledger::Database project(m_place.text("p.parsimony"), ledger::OpenMode::ReadOnly);
        auto row =
            project.prepare("SELECT json_extract(body, '$.digest') FROM ledger WHERE kind = 'part_curator'");
        ASSERT_TRUE(row.step());
        digest = row.text(0);
    }
    ASSERT_EQ(digest.size(), 64U);
    EXPECT_THAT(readBytes(m_place.path("shared.parsimony")), testing::Not(testing::HasSubstr(digest)));
    EXPECT_THAT(readBytes(m_place.path("shared.parsimony")), testing::Not(testing::HasSubstr("train.ids")));
    EXPECT_EQ(audit("shared.parsimony").exitCode, 0);
}

TEST_F(Rule26, AFileOfIdsThatIsWrongSpendsNothing) {
    writeIds("train.ids", people(0, rows - 3));
    const Outcome shorter = cli(withIds("p.parsimony"));
    EXPECT_EQ(shorter.exitCode, 1) << shorter.text();
    EXPECT_THAT(shorter.json()["message"].get<std::string>(), testing::HasSubstr("must be as many"));
    // How many rows there are stays with the curator (rule 30).
    EXPECT_THAT(shorter.out, testing::Not(testing::HasSubstr(std::to_string(rows) + " rows")));
    EXPECT_THAT(shorter.err, testing::HasSubstr(std::to_string(rows) + " rows"));
    writeIds("train.ids", people(0, rows));
    auto alone = run("p.parsimony");
    alone.insert(alone.end(), {"--record-ids", m_place.text("train.ids")});
    EXPECT_EQ(cli(alone).exitCode, 2); // test rows without
    EXPECT_EQ(cli(withIds("p.parsimony", "data", {"--leave-out", m_place.text("none.parsimony")})).exitCode,
              1);
    auto missing = withIds("p.parsimony");
    missing.back() = m_place.text("none.ids");
    EXPECT_EQ(cli(missing).exitCode, 1);
    std::string table = "who,when\n";
    for (std::size_t row = 0; row < rows; ++row) {
        table += idOf(row) + ",2026\n";
    }
    writeBytes(m_place.path("ids.csv"), table);
    for (const char* key : {"", ":nobody"}) { // a missing one, and a wrong one
        missing.back() = m_place.text("ids.csv") + key;
        const Outcome outcome = cli(missing);
        EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
        EXPECT_THAT(outcome.json()["message"].get<std::string>(), testing::HasSubstr("ids.csv")) << key;
    }
    EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony")) &&
                 !audit("p.parsimony").json()["datasets"].empty());

    // Values that are wrong are records that count as empty: same exit code, and the curator is told.
    auto ids = people(0, rows);
    writeIds("train.ids", ids);
    auto text = readBytes(m_place.path("train.ids"));
    text.replace(text.find(idOf(5)), idOf(5).size(), "");
    writeBytes(m_place.path("train.ids"), text);
    const Outcome hole = cli(loud(withIds("p.parsimony")));
    EXPECT_EQ(hole.exitCode, 0) << hole.text();
    EXPECT_THAT(hole.err, testing::HasSubstr("1 row of the train part has no id"));
}

TEST_F(Rule26, OtherIdsForTheSameRowsGiveNoNewBudget) {
    ASSERT_EQ(cli(withIds("p.parsimony")).exitCode, 0);
    const double spent = charged("p.parsimony");
    writeIds("train.ids", people(20000, rows));
    writeIds("test.ids", people(30000, testRows));
    EXPECT_EQ(cli(withIds("p.parsimony")).exitCode, 3);
    EXPECT_EQ(cli(run("p.parsimony")).exitCode, 3); // and none
    EXPECT_EQ(cli(withIds("q.parsimony")).exitCode, 3);
    EXPECT_NEAR(charged("p.parsimony"), spent, 1e-9);
}

// A charge of each row costs a person with five of them five times as much.
TEST_F(Rule26, ChargesOfRowsAndOfPeopleAreNotAddedAsIfTheyWereTheSame) {
    auto ofRows = run("rows.parsimony");
    ofRows.insert(ofRows.end(), {"--experiment-epsilon", "0.1"});
    ASSERT_EQ(cli(ofRows).exitCode, 0);
    auto ids = people(0, rows);
    std::transform(ids.begin(), ids.end(), ids.begin(), [](std::size_t id) { return id / 5; });
    writeIds("train.ids", ids);
    const Words linked{"--linked-to", m_place.text("rows.parsimony"), "--experiment-epsilon", "0.1"};
    for (const char* project : {"people.parsimony", "rows.parsimony"}) { // another, and the same
        const Outcome once = cli(withIds(project, "data", project[0] == 'p' ? linked : Words()));
        EXPECT_EQ(once.exitCode, 3) << once.text();
        EXPECT_THAT(once.err, testing::HasSubstr("--rows-per-person 5"));
        EXPECT_THAT(once.out, testing::Not(testing::HasSubstr("rows-per-person")));
    }
    Words declared = linked;
    declared.insert(declared.end(), {"--rows-per-person", "5"});
    const Outcome five = cli(withIds("people.parsimony", "data", declared));
    ASSERT_EQ(five.exitCode, 0) << five.text();
    EXPECT_GT(charged("people.parsimony"), 0.45) << "five times one charge, and another one";

    // By another encoder: how many of the rows that were charged one person has, these ids do not say.
    writeOther("encoded", dim + 1, 95);
    writeIds("train.ids", people(40000, rows));
    writeIds("test.ids", people(50000, testRows));
    const Outcome unknown = cli(withIds("encoded.parsimony", "encoded", linked));
    EXPECT_EQ(unknown.exitCode, 3) << unknown.text();
    EXPECT_THAT(unknown.err, testing::HasSubstr("nobody knows"));

    // People first: who has how many rows stands in no other file.
    writeOther("other", dim, 91);
    writeIds("train.ids", people(20000, rows));
    writeIds("test.ids", people(30000, testRows));
    ASSERT_EQ(cli(withIds("first.parsimony", "other", {"--experiment-epsilon", "0.1"})).exitCode, 0);
    auto without = run("second.parsimony", "other");
    without.insert(without.end(),
                   {"--linked-to", m_place.text("first.parsimony"), "--experiment-epsilon", "0.1"});
    const Outcome refused = cli(without);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
    EXPECT_THAT(refused.err, testing::HasSubstr("--record-ids"));
}

// Where one row of a person counts here, five may have counted there, and all five were charged for.
TEST_F(Rule26, AChargeOfPeopleDoesNotShrinkWithTheirRows) {
    auto ids = people(0, rows);
    std::transform(ids.begin(), ids.end(), ids.begin(), [](std::size_t id) { return id / 5; });
    writeIds("train.ids", ids);
    ASSERT_EQ(cli(withIds("five.parsimony", "data", {"--rows-per-person", "5", "--experiment-epsilon", "1"}))
                  .exitCode,
              0);
    writeOther("other", dim, 97);
    writeIds("train.ids", people(0, rows));
    writeIds("test.ids", people(60000, testRows));
    const Outcome one =
        cli(withIds("one.parsimony", "other",
                    {"--linked-to", m_place.text("five.parsimony"), "--experiment-epsilon", "0.1"}));
    ASSERT_EQ(one.exitCode, 0) << one.text();
    EXPECT_GT(charged("one.parsimony"), 1.0) << "all that was charged there, and its own";
}

// Who was somebody is not somebody else: the account of the first would be lost.
TEST_F(Rule26, TheSameRowsKeepTheirIds) {
    ASSERT_EQ(cli(withIds("first.parsimony", "data", {"--experiment-epsilon", "0.1"})).exitCode, 0);
    auto ids = people(20000, rows);
    ids[0] = 0; // one in common
    writeIds("train.ids", ids);
    const Outcome other =
        cli(withIds("second.parsimony", "data",
                    {"--linked-to", m_place.text("first.parsimony"), "--experiment-epsilon", "0.1"}));
    EXPECT_EQ(other.exitCode, 3) << other.text();
    EXPECT_THAT(other.err, testing::HasSubstr("other ids"));
}

TEST_F(Rule26, NumbersAndTheirTextAreOneId) {
    std::vector<std::int64_t> numbers(rows);
    std::iota(numbers.begin(), numbers.end(), 0);
    writeLabels(m_place.path("train.npy"), numbers);
    std::vector<std::int64_t> others(testRows);
    std::iota(others.begin(), others.end(), 1000);
    writeLabels(m_place.path("test.npy"), others);
    auto words = run("first.parsimony");
    words.insert(words.end(),
                 {"--record-ids", m_place.text("train.npy"), "--test-record-ids", m_place.text("test.npy")});
    ASSERT_EQ(cli(words).exitCode, 0);
    std::string table = "name,id\n";
    for (std::size_t i = 0; i < rows; ++i) {
        table += "x," + std::to_string(i + 399) + "\n"; // 399 is shared
    }
    writeBytes(m_place.path("train.csv"), table);
    writeOther("other", dim, 81);
    auto again = run("second.parsimony", "other");
    again.insert(again.end(), {"--record-ids", m_place.text("train.csv:id"), "--test-record-ids",
                               m_place.text("test.ids")});
    const Outcome refused = cli(again);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
    EXPECT_THAT(refused.err, testing::HasSubstr("1 of the people"));
}

} // namespace parsimony::test
