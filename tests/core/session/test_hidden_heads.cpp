// SPDX-License-Identifier: GPL-3.0-or-later
// Heads with hidden layers, where nobody gives a learning rate: no step is so long that their units saturate.
#include "tests/core/session/session_run.h"

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::session {

namespace {

RunOptions hiddenDigits(MethodKind method, const char* head, double epsilon) {
    RunOptions options = digitsOptions();
    options.method = method;
    options.epsilon = epsilon;
    options.init.kind = train::InitKind::He;
    give(options, "head", head);
    return options;
}

search::Proposal finalOf(const RunOptions& options) {
    const auto runs = makeMethod(planOf(options))->outline();
    EXPECT_EQ(runs.size(), 1U);
    return runs.back();
}

} // namespace

TEST(HiddenHeads, StepsAreNeverLongerThanTheirLayersBear) {
    for (const MethodKind method : {MethodKind::Auto, MethodKind::Single, MethodKind::UnitNoise}) {
        const auto step = [&](const char* head, double epsilon) {
            const RunOptions options = hiddenDigits(method, head, epsilon);
            return *finalOf(options).learningRate * planOf(options).options.maxGradNorm->first();
        };
        const std::string name(search::methodName(method));
        EXPECT_LT(step("hidden:32", 1.0), 15.0) << name;
        for (const double epsilon : {10.0, 100.0, 1000.0}) {
            EXPECT_LE(step("hidden:32", epsilon), 15.0 * (1.0 + 1e-12)) << name << epsilon;
            EXPECT_LE(step("hidden:32,32", epsilon), 7.5 * (1.0 + 1e-12)) << name << epsilon;
            EXPECT_LE(step("hidden:32,32,32", epsilon), 5.0 * (1.0 + 1e-12)) << name << epsilon;
        }
    }
}

TEST(HiddenHeads, NuIsTheirsWhereNoStepIsTooLong) {
    EXPECT_NEAR(*finalOf(hiddenDigits(MethodKind::Auto, "hidden:32", 1.0)).nu, 0.5, 1e-9);
    EXPECT_NEAR(*finalOf(hiddenDigits(MethodKind::Single, "hidden:32", 1.0)).nu, 0.5, 1e-9);
    EXPECT_LT(*finalOf(hiddenDigits(MethodKind::Single, "hidden:32", 1000.0)).nu, 0.5);
    EXPECT_NEAR(*finalOf(hiddenDigits(MethodKind::Single, "linear", 1.0)).nu, 1.0, 1e-9);
}

TEST(HiddenHeads, PlansOfBeforeHaveNoBound) {
    const ExperimentPlan plan = planOf(hiddenDigits(MethodKind::Single, "hidden:32", 1000.0));
    ASSERT_TRUE(plan.numbers.mostStep);
    nlohmann::json stored = toJson(plan.numbers);
    EXPECT_EQ(planNumbersFromJson(stored), plan.numbers);
    stored.erase("most_step");
    EXPECT_FALSE(planNumbersFromJson(stored).mostStep);
    const ExperimentPlan linear = planOf(hiddenDigits(MethodKind::Single, "linear", 1.0));
    EXPECT_FALSE(toJson(linear.numbers).contains("most_step"));
}

TEST(HiddenHeads, AGivenRateStaysAsItIs) {
    RunOptions options = hiddenDigits(MethodKind::Single, "hidden:32", 10.0);
    options.learningRates = "100";
    EXPECT_EQ(finalOf(options).learningRate, 100.0);
}

/// The digits' 397 test records: at ε = 10 chance is 10 %, a mended run 93 % and more.
TEST_F(SessionRun, AutoLearnsAHiddenLayerAtALargeEpsilon) {
    RunOptions options = hiddenDigits(MethodKind::Auto, "hidden:32", 10.0);
    options.visibility = Visibility::Public;
    options.seed = 1;
    Session session = Session::open(project(), true);
    const RunSnapshot snapshot = session.run(options, {}, {});
    ASSERT_TRUE(snapshot.final && snapshot.final->test);
    EXPECT_GT(snapshot.final->test->accuracy, 0.88);
}

TEST(HiddenHeads, AScaleOfZeroIsNoStart) {
    RunOptions options = hiddenDigits(MethodKind::Single, "hidden:8", 1.0);
    EXPECT_EQ(codeOf(options, [](RunOptions& o) { give(o, "init-scale", "0"); }), ErrorCode::Usage);
    RunOptions linear = hiddenDigits(MethodKind::Single, "linear", 1.0);
    EXPECT_TRUE(optionNamed("init").mattersTo(linear));
    give(linear, "init-scale", "0");
    EXPECT_FALSE(optionNamed("init").mattersTo(linear)) << "it starts from zero all the same";
}

} // namespace parsimony::session
