// SPDX-License-Identifier: GPL-3.0-or-later
// The main job by the real program: run, look, export, use.
#include "core/session/options_json.h"
#include "core/session/run_options.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliRun : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2}); }

    [[nodiscard]] Words request(const Words& more = {}) const {
        Words words = m_place.onData("run");
        words.insert(words.end(), {"--classes", "3", "--records", "600", "--epsilon", "4", "--steps", "10"});
        if (std::find(more.begin(), more.end(), "--method") == more.end()) {
            words.insert(words.end(), {"--method", "linear-scaling"});
        }
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Outcome onProject(Words words) const {
        words.insert(words.end(), {"-f", "json", "--storage", m_place.text("p.parsimony")});
        return m_place.cli(words);
    }

    Workplace m_place;
};

} // namespace

/// Fixed slices have no μ: what a run costs is in the plan, and is told of it after the run as well.
TEST_F(CliRun, RunsOfSlicesTellWhatTheyCost) {
    const Words sampled{"--method", "random", "--trials", "2", "--trainer", "dp-sgd", "--sample-rate", "0.2"};
    const Outcome ran = m_place.cli(request(sampled));
    ASSERT_EQ(ran.exitCode, 0) << ran.text();
    const nlohmann::json found = ran.json();
    const auto cost = found["final"]["epsilon"].get<double>();
    EXPECT_GT(cost, 0.0);
    EXPECT_LT(cost, 4.0);
    std::size_t runs = 0;
    for (const auto& trial : found["phases"][0]["trials"]) {
        EXPECT_EQ(trial["epsilon"], cost);
        ++runs;
    }
    EXPECT_EQ(runs, 2U);
    const nlohmann::json listed = onProject({"trials"}).json();
    std::size_t looks = 0;
    for (const auto& trial : listed["trials"]) {
        if (trial["role"] == "trial") {
            EXPECT_EQ(trial["epsilon"], cost);
        } else if (trial["role"] == "evaluation") {
            EXPECT_EQ(trial["epsilon"], found["budget"]["parts"]["test"]["spent_epsilon"]);
            EXPECT_GT(trial["epsilon"], 0.0);
            ++looks;
        }
    }
    EXPECT_EQ(looks, 1U);
}

TEST_F(CliRun, PrivateRunGivesTheContractsFields) {
    const Outcome outcome = m_place.cli(request());
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const nlohmann::json run = outcome.json();
    EXPECT_EQ(run["schema"], "parsimony/run/1");
    EXPECT_EQ(run["experiment"], 1);
    EXPECT_EQ(run["status"], "finished");
    EXPECT_EQ(run["private"], true);
    EXPECT_TRUE(run["guarantee"].is_string());
    EXPECT_EQ(run["dataset"]["records"], 600);
    EXPECT_EQ(run["dataset"]["dim"], 8);
    EXPECT_EQ(run["dataset"]["classes"], 3);
    EXPECT_EQ(run["dataset"]["visibility"], "private");
    EXPECT_EQ(run["budget"]["target_epsilon"], 4.0);
    EXPECT_LE(run["budget"]["spent_epsilon"], 4.0);
    EXPECT_GT(run["budget"]["spent_epsilon"], 3.9); // linear scaling can spend it all
    EXPECT_LE(run["budget"]["parts"]["test"]["spent_epsilon"], 4.0);
    ASSERT_EQ(run["phases"].size(), 2U);
    for (const auto& phase : run["phases"]) {
        ASSERT_EQ(phase["trials"].size(), 3U);
        for (const auto& trial : phase["trials"]) {
            EXPECT_EQ(trial["state"], "finished");
            EXPECT_EQ(trial["score_kind"], "noisy");
            EXPECT_GT(trial["noise_multiplier"], 0.0);
            EXPECT_NEAR(trial["r"], trial["learning_rate"].get<double>() * trial["steps"].get<double>(),
                        1e-9 * trial["r"].get<double>());
        }
    }
    EXPECT_EQ(run["fit"]["degree"], 1);
    EXPECT_TRUE(run["final"]["test_accuracy"].is_number());
    EXPECT_GT(run["final"]["test_accuracy_se"], 0.0);
    EXPECT_TRUE(run["seconds"]["final"].is_number());
}

