// SPDX-License-Identifier: GPL-3.0-or-later
// The server: what may be asked, and by whom.
#include "tests/app/serve_fixture.h"

#include <cmath>
#include <cstdlib>
#include <regex>

using namespace parsimony::test;

TEST_F(CliServe, NobodyBelowARootDeclaresRowsPublicButTheCurator) {
    json asPublic = options();
    asPublic["visibility"] = "public";
    json withPrior = options();
    writeDataset(m_place.path("root/prior"), {200, 32, 3, 7}, {10, 32, 3, 8});
    withPrior["prior"] = "prior/train.npy,prior/train_labels.npy";
    json withPublicTest = options();
    withPublicTest["public-parts"] = "test";
    json fromRows = options(); // weights are exported as they come: with a step size of nothing, those rows
    fromRows["init"] = "data/train.npy";
    json named = options(); // and so are names
    writeBytes(m_place.path("root/names.txt"), "a\nb\nc\n");
    named["class-names"] = "names.txt";
    ASSERT_EQ(declare(m_place, "n.parsimony").exitCode, 0);
    for (const bool curator : {false, true}) {
        auto words = below();
        if (curator) {
            words.emplace_back("--curator");
        }
        Conversation talk(m_place, words);
        const json line = talk.answer("plan_without_project", {{"options", asPublic}});
        EXPECT_EQ(codeOf(line), curator ? 0 : 3) << line;
        json counted = options(); // nobody who is confined learns how many records there are
        counted.erase("records");
        const json outside = talk.answer("plan_without_project", {{"options", counted}});
        EXPECT_EQ(codeOf(outside), curator ? 0 : 3) << outside;
        counted["records"] = 300;
        EXPECT_EQ(codeOf(talk.answer("plan_without_project", {{"options", counted}})), 0);
        const json session = opened(talk, curator ? "c.parsimony" : "n.parsimony");
        for (const json& own : {asPublic, withPrior, withPublicTest, fromRows, named}) {
            const json ran = talk.answer("plan", {{"session", session}, {"options", own}});
            EXPECT_EQ(codeOf(ran) == 3, !curator) << own << ran;
        }
        json elsewhere = counted; // of rows that this project does not have
        elsewhere.erase("records");
        elsewhere["data"] = "prior";
        const json beside = talk.answer("plan", {{"session", session}, {"options", elsewhere}});
        EXPECT_EQ(codeOf(beside) == 3, !curator) << beside;
        EXPECT_EQ(messageOf(beside).find("curator's to tell") != std::string::npos, !curator) << beside;
        const json looked = talk.answer(
            "evaluate", {{"session", session}, {"key", "k"}, {"private", false}, {"on", json::object()}});
        EXPECT_EQ(messageOf(looked).find("curator's word") != std::string::npos, !curator) << looked;
    }
}

TEST_F(CliServe, AProjectIsNotMadeInAFolderThatIsNotThere) {
    const std::string missing = m_place.text("root/missing");
    const Outcome typed = m_place.cli({"budget", "declare", "--storage", missing + "/new.parsimony", "--data",
                                       m_place.text("root/data"), "--classes", "3", "--epsilon", "4",
                                       "--delta", "1e-5", "--records", "2000"});
    EXPECT_EQ(typed.exitCode, 1) << typed.text();
    auto words = below();
    words.emplace_back("--curator");
    Conversation talk(m_place, words);
    const json line = talk.answer("open", {{"project", "missing/new.parsimony"}, {"create", true}});
    EXPECT_EQ(codeOf(line), 1) << line;
    EXPECT_NE(messageOf(line).find("make it first"), std::string::npos) << line;
    EXPECT_NE(typed.err.find("make it first"), std::string::npos) << typed.text();
    EXPECT_FALSE(fs::exists(missing));
}

