// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/infinity.h"
#include "core/privacy/gaussian_dp.h"
#include "tests/core/study/study_fixture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::study {

using session::MethodKind;

TEST(Rerr, IsTheShareOfTheGapThatIsClosed) {
    EXPECT_NEAR(*relativeErrorReduction(0.75, 0.65, 0.77), 10.0 / 12.0, 1e-12);
    EXPECT_FALSE(relativeErrorReduction(0.75, 0.765, 0.77)) << "within a point";
    EXPECT_FALSE(relativeErrorReduction(0.75, 0.80, 0.77));
    std::vector<CompareRow> rows(4);
    rows[0].method = MethodKind::Random;
    rows[0].accuracy = 0.6;
    rows[1].method = MethodKind::Oracle;
    rows[1].accuracy = 0.8;
    rows[2].method = MethodKind::Auto;
    rows[2].accuracy = 0.79;
    rows[3].method = MethodKind::Auto;
    rows[3].epsilon = 2.0;
    rows[3].accuracy = 0.9;
    fillRerr(rows);
    EXPECT_NEAR(*rows[2].rerr, 0.95, 1e-12);
    EXPECT_EQ(*rows[0].rerr, 0.0);
    EXPECT_EQ(*rows[1].rerr, 1.0);
    EXPECT_FALSE(rows[3].rerr) << "another budget without baselines";
    EXPECT_NEAR(*rows[2].oracleGap, 0.01, 1e-12);
    EXPECT_EQ(*rows[1].oracleGap, 0.0);
    EXPECT_NEAR(toJson(rows[0])["oracle_gap"].get<double>(), 0.2, 1e-12);
    EXPECT_TRUE(toJson(rows[3])["oracle_gap"].is_null());
}

TEST(MeanSd, IsTheSamplesOwn) {
    EXPECT_DOUBLE_EQ(meanSd({1.0, 2.0, 3.0, 4.0}).mean, 2.5);
    EXPECT_DOUBLE_EQ(meanSd({1.0, 2.0, 3.0, 4.0}).sd, std::sqrt(5.0 / 3.0));
    EXPECT_EQ(meanSd({7.0}).sd, 0.0);
}

TEST_F(StudyTest, CompareRunsMethodsAtOneTotal) {
    CompareRequest request{
        digits(), {MethodKind::UnitNoise, MethodKind::Random, MethodKind::Oracle}, {3.0}, 2};
    const StudyPrice price = priceOf(nullptr, request);
    EXPECT_EQ(price.runs, 8U) << "an oracle's cells run again with fresh seeds";
    EXPECT_EQ(price.epsilon, 0.0);
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 3U);
    for (const CompareRow& row : rows) {
        EXPECT_EQ(row.epsilon, 3.0);
        EXPECT_LE(row.spentEpsilon, 3.0);
        EXPECT_GE(row.spentEpsilon, 0.98 * 3.0);
        EXPECT_GT(row.accuracy, 0.05);
        EXPECT_EQ(row.accuracies.size(), 2U);
        EXPECT_DOUBLE_EQ(meanSd(row.accuracies).mean, row.accuracy);
        EXPECT_EQ(row.trials, 1.0);
    }
    EXPECT_GT(rows[0].accuracy, 0.5) << "five steps at the public scale already tell digits apart";
}

TEST_F(StudyTest, ABudgetAtAnotherDeltaHasTheNoiseOfItsMu) {
    CompareRequest request{digits(), {MethodKind::Single}, {1.0}, 1};
    auto session = open();
    (void)compare(session, request, {}, {});
    request.base.delta = 1e-3; // the project knows these rows by 1e-5
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].epsilon, 1.0);
    EXPECT_EQ(rows[0].delta, 1e-3);
    EXPECT_NEAR(rows[0].spentEpsilon, 1.0, 1e-6);
    const std::int64_t last = session.experiments().back().id;
    EXPECT_NEAR(muOf(Epsilon{*session.optionsOf(last).experimentEpsilon}, Delta{1e-5}).value(),
                muOf(Epsilon{1.0}, Delta{1e-3}).value(), 1e-9);
    SweepRequest cells{digits(), {1.0}, 1};
    cells.base.delta = 1e-3;
    cells.base.learningRates = "1,4";
    const SweepResult swept = sweep(session, cells, {}, {});
    EXPECT_EQ(swept.cells.at(0).epsilon, 1.0);
    EXPECT_EQ(session.optionsOf(session.experiments().back().id).experimentEpsilon,
              session.optionsOf(last).experimentEpsilon);
    request.methods = {MethodKind::PapernotSteinke}; // its curve has another ε at each δ
    EXPECT_NE(messageOf([&] { (void)compare(session, request, {}, {}); }, ErrorCode::Usage).find("another δ"),
              std::string::npos);
}

