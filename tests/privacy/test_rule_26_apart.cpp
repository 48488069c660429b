// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 3, 24, 26 and 27: what ids or rows tell of two parts is not concluded otherwise, a third one ties
// them to nothing, and what is public shows nobody who is private.
#include "tests/privacy/people_fixture.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace parsimony::test {

using testing::HasSubstr;
using testing::Not;

using Rule26Apart = RowsOfPeople;

TEST_F(Rule26Apart, WhoIsPrivateIsInNoPublicPart) {
    write("train", 0, 200);
    write("public", 200, 300);
    const std::string ids = readBytes(m_place.path("public.ids"));
    for (const std::string role : {"test", "validation"}) {
        for (const bool shared : {false, true}) {
            m_registry = role + (shared ? "-shared.db" : ".db");
            auto persons = people(200, 100);
            persons[0] = shared ? 7 : 200;
            writeIds("public.ids", persons);
            const Outcome outcome =
                on(m_registry + ".parsimony",
                   {part("train", "train", true), part(role, "public", true), {"--public-parts", role}});
            EXPECT_EQ(outcome.exitCode, shared ? 3 : 0) << outcome.text();
            if (shared) {
                EXPECT_THAT(outcome.err, HasSubstr("can't be declared public"));
                EXPECT_THAT(outcome.out, Not(HasSubstr("accuracy")));
                EXPECT_EQ(chargedFirst(m_registry + ".parsimony", "train"), 0.0);
            }
        }
    }
}

TEST_F(Rule26Apart, LeavingPeopleOutOfAPublicPartDoesNotTellWhoTheyAre) {
    write("others", 0, 100);
    write("train", 100, 200);
    write("public", 50, 80, 3.0F);
    ASSERT_EQ(on("others.parsimony", {part("train", "others", true)}).exitCode, 0);
    const Outcome outcome =
        on("p.parsimony", {part("train", "train", true),
                           part("test", "public", true),
                           {"--public-parts", "test", "--leave-out", m_place.text("others.parsimony")}});
    EXPECT_EQ(outcome.exitCode, 3) << outcome.text();
    EXPECT_THAT(outcome.err, HasSubstr("can't be declared public"));
}

TEST_F(Rule26Apart, NobodyPrivateIsInAPrior) {
    for (const bool shared : {false, true}) {
        m_registry = shared ? "shared.db" : "apart.db";
        for (const bool ofPrior : {false, true}) {
            std::string table = "a,b,c,kind,person\n";
            const std::size_t first = ofPrior ? (shared ? 90 : 100) : 0;
            for (std::size_t row = 0; row < (ofPrior ? 30 : 100); ++row) {
                for (std::size_t at = 0; at < 3; ++at) { // of a prior by other numbers
                    table += std::to_string(m_features[row * dim + at] * (ofPrior ? 2.0F : 1.0F)) + ",";
                }
                table += std::to_string(m_labels[row]) + ",p" + std::to_string(first + row) + "\n";
            }
            writeBytes(m_place.path(ofPrior ? "prior.csv" : "rows.csv"), table);
        }
        const std::string prior = m_place.text("prior.csv");
        const Outcome outcome = on(shared ? "shared.parsimony" : "apart.parsimony",
                                   {{"--train", m_place.text("rows.csv"), "--label-column", "kind",
                                     "--id-column", "person", "--prior", prior + "," + prior + ":kind"}});
        EXPECT_EQ(outcome.exitCode, shared ? 3 : 0) << outcome.text();
    }
}

TEST_F(Rule26Apart, AFileThatHoldsBothPartsTiesNeitherToTheOther) {
    write("whole", 0, all);
    for (const bool ids : {true, false}) {
        const std::string project = ids ? "ids.parsimony" : "rows.parsimony";
        m_registry = project + ".db";
        const Words parted{"--split", "80/20"};
        ASSERT_EQ(on(project, {part("train", "whole", ids), parted}).exitCode, 0);
        const double test = charged(project, "test");
        EXPECT_EQ(on(project, {part("train", "whole", ids), {"--experiment-epsilon", "0.9"}}).exitCode, 3)
            << "the same file undivided: some of it has half of its budget left";
        expectApart(project, 0.5, test);
        const Outcome again = on(project, {part("train", "whole", ids), parted, {"--test-epsilon", "none"}});
        EXPECT_EQ(again.exitCode, 0) << again.text();
        EXPECT_EQ(audit(project).exitCode, 0);
        EXPECT_NEAR(chargedFirst(project, "test"), test, 1e-9);
    }
}

