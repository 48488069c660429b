// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/knob.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace parsimony::train {

std::string_view knobName(Knob knob) {
    switch (knob) {
    case Knob::Clip:
        return "max_grad_norm";
    case Knob::Momentum:
        return "momentum";
    case Knob::WeightDecay:
        return "weight_decay";
    case Knob::Ridge:
        return "ridge";
    case Knob::GramFraction:
        return "gram_fraction";
    case Knob::Alpha:
        return "alpha";
    case Knob::InitScale:
        return "init_scale";
    case Knob::SampleRate:
        return "sample_rate";
    case Knob::Trainer:
        return "trainer";
    case Knob::Encoder:
        break;
    }
    return "encoder";
}

std::optional<Knob> knobNamed(std::string_view name) {
    const auto* const found =
        std::find_if(kKnobs.begin(), kKnobs.end(), [&](Knob knob) { return knobName(knob) == name; });
    return found != kKnobs.end() ? std::optional(*found) : std::nullopt;
}

bool hasKnob(const TrainerTraits& trainer, Knob knob) {
    switch (knob) {
    case Knob::Clip:
    case Knob::Encoder:
    case Knob::Trainer:
        return true;
    case Knob::Momentum:
        return trainer.momentum;
    case Knob::Ridge:
    case Knob::GramFraction:
        return trainer.matrix;
    case Knob::Alpha:
        return trainer.classMatrices;
    case Knob::SampleRate:
        return trainer.samples;
    case Knob::WeightDecay:
    case Knob::InitScale:
        break;
    }
    return !trainer.linearHeadOnly;
}

std::optional<double> valueOf(const Knobs& knobs, Knob knob) {
    const auto found = std::find_if(knobs.begin(), knobs.end(),
                                    [&](const KnobValue& turned) { return turned.knob == knob; });
    return found != knobs.end() ? std::optional(found->value) : std::nullopt;
}

std::string nameOf(const Knobs& knobs, Knob knob) {
    const auto found = std::find_if(knobs.begin(), knobs.end(),
                                    [&](const KnobValue& turned) { return turned.knob == knob; });
    return found != knobs.end() ? found->name : std::string();
}

std::string valueText(const Knobs& knobs, Knob knob) {
    const std::string name = nameOf(knobs, knob);
    const auto value = valueOf(knobs, knob);
    return !name.empty() || !value ? name : numberText(*value);
}

nlohmann::json toJson(const Knobs& knobs) {
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [knob, value, name] : knobs) {
        json[std::string(knobName(knob))] = name.empty() ? nlohmann::json(value) : nlohmann::json(name);
    }
    return json;
}

Knobs knobsFromJson(const nlohmann::json& json) {
    Knobs knobs;
    for (const auto& [name, value] : json.items()) {
        const std::optional<Knob> knob = knobNamed(name);
        const bool named = knob && isNamed(*knob);
        if (!knob || !(named ? value.is_string() : value.is_number())) {
            fail(Sentence("a trial has the setting '{1}', which this version does not know; update to read "
                          "the project",
                          name));
        }
        knobs.push_back(named ? KnobValue{*knob, 0.0, value.get<std::string>()}
                              : KnobValue{*knob, value.get<double>()});
    }
    return knobs;
}

std::string textOf(const Knobs& knobs) {
    std::string text;
    for (const auto& [knob, value, name] : knobs) {
        text += (text.empty() ? "" : ", ") + std::string(knobName(knob)) + " " +
                (name.empty() ? roundedText(value, 4) : name);
    }
    return text;
}

void turn(const Knobs& knobs, TrainerOptions& options) {
    for (const auto& [knob, value, name] : knobs) {
        switch (knob) {
        case Knob::Clip:
            options.maxGradNorm = value;
            break;
        case Knob::Momentum:
            options.momentum = value;
            break;
        case Knob::WeightDecay:
            options.weightDecay = value;
            break;
        case Knob::Ridge:
            options.ridge = value;
            break;
        case Knob::GramFraction:
            options.gramFraction = value;
            break;
        case Knob::Alpha:
            options.alpha = value;
            break;
        case Knob::InitScale:
            options.initScale = value;
            break;
        case Knob::SampleRate:
            options.sampleRate = value;
            break;
        case Knob::Encoder:
            options.encoder = name;
            break;
        case Knob::Trainer:
            options.trainer = parseTrainer(name, "--trainer");
            break;
        }
    }
}

nlohmann::json toJson(const Axis& axis) {
    return axis.names.empty() ? nlohmann::json(axis.values) : nlohmann::json(axis.names);
}

} // namespace parsimony::train
