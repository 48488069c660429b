// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/plan_format.h"

#include "core/base/collected.h"
#include "core/base/text.h"
#include "core/base/told.h"
#include "core/base/whole_number.h"
#include "core/search/method_name.h"
#include "core/session/class_prior.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/train/prototypes.h"
#include "core/train/trainer_numbers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

// What follows is how things stood when the first two formats were written. It is history: never adapt it.

/// What an option that a stored plan does not name meant: the first format left out what was at its default.
/// An option that is new joins with the value that changes nothing.
const Json& absentMeans() {
    static const Json defaults{{"visibility", "private"},
                               {"same-order", false},
                               {"distinct-records", false},
                               {"adjacency", "add_or_remove_one"},
                               {"rows-per-person", 1},
                               {"labels-per-record", 1},
                               {"row-norm", "unit"},
                               {"mean", "none"},
                               {"feature-map", "none"},
                               {"objective", "accuracy"},
                               {"fit", "linear"},
                               {"fit-against", "epsilon"},
                               {"phase-start", "whole-range"},
                               {"sampler", "stratified"},
                               {"decomposition", "derive"},
                               {"total-step-size", "auto"},
                               {"runs-family", "tnb:0"},
                               {"trainer", "dp-gd"},
                               {"head", "linear"},
                               {"views", 1},
                               {"momentum", 0.9},
                               {"init", "zero"},
                               {"prior-scale", "auto"},
                               {"init-scale", 1.0},
                               {"weight-decay", 0.0},
                               {"lr-decay", "none"},
                               {"averaging", "none"},
                               {"bias", false},
                               {"no-free-step", false},
                               {"score", "noisy"},
                               {"score-fraction", 0.1},
                               {"device", "auto"},
                               {"precision", "f32"},
                               {"threads", 0},
                               {"show-curator", false}};
    return defaults;
}

const Json& firstAutomatic() {
    static const Json numbers{{"decaying_nu", 1.2},
                              {"flat_nu", 0.2},
                              {"decaying_share", 0.7},
                              {"decaying_mean", 0.17},
                              {"decaying_sd", 0.12},
                              {"flat_mean", -0.05},
                              {"flat_sd", 0.05},
                              {"small_signal", 60.0},
                              {"growth", 0.6},
                              {"largest_nu", 4.0},
                              {"least_errors", 0.02},
                              {"errors_in_se", 2.0},
                              {"small_nu", 0.4},
                              {"large_nu", 1.6},
                              {"pilot_share", 0.07},
                              {"score_fraction", 0.25},
                              {"most_score_noise", 0.004},
                              {"least_signal", 300.0},
                              {"parts", 5}};
    return numbers;
}

