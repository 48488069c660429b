// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/study/study_file.h"
#include "core/study/study_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace parsimony::study {
namespace {

/// A folder of its own with a registry of its own, gone afterwards.
class StudyTest : public testing::Test {
protected:
    StudyTest() {
        std::string pattern = std::filesystem::temp_directory_path() / "parsimony-study-XXXXXX";
        m_folder = mkdtemp(pattern.data());
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~StudyTest() override { std::filesystem::remove_all(m_folder); }

    [[nodiscard]] std::filesystem::path write(const std::string& text) const {
        std::ofstream(m_folder / "study.toml") << text;
        return m_folder / "study.toml";
    }
    [[nodiscard]] session::Session open() const {
        return session::Session::open(m_folder / "p.parsimony", true);
    }

    std::filesystem::path m_folder;
};

session::RunOptions digits() {
    session::RunOptions options;
    options.data = PARSIMONY_SAMPLES "/digits.npz";
    options.visibility = "public";
    options.epsilon = 3.0;
    options.delta = 1e-5;
    options.steps = "5";
    options.threads = 1;
    return options;
}

std::string messageOf(const std::function<void()>& action, ErrorCode code) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

} // namespace

TEST(Rerr, IsTheShareOfTheGapThatIsClosed) {
    EXPECT_NEAR(*relativeErrorReduction(0.75, 0.65, 0.77), 10.0 / 12.0, 1e-12);
    EXPECT_FALSE(relativeErrorReduction(0.75, 0.765, 0.77)) << "within a point";
    EXPECT_FALSE(relativeErrorReduction(0.75, 0.80, 0.77));
    std::vector<CompareRow> rows(4);
    rows[0].method = "random";
    rows[0].accuracy = 0.6;
    rows[1].method = "oracle";
    rows[1].accuracy = 0.8;
    rows[2].method = "auto";
    rows[2].accuracy = 0.79;
    rows[3].method = "auto";
    rows[3].epsilon = 2.0;
    rows[3].accuracy = 0.9;
    fillRerr(rows);
    EXPECT_NEAR(*rows[2].rerr, 0.95, 1e-12);
    EXPECT_EQ(*rows[0].rerr, 0.0);
    EXPECT_EQ(*rows[1].rerr, 1.0);
    EXPECT_FALSE(rows[3].rerr) << "another budget without baselines";
}

TEST(MeanSd, IsTheSamplesOwn) {
    EXPECT_DOUBLE_EQ(meanSd({1.0, 2.0, 3.0, 4.0}).mean, 2.5);
    EXPECT_DOUBLE_EQ(meanSd({1.0, 2.0, 3.0, 4.0}).sd, std::sqrt(5.0 / 3.0));
    EXPECT_EQ(meanSd({7.0}).sd, 0.0);
}

TEST(Sweep, SummaryFindsTheBestCellItsSpreadAndTheLine) {
    const std::vector<SweepCell> cells{{1.0, 0.1, 10, 0, 0, 0},
                                       {1.0, 0.2, 10, 0, 0, 0},
                                       {2.0, 0.2, 10, 0, 0, 0},
                                       {2.0, 0.4, 10, 0, 0, 0},
                                       {3.0, 0.6, 10, 0, 0, 0}};
    const SweepResult result = summarise(cells, {{0.5, 0.9}, {0.8, 0.8}, {0.1, 0.2}, {0.7, 0.9}, {0.9, 0.9}});
    ASSERT_EQ(result.best.size(), 3U);
    EXPECT_DOUBLE_EQ(result.best[0].r, 2.0);
    EXPECT_DOUBLE_EQ(result.best[0].accuracy, 0.8);
    EXPECT_DOUBLE_EQ(result.best[0].rSd, std::sqrt(0.5)) << "repeats alone choose 2 and 1";
    EXPECT_DOUBLE_EQ(result.best[1].r, 4.0);
    ASSERT_TRUE(result.fit);
    EXPECT_NEAR(result.fit->coefficients()[1], 2.0, 1e-9);
    EXPECT_EQ(toJson(result)["cells"].size(), 5U);
}

TEST_F(StudyTest, SweepRunsTheGridOnceAndFindsItAgain) {
    SweepRequest request{digits(), {1.0, 3.0}, 2};
    request.base.learningRates = "1,10";
    request.base.steps = "3,6";
    auto session = open();
    const SweepResult first = sweep(session, request, {}, {});
    ASSERT_EQ(first.cells.size(), 8U);
    for (const SweepCell& cell : first.cells) {
        EXPECT_EQ(cell.repeats, 2U);
        EXPECT_GE(cell.accuracy, 0.0);
        EXPECT_LE(cell.accuracy, 1.0);
    }
    const std::size_t experiments = session.experiments().size();
    EXPECT_EQ(experiments, 4U);
    const SweepResult again = sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), experiments) << "nothing was run twice";
    EXPECT_EQ(toJson(again), toJson(first));
}

