// SPDX-License-Identifier: GPL-3.0-or-later
// What a private selection plans for, and what is refused.
#include "core/base/error.h"
#include "core/privacy/accountant.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/private_selection.h"
#include "core/session/selection_plan.h"
#include "tests/core/privacy/rdp_curve.h"
#include "tests/core/session/selecting.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace parsimony::session {

TEST(SelectionPlanning, TheWholeMechanismFitsItsTargetAndUsesIt) {
    for (const auto& [method, family] : std::vector<std::pair<std::string, std::string>>{
             {"papernot-steinke", "tnb:0"}, {"papernot-steinke", "poisson"}, {"koskela-kulkarni", "tnb:1"}}) {
        RunOptions options = selecting(method);
        give(options, "runs-family", family);
        const ExperimentPlan plan = planOf(options);
        ASSERT_TRUE(plan.selection);
        const std::vector<PrivacyEvent> events{plan.selection->event()};
        const double charged = chargedEpsilon(events, Delta{1e-5}).value;
        EXPECT_LE(charged, 3.0 * (1 + 1e-9)) << method << " " << family;
        EXPECT_GE(charged, 0.98 * 3.0) << method << " " << family;

        // What a candidate's trainer and its count release fits the μ that the curve was built from.
        std::vector<PrivacyEvent> run = plan.trialPlan(0, 5, 1.0).events();
        run.push_back(plan.scorePlan(0)->event());
        SpendSum allowed;
        allowed.addProduct(plan.selection->run.mu, plan.selection->run.mu);
        EXPECT_TRUE(gaussianSpend(run).fits(allowed));
        if (method == "papernot-steinke") {
            // The curve recomputed from those releases is no higher than the one that is charged.
            const auto base = testing_support::rdpCurve(run, plan.selection->orders);
            const auto values =
                search::selectionRdp(plan.selection->orders, base, search::runsFamilyFromText(family), 4.0);
            for (std::size_t i = 0; i < values.size(); ++i) {
                EXPECT_LE(values[i], plan.selection->values[i] * (1 + 1e-9));
                EXPECT_GE(values[i], plan.selection->values[i] * (1 - 1e-6))
                    << "and no budget is left unused";
            }
        } else {
            EXPECT_TRUE(gaussianSpend(plan.trialPlan(-1, 5, 1.0).events()).fits(allowed));
            EXPECT_DOUBLE_EQ(plan.trialPlan(0, 5, 1.0).spec().publicRecords, 0.1 * 1400) << "q·n_pub";
            EXPECT_DOUBLE_EQ(plan.trialPlan(-1, 5, 1.0).spec().publicRecords, 0.9 * 1400);
            EXPECT_DOUBLE_EQ(extrapolatedRate(plan, {2.0, 5, false, {}}), 18.0);
        }
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    }
}

/// The ledger refuses what costs more than ε by its own arithmetic, were it in the last digit.
TEST(SelectionPlanning, NoPlanPassesItsTargetByRounding) {
    for (const double epsilon : {0.3, 1.0, 2.0, 3.0, 8.0}) {
        for (const double runs : {2.0, 5.0, 10.0, 30.0}) {
            RunOptions options = selecting("papernot-steinke");
            options.epsilon = epsilon;
            options.runsMean = runs;
            const std::vector<PrivacyEvent> events{planOf(options).selection->event()};
            EXPECT_LE(chargedEpsilon(events, Delta{1e-5}).value, epsilon) << runs;
        }
    }
}

TEST(SelectionPlanning, RequestsThatNoTheoremCoversAreRefused) {
    const auto with = [](const std::string& method, auto change) {
        return codeOf(selecting(method), change);
    };
    EXPECT_EQ(with("koskela-kulkarni", [](RunOptions& o) { o.rowsPerPerson = 2; }), ErrorCode::Refused);
    EXPECT_EQ(with("papernot-steinke", [](RunOptions& o) { o.score = ScoreKind::Exact; }),
              ErrorCode::Refused);
    EXPECT_EQ(with("papernot-steinke",
                   [](RunOptions& o) {
                       o.score = ScoreKind::Validation;
                       o.validation = {o.data + ":x_test", o.data + ":y_test"};
                       o.train = {o.data + ":x_train", o.data + ":y_train"};
                       o.data.clear();
                   }),
              ErrorCode::Refused)
        << "a private validation part would be looked at a secret number of times";
    EXPECT_EQ(with("papernot-steinke", [](RunOptions& o) { o.subsetFraction = 0.1; }), ErrorCode::Usage);
    EXPECT_EQ(with("koskela-kulkarni", [](RunOptions& o) { o.subsetFraction = 1.0; }), ErrorCode::Usage);
    EXPECT_EQ(with("papernot-steinke", [](RunOptions& o) { o.runsMean = 1.0; }), ErrorCode::Usage);
    EXPECT_EQ(with("papernot-steinke", [](RunOptions& o) { give(o, "runs-family", "geometric"); }),
              ErrorCode::Usage);
    EXPECT_EQ(with("koskela-kulkarni", [](RunOptions& o) { o.trainer = TrainerKind::DpLs; }),
              ErrorCode::Usage);
    EXPECT_EQ(with("papernot-steinke",
                   [](RunOptions& o) {
                       o.mean = MeanKind::Private;
                       o.meanEpsilon = 0.1;
                   }),
              ErrorCode::Usage);
    EXPECT_EQ(with("papernot-steinke",
                   [](RunOptions& o) {
                       o.totalStepSize = search::Range{1000, 2000};
                       o.learningRates = "0.1,1";
                       o.decomposition = search::DecompositionKind::SampleUntil;
                   }),
              ErrorCode::Usage)
        << "no pair reaches the range: found before anything is spent";
}

} // namespace parsimony::session
