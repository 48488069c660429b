// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/allowance.h"
#include "core/session/snapshot_reader.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::session {

namespace {

RunOptions sampleOptions() {
    const std::string file = std::string(PARSIMONY_SAMPLES) + "/wordnet-nouns.npz";
    RunOptions options;
    options.data = file;
    options.ood["lemmas"] = {file + ":x_lemmas", file + ":y_lemmas"};
    options.classes = 26;
    options.epsilon = 1.0;
    options.delta = 1e-5;
    options.method = MethodKind::LinearScaling;
    return options;
}

} // namespace

TEST(Planner, ScalingSpendsTheWholeBudgetAndNoMore) {
    const ExperimentPlan plan = planOf(sampleOptions());
    ASSERT_EQ(plan.phases.size(), 2U);
    EXPECT_NEAR(plan.phases[0].epsilon, 0.1, 1e-9);
    EXPECT_NEAR(plan.final->epsilon, 0.8840462426306797, 1e-6); // budget_splits.json

    // What all trials' events really cost, added up exactly, fits the cap.
    SpendSum spent;
    for (int phase = 0; phase < 2; ++phase) {
        std::vector<PrivacyEvent> events = plan.trialPlan(phase, 50, 1.0).events();
        events.push_back(plan.scorePlan(phase)->event());
        for (int run = 0; run < plan.phases[static_cast<std::size_t>(phase)].runs; ++run) {
            spent.add(gaussianSpend(events));
        }
    }
    spent.add(gaussianSpend(plan.trialPlan(-1, 50, 1.0).events()));
    const GaussianAccount whole(Epsilon{1.0}, Delta{1e-5});
    EXPECT_TRUE(whole.fits(spent));
    EXPECT_TRUE(spent.fits(plan.muSquared));
    EXPECT_GT(epsilonOf(muLower(spent), Delta{1e-5}).value(), 0.999);
}

TEST(Planner, StoredPlanReadsBackAsItself) {
    const ExperimentPlan plan = planOf(sampleOptions());
    const ExperimentPlan again = ExperimentPlan::fromJson(plan.toJson());
    EXPECT_EQ(again.toJson(), plan.toJson());
    const auto first = makeMethod(plan)->nextBatch();
    const auto second = makeMethod(again)->nextBatch();
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].learningRate, second[i].learningRate);
    }
}

/// Noise that Adam's momentum lets through reaches the logits: ν of a new plan counts it, that of plans that
/// were made without does not.
TEST(Planner, NuOfAdamCountsItsMomentum) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::UnitNoise;
    options.trainer = TrainerKind::DpAdam;
    const ExperimentPlan plan = planOf(options);
    const search::Proposal run = makeMethod(plan)->nextBatch().front();
    const train::StepScale scale =
        train::stepScaleOf(trainerOptionsOf(plan.options, plan.constants, plan.numbers),
                           plan.constants.rowBound, static_cast<double>(plan.constants.publicRecords));
    const double noise = plan.trialPlan(-1, run.steps, *run.learningRate).noiseMultiplier().value();
    EXPECT_NEAR(train::nuOf(scale, noise, run.steps, *run.learningRate), *plan.numbers.nu, 1e-6);

    nlohmann::json before = plan.toJson();
    ASSERT_EQ(before["numbers"].erase("adam_momentum"), 1U);
    const ExperimentPlan old = ExperimentPlan::fromJson(before);
    EXPECT_GT(*makeMethod(old)->nextBatch().front().learningRate, 1.02 * *run.learningRate);
}

TEST(Planner, EvaluationTakesAQuarterPointOfNoiseAtMostAQuarterOfThePart) {
    const ExperimentPlan plan = planOf(sampleOptions());
    ASSERT_EQ(plan.evaluations.size(), 2U);
    for (const EvaluationBudget& evaluation : plan.evaluations) {
        ASSERT_TRUE(evaluation.count.has_value());
        EXPECT_NEAR(evaluation.count->noiseSd() / 8000.0, 0.0025, 1e-6) << evaluation.part;
    }
    RunOptions rough = sampleOptions();
    rough.testSe = 1.0;
    for (const EvaluationBudget& evaluation : planOf(rough).evaluations) {
        EXPECT_NEAR(evaluation.count->noiseSd() / 8000.0, 0.01, 4e-6) << "four times the noise of before";
    }
    RunOptions fine = sampleOptions();
    fine.testSe = 0.01;
    const double most = muOf(Epsilon{*fine.epsilon}, Delta{*fine.delta}).value() / 2.0;
    const double mu = planOf(fine).evaluations.front().count->mu().value();
    EXPECT_LE(mu, most) << "a quarter of the part's account";
    EXPECT_GT(mu, 0.99 * most);
    RunOptions none = sampleOptions();
    none.testEpsilon = TestEpsilon{};
    EXPECT_TRUE(planOf(none).evaluations.empty());
}

