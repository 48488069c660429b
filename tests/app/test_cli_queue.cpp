// SPDX-License-Identifier: GPL-3.0-or-later
// What waits and is run in its turn, what may wait beside runs, and what is left of a queue whose program was
// killed.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliQueue : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {2000, 32, 3, 1}, {300, 32, 3, 2}); }

    [[nodiscard]] Words words(const Words& some) const {
        Words all{"queue"};
        all.insert(all.end(), some.begin(), some.end());
        all.insert(all.end(), {"-f", "json", "--storage", m_place.text("p.parsimony")});
        return all;
    }
    [[nodiscard]] Outcome queue(const Words& some) const {
        ProgramOptions options = m_place.options();
        options.folder = m_place.path(""); // relative paths are of this folder
        return m_place.cli(words(some), options);
    }
    /// `more` behind the options that every request on the data has.
    [[nodiscard]] static Words onData(const std::string& command, const Words& more) {
        Words all{command, "--data", "data", "--classes", "3", "--delta", "1e-5", "--threads", "1"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    [[nodiscard]] static Words run(const std::string& steps, const std::string& epsilon) {
        return onData("add", {"--records", "2000", "--epsilon", "4", "--method", "single", "--steps", steps,
                              "--experiment-epsilon", epsilon});
    }
    [[nodiscard]] nlohmann::json waiting() const { return queue({"list"}).json()["waiting"]; }
    [[nodiscard]] nlohmann::json trials() const {
        return m_place.cli({"trials", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")})
            .json()["trials"];
    }
    [[nodiscard]] double spent(const std::string& part) const {
        const nlohmann::json shown =
            m_place.cli({"budget", "show", "-f", "json", "--storage", m_place.text("p.parsimony")}).json();
        return shown["datasets"][0]["budget"]["parts"][part]["spent_epsilon"].get<double>();
    }
    /// Waits until the first trial of the project trains.
    void waitUntilItTrains(Program& program) const {
        for (;;) {
            if (std::filesystem::exists(m_place.path("p.parsimony"))) {
                const nlohmann::json now = trials();
                if (!now.empty() && now[0]["state"] == "running") {
                    return;
                }
            }
            ASSERT_TRUE(program.running()) << program.wait().text();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliQueue, TakesWhatTheWindowsQueueHolds) {
    ASSERT_EQ(queue(run("4", "1")).exitCode, 0);
    const Words grid{"--learning-rates", "1", "--steps", "2,4", "--epsilon", "4", "--visibility", "public"};
    ASSERT_EQ(queue(onData("add-sweep", grid)).exitCode, 0);
    EXPECT_EQ(queue(onData("add-sweep", {"--epsilon", "4"})).exitCode, 2) << "without a grid";
    ASSERT_EQ(queue(onData("add-compare", {"--epsilon", "4", "--visibility", "public", "--methods",
                                           "single,random", "--steps", "2", "--trials", "1"}))
                  .exitCode,
              0);
    EXPECT_EQ(queue(onData("add-compare", {"--records", "2000", "--epsilon", "4"})).exitCode, 3)
        << "of private data";
    ASSERT_EQ(queue({"add-look", "--data", "data", "--per-class", "--trial", "1"}).exitCode, 0);
    EXPECT_EQ(queue({"add-look"}).exitCode, 2);
    EXPECT_EQ(queue({"add-look", "--test", "none.npy", "--test-labels", "none.npy"}).exitCode, 1);
    ASSERT_EQ(queue({"add-attack", "--runs", "20", "--canaries", "0", "--canary", "dirac", "--steps", "2",
                     "--no-exposure", "--threads", "1"})
                  .exitCode,
              0);
    ASSERT_EQ(queue({"add-study", "methods", "--quick"}).exitCode, 0);
    EXPECT_EQ(queue({"add-study"}).exitCode, 2);
    EXPECT_EQ(queue({"add-study", "no-such-study"}).exitCode, 1);
    const Outcome added = queue({"add-bench", "--shape", "64,8,2", "--threads", "1"});
    ASSERT_EQ(added.exitCode, 0) << added.text();

    const nlohmann::json all = added.json()["waiting"];
    std::vector<std::string> kinds;
    for (const auto& entry : all) {
        kinds.push_back(entry.value("method", "cannot run"));
        EXPECT_FALSE(entry["interrupted"].get<bool>());
    }
    EXPECT_EQ(kinds,
              (std::vector<std::string>{"single", "sweep", "comparison", "look", "attack", "study", "bench"}))
        << all;
    EXPECT_FALSE(all[3]["look"]["on"].contains("part")) << "the default";
    EXPECT_TRUE(all[3]["look"]["on"]["per_class"].get<bool>());
    EXPECT_EQ(all[3]["look"]["on"]["files"]["features"], m_place.text("data/test.npy")) << "whole paths";
}

/// What is declared of its rows waits with it, in whole paths.
TEST_F(CliQueue, ALookWaitsWithAllThatEvaluateTakes) {
    std::string table = "kind";
    for (int column = 0; column < 32; ++column) {
        table += ",c" + std::to_string(column);
    }
    for (const char* kind : {"0", "1"}) {
        table += "\n" + std::string(kind);
        for (int column = 0; column < 32; ++column) {
            table += column == kind[0] - '0' ? ",1" : ",0";
        }
    }
    writeBytes(m_place.path("rows.csv"), table + "\n");
    const Words look{"add-look",
                     "--test",
                     "rows.csv",
                     "--label-column",
                     "kind",
                     "--test-records",
                     "2",
                     "--metrics",
                     "log_loss",
                     "--loss-bound",
                     "3",
                     "--linked-to",
                     "other.parsimony:test",
                     "--encoder-id",
                     "clip@1"};
    const Outcome added = queue(look);
    ASSERT_EQ(added.exitCode, 0) << added.text();
    const nlohmann::json on = added.json()["waiting"][0]["look"]["on"];
    EXPECT_EQ(on["options"]["label-column"], "kind");
    EXPECT_EQ(on["files"]["labels"], m_place.text("rows.csv") + ":kind");
    EXPECT_EQ(on["options"]["test-records"], 2);
    EXPECT_EQ(on["loss_bound"], 3.0);
    EXPECT_EQ(on["options"]["linked-to"][0], m_place.text("other.parsimony") + ":test");
    EXPECT_EQ(on["options"]["encoder-id"], "clip@1");
    EXPECT_EQ(queue({"add-look", "--test", "rows.csv", "--label-column", "none"}).exitCode, 1);
    ASSERT_EQ(queue({"remove", "--entry", "1"}).exitCode, 0);
    ASSERT_EQ(queue(run("4", "1")).exitCode, 0);
    ASSERT_EQ(queue({"add-look", "--ood", "far=rows.csv,rows.csv:kind", "--label-column", "kind"}).exitCode,
              0);
    const Outcome ran = queue({"run"});
    ASSERT_EQ(ran.exitCode, 0) << ran.text();
    EXPECT_EQ(ran.json()["runs"][1]["part"], "far") << "33 columns, of which 32 are features";
}

/// Of runs, studies and benchmarks alike, by the sentence and the exit code that they end with here.
TEST_F(CliQueue, WhatThisMachineLacksDoesNotWait) {
    const Words sweep{"--learning-rates", "1,2", "--steps", "2", "--epsilon", "4", "--visibility", "public"};
    const Words compare{"--methods", "single", "--steps",      "2",     "--trials", "1",
                        "--epsilon", "4",      "--visibility", "public"};
    const auto refusedAs = [&](Words command, const Words& device, int exitCode) {
        command.insert(command.end(), device.begin(), device.end());
        const Outcome waits = queue(command);
        EXPECT_EQ(waits.exitCode, exitCode) << command.front() << ": " << waits.text();
        command.front() = command.front() == "add" ? "run" : command.front().substr(4);
        command.insert(command.end(), {"-f", "json"});
        if (command.front() != "bench") {
            command.insert(command.end(), {"--storage", m_place.text("p.parsimony")});
        }
        ProgramOptions options = m_place.options();
        options.folder = m_place.path("");
        const Outcome runs = m_place.cli(command, options);
        EXPECT_EQ(runs.exitCode, exitCode) << runs.text();
        EXPECT_EQ(waits.json()["message"], runs.json()["message"]);
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony.queue")));
    };
    for (const Words& words :
         {run("4", "1"), onData("add-sweep", sweep), onData("add-compare", compare), Words{"add-bench"}}) {
        refusedAs(words, {"--device", "cuda:97"}, 1); // no machine has that many
        refusedAs(words, {"--device", "cuda", "--instructions", "avx2"}, 2);
    }
    writeBytes(m_place.path("gpu.toml"),
               "title = \"t\"\nsource = \"s\"\nkind = \"sweep\"\nplots = \"heatmap\"\n[options]\n"
               "data = \"data\"\nvisibility = \"public\"\ndelta = 1e-5\nepsilons = 4\n"
               "learning-rates = \"1,2\"\nsteps = \"2\"\ndevice = \"cuda:97\"\n");
    const Outcome study = queue({"add-study", "gpu.toml"});
    EXPECT_EQ(study.exitCode, 1) << study.text();
    EXPECT_NE(study.text().find("use --device cpu"), std::string::npos) << study.text();
}

TEST_F(CliQueue, ALookIsRunInItsTurnAndPaidByItsPart) {
    ASSERT_EQ(queue(run("4", "1")).exitCode, 0);
    ASSERT_EQ(queue({"add-look", "--ood", "far=data/test.npy,data/test_labels.npy", "--metrics", "log_loss"})
                  .exitCode,
              0);
    const Outcome ran = queue({"run"});
    ASSERT_EQ(ran.exitCode, 0) << ran.text();
    const nlohmann::json look = ran.json()["runs"][1];
    EXPECT_EQ(look["part"], "far");
    EXPECT_GT(look["accuracy"].get<double>(), 0.0);
    EXPECT_GT(look["epsilon"].get<double>(), 0.0);
    EXPECT_TRUE(waiting().empty());
    EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony.queue")));
}

TEST_F(CliQueue, ARunThatIsKilledGoesOnAndIsNotPaidTwice) {
    ASSERT_EQ(queue(run("20000", "1")).exitCode, 0);
    ASSERT_EQ(queue(run("4", "0.5")).exitCode, 0);
    Program program(words({"run"}), m_place.options());
    waitUntilItTrains(program);
    program.sendSignal(SIGKILL);
    EXPECT_EQ(program.wait().exitCode, 128 + SIGKILL);
    const nlohmann::json left = waiting();
    ASSERT_EQ(left.size(), 2U) << "what ran waits before what had not had its turn";
    EXPECT_TRUE(left[0]["interrupted"].get<bool>());
    EXPECT_EQ(left[0]["options"]["steps"], "20000");
    EXPECT_FALSE(left[1]["interrupted"].get<bool>());
    const Outcome ran = queue({"run"});
    ASSERT_EQ(ran.exitCode, 0) << ran.text();
    EXPECT_TRUE(waiting().empty());
    std::set<int> experiments;
    for (const auto& trial : trials()) {
        experiments.insert(trial["experiment"].get<int>());
        EXPECT_EQ(trial["state"], "finished");
    }
    EXPECT_EQ(experiments.size(), 2U) << "it went on under its own reservation";
    EXPECT_LT(spent("train"), 1.4);
}

TEST_F(CliQueue, ALookThatWasCutOffIsNotPaidTwice) {
    ASSERT_EQ(queue(run("4", "1")).exitCode, 0);
    ASSERT_EQ(queue({"run"}).exitCode, 0);
    ASSERT_EQ(queue({"add-look", "--ood", "far=data/test.npy,data/test_labels.npy"}).exitCode, 0);
    // As a program left it that was killed when the look had been paid for: its line is still there.
    const auto file = m_place.path("p.parsimony.queue");
    nlohmann::json line = nlohmann::json::parse(readBytes(file));
    line["request"] = std::string(64, 'a');
    line["taken_by"] = "1 0 of another start of this machine";
    writeBytes(file, line.dump() + "\n");
    EXPECT_TRUE(waiting().at(0)["interrupted"].get<bool>());
    const Outcome first = queue({"run"});
    ASSERT_EQ(first.exitCode, 0) << first.text();
    const double paid = spent("far");
    EXPECT_GT(paid, 0.0);
    writeBytes(file, line.dump() + "\n");
    const Outcome again = queue({"run"});
    ASSERT_EQ(again.exitCode, 0) << again.text();
    EXPECT_EQ(again.json()["runs"][0]["accuracy"], first.json()["runs"][0]["accuracy"]);
    EXPECT_EQ(spent("far"), paid);
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(CliQueue, WhatAnotherProgramRunsIsNotTakenOnceMore) {
    ASSERT_EQ(queue(run("20000", "1")).exitCode, 0);
    Program program(words({"run"}), m_place.options());
    waitUntilItTrains(program);
    EXPECT_TRUE(waiting().empty());
    EXPECT_TRUE(std::filesystem::exists(m_place.path("p.parsimony.queue"))) << "kept until it is over";
    EXPECT_TRUE(queue({"run"}).json()["runs"].empty());
    program.sendSignal(SIGTERM);
    EXPECT_EQ(program.wait().exitCode, 130);
    EXPECT_TRUE(waiting().empty()) << "it is resumed by its number";
}

TEST_F(CliQueue, WhatWaitsRunsOneAfterAnotherUntilOneIsRefused) {
    writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2});
    const auto ask = [&](Words words, const char* steps = nullptr, const char* epsilon = nullptr) {
        words.insert(words.begin(), "queue");
        words.insert(words.end(), {"-f", "json", "--storage", m_place.text("p.parsimony")});
        if (steps != nullptr) {
            words.insert(words.end(),
                         {"--data", "data", "--classes", "3", "--records", "600", "--epsilon", "3", "--delta",
                          "1e-5", "--method", "single", "--steps", steps, "--experiment-epsilon", epsilon});
        }
        ProgramOptions options = m_place.options();
        options.folder = m_place.path("");
        return m_place.cli(words, options);
    };
    EXPECT_TRUE(ask({"list"}).json()["waiting"].empty());
    EXPECT_EQ(ask({"add"}, "-4", "1").exitCode, 2) << "what cannot be carried out does not wait";
    EXPECT_EQ(ask({"add"}, "4", "1").exitCode, 0);
    EXPECT_EQ(ask({"add"}, "5", "2.5").exitCode, 0);
    const Outcome added = ask({"add"}, "6", "0.5");
    ASSERT_EQ(added.exitCode, 0) << added.text();
    EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony"))) << "nothing is reserved yet";
    const auto file = m_place.path("p.parsimony.queue");
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0600)) << "it holds paths";
    std::filesystem::permissions(file, std::filesystem::perms(0644)); // as earlier versions left it
    const auto fits = [](const nlohmann::json& waiting) {
        std::vector<bool> each;
        for (const auto& entry : waiting) {
            each.push_back(entry["fits"].get<bool>());
        }
        return each;
    };
    EXPECT_EQ(fits(added.json()["waiting"]), (std::vector<bool>{true, true, true}));
    EXPECT_EQ(ask({"add"}, "7", "3").exitCode, 0);
    EXPECT_EQ(fits(ask({"list"}).json()["waiting"]), (std::vector<bool>{true, true, true, false}));
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0600));
    EXPECT_EQ(ask({"remove", "--entry", "5"}).exitCode, 2);
    EXPECT_EQ(ask({"remove", "--entry", "2"}).json()["waiting"].size(), 3U);
    const Outcome ran = ask({"run"});
    EXPECT_EQ(ran.exitCode, 3) << ran.text();
    std::set<int> experiments;
    const nlohmann::json trials =
        m_place.cli({"trials", "-f", "json", "--storage", m_place.text("p.parsimony")}).json();
    for (const auto& trial : trials["trials"]) {
        experiments.insert(trial["experiment"].get<int>());
    }
    EXPECT_EQ(experiments.size(), 2U);
    const nlohmann::json left = ask({"list"}).json()["waiting"];
    ASSERT_EQ(left.size(), 1U) << "what was refused waits on";
    EXPECT_EQ(left[0]["options"]["steps"], "7");
    EXPECT_EQ(ask({"remove", "--entry", "1"}).exitCode, 0);
    EXPECT_EQ(ask({"run"}).json()["runs"].size(), 0U);
    writeBytes(m_place.path("p.parsimony.queue"), "{\"epsilom\": 1}\n");
    EXPECT_EQ(ask({"list"}).exitCode, 1);
}