/// ν or the learning rate of a single run that was given neither.
void addFirstRun(Json& numbers, const Json& options) {
    static const Json singleRuns{"single", "unit-noise"};
    static const Json rates{{"dp-fc", 1.5}, {"dp-zo", 1.0}};
    static const Json followNu{"dp-gd", "dp-sgd", "dp-adam"};
    const auto among = [](const Json& list, const Json& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    const Json& trainer = options.at("trainer");
    if (!among(singleRuns, options.value("method", Json())) || options.contains("learning-rates")) {
        return;
    }
    if (const auto rate = rates.find(trainer.get<std::string>()); rate != rates.end()) {
        numbers["learning_rate"] = *rate;
    } else if (among(followNu, trainer)) {
        numbers["nu"] = options.value("max-grad-norm", 1.0) < 1.0 ? 1.2 : 1.0;
    }
}

Json fromFirst(Json plan) {
    const Json& options = plan.at("options");
    Json numbers{{"nu", nullptr},
                 {"learning_rate", nullptr},
                 {"nu_range", {0.15, 3.0}},
                 {"tolerance", 0.1},
                 {"auto", nullptr}};
    addFirstRun(numbers, options);
    if (options.value("method", Json()) == Json("auto")) {
        numbers["auto"] = firstAutomatic();
    }
    plan.erase("version");
    plan["plan_format"] = 2;
    plan["numbers"] = std::move(numbers);
    return plan;
}

/// Share of μ² for a trainer's matrix: plans of before it was filled in left it to the trainer.
void addFirstGramFraction(Json& options) {
    static const Json fractions{{"dp-fc", 0.2}, {"dp-ls", 0.5}, {"dp-newton", 0.5}};
    const auto fraction = fractions.find(options.at("trainer").get<std::string>());
    if (fraction != fractions.end() && !options.contains("gram-fraction")) {
        options["gram-fraction"] = *fraction;
    }
}

/// Numbers that the program had for itself before plans named them.
void addFirstOfProgram(Json& plan) {
    static const Json rates{{"dp-newton", {{"factor", 1.0}, {"per_root_step", false}}},
                            {"dp-adam-wosm", {{"factor", 1.0}, {"per_root_step", true}}}};
    static const Json ridges{{"dp-fc", 1.0}, {"dp-ls", 0.75}, {"dp-newton", 0.5}};
    if (const auto numbers = plan.find("numbers"); numbers != plan.end()) {
        const auto trainer = plan.at("options").at("trainer").get<std::string>();
        numbers->emplace("phase_reach", 3.0); // where there is none
        numbers->emplace("own_rate", rates.value(trainer, Json()));
        numbers->emplace("ridge_part", ridges.value(trainer, Json()));
    }
}

/// Plans of `bayesian` from before it had numbers of its own were made with these.
void addFirstBayesian(Json& plan) {
    if (plan.at("options").value("method", Json()) == Json("bayesian") && plan.contains("numbers") &&
        !plan.at("numbers").contains("bayesian")) {
        plan["numbers"]["bayesian"] = {{"trials_share", 0.25}, {"candidates", 101}, {"spread", 0.15},
                                       {"length", 0.25},       {"run_sd", 0.01},    {"fall", 0.02}};
    }
}

/// The second format named the numbers of methods; those of trainers came into it one after the other.
Json fromSecond(Json plan) {
    addFirstGramFraction(plan.at("options"));
    addFirstOfProgram(plan);
    addFirstBayesian(plan);
    plan["plan_format"] = 3;
    return plan;
}

/// q of each of the trainers.
Json firstRates(const std::string& trainers) {
    static const Json sampled{{"dp-sgd", 0.1}};
    return collected<Json>(splitAtCommas(trainers),
                           [&](const std::string& trainer) { return sampled.value(trainer, 1.0); });
}

/// The third format left to the program what trainers and priors compute with.
Json fromThird(Json plan) {
    if (const auto numbers = plan.find("numbers"); numbers != plan.end()) {
        (*numbers)["rates"] = firstRates(plan.at("options").at("trainer").get<std::string>());
        const auto into = [](Json& json) {
            return [&json](const char* name, const auto& number) { json[name] = number; };
        };
        train::eachTrainerNumber(train::kFirstTrainerNumbers, into((*numbers)["trainers"]));
        train::eachPriorNumber(train::kFirstPriorNumbers, into((*numbers)["prior"]));
    }
    plan["plan_format"] = 4;
    return plan;
}

/// The fourth format left to the program what stands here.
Json fromFourth(Json plan) {
    if (const auto numbers = plan.find("numbers"); numbers != plan.end()) {
        Json& trainers = numbers->at("trainers");
        trainers["noiseless_ridge"] = train::kFirstTrainerNumbers.noiselessRidge;
        trainers["init_seed"] = train::kFirstTrainerNumbers.initSeed;
        const Json::json_pointer turn("/auto/centred/signal/turn");
        if (numbers->contains(turn)) {
            (*numbers)[turn]["most_cosine"] = 1.2;
        }
    }
    const Json::json_pointer counts("/feature_map/class_counts");
    if (plan.contains(counts) && !plan.at(counts).is_null()) {
        plan.at("feature_map")["class_prior"] = {{"least_sd", kFirstClassPriorLaw.leastSd},
                                                 {"most_share", kFirstClassPriorLaw.mostShare}};
    }
    plan["plan_format"] = 5;
    return plan;
}

bool isKnownOption(const std::string& name) {
    const std::vector<Option>& known = optionTable();
    return std::any_of(known.begin(), known.end(),
                       [&name](const Option& option) { return option.name == name; });
}

std::optional<std::string> unknownOptionIn(const Json& options) {
    if (options.is_object()) {
        for (const auto& [name, value] : options.items()) {
            if (!isKnownOption(name)) {
                return name;
            }
        }
    }
    return std::nullopt;
}

/// The option whose word this version does not know, and that word. A word may be several, with commas
/// between them.
std::optional<std::pair<std::string, std::string>> unknownWordIn(const Json& options) {
    for (const Option& option : optionTable()) {
        const auto stored = options.find(option.name);
        if (option.value.kind != OptionKind::Choice || stored == options.end() || !stored->is_string()) {
            continue;
        }
        for (const std::string& word : splitAtCommas(stored->get<std::string>())) {
            const bool isKnown = std::any_of(option.value.words.begin(), option.value.words.end(),
                                             [&word](const OptionWord& one) { return one.word == word; });
            if (!isKnown && !word.empty()) {
                return std::pair(option.name, word);
            }
        }
    }
    return std::nullopt;
}

Sentence newerOption(const std::string& name) {
    return Sentence("the experiment was planned by a newer version of Parsimony, with the option --{1} that "
                    "this one does not know: update to go on with it",
                    name);
}

Sentence newerWord(const std::string& option, const std::string& word) {
    return Sentence(
        "the experiment was planned by a newer version of Parsimony, with --{1} {2}, which this one "
        "does not know: update to go on with it",
        option, word.substr(0, 40));
}

Sentence newerFormat(std::int64_t format) {
    return Sentence("the experiment was planned by a newer version of Parsimony (plan format {1}; this one "
                    "knows {2}): update to go on with it",
                    told(format), told(kPlanFormat));
}

} // namespace

