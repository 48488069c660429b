// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` makes of `--feature-map`: which it chooses, what it asks of the rows first, what it then
// spares.
#include "core/session/feature_map_plan.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/snapshot_runs.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

std::vector<Notice> noticesOf(const ExperimentPlan& plan) {
    RunSnapshot snapshot = blankSnapshot(plan);
    fillNotices(snapshot, plan);
    return snapshot.notices;
}

/// Of `auto` on ten classes of digits, had they 5,000 rows of 256 features.
ExperimentPlan planOfAuto(double epsilon) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    DataRequest request = describeData(options);
    request.constants.publicRecords = 5000;
    request.constants.dim = 256;
    return planExperiment(options, request, freshAccounts(request, Epsilon{epsilon}, Delta{1e-5}));
}

} // namespace

TEST(FeatureMapOfAuto, AutoAsksForAMeanFirstWhereMoreOfItWouldBeBetter) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 0.1;
    const ExperimentPlan open = planOf(options);
    ASSERT_TRUE(open.featureMap->meanRest && open.finalWithoutRest);
    const double whole = open.muSquared.lower();
    const auto share = [&](Mu mu) { return mu.value() * mu.value() / whole; };
    const double first = share(open.featureMap->mean.mu());
    EXPECT_NEAR(first, std::sqrt(2.0 * 64.0) / std::pow(1400.0, 2) / whole / 0.1, 1e-6)
        << "0.1 of a squared norm";
    EXPECT_NEAR(first + share(open.featureMap->meanRest->mean.mu()), 0.10, 1e-9);
    EXPECT_EQ(ExperimentPlan::fromJson(open.toJson()).toJson(), open.toJson());
    for (const bool isReleased : {true, false}) {
        ExperimentPlan plan = open;
        plan.decide({.restOfMean = isReleased});
        double spent = share(Mu{plan.final->mu});
        for (const PlannedStatistic& statistic : plan.statistics()) {
            spent += share(statistic.mu);
        }
        EXPECT_NEAR(spent, 1.0, 1e-9) << "the same in all, whatever was released";
        EXPECT_EQ(plan.statistics().size(), isReleased ? 3U : 2U);
        EXPECT_FALSE(plan.isOpen());
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    }
    options.method = MethodKind::UnitNoise;
    options.featureMap = FeatureMapKind::Centred;
    EXPECT_FALSE(planOf(options).featureMap->meanRest);
    options.method = MethodKind::Auto;
    options.epsilon = 1.0; // the least share is all that the mean takes
    EXPECT_FALSE(planOf(options).featureMap->meanRest || planOf(options).finalWithoutRest);
}

TEST(FeatureMapOfAuto, AutoAsksWithLittleWhereLittleIsEnough) {
    const ExperimentPlan open = planOfAuto(0.3);
    ASSERT_TRUE(open.featureMap->meanRest);
    const double first = std::pow(open.featureMap->mean.mu().value(), 2);
    EXPECT_NEAR(first, std::sqrt(2.0 * 256.0) / std::pow(5000.0, 2) / 0.025, 1e-7)
        << "known to a quarter of 0.1";
    EXPECT_LT(first / open.muSquared.lower(), 0.005);
    const double both = first + std::pow(open.featureMap->meanRest->mean.mu().value(), 2);
    EXPECT_GT(both / open.muSquared.lower(), 0.03) << "the rest is what it was";
    EXPECT_FALSE(planOfAuto(1.0).featureMap->meanRest) << "the least share saves nothing worth asking for";
}

TEST(FeatureMapOfAuto, BothReleasesOfAMeanAreWeighedByTheirNoise) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 0.1;
    const FeatureMapPlan plan = planOf(options).featureMap.value();
    const auto sd = [](const train::MeanPlan& mean) { return mean.release().noiseSd / mean.publicRecords(); };
    const double noise = 64.0 * std::pow(sd(plan.mean), 2);
    std::vector<double> first(64, 0.0);
    first[5] = std::sqrt(noise + plan.meanRest->above) - 1e-6;
    EXPECT_FALSE(plan.asksForRest(first));
    first[5] += 2e-6;
    EXPECT_TRUE(plan.asksForRest(first));
    EXPECT_EQ(shrunkMean(plan, first, {}), shrunkMean(first, plan.mean));
    std::vector<double> rest(64, 0.0);
    rest[5] = 0.5;
    const double part = std::pow(plan.mean.mu().value(), 2) /
                        (std::pow(plan.mean.mu().value(), 2) + std::pow(plan.meanRest->mean.mu().value(), 2));
    const double both = part * first[5] + (1.0 - part) * rest[5];
    EXPECT_NEAR(static_cast<double>(shrunkMean(plan, first, rest)[5]),
                both * std::max(0.0, 1.0 - part * noise / (both * both)), 1e-6);
}

