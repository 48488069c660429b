// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/session/plan_format.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace parsimony::session {

namespace {

RunOptions optionsOf(const std::string& method, const std::string& trainer = "dp-gd") {
    RunOptions options = digitsOptions();
    give(options, "method", method);
    give(options, "trainer", trainer);
    return options;
}

/// The plan as the first format wrote it: without what was at its default, and without numbers.
nlohmann::json inFirstFormat(const ExperimentPlan& plan) {
    nlohmann::json json = plan.toJson();
    json.erase("plan_format");
    json.erase("numbers");
    json["version"] = 1;
    json["options"] = toJson(plan.options);
    return json;
}

/// The plan as the second format wrote it before it named what `without` takes away.
template <class Without>
nlohmann::json inSecondFormat(const ExperimentPlan& plan, const Without& without) {
    nlohmann::json json = plan.toJson();
    json["plan_format"] = 2;
    without(json);
    return json;
}

/// A trainer's traits with every number changed that a plan keeps.
const train::TrainerTraits& retunedTrainer(TrainerKind kind) {
    static std::map<TrainerKind, train::TrainerTraits> all;
    train::TrainerTraits& traits = all.insert_or_assign(kind, train::traitsOf(kind)).first->second;
    traits.gramFraction = 0.35;
    traits.ridgePart = 0.6;
    traits.sampleRate = traits.sampleRate < 1.0 ? 0.3 : 1.0;
    if (traits.ownRate) {
        traits.ownRate->factor = 2.5;
    }
    return traits;
}

/// Everything that a method is tuned by, changed.
MethodTuning retuned() {
    MethodTuning tuning;
    tuning.trainer = retunedTrainer;
    tuning.smallClipNu = 2.5;
    tuning.nu = 3.5;
    tuning.nuRange = {0.5, 5.0};
    tuning.tolerance = 0.3;
    tuning.phaseReach = 2.0;
    tuning.automatic.prior.decayingNu = 2.2;
    tuning.automatic.prior.smallSignal = 90.0;
    tuning.automatic.smallNu = 0.7;
    tuning.automatic.parts = 4;
    tuning.automatic.leastSignal = 30.0;
    tuning.automatic.mostScoreNoise = 0.4;
    tuning.bayesian.trialsShare = 0.4;
    tuning.trainers = {0.8, 0.99, 1e-7, 0.7, 1e-3};
    tuning.prior = {3.0, 1e3, 100};
    return tuning;
}

ExperimentPlan planWith(const RunOptions& options, const MethodTuning& tuning) {
    const DataRequest request = describeData(options);
    return planExperiment(options, request,
                          freshAccounts(request, Epsilon{*options.epsilon}, Delta{*options.delta}), tuning);
}

std::vector<std::optional<double>> ratesOf(const ExperimentPlan& plan) {
    std::vector<std::optional<double>> rates;
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        rates.push_back(run.learningRate);
    }
    return rates;
}

} // namespace

TEST(PlanFormat, FirstFormatKeepsTheNumbersOfItsTime) {
    const auto numbersOf = [](const RunOptions& options) {
        return ExperimentPlan::fromJson(inFirstFormat(planOf(options))).numbers;
    };
    EXPECT_EQ(numbersOf(optionsOf("unit-noise")).nu, 1.2);
    RunOptions wide = optionsOf("single");
    EXPECT_EQ(numbersOf(wide).nu, 1.0);
    wide.maxGradNorm = 0.5;
    EXPECT_EQ(numbersOf(wide).nu, 1.2);
    wide.learningRates = "2";
    EXPECT_FALSE(numbersOf(wide).nu || numbersOf(wide).learningRate);
    EXPECT_EQ(numbersOf(optionsOf("single", "dp-fc")).learningRate, 1.5);
    EXPECT_EQ(numbersOf(optionsOf("single", "dp-zo")).learningRate, 1.0);
    EXPECT_FALSE(numbersOf(optionsOf("single", "dp-ls")).nu);
    const PlanNumbers scaling = numbersOf(optionsOf("linear-scaling"));
    EXPECT_EQ(scaling.nuRange, (search::Range{0.15, 3.0}));
    EXPECT_EQ(scaling.tolerance, 0.1);
    EXPECT_FALSE(scaling.nu || scaling.learningRate || scaling.automatic);

    // Written out on purpose: how `auto` was tuned when the first format was written.
    search::AutoTuning then;
    then.prior = {1.2, 0.2, 0.7, 0.17, 0.12, -0.05, 0.05, 60.0, 0.6, 4.0, 0.02, 2.0};
    then.smallNu = 0.4;
    then.largeNu = 1.6;
    then.pilotShare = 0.07;
    then.scoreFraction = 0.25;
    then.mostScoreNoise = 0.004;
    then.leastSignal = 300.0;
    then.parts = 5;
    EXPECT_EQ(numbersOf(optionsOf("auto")).automatic, then);
}

