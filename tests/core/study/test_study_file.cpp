// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_plot.h"
#include "core/study/study_sheet.h"
#include "tests/core/study/study_fixture.h"

#include <gtest/gtest.h>

namespace parsimony::study {

TEST_F(StudyTest, StudiesAreReadWithTheirVariants) {
    const Study study =
        readStudy(write("title = 'T'\nkind = 'compare'\n[options]\ndata = 'd.npz'\ndelta = 1e-5\n"
                        "visibility = 'public'\nmethods = 'auto,random'\nepsilons = '1,2'\nrepeats = 5\n"
                        "[[variant]]\nname = 'a'\nmomentum = 0.0\n[[variant]]\nname = 'b'\n"),
                  true);
    ASSERT_EQ(study.variants.size(), 2U);
    const CompareRequest& first = *study.variants[0].compare;
    EXPECT_EQ(first.methods, (std::vector{session::MethodKind::Auto, session::MethodKind::Random}));
    EXPECT_EQ(first.epsilons, (std::vector<double>{1.0, 2.0}));
    EXPECT_EQ(first.repeats, 2U) << "quick";
    EXPECT_EQ(first.base.momentum, 0.0);
    EXPECT_FALSE(study.variants[1].compare->base.momentum) << "what the method takes";
    EXPECT_EQ(first.base.data, (m_folder / "d.npz").string());
}

TEST_F(StudyTest, EveryRelativePathIsTakenFromTheFolderOfTheStudy) {
    const Study study = readStudy(write("kind = 'compare'\n[options]\nepsilons = 1\ntrain = 'x.npy'\n"
                                        "prior = 'p.npz:a,p.npz:b'\nclass-names = 'names.txt'\n"
                                        "init = 'w.npy'\nlinked-to = 'other.parsimony:train'\n"),
                                  false);
    const session::RunOptions& base = study.variants.front().compare->base;
    EXPECT_EQ(base.train.features, (m_folder / "x.npy").string());
    EXPECT_EQ(base.prior.features, (m_folder / "p.npz:a").string());
    EXPECT_EQ(base.prior.labels, (m_folder / "p.npz:b").string());
    EXPECT_EQ(base.classNames, (m_folder / "names.txt").string());
    EXPECT_EQ(base.init.file, (m_folder / "w.npy").string());
    EXPECT_EQ(base.linkedTo, std::vector{(m_folder / "other.parsimony:train").string()});
}

/// Of canaries in public rows: no project, no budget.
TEST_F(StudyTest, AnAttackIsAStudyToo) {
    const Study study =
        readStudy(write("title = 'T'\nkind = 'attack'\nplots = 'exposure'\n[options]\nepsilon = 3\n"
                        "seed = 1\ncanary = ['dirac', 'mislabelled']\nruns = 40\ncanaries = 0\n"),
                  true);
    const AttackRequest& attack = study.variants.front().attack.value();
    EXPECT_EQ(attack.canaries, (std::vector<std::string>{"dirac", "mislabelled"}));
    EXPECT_EQ(attack.runs, 40U);
    EXPECT_EQ(attack.oneRunCanaries, 0U);
    EXPECT_EQ(attack.asked.epsilon, 3.0);
    EXPECT_EQ(priceOf(nullptr, study).runs, 0U);
    EXPECT_TRUE(priceOf(nullptr, study).simulated);
    const nlohmann::json exposure{{"mean", 2.5}, {"sd", 0.5}};
    nlohmann::json row = exposure;
    row.update({{"canary", "dirac"}, {"repetitions", 10}, {"without_noise", exposure}});
    const nlohmann::json result{
        {"title", "T"},
        {"plots", {"exposure"}},
        {"variants", {{{"name", ""}, {"epsilon_claimed", 3.0}, {"exposure", nlohmann::json::array({row})}}}}};
    const Sheet sheet = sheetOf(result);
    EXPECT_EQ(sheet.tables.front().rows.front(),
              (std::vector<std::string>{"dirac", "10", "2.5 ± 0.5", "2.5 ± 0.5"}));
    EXPECT_NE(sheet.pictures.front().svg.find("dirac, 10 copies, not private"), std::string::npos);
    for (const char* wrong :
         {"epsilons = 1", "methods = 'auto'", "runs = -1", "canaries = 1.5", "repeats = 2"}) {
        (void)messageOf(
            [&] {
                (void)readStudy(write("kind = 'attack'\n[options]\n" + std::string(wrong) + "\n"), false);
            },
            ErrorCode::Usage);
    }
}

TEST_F(StudyTest, MistakesInStudiesAreNamed) {
    const auto message = [&](const std::string& text) {
        return messageOf([&] { (void)readStudy(write(text), false); }, ErrorCode::Usage);
    };
    EXPECT_NE(message("kind = 'compare'\ntitel = 'x'\n").find("'title'"), std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = '1'\nmomentun = 0.5\n").find("momentum"),
              std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = '1'\nrepeat = 5\n").find("--repeats"),
              std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = true\n").find("epsilons"), std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = 1\nrepeats = 0\n").find("repeats"),
              std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = 1\n[[variant]]\nname = 'v'\nmomentun = 1\n")
                  .find("variant 'v'"),
              std::string::npos);
    EXPECT_NE(message("kind = 'sweep'\nplots = 'heatmaps'\n").find("'heatmap'"), std::string::npos);
    EXPECT_NE(message("kind = 'sweep'\n[options]\nepsilons = 1\nmethods = 'auto'\n").find("compare"),
              std::string::npos);
    EXPECT_NE(message("kind = 'plot'\n").find("kind"), std::string::npos);
    EXPECT_NE(message("kind = 'sweep'\n").find("epsilons"), std::string::npos);
    EXPECT_NE(message("kind = 'sweep'\n[options]\nepsilon = 0,5\n")
                  .find("line 3: --epsilon: '0,5' is not a number; the decimal mark is a point"),
              std::string::npos);
    messageOf([&] { (void)readStudy(write("kind = "), false); }, ErrorCode::Failed);
    messageOf([&] { (void)readStudy(m_folder / "none.toml", false); }, ErrorCode::Failed);
}