TEST(FeatureMapOfAuto, OfEqualClassesTheBiasTakesLess) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 0.3;
    EXPECT_FALSE(planOf(options).featureMap->equalClasses) << "counts known to 0.8 of their mean";
    options.epsilon = 1.0;
    const ExperimentPlan open = planOf(options);
    ASSERT_TRUE(open.featureMap->equalClasses && open.isOpen());
    EXPECT_EQ(ExperimentPlan::fromJson(open.toJson()).toJson(), open.toJson());
    const double sd = open.featureMap->classCounts->release().noiseSd;
    std::vector<double> counts(10, 140.0);
    const auto areTaken = [&] { return open.featureMap->areEqual(open.featureMap->known(counts)); };
    EXPECT_TRUE(areTaken());
    counts[0] = 740.0;
    EXPECT_FALSE(areTaken());
    counts[0] = 140.0 + 2.0 * sd;
    EXPECT_TRUE(areTaken()) << "no more than noise has";
    for (const bool areEqual : {true, false}) {
        ExperimentPlan plan = open;
        plan.decide({.restOfCounts = true, .areEqual = areEqual});
        EXPECT_EQ(plan.featureMap->biasShare, areEqual ? 0.002 : 0.02);
        EXPECT_EQ(plan.final->mu, open.final->mu);
        EXPECT_FALSE(plan.isOpen());
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).featureMap->biasShare, plan.featureMap->biasShare);
        EXPECT_FALSE(plan.numbers.automatic->centred->signal) << "of few columns";
    }
    options.method = MethodKind::UnitNoise;
    options.featureMap = FeatureMapKind::Centred;
    EXPECT_FALSE(planOf(options).isOpen());
}

TEST(FeatureMapOfAuto, OfEqualClassesTheSignalIsDoubtedForLonger) {
    const ExperimentPlan open = planOfAuto(0.3);
    ASSERT_TRUE(open.featureMap->equalClasses && open.featureMap->meanRest);
    const auto cautionOf = [](ExperimentPlan plan, bool releasesRest, bool areEqual) {
        plan.decide({.restOfMean = releasesRest, .areEqual = areEqual});
        const ExperimentPlan kept = ExperimentPlan::fromJson(plan.toJson());
        EXPECT_EQ(kept.toJson(), plan.toJson());
        return kept.trialPlan(-1, 50, 0.1).options().signalLook.value().caution;
    };
    EXPECT_EQ(cautionOf(open, false, true), 6.0);
    EXPECT_EQ(cautionOf(open, true, true), 6.0);
    EXPECT_EQ(cautionOf(open, false, false), 2.0);
    nlohmann::json before = open.toJson();
    before.at("feature_map").at("equal_classes").erase("caution");
    const ExperimentPlan older = ExperimentPlan::fromJson(before);
    EXPECT_EQ(older.toJson(), before);
    EXPECT_EQ(cautionOf(older, false, true), 2.0) << "of a plan that says nothing of it";
}