TEST(PlanFormat, BayesianPlansWithoutNumbersHaveThoseOfTheirTime) {
    const ExperimentPlan plan = planWith(optionsOf("bayesian"), retuned());
    EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).numbers.bayesian, retuned().bayesian);
    const search::BayesianTuning then{0.25, 101, 0.15, 0.25, 0.01, 0.02};
    const nlohmann::json second =
        inSecondFormat(plan, [](nlohmann::json& json) { json.at("numbers").erase("bayesian"); });
    EXPECT_EQ(ExperimentPlan::fromJson(second).numbers.bayesian, then);
    EXPECT_EQ(ExperimentPlan::fromJson(inFirstFormat(plan)).numbers.bayesian, then);
    nlohmann::json damaged = plan.toJson();
    damaged.at("numbers").at("bayesian")["candidates"] = 1;
    EXPECT_THROW((void)makeMethod(ExperimentPlan::fromJson(damaged)), Error);
}

TEST(PlanFormat, RetuningChangesNewPlansAndNoOldOne) {
    for (const RunOptions& options :
         {optionsOf("auto"), optionsOf("unit-noise"), optionsOf("linear-scaling"), optionsOf("bayesian")}) {
        SCOPED_TRACE(std::string(search::methodName(*options.method)));
        RunOptions seeded = options;
        seeded.visibility = Visibility::Public;
        seeded.seed = 3; // the same draws of r in each
        const ExperimentPlan today = planWith(seeded, {});
        const ExperimentPlan later = planWith(seeded, retuned());
        EXPECT_NE(ratesOf(today), ratesOf(later));
        EXPECT_EQ(ratesOf(ExperimentPlan::fromJson(today.toJson())), ratesOf(today));
        EXPECT_EQ(ratesOf(ExperimentPlan::fromJson(later.toJson())), ratesOf(later));
        EXPECT_EQ(ratesOf(ExperimentPlan::fromJson(inFirstFormat(today))), ratesOf(today));
    }
}

TEST(PlanFormat, RetunedTraitsChangeNewPlansAndNoOldOne) {
    // Written out on purpose: how the trainers were tuned before plans named these numbers.
    const std::map<std::string, double> fractions{{"dp-fc", 0.2}, {"dp-ls", 0.5}, {"dp-newton", 0.5}};
    const std::map<std::string, double> ridges{{"dp-fc", 1.0}, {"dp-ls", 0.75}, {"dp-newton", 0.5}};
    for (const auto& [trainer, fraction] : fractions) {
        SCOPED_TRACE(trainer);
        const auto noisesOf = [](const ExperimentPlan& plan) {
            std::vector<double> noises;
            for (const train::PlannedRelease& release :
                 plan.trialPlan(-1, makeMethod(plan)->outline().front().steps, 0.0).releases()) {
                noises.push_back(release.noiseSd);
            }
            return noises;
        };
        const RunOptions options = optionsOf("single", trainer);
        const ExperimentPlan today = planWith(options, {});
        const ExperimentPlan later = planWith(options, retuned());
        EXPECT_EQ(today.options.gramFraction, NumberList(fraction));
        EXPECT_EQ(later.options.gramFraction, NumberList(0.35));
        EXPECT_EQ(later.numbers.ridgePart, 0.6);
        EXPECT_EQ(later.trialPlan(-1, 1, 0.0).options().ridgePart, 0.6);
        EXPECT_NE(noisesOf(today), noisesOf(later));
        EXPECT_EQ(noisesOf(ExperimentPlan::fromJson(later.toJson())), noisesOf(later));
        nlohmann::json first = inFirstFormat(later);
        first.at("options").erase("gram-fraction");
        const nlohmann::json second = inSecondFormat(later, [](nlohmann::json& json) {
            json.at("options").erase("gram-fraction");
            json.at("numbers").erase("ridge_part");
        });
        for (const nlohmann::json& old : {first, second}) {
            const ExperimentPlan read = ExperimentPlan::fromJson(old);
            EXPECT_EQ(read.numbers.ridgePart, ridges.at(trainer));
            EXPECT_EQ(read.options.gramFraction, NumberList(fraction));
            EXPECT_EQ(noisesOf(read), noisesOf(today));
        }
        RunOptions asked = options;
        asked.gramFraction = NumberList(0.7);
        EXPECT_EQ(planWith(asked, retuned()).options.gramFraction, NumberList(0.7));
    }
    EXPECT_FALSE(planWith(optionsOf("single"), retuned()).options.gramFraction);
}

