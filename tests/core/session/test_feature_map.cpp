// SPDX-License-Identifier: GPL-3.0-or-later
// `--feature-map`: what it plans, charges, refuses, and what of it travels with a classifier. What `auto`
// makes of it stands in test_feature_map_auto.cpp.
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/export/model_file.h"
#include "core/export/predict.h"
#include "core/session/class_prior.h"
#include "core/session/feature_map_plan.h"
#include "core/session/project_audit.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

RunOptions mappedDigits(FeatureMapKind map = FeatureMapKind::Centred) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::UnitNoise;
    options.steps = "20";
    options.featureMap = map;
    return options;
}

class FeatureMapRun : public ::testing::Test {
protected:
    FeatureMapRun() {
        m_folder = fs::temp_directory_path() / ("parsimony-map-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~FeatureMapRun() override { fs::remove_all(m_folder); }
    fs::path m_folder;
};

} // namespace

TEST(FeatureMapPlan, TakesItsSharesOutOfTheWhole) {
    for (const double epsilon : {0.1, 1.0, 8.0}) {
        RunOptions options = mappedDigits();
        options.epsilon = epsilon;
        const ExperimentPlan plan = planOf(options);
        ASSERT_TRUE(plan.featureMap && plan.featureMap->classCounts);
        const double whole = plan.muSquared.lower();
        const double mean = std::pow(plan.featureMap->mean.mu().value(), 2) / whole;
        const double counts = std::pow(plan.featureMap->classCounts->mu().value(), 2) / whole;
        EXPECT_GE(mean, 0.02 - 1e-9);
        EXPECT_LE(mean, 0.10 + 1e-9);
        EXPECT_NEAR(counts, 0.01, 1e-9);
        const double final = plan.final->mu * plan.final->mu / whole;
        EXPECT_NEAR(mean + counts + final, 1.0, 1e-9);
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
        EXPECT_EQ(plan.trialPlan(-1, 20, 1.0).headShape().dim, 65U);
    }
    EXPECT_FALSE(planOf(mappedDigits(FeatureMapKind::None)).featureMap);
}

TEST(FeatureMapPlan, TheMeanTakesMoreWhereItIsNoisyAndLeastWhereItWouldDrown) {
    const auto share = [](double epsilon) {
        RunOptions options = mappedDigits();
        options.epsilon = epsilon;
        const ExperimentPlan plan = planOf(options);
        return std::pow(plan.featureMap->mean.mu().value(), 2) / plan.muSquared.lower();
    };
    EXPECT_NEAR(share(8.0), 0.02, 1e-9);
    EXPECT_NEAR(share(0.1), 0.10, 1e-9);
    EXPECT_NEAR(share(0.02), 0.02, 1e-9) << "no mean of unit rows stands above its noise there";
}

TEST(FeatureMapPlan, EveryTrainerTakesIt) {
    for (const train::TrainerTraits* trainer : train::allTrainers()) {
        RunOptions options = mappedDigits(FeatureMapKind::CentredQuadratic);
        options.trainer = trainer->kind;
        options.method = MethodKind::Single;
        options.steps.reset();
        const ExperimentPlan plan = planOf(options);
        ASSERT_TRUE(plan.featureMap) << trainer->name;
        // Only what starts from a zero matrix can start from the classes' shares.
        EXPECT_EQ(plan.featureMap->classCounts.has_value(), trainer->stepSize && !trainer->initBias)
            << trainer->name;
    }
}

TEST(FeatureMapPlan, RefusesWhatItDoesNotGoWith) {
    const RunOptions good = mappedDigits();
    (void)planOf(good);
    const auto refused = [&](const std::function<void(RunOptions&)>& change) {
        EXPECT_EQ(codeOf(good, change), ErrorCode::Usage);
    };
    refused([](RunOptions& o) {
        o.mean = MeanKind::Private;
        o.meanEpsilon = 0.1;
    });
    refused([](RunOptions& o) {
        o.rowNorm = RowNorm::None;
        o.method = MethodKind::Single;
        o.learningRates = "1";
    });
    refused([](RunOptions& o) { give(o, "head", "sequence:8"); });
    refused([](RunOptions& o) { o.method = MethodKind::PapernotSteinke; });
}

TEST(FeatureMapPlan, TheMeanIsShrunkByItsNoiseAndTheCountsByTheirs) {
    const auto mean = train::MeanPlan::forMu(Mu{0.05}, 1.0, 100, 1000.0, Adjacency::AddOrRemoveOne);
    const double sd = mean.release().noiseSd / 1000.0;
    std::vector<double> released(100, 0.0);
    released[3] = 5.0 * sd; // 25 of 100 that noise alone would give
    for (const float value : shrunkMean(released, mean)) {
        EXPECT_EQ(value, 0.0F);
    }
    released[3] = 20.0 * sd;
    EXPECT_NEAR(static_cast<double>(shrunkMean(released, mean)[3]), released[3] * (1.0 - 100.0 / 400.0),
                1e-6 * sd);

    const auto counts =
        train::SumPlan::forMu(train::ReleaseKind::ClassCounts, Mu{0.1}, 1.0, Adjacency::AddOrRemoveOne, 1);
    for (const double value : logPrior({{101.0, 99.0, 100.0}, counts.release().noiseSd})) {
        EXPECT_NEAR(value, 0.0, 1e-12) << "no more spread than noise has";
    }
    const auto prior = logPrior({{100000.0, 1000.0, -40.0}, counts.release().noiseSd});
    EXPECT_NEAR(std::accumulate(prior.begin(), prior.end(), 0.0), 0.0, 1e-12);
    EXPECT_NEAR(prior[0] - prior[1], std::log(100.0), 0.01);
    EXPECT_NEAR(prior[1] - prior[2], std::log(1000.0 / (3.0 * counts.release().noiseSd)), 0.02);
}

TEST_F(FeatureMapRun, AutoBuildsOnItsFlatness) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 1.0;
    Session session = Session::open(m_folder / "auto.parsimony", true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_TRUE(run.final && run.final->trial.nu);
    ASSERT_GE(run.statistics.size(), 3U); // and counts once more where their noise says that classes differ
    EXPECT_EQ(run.statistics.back().name, "flatness");
    EXPECT_GE(*run.final->trial.nu, 0.8);
    EXPECT_LE(*run.final->trial.nu, 2.4);
    const auto spent = run.budget.parts.at("train").spentEpsilon;
    EXPECT_LE(spent, 1.0);
    EXPECT_GT(spent, 0.999);
}

TEST_F(FeatureMapRun, AutoReleasesTheRestOfAMeanWhereRowsShareOne) {
    for (const bool shares : {true, false}) {
        RunOptions options = digitsOptions();
        options.method = MethodKind::Auto;
        options.epsilon = 0.3;
        if (!shares) { // of rows this far below the bound no mean is long
            options.rowNorm = RowNorm::Clip;
            options.normBound = 1000.0;
        }
        // The same private rows once more: in a registry that does not know them.
        setenv("PARSIMONY_REGISTRY", (m_folder / (shares ? "first.db" : "second.db")).c_str(), 1);
        const fs::path project = m_folder / (shares ? "a.parsimony" : "b.parsimony");
        Session session = Session::open(project, true);
        const RunSnapshot plan = session.plan(options);
        EXPECT_EQ(plan.statistics.size(), 3U) << "as long as nothing is known";
        const RunSnapshot run = session.run(options, {}, {});
        ASSERT_TRUE(run.final);
        ASSERT_EQ(run.statistics.size(), shares ? 3U : 2U);
        EXPECT_EQ(run.statistics[1].name, "class_counts");
        EXPECT_EQ(run.statistics.back().name, shares ? "mean_rest" : "class_counts");
        EXPECT_NEAR(run.final->trial.mu / plan.final->trial.mu, shares ? 1.0 : std::sqrt(0.97 / 0.89), 1e-6);
        const auto spent = run.budget.parts.at("train").spentEpsilon;
        EXPECT_LE(spent, 0.3);
        EXPECT_GT(spent, 0.2999);
        EXPECT_TRUE(auditOf(project, std::nullopt).ok());
        const auto files = session.exportModel(std::nullopt, m_folder / "model.safetensors");
        EXPECT_EQ(exporting::loadModel(files.front().string()).inputDim(), 64U);
    }
}

TEST_F(FeatureMapRun, TheExportedClassifierHoldsAllSteps) {
    for (const FeatureMapKind map : {FeatureMapKind::Centred, FeatureMapKind::CentredQuadratic}) {
        RunOptions options = mappedDigits(map);
        options.visibility = Visibility::Public;
        options.seed = 4;
        const std::string name = map == FeatureMapKind::Centred ? "a" : "b";
        Session session = Session::open(m_folder / (name + ".parsimony"), true);
        const RunSnapshot run = session.run(options, {}, {});
        ASSERT_TRUE(run.final && run.final->test);
        ASSERT_EQ(run.statistics.size(), 2U);
        const auto files = session.exportModel(std::nullopt, m_folder / (name + ".safetensors"));
        const exporting::Classifier model = exporting::loadModel(files.front().string());
        EXPECT_EQ(model.inputDim(), 64U);
        PublicEvaluationRequest request;
        request.files = {options.data + ":x_test", options.data + ":y_test"};
        const PublicEvaluation found = session.evaluatePublic(std::nullopt, request, {});
        const auto& all = found.counts.all;
        EXPECT_NEAR(static_cast<double>(all.correct) / static_cast<double>(all.records),
                    run.final->test->accuracy, 1e-9);
        EXPECT_GT(run.final->test->accuracy, 0.7);
    }
}

} // namespace parsimony::session
