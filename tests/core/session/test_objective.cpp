// SPDX-License-Identifier: GPL-3.0-or-later
// `--objective balanced`: what it takes off the scores, what it needs, and how its figures are counted.
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/export/model_file.h"
#include "core/ledger/audit.h"
#include "core/mechanism/look_metrics.h"
#include "core/mechanism/released.h"
#include "core/session/class_prior.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

class BalancedRun : public ::testing::Test {
protected:
    BalancedRun() {
        m_folder =
            fs::temp_directory_path() / ("parsimony-objective-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
        write("train", 6000, 1);
        write("test", 2000, 2);
    }
    ~BalancedRun() override { fs::remove_all(m_folder); }

    [[nodiscard]] std::string file(const std::string& name) const { return (m_folder / name).string(); }

    /// A tenth of the records is of class 1, which overlaps with class 0.
    void write(const std::string& part, int records, unsigned seed) const {
        std::ofstream rows(file(part + ".csv"));
        std::ofstream labels(file(part + "_labels.csv"));
        std::mt19937_64 engine(seed);
        std::normal_distribution<double> normal;
        for (int i = 0; i < records; ++i) {
            const int label = i % 10 == 0 ? 1 : 0;
            for (int j = 0; j < 6; ++j) {
                const double middle = (j < 3) == (label == 1) ? 0.8 : 0.0;
                rows << (j > 0 ? "," : "") << middle + normal(engine);
            }
            rows << "\n";
            labels << label << "\n";
        }
    }

    [[nodiscard]] RunOptions optionsFor(Objective objective) const {
        RunOptions options;
        options.train = {file("train.csv:6"), file("train_labels.csv:1")};
        options.test = {file("test.csv:6"), file("test_labels.csv:1")};
        options.classes = 2;
        options.epsilon = 4.0;
        options.delta = 1e-5;
        options.method = MethodKind::UnitNoise;
        options.featureMap = FeatureMapKind::Centred;
        options.objective = objective;
        return options;
    }

    /// The mean of the classes' accuracies of an exported classifier on the test rows.
    [[nodiscard]] double balancedOf(const fs::path& model) const {
        PublicEvaluationRequest request;
        request.files = {file("test.csv"), file("test_labels.csv")};
        // These rows may be registered as private by now: a registry that knows nothing of them.
        setenv("PARSIMONY_REGISTRY", file("other.db").c_str(), 1);
        double mean = 0.0;
        for (const auto& count :
             evaluatePublicly(exporting::loadModel(model.string()), request, {}).counts.perClass) {
            mean += 0.5 * static_cast<double>(count.correct) / static_cast<double>(count.records);
        }
        setenv("PARSIMONY_REGISTRY", file("registry.db").c_str(), 1);
        return mean;
    }

    fs::path m_folder;
};

} // namespace

TEST(ObjectivePlan, NeedsReleasedClassCounts) {
    RunOptions options = digitsOptions();
    options.objective = Objective::Balanced;
    options.method = MethodKind::UnitNoise;
    EXPECT_EQ(codeOf(options), ErrorCode::Usage) << "no map, no counts";
    options.featureMap = FeatureMapKind::Centred;
    EXPECT_EQ(planOf(options).priorTaken, 1.0);
    EXPECT_EQ(codeOf(options, [](RunOptions& o) { o.trainer = TrainerKind::DpLs; }), ErrorCode::Usage);
    EXPECT_EQ(codeOf(options, [](RunOptions& o) { o.init.kind = train::InitKind::He; }), ErrorCode::Usage);
    options.featureMap.reset();
    options.method = MethodKind::Auto;
    EXPECT_EQ(planOf(options).priorTaken, 1.0) << "auto centres by itself";
    options.objective = Objective::Accuracy;
    EXPECT_EQ(planOf(options).priorTaken, 0.0);
}