nlohmann::json withoutLook(nlohmann::json options) {
    const auto method = options.find("method");
    if (method != options.end() && method->is_string() &&
        search::MethodName::read(method->get<std::string>()).isLook()) {
        options.erase("method");
        options.erase("trainer");
    }
    return options;
}

std::optional<Sentence> newerThanThis(const nlohmann::json& options, const std::optional<double>& format) {
    if (format && *format > kPlanFormat) {
        return newerFormat(static_cast<std::int64_t>(std::min(*format, 1e15)));
    }
    if (const auto name = unknownOptionIn(options)) {
        return newerOption(*name);
    }
    const auto unknown = unknownWordIn(options);
    return unknown ? std::optional(newerWord(unknown->first, unknown->second)) : std::nullopt;
}

RunOptions storedRunOptions(const nlohmann::json& options) {
    if (const auto newer = newerThanThis(options)) {
        fail(*newer);
    }
    try {
        return runOptionsFromJson(withListsSplit(options));
    } catch (const Error& error) {
        fail(Sentence("a stored option can't be read ({1}): the project file is damaged; audit tells more, "
                      "and restore it from a copy",
                      sentenceOf(error)));
    }
}

nlohmann::json inThisFormat(nlohmann::json stored) {
    const int format = wholeNumberOr(stored, "plan_format", wholeNumberOr(stored, "version", 0));
    if (format > kPlanFormat) {
        fail(newerFormat(format));
    }
    if (format < 1) {
        fail(Sentence("the stored plan names no format; the project file is damaged"));
    }
    Json options = absentMeans();
    options.update(stored.value("options", Json::object()));
    stored["options"] = std::move(options);
    if (format < 2) {
        stored = fromFirst(std::move(stored));
    }
    if (format < 3) {
        stored = fromSecond(std::move(stored));
    }
    if (format < 4) {
        stored = fromThird(std::move(stored));
    }
    if (format < 5) {
        stored = fromFourth(std::move(stored));
    }
    return stored;
}

} // namespace parsimony::session
