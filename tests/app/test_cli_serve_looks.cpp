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

TEST_F(CliServe, EvaluatesAColumnOfLabelsForTheEncoderOfTheClassifier) {
    Conversation talk(m_place, {"--curator"});
    json asked = options();
    asked["data"] = m_place.text("root/data");
    asked["encoder-id"] = "clip@1";
    const json session = opened(talk, m_place.text("free.parsimony"));
    const json ran = talk.answer("run", {{"session", session}, {"key", "k"}, {"options", asked}});
    ASSERT_EQ(ran["result"].value("status", ""), "finished") << ran;
    std::string table = "kind";
    for (int column = 0; column < 32; ++column) {
        table += ",c" + std::to_string(column);
    }
    for (int row = 0; row < 3; ++row) {
        table += "\n" + std::to_string(row);
        for (int column = 0; column < 32; ++column) {
            table += column == row ? ",1" : ",0";
        }
    }
    writeBytes(m_place.path("rows.csv"), table + "\n");
    json on{{"files", {{"features", m_place.text("rows.csv")}}}, {"options", {{"label-column", "kind"}}}};
    const auto looked = [&](const char* key, const json& more) {
        json all = on;
        all.update(more, true);
        return talk.answer("evaluate", {{"session", session}, {"key", key}, {"private", false}, {"on", all}});
    };
    EXPECT_EQ(looked("1", {{"options", {{"encoder-id", "clip@1"}}}, {"loss_bound", 3}})["result"]["records"],
              3);
    const json other = looked("2", {{"options", {{"encoder-id", "dino@1"}}}});
    EXPECT_EQ(codeOf(other), 2);
    EXPECT_EQ(messageOf(other).find("the classifier takes features of the encoder clip@1"), 0U) << other;
    EXPECT_EQ(codeOf(looked("3", {{"options", {{"label-column", "none"}}}})), 1);
    const json written = talk.answer("predict", {{"session", session},
                                                 {"features", m_place.text("rows.csv")},
                                                 {"options", {{"label-column", "kind"}}},
                                                 {"name", "classes.csv"}});
    EXPECT_EQ(written["result"].size(), 1U) << written;
}

/// What private rows are is the curator's word, and so is which other projects they stand in.
TEST_F(CliServeOnBudget, LooksClaimNoLinks) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    json asked = options();
    asked["experiment-epsilon"] = 1;
    const json ran = talk.answer("run", {{"session", session}, {"key", "k"}, {"options", asked}});
    ASSERT_EQ(ran["result"].value("status", ""), "finished") << ran;
    for (const char* link : {"/etc/passwd", "../other.parsimony", "p.parsimony:train"}) {
        for (const char* member : {"linked-to", "leave-out"}) {
            const json on{{"files", {{"features", "data/test.npy"}, {"labels", "data/test_labels.npy"}}},
                          {"options", {{member, json::array({link})}}}};
            const json looked = talk.answer("evaluate", {{"session", session}, {"key", "look"}, {"on", on}});
            EXPECT_EQ(codeOf(looked), 3) << looked;
        }
    }
}

/// Of rows that a curator declared before, under another name: whether their last person is in train, and so
/// empty here, is in no answer.
TEST_F(CliServe, LooksAtRowsOfNobodyAreAnsweredAsThoseOfOne) {
    const auto folder = [this](const std::string& name) { return m_place.path("root/" + name); };
    for (const bool isInTrain : {false, true}) {
        const std::string world = isInTrain ? "nobody" : "one";
        const unsigned seed = isInTrain ? 20 : 30;
        writeDataset(folder(world), {200, 8, 3, seed}, {1, 8, 3, seed + 1});
        std::string ids;
        for (int row = 0; row < 200; ++row) {
            ids += world + std::to_string(row) + "\n";
        }
        writeBytes(folder(world) / "ids", ids);
        writeBytes(folder(world) / "test_ids", world + (isInTrain ? "7\n" : "777\n"));
        const std::string project = "root/" + world + ".parsimony", data = "root/" + world + "/";
        const auto file = [&](const char* name) { return m_place.text(data + name); };
        ASSERT_EQ(m_place
                      .cli({"run",
                            "-q",
                            "--storage",
                            m_place.text(project),
                            "--train",
                            file("train.npy"),
                            "--train-labels",
                            file("train_labels.npy"),
                            "--record-ids",
                            file("ids"),
                            "--classes",
                            "3",
                            "--epsilon",
                            "1",
                            "--delta",
                            "1e-5",
                            "--method",
                            "single",
                            "--steps",
                            "1",
                            "--experiment-epsilon",
                            "0.3"})
                      .exitCode,
                  0);
        const std::string model = m_place.text(world + ".npz");
        ASSERT_EQ(m_place.cli({"export", "--storage", m_place.text(project), "--output", model}).exitCode, 0);
        ASSERT_EQ(
            m_place
                .cli({"evaluate", model, "--storage", m_place.text(project), "--ood",
                      "o1=" + file("test.npy") + "," + file("test_labels.npy") + "," + file("test_ids")})
                .exitCode,
            0);
        Conversation talk(m_place, below());
        const json session = opened(talk, world + ".parsimony");
        for (const char* part : {"o1", "o2"}) {
            const json on{{"part", part},
                          {"files",
                           {{"features", world + "/test.npy"},
                            {"labels", world + "/test_labels.npy"},
                            {"ids", world + "/test_ids"}}}};
            const json looked =
                talk.answer("evaluate", {{"session", session}, {"key", world + part}, {"on", on}});
            EXPECT_TRUE(looked.contains("result")) << world << looked;
        }
    }
}