TEST_F(StudyTest, SweepRunsOnlyCellsThatNoEarlierOneScored) {
    SweepRequest request{digits(), {3.0}, 1};
    request.base.learningRates = "1,10";
    request.base.steps = "3,6";
    auto session = open();
    const SweepResult first = sweep(session, request, {}, {});
    ASSERT_EQ(session.trials({}).size(), 5U) << "four cells and a look at the test part";
    request.base.learningRates = "1,5,10";
    const SweepResult larger = sweep(session, request, {}, {});
    int cells = 0;
    for (const session::TrialSnapshot& trial : session.trials({})) {
        cells += trial.role == "trial" ? 1 : 0;
    }
    EXPECT_EQ(cells, 6) << "two cells are new";
    ASSERT_EQ(larger.cells.size(), 6U);
    EXPECT_EQ(larger.cells[0].accuracy, first.cells[0].accuracy);
    EXPECT_EQ(larger.cells[2].accuracy, first.cells[1].accuracy);
    // A cell is what its seed and numbers make it, whatever grid it is asked for in.
    request.base.learningRates = "5,10";
    request.base.steps = "6";
    auto other = session::Session::open(m_folder / "other.parsimony", true);
    const SweepResult alone = sweep(other, request, {}, {});
    EXPECT_EQ(alone.cells[0].accuracy, larger.cells[4].accuracy);
    EXPECT_EQ(alone.cells[1].accuracy, larger.cells[5].accuracy);
}

TEST_F(StudyTest, SweepOfAnotherTrainerSeedOrChangedRowsReusesNothing) {
    SweepRequest request{digits(), {3.0}, 1};
    const auto copy = m_folder / "digits.npz";
    std::filesystem::copy_file(request.base.data, copy);
    request.base.data = copy.string();
    request.base.learningRates = "1,10";
    request.base.steps = "3";
    auto session = open();
    (void)sweep(session, request, {}, {});
    request.base.seed = 7;
    (void)sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), 2U);
    request.base.trainer = "dp-adam";
    (void)sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), 3U);
    EXPECT_EQ(session.experimentsOn(request.base).size(), 0U) << "it had a validation part too";
    SweepRequest changed = request;
    std::filesystem::remove(copy);
    std::filesystem::copy_file(PARSIMONY_SAMPLES "/wordnet-nouns.npz", copy);
    changed.base.seed = 0;
    changed.base.trainer = "dp-gd";
    changed.base.steps = "1";
    changed.base.learningRates = "1,2";
    EXPECT_TRUE(session.experimentsOn(scoredOnTest(changed.base)).empty());
}

TEST_F(StudyTest, AStoppedSweepKeepsItsBatchesAndGoesOn) {
    SweepRequest request{digits(), {1.0, 3.0}, 2};
    request.base.learningRates = "1,2,5,10";
    request.base.steps = "20,40,300";
    std::stop_source stop;
    auto session = open();
    messageOf(
        [&] {
            (void)sweep(session, request, stop.get_token(),
                        [&](const std::string&, double done, std::optional<double>) {
                            if (done > 0.0) {
                                stop.request_stop();
                            }
                        });
        },
        ErrorCode::Interrupted);
    for (const session::TrialSnapshot& trial : session.trials({})) {
        EXPECT_EQ(trial.state, session::TrialState::Finished) << "a batch that is cut off leaves no trace";
    }
    const std::size_t experiments = session.experiments().size();
    EXPECT_EQ(experiments, 4U);
    const SweepResult result = sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), experiments) << "the interrupted experiments went on";
    EXPECT_EQ(result.cells.size(), 24U);
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        EXPECT_EQ(experiment.status, "finished");
    }
}

TEST_F(StudyTest, BadGridsAreNamed) {
    auto session = open();
    const auto message = [&](const std::function<void(SweepRequest&)>& spoil) {
        SweepRequest request{digits(), {3.0}, 1};
        request.base.learningRates = "1,2";
        request.base.steps = "3";
        spoil(request);
        return messageOf([&] { (void)sweep(session, request, {}, {}); }, ErrorCode::Usage);
    };
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates.reset(); }).find("--learning-rates"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates = ""; }).find("--learning-rates"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates = "nan,1"; }).find("--learning-rates"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates = "1"; }).find("one cell"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates = "1,1"; }).find("twice"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.steps = "2.5"; }).find("--steps"), std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.epsilons.clear(); }).find("--epsilons"), std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.epsilons = {1.0, 1.0}; }).find("twice"), std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.epsilons = {std::nan("")}; }).find("--epsilons"),
              std::string::npos);
    EXPECT_TRUE(session.experiments().empty());
}