TEST_F(CliRun, SpentBudgetIsRefusedWithWhatIsMissing) {
    ASSERT_EQ(m_place.cli(request()).exitCode, 0);
    const std::string before = onProject({"trials"}).out;
    const Outcome again = m_place.cli(request({"--experiment-epsilon", "1"}));
    EXPECT_EQ(again.exitCode, 3) << again.text();
    const nlohmann::json error = again.json();
    EXPECT_EQ(error["schema"], "parsimony/error/1");
    EXPECT_EQ(error["code"], 3);
    EXPECT_GT(error["requested"], 0.0);
    EXPECT_GT(error["missing"], 0.0);
    EXPECT_LT(error["remaining"], 0.1);
    EXPECT_EQ(onProject({"trials"}).out, before);
}

TEST_F(CliRun, AnotherCapIsWrongUsageAndRaisingItIsALedgerRow) {
    ASSERT_EQ(m_place.cli(request()).exitCode, 0);
    Words other = request();
    *(std::find(other.begin(), other.end(), "--epsilon") + 1) = "5";
    const Outcome changed = m_place.cli(other);
    EXPECT_EQ(changed.exitCode, 2) << changed.text();
    EXPECT_THAT(changed.err, testing::HasSubstr("raise the cap"));

    EXPECT_EQ(onProject({"budget", "raise", "--epsilon", "5"}).exitCode, 2); // a reason is needed
    const Outcome raised = onProject({"budget", "raise", "--epsilon", "5", "--reason", "second study"});
    ASSERT_EQ(raised.exitCode, 0) << raised.text();
    EXPECT_EQ(raised.json()["datasets"][0]["budget"]["target_epsilon"], 5.0);
    const nlohmann::json shown = onProject({"budget", "show"}).json()["datasets"][0];
    EXPECT_GT(shown["budget"]["remaining_epsilon"], 0.0);
    EXPECT_FALSE(shown.contains("row_norm")) << "that is each experiment's own";
    EXPECT_EQ(m_place.cli(other).exitCode, 0);
}

TEST_F(CliRun, TrialsListsWhatTheRunShowed) {
    const nlohmann::json run = m_place.cli(request()).json();
    const nlohmann::json trials = onProject({"trials"}).json()["trials"];
    EXPECT_EQ(trials.size(), 8U); // two phases of three, the final run, and what the test part paid for
    EXPECT_EQ(trials[7]["role"], "evaluation");
    EXPECT_EQ(trials[7]["part"], "test");
    EXPECT_EQ(trials[7]["score"], run["final"]["test_accuracy"]);
    EXPECT_EQ(trials[7]["score_se"], run["final"]["test_accuracy_se"]);
    EXPECT_EQ(trials[7]["score_kind"], "noisy");
    EXPECT_EQ(trials[6]["part"], "train");
    EXPECT_THAT(m_place.cli({"trials", "--storage", m_place.text("p.parsimony")}).out,
                testing::ContainsRegex("evaluation · test .* % .*noisy"));
    for (const auto& phase : run["phases"]) {
        for (const auto& shown : phase["trials"]) {
            const auto same = [&](const nlohmann::json& row) { return row["id"] == shown["id"]; };
            const auto found = std::find_if(trials.begin(), trials.end(), same);
            ASSERT_NE(found, trials.end());
            EXPECT_EQ((*found)["score"], shown["score"]);
            EXPECT_EQ((*found)["epsilon"], shown["epsilon"]);
            EXPECT_EQ((*found)["experiment"], 1);
        }
    }
    EXPECT_EQ(onProject({"trials", "--experiment", "1"}).json()["trials"].size(), 8U);
}