TEST(FeatureMapOfAuto, CountsAreReleasedOnceMoreWhereClassesAreNotEqual) {
    const ExperimentPlan open = planOfAuto(0.3);
    ASSERT_TRUE(open.featureMap->countsRest && open.finalWithoutCounts && open.finalWithoutBoth);
    EXPECT_EQ(ExperimentPlan::fromJson(open.toJson()).toJson(), open.toJson());
    const double whole = open.muSquared.lower();
    const auto share = [&](double mu) { return mu * mu / whole; };
    const FeatureMapPlan& map = *open.featureMap;
    const double first = share(map.classCounts->mu().value());
    const double noise = map.classCounts->release().noiseSd / 500.0;
    EXPECT_NEAR(noise * noise * std::sqrt(2.0 / 9.0), 0.07, 1e-9) << "a spread known to that";
    EXPECT_NEAR(first + share(map.countsRest->mu().value()), 0.01, 1e-9) << "no more than counts took before";
    for (const bool ofMean : {true, false}) {
        for (const bool ofCounts : {true, false}) {
            ExperimentPlan plan = open;
            plan.decide({.restOfMean = ofMean, .restOfCounts = ofCounts, .areEqual = !ofCounts});
            double spent = share(plan.final->mu);
            for (const PlannedStatistic& statistic : plan.statistics()) {
                spent += share(statistic.mu.value());
            }
            EXPECT_NEAR(spent, 1.0, 1e-9) << "the same in all, whatever was released";
            EXPECT_EQ(plan.statistics().size(), 3U + (ofMean ? 1U : 0U) + (ofCounts ? 1U : 0U));
            EXPECT_FALSE(plan.isOpen());
            EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
        }
    }
}

TEST(FeatureMapOfAuto, CountsAreAskedForOnceMoreByThemselvesAlone) {
    const ExperimentPlan open = planOfAuto(0.3);
    const std::vector<double> mean(256, 0.0);
    std::vector<double> counts(10, 500.0);
    Released released{{ReleasedValue::Mean, mean}};
    EXPECT_FALSE(decisionOf(open, released)) << "nothing is known of classes";
    released[ReleasedValue::ClassCounts] = counts;
    ASSERT_TRUE(decisionOf(open, released));
    EXPECT_TRUE(decisionOf(open, released)->areEqual);
    EXPECT_FALSE(decisionOf(open, released)->restOfCounts);
    counts[3] = 2500.0;
    released[ReleasedValue::ClassCounts] = counts;
    EXPECT_FALSE(decisionOf(open, released)) << "the rest says it";
    released[ReleasedValue::ClassCountsRest] = counts;
    EXPECT_FALSE(decisionOf(open, released)->areEqual);
    EXPECT_TRUE(decisionOf(open, released)->restOfCounts);
    released[ReleasedValue::ClassCountsRest] = std::vector<double>(10, 500.0);
    released[ReleasedValue::ClassCountsRest][3] = -500.0;
    EXPECT_TRUE(decisionOf(open, released)->areEqual) << "both together";
    EXPECT_TRUE(decisionOf(open, released)->restOfCounts);
}

TEST(FeatureMapOfAuto, BothReleasesOfCountsAreWeighedByTheirNoise) {
    const FeatureMapPlan plan = *planOfAuto(0.3).featureMap;
    const std::vector<double> first(10, 400.0);
    const std::vector<double> rest(10, 600.0);
    const double a = std::pow(plan.classCounts->mu().value(), 2);
    const double b = std::pow(plan.countsRest->mu().value(), 2);
    const KnownCounts both = plan.known(first, rest);
    EXPECT_NEAR(both.counts[7], (a * 400.0 + b * 600.0) / (a + b), 1e-6);
    EXPECT_NEAR(both.sd, 1.0 / std::sqrt(a + b), 1e-6) << "as one release of all would have";
    EXPECT_EQ(plan.known(first).sd, plan.classCounts->release().noiseSd);
}

TEST(FeatureMapOfAuto, APriorOfCountsIsMadeAsThePlanSays) {
    nlohmann::json stored = planOfAuto(0.3).toJson();
    const std::vector<double> released{4000.0, 0.0, 400.0};
    const auto prior = [&] { return logPrior(ExperimentPlan::fromJson(stored).featureMap->known(released)); };
    const std::vector<double> today = prior();
    stored.at("feature_map").at("class_prior").at("least_sd") = 0.5;
    EXPECT_LT(prior()[1], today[1]) << "nearer to none than three standard deviations allow";
    EXPECT_EQ(ExperimentPlan::fromJson(stored).toJson(), stored);
    stored.at("feature_map").erase("class_prior");
    stored["plan_format"] = 4; // which left it to the program
    EXPECT_EQ(prior(), logPrior({released, planOfAuto(0.3).featureMap->classCounts->release().noiseSd,
                                 kFirstClassPriorLaw}));
}