TEST_F(CliServe, WhoIsConfinedSpendsWhatTheCuratorDeclared) {
    writeDataset(m_place.path("root/other"), {2000, 32, 3, 7}, {300, 32, 3, 8});
    const Outcome declared = declare(m_place);
    ASSERT_EQ(declared.exitCode, 0) << declared.text();
    Conversation talk(m_place, below());
    // The budget of these rows would be theirs to choose.
    EXPECT_EQ(codeOf(talk.answer("open", {{"project", "new.parsimony"}, {"create", true}})), 1);
    EXPECT_FALSE(fs::exists(m_place.path("root/new.parsimony")));
    const json session = opened(talk);
    const auto run = [&](const json& asked, const std::string& key) {
        return talk.answer("run", {{"session", session}, {"key", key}, {"options", asked}});
    };
    EXPECT_EQ(declared.json()["datasets"][0]["budget"]["spent_epsilon"], 0.0);
    EXPECT_EQ(declare(m_place).exitCode, 0); // once more is the same
    EXPECT_EQ(declare(m_place, "p.parsimony", "5").exitCode, 2);
    json claimed = options();
    claimed["distinct-records"] = true;
    EXPECT_EQ(codeOf(run(claimed, "claimed")), 3);
    const json raised =
        talk.answer("raise_budget", {{"session", session}, {"epsilon", 9}, {"reason", "more"}});
    EXPECT_EQ(codeOf(raised), 3) << raised;
    json other = options();
    other["data"] = "other";
    EXPECT_EQ(codeOf(run(other, "other")), 3);
    json further = options(); // a part that this project has not yet
    further["ood"] = {"far=other/test.npy,other/test_labels.npy"};
    const json refused = run(further, "further");
    EXPECT_EQ(codeOf(refused), 3) << refused;
    EXPECT_NE(messageOf(refused).find("not declared in this project"), std::string::npos) << refused;
    EXPECT_TRUE(talk.answer("state", {{"session", session}})["result"]["experiments"].empty());
    json looked = {{"session", session},
                   {"key", "look"},
                   {"on",
                    {{"part", "more"},
                     {"files", {{"features", "other/test.npy"}, {"labels", "other/test_labels.npy"}}}}}};
    json asked = options();
    asked["experiment-epsilon"] = 1;
    EXPECT_EQ(run(asked, "a")["result"].value("status", ""), "finished");
    EXPECT_EQ(codeOf(talk.answer("evaluate", looked)), 3);
}

TEST_F(CliServeOnBudget, TellsOfTimesTheDayAndWhatLiesBetweenThem) {
    const auto timesBy = [&](bool curator) {
        auto words = below();
        if (curator) {
            words.emplace_back("--curator");
        }
        Conversation talk(m_place, words);
        const json session = opened(talk);
        json asked = options();
        asked["experiment-epsilon"] = 1;
        EXPECT_EQ(
            talk.answer("run", {{"session", session}, {"key", "a"}, {"options", asked}})["result"]["status"],
            "finished");
        return talk.answer("times", {{"session", session}, {"experiment", 1}})["result"];
    };
    const json exact = timesBy(true);
    const json told = timesBy(false);
    ASSERT_GT(exact.size(), 2U);
    ASSERT_EQ(told.size(), exact.size());
    const double first = told[0]["began"];
    EXPECT_NEAR(std::fmod(first, 86400.0), 0.0, 1e-5);
    EXPECT_GT(exact[0]["began"].get<double>(), first);
    for (std::size_t i = 0; i < told.size(); ++i) {
        for (const char* when : {"began", "ended"}) {
            EXPECT_NEAR(told[i][when].get<double>() - first,
                        exact[i][when].get<double>() - exact[0]["began"].get<double>(), 1e-5);
        }
    }
}

