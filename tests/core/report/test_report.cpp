// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/number_text.h"
#include "core/ledger/project.h"
#include "core/ledger/receipt.h"
#include "core/report/contents.h"
#include "core/report/report.h"
#include "core/session/option_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace parsimony::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A folder of its own with a registry of its own, gone afterwards.
class ReportTest : public testing::Test {
protected:
    ReportTest() {
        std::string pattern = std::filesystem::temp_directory_path() / "parsimony-report-XXXXXX";
        m_folder = mkdtemp(pattern.data());
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~ReportTest() override { std::filesystem::remove_all(m_folder); }

    [[nodiscard]] session::Session open() const {
        return session::Session::open(m_folder / "p.parsimony", true);
    }
    /// All files of a report in these formats, by name.
    [[nodiscard]] std::map<std::string, std::string>
    reports(const std::vector<const char*>& names = {"r.html", "r.md", "r.json", "r.tex", "r.yaml"}) const {
        const auto session = open();
        std::map<std::string, std::string> files;
        for (const char* name : names) {
            for (const auto& file : writeReport(session, {}, m_folder / name)) {
                std::ifstream stream(file, std::ios::binary);
                files[file.filename().string()] =
                    std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
            }
        }
        return files;
    }

    std::filesystem::path m_folder;
};

session::RunOptions privateDigits() {
    session::RunOptions options;
    options.data = PARSIMONY_SAMPLES "/digits.npz";
    options.classes = 10;
    options.epsilon = 3.0;
    options.delta = 1e-5;
    options.method = session::MethodKind::LinearScaling;
    options.steps = "5";
    options.threads = 1;
    return options;
}

} // namespace

TEST_F(ReportTest, TellsWhatWasReleasedInEveryFormat) {
    const session::RunSnapshot run = open().run(privateDigits(), {}, {});
    const auto files = reports();
    ASSERT_EQ(files.size(), 7U) << "two plots stand beside the Markdown";
    const std::string test = roundedText(100.0 * run.final->test->accuracy, 4);
    for (const char* name : {"r.html", "r.md", "r.tex"}) {
        EXPECT_THAT(files.at(name), HasSubstr(test)) << name;
        EXPECT_THAT(files.at(name), HasSubstr("differentially private for each record")) << name;
        EXPECT_THAT(files.at(name), HasSubstr("scaled to norm 1; one score for each of 10 classes")) << name;
        for (const session::TrialSnapshot& trial : run.phases[1].trials) {
            EXPECT_THAT(files.at(name), HasSubstr(roundedText(*trial.r, 4))) << name;
            EXPECT_THAT(files.at(name), HasSubstr(roundedText(100.0 * *trial.score, 4))) << name;
        }
    }
    EXPECT_THAT(files.at("r.html"), HasSubstr("</svg>"));
    EXPECT_THAT(files.at("r.html"), Not(HasSubstr("<script")));
    EXPECT_THAT(files.at("r.md"), HasSubstr("](<r-2.svg>)"));
    EXPECT_THAT(files.at("r-2.svg"), HasSubstr("final run"));
    EXPECT_THAT(files.at("r.tex"), HasSubstr("\\addlegendentry{winners}"));
    EXPECT_THAT(files.at("r.tex"), HasSubstr("zero\\_out"));
    EXPECT_THAT(files.at("r.yaml"),
                HasSubstr("3 trials at ε = 0.3 each, then 3 trials at ε = 0.6 each, and a "
                          "final run"));
    const auto json = nlohmann::json::parse(files.at("r.json"));
    EXPECT_EQ(json["schema"], "parsimony/report-file/1");
    EXPECT_EQ(json["experiments"][0]["final"]["test_accuracy"], run.final->test->accuracy);
    EXPECT_EQ(json["experiments"][0]["trials"].size(), 8U) << "seven runs and a look at the test part";
    EXPECT_EQ(json["model_card"]["epsilon"], 3.0);
    EXPECT_EQ(json["datasets"][0]["budget"]["target_epsilon"], 3.0);
}

TEST_F(ReportTest, HasThePlotsThatAreAskedForAndTheTipOfTheLedger) {
    auto session = open();
    static_cast<void>(session.run(privateDigits(), {}, {}));
    const auto written = [&](const std::vector<std::string>& plots) {
        Wanted wanted;
        wanted.plots = plotsNamed(plots);
        return writeReport(session, wanted, m_folder / "p.md").size() - 1;
    };
    EXPECT_EQ(written({}), 2U);
    EXPECT_EQ(written({"scores"}), 1U);
    EXPECT_EQ(written({"scores", "step-sizes"}), 2U);
    EXPECT_EQ(written({"accuracies"}), 0U) << "one experiment is no curve";
    EXPECT_EQ(written({"none"}), 0U);
    EXPECT_THROW(static_cast<void>(plotsNamed({"none", "scores"})), Error);
    EXPECT_THROW(static_cast<void>(plotsNamed({"heatmap"})), Error);
    const std::string tip = toHex(ledger::receiptOf(session.path()).tip);
    for (const auto& [name, text] : reports()) {
        if (name.ends_with(".md") || name.ends_with(".html") || name.ends_with(".json") ||
            name.ends_with(".tex")) {
            EXPECT_THAT(text, HasSubstr(tip)) << name;
        }
    }
}

