// SPDX-License-Identifier: GPL-3.0-or-later
// `--method two-halves` by the real program: killed and resumed, checked by others, exported and used.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace parsimony::test;
using Words = std::vector<std::string>;
using testing::HasSubstr;

namespace {

class CliHalves : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {2000, 16, 3, 1}, {300, 16, 3, 2}); }

    [[nodiscard]] Words request(const std::string& steps, const Words& more = {}) const {
        Words words = m_place.onData("run");
        words.insert(words.end(), {"--classes", "3", "--records", "2000", "--epsilon", "2", "--method",
                                   "two-halves", "--steps", steps, "--threads", "1"});
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Outcome of(const Words& words) const { return m_place.cli(words); }
    [[nodiscard]] bool isReserved() const {
        const Outcome listed = of({"trials", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
        return listed.exitCode == 0 && !listed.json()["trials"].empty();
    }
    [[nodiscard]] bool isUnderWay() const {
        if (!std::filesystem::exists(m_place.path("p.parsimony"))) {
            return false;
        }
        const Outcome listed = of({"trials", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")});
        const auto trials = listed.exitCode == 0 ? listed.json()["trials"] : nlohmann::json::array();
        return trials.size() == 1 && trials[0]["state"] == "running";
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliHalves, AKilledRunGoesOnAndItsLedgerIsCheckedByOthers) {
    const Words words = request("200000");
    Program program(words, m_place.options());
    while (program.running() && !isUnderWay()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // into its steps
    ASSERT_TRUE(program.running()) << program.wait().text();
    program.sendSignal(SIGKILL);
    EXPECT_EQ(program.wait().exitCode, 128 + SIGKILL);
    const Outcome resumed = of({"resume", "-f", "json", "--storage", m_place.text("p.parsimony")});
    ASSERT_EQ(resumed.exitCode, 0) << resumed.text();
    EXPECT_EQ(resumed.json()["status"], "finished");
    EXPECT_LE(resumed.json()["budget"]["spent_epsilon"], 2.0);
    EXPECT_GT(resumed.json()["final"]["test_accuracy"], 0.8);
    EXPECT_EQ(of({"audit", "--storage", m_place.text("p.parsimony")}).exitCode, 0);
    const std::string script =
        "python3 -I -S '" PARSIMONY_VERIFY "' '" + m_place.text("p.parsimony") + "' > /dev/null 2>&1";
    EXPECT_EQ(WEXITSTATUS(std::system(script.c_str())), 0);
}

TEST_F(CliHalves, TheMeanIsExportedEvaluatedAndPredictsAsAnyModel) {
    std::string ids; // two rows a person, and others in the test part
    std::string others;
    for (int row = 0; row < 2000; ++row) {
        ids += "p" + std::to_string(row / 2) + "\n";
        others += row < 300 ? "q" + std::to_string(row) + "\n" : "";
    }
    writeBytes(m_place.path("ids.txt"), ids);
    writeBytes(m_place.path("others.txt"), others);
    const Outcome done = of(request("50", {"--record-ids", m_place.text("ids.txt"), "--test-record-ids",
                                           m_place.text("others.txt"), "--rows-per-person", "2"}));
    ASSERT_EQ(done.exitCode, 0) << done.text();
    for (const char* file : {"model.safetensors", "model.onnx", "model.npz", "model.csv"}) {
        const Outcome written =
            of({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text(file)});
        EXPECT_EQ(written.exitCode, 0) << file << written.text();
    }
    const Outcome predicted = of({"predict", m_place.text("model.safetensors"), m_place.text("data/test.npy"),
                                  "--output", m_place.text("labels.csv")});
    EXPECT_EQ(predicted.exitCode, 0) << predicted.text();
    const Outcome looked =
        of({"evaluate", m_place.text("model.safetensors"), "-f", "json", "--data", m_place.text("data"),
            "--storage", m_place.text("p.parsimony"), "--test-record-ids", m_place.text("others.txt")});
    EXPECT_EQ(looked.exitCode, 0) << looked.text();
    EXPECT_GT(looked.json()["accuracy"].get<double>(), 0.7);
}

TEST_F(CliHalves, IsRefusedAndComparedAsOthers) {
    const Outcome refused = of(request("5", {"--feature-map", "center"}));
    EXPECT_EQ(refused.exitCode, 2) << refused.text();
    EXPECT_THAT(refused.text(), HasSubstr("leave out --feature-map"));
    EXPECT_FALSE(isReserved());
    Words words = m_place.onData("compare");
    words.insert(words.end(), {"--classes", "3", "--records", "2000", "--visibility", "public", "--epsilon",
                               "1", "--epsilons", "0.5,1", "--methods", "two-halves,unit-noise", "--repeats",
                               "2", "--steps", "10"});
    const Outcome compared = of(words);
    EXPECT_EQ(compared.exitCode, 0) << compared.text();
    EXPECT_THAT(compared.out, HasSubstr("two-halves"));
}