TEST_F(CliServe, TellsOfRowsToTheCuratorAlone) {
    ASSERT_EQ(declare(m_place).exitCode, 0);
    for (const bool curator : {false, true}) {
        auto words = below();
        if (curator) {
            words.emplace_back("--curator");
        }
        Conversation talk(m_place, words);
        const json session = opened(talk);
        json ran = options();
        ran["experiment-epsilon"] = 2;
        EXPECT_EQ(codeOf(talk.answer("run", {{"session", session}, {"key", "k"}, {"options", ran}})), 0);
        const json labels = talk.answer(
            "predict", {{"session", session}, {"features", "data/test.npy"}, {"name", "labels.csv"}});
        EXPECT_EQ(codeOf(labels), curator ? 0 : 3) << labels;
        const json checked = talk.answer("check", {{"arrays", {"data/test_labels.npy"}}, {"classes", 2}});
        EXPECT_EQ(codeOf(checked), curator ? 0 : 3) << checked;
        const json copy = talk.answer("share", {{"session", session}, {"name", "c.parsimony"}});
        ASSERT_EQ(codeOf(copy), 0) << copy;
        EXPECT_EQ(copy["result"][0]["name"], "c.parsimony");
        const json bench = talk.answer("bench", {{"key", "b"}, {"bench", {{"shapes", {"no shape"}}}}});
        EXPECT_EQ(messageOf(bench).find("of the manual") != std::string::npos, !curator) << bench;
        const auto attack = [&](const json& asked) {
            return talk.answer("attack", {{"key", asked.dump()}, {"attack", asked}});
        };
        EXPECT_EQ(codeOf(attack({{"options", {{"data", "data"}, {"visibility", "public"}}},
                                 {"runs", 0},
                                 {"canaries", 0},
                                 {"exposure", false}})),
                  3); // known as private to the registry, or nobody's word
        const json small = attack({{"options", {{"steps", "1"}}},
                                   {"runs", 20},
                                   {"canaries", 0},
                                   {"exposure", false},
                                   {"canary", {"dirac"}}});
        ASSERT_EQ(codeOf(small), 0) << small;
        const std::string data =
            json::parse(small["result"]["json"].get<std::string>())["data"].get<std::string>();
        EXPECT_EQ(data.find('/') == std::string::npos, !curator) << data;
        if (!curator) {
            EXPECT_EQ(codeOf(attack({{"runs", 1'000'000}})), 2);
        }
    }
}

