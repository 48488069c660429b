// SPDX-License-Identifier: GPL-3.0-or-later
// What `serve` without --curator tells of projects that a newer version wrote, and of what is not installed.
#include "core/session/plan_format.h"
#include "tests/app/serve_fixture.h"
#include "tests/core/ledger/forger.h"

#include <string>

using namespace parsimony::test;
using parsimony::ledger::forge;
using parsimony::ledger::forgeWhole;

TEST_F(CliServeOnBudget, AProjectOfANewerVersionIsToldWithTheAdviceToUpdate) {
    {
        Conversation talk(m_place, below());
        json asked = options();
        asked["experiment-epsilon"] = 1;
        ASSERT_EQ(codeOf(talk.answer("run", {{"session", opened(talk)}, {"key", "a"}, {"options", asked}})),
                  0);
    }
    const auto forged = [&](const std::string& name) {
        const fs::path copy = m_place.path("root/" + name);
        fs::copy_file(m_place.path("root/p.parsimony"), copy);
        return copy;
    };
    forge(forged("format.parsimony"), "PRAGMA user_version = 2");
    forgeWhole(forged("kind.parsimony"),
               "INSERT INTO ledger (seq, time, kind, class, prev, hash, body) SELECT seq + 1, time, "
               "'quantum_row', 'public', hash, hash, '{}' FROM ledger ORDER BY seq DESC LIMIT 1");
    const std::string known = std::to_string(parsimony::session::kPlanFormat);
    const std::string later = std::to_string(parsimony::session::kPlanFormat + 1);
    forgeWhole(forged("plan.parsimony"), "UPDATE ledger SET body = json_set(body, '$.plan.plan_format', " +
                                             later + ") WHERE kind = 'experiment'");
    Conversation talk(m_place, below());
    const auto openOf = [&](const std::string& name) { return talk.answer("open", {{"project", name}}); };
    EXPECT_EQ(messageOf(openOf("format.parsimony")),
              "'format.parsimony' was written by a newer version of Parsimony (format 2, this one reads 1); "
              "update Parsimony");
    const std::string kind = messageOf(openOf("kind.parsimony"));
    EXPECT_EQ(kind.find("row "), 0U) << kind;
    EXPECT_NE(kind.find(" of 'kind.parsimony' is of a kind that this version of Parsimony does not know: "
                        "'quantum_row'; a newer version wrote it, update Parsimony"),
              std::string::npos)
        << kind;
    EXPECT_EQ(messageOf(talk.answer("audit", {{"project", "kind.parsimony"}})), kind);
    const json session = openOf("plan.parsimony")["result"]["session"];
    const std::string newer = "the experiment was planned by a newer version of Parsimony (plan format " +
                              later + "; this one knows " + known + "): update to go on with it";
    EXPECT_EQ(messageOf(talk.answer("state", {{"session", session}})),
              "experiment 1 of 'plan.parsimony' can't be read: " + newer);
    const json ran = talk.answer("run", {{"session", session}, {"key", "b"}, {"options", options()}});
    EXPECT_EQ(messageOf(ran),
              "nothing can be written into 'plan.parsimony' because of its experiment 1: " + newer);
    EXPECT_EQ(talk.heard.find(m_place.text("root")), std::string::npos); // where it lies is nobody's business
}

TEST_F(CliServeOnBudget, AModuleThatIsNotInstalledIsNamed) {
    Conversation talk(m_place, below());
    json asked = options();
    asked["device"] = "cuda";
    asked["threads"] = 0;
    const json ran = talk.answer("run", {{"session", opened(talk)}, {"key", "a"}, {"options", asked}});
    EXPECT_NE(codeOf(ran), 0);
    EXPECT_EQ(messageOf(ran).find("installation has no (not told)"), std::string::npos) << ran;
}
