// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/study/study_file.h"

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
    const std::vector<SweepCell> cells{{1.0, 0.1, 10, 0, 0, 0}, {1.0, 0.2, 10, 0, 0, 0}, {2.0, 0.2, 10, 0, 0, 0},
                                       {2.0, 0.4, 10, 0, 0, 0}, {3.0, 0.6, 10, 0, 0, 0}};
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
    repeated.base.learningRates = "1";
    messageOf([&] { (void)sweep(session, repeated, {}, {}); }, ErrorCode::Refused);
}

TEST_F(StudyTest, StudiesAreReadWithTheirVariants) {
    const Study study = readStudy(write("title = 'T'\nkind = 'compare'\n[options]\ndata = 'd.npz'\ndelta = 1e-5\n"
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
    EXPECT_EQ(*first.base.epsilon, 2.0);
}

TEST_F(StudyTest, MistakesInStudiesAreNamed) {
    const auto message = [&](const std::string& text) {
        return messageOf([&] { (void)readStudy(write(text), false); }, ErrorCode::Usage);
    };
    EXPECT_NE(message("kind = 'compare'\ntitel = 'x'\n").find("'title'"), std::string::npos);
    EXPECT_NE(message("kind = 'compare'\n[options]\nepsilons = '1'\nmomentun = 0.5\n").find("momentum"),
              std::string::npos);
    EXPECT_NE(message("kind = 'plot'\n").find("kind"), std::string::npos);
    EXPECT_NE(message("kind = 'sweep'\n").find("epsilons"), std::string::npos);
    messageOf([&] { (void)readStudy(write("kind = "), false); }, ErrorCode::Failed);
    messageOf([&] { (void)readStudy(m_folder / "none.toml", false); }, ErrorCode::Failed);
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
    EXPECT_GE(count, 8);
}

} // namespace parsimony::study
