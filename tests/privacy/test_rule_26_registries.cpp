// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20 and 26: rows that ids make empty, where another registry looks at them.
#include "tests/privacy/left_out_fixture.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <string>

namespace parsimony::test {

using testing::HasSubstr;
using testing::Not;

TEST_F(Rule26LeftOut, UnderAnotherRegistryTheyAreLeftOutAgain) {
    ASSERT_NO_FATAL_FAILURE(leaveFirstOut());
    m_registry = "another.db";
    const Outcome forgotten = second();
    EXPECT_EQ(forgotten.exitCode, 3) << forgotten.text();
    EXPECT_THAT(forgotten.err, HasSubstr("50 of its people counted, now 150 would"));
    EXPECT_EQ(second(leaving("first.parsimony")).exitCode, 2) << "this registry knows nobody of them";
    Words declared = part("train", "first", true);
    declared.insert(declared.begin(), {"budget", "declare", "--storage", m_place.text("first.parsimony"),
                                       "--classes", std::to_string(classes)});
    const Outcome known = cli(declared);
    ASSERT_EQ(known.exitCode, 0) << known.text();
    EXPECT_EQ(second().exitCode, 3);
    const Outcome again = second(leaving("first.parsimony"));
    EXPECT_EQ(again.exitCode, 0) << again.text();
    EXPECT_THAT(again.err, HasSubstr("100 rows of the train part are of people"));
    EXPECT_EQ(audit("second.parsimony").json()["datasets"].size(), 1U);
    EXPECT_EQ(audit("second.parsimony").exitCode, 0);
    EXPECT_NEAR(charged("first.parsimony"), 0.9, 1e-9);
}

// As many people may be others.
TEST_F(Rule26LeftOut, UnderAnotherRegistryNeitherMoreNorLessIsLeftOut) {
    write("first", 0, 100);
    write("second", 0, 150, 2.0F);
    write("third", 50, 150, 3.0F);   // without them 50 people count too
    write("fourth", 300, 400, 4.0F); // none of whom is in the second
    const auto with = [&](const std::string& project, const std::string& file, const Words& more) {
        return on(project, {part("train", file, true), more, {"--experiment-epsilon", "0.3"}}).exitCode;
    };
    ASSERT_EQ(with("first.parsimony", "first", {}), 0);
    ASSERT_EQ(with("fourth.parsimony", "fourth", {}), 0);
    ASSERT_EQ(with("second.parsimony", "second", leaving("first.parsimony")), 0);
    ASSERT_EQ(with("alone.parsimony", "second", leaving("fourth.parsimony")), 3) << "others were charged";
    m_registry = "reused.db";
    ASSERT_EQ(with("fourth.parsimony", "fourth", {}), 0);
    ASSERT_EQ(with("whole.parsimony", "second", leaving("fourth.parsimony")), 0);
    m_registry = "another.db";
    EXPECT_EQ(with("whole.parsimony", "second", {}), 3) << "that nobody was left out is no public number";
    ASSERT_EQ(with("third.parsimony", "third", {}), 0);
    EXPECT_EQ(with("second.parsimony", "second", leaving("third.parsimony")), 3);
    EXPECT_NEAR(charged("second.parsimony"), 0.3, 1e-9);
}

// Which did not write how many count.
TEST_F(Rule26LeftOut, SoAreThoseOfAnEarlierVersionsProject) {
    ASSERT_NO_FATAL_FAILURE(leaveFirstOut());
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(m_place.text("second.parsimony").c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database,
                           "DROP TRIGGER ledger_no_update; UPDATE ledger SET body = json_remove(body, "
                           "'$.facts.people_counted') WHERE kind = 'part_curator'",
                           nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_close(database);
    m_registry = "another.db";
    const Outcome forgotten = second();
    EXPECT_EQ(forgotten.exitCode, 3) << forgotten.text();
    EXPECT_THAT(forgotten.err, HasSubstr("give --leave-out again"));
    EXPECT_THAT(forgotten.out, Not(HasSubstr("leave-out again")));
    Words declared = part("train", "first", true);
    declared.insert(declared.begin(), {"budget", "declare", "--storage", m_place.text("first.parsimony"),
                                       "--classes", std::to_string(classes)});
    ASSERT_EQ(cli(declared).exitCode, 0);
    const Outcome again = second(leaving("first.parsimony"));
    EXPECT_EQ(again.exitCode, 0) << again.text();
}

TEST_F(Rule26LeftOut, UnderAnotherRegistryWhoCountedElsewhereDoes) {
    write("train", 0, 100);
    write("validation", 100, 200, 2.0F);
    write("test", 150, 250, 3.0F);
    ASSERT_EQ(on("p.parsimony", {part("train", "train", true),
                                 part("validation", "validation", true),
                                 part("test", "test", true),
                                 {"--experiment-epsilon", "0.3", "--test-epsilon", "0.3"}})
                  .exitCode,
              0);
    m_registry = "another.db";
    ASSERT_EQ(on("p.parsimony", {part("train", "train", true), {"--experiment-epsilon", "0.1"}}).exitCode, 0);
    const double spent = charged("p.parsimony", "test");
    const Outcome looked = look("p.parsimony", "test");
    EXPECT_EQ(looked.exitCode, 3) << looked.text();
    EXPECT_THAT(looked.err, HasSubstr("50 of its people counted, now 100 would"));
    EXPECT_NEAR(charged("p.parsimony", "test"), spent, 1e-9);
    Words declared{"budget", "declare", "--storage", m_place.text("p.parsimony"), "--classes", "3"};
    for (const char* role : {"train", "validation", "test"}) {
        const Words one = part(role, role, true);
        declared.insert(declared.end(), one.begin(), one.end());
    }
    const Outcome known = cli(declared);
    ASSERT_EQ(known.exitCode, 0) << known.text();
    const Outcome again = look("p.parsimony", "test");
    EXPECT_EQ(again.exitCode, 0) << again.text();
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

} // namespace parsimony::test