TEST_F(Rule26Apart, EncodersOfBothPartsTieNeitherToTheOther) {
    for (const char* encoder : {"a", "b"}) {
        std::filesystem::create_directories(m_place.path(encoder));
        write(std::string(encoder) + "/train", 0, all, *encoder == 'a' ? 1.0F : -2.0F);
    }
    const Words both{"--data", "a=" + m_place.text("a"), "--data", "b=" + m_place.text("b"), "--same-order"};
    const auto search = [&](const Words& more) {
        return on("p.parsimony", {both, {"--method", "random", "--trials", "2"}, more});
    };
    const Outcome first = search({"--split", "80/20"});
    ASSERT_EQ(first.exitCode, 0) << first.text();
    const double test = charged("p.parsimony", "test");
    EXPECT_EQ(search({"--experiment-epsilon", "0.9"}).exitCode, 3);
    expectApart("p.parsimony", 0.5, test);
}

TEST_F(Rule26Apart, ATableByAnotherPathIsNoOtherColumnOfItself) {
    std::string table = "a,b,c,kind\n";
    for (std::size_t row = 0; row < all; ++row) {
        for (std::size_t at = 0; at < 3; ++at) {
            table += std::to_string(m_features[row * dim + at]) + ",";
        }
        table += std::to_string(m_labels[row]) + "\n";
    }
    writeBytes(m_place.path("t.csv"), table);
    std::filesystem::create_symlink(m_place.path("t.csv"), m_place.path("u.csv"));
    const auto divided = [&](const char* file) {
        return on("p.parsimony", {{"--train", m_place.text(file), "--label-column", "kind", "--split",
                                   "80/20", "--experiment-epsilon", "0.3"}});
    };
    ASSERT_EQ(divided("t.csv").exitCode, 0);
    const double test = charged("p.parsimony", "test");
    const Outcome other = divided("u.csv");
    EXPECT_EQ(other.exitCode, 0) << other.text();
    EXPECT_LT(charged("p.parsimony", "test"), 2.1 * test);
    EXPECT_LT(charged("p.parsimony", "train"), 0.5);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule26Apart, AnotherProjectThatIsHalfOfEachTiesNeitherToTheOther) {
    write("first", 0, 100);
    write("second", 100, 200);
    write("between", 50, 150);
    for (const bool ids : {true, false}) {
        m_registry = ids ? "ids.db" : "rows.db";
        const std::string ours = ids ? "ids.parsimony" : "rows.parsimony", theirs = "half-" + ours;
        const Words parts = part("train", "first", ids);
        const Words test = part("test", "second", ids);
        ASSERT_EQ(on(ours, {parts, test, {"--experiment-epsilon", "0.8", "--test-epsilon", "0.8"}}).exitCode,
                  0);
        expectApart(ours, 0.8, 0.8);
        Words declared = part("train", "between", ids);
        declared.insert(declared.begin(),
                        {"budget", "declare", "--storage", m_place.text(theirs), "--classes",
                         std::to_string(classes), "--epsilon", "1", "--delta", "1e-5", "--linked-to",
                         m_place.text(ours) + ":train", "--linked-to", m_place.text(ours) + ":test"});
        const Outcome between = cli(declared);
        ASSERT_EQ(between.exitCode, 0) << between.text();
        EXPECT_EQ(
            on(ours, {parts, test, {"--linked-to", m_place.text(theirs), "--experiment-epsilon", "0.9"}})
                .exitCode,
            3)
            << "0.8 of 1 are spent";
        expectApart(ours, 0.8, 0.8);
    }
}

TEST_F(Rule26Apart, WhomIdsTellApartAMistakenLinkDoesNotTie) {
    write("first", 0, 100);
    write("most", 0, 150, 2.0F);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", true)}).exitCode, 0);
    const Words most = part("train", "most", true);
    const std::string first = m_place.text("first.parsimony");
    ASSERT_EQ(on("p.parsimony", {most, {"--leave-out", first}}).exitCode, 0);
    EXPECT_EQ(on("p.parsimony", {most, {"--linked-to", first, "--experiment-epsilon", "0.9"}}).exitCode, 3);
    EXPECT_NEAR(charged("first.parsimony"), 0.5, 1e-9);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    EXPECT_EQ(audit("first.parsimony").exitCode, 0);
}

TEST_F(Rule26Apart, WhoeverHasNoIdsCannotBeLeftOut) {
    write("first", 0, 100);
    write("train", 85, 200);
    ASSERT_EQ(on("first.parsimony", {part("train", "first", false)}).exitCode, 0);
    const Outcome outcome =
        on("p.parsimony", {part("train", "train", true), {"--leave-out", m_place.text("first.parsimony")}});
    EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
    EXPECT_THAT(outcome.err, HasSubstr("without ids"));
    EXPECT_EQ(chargedFirst("p.parsimony", "train"), 0.0);
}