TEST_F(CliRun, TrialsNameTheEncoderOfTheirExperiment) {
    const auto trials = [this] { return onProject({"trials"}).json()["trials"]; };
    const auto table = [this] {
        return m_place.cli({"trials", "--storage", m_place.text("p.parsimony")}).out;
    };
    ASSERT_EQ(m_place.cli(request({"--experiment-epsilon", "1", "--method", "single"})).exitCode, 0);
    EXPECT_TRUE(trials()[0].at("encoder").is_null()) << "nobody said";
    EXPECT_EQ(table().find("encoder"), std::string::npos);
    const Words named{"--experiment-epsilon", "1", "--method", "single", "--encoder-id", "clip@1"};
    ASSERT_EQ(m_place.cli(request(named)).exitCode, 0);
    for (const auto& trial : trials()) {
        const nlohmann::json encoder = trial["experiment"] == 2 ? nlohmann::json("clip@1") : nlohmann::json();
        EXPECT_EQ(trial["encoder"], encoder);
    }
    EXPECT_THAT(table(), testing::ContainsRegex("state +encoder"));
    EXPECT_THAT(table(), testing::ContainsRegex("finished +clip@1"));
    EXPECT_THAT(table(), testing::ContainsRegex("finished +-"));
}

TEST_F(CliRun, TrialsTakesTheFilterOfTheWindow) {
    ASSERT_EQ(m_place.cli(request()).exitCode, 0);
    const auto passing = [this](const char* filter) {
        return onProject({"trials", "--filter", filter}).json()["trials"].size();
    };
    EXPECT_EQ(passing("phase=2"), 3U);
    EXPECT_EQ(passing("(phase=1 OR phase=final) AND NOT state=failed"), 4U);
    EXPECT_EQ(passing("method=linear-scaling trainer=dp-gd"), 8U);
    EXPECT_EQ(passing("steps>10"), 0U);
    const Outcome none =
        m_place.cli({"trials", "--filter", "steps>10", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(none.exitCode, 0);
    EXPECT_EQ(none.out, "no trial passes the filter\n");
    for (const char* wrong : {"layer=12", "state=done", "method=oracle", "score>"}) {
        const Outcome outcome = onProject({"trials", "--filter", wrong});
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_NE(outcome.json()["message"].get<std::string>().find("--filter, character "),
                  std::string::npos);
    }
}

TEST_F(CliRun, TrialsTellsTheImportanceOfKnobs) {
    ASSERT_EQ(m_place.cli(request({"--method", "random", "--trials", "30", "--total-step-size", "0.01,1000"}))
                  .exitCode,
              0);
    const std::string before = readBytes(m_place.path("p.parsimony"));
    const nlohmann::json shown = onProject({"trials", "--importance"}).json();
    const nlohmann::json& found = shown["importance"];
    EXPECT_EQ(found["scored"], 30);
    ASSERT_EQ(found["knobs"].size(), 1U); // a random search turns r alone
    EXPECT_EQ(found["knobs"][0]["knob"], "r");
    EXPECT_NEAR(found["knobs"][0]["share"].get<double>(), 1.0, 1e-9);
    EXPECT_GT(found["knobs"][0]["curve"].size(), 10U);
    EXPECT_EQ(shown["trials"].size(), onProject({"trials"}).json()["trials"].size());
    const Outcome few = m_place.cli(
        {"trials", "--importance", "--filter", "trial<10", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(few.exitCode, 0);
    EXPECT_THAT(few.out, testing::StartsWith("the importance of knobs needs 20 scored trials"));
    for (const char* wrong : {"foo", "score", "state"}) {
        EXPECT_EQ(onProject({"trials", "--knobs", wrong}).exitCode, 2) << wrong;
    }
    EXPECT_EQ(readBytes(m_place.path("p.parsimony")), before)
        << "looking at scores again is no row of the ledger";
}

TEST_F(CliRun, ResumeOfAFinishedProjectSpendsNothing) {
    ASSERT_EQ(m_place.cli(request()).exitCode, 0);
    const std::string before = readBytes(m_place.path("p.parsimony"));
    const Outcome resumed = onProject({"resume"});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.text();
    EXPECT_EQ(resumed.json()["schema"], "parsimony/resume/1");
    EXPECT_EQ(resumed.json()["status"], "nothing_to_resume");
    EXPECT_EQ(readBytes(m_place.path("p.parsimony")), before);
}

TEST_F(CliRun, ExportedClassifierEvaluatesAndPredicts) {
    ASSERT_EQ(m_place.cli(request()).exitCode, 0);
    for (const std::string ending : {"safetensors", "npz"}) {
        const std::string model = m_place.text("model." + ending);
        const Outcome exported = onProject({"export", "--output", model});
        ASSERT_EQ(exported.exitCode, 0) << exported.text();
        for (const auto& file : exported.json()["files"]) {
            EXPECT_TRUE(std::filesystem::exists(file.get<std::string>())) << file;
        }
        writeDataset(m_place.path("fresh"), {600, 8, 3, 5}, {300, 8, 3, 6});
        const Outcome evaluated = m_place.cli(
            {"evaluate", model, "--data", m_place.text("fresh"), "--visibility", "public", "-f", "json"});
        ASSERT_EQ(evaluated.exitCode, 0) << evaluated.text();
        EXPECT_GT(evaluated.json()["accuracy"], 0.8);
        EXPECT_EQ(evaluated.json()["records"], 300);
        EXPECT_EQ(evaluated.json()["per_class"].size(), 3U);
        const Outcome predicted = m_place.cli({"predict", model, m_place.text("fresh/test.npy"), "--output",
                                               m_place.text("labels.csv"), "-f", "json"});
        ASSERT_EQ(predicted.exitCode, 0) << predicted.text();
        const std::string lines = readBytes(m_place.path("labels.csv"));
        EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 301); // and a heading
    }
}

/// The encoder is named from the request to the classifier, which takes no features of another.
TEST_F(CliRun, AClassifierRefusesFeaturesOfAnotherEncoder) {
    Words words = request();
    words.insert(words.end(), {"--encoder-id", "clip@1"});
    const Outcome run = m_place.cli(words);
    ASSERT_EQ(run.exitCode, 0) << run.text();
    EXPECT_EQ(run.json()["encoder"], "clip@1");
    EXPECT_EQ(run.json()["final"]["encoder"], "clip@1");
    EXPECT_EQ(run.json()["final"]["trainer"], "dp-gd");
    EXPECT_TRUE(run.json()["final"]["feature_map"].is_string());
    const std::string model = m_place.text("model.npz");
    ASSERT_EQ(onProject({"export", "--output", model}).exitCode, 0);
    EXPECT_NE(readBytes(m_place.path("model.npz.md")).find("from the encoder clip@1"), std::string::npos);
    writeDataset(m_place.path("fresh"), {600, 8, 3, 5}, {300, 8, 3, 6});
    writeDataset(m_place.path("wide"), {600, 9, 3, 5}, {300, 9, 3, 6});
    const auto predict = [&](const char* rows, const char* id) {
        return m_place.cli({"predict", model, m_place.text(rows), "--encoder-id", id, "--output",
                            m_place.text("labels.csv")});
    };
    EXPECT_EQ(predict("fresh/test.npy", "clip@1").exitCode, 0);
    EXPECT_EQ(predict("fresh/test.npy", "clip@2").exitCode, 2);
    EXPECT_NE(predict("fresh/test.npy", "clip@2").err.find("features of the encoder clip@1"),
              std::string::npos);
    EXPECT_EQ(predict("wide/test.npy", "clip@1").exitCode, 1);
    EXPECT_EQ(m_place
                  .cli({"evaluate", model, "--data", m_place.text("fresh"), "--visibility", "public",
                        "--encoder-id", "dino"})
                  .exitCode,
              2);
    words.back() = "two\nlines";
    EXPECT_EQ(m_place.cli(words).exitCode, 2);
}

TEST_F(CliRun, EvaluationOfPrivateRowsIsRefused) {
    ASSERT_EQ(m_place.cli(request()).exitCode, 0);
    const std::string model = m_place.text("model.npz");
    ASSERT_EQ(onProject({"export", "--output", model}).exitCode, 0);
    EXPECT_EQ(m_place.cli({"evaluate", model, "--data", m_place.text("data")}).exitCode, 3);
    // The rows are known as private, whatever is claimed now.
    const Outcome claimed =
        m_place.cli({"evaluate", model, "--data", m_place.text("data"), "--visibility", "public"});
    EXPECT_EQ(claimed.exitCode, 3) << claimed.text();
    EXPECT_EQ(claimed.out, "");
}

TEST_F(CliRun, TableShowsTrialsFitAndResult) {
    Words words = request();
    words[2] = "table";
    const Outcome outcome = m_place.cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    for (const char* piece :
         {"trial  phase", "finished", "\nfit ", "\nfinal ", "\ntest ", "\nspent ", "train", "±"}) {
        EXPECT_THAT(outcome.out, testing::HasSubstr(piece));
    }
    EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr("\x1b"))); // no live line without a terminal
    words.push_back("-q");
    words.push_back("--dry-run");
    EXPECT_EQ(m_place.cli(words).err.find("phase"), std::string::npos);
}

TEST_F(CliRun, PublicRunRepeatsUnderASeedAndSaysThatItIsSimulated) {
    const auto once = [&](const std::string& project) {
        return m_place.cli({"run", "-f", "json", "--storage", m_place.text(project), "--data",
                            m_place.text("data"), "--visibility", "public", "--epsilon", "2", "--delta",
                            "1e-5", "--steps", "10", "--seed", "7", "--score", "exact"});
    };
    const Outcome first = once("a.parsimony");
    ASSERT_EQ(first.exitCode, 0) << first.text();
    nlohmann::json a = first.json();
    nlohmann::json b = once("b.parsimony").json();
    EXPECT_EQ(a["private"], false);
    EXPECT_EQ(a["final"]["test_accuracy_se"], 0.0);
    a.erase("seconds");
    b.erase("seconds");
    EXPECT_EQ(a, b);
}

TEST_F(CliRun, SeedsExactScoresAndOraclesAreRefusedOnPrivateData) {
    for (const Words& more :
         std::vector<Words>{{"--seed", "1"}, {"--score", "exact"}, {"--method", "oracle"}}) {
        const Outcome outcome = m_place.cli(request(more));
        EXPECT_EQ(outcome.exitCode, 3) << more.front() << outcome.text();
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony"))) << more.front();
    }
}

TEST_F(CliRun, PlanAsConfigRerunsTheRequest) {
    Words words =
        request({"--trials", "2", "--row-norm", "clip", "--norm-bound", "2", "--no-free-step", "--ood",
                 "far=" + m_place.text("data/test.npy") + "," + m_place.text("data/test_labels.npy")});
    words[0] = "plan";
    words[2] = "toml";
    const Outcome toml = m_place.cli(words);
    ASSERT_EQ(toml.exitCode, 0) << toml.text();
    writeBytes(m_place.path("plan.toml"), toml.out);
    words[2] = "json";
    const Outcome direct = m_place.cli(words);
    const Outcome again = m_place.cli({"plan", "-f", "json", "--config", m_place.text("plan.toml")});
    ASSERT_EQ(again.exitCode, 0) << again.text();
    EXPECT_EQ(again.out, direct.out);
}

TEST_F(CliRun, EveryOptionOfTheSessionIsOnTheCommandLine) {
    const std::set<std::string> ofPrivateSelection = {"runs-mean", "runs-family", "subset-fraction"};
    for (const char* command : {"plan", "run"}) {
        const std::string help = m_place.cli({command, "-h"}).out;
        for (const std::string& name : parsimony::session::runOptionNames()) {
            if (ofPrivateSelection.count(name) == 0) { // listed once these methods run
                EXPECT_THAT(help, testing::HasSubstr("  --" + name + " ")) << command;
            }
        }
    }
}

TEST_F(CliRun, WithoutNoiseNoBudgetIsShownAndACapMayStillBeNamed) {
    const auto run = [&](const char* format, const char* epsilon) {
        return m_place.cli({"run", "-f", format, "--storage", m_place.text("free.parsimony"), "--data",
                            m_place.text("data"), "--visibility", "public", "--epsilon", epsilon, "--delta",
                            "1e-5", "--steps", "5", "--learning-rates", "1"});
    };
    const Outcome table = run("table", "inf");
    ASSERT_EQ(table.exitCode, 0) << table.text();
    EXPECT_THAT(table.out, testing::HasSubstr("\nspent      nothing: no account was charged\n"));
    EXPECT_EQ(table.out.find(" of 1"), std::string::npos) << "nobody gave a cap";
    EXPECT_EQ(run("json", "inf").json()["budget"]["cap_open"], true);
    const nlohmann::json named = run("json", "2").json()["budget"];
    EXPECT_EQ(named["target_epsilon"], 2.0);
    EXPECT_EQ(named["cap_open"], false);
}
