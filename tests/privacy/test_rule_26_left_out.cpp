// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20 and 26: rows that ids make empty count for nobody, and are known as private all the same.
#include "tests/privacy/left_out_fixture.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace parsimony::test {

using testing::HasSubstr;

TEST_F(Rule26LeftOut, RowsOfPeopleWhoAreLeftOutStayPrivate) {
    write("first", 0, 100);
    write("second", 0, 150, 2.0F);
    write("left", 0, 100, 2.0F);
    write("counted", 100, 150, 2.0F);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    const Outcome second =
        on("second.parsimony", {part("train", "second", true), leaving("first.parsimony")});
    ASSERT_EQ(second.exitCode, 0) << second.text();
    EXPECT_THAT(second.err, HasSubstr("100 rows of the train part are of people"));
    expectPrivate("left");
    expectPrivate("counted");
    // Nor where a curator says that they are other people's.
    EXPECT_EQ(on("claimed.parsimony",
                 {part("train", "left", false), {"--visibility", "public", "--distinct-records"}})
                  .exitCode,
              3);
    // Nothing was spent on them, so without ids they have a budget of their own, which says what it covers.
    const Outcome own = on("own.parsimony", {part("train", "left", false), {"--experiment-epsilon", "1"}});
    ASSERT_EQ(own.exitCode, 0) << own.text();
    EXPECT_THAT(own.json()["guarantee"].get<std::string>(), HasSubstr("these numbers only"));
    // With ids they are people of the first project, who have half of theirs left.
    EXPECT_EQ(on("people.parsimony", {part("train", "left", true)}).exitCode, 3);
    const Words linked{"--linked-to", m_place.text("first.parsimony")};
    EXPECT_EQ(on("linked.parsimony", {part("train", "left", true), linked, {"--experiment-epsilon", "0.9"}})
                  .exitCode,
              3);
    for (const char* project : {"first", "second"}) {
        EXPECT_NEAR(charged(std::string(project) + ".parsimony"), 0.5, 1e-9) << project;
        EXPECT_EQ(audit(std::string(project) + ".parsimony").exitCode, 0) << project;
    }
    // The same request again finds its part.
    EXPECT_EQ(on("second.parsimony",
                 {part("train", "second", true), leaving("first.parsimony"), {"--experiment-epsilon", "0.2"}})
                  .exitCode,
              0);
    EXPECT_EQ(audit("second.parsimony").json()["datasets"].size(), 1U);
}

TEST_F(Rule26LeftOut, RowsOfAPartThatHasNobodyLeftStayPrivate) {
    write("first", 0, 100);
    write("second", 0, 100, 2.0F);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    ASSERT_EQ(on("second.parsimony", {part("train", "second", true), leaving("first.parsimony")}).exitCode,
              0);
    expectPrivate("second");
    EXPECT_EQ(on("own.parsimony", {part("train", "second", false)}).exitCode, 0);
}

TEST_F(Rule26LeftOut, RowsOfNobodyStayPrivate) {
    write("first", 0, 100);
    write("second", 90, 250, 2.0F);
    write("nobodys", 150, 250, 2.0F);
    std::string ids = readBytes(m_place.path("second.ids"));
    std::size_t end = 0;
    for (std::size_t line = 0; line < 60; ++line) {
        end = ids.find('\n', end) + 1;
    }
    writeBytes(m_place.path("second.ids"), ids.substr(0, end) + std::string(100, '\n'));
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    const Outcome second =
        on("second.parsimony", {part("train", "second", true), leaving("first.parsimony")});
    ASSERT_EQ(second.exitCode, 0) << second.text();
    EXPECT_THAT(second.err, HasSubstr("100 rows of the train part have no id"));
    expectPrivate("nobodys");
}

