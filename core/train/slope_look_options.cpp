// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/slope_look_options.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <type_traits>

namespace parsimony::train {

namespace {

/// Every number of a look, with its name in plans.
template <class Look, class Visit>
void eachNumber(Look& look, const Visit& visit) {
    using Kind = std::remove_const_t<Look>;
    visit("belief", look.belief);
    visit("belief_sd", look.beliefSd);
    if constexpr (std::same_as<Kind, SlopeLook>) {
        visit("parts", look.parts);
        visit("above", look.above);
        visit("factor", look.factor);
        return;
    } else {
        visit("low", look.low);
        visit("high", look.high);
        visit("caution", look.caution);
    }
    if constexpr (std::same_as<Kind, TurnLook>) {
        visit("early", look.early);
        visit("from", look.from);
        visit("most_cosine", look.mostCosine);
    } else if constexpr (std::same_as<Kind, SignalLook>) {
        visit("least", look.least);
        visit("cautious", look.cautious);
        visit("norm", look.norm);
        visit("bias_share", look.biasShare);
    }
}

template <class Look>
nlohmann::json numbersOf(const Look& look) {
    nlohmann::json json;
    eachNumber(look, [&json](const char* name, const auto& number) { json[name] = number; });
    return json;
}

/// Of which `isSound` holds.
template <class Look, class Sound>
Look lookFrom(const nlohmann::json& json, const Sound& isSound) {
    Look look;
    eachNumber(look, [&json](const char* name, auto& number) { readNumber(json.at(name), number); });
    if (!isSound(look)) {
        fail(Sentence("the looks at the slope have numbers out of range"));
    }
    return look;
}

} // namespace

nlohmann::json toJson(const SlopeLook& look) {
    return numbersOf(look);
}

SlopeLook slopeLookFromJson(const nlohmann::json& json) {
    return lookFrom<SlopeLook>(json, [](const SlopeLook& look) {
        return look.parts > 0 && look.beliefSd > 0.0 && look.factor > 0.0 && look.factor <= 1.0;
    });
}

nlohmann::json toJson(const SignalLook& look) {
    nlohmann::json json = numbersOf(look);
    if (look.turn) {
        json["turn"] = numbersOf(*look.turn);
    }
    return json;
}

SignalLook signalLookFromJson(const nlohmann::json& json) {
    auto look = lookFrom<SignalLook>(json, [](const SignalLook& read) {
        return read.beliefSd > 0.0 && read.high > read.low && read.least > 0.0 && read.least <= 1.0 &&
               read.norm > 0.0 && read.biasShare >= 0.0 && read.biasShare < 1.0;
    });
    const auto turn = json.find("turn");
    look.turn.reset();
    if (turn != json.end()) {
        look.turn = lookFrom<TurnLook>(*turn, [](const TurnLook& read) {
            return read.early > 0.0 && read.from > read.early && read.from <= 1.0 && read.beliefSd > 0.0 &&
                   read.high > read.low;
        });
    }
    return look;
}

} // namespace parsimony::train