TEST_F(ReportTest, IsThereWithAllItsPlotsOrNotAtAll) {
    auto session = open();
    static_cast<void>(session.run(privateDigits(), {}, {}));
    const std::filesystem::path place = m_folder / "place";
    std::filesystem::create_directories(place / "q-2.svg");
    try {
        static_cast<void>(writeReport(session, {}, place / "q.md"));
        ADD_FAILURE() << "a folder has the name of the second plot";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("q-2.svg is a folder"));
    }
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
        names.push_back(entry.path().filename().string());
    }
    EXPECT_EQ(names, std::vector<std::string>{"q-2.svg"});
}

TEST_F(ReportTest, HoldsNoCuratorValue) {
    session::RunOptions options = privateDigits();
    options.showCurator = true;
    const session::RunSnapshot run = open().run(options, {}, {});
    open().addNote(run.final->trial.id, "only 3 of my patients");
    open().setTags(run.final->trial.id, {"of-mine"});
    open().recordCuratorShown("class counts");
    const auto project = ledger::Project::open(m_folder / "p.parsimony");
    for (const auto& [name, bytes] : reports()) {
        EXPECT_THAT(bytes, Not(HasSubstr("patients"))) << name;
        EXPECT_THAT(bytes, Not(HasSubstr("of-mine"))) << name;
        EXPECT_THAT(bytes, Not(HasSubstr("class counts"))) << name;
        EXPECT_THAT(bytes, Not(HasSubstr("seconds"))) << name;
        EXPECT_THAT(bytes, Not(HasSubstr(PARSIMONY_SAMPLES))) << name;
        EXPECT_THAT(bytes, Not(HasSubstr(m_folder.string()))) << name;
        for (const ledger::PartRow& part : project.parts(project.datasets().front().id)) {
            const std::string digest = project.contentDigest(part.id);
            ASSERT_FALSE(digest.empty());
            EXPECT_THAT(bytes, Not(HasSubstr(digest))) << name;
        }
    }
}

TEST_F(ReportTest, ASelectionShowsItsWinnerOnly) {
    session::RunOptions options = privateDigits();
    options.method = session::MethodKind::PapernotSteinke;
    options.runsMean = 3.0;
    (void)open().run(options, {}, {});
    const auto files = reports();
    EXPECT_EQ(files.size(), 5U) << "one run is no plot";
    EXPECT_THAT(files.at("r.yaml"), HasSubstr("of which the best one alone is released"));
    const std::string& text = files.at("r.md");
    EXPECT_THAT(text, HasSubstr("only the winner is known"));
    EXPECT_THAT(text, HasSubstr("| adjacency | zero-out |"));
    EXPECT_THAT(text, testing::Not(HasSubstr("| | |"))) << "an empty row above each table of facts";
    EXPECT_THAT(text, testing::ContainsRegex("[0-9]+[.][0-9][0-9] ± [0-9]+[.][0-9][0-9] %")) << text;
    const auto json = nlohmann::json::parse(files.at("r.json"));
    EXPECT_TRUE(json["experiments"][0]["phases"].empty());
    for (const auto& trial : json["experiments"][0]["trials"]) {
        EXPECT_TRUE(trial["role"] == "selection" || trial["role"] == "evaluation") << trial;
    }
}

TEST_F(ReportTest, SeveralExperimentsHaveAnOverviewAndGridsAHeatMap) {
    session::RunOptions options = privateDigits();
    options.visibility = session::Visibility::Public;
    options.method = session::MethodKind::Grid;
    options.learningRates = "1,10";
    options.steps = "3,6";
    (void)open().run(options, {}, {});
    options.method = session::MethodKind::UnitNoise;
    options.learningRates.reset();
    options.steps = "3";
    (void)open().run(options, {}, {});
    const auto files = reports({"r.html", "r.tex"});
    EXPECT_THAT(files.at("r.html"), HasSubstr("Test accuracy of the experiments"));
    EXPECT_THAT(files.at("r.html"), HasSubstr("steps T"));
    EXPECT_THAT(files.at("r.html"), HasSubstr("simulated budget"));
    EXPECT_THAT(files.at("r.tex"), HasSubstr("matrix plot*"));
    const Contents second = readContents(open(), {2});
    ASSERT_EQ(second.details.size(), 1U);
    EXPECT_EQ(second.details[0].run.method.text(), "unit-noise");
    EXPECT_THROW((void)readContents(open(), {3}), Error);
}