TEST_F(Rule26LeftOut, RowsOfPeopleOfAnEarlierPartStayPrivate) {
    write("first", 0, 20);
    write("train", 100, 200);
    write("test", 0, 300, 2.0F);
    write("earlier", 100, 200, 2.0F);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    const Outcome outcome = on("p.parsimony", {part("train", "train", true),
                                               part("test", "test", true),
                                               leaving("first.parsimony"),
                                               {"--test-epsilon", "0.3"}});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    expectPrivate("earlier");
    EXPECT_EQ(on("own.parsimony", {part("train", "earlier", false)}).exitCode, 0);
}

TEST_F(Rule26LeftOut, RowsThatALookFindsInTrainStayPrivate) {
    write("train", 0, 200);
    write("looked", 100, 300, 3.0F);
    write("empty", 100, 200, 3.0F);
    write("counted", 200, 300, 3.0F);
    write("nobody", 0, 200, 4.0F);
    ASSERT_EQ(on("p.parsimony", {part("train", "train", true)}).exitCode, 0);
    const Outcome first = look("p.parsimony", "looked");
    ASSERT_EQ(first.exitCode, 0) << first.text();
    EXPECT_THAT(first.err, HasSubstr("100 rows of the test part are of people in the train part"));
    const Outcome second = look("p.parsimony", "nobody");
    ASSERT_EQ(second.exitCode, 0) << second.text();
    for (const char* named : {"empty", "counted", "nobody"}) {
        expectPrivate(named);
    }
    // Of what was looked at the charges are found, of what was empty there are none.
    EXPECT_EQ(on("counted.parsimony", {part("train", "counted", false)}).exitCode, 3);
    EXPECT_EQ(on("empty.parsimony", {part("train", "empty", false)}).exitCode, 0);
    EXPECT_EQ(on("people.parsimony", {part("train", "empty", true)}).exitCode, 3);
    // Its project may train on what it looked at, and pays for what others spent on rows that were empty.
    const Words more{"--experiment-epsilon", "0.1"};
    EXPECT_EQ(on("p.parsimony", {part("train", "looked", true), more}).exitCode, 3);
    const Words linked{"--linked-to", m_place.text("empty.parsimony")};
    const Outcome trained = on("p.parsimony", {part("train", "looked", true), more, linked});
    EXPECT_EQ(trained.exitCode, 0) << trained.text();
    EXPECT_GT(trained.json()["budget"]["accounts"][0]["spent_epsilon"].get<double>(), 0.7);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule26LeftOut, RowsBeyondWhatAPersonMayHaveAreKnown) {
    write("train", 0, 200);
    write("beyond", 100, 200);
    std::vector<std::size_t> persons(200);
    for (std::size_t row = 0; row < persons.size(); ++row) {
        persons[row] = row / 20;
    }
    writeIds("train.ids", persons);
    ASSERT_EQ(on("p.parsimony", {part("train", "train", true), {"--rows-per-person", "2"}}).exitCode, 0);
    expectPrivate("beyond");
    EXPECT_EQ(on("q.parsimony", {part("train", "beyond", false)}).exitCode, 3);
    // Beside somebody who is left out too.
    write("second", 0, 200, 2.0F);
    persons.front() = 500;
    for (std::size_t& person : persons) {
        person += person == 500 ? 0 : 600;
    }
    persons[1] = 3; // of the first project
    writeIds("second.ids", persons);
    ASSERT_EQ(
        on("r.parsimony", {part("train", "second", true), leaving("p.parsimony"), {"--rows-per-person", "2"}})
            .exitCode,
        0);
    write("later", 100, 200, 2.0F);
    expectPrivate("later");
    EXPECT_EQ(on("s.parsimony", {part("train", "later", false)}).exitCode, 3);
}

// What is public of people who are left out for that stays so.
TEST_F(Rule26LeftOut, PublicRowsMayBeShownOn) {
    write("public", 0, 100);
    write("train", 60, 200);
    write("private", 300, 400);
    ASSERT_EQ(on("public.parsimony", {part("train", "public", true), {"--visibility", "public"}}).exitCode,
              0);
    const auto train = [&](const char* epsilon) {
        return on(
            "p.parsimony",
            {part("train", "train", true), leaving("public.parsimony"), {"--experiment-epsilon", epsilon}});
    };
    const Outcome first = train("0.3");
    ASSERT_EQ(first.exitCode, 0) << first.text();
    EXPECT_EQ(shown("public").exitCode, 0);
    const std::string prior = m_place.text("public.npy") + "," + m_place.text("public_labels.npy");
    EXPECT_EQ(on("q.parsimony", {part("train", "private", true), {"--prior", prior}}).exitCode, 0);
    EXPECT_EQ(train("0.2").exitCode, 0);
    write("own", 100, 200);
    EXPECT_EQ(shown("own").exitCode, 3);
}