// Of several encoders the first names the dataset; by another one the project knows the rows all the same.
TEST_F(StudyTest, ABudgetAtAnotherDeltaIsOneByWhicheverEncoder) {
    CompareRequest request{digits(), {MethodKind::Single}, {1.0}, 1};
    const std::string again = m_folder / "again.npz";
    std::filesystem::copy_file(request.base.data, again);
    request.base.encoders = {{"digits", request.base.data}, {"again", again}};
    request.base.sameOrder = true;
    request.base.data = "digits";
    auto session = open();
    (void)compare(session, request, {}, {});
    CompareRequest other{digits(), {MethodKind::Single}, {1.0}, 1};
    other.base.data = again;
    other.base.delta = 1e-3;
    const auto rows = compare(session, other, {}, {});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].delta, 1e-3);
    EXPECT_NEAR(rows[0].spentEpsilon, 1.0, 1e-6);
    other.base.epsilon.reset(); // the cap of those rows too
    EXPECT_EQ(compare(session, other, {}, {}).size(), 1U);
    SweepRequest cells{other.base, {1.0}, 1};
    cells.base.learningRates = "1,4";
    EXPECT_EQ(sweep(session, cells, {}, {}).cells.size(), 2U);
    EXPECT_EQ(session.budgets().size(), 1U) << "one dataset";
}

TEST_F(StudyTest, AnOracleHasCellsOfTrainersWithoutALearningRate) {
    CompareRequest request{digits(), {MethodKind::Oracle}, {3.0}, 2};
    request.base.trainer = session::TrainerKind::DpLs;
    request.base.learningRates.reset();
    request.base.steps.reset();
    request.base.gramFraction = NumberList(std::vector{0.1, 0.9});
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_GT(rows[0].accuracy, 0.3);
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        EXPECT_EQ(experiment.status, ExperimentStatus::Finished);
    }
    EXPECT_EQ(session.experiments().size(), 4U) << "two grids of two cells, and the best one twice";
}

namespace {
/// The oracle's grids on an encoder alone, one of several.
std::size_t gridsOf(const session::Session& session, const std::string& encoder) {
    std::size_t grids = 0;
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        const session::RunOptions options = session.optionsOf(experiment.id);
        grids += options.method == MethodKind::Oracle && options.data == encoder ? 1 : 0;
    }
    return grids;
}
} // namespace

TEST_F(StudyTest, RowsSayWhichEncoderEachRepeatTook) {
    CompareRequest request{digits(), {MethodKind::Auto, MethodKind::Random, MethodKind::Oracle}, {3.0}, 2};
    request.base.encoders = {{"first", request.base.data}, {"second", request.base.data}};
    request.base.data.clear();
    request.base.sameOrder = true;
    EXPECT_EQ(priceOf(nullptr, request).runs, 10U) << "an oracle has a grid of each encoder";
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 3U);
    for (const CompareRow& row : rows) {
        std::uint32_t repeats = 0;
        for (const auto& [name, count] : row.encoders) {
            EXPECT_TRUE(name == "first" || name == "second") << name;
            repeats += count;
        }
        EXPECT_EQ(repeats, 2U) << search::methodName(row.method);
    }
    EXPECT_EQ(rows[2].encoders.size(), 1U) << "an oracle chooses once";
    CompareRequest joined{request.base, {MethodKind::Random, MethodKind::Oracle}, {3.0}, 1};
    joined.base.encoders.emplace_back("both", "second+first");
    EXPECT_EQ(priceOf(nullptr, joined).runs, 5U) << "the joined ones have a grid too";
    EXPECT_EQ(compare(session, joined, {}, {}).size(), 2U);
    EXPECT_EQ(gridsOf(session, "both"), 1U);
    CompareRequest noiseless{joined.base, {MethodKind::Random}, {3.0, inf}, 1};
    EXPECT_EQ(priceOf(nullptr, noiseless).runs, 5U) << "a grid of each encoder, and the best again";
    const auto withGap = compare(session, noiseless, {}, {});
    ASSERT_EQ(withGap.size(), 2U);
    EXPECT_TRUE(withGap.front().gap);
    EXPECT_EQ(withGap.back().encoders.size(), 1U);
    joined.methods = {MethodKind::Random};
    joined.base.data = "both"; // alone
    EXPECT_EQ(compare(session, joined, {}, {}).front().encoders,
              (std::map<std::string, std::uint32_t>{{"both", 1}}));
    request.base.data = request.base.encoders.front().second;
    request.base.encoders.clear();
    request.base.sameOrder = false;
    request.methods = {MethodKind::Random};
    EXPECT_TRUE(compare(session, request, {}, {}).front().encoders.empty());
    request.base.encoderId = "pixels@1";
    EXPECT_EQ(compare(session, request, {}, {}).front().encoders,
              (std::map<std::string, std::uint32_t>{{"pixels@1", 2}}));
}

