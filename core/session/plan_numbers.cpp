// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/plan_numbers.h"

#include "core/base/number_json.h"
#include "core/base/whole_number.h"
#include "core/session/method_choice.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

std::optional<double> optionalAt(const Json& json, const char* key) {
    const Json& value = json.at(key);
    return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

/// One name for each number, both ways.
template <class Prior, class Visit>
void eachOf(Prior& prior, const Visit& visit) {
    visit("decaying_nu", prior.decayingNu);
    visit("flat_nu", prior.flatNu);
    visit("decaying_share", prior.decayingShare);
    visit("decaying_mean", prior.decayingMean);
    visit("decaying_sd", prior.decayingSd);
    visit("flat_mean", prior.flatMean);
    visit("flat_sd", prior.flatSd);
    visit("small_signal", prior.smallSignal);
    visit("growth", prior.growth);
    visit("largest_nu", prior.largestNu);
    visit("least_errors", prior.leastErrors);
    visit("errors_in_se", prior.errorsInSe);
}

template <class Tuning, class Visit>
void eachNumber(Tuning& tuning, const Visit& visit) {
    eachOf(tuning.prior, visit);
    visit("small_nu", tuning.smallNu);
    visit("large_nu", tuning.largeNu);
    visit("pilot_share", tuning.pilotShare);
    visit("score_fraction", tuning.scoreFraction);
    visit("most_score_noise", tuning.mostScoreNoise);
    visit("least_signal", tuning.leastSignal);
    visit("parts", tuning.parts);
}

template <class Centred, class Visit>
void eachOfCentred(Centred& centred, const Visit& visit) {
    visit("flatness", centred.flatness);
    visit("flatness_sd", centred.flatnessSd);
    visit("flatness_cap", centred.flatnessCap);
    visit("flatness_share", centred.flatnessShare);
    visit("nu", centred.nu);
    visit("flatness_of_nu", centred.flatnessOfNu);
    visit("flatness_power", centred.flatnessPower);
    visit("least_nu", centred.leastNu);
    visit("most_nu", centred.mostNu);
    visit("small_signal", centred.smallSignal);
    visit("growth", centred.growth);
    visit("largest_nu", centred.largestNu);
    visit("flat_nu", centred.flatNu);
    visit("mended_from", centred.mendedFrom);
    visit("mended_width", centred.mendedWidth);
    visit("steep_from", centred.steepFrom);
    visit("steep_width", centred.steepWidth);
    visit("parts", centred.parts);
    visit("long_signal", centred.longSignal);
    visit("short_steps", centred.shortSteps);
    visit("long_steps", centred.longSteps);
    visit("quadratic_epsilon", centred.quadraticEpsilon);
}

template <class Encoders, class Visit>
void eachOfEncoders(Encoders& encoders, const Visit& visit) {
    visit("pilot_share", encoders.rich.share);
    visit("score_fraction", encoders.rich.scoreFraction);
    visit("parts", encoders.rich.parts);
    visit("poor_share", encoders.poor.share);
    visit("poor_score_fraction", encoders.poor.scoreFraction);
    visit("poor_parts", encoders.poor.parts);
    visit("rich_signal", encoders.richSignal);
    visit("gap", encoders.gap);
    visit("gap_in_se", encoders.gapInSe);
}

template <class Growth, class Visit>
void eachOfGrowth(Growth& growth, const Visit& visit) {
    visit("factor", growth.factor);
    visit("columns", growth.columns);
    visit("doubt", growth.doubt);
}

template <class Runoff, class Visit>
void eachOfRunoff(Runoff& runoff, const Visit& visit) {
    visit("pilot_share", runoff.pilots.share);
    visit("score_fraction", runoff.pilots.scoreFraction);
    visit("parts", runoff.pilots.parts);
    visit("lead", runoff.lead);
    eachOfGrowth(runoff.growth, visit);
}

template <class Tuning, class Visit>
void eachOfBayesian(Tuning& tuning, const Visit& visit) {
    visit("trials_share", tuning.trialsShare);
    visit("candidates", tuning.candidates);
    visit("spread", tuning.spread);
    visit("length", tuning.length);
    visit("run_sd", tuning.runSd);
    visit("fall", tuning.fall);
}

/// What puts numbers into an object by their names, and what takes them from one.
auto into(Json& json) {
    json = Json::object();
    return [&json](const char* name, const auto& number) { json[name] = number; };
}
auto from(const Json& json) {
    return [&json](const char* name, auto& number) { readNumber(json.at(name), number); };
}

Json ownRateJson(const std::optional<train::OwnRate>& rate) {
    return rate ? Json{{"factor", rate->factor}, {"per_root_step", rate->perRootStep}} : Json();
}

std::optional<train::OwnRate> ownRateFrom(const Json& json) {
    if (json.is_null()) {
        return std::nullopt;
    }
    return train::OwnRate{json.at("factor").get<double>(), json.at("per_root_step").get<bool>()};
}

Json automaticJson(const search::AutoTuning& tuning) {
    Json json;
    eachNumber(tuning, into(json));
    if (tuning.centred) { // plans of before have no such part, nor have those of rows that stay as they are
        Json& centred = json["centred"];
        eachOfCentred(*tuning.centred, into(centred));
        centred["quadratic_signal"] = tuning.centred->quadraticSignal;
        centred["quadratic_features"] = tuning.centred->quadraticFeatures;
        centred["quadratic_records"] = tuning.centred->quadraticRecords;
        if (tuning.centred->slope) {
            centred["slope"] = train::toJson(*tuning.centred->slope);
        }
        if (tuning.centred->signal) {
            centred["signal"] = train::toJson(*tuning.centred->signal);
        }
    }
    if (tuning.encoders) {
        Json& encoders = json["encoders"];
        eachOfEncoders(*tuning.encoders, into(encoders));
        if (tuning.encoders->growth) {
            eachOfGrowth(*tuning.encoders->growth, into(encoders["growth"]));
        }
        if (tuning.encoders->runoff) {
            eachOfRunoff(*tuning.encoders->runoff, into(encoders["runoff"]));
        }
    }
    return json;
}

search::AutoTuning automaticFrom(const Json& json) {
    search::AutoTuning tuning;
    eachNumber(tuning, from(json));
    tuning.centred.reset();
    if (const auto centred = json.find("centred"); centred != json.end()) {
        tuning.centred.emplace();
        eachOfCentred(*tuning.centred, from(*centred));
        // Plans of before asked for no such signal, nor for records, and did not look at slopes or signal.
        tuning.centred->quadraticSignal = centred->value("quadratic_signal", 0.0);
        tuning.centred->quadraticFeatures = centred->value("quadratic_features", 0U);
        tuning.centred->quadraticRecords = centred->value("quadratic_records", 0.0);
        const auto slope = centred->find("slope");
        tuning.centred->slope =
            slope == centred->end() ? std::nullopt : std::optional(train::slopeLookFromJson(*slope));
        const auto signal = centred->find("signal");
        tuning.centred->signal =
            signal == centred->end() ? std::nullopt : std::optional(train::signalLookFromJson(*signal));
    }
    tuning.encoders.reset();
    if (const auto encoders = json.find("encoders"); encoders != json.end()) {
        tuning.encoders.emplace();
        eachOfEncoders(*tuning.encoders, from(*encoders));
        tuning.encoders->growth.reset(); // plans of before compared scores
        if (const auto growth = encoders->find("growth"); growth != encoders->end()) {
            tuning.encoders->growth.emplace();
            eachOfGrowth(*tuning.encoders->growth, from(*growth));
        }
        tuning.encoders->runoff.reset(); // nor had they more pilots than encoders
        if (const auto runoff = encoders->find("runoff"); runoff != encoders->end()) {
            tuning.encoders->runoff.emplace();
            eachOfRunoff(*tuning.encoders->runoff, from(*runoff));
        }
    }
    return tuning;
}

/// Hidden layers that a trainer steps as its noise allows; 0 of others.
std::size_t layersInStep(const train::HeadOption& shape, const train::TrainerTraits& trainer) {
    if (shape.kind != compute::HeadKind::Hidden || !trainer.stepSize || trainer.ownRate ||
        trainer.scale != train::ScaleRule::Descent) {
        return 0;
    }
    return 1 + static_cast<std::size_t>(std::count_if(shape.deeper.begin(), shape.deeper.end(),
                                                      [](auto units) { return units > 0; }));
}

} // namespace

