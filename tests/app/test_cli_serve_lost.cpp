// SPDX-License-Identifier: GPL-3.0-or-later
// The server: that nothing is paid twice, and what a lost connection or a killed engine does.
#include "tests/app/serve_fixture.h"

#include <chrono>
#include <csignal>
#include <thread>

using namespace parsimony::test;

TEST_F(CliServeOnBudget, AKeyIsPaidOnce) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    json asked = options();
    asked["experiment-epsilon"] = 1;
    const json params{{"session", session}, {"key", "mine"}, {"options", asked}};
    const int first = talk.ask("run", params);
    const int second = talk.ask("run", params); // while it runs
    const json one = talk.answerTo(first);
    const json two = talk.answerTo(second);
    ASSERT_EQ(one["result"].value("status", ""), "finished") << one;
    EXPECT_EQ(two["result"], one["result"]);
    EXPECT_EQ(talk.answer("run", params)["result"], one["result"]); // and after
    EXPECT_EQ(talk.answer("state", {{"session", session}})["result"]["experiments"].size(), 1U);
    asked["experiment-epsilon"] = 0.5;
    EXPECT_EQ(codeOf(talk.answer("run", {{"session", session}, {"key", "mine"}, {"options", asked}})), 2);
    EXPECT_EQ(codeOf(talk.answer("run", {{"session", session}, {"options", asked}})), 2);
}

TEST_F(CliServeOnBudget, ACancelledRunGoesOn) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    json asked = options();
    asked["steps"] = "20000";
    const int run = talk.ask("run", {{"session", session}, {"key", "a"}, {"options", asked}});
    while (talk.next().value("event", "") != "snapshot") {
    }
    EXPECT_TRUE(talk.answer("cancel", {{"request", run}}).contains("result"));
    EXPECT_EQ(talk.answerTo(run)["result"].value("status", ""), "interrupted");
    fs::rename(m_place.path("root/data"), m_place.path("root/away"));
    const json gone = talk.answer("resume", {{"session", session}, {"key", "gone"}});
    fs::rename(m_place.path("root/away"), m_place.path("root/data"));
    EXPECT_EQ(codeOf(gone), 1) << gone;
    EXPECT_EQ(messageOf(gone).find("data"), std::string::npos) << gone; // it was not named in this request
    const int resumed = talk.ask("resume", {{"session", session}, {"key", "b"}});
    EXPECT_TRUE(talk.answer("cancel", {{"request", resumed}}).contains("result"));
    const json refused = talk.answer("plan", {{"session", session}, {"options", options()}});
    EXPECT_EQ(codeOf(refused), 3); // what is reserved is not there for others
    EXPECT_GT(refused["error"]["missing"], 0.0);
}

TEST_F(CliServeOnBudget, WhatFailedIsTriedAgainUnderItsKey) {
    Conversation talk(m_place, below());
    const json session = opened(talk);
    const json params{{"session", session}, {"key", "once"}, {"options", options()}};
    fs::rename(m_place.path("root/data"), m_place.path("root/away"));
    EXPECT_EQ(codeOf(talk.answer("run", params)), 1);
    fs::rename(m_place.path("root/away"), m_place.path("root/data"));
    const json ran = talk.answer("run", params);
    EXPECT_EQ(ran["result"].value("status", ""), "finished") << ran;
}

