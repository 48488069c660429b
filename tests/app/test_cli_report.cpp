// SPDX-License-Identifier: GPL-3.0-or-later
// What a project's reports and plots hold, by the real program.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliReport : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2}); }

    [[nodiscard]] Outcome command(const std::string& name, const Words& more) const {
        Words words = m_place.onData(name);
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    /// A private run on the data, in one trial.
    void runOnce() const {
        const Outcome run =
            command("run", {"--classes", "3", "--records", "600", "--epsilon", "30", "--experiment-epsilon",
                            "20", "--method", "unit-noise", "--steps", "10"});
        ASSERT_EQ(run.exitCode, 0) << run.text();
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliReport, ReportsAreWrittenInEveryFormat) {
    runOnce();
    const auto report = [&](const std::string& file, const Words& more = {}) {
        Words words{"report",          "-f", "json", "--storage", m_place.text("p.parsimony"), "--output",
                    m_place.text(file)};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    };
    EXPECT_EQ(report("model.cdx.json").json()["files"],
              nlohmann::json::array({m_place.text("model.cdx.json")}));
    EXPECT_EQ(report("model.model-card.md").exitCode, 0);
    ASSERT_EQ(m_place
                  .cli({"export", "--storage", m_place.text("p.parsimony"), "--output",
                        m_place.text("model.safetensors")})
                  .exitCode,
              0);
    EXPECT_EQ(readBytes(m_place.path("model.cdx.json")),
              readBytes(m_place.path("model.safetensors.cdx.json")))
        << "what `export` writes, the model's hash too";
    EXPECT_EQ(readBytes(m_place.path("model.model-card.md")),
              readBytes(m_place.path("model.safetensors.md")));
    EXPECT_THAT(report("r.doc").text(), testing::HasSubstr(".pdf"));
    for (const char* file : {"r.html", "r.md", "r.tex", "r.json"}) {
        const Outcome written = report(file);
        ASSERT_EQ(written.exitCode, 0) << written.text();
        EXPECT_EQ(written.json()["schema"], "parsimony/report/1");
        EXPECT_EQ(written.json()["files"], nlohmann::json::array({m_place.text(file)}))
            << "one run has no plot";
        EXPECT_THAT(readBytes(m_place.path(file)), testing::HasSubstr("unit-noise"));
        EXPECT_THAT(readBytes(m_place.path(file)), testing::Not(testing::HasSubstr(m_place.text("data"))));
    }
    ASSERT_EQ(command("run", {"--classes", "3", "--records", "600", "--epsilon", "30", "--experiment-epsilon",
                              "3", "--method", "single", "--steps", "5"})
                  .exitCode,
              0);
    EXPECT_EQ(report("all.json").exitCode, 0);
    EXPECT_EQ(report("some.json", {"--filter", "method=single"}).exitCode, 0);
    const nlohmann::json all = nlohmann::json::parse(readBytes(m_place.path("all.json")));
    const nlohmann::json some = nlohmann::json::parse(readBytes(m_place.path("some.json")));
    EXPECT_EQ(all["experiments"].size(), 2U);
    EXPECT_FALSE(all.contains("filtered"));
    ASSERT_EQ(some["experiments"].size(), 1U);
    EXPECT_EQ(some["experiments"][0]["trials"], all["experiments"][1]["trials"]);
    EXPECT_EQ(some["datasets"], all["datasets"]) << "what is spent is told in whole";
    EXPECT_TRUE(some["filtered"].get<bool>()) << "what is left out is said";
    EXPECT_EQ(report("r.html", {"--filter", "scoer>1"}).exitCode, 2);
    EXPECT_EQ(report("r.html", {"--filter", "id=77"}).exitCode, 2);
    EXPECT_EQ(report("r.doc").exitCode, 2);
    EXPECT_EQ(report("r.html", {"--experiment", "9"}).exitCode, 2);
    EXPECT_EQ(report("none/r.html").exitCode, 1) << "a folder that is not there";
    EXPECT_EQ(
        m_place.cli({"report", "--storage", m_place.text("none.parsimony"), "--output", m_place.text("x.md")})
            .exitCode,
        1);
    EXPECT_EQ(m_place.cli({"report", "--storage", m_place.text("p.parsimony")}).exitCode, 2) << "no --output";
}

/// It is charged without a μ: 0 would read as free, on paper too.
TEST_F(CliReport, APrivateSelectionIsNotShownAsFree) {
    const std::string project = m_place.text("p.parsimony");
    const Outcome run = m_place.cli({"run",
                                     "-q",
                                     "--storage",
                                     project,
                                     "--data",
                                     m_place.text("data"),
                                     "--classes",
                                     "3",
                                     "--records",
                                     "600",
                                     "--epsilon",
                                     "2",
                                     "--delta",
                                     "1e-5",
                                     "--method",
                                     "papernot-steinke",
                                     "--runs-mean",
                                     "4",
                                     "--steps",
                                     "5",
                                     "--experiment-epsilon",
                                     "1"});
    ASSERT_EQ(run.exitCode, 0) << run.text();
    const std::string shown = run.out + m_place.cli({"budget", "show", "--storage", project}).out;
    ASSERT_EQ(m_place.cli({"report", "--storage", project, "--output", m_place.text("r.md")}).exitCode, 0);
    const std::string report = readBytes(m_place.path("r.md"));
    for (const std::string& text : {shown, report}) {
        EXPECT_THAT(text, testing::HasSubstr("ε = 1"));
        EXPECT_THAT(text, testing::Not(testing::HasSubstr("(μ = 0)"))) << text;
    }
    EXPECT_THAT(shown, testing::ContainsRegex("train +1 +0 +1 +-\n")) << shown;
    EXPECT_THAT(report, testing::HasSubstr("| train | 1 | 0 | 1 | - |")) << report;
}

/// A window's program stands beside the command line where it was built too.
TEST_F(CliReport, SlowPaperIsDrawnByTheWindowsProgram) {
    const bool installed =
        std::filesystem::exists(std::filesystem::path(PARSIMONY_CLI).parent_path() / "parsimony");
    const Words data{"--classes", "3", "--records", "600", "--epsilon", "30", "--experiment-epsilon", "8"};
    const auto run = [&](const Words& how) {
        Words words = data;
        words.insert(words.end(), how.begin(), how.end());
        ASSERT_EQ(command("run", words).exitCode, 0);
    };
    run({"--method", "single", "--steps", "5"});
    const auto draw = [&](Words words) {
        words.insert(words.begin() + 1, {"-f", "json", "--storage", m_place.text("p.parsimony")});
        ProgramOptions options = m_place.options();
        options.environment["PATH"] = "/nowhere";
        return m_place.cli(words, options);
    };
    const std::string pdf = m_place.text("x.pdf");
    EXPECT_EQ(draw({"plot", "course", "--output", pdf}).exitCode, 1) << "no trial was scored yet";
    run({"--method", "random", "--trials", "4", "--steps", "5"});
    for (const Words& words : {Words{"plot", "course", "--output", pdf}, Words{"report", "--output", pdf}}) {
        std::filesystem::remove(pdf);
        const Outcome drawn = draw(words);
        ASSERT_EQ(drawn.exitCode, installed ? 0 : 1) << drawn.text();
        EXPECT_EQ(std::filesystem::exists(pdf), installed);
        if (installed) {
            EXPECT_EQ(drawn.json()["files"], nlohmann::json::array({pdf}));
            EXPECT_EQ(readBytes(pdf).substr(0, 5), "%PDF-");
        } else {
            EXPECT_THAT(drawn.err, testing::HasSubstr("`parsimony` is not installed here"));
        }
    }
    EXPECT_EQ(draw({"plot", "course", "--output", m_place.text("x.gif")}).exitCode, 2);
    EXPECT_EQ(draw({"plot", "--output", pdf}).exitCode, 2);
    for (const char* releases : {"1e-300,1,1e-5", "1e-160,1,1e-5", "inf,1,1e-5", "1,2.5,1e-5"}) {
        const Outcome outcome = draw({"plot", "calculator", "--output", pdf, "--releases", releases});
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_NE(outcome.err.find("--releases"), std::string::npos) << outcome.err;
    }
    EXPECT_NE(draw({"plot", "compare", "--output", pdf}).exitCode, 2) << "the plot, not the command";
    const Outcome misspelt = draw({"plot", "course", "--output", pdf, "--filter", "scoer>1"});
    EXPECT_EQ(misspelt.exitCode, 2);
    EXPECT_THAT(misspelt.err, testing::HasSubstr("scoer"));
    EXPECT_EQ(draw({"plot", "course", "--output", pdf, "--experiment", "9"}).exitCode, 2);
    if (installed) {
        const Outcome unknown = draw({"plot", "cours", "--output", pdf});
        EXPECT_EQ(unknown.exitCode, 2);
        const std::string all = unknown.err.substr(0, unknown.err.find(", and a size"));
        std::string names = all.substr(all.find("one of ") + 7);
        for (auto at = names.find(", "); at != std::string::npos; at = names.find(", ", at)) {
            names.replace(at, 2, "|");
        }
        EXPECT_THAT(m_place.cli({"plot", "-h"}).out, testing::HasSubstr(names))
            << "completions take them from it";
        const auto rows = [&](const Words& how) {
            const std::string csv = m_place.text("x.csv");
            Words words{"plot", "course", "--output", csv};
            words.insert(words.end(), how.begin(), how.end());
            const Outcome drawn = draw(words);
            const std::string text = drawn.exitCode == 0 ? readBytes(csv) : "";
            return std::count(text.begin(), text.end(), '\n');
        };
        EXPECT_EQ(rows({}), 5) << "a head and four trials";
        EXPECT_EQ(rows({"--filter", "id=3 OR id=4"}), 3);
        EXPECT_EQ(rows({"--experiment", "2", "--filter", "id=1 OR id=4"}), 2) << "trial 1 is of another";
        EXPECT_EQ(rows({"--experiment", "1"}), 0) << "it has no scores";
        run({"--method", "single", "--steps", "5"});
        EXPECT_EQ(rows({}), 5) << "the last has no scores, the one before has";
        run({"--method", "random", "--trials", "3", "--steps", "5"});
        EXPECT_EQ(rows({}), 4);
        EXPECT_EQ(rows({"--filter", "exp=2"}), 5) << "of another than the last";
        const Outcome none = draw({"plot", "course", "--output", pdf, "--filter", "exp=1"});
        EXPECT_EQ(none.exitCode, 1);
        EXPECT_THAT(none.err, testing::HasSubstr("filter"));
        EXPECT_THAT(none.err, testing::Not(testing::HasSubstr("Esc"))) << "of the window";
        const std::string table = m_place.text("x.csv");
        const Outcome profile =
            draw({"plot", "calculator", "--output", m_place.text("x.csv"), "--releases", "20,100,1e-6"});
        ASSERT_EQ(profile.exitCode, 0) << profile.text();
        EXPECT_THAT(readBytes(m_place.text("x.csv")), testing::StartsWith("epsilon,delta\n"));
        EXPECT_EQ(draw({"plot", "calculator", "--output", pdf}).exitCode, 2) << "of which releases?";
        EXPECT_EQ(draw({"plot", "course", "--output", pdf, "--releases", "20"}).exitCode, 2);
        for (const char* wrong : {"0", "20,1.5", "20,100,1", "x"}) {
            EXPECT_EQ(draw({"plot", "calculator", "--output", pdf, "--releases", wrong}).exitCode, 2)
                << wrong;
        }
        const Words columns{"--x", "learning_rate", "--y", "score", "--color", "steps"};
        Words scatter{"plot", "scatter", "--output", table};
        scatter.insert(scatter.end(), columns.begin(), columns.end());
        ASSERT_EQ(draw(scatter).exitCode, 0);
        EXPECT_THAT(readBytes(table), testing::StartsWith("trial,eta,score,steps,clamped\n"));
        const Outcome nameless = draw({"plot", "scatter", "--output", table, "--x", "rate"});
        EXPECT_EQ(nameless.exitCode, 2);
        EXPECT_THAT(nameless.err, testing::HasSubstr("--x is one of "));
        EXPECT_EQ(draw({"plot", "course", "--output", table, "--x", "r"}).exitCode, 2);
        EXPECT_THAT(unknown.err, testing::HasSubstr("pareto, "));
        const Outcome nowhere = draw({"plot", "course", "--output", m_place.text("none/x.pdf")});
        EXPECT_EQ(nowhere.exitCode, 1) << nowhere.text();
    }
}