TEST_F(CliServe, SaysWhatIsWrongWithALineAndLivesOn) {
    Conversation talk(m_place, below());
    EXPECT_EQ(talk.hello()["schema"], "parsimony/serve/1");
    EXPECT_EQ(talk.hello()["curator"], false);
    const std::vector<std::string> wrong{
        "{",
        "[]",
        "\"text\"",
        "\xff\xfe",
        R"({"method":"folder"})",
        R"({"id":1})",
        R"({"id":1,"method":"nothing"})",
        R"({"id":1,"method":"folder","params":[]})",
        R"({"id":1,"method":"folder","params":{"folder":1}})",
        R"({"id":1,"method":"folder","params":{"other":1}})",
        R"({"id":1,"method":"folder","schema":"parsimony/serve/2"})",
        R"({"id":1,"method":"state","params":{"session":9}})",
        R"({"id":1,"method":"plan_without_project","params":{"options":{"epsilom":1}}})",
        R"({"id":1,"method":"price","params":{"study":{}}})",
        R"({"id":)" + std::string(30'000, '[') + std::string(30'000, ']') + "}",
        R"({"id":1,"method":"folder","params":{"folder":)" + std::string(200'000, '[') +
            std::string(200'000, ']') + "}}",
        std::string(10'000'000, 'x'),
    };
    for (const std::string& line : wrong) {
        talk.say(line);
        const json answer = talk.next();
        ASSERT_TRUE(answer.contains("error")) << line.substr(0, 80);
        EXPECT_EQ(codeOf(answer), 2) << answer;
        EXPECT_EQ(messageOf(answer).find('\n'), std::string::npos);
    }
    EXPECT_TRUE(talk.answer("folder", json::object()).contains("result"));
}

TEST_F(CliServe, NamesNothingOutsideItsRoot) {
    writeBytes(m_place.path("there.npy"), "x");
    fs::create_symlink(m_place.path("there.npy"), m_place.path("root/link.npy"));
    fs::create_directories(m_place.path("root/shards"));
    fs::create_symlink(m_place.path("there.npy"), m_place.path("root/shards/1.npy"));
    Conversation talk(m_place, below());
    std::set<std::string> sentences;
    for (const std::string& path :
         {std::string("../there.npy"), std::string("../not_there.npy"), m_place.text("there.npy"),
          std::string("/etc/passwd"), std::string("link.npy"), std::string("data/../../there.npy"),
          std::string("*.npy"), std::string("data:/../../there"), "/etc/passwd:/../.." + m_place.text("none"),
          "/etc/none:/../.." + m_place.text("none")}) {
        const std::vector<json> answers{
            talk.answer("arrays", {{"file", path}}),
            talk.answer("folder", {{"folder", path}}),
            talk.answer("open", {{"project", path}, {"create", true}}),
            talk.answer("audit", {{"project", path}}),
            talk.answer("plan_without_project", {{"options", {{"train", path}, {"classes", 2}}}}),
            talk.answer("plan_without_project", {{"options", {{"linked-to", path + ":train"}}}}),
            talk.answer("plan_without_project", {{"options", {{"data", path}}}}),
            talk.answer("plan_without_project", {{"options", {{"data", {"a=data", "b=" + path}}}}}),
            talk.answer("plan_without_project", {{"options", {{"record-ids", path}}}})};
        for (const json& answer : answers) {
            EXPECT_EQ(codeOf(answer), 3) << path << answer;
            sentences.insert(messageOf(answer));
        }
    }
    EXPECT_EQ(codeOf(talk.answer("plan_without_project", {{"options", {{"train", "shards"}}}})), 3);
    EXPECT_EQ(sentences.size(), 1U);
    // The link is listed no more than it is followed.
    for (const json& entry : talk.answer("folder", json::object())["result"]) {
        EXPECT_NE(entry["name"], "link.npy");
    }
    EXPECT_EQ(talk.heard.find(m_place.text("")), std::string::npos);
}

TEST_F(CliServe, WhatIsWrongWithAStudyStaysWithTheCurator) {
    writeBytes(m_place.path("root/s.toml"), "of_a_private_file = 1\n");
    for (const bool curator : {false, true}) {
        auto words = below();
        if (curator) {
            words.emplace_back("--curator");
        }
        Conversation talk(m_place, words);
        const json answer = talk.answer("price", {{"study", {{"file", {{"path", "s.toml"}}}}}});
        EXPECT_TRUE(answer.contains("error")) << answer;
        EXPECT_EQ(talk.heard.find("of_a_private_file") != std::string::npos, curator) << answer;
    }
}

TEST_F(CliServe, KeepsTheCuratorsToTheCurator) {
    fs::remove(m_place.path("root/data/train_labels.npy"));
    auto labels = Blobs{2000, 32, 3, 1}.labels();
    labels[7] = 99; // a remark to the curator
    writeLabels(m_place.path("root/data/train_labels.npy"), labels);
    for (const bool curator : {false, true}) {
        auto words = below();
        if (curator) {
            words.emplace_back("--curator");
        }
        Conversation talk(m_place, words);
        const std::string project = curator ? "c.parsimony" : "p.parsimony";
        if (!curator) {
            ASSERT_EQ(declare(m_place, project, "8").exitCode, 0);
        }
        const json session = opened(talk, project);
        json asked = options();
        asked["epsilon"] = 8; // one account for both: the second run finds the first's charge
        asked["experiment-epsilon"] = 2;
        if (curator) {
            asked["linked-to"] = {"p.parsimony"};
        }
        const json run = talk.answer("run", {{"session", session}, {"key", "k"}, {"options", asked}});
        ASSERT_EQ(run["result"].value("status", ""), "finished") << run;
        const auto remarks = std::count_if(talk.events.begin(), talk.events.end(),
                                           [](const json& line) { return line["event"] == "curator"; });
        EXPECT_EQ(remarks > 0, curator);
        const json same = talk.answer("options", {{"session", session}, {"experiment", 1}})["result"];
        EXPECT_EQ(same.contains("data"), curator);
        EXPECT_EQ(same["classes"], 3);
        for (const auto& [method, params] : std::vector<std::pair<std::string, json>>{
                 {"known_rows", {{"options", asked}}},
                 {"curator_shown", {{"session", session}, {"what", "test"}}},
                 {"plan", {{"session", session}, {"options", {{"show-curator", true}}}}}}) {
            EXPECT_EQ(codeOf(talk.answer(method, params)) == 3, !curator) << method;
        }
        (void)talk.answer("state", {{"session", session}});
        (void)talk.answer("trial", {{"session", session}, {"trial", 1}});
        (void)talk.answer("audit", {{"project", project}});
        (void)talk.answer("report", {{"session", session}, {"name", "r.html"}});
        const json arrays = talk.answer("arrays", {{"file", "data/train.npy"}})["result"];
        EXPECT_EQ(arrays[0]["shape"][0], curator ? 2000 : 0);
        fs::rename(m_place.path("root/data"), m_place.path("root/away"));
        (void)talk.answer("resume", {{"session", session}, {"key", "r"}});
        fs::rename(m_place.path("root/away"), m_place.path("root/data"));
        if (!curator) {
            EXPECT_EQ(talk.heard.find(m_place.text("root")), std::string::npos) << talk.heard;
            EXPECT_EQ(talk.heard.find("train_labels"), std::string::npos);
        }
    }
}

TEST_F(CliServe, ASelectionTellsTheSameWhateverItsNumberOfRuns) {
    std::string first;
    for (int repeat = 0; repeat < 4; ++repeat) {
        const Workplace place;
        fs::copy(m_place.path("root"), place.path("root"), fs::copy_options::recursive);
        ASSERT_EQ(declare(place).exitCode, 0);
        Conversation talk(place, {"--root", place.text("root")});
        json asked = options();
        asked["method"] = "papernot-steinke";
        asked["runs-mean"] = 40; // the number itself differs between these, with probability 1 - 10^-4
        const json answer = talk.answer("run", {{"session", opened(talk)}, {"key", "k"}, {"options", asked}});
        ASSERT_EQ(answer["result"].value("status", ""), "finished") << answer;
        std::string told;
        for (const json& line : talk.events) {
            told += line.dump() + "\n";
        }
        told = std::regex_replace(told + answer.dump(), std::regex(R"(-?[0-9][0-9.]*(e[-+]?[0-9]+)?)"), "#");
        EXPECT_EQ(told.find("seconds"), std::string::npos);
        first = repeat == 0 ? told : first;
        EXPECT_EQ(told, first);
    }
}

TEST_F(CliServeOnBudget, TellsNeitherSecondsNorWhatStandsInFiles) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    json asked = options();
    asked["method"] = "papernot-steinke";
    asked["experiment-epsilon"] = 2;
    const json ran = talk.answer("run", {{"session", session}, {"key", "k"}, {"options", asked}});
    ASSERT_EQ(ran["result"].value("status", ""), "finished") << ran;
    talk.heard.clear();
    const json rows = talk.answer("trial", {{"session", session}, {"trial", 1}});
    ASSERT_FALSE(rows["result"].empty()) << rows;
    (void)talk.answer("audit", {{"project", "p.parsimony"}});
    (void)talk.answer("state", {{"session", session}});
    EXPECT_FALSE(std::regex_search(talk.heard, std::regex("[0-9]T[0-9][0-9]:[0-9][0-9]"))) << talk.heard;
    // How many rows there are.
    writeDataset(m_place.path("root/few"), {1777, 32, 3, 7}, {300, 32, 3, 8});
    json encoders = options();
    encoders["data"] = {"a=data", "b=few"};
    encoders["same-order"] = true;
    const json planned = talk.answer("plan_without_project", {{"options", encoders}});
    EXPECT_EQ(codeOf(planned), 2) << planned;
    EXPECT_NE(messageOf(planned).find("--same-order"), std::string::npos) << planned;
    EXPECT_EQ(planned.dump().find("1777"), std::string::npos) << planned;
}

TEST_F(CliServe, ThePageOfTheManualCanBeFollowed) {
    const fs::path out = m_place.path("out.txt");
    const std::string registry = m_place.options().environment.at("PARSIMONY_REGISTRY");
    const std::string command = "PARSIMONY_REGISTRY=" + registry +
                                " python3 " PARSIMONY_EXAMPLE " digits.npz q.parsimony " PARSIMONY_CLI
                                " serve --stdio --root " +
                                m_place.text("root") + " > " + out.string() + " 2>/dev/null";
    fs::copy(PARSIMONY_SAMPLES "/digits.npz", m_place.path("root/digits.npz"));
    ASSERT_EQ(declare(m_place, "q.parsimony", "1", "digits.npz").exitCode, 0);
    ASSERT_EQ(std::system(command.c_str()), 0); // NOLINT: the words are the test's own
    EXPECT_NE(readBytes(out).find("finished {'accuracy'"), std::string::npos) << readBytes(out);
}
