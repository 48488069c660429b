// SPDX-License-Identifier: GPL-3.0-or-later
// The server: looks at private rows.
#include "tests/app/serve_fixture.h"

using namespace parsimony::test;

TEST_F(CliServe, EvaluatesWithoutARoot) {
    Conversation talk(m_place, {});
    const std::string data = m_place.text("root/data");
    json asked = options();
    asked["data"] = data;
    asked["experiment-epsilon"] = 2;
    const json session = opened(talk, m_place.text("free.parsimony"));
    const json ran = talk.answer("run", {{"session", session}, {"key", "k"}, {"options", asked}});
    ASSERT_EQ(ran["result"].value("status", ""), "finished") << ran;
    const json looked = talk.answer(
        "evaluate",
        {{"session", session},
         {"key", "look"},
         {"on",
          {{"part", "test"},
           {"files", {{"features", data + "/test.npy"}, {"labels", data + "/test_labels.npy"}}}}}});
    EXPECT_TRUE(looked.contains("result")) << looked;
    EXPECT_EQ(codeOf(talk.answer("arrays", {{"file", ""}})), 1);
}

TEST_F(CliServe, EvaluatesTheTestPartOfAFileThatIsDivided) {
    Conversation talk(m_place, {});
    const std::string data = m_place.text("root/data");
    json asked = options();
    asked.erase("data");
    asked["train"] = data + "/train.npy";
    asked["train-labels"] = data + "/train_labels.npy";
    asked["split"] = "80/20";
    asked["experiment-epsilon"] = 2;
    const json session = opened(talk, m_place.text("divided.parsimony"));
    const json ran = talk.answer("run", {{"session", session}, {"key", "k"}, {"options", asked}});
    ASSERT_EQ(ran["result"].value("status", ""), "finished") << ran;
    json on{{"part", "test"},
            {"split", "80/20"},
            {"files", {{"features", data + "/train.npy"}, {"labels", data + "/train_labels.npy"}}}};
    const json looked = talk.answer("evaluate", {{"session", session}, {"key", "look"}, {"on", on}});
    ASSERT_TRUE(looked.contains("result")) << looked;
    const json records = looked["result"]["records"];
    EXPECT_LT(records.get<double>(), 1200.0) << looked;
    on["split"] = "80";
    EXPECT_EQ(codeOf(talk.answer("evaluate", {{"session", session}, {"key", "again"}, {"on", on}})), 2);
    on["split"] = 80;
    EXPECT_EQ(codeOf(talk.answer("evaluate", {{"session", session}, {"key", "once more"}, {"on", on}})), 2);
}
