// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/class_prior.h"
#include "core/session/guarantee.h"
#include "tests/core/data/array_files.h"
#include "tests/core/session/planning.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace parsimony::session {

namespace {

class SeveralLabels : public ::testing::Test {
protected:
    SeveralLabels() {
        std::vector<float> x(400 * 8);
        std::vector<std::int32_t> y(400 * 4, -1);
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = static_cast<float>((i * 7919) % 101) - 50.0F;
        }
        for (std::size_t i = 0; i < 400; ++i) {
            y[i * 4] = static_cast<std::int32_t>(i % 9);
        }
        data::testing::writeText(m_folder.file("x.npy"),
                                 data::testing::npy("<f4", "400, 8", data::testing::bytesOf(x)));
        data::testing::writeText(m_folder.file("y.npy"),
                                 data::testing::npy("<i4", "400, 4", data::testing::bytesOf(y)));
        m_options.train = {m_folder.file("x.npy"), m_folder.file("y.npy")};
        m_options.classes = 9;
        m_options.labelsPerRecord = 4;
        m_options.epsilon = 3.0;
        m_options.delta = 1e-5;
    }
    [[nodiscard]] ExperimentPlan planWith(const char* name, const std::string& text) const {
        RunOptions options = m_options;
        give(options, name, text);
        return planOf(options);
    }

    data::testing::TempFolder m_folder;
    RunOptions m_options;
};

} // namespace

TEST_F(SeveralLabels, StandInThePlanAndComeBack) {
    const ExperimentPlan plan = planOf(m_options);
    EXPECT_EQ(plan.constants.labelsPerRecord, 4U);
    EXPECT_EQ(*plan.options.loss, compute::Loss::Sigmoid);
    const nlohmann::json json = plan.toJson();
    EXPECT_EQ(json.at("constants").at("labels_per_record"), 4);
    const ExperimentPlan again = ExperimentPlan::fromJson(json);
    EXPECT_EQ(again.toJson(), json);
    EXPECT_EQ(again.trialPlan(-1, 5, 1.0).spec().labelsPerRecord, 4U);
    EXPECT_THAT(sentenceOf(guaranteeOf(plan)), testing::HasSubstr("with all its labels, at most 4"));
}

/// What a plan of one label says stays as it was, to the byte.
TEST_F(SeveralLabels, OfOneEachAreNotNamed) {
    const ExperimentPlan plan = planOf(digitsOptions());
    EXPECT_FALSE(plan.toJson().at("constants").contains("labels_per_record"));
    EXPECT_THAT(sentenceOf(guaranteeOf(plan)), testing::Not(testing::HasSubstr("labels")));
    nlohmann::json before = plan.toJson();
    before.at("options").erase("labels-per-record");
    EXPECT_EQ(ExperimentPlan::fromJson(before).options.labelsPerRecord, 1U);
}

TEST_F(SeveralLabels, CostClassCountsTheRootOfTheirNumber) {
    const ExperimentPlan plan = planWith("feature-map", "center");
    ASSERT_TRUE(plan.featureMap && plan.featureMap->classCounts);
    EXPECT_NEAR(plan.featureMap->classCounts->release().sensitivity.value(), 2.0, 1e-12);
    RunOptions replaced = m_options;
    give(replaced, "feature-map", "center");
    replaced.adjacency = Adjacency::ReplaceOne;
    EXPECT_NEAR(planOf(replaced).featureMap->classCounts->release().sensitivity.value(), std::sqrt(8.0),
                1e-12);
}

/// Each class starts at its own odds, whatever noise left of its count.
TEST_F(SeveralLabels, StartTrainingAtTheOddsOfEachClass) {
    const ExperimentPlan plan = planWith("feature-map", "center");
    const train::SumPlan& counts = *plan.featureMap->classCounts;
    const std::vector<double> released{200.0, 40.0, -500.0, 1e9, 40.0, 40.0, 40.0, 40.0, 40.0};
    for (const double odds :
         startingBias(plan.featureMap->known(released), *plan.featureMap, plan.constants)) {
        EXPECT_TRUE(std::isfinite(odds));
    }
    const auto quiet =
        train::SumPlan::forMu(train::ReleaseKind::ClassCounts, Mu{1e6}, 2.0, Adjacency::AddOrRemoveOne, 1);
    const auto odds = logOdds({{200.0, 100.0, 4.0}, quiet.release().noiseSd}, 400.0);
    EXPECT_NEAR(odds[0], 0.0, 1e-6);
    EXPECT_NEAR(odds[1], std::log(1.0 / 3.0), 1e-6);
    EXPECT_NEAR(odds[2], std::log(1.0 / 99.0), 1e-6);
    EXPECT_GT(counts.release().noiseSd, 0.0);
}

/// From declared constants alone; what is asked for wins.
TEST_F(SeveralLabels, StartATrainedBiasAtTheOddsOfALabel) {
    RunOptions options = m_options;
    options.bias = true;
    give(options, "feature-map", "none");
    EXPECT_NEAR(*planOf(options).options.initBias, std::log(4.0 / 5.0), 1e-12);
    options.initBias = 0.0;
    EXPECT_EQ(*planOf(options).options.initBias, 0.0);
    options.initBias.reset();
    options.labelsPerRecord = 9;
    EXPECT_FALSE(planOf(options).options.initBias);
    RunOptions one = digitsOptions();
    one.bias = true;
    give(one, "feature-map", "none");
    EXPECT_FALSE(planOf(one).options.initBias);
}

TEST_F(SeveralLabels, ChooseAutoWhereItWasMeasured) {
    EXPECT_EQ(*planOf(m_options).options.method, MethodKind::Auto);
    EXPECT_EQ(*planWith("learning-rates", "0.1,1").options.method, MethodKind::LinearScaling);
}

TEST_F(SeveralLabels, AreRefusedWhereOneIsMeant) {
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { give(o, "loss", "softmax"); }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { give(o, "trainer", "dp-fc"); }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { give(o, "trainer", "dp-prototypes"); }),
              ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { o.objective = Objective::Balanced; }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { o.prior = o.train; }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { o.classes.reset(); }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { o.labelsPerRecord = 10; }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(m_options, [](RunOptions& o) { o.labelsPerRecord = 1; }), ErrorCode::Failed); // lists
}

} // namespace parsimony::session