TEST_F(StudyTest, ListsTablesAndQuickOptionsAreRead) {
    const std::string text = "kind = 'compare'\nplots = 'bars,shift'\n[options]\ndata = 'd.npz'\n"
                             "ood.words = 'a.npy,b.npy'\nepsilons = [0.5, 1]\nmethods = ['auto', 'random']\n"
                             "repeats = 9\none-by-one = true\n[quick]\nepsilons = 1\n";
    const CompareRequest whole = *readStudy(write(text), false).variants.front().compare;
    EXPECT_EQ(whole.epsilons, (std::vector<double>{0.5, 1.0}));
    EXPECT_EQ(whole.methods, (std::vector{session::MethodKind::Auto, session::MethodKind::Random}));
    EXPECT_EQ(whole.repeats, 9U);
    EXPECT_TRUE(whole.oneByOne);
    EXPECT_EQ(whole.base.ood.at("words").features, (m_folder / "a.npy").string());
    EXPECT_EQ(whole.base.ood.at("words").labels, (m_folder / "b.npy").string());
    const Study quick = readStudy(write(text), true);
    EXPECT_EQ(quick.variants.front().compare->epsilons, std::vector<double>{1.0});
    EXPECT_EQ(quick.plots, (std::vector<std::string>{"bars", "shift"}));
}

TEST_F(StudyTest, VariantsHaveSeveralEncodersOrOne) {
    const Study study =
        readStudy(write("kind = 'compare'\n[options]\nepsilons = 1\n"
                        "[[variant]]\nname = 'both'\ndata = ['b=x,1.npz', 'a=y.npz']\nsame-order = true\n"
                        "encoder-id = ['a=A@1', 'b=B@2']\nlinked-to = ['o.parsimony', 'p.parsimony:train']\n"
                        "[[variant]]\nname = 'one'\ndata = ['y.npz']\nencoder-id = 'A@1'\n"),
                  false);
    const session::RunOptions& both = study.variants.at(0).compare->base;
    EXPECT_EQ(both.encoders, (session::ByEncoder{{"b", (m_folder / "x,1.npz").string()},
                                                 {"a", (m_folder / "y.npz").string()}}));
    EXPECT_EQ(both.encoderIds, (session::ByEncoder{{"a", "A@1"}, {"b", "B@2"}}));
    EXPECT_EQ(both.linkedTo.size(), 2U);
    const session::RunOptions& one = study.variants.at(1).compare->base;
    EXPECT_TRUE(one.encoders.empty());
    EXPECT_EQ(one.data, (m_folder / "y.npz").string());
    EXPECT_EQ(one.encoderId, "A@1");
}

