// SPDX-License-Identifier: GPL-3.0-or-later
// The server: whose labels, groups and maps a request may name that is not the curator's. The features say
// whose account pays; what other files hold of other people nobody's would.
#include "tests/app/serve_fixture.h"

using namespace parsimony::test;

namespace {

json lookAt(const json& session, const json& on) {
    return {{"session", session}, {"key", on.dump()}, {"on", on}};
}

} // namespace

TEST_F(CliServeOnBudget, LabelsAreThoseThatWereDeclared) {
    writeDataset(m_place.path("root/others"), {2000, 32, 3, 7}, {300, 32, 3, 8});
    const Outcome declared =
        m_place.cli({"budget", "declare", "--storage", m_place.text("root/p.parsimony"), "--data",
                     m_place.text("root/others"), "--classes", "3", "--epsilon", "3", "--delta", "1e-5"});
    ASSERT_EQ(declared.exitCode, 0) << declared.text();
    Conversation talk(m_place, below());
    const json session = opened(talk);
    const auto runOn = [&](const std::string& trainLabels, const std::string& testLabels) {
        json asked = options();
        asked.erase("data");
        asked["train"] = "data/train.npy";
        asked["train-labels"] = trainLabels;
        asked["test"] = "data/test.npy";
        asked["test-labels"] = testLabels;
        asked["experiment-epsilon"] = 1;
        return talk.answer("run",
                           {{"session", session}, {"key", trainLabels + testLabels}, {"options", asked}});
    };
    for (const json& refused : {runOn("others/train_labels.npy", "data/test_labels.npy"),
                                runOn("data/train_labels.npy", "others/test_labels.npy")}) {
        EXPECT_EQ(codeOf(refused), 3) << refused;
        EXPECT_NE(messageOf(refused).find("these labels are not those"), std::string::npos) << refused;
    }
    EXPECT_TRUE(talk.answer("state", {{"session", session}})["result"]["experiments"].empty());
    const json ran = runOn("data/train_labels.npy", "data/test_labels.npy");
    ASSERT_EQ(ran["result"].value("status", ""), "finished") << ran;
    const json looked = talk.answer(
        "evaluate",
        lookAt(session, {{"part", "test"},
                         {"files", {{"features", "data/test.npy"}, {"labels", "others/test_labels.npy"}}}}));
    EXPECT_EQ(codeOf(looked), 3) << looked;
}

TEST_F(CliServeOnBudget, GroupsAndMapsOfLabelsAreTheCurators) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    json asked = options();
    asked["experiment-epsilon"] = 1;
    ASSERT_EQ(talk.answer("run", {{"session", session}, {"key", "a"}, {"options", asked}})["result"].value(
                  "status", ""),
              "finished");
    writeBytes(m_place.path("root/patients.csv"), "0,1\n1,0\n2,2\n");
    const json files{{"features", "data/test.npy"}, {"labels", "data/test_labels.npy"}};
    for (const json& named : {json{{"label_map", "patients.csv"}},
                              json{{"groups", "data/test_labels.npy"}, {"group_names", {"0", "1", "2"}}}}) {
        json on{{"part", "test"}, {"files", files}};
        on.update(named);
        const json refused = talk.answer("evaluate", lookAt(session, on));
        EXPECT_EQ(codeOf(refused), 3) << refused;
        EXPECT_NE(messageOf(refused).find("without --curator"), std::string::npos) << refused;
    }
}