PlanNumbers numbersFor(const RunOptions& options, const MethodTuning& tuning) {
    PlanNumbers numbers;
    numbers.rates = ownRates(options, tuning.trainer);
    numbers.trainers = tuning.trainers;
    numbers.prior = tuning.prior;
    numbers.nuRange = tuning.nuRange;
    numbers.tolerance = tuning.tolerance;
    numbers.phaseReach = tuning.phaseReach;
    const search::MethodTraits& method = search::traitsOf(*options.method);
    if (method.choosesSetup) {
        numbers.automatic = tuning.automatic;
        if (options.featureMap.value_or(FeatureMapKind::None) == FeatureMapKind::None) {
            numbers.automatic->centred.reset();
        }
        if (!options.choosesEncoder()) {
            numbers.automatic->encoders.reset();
        }
    }
    if (method.fitsProcess) {
        numbers.bayesian = tuning.bayesian;
    }
    numbers.reachesRate = options.learningRates && !options.steps->single();
    const train::TrainerTraits& trainer = tuning.trainer(options.trainer);
    if (!trainer.stepSize) {
        numbers.ownRate = trainer.ownRate;
    }
    if (trainer.matrix) {
        numbers.ridgePart = trainer.ridgePart;
    }
    for (const TrainerKind kind : trainersOf(options)) {
        numbers.adamMomentum = numbers.adamMomentum || train::traitsOf(kind).scale == train::ScaleRule::Adam;
    }
    const std::size_t layers = layersInStep(headOf(options), trainer);
    if (layers > 0 && (method.oneRun || method.choosesSetup) && !options.learningRates) {
        numbers.nu = tuning.hiddenNu;
        numbers.mostStep = tuning.hiddenStep / static_cast<double>(layers);
        return numbers;
    }
    if (!method.oneRun || options.learningRates || !trainer.stepSize) {
        return numbers;
    }
    if (trainer.ownRate) {
        const double steps = options.steps->values().front();
        numbers.learningRate = trainer.ownRate->at(static_cast<std::uint32_t>(steps));
    } else {
        numbers.nu = options.maxGradNorm->first() < tuning.smallClip ? tuning.smallClipNu : tuning.nu;
    }
    return numbers;
}

