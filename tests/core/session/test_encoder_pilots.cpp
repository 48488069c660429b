// SPDX-License-Identifier: GPL-3.0-or-later
// Pilots of `auto` that tell encoders apart.
#include "core/ledger/audit.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/options_json.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/session.h"
#include "core/session/snapshot_reader.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"
#include "tests/core/session/two_encoders.h"

#include "array_files.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace parsimony::session {

namespace {

class EncoderPilotsRun : public RegistryFolder {};

} // namespace

TEST(EncoderPilots, ArePricedBeforehandOrLeftOut) {
    const ExperimentPlan told = planOf(adaptive(200000));
    ASSERT_EQ(told.phases.size(), 2U);
    EXPECT_EQ(told.phases.front().runs, 2);
    EXPECT_EQ(told.phases.back().runs, 2) << "of the best two, or of the best";
    ASSERT_EQ(told.featureMap->otherMeans.size(), 1U);
    EXPECT_FALSE(told.featureMap->flatness);
    for (const Mu mean : {told.featureMap->mean.mu(), told.featureMap->otherMeans.front().mean.mu()}) {
        EXPECT_NEAR(mean.value() * mean.value(), 0.0025 * told.muSquared.upper(), 1e-9);
    }
    const ExperimentPlan other = planOf(mappedEncoders("random"));
    EXPECT_GE(std::pow(other.featureMap->mean.mu().value(), 2), 0.019 * other.muSquared.lower())
        << "no pilots";
    std::set<std::string> names;
    SpendSum sum;
    for (const PlannedStatistic& statistic : told.statistics()) {
        names.insert(statistic.name.text());
        sum.addProduct(statistic.mu.value(), statistic.mu.value());
    }
    EXPECT_EQ(names, (std::set<std::string>{"mean", "mean@b", "class_counts"}));
    for (const RunBudget& run :
         {told.phases.front(), told.phases.front(), told.phases.back(), told.phases.back(), *told.final}) {
        sum.addProduct(run.mu, run.mu);
    }
    EXPECT_NEAR(sum.upper(), told.muSquared.upper(), 1e-9 * told.muSquared.upper());
    EXPECT_EQ(ExperimentPlan::fromJson(told.toJson()).toJson(), told.toJson());

    const ExperimentPlan first = planOf(adaptive(400));
    EXPECT_TRUE(first.featureMap->otherMeans.empty());
    const RunOptions alone = [] {
        RunOptions options = withEncoder(adaptive(400), "a");
        return options;
    }();
    const ExperimentPlan one = planOf(alone);
    EXPECT_EQ(first.muSquared.text(), one.muSquared.text());
    EXPECT_EQ(first.final->mu, one.final->mu) << "as that encoder alone";
    for (const search::Proposal& run : makeMethod(first)->outline()) {
        EXPECT_TRUE(run.role == TrialRole::Trial || encoderIn(run.knobs).empty() ||
                    encoderIn(run.knobs) == "a");
    }
    RunOptions mapped = adaptive(200000);
    give(mapped, "feature-map", "none");
    EXPECT_EQ(codeOf(mapped), ErrorCode::Usage);
    RunOptions unsaid = adaptive(200000);
    unsaid.method.reset();
    EXPECT_EQ(methodOf(unsaid), MethodKind::Auto);
}

TEST(EncoderPilots, OfVeryDifferentWidthsAreSaidToFavourTheNarrow) {
    const auto said = [](std::uint64_t records, std::uint32_t times, bool before = true) {
        nlohmann::json stored = planOf(adaptive(200000)).toJson();
        if (before) {
            stored.at("numbers").at("auto").at("encoders").erase("growth");
        }
        ExperimentPlan plan = ExperimentPlan::fromJson(stored);
        plan.constants.publicRecords = records; // of the same pilots
        plan.constants.encoders.back().dim *= times;
        const auto told = snapshotOfPlan(plan, "digits").notices;
        return std::count(told.begin(), told.end(), Notice::NarrowAhead);
    };
    EXPECT_EQ(said(3000, 6), 1);
    EXPECT_EQ(said(3000, 2), 0) << "about as wide";
    EXPECT_EQ(said(10000000, 6), 0) << "pilots as rich as that are in their final order";
    EXPECT_EQ(said(3000, 6, false), 0) << "compared by what they are expected to end with";
}