/// What the window alone can queue: a study, and what needs no project.
TEST_F(CliQueue, WhatTheWindowQueuedIsListedAndRun) {
    writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2});
    const auto ask = [&](const Words& words) {
        Words all{"queue"};
        all.insert(all.end(), words.begin(), words.end());
        all.insert(all.end(), {"-f", "json", "--storage", m_place.text("p.parsimony")});
        return m_place.cli(all, m_place.options());
    };
    const nlohmann::json base{
        {"data", m_place.text("data")}, {"classes", 3},  {"records", 600},         {"epsilon", 3},
        {"experiment-epsilon", 1},      {"delta", 1e-5}, {"visibility", "public"}, {"threads", 1}};
    const nlohmann::json study{{"sweep", {{"base", base}, {"learning_rates", "1"}, {"steps", "2,4"}}}};
    const nlohmann::json attack{{"options", {{"steps", "2"}, {"threads", 1}}},
                                {"runs", 20},
                                {"canaries", 0},
                                {"canary", {"dirac"}},
                                {"exposure", false}};
    writeBytes(m_place.path("p.parsimony.queue"), nlohmann::json{{"study", study}}.dump() + "\n" +
                                                      nlohmann::json{{"attack", attack}}.dump() + "\n");
    const Outcome listed = ask({"list"});
    ASSERT_EQ(listed.exitCode, 0) << listed.text();
    const nlohmann::json waiting = listed.json()["waiting"];
    ASSERT_EQ(waiting.size(), 2U);
    EXPECT_EQ(waiting[0]["method"], "sweep");
    EXPECT_EQ(waiting[0]["study"], study);
    EXPECT_TRUE(waiting[0]["fits"].get<bool>() && waiting[1]["fits"].get<bool>()) << waiting;
    const Outcome ran = ask({"run"});
    ASSERT_EQ(ran.exitCode, 0) << ran.text();
    EXPECT_EQ(ran.json()["runs"][0]["variants"][0]["cells"].size(), 2U) << ran.text();
    EXPECT_TRUE(ran.json()["runs"][1].contains("data")) << ran.text();
    EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony.queue")));
}
