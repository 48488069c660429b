// SPDX-License-Identifier: GPL-3.0-or-later
// What a signed statement says of its guarantee, against the ledger: by the program and by the script.
#include "tests/app/signed_model.h"

#include <utility>

namespace parsimony::test {
namespace {

TEST_F(CliStatement, AFieldThatIsMissingOrOfAnotherTypeIsAProblem) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json statement = statementThere();
    for (const char* field : {"guarantee", "epsilon", "delta", "method", "accounts"}) {
        nlohmann::json changed = statement;
        changed["predicate"].erase(field);
        sealAgain(changed);
        EXPECT_EQ(script("mine.public.pem"), 4) << field;
        sealAgain(statement, std::string("/predicate/") + field, nullptr);
        EXPECT_EQ(script("mine.public.pem"), 4) << field;
    }
    sealAgain(statement, "/subject", 5);
    EXPECT_EQ(script("mine.public.pem"), 4);
}

TEST_F(CliStatement, FiguresAreOfTheirTypeAndAsExactAsTheLedgers) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json statement = statementThere();
    const auto expectFound = [&](const std::string& pointer, const nlohmann::json& value) {
        sealAgain(statement, pointer, value);
        EXPECT_NE(check({"--public-key", m_place.text("mine.public.pem")}).exitCode, 0) << pointer;
        EXPECT_NE(script("mine.public.pem"), 0) << pointer;
    };
    const nlohmann::json& predicate = statement["predicate"];
    expectFound("/predicate/rows_per_person", true);
    expectFound("/predicate/rows_per_person", 1.0);
    expectFound("/predicate/private", 1);
    expectFound("/predicate/ledger/rows", predicate["ledger"]["rows"].get<double>());
    expectFound("/predicate/epsilon", predicate["epsilon"].get<double>() * (1.0 - 9e-7));
    expectFound("/predicate/accounts/0/epsilon",
                predicate["accounts"][0]["epsilon"].get<double>() * (1.0 - 9e-7));
    expectFound("/predicate/accounts/0/simulated", 0);
}

// What the accounts came to at the statement's tip is known however much was spent since.
TEST_F(CliStatement, SmallerFiguresAreFoundOnALedgerThatHasGrownSince) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json statement = statementThere();
    ASSERT_EQ(m_place
                  .cli({"budget", "raise", "--epsilon", "6", "--reason", "agreed", "--storage",
                        m_place.text("p.parsimony")})
                  .exitCode,
              0);
    Words again = m_place.onData("run", "p.parsimony");
    again.insert(again.end(), {"-q", "--classes", "3", "--steps", "5", "--trials", "1"});
    const Outcome more = m_place.cli(again);
    ASSERT_EQ(more.exitCode, 0) << more.text();
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    EXPECT_EQ(check(key).exitCode, 0) << check(key).text();
    EXPECT_EQ(script("mine.public.pem"), 0);
    for (const auto& [field, value] :
         {std::pair{"epsilon", 1.0}, std::pair{"mu", 0.1}, std::pair{"target_epsilon", 2.0}}) {
        nlohmann::json changed = statement;
        changed["predicate"]["accounts"][0][field] = value;
        writeBytes(m_statement, exporting::sealed(changed, mine()));
        EXPECT_EQ(check(key).exitCode, 4) << field << check(key).text();
        EXPECT_EQ(script("mine.public.pem"), 4) << field;
    }
    nlohmann::json without = statement;
    without["predicate"]["accounts"] = nlohmann::json::array();
    writeBytes(m_statement, exporting::sealed(without, mine()));
    EXPECT_EQ(check(key).exitCode, 4);
    EXPECT_EQ(script("mine.public.pem"), 4);
}

} // namespace
} // namespace parsimony::test
