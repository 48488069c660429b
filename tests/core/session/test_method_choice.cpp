// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/method_choice.h"
#include "tests/core/session/planning.h"

namespace parsimony::session {
namespace {

template <class Change>
std::string chosen(Change change) {
    RunOptions options;
    change(options);
    return std::string(search::methodName(defaultMethod(options)));
}

TEST(MethodChoice, AdaptsWhereThatWasMeasured) {
    EXPECT_EQ(chosen([](RunOptions&) {}), "auto");
    EXPECT_EQ(chosen([](RunOptions& o) { o.steps = "100"; }), "auto");
    EXPECT_EQ(chosen([](RunOptions& o) { o.maxGradNorm = 0.3; }), "auto");
    EXPECT_EQ(chosen([](RunOptions& o) { o.sampleRate = 1.0; }), "auto");
}

TEST(MethodChoice, SearchesWhereItWasNot) {
    EXPECT_EQ(chosen([](RunOptions& o) { o.sampleRate = 0.1; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.loss = compute::Loss::Sigmoid; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { give(o, "head", "hidden:16"); }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.rowNorm = RowNorm::None; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.trainer = TrainerKind::DpSgd; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.trainer = TrainerKind::DpAdam; }), "linear-scaling");
    EXPECT_EQ(defaultMethod({}, ledger::AccountKind::Slices), MethodKind::LinearScaling);
}

TEST(MethodChoice, SearchesWhenAnythingOfASearchIsAskedFor) {
    EXPECT_EQ(chosen([](RunOptions& o) { o.phaseEpsilons = "0.1,0.2"; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.trials = RunOptions::defaultTrials; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.learningRates = "1,2"; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.steps = "10,20"; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.steps = "log:10:100:3"; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.totalStepSize = search::Range{1, 100}; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.fit = FitCurve::Quadratic; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.fitAgainst = FitAxis::Mu; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.phaseStart = search::PhaseStart::Scaled; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { o.sampler = search::SamplerKind::Bisection; }), "linear-scaling");
    EXPECT_EQ(chosen([](RunOptions& o) { give(o, "decomposition", "independent"); }), "linear-scaling");
}

TEST(MethodChoice, OtherTrainersRunOnceFromDeclaredConstants) {
    for (const char* trainer : {"dp-adam-wosm", "dp-ls", "dp-newton", "dp-fc", "dp-zo"}) {
        EXPECT_EQ(chosen([&](RunOptions& o) { give(o, "trainer", trainer); }), "single") << trainer;
    }
    RunOptions asked;
    asked.method = MethodKind::Grid;
    EXPECT_EQ(methodOf(asked), MethodKind::Grid);
}

TEST(MethodChoice, TheLossIsTheTrainersOwnUnlessGiven) {
    RunOptions options = digitsOptions();
    EXPECT_EQ(planOf(options).options.loss, compute::Loss::Softmax);
    options.trainer = TrainerKind::DpNewton;
    EXPECT_EQ(planOf(options).options.loss, compute::Loss::Sigmoid);
    options.loss = compute::Loss::Softmax;
    EXPECT_EQ(codeOf(options), ErrorCode::Usage);
}

TEST(MethodChoice, AnUnknownMethodNamesTheNearest) {
    RunOptions options = digitsOptions();
    try {
        give(options, "method", "linear-scalin");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(std::string(error.what()).find("did you mean linear-scaling?"), std::string::npos)
            << error.what();
    }
}

TEST(MethodChoice, ThePlanFollowsTheAccount) {
    EXPECT_EQ(planOf(digitsOptions()).method().text(), "auto");
    const DataRequest request = describeData(digitsOptions());
    AccountStates slices = freshAccounts(request, Epsilon{3.0}, Delta{1e-5});
    slices.at("train").kind = ledger::AccountKind::Slices;
    const ExperimentPlan plan = planExperiment(digitsOptions(), request, slices);
    EXPECT_EQ(plan.method().text(), "linear-scaling");
    EXPECT_EQ(plan.options.trials, RunOptions::defaultTrials);
    EXPECT_EQ(plan.phases.size(), 2U);
}

} // namespace
} // namespace parsimony::session