nlohmann::json toJson(const PlanNumbers& numbers) {
    Json json{{"nu", numberOrNull(numbers.nu)},
              {"learning_rate", numberOrNull(numbers.learningRate)},
              {"nu_range", {numbers.nuRange.lo, numbers.nuRange.hi}},
              {"tolerance", numbers.tolerance},
              {"phase_reach", numbers.phaseReach},
              {"own_rate", ownRateJson(numbers.ownRate)},
              {"ridge_part", numberOrNull(numbers.ridgePart)},
              {"auto", numbers.automatic ? automaticJson(*numbers.automatic) : Json()},
              {"rates", numbers.rates}};
    eachTrainerNumber(numbers.trainers, into(json["trainers"]));
    eachPriorNumber(numbers.prior, into(json["prior"]));
    if (numbers.reachesRate) {
        json["reaches_rate"] = true;
    }
    if (numbers.mostStep) {
        json["most_step"] = *numbers.mostStep;
    }
    if (numbers.adamMomentum) {
        json["adam_momentum"] = true;
    }
    if (numbers.bayesian) {
        eachOfBayesian(*numbers.bayesian, into(json["bayesian"]));
    }
    return json;
}

PlanNumbers planNumbersFromJson(const nlohmann::json& json) {
    PlanNumbers numbers;
    numbers.nu = optionalAt(json, "nu");
    numbers.learningRate = optionalAt(json, "learning_rate");
    json.at("nu_range").at(0).get_to(numbers.nuRange.lo);
    json.at("nu_range").at(1).get_to(numbers.nuRange.hi);
    json.at("tolerance").get_to(numbers.tolerance);
    json.at("phase_reach").get_to(numbers.phaseReach);
    numbers.ownRate = ownRateFrom(json.at("own_rate"));
    numbers.ridgePart = optionalAt(json, "ridge_part");
    numbers.reachesRate = json.value("reaches_rate", false);
    if (const auto most = json.find("most_step"); most != json.end()) {
        numbers.mostStep = most->get<double>();
    }
    numbers.adamMomentum = json.value("adam_momentum", false);
    numbers.rates = json.at("rates").get<OwnRates>();
    eachTrainerNumber(numbers.trainers, from(json.at("trainers")));
    eachPriorNumber(numbers.prior, from(json.at("prior")));
    if (!json.at("auto").is_null()) {
        numbers.automatic = automaticFrom(json.at("auto"));
    }
    if (const auto bayesian = json.find("bayesian"); bayesian != json.end()) {
        numbers.bayesian.emplace();
        eachOfBayesian(*numbers.bayesian, from(*bayesian));
    }
    return numbers;
}

} // namespace parsimony::session