TEST(Planner, WhatNoGuaranteeHoldsForIsRefusedOnPrivateData) {
    RunOptions exact = sampleOptions();
    exact.score = ScoreKind::Exact;
    EXPECT_EQ(codeOf(exact), ErrorCode::Refused);
    RunOptions oracle = sampleOptions();
    oracle.method = MethodKind::Oracle;
    EXPECT_EQ(codeOf(oracle), ErrorCode::Refused);
    RunOptions seeded = sampleOptions();
    seeded.seed = 1;
    EXPECT_EQ(codeOf(seeded), ErrorCode::Refused);
}

TEST(Planner, PhasesOverTheTotalSayByHowMuch) {
    RunOptions options = sampleOptions();
    options.phaseEpsilons = "0.5,0.9";
    try {
        (void)planOf(options);
        FAIL() << "phases over the total must be refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        ASSERT_TRUE(error.refusedSpend().has_value());
        EXPECT_GT(error.refusedSpend()->missing, 0.5);
        EXPECT_NEAR(error.refusedSpend()->requested - error.refusedSpend()->missing, 1.0, 1e-6);
    }
}

/// Linked rows may have been charged elsewhere past the cap: to raise it by what is missing has to be enough.
TEST(Planner, WhatIsMissingCountsWhatIsBeyondTheCap) {
    const Delta delta{1e-5};
    AccountState account;
    account.kind = ledger::AccountKind::Gaussian;
    account.epsilon = 1.0;
    account.delta = delta.value();
    account.takenMuSquared.addProduct(muOf(Epsilon{1.283}, delta).value(),
                                      muOf(Epsilon{1.283}, delta).value());
    RunOptions options = sampleOptions();
    options.experimentEpsilon = 0.1;
    try {
        (void)allowanceOf(options, account, true);
        FAIL() << "nothing is left";
    } catch (const Error& error) {
        ASSERT_TRUE(error.refusedSpend().has_value());
        EXPECT_NEAR(error.refusedSpend()->missing, 0.2896106, 1e-6);
    }
}

/// Whoever asks for something where nothing is left hears that, not to ask for less than nothing.
TEST(Planner, NothingLeftIsSaidAsThat) {
    RunOptions options = sampleOptions();
    const DataRequest request = describeData(options);
    AccountStates accounts = freshAccounts(request, Epsilon{1.0}, Delta{1e-5});
    const auto told = [&] {
        try {
            (void)planExperiment(options, request, accounts);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
            EXPECT_TRUE(error.refusedSpend() && error.refusedSpend()->requested == 0.3) << error.what();
            return std::string(error.what());
        }
        return std::string();
    };
    AccountState& train = accounts.at("train");
    const AccountState whole = train;
    options.experimentEpsilon = 0.3;
    train.kind = ledger::AccountKind::Slices;
    for (const double left : {0.0, 1e-9}) {
        train.remainingEpsilon = left;
        EXPECT_NE(told().find("used up"), std::string::npos) << told();
        EXPECT_EQ(told().find("ask for less"), std::string::npos) << told();
    }
    train.remainingEpsilon = 0.2;
    EXPECT_NE(told().find("ask for less (0.2)"), std::string::npos) << told();
    train = whole;
    options.experimentEpsilon.reset();
    options.testEpsilon = TestEpsilon{0.3};
    AccountState& test = accounts.at("test");
    test.remainingMuSquared = SpendSum();
    for (const double left : {0.0, 1e-9}) {
        test.remainingEpsilon = left;
        EXPECT_NE(told().find("nothing is left"), std::string::npos) << told();
    }
}

TEST(Planner, BadOptionsAreUsageErrors) {
    const auto with = [](auto change) { return codeOf(sampleOptions(), change); };
    EXPECT_EQ(with([](RunOptions& o) { o.classes.reset(); }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { give(o, "method", "magic"); }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { o.phaseEpsilons = "0.1,0.1"; }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { o.phaseEpsilons = "0.1"; }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { o.rowNorm = RowNorm::None; }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { give(o, "score-fraction", "1"); }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { give(o, "steps", "0"); }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { o.trials = 0; }), ErrorCode::Usage);
    EXPECT_EQ(with([](RunOptions& o) { o.publicParts = {"tset"}; }), ErrorCode::Usage);
}

TEST(Planner, DeclaredRecordsKeepThePlanApartFromTheFile) {
    RunOptions options = sampleOptions();
    options.records = 40000;
    DataRequest request = describeData(options);
    const auto bytes = [&] {
        auto json =
            planExperiment(options, request, freshAccounts(request, Epsilon{1.0}, Delta{1e-5})).toJson();
        json.erase("search_key");
        return json.dump();
    };
    const std::string before = bytes();
    request.parts.front().info.rows += 1;
    EXPECT_EQ(bytes(), before);
}

} // namespace parsimony::session