TEST(FeatureMapOfAuto, CountsThatPredictionsNeedAreReleasedAtOnce) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 1.0;
    EXPECT_TRUE(planOf(options).featureMap->countsRest);
    EXPECT_FALSE(planOf(options).finalWithoutBoth) << "the mean is released at once";
    options.objective = Objective::Balanced;
    EXPECT_FALSE(planOf(options).featureMap->countsRest || planOf(options).finalWithoutCounts);
    EXPECT_TRUE(planOf(options).featureMap->equalClasses);
    options.objective = Objective::Accuracy;
    nlohmann::json before = planOf(options).toJson(); // such a plan had one release and one final run
    before.at("feature_map").erase("class_counts_rest");
    before.erase("final_without_counts");
    const ExperimentPlan older = ExperimentPlan::fromJson(before);
    EXPECT_EQ(older.toJson(), before);
    EXPECT_EQ(older.statistics().size(), planOf(options).statistics().size() - 1);
    options.method = MethodKind::UnitNoise;
    options.featureMap = FeatureMapKind::Centred;
    EXPECT_FALSE(planOf(options).featureMap->countsRest);
}

TEST(FeatureMapOfAuto, AFlatnessThatSaysLessThanIsBelievedIsNotReleased) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 0.3; // 407 pairs: a standard error of 2.2
    const ExperimentPlan plan = planOf(options);
    EXPECT_FALSE(plan.featureMap->flatness);
    EXPECT_TRUE(plan.featureMap->withoutPilots());
    EXPECT_TRUE(plan.phases.empty());
    EXPECT_TRUE(plan.trialPlan(-1, 50, 1.0).options().slopeLook);
    EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    const auto runs = makeMethod(plan)->outline();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_NEAR(runs.front().nu.value(), 1.2 * std::pow(1.5 / 1.4, 0.75), 1e-9) << "what is believed";
    options.epsilon = 1.0; // 0.7
    EXPECT_TRUE(planOf(options).featureMap->flatness);
}

TEST(FeatureMapOfAuto, NoPilotsStartFromAPrior) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.epsilon = 30.0; // a signal that pilots are heard at
    const DataRequest request = describeData(options);
    const auto plan = [&] {
        return planExperiment(options, request, freshAccounts(request, Epsilon{30.0}, Delta{1e-5}));
    };
    EXPECT_FALSE(plan().featureMap->flatness);
    EXPECT_FALSE(plan().trialPlan(-1, 50, 1.0).options().slopeLook) << "pilots chose the step";
    EXPECT_FALSE(plan().phases.empty());
    options.prior.features = "prior.npy";
    options.prior.labels = "labels.npy";
    EXPECT_TRUE(plan().featureMap->flatness);
    EXPECT_TRUE(plan().phases.empty());
}

TEST(FeatureMapOfAuto, LooksAtTheSignalOfManyColumnsWhereItCanBeSeen) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    DataRequest request = describeData(options);
    const auto plan = [&](double epsilon, std::uint32_t dim) {
        request.constants.dim = dim;
        return planExperiment(options, request, freshAccounts(request, Epsilon{epsilon}, Delta{1e-5}));
    };
    const auto looksOf = [](const ExperimentPlan& of) { return of.trialPlan(-1, 50, 1.0).options(); };
    EXPECT_FALSE(looksOf(plan(0.3, 129)).signalLook) << "a κ of 12";
    EXPECT_FALSE(looksOf(plan(1.0, 128)).signalLook);
    EXPECT_TRUE(looksOf(plan(1.0, 128)).slopeLook);
    const ExperimentPlan wide = plan(1.0, 129); // κ of 38
    const auto look = looksOf(wide).signalLook;
    ASSERT_TRUE(look);
    EXPECT_EQ(look->biasShare, wide.featureMap->biasShare);
    EXPECT_EQ(look->norm, wide.constants.rowBound);
    EXPECT_EQ(looksOf(ExperimentPlan::fromJson(wide.toJson())).signalLook, look);
    nlohmann::json before = wide.toJson();
    before.at("numbers").at("auto").at("centred").erase("signal");
    EXPECT_FALSE(looksOf(ExperimentPlan::fromJson(before)).signalLook);
    EXPECT_TRUE(looksOf(ExperimentPlan::fromJson(before)).slopeLook);
    options.prior.features = "prior.npy";
    options.prior.labels = "labels.npy";
    EXPECT_FALSE(looksOf(plan(1.0, 129)).signalLook) << "what training adds is not all of the signal";
    options.prior = {};
    options.momentum = NumberList(std::vector{0.9});
    EXPECT_FALSE(looksOf(plan(1.0, 129)).signalLook);
}