TEST(Studies, ResultsAreDrawn) {
    const auto sweepResult = nlohmann::json::parse(
        R"({"title": "A < B", "variants": [{"name": "", "fit": {"coefficients": [1, 2]},
            "best": [{"epsilon": 1, "r": 20, "r_sd": 3, "accuracy": 0.8}],
            "cells": [{"epsilon": 1, "learning_rate": 2, "steps": 10, "r": 20, "accuracy": 0.8},
                      {"epsilon": 1, "learning_rate": 4, "steps": 10, "r": 40, "accuracy": 0.5}]}]})");
    const std::string heat = plotOf(sweepResult, "heatmap");
    EXPECT_NE(heat.find(">80<"), std::string::npos);
    EXPECT_NE(heat.find("A &lt; B"), std::string::npos);
    EXPECT_NE(heat.find("#fde725"), std::string::npos) << "the best cell has the lightest colour";
    EXPECT_NE(plotOf(sweepResult, "gap").find("ε = 1"), std::string::npos);
    EXPECT_NE(plotOf(sweepResult, "r").find("fitted line"), std::string::npos);
    EXPECT_THROW((void)plotOf(sweepResult, "bars"), Error);
    auto compared = nlohmann::json::parse(
        R"({"title": "T", "variants": [{"name": "v", "methods": [
            {"method": "auto", "epsilon": 1, "accuracy": 0.7, "accuracy_sd": 0.01, "r": 5, "r_sd": 0,
             "seconds": 2, "distance": 12.5, "distance_sd": 0.5, "effective_noise": 0.002, "ood": {"words": {"accuracy": 0.4, "accuracy_sd": 0}}},
            {"method": "random", "epsilon": 1, "accuracy": 0.6, "accuracy_sd": 0.1, "r": 9, "r_sd": 1,
             "seconds": 1, "distance": null, "distance_sd": null, "effective_noise": 0.001, "ood": {}}]}]})");
    for (const std::string kind : {"bars", "accuracy", "step-size", "seconds", "shift"}) {
        const std::string svg = plotOf(compared, kind);
        EXPECT_NE(svg.find("random"), std::string::npos) << kind;
        EXPECT_EQ(svg.find("nan"), std::string::npos) << kind;
        EXPECT_EQ(svg.find("inf"), std::string::npos) << kind;
    }
    EXPECT_NE(plotOf(compared, "shift").find("words"), std::string::npos);
    EXPECT_THROW((void)plotOf(compared, "heatmap"), Error);
    EXPECT_NE(plotOf(compared, "noise").find("random"), std::string::npos);
    const std::string distance = plotOf(compared, "distance");
    EXPECT_NE(distance.find("12.5"), std::string::npos);
    EXPECT_EQ(distance.find("random"), std::string::npos) << "its runs started elsewhere";
    compared.at("variants").at(0).at("methods").erase(0);
    EXPECT_THROW((void)plotOf(compared, "distance"), Error);
}

TEST_F(StudyTest, APlotOfTheOtherKindIsRefusedBeforeItRuns) {
    EXPECT_NE(messageOf(
                  [&] {
                      (void)readStudy(write("kind = 'compare'\nplots = 'heatmap'\n[options]\n"
                                            "epsilons = 1\n"),
                                      false);
                  },
                  ErrorCode::Usage)
                  .find("'heatmap'"),
              std::string::npos);
}

TEST(Studies, AResultIsASheet) {
    const auto result = nlohmann::json::parse(
        R"({"title":"T","source":"S","plots":["heatmap"],"variants":[{"name":"v","cells":[
        {"epsilon":1,"learning_rate":0.5,"steps":10,"r":5,"accuracy":0.5,"accuracy_sd":0.01,"repeats":2},
        {"epsilon":null,"learning_rate":1,"steps":10,"r":10,"accuracy":0.7,"accuracy_sd":0,"repeats":2}],
        "best":[{"epsilon":null,"r":10,"r_sd":0,"accuracy":0.7}],
        "fit":{"coefficients":[1,2],"slope_se":0.25}}]})");
    const Sheet sheet = sheetOf(result);
    EXPECT_EQ(sheet.title, "T (S)");
    ASSERT_EQ(sheet.tables.size(), 2U);
    EXPECT_EQ(sheet.tables[0].title, "v");
    EXPECT_EQ(sheet.tables[0].rows[0], (std::vector<std::string>{"1", "0.5", "10", "5", "50 ± 1 %", "2"}));
    EXPECT_EQ(sheet.tables[0].rows[1].front(), "∞");
    ASSERT_EQ(sheet.tables[1].below.size(), 2U);
    EXPECT_EQ(sheet.tables[1].below[1].english(), "r = 1 + 2 ε (slope ± 0.25)");
    ASSERT_EQ(sheet.pictures.size(), 1U);
    EXPECT_NE(sheet.pictures[0].svg.find("<svg"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(sheet.json), result);
}