TEST_F(StudyTest, PrivateSweepsAreChargedACellAndRefusedWhenTheirSumDoesNotFit) {
    SweepRequest request{digits(), {0.3, 0.6}, 1};
    request.base.visibility = "private";
    request.base.classes = 10;
    request.base.learningRates = "1,10";
    request.base.steps = "2";
    auto session = open();
    const SweepResult result = sweep(session, request, {}, {});
    ASSERT_EQ(result.cells.size(), 4U);
    for (const session::TrialSnapshot& trial : session.trials({})) {
        EXPECT_LE(trial.epsilon, trial.experiment == 1 ? 0.3 : 0.6);
        EXPECT_GE(trial.epsilon, 0.999 * (trial.experiment == 1 ? 0.3 : 0.6));
        EXPECT_EQ(trial.scoreKind, "noisy");
    }
    const std::size_t experiments = session.experiments().size();
    EXPECT_EQ(toJson(sweep(session, request, {}, {})), toJson(result)) << "asked again it costs nothing";
    EXPECT_EQ(session.experiments().size(), experiments);
    // The first of these would fit, both do not: nothing is spent.
    request.epsilons = {0.5, 2.9};
    messageOf([&] { (void)sweep(session, request, {}, {}); }, ErrorCode::Refused);
    EXPECT_EQ(session.experiments().size(), experiments);
}

TEST_F(StudyTest, CompareRunsMethodsAtOneTotal) {
    CompareRequest request{digits(), {"unit-noise", "random", "oracle"}, {3.0}, 2};
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 3U);
    for (const CompareRow& row : rows) {
        EXPECT_EQ(row.epsilon, 3.0);
        EXPECT_LE(row.spentEpsilon, 3.0);
        EXPECT_GE(row.spentEpsilon, 0.98 * 3.0);
        EXPECT_GT(row.accuracy, 0.05);
        EXPECT_EQ(row.trials, 1.0);
    }
    EXPECT_GT(rows[0].accuracy, 0.5) << "five steps at the public scale already tell digits apart";
}

TEST_F(StudyTest, MethodsThatFollowTheirScoresRunTogether) {
    CompareRequest request{digits(), {"linear-scaling", "auto"}, {1.0, 3.0}, 2};
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].epsilon, 1.0);
    EXPECT_EQ(rows[1].epsilon, 1.0);
    EXPECT_EQ(rows[1].method, "auto");
    for (const CompareRow& row : rows) {
        // On so few records `auto` takes no pilots.
        EXPECT_EQ(row.trials, row.method == "auto" ? 1.0 : 7.0);
        EXPECT_EQ(row.passes, 5.0 * row.trials);
        EXPECT_GT(row.r.mean, 0.0);
        EXPECT_LE(row.spentEpsilon, row.epsilon);
    }
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        EXPECT_EQ(experiment.status, "finished");
        EXPECT_TRUE(experiment.testAccuracy);
    }
    EXPECT_EQ(session.experiments().size(), 8U);
    (void)compare(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), 8U) << "nothing was run twice";
    request.oneByOne = true;
    request.methods = {"unit-noise"};
    EXPECT_EQ(compare(session, request, {}, {}).size(), 2U);
    EXPECT_EQ(session.experiments().size(), 12U);
}

TEST_F(StudyTest, ShiftedSetsAndSampledTrainersAreCompared) {
    CompareRequest request{digits(), {"unit-noise"}, {1.0, 3.0}, 1};
    const std::string file = request.base.data;
    request.base.ood["again"] = {file + ":x_test", file + ":y_test"};
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    EXPECT_EQ(rows[0].ood.at("again").mean, rows[0].accuracy);
    request.base.trainer = "dp-sgd";
    request.base.sampleRate = 0.5;
    const auto sampled = compare(session, request, {}, {});
    EXPECT_LE(sampled[1].spentEpsilon, 3.0);
    EXPECT_GT(sampled[1].spentEpsilon, 2.9);
    messageOf(
        [&] {
            request.epsilons = {1.0, 1.0};
            (void)compare(session, request, {}, {});
        },
        ErrorCode::Usage);
}

TEST_F(StudyTest, StoppedStudiesSaySo) {
    std::stop_source stop;
    stop.request_stop();
    auto session = open();
    const CompareRequest request{digits(), {"unit-noise"}, {3.0}, 1};
    messageOf([&] { (void)compare(session, request, stop.get_token(), {}); }, ErrorCode::Interrupted);
}

TEST_F(StudyTest, PrivateDataIsNotCompared) {
    CompareRequest request{digits(), {"unit-noise"}, {3.0}, 1};
    request.base.visibility = "private";
    auto session = open();
    messageOf([&] { (void)compare(session, request, {}, {}); }, ErrorCode::Refused);
    SweepRequest repeated{request.base, {3.0}, 2};
    repeated.base.learningRates = "1,2";
    messageOf([&] { (void)sweep(session, repeated, {}, {}); }, ErrorCode::Refused);
}

