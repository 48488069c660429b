// SPDX-License-Identifier: GPL-3.0-or-later
// What `serve` tells of an audit.
#include "tests/app/serve_fixture.h"

#include <map>
#include <string>

using namespace parsimony::test;

TEST_F(CliServeOnBudget, AuditsSayWhichPartEachTrialOpened) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    json asked = options();
    asked["experiment-epsilon"] = 1;
    ASSERT_EQ(codeOf(talk.answer("run", {{"session", session}, {"key", "a"}, {"options", asked}})), 0);
    std::map<std::string, int> parts;
    const json audited = talk.answer("audit", {{"project", "p.parsimony"}})["result"];
    for (const json& access : audited["accesses"]) {
        if (access.contains("trial")) {
            ++parts[access.value("part", "")];
        }
    }
    EXPECT_GT(parts["train"], 1) << audited;
    EXPECT_EQ(parts["test"], 1) << audited;
    EXPECT_EQ(parts.size(), 2U) << audited;
}