TEST(ObjectivePlan, ItsLookCountsClassesApart) {
    RunOptions options = digitsOptions();
    options.objective = Objective::Balanced;
    options.method = MethodKind::Auto;
    options.adjacency = Adjacency::ReplaceOne;
    const ExperimentPlan plan = planOf(options);
    ASSERT_EQ(plan.evaluations.size(), 1U);
    const EvaluationBudget& look = plan.evaluations.front();
    ASSERT_TRUE(look.balanced && look.classes && !look.count);
    EXPECT_GE(look.classes->sensitivity().value(), std::sqrt(2.0))
        << "a record may leave one bin for another";
    EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    EXPECT_EQ(codeOf(options, [](RunOptions& o) { o.testEpsilon = TestEpsilon{0.05}; }), ErrorCode::Refused)
        << "40 records of a class drown in that noise";
    EXPECT_FALSE(planOf([&] {
                     options.objective = Objective::Accuracy;
                     return options;
                 }())
                     .toJson()
                     .contains("prior_taken"));
}

TEST_F(BalancedRun, ThePriorIsOutOfTheWeightsAndTheFigureIsBalanced) {
    std::vector<exporting::Classifier> models;
    std::vector<RunSnapshot> runs;
    for (const Objective objective : {Objective::Accuracy, Objective::Balanced}) {
        RunOptions options = optionsFor(objective);
        options.visibility = Visibility::Public;
        options.seed = 7;
        const std::string name = objective == Objective::Balanced ? "b" : "a";
        Session session = Session::open(file(name + ".parsimony"), true);
        runs.push_back(session.run(options, {}, {}));
        const auto model = session.exportModel(std::nullopt, file(name + ".safetensors")).front();
        models.push_back(exporting::loadModel(model.string()));
        if (objective == Objective::Balanced) {
            ASSERT_TRUE(runs[1].final && runs[1].final->test && runs[0].final->test);
            EXPECT_TRUE(runs[1].final->test->balanced);
            EXPECT_NEAR(runs[1].final->test->accuracy, balancedOf(model), 1e-9);
            EXPECT_GT(runs[1].final->test->accuracy, balancedOf(file("a.safetensors")) + 0.05);
        }
    }
    EXPECT_FALSE(runs[0].final->test->balanced);
    EXPECT_EQ(models[0].card.priorTaken, 0.0);
    EXPECT_EQ(models[1].card.priorTaken, 1.0);
    // The same seed trains the same weights: they differ in the bias coordinate alone, by what the released
    // counts say.
    ledger::Project project = ledger::Project::open(file("b.parsimony"));
    const auto counts = mechanism::releasedVector(project, ExperimentId{1}, ReleasedValue::ClassCounts);
    const ExperimentPlan plan = ExperimentPlan::fromJson(project.experiment(ExperimentId{1}).plan);
    const auto prior = logPrior(plan.featureMap->known(counts.value()));
    EXPECT_NEAR(prior[0] - prior[1], std::log(9.0), 0.2);
    const double bias = plan.constants.rowBound * std::sqrt(plan.featureMap->biasShare);
    for (std::size_t i = 0; i < models[0].parameters.size(); ++i) {
        const bool isBias = i % 7 == 6;
        EXPECT_NEAR(models[0].parameters[i] - models[1].parameters[i], isBias ? prior[i / 7] / bias : 0.0,
                    1e-5)
            << i;
    }
}

TEST_F(BalancedRun, PrivateRowsAreCountedByClassAndCharged) {
    Session session = Session::open(file("p.parsimony"), true);
    const RunSnapshot run = session.run(optionsFor(Objective::Balanced), {}, {});
    ASSERT_TRUE(run.final && run.final->test);
    EXPECT_TRUE(run.final->test->balanced);
    EXPECT_GT(run.final->test->se, 0.0);
    const auto model = session.exportModel(std::nullopt, file("p.npz")).front();
    EXPECT_NEAR(run.final->test->accuracy, balancedOf(model), 6.0 * run.final->test->se);
    EXPECT_LE(run.budget.parts.at("test").spentEpsilon, 4.0);
    EXPECT_GT(run.budget.parts.at("test").spentEpsilon, 0.0);
    const ledger::AuditReport report = ledger::audit(file("p.parsimony"));
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

} // namespace parsimony::session