TEST(PlanFormat, RetunedRatesAndReachChangeNewPlansAndNoOldOne) {
    const auto withoutNew = [](const ExperimentPlan& plan) {
        return inSecondFormat(plan, [](nlohmann::json& json) {
            json.at("numbers").erase("own_rate");
            json.at("numbers").erase("phase_reach");
        });
    };
    const auto rateOf = [](const ExperimentPlan& plan, std::uint32_t steps) {
        return plan.trialPlan(-1, steps, 0.0).toJson().at("learning_rate").get<double>();
    };
    for (const std::string trainer : {"dp-newton", "dp-adam-wosm"}) {
        SCOPED_TRACE(trainer);
        const bool falls = trainer == "dp-adam-wosm";
        const ExperimentPlan later = planWith(optionsOf("single", trainer), retuned());
        EXPECT_EQ(rateOf(later, 16), falls ? 2.5 / 4.0 : 2.5);
        EXPECT_EQ(rateOf(ExperimentPlan::fromJson(later.toJson()), 16), rateOf(later, 16));
        for (const nlohmann::json& old : {inFirstFormat(later), withoutNew(later)}) {
            EXPECT_EQ(rateOf(ExperimentPlan::fromJson(old), 16), falls ? 1.0 / 4.0 : 1.0);
        }
        EXPECT_FALSE(makeMethod(later)->outline().front().learningRate) << "it is no rate that was chosen";
    }
    RunOptions scaled = optionsOf("linear-scaling");
    scaled.phaseStart = search::PhaseStart::Scaled;
    const ExperimentPlan later = planWith(scaled, retuned());
    const auto reachOf = [](const nlohmann::json& plan) {
        return searchRequestOf(ExperimentPlan::fromJson(plan)).phaseReach;
    };
    EXPECT_EQ(reachOf(later.toJson()), 2.0);
    EXPECT_EQ(reachOf(inFirstFormat(later)), 3.0);
    EXPECT_EQ(reachOf(withoutNew(later)), 3.0);
    EXPECT_FALSE(planWith(optionsOf("single"), retuned()).numbers.ownRate);
}

TEST(PlanFormat, RetunedSampleRatesChangeNewPlansAndNoOldOne) {
    RunOptions options = optionsOf("papernot-steinke");
    give(options, "trainer", "dp-gd,dp-sgd,dp-adam");
    give(options, "steps", "20");
    const auto ratesIn = [](const nlohmann::json& plan) {
        const ExperimentPlan read = ExperimentPlan::fromJson(plan);
        std::vector<double> rates;
        for (const TrainerKind trainer : {TrainerKind::DpGd, TrainerKind::DpSgd, TrainerKind::DpAdam}) {
            rates.push_back(read.trialPlan(0, 20, 0.5, {train::KnobValue::of(trainer)}).options().sampleRate);
        }
        return rates;
    };
    const ExperimentPlan later = planWith(options, retuned());
    EXPECT_EQ(ratesIn(planWith(options, {}).toJson()), (std::vector<double>{1.0, 0.1, 1.0}));
    EXPECT_EQ(later.numbers.rates, (OwnRates{1.0, 0.3, 1.0}));
    nlohmann::json third = later.toJson();
    third["plan_format"] = 3;
    third.at("numbers").erase("rates");
    EXPECT_EQ(ExperimentPlan::fromJson(third).numbers.rates, (OwnRates{1.0, 0.1, 1.0}));
}