TEST_F(CliServeOnBudget, ALostConnectionStopsNothingAndIsFoundAgain) {
    json asked = options();
    asked["steps"] = "30000";
    const auto begin = [&](Conversation& talk) {
        return talk.ask("run", {{"session", opened(talk)}, {"key", "once"}, {"options", asked}});
    };
    {
        Conversation talk(m_place, below());
        (void)begin(talk);
        talk.cut(); // before anything came back
    }
    {
        Conversation talk(m_place, below());
        (void)begin(talk);
        while (talk.next().value("event", "") != "snapshot") {
        }
        talk.cut(); // while it runs
    }
    Conversation talk(m_place, below());
    const json found = talk.answerTo(begin(talk));
    ASSERT_EQ(found["result"].value("status", ""), "finished") << found;
    EXPECT_EQ(found["result"]["experiment"], 1);
    const json session = opened(talk);
    EXPECT_EQ(talk.answer("state", {{"session", session}})["result"]["experiments"].size(), 1U);
    // The socket is its user's alone, and so is its folder.
    const fs::path folder = m_place.path("engines");
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
    for (const auto& entry : fs::directory_iterator(folder)) {
        EXPECT_EQ(fs::status(entry).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    }
}

TEST_F(CliServeOnBudget, AnEngineThatWasKilledLeavesTheKeyInItsLedger) {
    json asked = options();
    asked["steps"] = "100000";
    const json params{{"key", "once"}, {"options", asked}};
    const auto run = [&](Conversation& talk) {
        json with = params;
        with["session"] = opened(talk);
        return talk.ask("run", with);
    };
    {
        Conversation talk(m_place, below());
        (void)run(talk);
        while (talk.next().value("event", "") != "snapshot") {
        }
        ASSERT_EQ(kill(engineOf(m_place.text("root")), SIGKILL), 0);
        EXPECT_TRUE(talk.answerTo(1).is_null());
    }
    Conversation talk(m_place, below());
    // Asked for something else, the key tells nothing of what it paid for, and pays for nothing.
    json with = params;
    with["session"] = opened(talk);
    with["options"]["steps"] = "7";
    const json another = talk.answer("run", with);
    EXPECT_EQ(codeOf(another), 2);
    EXPECT_NE(messageOf(another).find("stands for another request"), std::string::npos) << another;
    const json found = talk.answerTo(run(talk));
    EXPECT_EQ(found["result"].value("status", ""), "interrupted") << found;
    EXPECT_EQ(found["result"]["experiment"], 1);
    const Outcome audit = m_place.cli({"audit", "-f", "json", "--storage", m_place.text("root/p.parsimony")});
    EXPECT_EQ(audit.exitCode, 0) << audit.text();
}

TEST_F(CliServeOnBudget, ALookThatWasPaidForIsToldAgain) {
    json asked = options();
    asked["steps"] = "20";
    const auto look = [&](Conversation& talk) {
        return talk.answer("evaluate",
                           {{"session", opened(talk)},
                            {"key", "look"},
                            {"private", true},
                            {"on",
                             {{"files", {{"features", "data/test.npy"}, {"labels", "data/test_labels.npy"}}},
                              {"part", "later"},
                              {"per_class", true},
                              {"metrics", {"confusion"}}}}});
    };
    json first;
    {
        Conversation talk(m_place, below());
        const json ran = talk.answer("run", {{"session", opened(talk)}, {"key", "run"}, {"options", asked}});
        ASSERT_TRUE(ran.contains("result")) << ran;
        first = look(talk);
        ASSERT_TRUE(first.contains("result")) << first;
        ASSERT_EQ(first["result"]["classes"].size(), 3U);
        ASSERT_EQ(kill(engineOf(m_place.text("root")), SIGKILL), 0);
    }
    Conversation talk(m_place, below());
    const json again = look(talk);
    ASSERT_TRUE(again.contains("result")) << again;
    first["result"].erase("records"); // counted with noise, and not kept by itself
    EXPECT_EQ(again["result"], first["result"]) << again;
    // A key that paid for something else is no look.
    const json other = talk.answer(
        "evaluate",
        {{"session", opened(talk)},
         {"key", "run"},
         {"private", true},
         {"on", {{"files", {{"features", "data/test.npy"}, {"labels", "data/test_labels.npy"}}}}}});
    EXPECT_EQ(codeOf(other), 2);
    EXPECT_NE(messageOf(other).find("stands for another request"), std::string::npos) << other;
}

TEST_F(CliServeOnBudget, SigtermStopsWhatRunsAtItsNextCheckpoint) {
    json asked = options();
    asked["steps"] = "100000";
    Conversation talk(m_place, below());
    const auto run = talk.ask("run", {{"session", opened(talk)}, {"key", "long"}, {"options", asked}});
    while (talk.next().value("event", "") != "snapshot") {
    }
    const pid_t engine = engineOf(m_place.text("root"));
    ASSERT_EQ(kill(engine, SIGTERM), 0);
    const json ended = talk.answerTo(run);
    EXPECT_EQ(ended["result"].value("status", ""), "interrupted") << ended;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (fs::exists("/proc/" + std::to_string(engine) + "/exe") &&
           std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_LT(std::chrono::steady_clock::now(), until) << "the engine is still there";
    const Outcome audit = m_place.cli({"audit", "-f", "json", "--storage", m_place.text("root/p.parsimony")});
    EXPECT_EQ(audit.exitCode, 0) << audit.text();
}

TEST_F(CliServe, AnEngineEndsWhenNobodyIsThere) {
    {
        Conversation talk(m_place, below());
        (void)opened(talk);
    }
    const auto sockets = [&] {
        int found = 0;
        for (const auto& entry : fs::directory_iterator(m_place.path("engines"))) {
            found += entry.path().extension() == ".socket" ? 1 : 0;
        }
        return found;
    };
    for (int tries = 0; tries < 300 && sockets() > 0; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_EQ(sockets(), 0);
}

TEST_F(CliServe, WhoComesWhileAnEngineEndsIsServedByAnother) {
    Conversation first(m_place, below());
    ASSERT_TRUE(first.hello().contains("schema"));
    const pid_t engine = engineOf(m_place.text("root"));
    ASSERT_EQ(kill(engine, SIGSTOP), 0); // who connects now waits to be taken
    json hello;
    std::thread second([&] { hello = Conversation(m_place, below()).hello(); });
    std::this_thread::sleep_for(
        std::chrono::milliseconds(700)); // that long it takes at most, or it proves less
    ASSERT_EQ(kill(engine, SIGKILL), 0);
    second.join();
    EXPECT_EQ(hello.value("schema", ""), "parsimony/serve/1") << hello;
}

TEST_F(CliServe, AnEngineEndsWhenItsFolderIsDeleted) {
    EXPECT_TRUE(Conversation(m_place, below()).answer("folder", json::object()).contains("result"));
    const pid_t engine = engineOf(m_place.text("root"));
    fs::remove_all(m_place.path("engines"));
    for (int tries = 0; tries < 300 && kill(engine, 0) == 0; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    const bool lives = kill(engine, 0) == 0;
    kill(engine, SIGKILL);
    EXPECT_FALSE(lives);
}