TEST(FeatureMapOfAuto, AutoChoosesItByEpsilonAndTheUsersMeanWins) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    const auto mapAt = [&](double epsilon) {
        RunOptions o = options;
        o.epsilon = epsilon;
        return planOf(o);
    };
    EXPECT_EQ(*mapAt(1.0).options.featureMap, FeatureMapKind::Centred);
    EXPECT_EQ(*mapAt(3.0).options.featureMap, FeatureMapKind::CentredQuadratic);
    RunOptions few = options;
    few.epsilon = 3.0;
    few.records = 400; // κ of 29, less than half of 64 features
    EXPECT_EQ(*planOf(few).options.featureMap, FeatureMapKind::Centred);
    options.epsilon = 3.0;
    DataRequest wide = describeData(options);
    const auto mapOfWidth = [&](std::uint32_t dim) {
        wide.constants.dim = dim;
        return *planExperiment(options, wide, freshAccounts(wide, Epsilon{3.0}, Delta{1e-5}))
                    .options.featureMap;
    };
    EXPECT_EQ(mapOfWidth(128), FeatureMapKind::CentredQuadratic);
    EXPECT_EQ(mapOfWidth(129), FeatureMapKind::Centred);
    wide.constants.publicRecords = 40'000; // n·μ of 29,000: 75 for each of 384 features, 37 of 768
    EXPECT_EQ(mapOfWidth(384), FeatureMapKind::CentredQuadratic);
    EXPECT_EQ(mapOfWidth(768), FeatureMapKind::Centred);
    const ExperimentPlan small = mapAt(0.3); // κ of 12: no pilots, few steps
    EXPECT_TRUE(small.featureMap->withoutPilots());
    EXPECT_EQ(small.options.steps->values().front(), 50.0);
    EXPECT_TRUE(small.phases.empty());
    EXPECT_EQ(ExperimentPlan::fromJson(small.toJson()).toJson(), small.toJson());
    nlohmann::json before = small.toJson(); // no such numbers stood there
    before.at("numbers").at("auto").at("centred").erase("quadratic_signal");
    before.at("numbers").at("auto").at("centred").erase("quadratic_records");
    EXPECT_EQ(ExperimentPlan::fromJson(before).numbers.automatic->centred->quadraticSignal, 0.0);
    EXPECT_EQ(ExperimentPlan::fromJson(before).numbers.automatic->centred->quadraticRecords, 0.0);
    EXPECT_TRUE(small.trialPlan(-1, 50, 1.0).options().slopeLook);
    before.at("numbers").at("auto").at("centred").erase("slope");
    EXPECT_FALSE(ExperimentPlan::fromJson(before).trialPlan(-1, 50, 1.0).options().slopeLook);
    RunOptions meant = options;
    meant.mean = MeanKind::Private;
    meant.meanEpsilon = 0.2;
    EXPECT_FALSE(planOf(meant).featureMap);
    EXPECT_EQ(noticesOf(planOf(meant)), std::vector<Notice>{Notice::MeanNamed});
    EXPECT_TRUE(noticesOf(planOf(options)).empty());
    RunOptions plain = options;
    plain.featureMap = FeatureMapKind::None;
    EXPECT_FALSE(planOf(plain).featureMap);
    EXPECT_FALSE(planOf(plain).numbers.automatic->centred);
    RunOptions biased = options;
    biased.bias = true; // trained beside the map's coordinate
    EXPECT_TRUE(planOf(biased).featureMap && planOf(biased).options.bias);
    EXPECT_EQ(noticesOf(planOf(biased)), std::vector<Notice>{Notice::BiasBesideMap});
    biased.featureMap = FeatureMapKind::None;
    EXPECT_TRUE(noticesOf(planOf(biased)).empty());
}

} // namespace parsimony::session