TEST(Studies, RowsNameTheEncodersThatWereChosen) {
    nlohmann::json row = nlohmann::json::parse(
        R"({"method":"random","epsilon":1,"accuracy":0.5,"accuracy_sd":0,"rerr":null,"gap":null,
            "spent_epsilon":1,"trials":1,"passes":5,"seconds":1,"ood":{}})");
    nlohmann::json result{{"repeats", 3}, {"methods", {row}}};
    const std::size_t columns = tablesOf(result).front().columns.size(); // a result of before names none
    row["encoders"] = {{"full", 2}, {"pooled", 1}};
    result["methods"].push_back(row);
    const Sheet::Table table = tablesOf(result).front();
    ASSERT_EQ(table.columns.size(), columns + 1);
    EXPECT_EQ(table.rows.at(0).back(), "");
    EXPECT_EQ(table.rows.at(1).back(), "full 2, pooled 1");
}

TEST(Studies, RowsNameAnArithmeticThatIsNotFloat32) {
    nlohmann::json row = nlohmann::json::parse(
        R"({"method":"auto","epsilon":1,"accuracy":0.5,"accuracy_sd":0,"rerr":null,"gap":null,
            "spent_epsilon":1,"trials":1,"passes":5,"seconds":1,"ood":{}})");
    nlohmann::json cell = nlohmann::json::parse(
        R"({"epsilon":1,"learning_rate":0.5,"steps":10,"r":5,"accuracy":0.5,"accuracy_sd":0,"repeats":2})");
    const auto tables = [&] {
        return std::vector{
            tablesOf({{"repeats", 3}, {"methods", {row}}}).front(),
            tablesOf({{"cells", {cell}}, {"best", nlohmann::json::array()}, {"fit", nullptr}}).front()};
    };
    const auto before = tables();
    row["arithmetic"] = cell["arithmetic"] = "f32";
    const auto usual = tables();
    row["arithmetic"] = cell["arithmetic"] = "bf16, f32";
    const auto told = tables();
    for (std::size_t i = 0; i < told.size(); ++i) {
        EXPECT_EQ(usual[i].columns.size(), before[i].columns.size()) << "which goes without saying";
        ASSERT_EQ(told[i].columns.size(), before[i].columns.size() + 1);
        EXPECT_EQ(told[i].columns.back().title.english(), "arithmetic");
        EXPECT_EQ(told[i].rows.front().back(), "bf16, f32");
    }
}

TEST(Studies, BundledOnesAreFoundByTheirNames) {
    const auto titles = builtInStudies();
    const auto named = [&](const std::string& name) {
        return std::count_if(titles.begin(), titles.end(),
                             [&](const auto& each) { return each.name == name; });
    };
    EXPECT_EQ(named("heatmaps"), 1);
    EXPECT_EQ(named("isotropic"), 0) << "its data has to be made first";
    EXPECT_EQ(readStudy(studyPath("heatmaps"), true).title, "Accuracy over learning rate and steps");
    EXPECT_EQ(studyPath("./heatmaps"), "./heatmaps");
    EXPECT_EQ(studyPath("own.toml"), "own.toml");
}

/// Whoever names one of them hears where its data comes from, not of the first file that is missing.
TEST_F(StudyTest, BundledOnesWhoseDataIsMissingSayWhatMakesIt) {
    const std::filesystem::path file = studyPath("isotropic");
    const Study study = readStudy(file, true);
    const std::string told = messageOf([&] { requireData(study, file); }, ErrorCode::Failed);
    EXPECT_NE(told.find("resources/studies/run isotropic"), std::string::npos) << told;
    EXPECT_NE(told.find("mixture-10.npz"), std::string::npos) << told;
    EXPECT_NO_THROW(requireData(readStudy(studyPath("heatmaps"), true), studyPath("heatmaps")));
    EXPECT_NO_THROW(requireData(study, m_folder / "isotropic.toml")) << "somebody's own";
}

/// A name that none of them has may be that of a file here.
TEST_F(StudyTest, OnesOfOnesOwnAreFoundByTheirNamesWhereTheyLie) {
    ASSERT_TRUE(std::filesystem::exists(write("")));
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(m_folder);
    EXPECT_EQ(studyPath("study"), "study.toml");
    std::ofstream(m_folder / "heatmaps.toml") << "";
    EXPECT_NE(studyPath("heatmaps"), "heatmaps.toml") << "the bundled one has the name";
    EXPECT_EQ(studyPath("nowhere").filename(), "nowhere.toml");
    std::filesystem::current_path(before);
}

TEST(Studies, BundledOnesCanBeRead) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(PARSIMONY_STUDIES)) {
        if (entry.path().extension() == ".toml") {
            const Study study = readStudy(entry.path(), true);
            EXPECT_FALSE(study.title.empty()) << entry.path();
            EXPECT_FALSE(study.source.empty()) << entry.path();
            EXPECT_FALSE(study.plots.empty()) << entry.path();
            ++count;
        }
    }
    EXPECT_GE(count, 12);
}

} // namespace parsimony::study
