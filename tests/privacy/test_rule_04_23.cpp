// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 4: the ledger is append-only and chained. Rule 23: a shared copy has no curator values and still
// verifies.
#include "core/ledger/project.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace parsimony::test {

using Rule04 = RuleTest;
using Rule23 = RuleTest;

TEST_F(Rule04, EditedDeletedReorderedOrCutRowsAreNamed) {
    ASSERT_EQ(cli(run("p.parsimony")).exitCode, 0);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    std::filesystem::copy_file(m_place.path("p.parsimony"), m_place.path("pristine"));
    for (const auto& [sql, row] : std::vector<std::pair<std::string, int>>{
             {"UPDATE ledger SET body = body || ' ' WHERE seq = 8", 8},
             {"UPDATE ledger SET mu_squared = mu_squared / 2 WHERE seq = 10", 10},
             {"DELETE FROM ledger WHERE seq = 12", 13},
             {"UPDATE ledger SET seq = 0 WHERE seq = 14; UPDATE ledger SET seq = 14 WHERE seq = 15; UPDATE "
              "ledger "
              "SET seq = 15 WHERE seq = 0",
              14}}) {
        std::filesystem::copy_file(m_place.path("pristine"), m_place.path("p.parsimony"),
                                   std::filesystem::copy_options::overwrite_existing);
        tamper("p.parsimony", sql);
        const Outcome found = audit("p.parsimony");
        EXPECT_EQ(found.exitCode, 4) << sql << found.text();
        bool named = false;
        const nlohmann::json report = found.json();
        for (const auto& problem : report["problems"]) {
            named = named || problem["row"] == row;
        }
        EXPECT_TRUE(named) << sql << found.text();
    }
    // A cut tail leaves a perfect chain: the registry's head finds it.
    std::filesystem::copy_file(m_place.path("pristine"), m_place.path("p.parsimony"),
                               std::filesystem::copy_options::overwrite_existing);
    tamper("p.parsimony", "DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)");
    EXPECT_EQ(audit("p.parsimony").exitCode, 4);
}

TEST_F(Rule04, AnOlderCopyIsFoundUnasked) {
    ASSERT_EQ(m_place
                  .cli({"run", "--dry-run", "--storage", m_place.text("x"), "--data", m_place.text("data"),
                        "--classes", "3", "--epsilon", "2", "--delta", "1e-5"})
                  .exitCode,
              0);
    ASSERT_EQ(cli(run("p.parsimony")).exitCode, 0);
    std::filesystem::copy_file(m_place.path("p.parsimony"), m_place.path("older"));
    const Outcome raised = cli({"budget", "raise", "--epsilon", "3", "--reason", "the board agreed",
                                "--storage", m_place.text("p.parsimony")});
    ASSERT_EQ(raised.exitCode, 0) << raised.text();
    const std::string head = audit("p.parsimony").json()["head"];
    EXPECT_EQ(audit("p.parsimony", {"--head", head}).exitCode, 0);
    std::filesystem::rename(m_place.path("older"), m_place.path("p.parsimony"));
    EXPECT_EQ(audit("p.parsimony").exitCode, 4);
    EXPECT_EQ(audit("p.parsimony", {"--head", head}).exitCode, 4);
}

TEST_F(Rule23, ASharedCopyVerifiesAndHoldsNoPrivateHashOrCount) {
    auto words = run("p.parsimony");
    words.insert(words.end(), {"--records", "500"}); // the true number of rows is the curator's
    ASSERT_EQ(cli(words).exitCode, 0);
    ASSERT_EQ(audit("p.parsimony", {"--export", m_place.text("shared")}).exitCode, 0);
    const Outcome verified = audit("shared");
    EXPECT_EQ(verified.exitCode, 0) << verified.text();
    EXPECT_EQ(verified.json()["head"], audit("p.parsimony").json()["head"]);
    const std::string bytes = readBytes(m_place.path("shared"));
    const auto project = ledger::Project::open(m_place.path("p.parsimony"));
    int curator = 0;
    for (const auto& row : project.changesSince(0)) {
        if (row.valueClass == ledger::ValueClass::Curator) {
            ++curator;
            EXPECT_EQ(bytes.find(row.body), std::string::npos);
        }
        if (row.kind == ledger::RowKind::Part) {
            const auto digest = project.contentDigest(row.part);
            ASSERT_EQ(digest.size(), 64U);
            EXPECT_EQ(bytes.find(digest), std::string::npos);
        }
    }
    EXPECT_GE(curator, 2);
    // And nobody goes on with it.
    EXPECT_TRUE(ledger::Project::open(m_place.path("shared")).readOnly());
    EXPECT_EQ(cli({"trials", "--storage", m_place.text("shared")}).exitCode, 0);
    EXPECT_EQ(audit("p.parsimony", {"--export", m_place.text("shared")}).exitCode, 2);
}

} // namespace parsimony::test