TEST_F(ReportTest, PanelsAreToldApartByValuesNotByTheirRoundedText) {
    session::RunOptions options = privateDigits();
    options.visibility = session::Visibility::Public;
    options.method = session::MethodKind::Grid;
    options.learningRates = "1,10";
    options.steps = "3,6";
    session::optionNamed("momentum").give(options, {"0.9,0.90001"});
    (void)open().run(options, {}, {});
    const Contents contents = readContents(open(), {});
    std::size_t panels = 0;
    for (const auto& block : toDocument(contents).blocks) {
        if (const auto* plot = std::get_if<Plot>(&block)) {
            if (const auto* heat = std::get_if<study::HeatChart>(&plot->chart)) {
                panels += heat->panels.size();
            }
        }
    }
    EXPECT_EQ(panels, 2U);
}

TEST_F(ReportTest, RefusesOtherEndingsAndEmptyProjects) {
    const auto session = open();
    EXPECT_THROW((void)writeReport(session, {}, m_folder / "r.pdf"), Error);
    EXPECT_THROW((void)writeReport(session, {}, m_folder / "r.html"), Error) << "nothing to report yet";
    EXPECT_FALSE(std::filesystem::exists(m_folder / "r.html"));
}

TEST_F(ReportTest, ASimulatedBudgetIsNoDeployment) {
    session::RunOptions options = privateDigits();
    options.method = session::MethodKind::UnitNoise;
    options.visibility = session::Visibility::Public;
    auto session = open();
    (void)session.run(options, {}, {});
    EXPECT_THROW((void)writeReport(session, {}, m_folder / "r.yaml"), Error);
    EXPECT_FALSE(std::filesystem::exists(m_folder / "r.yaml"));
}

TEST(ReportFormats, EscapeWhatNamesMayHold) {
    Document document{"<b>&_$%", {}};
    document.blocks.push_back(Facts{{{"a|b", "[x](http://y) `z` {#~^\\} ε ±"}}});
    EXPECT_THAT(toHtml(document), HasSubstr("<h1>&lt;b&gt;&amp;_$%</h1>"));
    EXPECT_THAT(toMarkdown(document, "r").text, HasSubstr("| a\\|b | \\[x\\](http://y) \\`z\\` "));
    EXPECT_EQ(latexText("_$%&#~^\\{} ε"), "\\_\\$\\%\\&\\#\\textasciitilde{}\\textasciicircum{}"
                                          "\\textbackslash{}\\{\\} $\\varepsilon$");
}

TEST(ReportFormats, PgfLeavesOutWhatAnAxisCannotShow) {
    const study::LineChart chart{
        "t", "x", "y", true, false, {{"s", {{0.0, 1.0, 0.0}, {2.0, 3.0, 0.5}}, false, true, false}}};
    const std::string pgf = toPgf(chart);
    EXPECT_THAT(pgf, HasSubstr("xmode=log"));
    EXPECT_THAT(pgf, HasSubstr("only marks"));
    EXPECT_THAT(pgf, HasSubstr("coordinates { (2,3) +- (0,0.5) }"));
}

TEST_F(ReportTest, NamesTheEncoderWhereThereAreSeveral) {
    session::RunOptions options = privateDigits();
    options.visibility = session::Visibility::Public;
    options.method = session::MethodKind::UnitNoise;
    options.experimentEpsilon = 1.0;
    options.encoderId = "clip@1";
    (void)open().run(options, {}, {});
    EXPECT_THAT(reports({"r.md"})["r.md"], Not(HasSubstr("| test accuracy | encoder |")));
    options.encoderId = "dino@2";
    (void)open().run(options, {}, {});
    const std::string report = reports({"r.md"})["r.md"];
    EXPECT_THAT(report, HasSubstr("| test accuracy | encoder |"));
    EXPECT_THAT(report, HasSubstr("| clip@1 |"));
    EXPECT_THAT(report, HasSubstr("| dino@2 |"));
    EXPECT_THAT(reports({"r.html"})["r.html"], HasSubstr("unit-noise, dino@2"));
}

TEST(ReportContents, TellsEveryWidthThatExperimentsHad) {
    Contents contents;
    session::DatasetSnapshot dataset;
    dataset.id = 1;
    dataset.dim = 16;
    EXPECT_EQ(widthsOf(dataset, contents), "16");
    ReportedExperiment pool, both;
    pool.run.dataset = dataset;
    pool.run.encoder = "pool@1";
    contents.details = {pool};
    EXPECT_EQ(widthsOf(dataset, contents), "16");
    both.run.dataset = dataset;
    both.run.dataset.encoders = {{"pool@1", 16}, {"full@1", 48}};
    contents.details.push_back(both);
    EXPECT_EQ(widthsOf(dataset, contents), "16 (pool@1), 48 (full@1)");
}

} // namespace parsimony::report
