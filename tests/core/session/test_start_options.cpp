// SPDX-License-Identifier: GPL-3.0-or-later
// What `--prior-scale` and `--bias-share` make of a plan, and of the plans that were made without them.
#include "core/base/part_name.h"
#include "core/export/model_file.h"
#include "core/session/data_request.h"
#include "core/session/plan_mechanisms.h"
#include "tests/core/session/registry_folder.h"
#include "tests/core/session/session_run.h"

#include "array_files.h"

#include <cmath>

namespace parsimony::session {

namespace {

RunOptions withPrior(MethodKind method) {
    RunOptions options = digitsOptions();
    options.method = method;
    options.prior.features = options.data + ":x_test";
    options.prior.labels = options.data + ":y_test";
    return options;
}

class PriorLabels : public RegistryFolder {};

} // namespace

/// As numbers beyond the classes are refused.
TEST_F(PriorLabels, ThatAreTextAreNamesOfClasses) {
    RunOptions options = withPrior(MethodKind::Auto);
    options.classes.reset();
    std::string names;
    for (int k = 0; k < 10; ++k) {
        names += "n" + std::to_string(k) + "\n";
    }
    options.classNames = (folder() / "names.txt").string();
    data::testing::writeText(options.classNames, names);
    const std::size_t rows = describeData(options).find(kPriorPart)->info.rows;
    const auto labelled = [&](const std::string& last) {
        std::string labels;
        for (std::size_t row = 1; row < rows; ++row) {
            labels += "n" + std::to_string(row % 10) + "\n";
        }
        options.prior.labels = (folder() / "labels.txt").string();
        data::testing::writeText(options.prior.labels, labels + last + "\n");
        DataRequest request = describeData(options);
        checkPrior(request);
        return request.withoutPrior.has_value();
    };
    for (const char* label : {"n3", "3", ""}) { // a number of a class, and none
        EXPECT_FALSE(labelled(label)) << label;
    }
    for (const char* label : {"n10", "10", "N3", "-1"}) {
        try {
            (void)labelled(label);
            ADD_FAILURE() << label << " is no class";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Failed);
            EXPECT_NE(std::string(error.what()).find("of the same classes"), std::string::npos);
        }
    }
}

TEST(PriorScale, IsAPlanNumberAndTakesNoLook) {
    RunOptions options = withPrior(MethodKind::Auto);
    const ExperimentPlan weighed = planOf(options);
    EXPECT_TRUE(weighed.priorLook);
    EXPECT_FALSE(weighed.options.priorScale);
    give(options, "prior-scale", "12.5");
    const ExperimentPlan told = planOf(options);
    EXPECT_FALSE(told.priorLook);
    EXPECT_EQ(told.priorFactor, 12.5);
    EXPECT_GT(told.final->mu, weighed.final->mu) << "what the look would have taken";
    const ExperimentPlan kept = ExperimentPlan::fromJson(told.toJson());
    EXPECT_EQ(kept.toJson(), told.toJson());
    EXPECT_EQ(kept.options.priorScale, 12.5);
    give(options, "prior-scale", "auto");
    EXPECT_FALSE(options.priorScale);
    EXPECT_TRUE(planOf(options).priorLook);
    // A plan of before names no such option.
    nlohmann::json old = weighed.toJson();
    old["options"].erase("prior-scale");
    EXPECT_EQ(ExperimentPlan::fromJson(old).toJson(), weighed.toJson());
}

/// Whatever a run's length and noise, the start stands as far above the noise that it ends with.
TEST(PriorScale, IsInUnitsOfTheRunsOwnNoise) {
    RunOptions options = withPrior(MethodKind::UnitNoise);
    give(options, "prior-scale", "10");
    const ExperimentPlan plan = planOf(options);
    RunStart start;
    start.base = {1.0, 0.0};
    start.perNu = {10.0, -5.0};
    for (const std::uint32_t steps : {5U, 80U}) {
        const train::TrialPlan trial = plan.trialPlan(-1, steps, 0.25);
        const double nu = trial.logitNoise(plan.constants.rowBound);
        EXPECT_GT(nu, 0.0);
        const std::vector<double> weights = start.of(trial, plan.constants.rowBound);
        EXPECT_DOUBLE_EQ(weights.at(0), 1.0 + 10.0 * nu);
        EXPECT_DOUBLE_EQ(weights.at(1), -5.0 * nu);
    }
    EXPECT_TRUE(RunStart().of(plan.trialPlan(-1, 5, 0.25), 1.0).empty());
}

/// Pilots put another noise into logits than the run that goes on from their weights.
TEST(PriorScale, GoesWithNoPilots) {
    RunOptions options = withPrior(MethodKind::Auto);
    options.epsilon = 1000.0;
    options.featureMap = FeatureMapKind::None;
    ASSERT_FALSE(planOf(options).phases.empty());
    EXPECT_EQ(codeOf(options, [](RunOptions& o) { give(o, "prior-scale", "5"); }), ErrorCode::Usage);
}

TEST(BiasShare, WinsOverWhatTheDataWouldDecide) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 1.0;
    ASSERT_TRUE(planOf(options).featureMap->equalClasses);
    give(options, "bias-share", "0.1");
    const ExperimentPlan plan = planOf(options);
    EXPECT_EQ(plan.featureMap->biasShare, 0.1);
    EXPECT_FALSE(plan.featureMap->equalClasses);
    EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).featureMap->biasShare, 0.1);
    options.method = MethodKind::UnitNoise;
    options.featureMap = FeatureMapKind::CentredQuadratic;
    EXPECT_EQ(planOf(options).featureMap->biasShare, 0.1);
    options.biasShare.reset();
    EXPECT_EQ(planOf(options).featureMap->biasShare, 0.02);
    for (const FeatureMapKind none : {FeatureMapKind::None}) {
        options.featureMap = none;
        EXPECT_EQ(codeOf(options, [](RunOptions& o) { o.biasShare = 0.1; }), ErrorCode::Usage);
    }
}

TEST_F(SessionRun, ExportedModelsHoldTheBiasShare) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::UnitNoise;
    options.featureMap = FeatureMapKind::Centred;
    options.steps = "5";
    options.biasShare = 0.25;
    Session session = Session::open(project(), true);
    ASSERT_EQ(session.run(options, {}, {}).status, ExperimentStatus::Finished);
    const auto files = session.exportModel(std::nullopt, folder() / "model.npz");
    const exporting::Classifier model = exporting::loadModel(files.front().string());
    EXPECT_EQ(model.preprocessing.map->biasShare, 0.25);
    EXPECT_NE(exporting::inputText(model).find("25 % of the squared norm"), std::string::npos);
}

} // namespace parsimony::session