TEST(PlanFormat, RetunedTrainersAndPriorsChangeNewPlansAndNoOldOne) {
    // Written out on purpose: what trainers and priors computed with before plans named it.
    const train::TrainerNumbers then{0.9, 0.999, 1e-8, 0.9, 1e-2};
    const train::PriorNumbers priorThen{2.0, 1e4, 20'000};
    const ExperimentPlan later = planWith(optionsOf("linear-scaling", "dp-adam"), retuned());
    const auto ofTrial = [](const ExperimentPlan& plan) {
        return plan.trialPlan(-1, 10, 0.5).options().numbers;
    };
    EXPECT_EQ(ofTrial(later), retuned().trainers);
    EXPECT_NE(ofTrial(later), then);
    const ExperimentPlan read = ExperimentPlan::fromJson(later.toJson());
    EXPECT_EQ(read.numbers, later.numbers);
    EXPECT_EQ(ofTrial(read), ofTrial(later));
    EXPECT_EQ(ofTrial(read).adamBeta1, 0.8);
    EXPECT_EQ(searchRequestOf(read).space.scale.adamBeta1, 0.8);
    for (const int format : {2, 3}) {
        nlohmann::json old = later.toJson();
        old["plan_format"] = format;
        for (const char* number : {"trainers", "prior", "rates"}) {
            old.at("numbers").erase(number);
        }
        EXPECT_EQ(ofTrial(ExperimentPlan::fromJson(old)), then);
        EXPECT_EQ(ExperimentPlan::fromJson(old).numbers.prior, priorThen);
    }
    EXPECT_EQ(ofTrial(ExperimentPlan::fromJson(inFirstFormat(later))), then);
}

TEST(PlanFormat, APlanOfTodayThatLacksANumberIsDamaged) {
    const nlohmann::json whole = planOf(optionsOf("single", "dp-newton")).toJson();
    for (const std::string number : {"phase_reach", "own_rate", "ridge_part", "rates", "trainers", "prior"}) {
        SCOPED_TRACE(number);
        nlohmann::json damaged = whole;
        damaged.at("numbers").erase(number);
        EXPECT_THROW((void)ExperimentPlan::fromJson(damaged), Error);
        damaged["plan_format"] = 2; // there its absence had a meaning
        EXPECT_NO_THROW((void)ExperimentPlan::fromJson(damaged));
    }
}

TEST(PlanFormat, StoredOptionsNeedNoDefaults) {
    RunOptions options = optionsOf("auto");
    options.featureMap = FeatureMapKind::None; // there was none
    const ExperimentPlan plan = planOf(options);
    const nlohmann::json stored = plan.toJson();
    nlohmann::json old = inFirstFormat(plan);
    EXPECT_EQ(ExperimentPlan::fromJson(old).toJson(), stored);
    for (const Option& option : optionTable()) {
        if (!option.standard().empty() || option.value.kind == OptionKind::Flag) {
            EXPECT_TRUE(stored.at("options").contains(option.name)) << option.name;
            // An option that comes later says in plan_format.cpp what its absence meant.
            EXPECT_TRUE(inThisFormat(old).at("options").contains(option.name)) << option.name;
        }
    }
}

TEST(PlanFormat, OfTheLargestBudgetCanBeReadAgain) {
    RunOptions options = optionsOf("single");
    options.epsilon = 1e6;
    const ExperimentPlan plan = planOf(options);
    EXPECT_LE(*plan.options.experimentEpsilon, 1e6);
    EXPECT_NO_THROW(static_cast<void>(ExperimentPlan::fromJson(plan.toJson())));
}

TEST(PlanFormat, NewerOrDamagedPlansAreRefusedInASentence) {
    nlohmann::json newer = planOf(optionsOf("auto")).toJson();
    newer["plan_format"] = kPlanFormat + 1;
    nlohmann::json vast = planOf(optionsOf("auto")).toJson();
    vast["parts"] = {{"train", 1e300}}; // what a cast would make of it is undefined
    for (const auto& [plan, piece] :
         {std::pair{newer, "newer version of Parsimony"}, std::pair{vast, "damaged"},
          std::pair{nlohmann::json::object(), "names no format"},
          std::pair{nlohmann::json{{"plan_format", kPlanFormat}}, "incomplete"}}) {
        try {
            (void)ExperimentPlan::fromJson(plan);
            ADD_FAILURE() << plan.dump();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Failed);
            EXPECT_NE(std::string(error.what()).find(piece), std::string::npos) << error.what();
        }
    }
}

} // namespace parsimony::session
