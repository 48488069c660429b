// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/slope_look_options.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"

#include <nlohmann/json.hpp>

namespace parsimony::train {

nlohmann::json toJson(const SlopeLook& look) {
    return {{"parts", look.parts},
            {"belief", look.belief},
            {"belief_sd", look.beliefSd},
            {"above", look.above},
            {"factor", look.factor}};
}

SlopeLook slopeLookFromJson(const nlohmann::json& json) {
    SlopeLook look;
    look.parts = wholeNumber<std::uint32_t>(json.at("parts"));
    look.belief = json.at("belief").get<double>();
    look.beliefSd = json.at("belief_sd").get<double>();
    look.above = json.at("above").get<double>();
    look.factor = json.at("factor").get<double>();
    if (look.parts == 0 || !(look.beliefSd > 0.0) || !(look.factor > 0.0 && look.factor <= 1.0)) {
        fail(Sentence("the looks at the slope have numbers out of range"));
    }
    return look;
}

nlohmann::json toJson(const SignalLook& look) {
    nlohmann::json json{
        {"belief", look.belief},     {"belief_sd", look.beliefSd}, {"low", look.low},
        {"high", look.high},         {"least", look.least},        {"caution", look.caution},
        {"cautious", look.cautious}, {"norm", look.norm},          {"bias_share", look.biasShare}};
    if (look.turn) {
        json["turn"] = {{"early", look.turn->early},     {"from", look.turn->from},
                        {"belief", look.turn->belief},   {"belief_sd", look.turn->beliefSd},
                        {"caution", look.turn->caution}, {"low", look.turn->low},
                        {"high", look.turn->high}};
    }
    return json;
}

namespace {

TurnLook turnLookFromJson(const nlohmann::json& json) {
    TurnLook look;
    json.at("early").get_to(look.early);
    json.at("from").get_to(look.from);
    json.at("belief").get_to(look.belief);
    json.at("belief_sd").get_to(look.beliefSd);
    json.at("caution").get_to(look.caution);
    json.at("low").get_to(look.low);
    json.at("high").get_to(look.high);
    if (!(look.early > 0.0 && look.from > look.early && look.from <= 1.0) || !(look.beliefSd > 0.0) ||
        !(look.high > look.low)) {
        fail(Sentence("the looks at the slope have numbers out of range"));
    }
    return look;
}

} // namespace

SignalLook signalLookFromJson(const nlohmann::json& json) {
    SignalLook look;
    json.at("belief").get_to(look.belief);
    json.at("belief_sd").get_to(look.beliefSd);
    json.at("low").get_to(look.low);
    json.at("high").get_to(look.high);
    json.at("least").get_to(look.least);
    json.at("caution").get_to(look.caution);
    json.at("cautious").get_to(look.cautious);
    json.at("norm").get_to(look.norm);
    json.at("bias_share").get_to(look.biasShare);
    const auto turn = json.find("turn");
    look.turn = turn == json.end() ? std::nullopt : std::optional(turnLookFromJson(*turn));
    if (!(look.beliefSd > 0.0) || !(look.high > look.low) || !(look.least > 0.0 && look.least <= 1.0) ||
        !(look.norm > 0.0) || !(look.biasShare >= 0.0 && look.biasShare < 1.0)) {
        fail(Sentence("the looks at the slope have numbers out of range"));
    }
    return look;
}

} // namespace parsimony::train