TEST(EncoderPilots, AreComparedAsTheirPlanSays) {
    const auto chosen = [](const ExperimentPlan& plan, double wide, double narrow) {
        const auto method = makeMethod(plan);
        method->observe(0, search::Score{wide, 0.003});
        method->observe(1, search::Score{narrow, 0.003});
        return encoderIn(method->nextBatch().front().knobs);
    };
    ExperimentPlan plan = planOf(adaptive(200000));
    plan.constants.encoders.front().dim *= 6; // a is six times as wide as b
    EXPECT_EQ(chosen(plan, 0.70, 0.701), "a") << "wide rows gain more from the rest of the budget";
    EXPECT_EQ(chosen(plan, 0.60, 0.70), "b") << "but not that much";
    nlohmann::json stored = plan.toJson();
    EXPECT_EQ(ExperimentPlan::fromJson(stored).toJson(), stored);
    auto& encoders = stored.at("numbers").at("auto").at("encoders");
    ExperimentPlan other = ExperimentPlan::fromJson(stored);
    other.numbers.automatic->encoders->growth->factor = 40.0;
    EXPECT_EQ(chosen(ExperimentPlan::fromJson(other.toJson()), 0.60, 0.70), "a") << "by the plan's numbers";
    encoders.erase("growth");
    EXPECT_EQ(chosen(ExperimentPlan::fromJson(stored), 0.70, 0.701), "b") << "plans of before compare scores";
}

TEST(EncoderPilots, OfPlansOfBeforeAreFollowedByTheFinalRun) {
    nlohmann::json stored = planOf(adaptive(200000)).toJson();
    EXPECT_EQ(makeMethod(ExperimentPlan::fromJson(stored))->outline().size(), 5U);
    stored.at("numbers").at("auto").at("encoders").erase("runoff");
    stored.at("phases").erase(1);
    const ExperimentPlan before = ExperimentPlan::fromJson(stored);
    EXPECT_EQ(before.toJson(), stored);
    const auto method = makeMethod(before);
    EXPECT_EQ(method->outline().size(), 3U);
    method->observe(0, search::Score{0.6, 0.003});
    method->observe(1, search::Score{0.7, 0.003});
    const search::Proposal last = method->nextBatch().front();
    EXPECT_EQ(last.role, TrialRole::Final);
    EXPECT_EQ(encoderIn(last.knobs), "b");
    ASSERT_EQ(last.start.size(), 1U);
    EXPECT_EQ(last.start.front().index, 1);
}

// A dataset is declared with the first encoder's rows; a run on another's alone tells what it read.
TEST_F(EncoderPilotsRun, AutoGoesOnFromTheBestPilotsWeights) {
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(adaptive(200000), {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    ASSERT_EQ(run.phases.front().trials.size(), 2U);
    const TrialSnapshot& a = run.phases.front().trials[0];
    const TrialSnapshot& b = run.phases.front().trials[1];
    EXPECT_EQ(encoderIn(a.knobs), "a");
    EXPECT_EQ(encoderIn(b.knobs), "b");
    EXPECT_EQ(a.nu, b.nu);
    ASSERT_EQ(run.phases.back().trials.size(), 2U);
    const TrialSnapshot& first = run.phases.back().trials[0];
    const TrialSnapshot& second = run.phases.back().trials[1];
    EXPECT_EQ(encoderIn(first.knobs), *a.score >= *b.score ? "a" : "b");
    const bool swapped = encoderIn(second.knobs) != encoderIn(first.knobs) && *second.score > *first.score;
    EXPECT_EQ(run.encoder, encoderIn((swapped ? second : first).knobs));
    EXPECT_EQ(encoderIn(run.final->trial.knobs), run.encoder);
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    for (const auto& problem : ledger::audit(project()).problems) {
        ADD_FAILURE() << problem.what.english();
    }
    EXPECT_EQ(session.classifier({}).card.encoder, run.encoder);
}

TEST_F(EncoderPilotsRun, AutoSaysWhereItCannotTell) {
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(adaptive(400), {}, {});
    EXPECT_EQ(run.encoder, "a");
    EXPECT_NE(std::find(run.notices.begin(), run.notices.end(), Notice::EncodersNotTold), run.notices.end());
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

} // namespace parsimony::session
