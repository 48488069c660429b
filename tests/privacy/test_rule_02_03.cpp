// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 2: reserve, then run. Rule 3: what would pass the cap is refused. Rule 21: a failure keeps charge and
// database.
#include "tests/privacy/rule_fixture.h"

#include <csignal>
#include <filesystem>
#include <memory>

namespace parsimony::test {

class Rule02 : public RuleTest {
protected:
    [[nodiscard]] ProgramOptions preloaded(const std::string& variable, long at) const {
        auto preload = options();
        preload.environment["LD_PRELOAD"] = PARSIMONY_KILL_LIBRARY;
        preload.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0";
        preload.environment[variable] = std::to_string(at);
        return preload;
    }

    // After whatever happened: the file is sound, the experiment finishes, and no more is spent than it
    // reserved.
    void mustFinish(const std::string& project, long at) {
        bool finished = false;
        if (std::filesystem::exists(m_place.path(project))) {
            const Outcome sound = audit(project);
            EXPECT_EQ(sound.exitCode, 0) << at << sound.text();
            const Outcome resumed =
                cli({"resume", "-f", "json", "-q", "--threads", "1", "--storage", m_place.text(project)});
            EXPECT_EQ(resumed.exitCode, 0) << at << resumed.text();
            finished = !resumed.json()["phases"].empty() && resumed.json().contains("final") &&
                       resumed.json()["final"].is_object() && resumed.json()["final"]["epsilon"].is_number();
        }
        if (!finished) {
            const Outcome again = cli(run(project));
            ASSERT_EQ(again.exitCode, 0) << at << again.text();
        }
        const Outcome after = audit(project);
        EXPECT_EQ(after.exitCode, 0) << at << after.text();
        const nlohmann::json report = after.json();
        for (const auto& figure : report["datasets"]) {
            EXPECT_LE(figure["epsilon"], figure["target_epsilon"]) << at;
        }
        const auto trials =
            cli({"trials", "-f", "json", "--storage", m_place.text(project)}).json()["trials"];
        EXPECT_GE(trials.size(), 3U);
        for (const auto& trial : trials) {
            EXPECT_EQ(trial["state"], "finished") << at << trial.dump();
        }
    }

    // Kills a run at its writes first, first + stride, …; returns how often.
    int killAt(long first, long stride, const char* variable = "PARSIMONY_KILL_AT") {
        int kills = 0;
        for (long at = first;; at += stride) {
            const std::string project = "killed-" + std::to_string(at) + ".parsimony";
            m_registry = "registry-" + std::to_string(at); // or the rows would be spent after the first
            const Outcome outcome = m_place.cli(run(project), preloaded(variable, at));
            if (outcome.exitCode == 0) {
                return kills;
            }
            EXPECT_EQ(outcome.exitCode, 128 + SIGKILL) << outcome.text();
            ++kills;
            mustFinish(project, at);
            if (HasFailure()) {
                return kills;
            }
        }
    }
};

TEST_F(Rule02, KilledAtSomeWritePointsOfARun) {
    EXPECT_GE(killAt(5, 23), 5);
}

TEST_F(Rule02, SlowKilledAtEveryWritePointOfARun) {
    const int kills = killAt(1, 1);
    EXPECT_GE(kills, 200);
}

TEST_F(Rule02, Rule21_AFullDiskKeepsChargeAndDatabase) {
    int failures = 0;
    for (long at = 30;; at += 37) {
        const std::string project = "full-" + std::to_string(at) + ".parsimony";
        m_registry = "registry-" + std::to_string(at);
        const Outcome outcome = m_place.cli(run(project), preloaded("PARSIMONY_DISK_FULL_AT", at));
        if (outcome.exitCode == 0) {
            break;
        }
        ++failures;
        EXPECT_EQ(outcome.exitCode, 1) << at << outcome.text();
        if (std::filesystem::exists(m_place.path(project))) {
            EXPECT_EQ(audit(project).exitCode, 0) << at;
        }
    }
    EXPECT_GE(failures, 3);
}

TEST_F(Rule02, Rule03_RefusalsStateRequestedRemainingMissing) {
    ASSERT_EQ(cli(run("p.parsimony")).exitCode, 0);
    const double before = charged("p.parsimony");
    auto words = run("p.parsimony");
    words.insert(words.end(), {"--experiment-epsilon", "0.5"});
    const Outcome refused = cli(words);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
    EXPECT_GT(refused.json()["requested"], 0.49);
    EXPECT_LT(refused.json()["remaining"], 0.1);
    EXPECT_GT(refused.json()["missing"], 0.0);
    EXPECT_EQ(charged("p.parsimony"), before);
}

TEST_F(Rule02, Rule03_ManyProgramsAskForRoomForOne) {
    std::vector<std::unique_ptr<Program>> programs;
    constexpr int asking = 6;
    for (int index = 0; index < asking; ++index) {
        programs.push_back(std::make_unique<Program>(run("p.parsimony"), m_place.options()));
    }
    int ran = 0;
    for (const auto& program : programs) {
        const Outcome outcome = program->wait();
        ran += outcome.exitCode == 0 ? 1 : 0;
        EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 3) << outcome.text();
    }
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

} // namespace parsimony::test