TEST_F(StudyTest, StudiesAreReadWithTheirVariants) {
    const Study study =
        readStudy(write("title = 'T'\nkind = 'compare'\n[options]\ndata = 'd.npz'\ndelta = 1e-5\n"
                        "visibility = 'public'\nmethods = 'auto,random'\nepsilons = '1,2'\nrepeats = 5\n"
                        "[[variant]]\nname = 'a'\nmomentum = 0.0\n[[variant]]\nname = 'b'\n"),
                  true);
    ASSERT_EQ(study.variants.size(), 2U);
    const CompareRequest& first = *study.variants[0].compare;
    EXPECT_EQ(first.methods, (std::vector<std::string>{"auto", "random"}));
    EXPECT_EQ(first.epsilons, (std::vector<double>{1.0, 2.0}));
    EXPECT_EQ(first.repeats, 2U) << "quick";
    EXPECT_EQ(first.base.momentum, 0.0);
    EXPECT_EQ(study.variants[1].compare->base.momentum, 0.9);
    EXPECT_EQ(first.base.data, (m_folder / "d.npz").string());
}

TEST_F(StudyTest, MistakesInStudiesAreNamed) {
    const auto message = [&](const std::string& text) {
        return messageOf([&] { (void)readStudy(write(text), false); }, ErrorCode::Usage);
    };
    EXPECT_NE(message("kind = 'compare'\ntitel = 'x'\n").find("'title'"), std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = '1'\nmomentun = 0.5\n").find("momentum"),
              std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = '1'\nrepeat = 5\n").find("'repeats'"),
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
    messageOf([&] { (void)readStudy(write("kind = "), false); }, ErrorCode::Failed);
    messageOf([&] { (void)readStudy(m_folder / "none.toml", false); }, ErrorCode::Failed);
}

TEST_F(StudyTest, ListsTablesAndQuickOptionsAreRead) {
    const std::string text = "kind = 'compare'\nplots = 'bars,shift'\n[options]\ndata = 'd.npz'\n"
                             "ood.words = 'a.npy,b.npy'\nepsilons = [0.5, 1]\nmethods = ['auto', 'random']\n"
                             "repeats = 9\none-by-one = true\n[quick]\nepsilons = 1\n";
    const CompareRequest whole = *readStudy(write(text), false).variants.front().compare;
    EXPECT_EQ(whole.epsilons, (std::vector<double>{0.5, 1.0}));
    EXPECT_EQ(whole.methods, (std::vector<std::string>{"auto", "random"}));
    EXPECT_EQ(whole.repeats, 9U);
    EXPECT_TRUE(whole.oneByOne);
    EXPECT_EQ(whole.base.ood.at("words").features, (m_folder / "a.npy").string());
    EXPECT_EQ(whole.base.ood.at("words").labels, (m_folder / "b.npy").string());
    const Study quick = readStudy(write(text), true);
    EXPECT_EQ(quick.variants.front().compare->epsilons, std::vector<double>{1.0});
    EXPECT_EQ(quick.plots, (std::vector<std::string>{"bars", "shift"}));
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
    const auto compared = nlohmann::json::parse(
        R"({"title": "T", "variants": [{"name": "v", "methods": [
            {"method": "auto", "epsilon": 1, "accuracy": 0.7, "accuracy_sd": 0.01, "r": 5, "r_sd": 0,
             "seconds": 2, "ood": {"words": {"accuracy": 0.4, "accuracy_sd": 0}}},
            {"method": "random", "epsilon": 1, "accuracy": 0.6, "accuracy_sd": 0.1, "r": 9, "r_sd": 1,
             "seconds": 1, "ood": {}}]}]})");
    for (const std::string kind : {"bars", "accuracy", "step-size", "seconds", "shift"}) {
        const std::string svg = plotOf(compared, kind);
        EXPECT_NE(svg.find("random"), std::string::npos) << kind;
        EXPECT_EQ(svg.find("nan"), std::string::npos) << kind;
        EXPECT_EQ(svg.find("inf"), std::string::npos) << kind;
    }
    EXPECT_NE(plotOf(compared, "shift").find("words"), std::string::npos);
    EXPECT_THROW((void)plotOf(compared, "heatmap"), Error);
}

TEST(Studies, BundledOnesCanBeRead) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(PARSIMONY_STUDIES)) {
        if (entry.path().extension() == ".toml") {
            const Study study = readStudy(entry.path(), true);
            EXPECT_FALSE(study.title.empty()) << entry.path();
            EXPECT_FALSE(study.source.empty()) << entry.path();
            ++count;
        }
    }
    EXPECT_GE(count, 12);
}

} // namespace parsimony::study
