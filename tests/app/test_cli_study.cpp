// SPDX-License-Identifier: GPL-3.0-or-later
// sweep, compare, study and evaluate by the real program.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliStudy : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2}); }

    [[nodiscard]] Outcome command(const std::string& name, const Words& more) const {
        Words words = m_place.onData(name);
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    [[nodiscard]] Outcome sweep(Words more) const {
        more.insert(more.end(), {"--learning-rates", "1,4,16", "--steps", "5,10"});
        return command("sweep", more);
    }
    /// An exported classifier of a private run on the data.
    [[nodiscard]] std::string classifier() const {
        const Outcome run =
            command("run", {"--classes", "3", "--records", "600", "--epsilon", "30", "--experiment-epsilon",
                            "20", "--method", "unit-noise", "--steps", "10"});
        EXPECT_EQ(run.exitCode, 0) << run.text();
        const std::string model = m_place.text("model.npz");
        EXPECT_EQ(
            m_place.cli({"export", "--storage", m_place.text("p.parsimony"), "--output", model}).exitCode, 0);
        return model;
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliStudy, NotesAndTagsAreWrittenAndTakenOff) {
    (void)classifier();
    const std::string project = m_place.text("p.parsimony");
    const auto remark = [&](Words words) {
        words.insert(words.begin() + 1, {"-f", "json", "--storage", project});
        return m_place.cli(words);
    };
    const auto firstTrial = [&] { return remark({"trials"}).json()["trials"][0]; };
    EXPECT_EQ(remark({"note", "--trial", "1", "a", "good", "start"}).json()["note"], "a good start");
    EXPECT_EQ(remark({"tag", "--trial", "1", "keep", "early"}).exitCode, 0);
    EXPECT_EQ(firstTrial()["note"], "a good start");
    EXPECT_EQ(firstTrial()["tags"], nlohmann::json::array({"keep", "early"}));
    EXPECT_EQ(remark({"note", "--trial", "1"}).exitCode, 0);
    EXPECT_EQ(remark({"tag", "--trial", "1"}).exitCode, 0);
    EXPECT_EQ(firstTrial().value("note", ""), "");
    EXPECT_TRUE(firstTrial().value("tags", nlohmann::json::array()).empty());
    EXPECT_EQ(remark({"note", "lost"}).exitCode, 2);
    EXPECT_EQ(remark({"tag", "--trial", "99", "x"}).exitCode, 2);
}

TEST_F(CliStudy, WhatIsKnownOfRowsIsForTheCuratorAlone) {
    const auto ask = [&] {
        return m_place.cli({"known-rows", "--data", m_place.text("data"), "--classes", "3"});
    };
    const Outcome nowhere = m_place.cli({"known-rows", "--data", m_place.text("nowhere"), "--classes", "3"});
    EXPECT_EQ(nowhere.exitCode, 0) << nowhere.text();
    EXPECT_THAT(nowhere.err, testing::StartsWith("curator: ")); // there is no registry yet
    EXPECT_THAT(nowhere.err, testing::HasSubstr("nowhere"));
    const Outcome before = ask();
    (void)classifier();
    const Outcome after = ask();
    for (const Outcome& each : {before, after}) {
        EXPECT_EQ(each.exitCode, 0) << each.text();
        EXPECT_EQ(each.out, "{}\n");
    }
    EXPECT_THAT(before.err, testing::HasSubstr("None of these rows"));
    EXPECT_THAT(after.err, testing::HasSubstr("curator: train: 600 of its rows"));
}

/// What goes wrong may follow from the rows or from what the registry holds, so nothing shows that it did.
TEST_F(CliStudy, WhatIsKnownOfRowsShowsInNoOutputAndNoExitCode) {
    (void)classifier(); // there is a registry
    const auto array = [&](const char* name) { return m_place.text(std::string("data/") + name); };
    const auto expectSilent = [&](const Words& more, const std::string& told, const Words& format = {}) {
        Words words{"known-rows"};
        words.insert(words.end(), more.begin(), more.end());
        words.insert(words.end(), format.begin(), format.end());
        const Outcome asked = m_place.cli(words);
        EXPECT_EQ(asked.exitCode, 0) << asked.text();
        EXPECT_EQ(asked.out, "{}\n") << asked.text();
        EXPECT_THAT(asked.err, testing::StartsWith("curator: ")) << asked.text();
        EXPECT_THAT(asked.err, testing::HasSubstr(told)) << asked.text();
    };
    const Words rows{"--train", array("train.npy"), "--train-labels", array("train_labels.npy")};
    const auto with = [&](const Words& more) {
        Words words = rows;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    expectSilent(with({"--classes", "3"}), "600 of its rows");
    expectSilent(with({"--classes", "3"}), "600 of its rows", {"-f", "json"});
    expectSilent(with({"--classes", "2"}), ""); // a label that is none of them
    expectSilent(with({}), "--classes");
    expectSilent({"--data", m_place.text("nowhere"), "--classes", "3"}, "nowhere", {"-f", "json"});
    for (const char* labels : {"test_labels.npy", "test.npy"}) { // too few, and numbers that are no classes
        expectSilent({"--train", array("train.npy"), "--train-labels", array(labels), "--classes", "3"},
                     labels);
    }
    std::ofstream(m_place.path("ids.txt")) << "1\n2\n";
    expectSilent(with({"--classes", "3", "--record-ids", m_place.text("ids.txt")}), "");
    std::ofstream(m_place.path("words.csv")) << "a\nb\n";
    expectSilent(
        {"--train", array("train.npy"), "--train-labels", m_place.text("words.csv"), "--classes", "3"}, "");
    std::ofstream(m_place.path("registry.db")) << "this is no registry, whatever it was before";
    expectSilent(with({"--classes", "3"}), "registry");
    EXPECT_EQ(m_place.cli({"known-rows", "--no-such-option"}).exitCode, 2) << "of the command line alone";
}

TEST_F(CliStudy, SweepGivesTheContractsFieldsAndFindsItsCellsAgain) {
    const Words options{"--visibility", "public", "--epsilons", "1,3", "--repeats", "2"};
    Words drawn = options;
    drawn.insert(drawn.end(), {"--plots", m_place.text("plots")});
    const Outcome first = sweep(drawn);
    ASSERT_EQ(first.exitCode, 0) << first.text();
    const nlohmann::json result = first.json();
    EXPECT_EQ(result["schema"], "parsimony/sweep/1");
    ASSERT_EQ(result["cells"].size(), 12U);
    for (const char* field :
         {"epsilon", "learning_rate", "steps", "r", "accuracy", "accuracy_sd", "repeats"}) {
        EXPECT_TRUE(result["cells"][0][field].is_number()) << field;
    }
    EXPECT_EQ(result["best"].size(), 2U);
    EXPECT_EQ(result["fit"]["coefficients"].size(), 2U);
    for (const char* kind : {"heatmap", "r", "gap"}) {
        EXPECT_THAT(readBytes(m_place.path("plots") / (std::string("sweep-") + kind + ".svg")),
                    testing::HasSubstr("</svg>"));
    }
    Words counted = options;
    counted.insert(counted.end(), {"--trials", "7"});
    const Outcome again = sweep(counted);
    EXPECT_EQ(again.json()["cells"], result["cells"]);
    EXPECT_THAT(again.err,
                testing::HasSubstr("--trials changes nothing: the other options have no use for it"));
    EXPECT_THAT(first.err, testing::Not(testing::HasSubstr("changes nothing")));
    const Outcome trials = m_place.cli({"trials", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(trials.json()["trials"].size(), 24U + 4U) << "cells and looks at the test part, once each";
    EXPECT_EQ(m_place.cli({"audit", "-f", "json", "--storage", m_place.text("p.parsimony")}).exitCode, 0);
}

TEST_F(CliStudy, OneBudgetIsToldInTheSingular) {
    const Outcome outcome = command("sweep", {"--visibility", "public", "--seed", "3", "--epsilons", "1",
                                              "--learning-rates", "1,2", "--steps", "5"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_THAT(outcome.err, testing::HasSubstr("2 cells for one budget and seed")) << outcome.err;
}

/// As `plot` and the window have it: a run is looked at when one of its trials is.
TEST_F(CliStudy, CompareTellsOfTheRunsThatAFilterLeaves) {
    const auto compared = [&](const Words& more) {
        Words words{"compare",
                    "-f",
                    "json",
                    "--storage",
                    m_place.text("p.parsimony"),
                    "--data",
                    m_place.text("data"),
                    "--classes",
                    "3",
                    "--visibility",
                    "public",
                    "--epsilon",
                    "3",
                    "--delta",
                    "1e-5",
                    "--steps",
                    "5",
                    "--methods",
                    "unit-noise,random",
                    "--repeats",
                    "2"};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    };
    const nlohmann::json whole = compared({}).json()["methods"];
    ASSERT_EQ(whole.size(), 2U);
    const Outcome named = compared({"--filter", "method~unit"});
    ASSERT_EQ(named.exitCode, 0) << named.text();
    ASSERT_EQ(named.json()["methods"].size(), 1U);
    EXPECT_EQ(named.json()["methods"][0], whole[0]);
    const nlohmann::json one = compared({"--filter", "experiment=1"}).json()["methods"];
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0]["accuracies"], nlohmann::json::array({whole[0]["accuracies"][0]}));
    const Outcome none = compared({"--filter", "steps>1000"});
    EXPECT_EQ(none.exitCode, 0) << none.text();
    EXPECT_TRUE(none.json()["methods"].empty());
    EXPECT_EQ(compared({"--filter", "steps>"}).exitCode, 2);
}

TEST_F(CliStudy, PrivateSweepsAreRefusedWholeWhenTheirSumDoesNotFit) {
    const Words options{"--classes", "3", "--records", "600", "--epsilon", "2", "--epsilons"};
    Words tooMuch = options;
    tooMuch.emplace_back("0.5,1.9");
    const Outcome refused = sweep(tooMuch);
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
    EXPECT_GT(refused.json()["missing"], 0.0);
    Words fits = options;
    fits.emplace_back("0.2,0.4");
    const Outcome swept = sweep(fits);
    ASSERT_EQ(swept.exitCode, 0) << swept.text();
    EXPECT_EQ(swept.json()["cells"].size(), 12U);
    fits.insert(fits.end(), {"--repeats", "2"});
    EXPECT_EQ(sweep(fits).exitCode, 3);
}

TEST_F(CliStudy, BadInputIsNamed) {
    const auto error = [&](const Outcome& outcome, int code, const std::string& part) {
        EXPECT_EQ(outcome.exitCode, code) << outcome.text();
        EXPECT_THAT(outcome.json()["message"].get<std::string>(), testing::HasSubstr(part));
    };
    const auto publicSweep = [&](const Words& more) {
        Words words{"--visibility", "public"};
        words.insert(words.end(), more.begin(), more.end());
        return command("sweep", words);
    };
    error(publicSweep({"--epsilons", "1", "--steps", "5"}), 2, "--learning-rates");
    error(publicSweep({"--epsilons", "1", "--steps", "5", "--learning-rates", "1"}), 2, "one cell");
    error(publicSweep({"--epsilons", "nan", "--steps", "5", "--learning-rates", "1,2"}), 2, "--epsilons");
    error(publicSweep({"--epsilons", "1,1", "--steps", "5", "--learning-rates", "1,2"}), 2, "twice");
    error(publicSweep({"--epsilons", "1", "--steps", "5", "--learning-rates", "1,-2"}), 2,
          "--learning-rates");
    error(command("compare", {"--visibility", "public", "--methods", "random,randm", "--epsilons", "1"}), 2,
          "randm");
    error(command("compare", {"--methods", "random", "--epsilons", "1", "--classes", "3"}), 3, "public");
    writeBytes(m_place.path("s.toml"), "kind = 'compare'\n[options]\nepsilons = 1\nmomentun = 2\n");
    const Outcome study = m_place.cli({"study", m_place.text("s.toml"), "-f", "json"});
    error(study, 2, "unknown option --momentun");
    EXPECT_THAT(study.json()["message"].get<std::string>(), testing::HasSubstr("did you mean"));
    EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony")) &&
                 m_place.cli({"trials", "-f", "json", "--storage", m_place.text("p.parsimony")})
                         .json()["trials"]
                         .size() > 0);
}

TEST_F(CliStudy, StudyWritesItsResultAndPlots) {
    writeBytes(m_place.path("s.toml"),
               "title = 'T'\nsource = 'S'\nkind = 'compare'\nplots = 'bars'\n[options]\n"
               "data = 'data'\nvisibility = 'public'\ndelta = 1e-5\nsteps = 5\n"
               "methods = 'unit-noise,random'\nepsilons = [1, 2]\nrepeats = 3\n"
               "[[variant]]\nname = 'a'\n[[variant]]\nname = 'b'\nmomentum = 0.0\n");
    const Outcome outcome = m_place.cli(
        {"study", m_place.text("s.toml"), "-f", "json", "--quick", "--storage", m_place.text("s.parsimony"),
         "--output", m_place.text("s.json"), "--plots", m_place.text("plots"), "--threads", "1"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const auto written = nlohmann::json::parse(readBytes(m_place.path("s.json")));
    ASSERT_EQ(written["variants"].size(), 2U);
    EXPECT_EQ(written["variants"][1]["name"], "b");
    EXPECT_EQ(written["variants"][0]["repeats"], 2);
    EXPECT_EQ(written["variants"][0]["methods"].size(), 4U);
    EXPECT_EQ(outcome.json()["variants"], written["variants"]);
    EXPECT_THAT(readBytes(m_place.path("plots") / "s-bars.svg"), testing::HasSubstr("b, random"));
}

TEST_F(CliStudy, OutputIsTriedBeforeTheWork) {
    writeBytes(m_place.path("s.toml"),
               "title = 'T'\nsource = 'S'\nkind = 'compare'\nplots = 'bars'\n[options]\n"
               "data = 'data'\nvisibility = 'public'\nsteps = 5\n"
               "methods = 'random'\nepsilons = 1\n");
    writeBytes(m_place.path("file"), "");
    const std::string inFile = m_place.text("file/plots");
    const Words plots{"--plots", inFile, "--visibility", "public", "--epsilons", "1"};
    Words compared{"--methods", "random"};
    compared.insert(compared.end(), plots.begin(), plots.end());
    const auto study = [&](const char* option, const std::string& path) {
        return m_place.cli({"study", m_place.text("s.toml"), "-f", "json", "--storage",
                            m_place.text("p.parsimony"), option, path});
    };
    for (const Outcome& outcome : {sweep(plots), command("compare", compared), study("--plots", inFile),
                                   study("--output", m_place.text("none/s.json"))}) {
        EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
        EXPECT_THAT(outcome.json()["message"].get<std::string>(), testing::HasSubstr("cannot be written"));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony"))) << outcome.text();
    }
}

TEST_F(CliStudy, EvaluateShowsClassesGroupsAndMappedLabels) {
    const std::string model = classifier();
    writeDataset(m_place.path("fresh"), {300, 8, 3, 7}, {300, 8, 3, 8});
    std::string groups;
    for (int i = 0; i < 300; ++i) {
        groups += i % 3 == 0 ? "water\n" : "land\n";
    }
    writeBytes(m_place.path("groups.txt"), groups);
    writeBytes(m_place.path("map.txt"), "0,0\n1,1\n2,ignored\n");
    const Words base{"evaluate", model, "--data", m_place.text("fresh"), "-f", "json"};
    const auto with = [&](const Words& more) {
        Words words = base;
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    };
    const nlohmann::json shown =
        with({"--visibility", "public", "--groups", m_place.text("groups.txt")}).json();
    EXPECT_EQ(shown["groups"]["water"]["records"], 100);
    EXPECT_EQ(shown["groups"]["land"]["records"], 200);
    const std::string worst = shown["worst_group"];
    EXPECT_LE(shown["groups"][worst]["accuracy"], shown["accuracy"]);
    const Outcome table = m_place.cli({"evaluate", model, "--data", m_place.text("fresh"), "--visibility",
                                       "public", "--groups", m_place.text("groups.txt")});
    EXPECT_NE(table.out.find("worst group: " + worst + "\n"), std::string::npos) << table.text();
    const Outcome unknown = with({"--visibility", "public", "--metrics", "top6"});
    EXPECT_EQ(unknown.exitCode, 2) << unknown.text();
    const nlohmann::json mapped =
        with({"--visibility", "public", "--label-map", m_place.text("map.txt")}).json();
    EXPECT_LT(mapped["records"], 300);
    EXPECT_EQ(mapped["records"].get<int>() + mapped["ignored"].get<int>(), 300);

    EXPECT_NEAR(shown["balanced_accuracy"], shown["accuracy"], 0.1);
    EXPECT_TRUE(shown["top5"].is_null()) << "of three classes";
    EXPECT_TRUE(shown["auc"].is_null()) << "of no class that was named";
    EXPECT_GT(with({"--visibility", "public", "--positive-class", "1"}).json()["auc"], 0.8);
    EXPECT_EQ(shown["confusion"].size(), 3U);
    EXPECT_GT(shown["log_loss"], 0.0);

    // The same of private rows: noisy counts, charged.
    EXPECT_EQ(with({"--metrics", "f1"}).exitCode, 3) << "nobody pays";
    const std::string project = m_place.text("p.parsimony");
    EXPECT_EQ(with({"--per-class"}).exitCode, 3) << "nobody pays";
    EXPECT_EQ(with({"--storage", project, "--groups", m_place.text("groups.txt")}).exitCode, 2);
    const Outcome paid = with({"--storage", project, "--per-class", "--groups", m_place.text("groups.txt"),
                               "--group-names", "land,water"});
    ASSERT_EQ(paid.exitCode, 0) << paid.text();
    EXPECT_EQ(paid.json()["per_class"].size(), 3U);
    EXPECT_EQ(paid.json()["groups"].size(), 2U);
    EXPECT_EQ(paid.json()["releases"][0]["sensitivity"], 1.0);
    EXPECT_GT(paid.json()["epsilon"], 0.0);
    EXPECT_NE(paid.json()["groups"]["water"]["records"], 100) << "how many there are is private";
    EXPECT_EQ(paid.json()["balanced_accuracy"].is_number(), paid.json().contains("balanced_classes"));
    const Outcome metrics =
        with({"--storage", project, "--metrics", "log_loss,confusion", "--loss-bound", "3"});
    ASSERT_EQ(metrics.exitCode, 0) << metrics.text();
    EXPECT_EQ(metrics.json()["releases"].size(), 2U);
    EXPECT_LE(metrics.json()["log_loss"], 3.0);
    EXPECT_EQ(metrics.json()["confusion"].size(), 3U);
    EXPECT_EQ(metrics.json()["loss_bound"], 3.0);
    EXPECT_TRUE(paid.json()["worst_group_biased_low"].get<bool>());
    EXPECT_FALSE(shown.contains("worst_group_biased_low")) << "exact";
    // What noise will make of an AUC is known beforehand, and told where it is much.
    const auto areaOf = [&](const Words& more) {
        Words words{"--storage", project, "--positive-class", "1"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome looked = with(words);
        EXPECT_EQ(looked.exitCode, 0) << looked.text();
        EXPECT_THAT(looked.err, testing::HasSubstr("classes of one size, its standard error is about 0.05"))
            << "from how many records on, where their number is private";
        return looked.json()["auc_expected_se"].get<double>();
    };
    const double alone = areaOf({"--metrics", "auc"});
    EXPECT_LT(alone, 0.05);
    EXPECT_GT(areaOf({"--per-class", "--metrics", "auc,log_loss,confusion"}), std::max(0.05, 1.5 * alone));
    writeDataset(m_place.path("counted"), {300, 8, 3, 17}, {300, 8, 3, 18});
    const Outcome counted =
        m_place.cli({"evaluate", model, "--data", m_place.text("counted"), "-f", "json", "--storage", project,
                     "--test-records", "300", "--positive-class", "1", "--metrics", "auc"});
    ASSERT_EQ(counted.exitCode, 0) << counted.text();
    EXPECT_EQ(counted.err.find("if its class has 100 of 300 records") != std::string::npos,
              counted.json()["auc_expected_se"] > 0.05)
        << counted.text();
    const nlohmann::json before = m_place.cli({"budget", "show", "-f", "json", "--storage", project}).json();
    for (const Words& wrong :
         {Words{"--metrics", "f1"}, Words{"--metrics", "auc"}, Words{"--metrics", "auc,auc"},
          Words{"--metrics", "auc", "--positive-class", "3"},
          Words{"--metrics", "log_loss", "--loss-bound", "0"}, Words{"--positive-class", "1"},
          Words{"--metrics", "log_loss", "--positive-class", "1"}, Words{"--loss-bound", "3"},
          Words{"--metrics", "auc", "--positive-class", "1", "--loss-bound", "3"},
          Words{"--test-records", "0"},
          Words{"--groups", m_place.text("groups.txt"), "--group-names", "land,water,land"}}) {
        Words words{"--storage", project};
        words.insert(words.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(with(words).exitCode, 2) << wrong.back();
    }
    EXPECT_THAT(with({"--storage", project, "--loss-bound", "3"}).json()["message"].get<std::string>(),
                testing::HasSubstr("--metrics log_loss"));
    EXPECT_EQ(m_place.cli({"budget", "show", "-f", "json", "--storage", project}).json(), before)
        << "nothing was spent";
    EXPECT_EQ(m_place.cli({"audit", "-f", "json", "--storage", project}).exitCode, 0);
}
