// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 26 and 27: a charge that was made for each row, or of other people, never enters an account about
// people as if it were theirs. Each of these was tried, and passed.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

namespace parsimony::test {

/// A hundred rows, of which five each are one person's.
class Rule27People : public RuleTest {
protected:
    static constexpr std::size_t some = 100, each = 5;

    void SetUp() override {
        RuleTest::SetUp();
        const Blobs blobs{some, dim, classes, 61};
        m_features = blobs.features();
        m_labels = blobs.labels();
        write("data", 1);
        write("repeated", each);
        std::vector<std::size_t> persons(some);
        for (std::size_t row = 0; row < some; ++row) {
            persons[row] = row / each;
        }
        writeIds("row.ids", people(0, some));
        writeIds("person.ids", persons);
    }

    /// Each row `times` times.
    void write(const std::string& folder, std::size_t times) const {
        std::vector<float> features;
        std::vector<std::int64_t> labels;
        for (std::size_t row = 0; row < some; ++row) {
            for (std::size_t copy = 0; copy < times; ++copy) {
                features.insert(features.end(), m_features.begin() + static_cast<std::ptrdiff_t>(row * dim),
                                m_features.begin() + static_cast<std::ptrdiff_t>((row + 1) * dim));
                labels.push_back(m_labels[row]);
            }
        }
        std::filesystem::create_directories(m_place.path(folder));
        writeFeatures(m_place.path(folder) / "train.npy", features, labels.size(), dim);
        writeLabels(m_place.path(folder) / "train_labels.npy", labels);
    }

    [[nodiscard]] Outcome on(const std::string& project, const std::string& folder, const std::string& ids,
                             const std::string& linked = {}, const Words& more = {}) const {
        Words words{"run",
                    "-f",
                    "json",
                    "-q",
                    "--storage",
                    m_place.text(project),
                    "--delta",
                    "1e-5",
                    "--classes",
                    "3",
                    "--epsilon",
                    "1",
                    "--train",
                    m_place.text(folder + "/train.npy"),
                    "--train-labels",
                    m_place.text(folder + "/train_labels.npy"),
                    "--steps",
                    "3",
                    "--method",
                    "unit-noise",
                    "--experiment-epsilon",
                    "0.3",
                    "--threads",
                    "1"};
        if (!ids.empty()) {
            words.insert(words.end(), {"--record-ids", m_place.text(ids)});
        }
        if (!linked.empty()) {
            words.insert(words.end(), {"--linked-to", m_place.text(linked)});
        }
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    }
    void expectRefused(const Outcome& outcome, const char* why) const {
        EXPECT_EQ(outcome.exitCode, 3) << outcome.text();
        EXPECT_THAT(outcome.err, testing::HasSubstr(why));
    }

    std::vector<float> m_features;
    std::vector<std::int64_t> m_labels;
};

TEST_F(Rule27People, WhatIsHonestIsTaken) {
    ASSERT_EQ(on("rows.parsimony", "data", "").exitCode, 0);
    const Outcome ids = on("ids.parsimony", "data", "row.ids", "rows.parsimony");
    ASSERT_EQ(ids.exitCode, 0) << ids.text();
    const Outcome again = on("again.parsimony", "data", "row.ids", "ids.parsimony");
    ASSERT_EQ(again.exitCode, 0) << again.text();
    EXPECT_GT(charged("again.parsimony"), 0.5) << "all three count";
}

TEST_F(Rule27People, RowsThatWereChargedNothingMayGetIds) {
    Words declared{"budget",         "declare",
                   "--storage",      m_place.text("rows.parsimony"),
                   "--train",        m_place.text("data/train.npy"),
                   "--train-labels", m_place.text("data/train_labels.npy"),
                   "--classes",      "3",
                   "--epsilon",      "1",
                   "--delta",        "1e-5"};
    const Outcome first = cli(declared);
    ASSERT_EQ(first.exitCode, 0) << first.text();
    const Outcome ids = on("ids.parsimony", "data", "person.ids", "rows.parsimony");
    EXPECT_EQ(ids.exitCode, 0) << ids.text();
    expectRefused(on("rows.parsimony", "data", "", "ids.parsimony"), "give the ids of these rows as well");
}

TEST_F(Rule27People, ARepeatedRowIsNotOnePersonsRow) {
    ASSERT_EQ(on("repeated.parsimony", "repeated", "").exitCode, 0);
    expectRefused(on("one.parsimony", "data", "row.ids", "repeated.parsimony"),
                  "charged for each of its rows");
    expectRefused(on("repeated.parsimony", "data", "row.ids"), "charged for each of its rows");
}

TEST_F(Rule27People, NumbersOfRowsAreNotNumbersOfPeople) {
    ASSERT_EQ(on("rows.parsimony", "data", "row.ids").exitCode, 0);
    expectRefused(on("people.parsimony", "data", "person.ids", "rows.parsimony"), "have other ids");
    expectRefused(on("rows.parsimony", "data", "person.ids"), "have other ids");
    // And the other way round.
    m_registry = "other.db";
    ASSERT_EQ(on("first.parsimony", "data", "person.ids").exitCode, 0);
    expectRefused(on("second.parsimony", "data", "row.ids", "first.parsimony"), "have other ids");
}

TEST_F(Rule27People, RowsOfNobodyAreNotThere) {
    ASSERT_EQ(on("rows.parsimony", "data", "").exitCode, 0);
    std::string ids;
    for (std::size_t row = 0; row < some; ++row) {
        ids += (row % each == 0 ? idOf(row / each) : std::string()) + "\n";
    }
    writeBytes(m_place.path("few.ids"), ids);
    expectRefused(on("few.parsimony", "data", "few.ids", "rows.parsimony"), "charged for each of its rows");
}

TEST_F(Rule27People, AnotherRegistryDoesNotMakePeopleOfRows) {
    ASSERT_EQ(on("p.parsimony", "data", "").exitCode, 0);
    ASSERT_EQ(on("q.parsimony", "data", "row.ids", "p.parsimony").exitCode, 0);
    m_registry = "other.db";
    expectRefused(on("p.parsimony", "data", "person.ids"), "another registry");
    expectRefused(on("q.parsimony", "data", "person.ids"), "another registry");
    const Outcome honest = on("q.parsimony", "data", "row.ids");
    EXPECT_EQ(honest.exitCode, 0) << honest.text();
}

} // namespace parsimony::test
