// SPDX-License-Identifier: GPL-3.0-or-later
// `--epsilon inf`: training without noise on public data, which no account is charged for.
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/export/model_file.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

RunOptions noiselessDigits() {
    RunOptions options = digitsOptions();
    options.epsilon.reset();
    options.visibility = Visibility::Public;
    give(options, "epsilon", "inf");
    return options;
}

ErrorCode codeOfNoiseless(const RunOptions& options) {
    try {
        (void)Session::planWithoutProject(options);
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "the plan should have been refused";
    return ErrorCode::Failed;
}

class NoiselessRun : public ::testing::Test {
protected:
    NoiselessRun() {
        m_folder =
            fs::temp_directory_path() / ("parsimony-noiseless-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~NoiselessRun() override { fs::remove_all(m_folder); }
    fs::path m_folder;
};

} // namespace

TEST(NoiselessPlan, InfinityIsAnExperimentsAndNeverACap) {
    const RunOptions options = noiselessDigits();
    EXPECT_TRUE(options.isNoiseless());
    EXPECT_FALSE(options.epsilon);
    const nlohmann::json value = optionNamed("experiment-epsilon").value.json(options);
    EXPECT_EQ(value, "inf") << "JSON has no number for it";
    RunOptions again;
    give(again, "experiment-epsilon", value.get<std::string>());
    EXPECT_TRUE(again.isNoiseless());
    EXPECT_THROW(give(again, "mean-epsilon", "inf"), Error);
    EXPECT_THROW(give(again, "epsilon", "-inf"), Error);
    EXPECT_THROW(give(again, "epsilon", "nan"), Error);
}

TEST(NoiselessPlan, HasNoNoiseNoChargeAndAStepThatConverges) {
    RunOptions options = noiselessDigits();
    const DataRequest request = describeData(options);
    const ExperimentPlan plan =
        planExperiment(options, request, freshAccounts(request, Epsilon{1.0}, Delta{1e-5}));
    EXPECT_TRUE(std::isinf(plan.epsilon));
    EXPECT_TRUE(plan.muSquared.isZero());
    ASSERT_TRUE(plan.final && plan.numbers.learningRate);
    EXPECT_NEAR(*plan.numbers.learningRate, 2.0 * 1.9, 1e-12) << "unit rows, momentum 0.9";
    const train::TrialPlan trial = plan.trialPlan(-1, 500, *plan.numbers.learningRate);
    EXPECT_FALSE(trial.isPrivate());
    EXPECT_EQ(trial.noiseSd(), 0.0);
    const ExperimentPlan again = ExperimentPlan::fromJson(nlohmann::json::parse(plan.toJson().dump()));
    EXPECT_TRUE(std::isinf(again.epsilon));
    EXPECT_EQ(again.toJson(), plan.toJson());
}

TEST(NoiselessPlan, RefusesPrivateDataAndWhatHasNoMeaning) {
    const auto codeWith = [](auto change) {
        RunOptions options = noiselessDigits();
        change(options);
        return codeOfNoiseless(options);
    };
    EXPECT_EQ(codeWith([](RunOptions& o) { o.visibility = Visibility::Private; }), ErrorCode::Refused);
    EXPECT_EQ(codeWith([](RunOptions& o) { o.method = MethodKind::Auto; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](RunOptions& o) { o.method = MethodKind::Grid; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](RunOptions& o) { o.featureMap = FeatureMapKind::Centred; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](RunOptions& o) { o.trainer = TrainerKind::DpAdamWosm; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](RunOptions& o) { o.trainer = TrainerKind::DpAdam; }), ErrorCode::Usage)
        << "no rate follows";
    EXPECT_EQ(codeWith([](RunOptions& o) { o.objective = Objective::Balanced; }), ErrorCode::Usage);
}

TEST_F(NoiselessRun, ReachesMoreThanAnyBudgetAndTheLedgerHoldsIt) {
    Session session = Session::open(m_folder / "p.parsimony", true);
    RunOptions options = noiselessDigits();
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_TRUE(run.final && run.final->test);
    EXPECT_GT(run.final->test->accuracy, 0.93);
    EXPECT_TRUE(std::isinf(run.experimentEpsilon));
    EXPECT_TRUE(std::isinf(run.final->trial.epsilon));
    EXPECT_EQ(run.budget.spentEpsilon, 0.0);
    EXPECT_TRUE(sentenceOf(run.guarantee).starts_with("Not private")) << sentenceOf(run.guarantee);
    EXPECT_EQ(toJson(run, "run").at("noise"), false);
    EXPECT_TRUE(std::isinf(session.experiments().front().epsilon));
    EXPECT_TRUE(std::isinf(session.trials(std::nullopt).front().epsilon));
    const exporting::Classifier model =
        exporting::loadModel(session.exportModel(std::nullopt, m_folder / "m.npz").front().string());
    EXPECT_FALSE(model.card.epsilon);
    const ledger::AuditReport report = ledger::audit(m_folder / "p.parsimony");
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
    // The same without noise again: nothing is drawn.
    const RunSnapshot again = session.run(options, {}, {});
    EXPECT_EQ(again.final->test->accuracy, run.final->test->accuracy);
}

TEST_F(NoiselessRun, LeavesTheCapToWhoNamesIt) {
    Session session = Session::open(m_folder / "p.parsimony", true);
    RunOptions noiseless = noiselessDigits();
    noiseless.delta.reset(); // nothing private is told apart
    ASSERT_EQ(session.run(noiseless, {}, {}).status, ExperimentStatus::Finished);
    RunOptions options = digitsOptions();
    options.visibility = Visibility::Public;
    options.delta = 1e-6;
    options.method = MethodKind::UnitNoise;
    options.steps = NumberList(5.0);
    EXPECT_EQ(session.plan(options).budget.targetEpsilon, 3.0);
    const RunSnapshot run = session.run(options, {}, {});
    EXPECT_EQ(run.status, ExperimentStatus::Finished);
    EXPECT_EQ(run.budget.targetEpsilon, 3.0);
    EXPECT_EQ(run.budget.targetDelta, 1e-6);
    options.epsilon = 2.0;
    for (const bool plans : {true, false}) {
        try {
            plans ? (void)session.plan(options) : (void)session.run(options, {}, {});
            ADD_FAILURE() << "a cap that was charged against is set";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage);
        }
    }
    ASSERT_EQ(session.run(noiseless, {}, {}).status, ExperimentStatus::Finished);
    const ledger::AuditReport report = ledger::audit(m_folder / "p.parsimony");
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

TEST_F(NoiselessRun, LooksForTheBestOfSeveralEncoders) {
    Session session = Session::open(m_folder / "p.parsimony", true);
    RunOptions options = noiselessDigits();
    options.encoders = {{"a", options.data}, {"b", options.data}};
    options.data.clear();
    options.sameOrder = true;
    options.steps = NumberList(50.0);
    const RunSnapshot run = session.run(options, {}, {});
    EXPECT_EQ(run.method.text(), "oracle");
    ASSERT_TRUE(run.final && run.final->test);
    EXPECT_GT(run.final->test->accuracy, 0.9);
    ASSERT_EQ(run.phases.size(), 1U);
    EXPECT_EQ(run.phases.front().trials.size(), 2U) << "each at the rate of a single run";
    EXPECT_TRUE(ledger::audit(m_folder / "p.parsimony").ok());
}

TEST_F(NoiselessRun, EveryTrainerWithATwinRuns) {
    Session session = Session::open(m_folder / "p.parsimony", true);
    for (const train::TrainerTraits* trainer : train::allTrainers()) {
        if (trainer->needsNoise) {
            continue;
        }
        RunOptions options = noiselessDigits();
        options.trainer = trainer->kind;
        if (!trainer->oneStep) {
            options.steps = trainer->kind == TrainerKind::DpZo ? "300" : "5"; // it knows one number a step
        }
        options.seed = 1;
        if (trainer->scale == train::ScaleRule::Adam) {
            options.learningRates = "0.1";
        }
        const RunSnapshot run = session.run(options, {}, {});
        ASSERT_TRUE(run.final && run.final->test) << trainer->name;
        EXPECT_GT(run.final->test->accuracy, 0.15) << trainer->name << ", of ten classes";
    }
    const ledger::AuditReport report = ledger::audit(m_folder / "p.parsimony");
    EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().what.english());
}

TEST_F(NoiselessRun, HasAnInfiniteMuAndNoClipToChoose) {
    RunOptions options = noiselessDigits();
    options.steps = "5";
    options.maxGradNorm = "0.1,1,5";
    const RunSnapshot plan = Session::planWithoutProject(options);
    EXPECT_EQ(plan.method.text(), "single") << "runs of other clips would be twins";
    EXPECT_FALSE(optionNamed("max-grad-norm").mattersTo(options));
    Session session = Session::open(m_folder / "p.parsimony", true);
    const nlohmann::json told = toJson(session.run(options, {}, {}), "run");
    EXPECT_TRUE(told.at("final").at("epsilon").is_null());
    EXPECT_TRUE(told.at("final").at("mu").is_null()) << told.at("final");
}

TEST(NoiselessPlan, ChoosesAmongSampleRatesAsNothingIsCharged) {
    RunOptions options = noiselessDigits();
    options.trainer = TrainerKind::DpSgd;
    options.steps = "5";
    options.learningRates = "1,2";
    give(options, "sample-rate", "0.1,0.5");
    const RunSnapshot plan = Session::planWithoutProject(options);
    EXPECT_EQ(plan.method.text(), "oracle");
    ASSERT_EQ(plan.phases.size(), 1U);
    EXPECT_EQ(plan.phases.front().trials.size(), 4U);
}

} // namespace parsimony::session