// A few equal rows are other records with equal values, as everywhere, among those who are left out as well.
TEST_F(Rule26LeftOut, AFewEqualRowsAreOtherRecords) {
    write("first", 0, 20);
    write("second", 0, 200, 2.0F);
    write("mixed", 10, 20, 2.0F);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    ASSERT_EQ(on("second.parsimony", {part("train", "second", true), leaving("first.parsimony")}).exitCode,
              0);
    EXPECT_EQ(shown("mixed").exitCode, 3);
    std::vector<float> features(m_features.begin() + 10 * dim, m_features.begin() + 20 * dim);
    for (float& value : features) {
        value *= 2.0F;
    }
    features.insert(features.end(), m_features.begin() + 300 * dim, m_features.begin() + 390 * dim);
    std::vector<std::int64_t> labels(m_labels.begin() + 10, m_labels.begin() + 20);
    labels.insert(labels.end(), m_labels.begin() + 300, m_labels.begin() + 390);
    writeFeatures(m_place.path("few.npy"), features, 100, dim);
    writeLabels(m_place.path("few_labels.npy"), labels);
    const Outcome few = shown("few");
    EXPECT_EQ(few.exitCode, 0) << few.text();
    EXPECT_THAT(few.err, HasSubstr("taken for other records with equal values"));
    // As a prior one of them is too much.
    const std::string prior = m_place.text("few.npy") + "," + m_place.text("few_labels.npy");
    write("private", 200, 300);
    EXPECT_EQ(on("p.parsimony", {part("train", "private", true), {"--prior", prior}}).exitCode, 3);
}

// Who stands in a public part of the same request is empty behind it, and is shown there again and again.
TEST_F(Rule26LeftOut, APublicPartOfTheSameRequestStaysPublic) {
    write("first", 0, 50);
    write("train", 100, 200);
    write("validation", 200, 300);
    write("test", 20, 300);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    for (const char* epsilon : {"0.3", "0.2"}) {
        const Outcome outcome = on("p.parsimony", {part("train", "train", true),
                                                   part("validation", "validation", true),
                                                   part("test", "test", true),
                                                   leaving("first.parsimony"),
                                                   {"--public-parts", "validation", "--experiment-epsilon",
                                                    epsilon, "--test-epsilon", epsilon}});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
    }
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    write("left", 20, 50);
    EXPECT_EQ(shown("left").exitCode, 3);
}

// The account of the second project has no charge of theirs, so another registry must not let them in.
TEST_F(Rule26LeftOut, PublicRowsThatArePrivateTooSayWhatToDo) {
    write("train", 0, 100);
    write("validation", 100, 200);
    write("test", 160, 260);
    const auto ours = [&](const Words& more) {
        return on("p.parsimony", {part("train", "train", true),
                                  part("validation", "validation", true),
                                  part("test", "test", true),
                                  {"--experiment-epsilon", "0.3", "--test-epsilon", "0.3"},
                                  more});
    };
    for (int time = 0; time < 2; ++time) { // the first time as well: no part is kept of what is refused
        const Outcome refused = ours({"--public-parts", "validation"});
        EXPECT_EQ(refused.exitCode, 3) << refused.text();
        EXPECT_THAT(refused.err, HasSubstr("give a file without them, or declare this part as private too"));
    }
    const Outcome privately = ours({});
    EXPECT_EQ(privately.exitCode, 0) << privately.text();
}

// The parts of one request keep people from each other; one of them alone, where the others are not known,
// would count them twice.
} // namespace parsimony::test