TEST_F(StudyTest, TrainingWithoutNoiseIsOneRowAndTheOthersGap) {
    CompareRequest request{digits(), {MethodKind::UnitNoise, MethodKind::Random}, {0.3, inf}, 2};
    EXPECT_EQ(priceOf(nullptr, request).runs, 6U);
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[2].method, MethodKind::Single);
    EXPECT_TRUE(std::isinf(rows[2].epsilon));
    EXPECT_FALSE(rows[2].gap);
    EXPECT_EQ(rows[2].accuracySd, 0.0) << "no noise, and nothing else is drawn";
    EXPECT_GT(rows[2].accuracy, 0.8);
    ASSERT_TRUE(rows[0].gap);
    EXPECT_DOUBLE_EQ(*rows[0].gap, rows[2].accuracy - rows[0].accuracy);
    EXPECT_GT(*rows[0].gap, 0.05);
    const nlohmann::json json = nlohmann::json::parse(toJson(rows[2]).dump());
    EXPECT_TRUE(json.at("epsilon").is_null() && json.at("gap").is_null());
    request.base.learningRates = NumberList(std::vector{1.0, 4.0});
    request.epsilons = {inf};
    const auto best = compare(session, request, {}, {});
    ASSERT_EQ(best.size(), 1U);
    EXPECT_EQ(best[0].method, MethodKind::Oracle);
    request.base.visibility = session::Visibility::Private;
    EXPECT_THROW((void)compare(session, request, {}, {}), Error);
}

TEST_F(StudyTest, MethodsThatFollowTheirScoresRunTogether) {
    CompareRequest request{digits(), {MethodKind::LinearScaling, MethodKind::Auto}, {1.0, 3.0}, 2};
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].epsilon, 1.0);
    EXPECT_EQ(rows[1].epsilon, 1.0);
    EXPECT_EQ(rows[1].method, MethodKind::Auto);
    for (const CompareRow& row : rows) {
        // On so few records `auto` takes no pilots.
        EXPECT_EQ(row.trials, row.method == MethodKind::Auto ? 1.0 : 7.0);
        EXPECT_EQ(row.passes, 5.0 * row.trials);
        EXPECT_GT(row.r.mean, 0.0);
        EXPECT_LE(row.spentEpsilon, row.epsilon);
    }
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        EXPECT_EQ(experiment.status, ExperimentStatus::Finished);
        EXPECT_TRUE(experiment.testAccuracy);
    }
    EXPECT_EQ(session.experiments().size(), 8U);
    (void)compare(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), 8U) << "nothing was run twice";
    request.oneByOne = true;
    request.methods = {MethodKind::UnitNoise};
    EXPECT_EQ(compare(session, request, {}, {}).size(), 2U);
    EXPECT_EQ(session.experiments().size(), 12U);
}

TEST_F(StudyTest, ShiftedSetsAndSampledTrainersAreCompared) {
    CompareRequest request{digits(), {MethodKind::UnitNoise}, {1.0, 3.0}, 1};
    const std::string file = request.base.data;
    request.base.ood["again"] = {file + ":x_test", file + ":y_test"};
    auto session = open();
    const auto rows = compare(session, request, {}, {});
    EXPECT_EQ(rows[0].ood.at("again").mean, rows[0].accuracy);
    request.base.trainer = session::TrainerKind::DpSgd;
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
    const CompareRequest request{digits(), {MethodKind::UnitNoise}, {3.0}, 1};
    messageOf([&] { (void)compare(session, request, stop.get_token(), {}); }, ErrorCode::Interrupted);
}

TEST_F(StudyTest, PrivateDataIsNotCompared) {
    CompareRequest request{digits(), {MethodKind::UnitNoise}, {3.0}, 1};
    request.base.visibility = session::Visibility::Private;
    auto session = open();
    messageOf([&] { (void)compare(session, request, {}, {}); }, ErrorCode::Refused);
    SweepRequest repeated{request.base, {3.0}, 2};
    repeated.base.learningRates = "1,2";
    messageOf([&] { (void)sweep(session, repeated, {}, {}); }, ErrorCode::Refused);
}

TEST_F(StudyTest, WhatIsWrongWithoutNoiseIsSaidBeforeAnythingRuns) {
    auto session = open();
    CompareRequest request{digits(), {MethodKind::Random}, {3.0, inf}, 1};
    request.base.trainers = {session::TrainerKind::DpGd, session::TrainerKind::DpAdam};
    EXPECT_THROW((void)compare(session, request, {}, {}), Error);
    EXPECT_TRUE(session.experiments().empty()) << "the runs with noise would have been first";
}

} // namespace parsimony::study