TEST_F(Rule26Apart, PublicRowsAreNotLinkedWithPrivateOnes) {
    write("train", 0, 100);
    write("again", 0, 100, 3.0F);
    ASSERT_EQ(on("first.parsimony", {part("train", "train", false)}).exitCode, 0);
    const Outcome outcome =
        on("p.parsimony",
           {part("train", "again", false),
            {"--visibility", "public", "--linked-to", m_place.text("first.parsimony") + ":train"}});
    EXPECT_EQ(outcome.exitCode, 3) << outcome.text();
    EXPECT_THAT(outcome.err, HasSubstr("can't be declared public"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("changes nothing")));
    EXPECT_THAT(outcome.out, Not(HasSubstr("accuracy")));
    const std::string model = m_place.text("m.npz");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("first.parsimony"), "--output", model}).exitCode, 0);
    Words look{"evaluate", model, "--visibility", "public", "--linked-to", m_place.text("first.parsimony")};
    const Words again = part("test", "again", false);
    look.insert(look.end(), again.begin(), again.end());
    const Outcome shown = cli(look);
    EXPECT_EQ(shown.exitCode, 2) << shown.text();
    EXPECT_THAT(shown.out, Not(HasSubstr("accuracy")));
}

// The first one's charge was for each of its rows, and the second one's ids tell how many one person has.
TEST_F(Rule26Apart, RowsThatAnotherPartKnowsToBeOnePersonsCountSo) {
    constexpr std::size_t each = 10;
    write("rows", 0, 200);
    std::vector<std::size_t> persons(200);
    for (std::size_t row = 0; row < persons.size(); ++row) {
        persons[row] = row / each;
    }
    writeIds("rows.ids", persons);
    write("encoded", 0, 20, 5.0F);
    const std::string first = m_place.text("first.parsimony"), second = m_place.text("second.parsimony");
    ASSERT_EQ(
        on("first.parsimony", {part("train", "rows", false), {"--experiment-epsilon", "0.09"}}).exitCode, 0);
    Words declared = part("train", "rows", true);
    declared.insert(declared.begin(),
                    {"budget", "declare", "--storage", second, "--classes", std::to_string(classes),
                     "--epsilon", "1", "--delta", "1e-5", "--rows-per-person", "10", "--linked-to", first});
    const Outcome known = cli(declared);
    ASSERT_EQ(known.exitCode, 0) << known.text();
    const auto third = [&](const std::string& project, const char* most) {
        return on(project,
                  {part("train", "encoded", true),
                   {"--rows-per-person", most, "--linked-to", second, "--experiment-epsilon", "0.97"}});
    };
    const Outcome few = third("few.parsimony", "2");
    EXPECT_EQ(few.exitCode, 3) << few.text();
    EXPECT_THAT(few.err, HasSubstr("--rows-per-person 10"));
    EXPECT_EQ(third("many.parsimony", "10").exitCode, 3) << "no room beside ten times the first one's charge";
    EXPECT_GT(charged("many.parsimony"), 0.85);
}

TEST_F(Rule26Apart, WhoHasRowsInTwoPartsHasTheSameIdsInBoth) {
    write("train", 0, 100);
    write("validation", 80, 180);
    ASSERT_EQ(on("p.parsimony", {part("train", "train", true),
                                 part("validation", "validation", true),
                                 {"--experiment-epsilon", "0.2"}})
                  .exitCode,
              0);
    const Outcome again =
        on("q.parsimony", {part("train", "validation", true),
                           {"--linked-to", m_place.text("p.parsimony") + ":train", "--linked-to",
                            m_place.text("p.parsimony") + ":validation", "--experiment-epsilon", "0.2"}});
    EXPECT_EQ(again.exitCode, 0) << again.text();
}

// Rows that count nobody in test, since their people are in train, are known as private all the same.
TEST_F(Rule26Apart, RowsThatAreEmptyInTestAreKnown) {
    write("train", 0, 200);
    write("second", 0, 200, 5.0F);
    ASSERT_EQ(on("p.parsimony", {part("train", "train", true),
                                 part("test", "second", true),
                                 {"--experiment-epsilon", "0.5", "--test-epsilon", "0.3"}})
                  .exitCode,
              0);
    EXPECT_EQ(on("q.parsimony", {part("train", "second", false)}).exitCode, 3);
    EXPECT_EQ(on("r.parsimony", {part("train", "second", false), {"--visibility", "public"}}).exitCode, 3);
}

} // namespace parsimony::test
