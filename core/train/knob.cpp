// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/knob.h"

#include "core/base/collected.h"
#include "core/base/decimal_comma.h"
#include "core/base/enum_words.h"
#include "core/base/number_list.h"
#include "core/base/number_text.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace parsimony::train {

namespace {
constexpr std::array kKnobWords{"max_grad_norm", "momentum",   "weight_decay", "ridge",       "gram_fraction",
                                "alpha",         "init_scale", "encoder",      "sample_rate", "trainer"};
static_assert(kKnobWords.size() == kKnobs.size());
} // namespace

std::string_view knobName(Knob knob) {
    return wordOf(kKnobWords, knob);
}

std::optional<Knob> knobNamed(std::string_view name) {
    return valueNamed<Knob>(kKnobWords, name);
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

namespace {

const KnobValue* find(const Knobs& knobs, Knob knob) {
    const auto found = std::find_if(knobs.begin(), knobs.end(),
                                    [&](const KnobValue& turned) { return turned.knob == knob; });
    return found != knobs.end() ? &*found : nullptr;
}

[[noreturn]] void failUnknown(const std::string& name) {
    fail(Sentence("a trial has the setting '{1}', which this version does not know; update to read "
                  "the project",
                  name));
}

KnobValue named(Knob knob, const std::string& name) {
    if (knob == Knob::Encoder) {
        return {knob, 0.0, name};
    }
    const TrainerTraits* trainer = findTrainer(name);
    return trainer != nullptr ? KnobValue::of(trainer->kind) : (failUnknown(name), KnobValue());
}

} // namespace

std::optional<double> valueOf(const Knobs& knobs, Knob knob) {
    const KnobValue* found = find(knobs, knob);
    return found != nullptr ? std::optional(found->value) : std::nullopt;
}

std::string encoderIn(const Knobs& knobs) {
    const KnobValue* found = find(knobs, Knob::Encoder);
    return found != nullptr ? found->encoder : std::string();
}

std::optional<TrainerKind> trainerIn(const Knobs& knobs) {
    const KnobValue* found = find(knobs, Knob::Trainer);
    return found != nullptr ? found->trainer : std::nullopt;
}

std::string valueText(const Knobs& knobs, Knob knob) {
    const KnobValue* found = find(knobs, knob);
    if (found == nullptr) {
        return {};
    }
    return isNamed(knob) ? std::string(found->name()) : numberText(found->value);
}

nlohmann::json toJson(const Knobs& knobs) {
    nlohmann::json json = nlohmann::json::object();
    for (const KnobValue& turned : knobs) {
        json[std::string(knobName(turned.knob))] =
            isNamed(turned.knob) ? nlohmann::json(turned.name()) : nlohmann::json(turned.value);
    }
    return json;
}

Knobs knobsFromJson(const nlohmann::json& json) {
    Knobs knobs;
    for (const auto& [name, value] : json.items()) {
        const std::optional<Knob> knob = knobNamed(name);
        if (!knob || !(isNamed(*knob) ? value.is_string() : value.is_number())) {
            failUnknown(name);
        }
        knobs.push_back(isNamed(*knob) ? named(*knob, value.get<std::string>())
                                       : KnobValue{*knob, value.get<double>()});
    }
    return knobs;
}

std::string textOf(const Knobs& knobs) {
    const auto said = [](const KnobValue& turned) {
        const bool named = isNamed(turned.knob);
        return std::string(knobName(turned.knob)) + " " +
               (named ? std::string(turned.name()) : roundedText(turned.value, 4));
    };
    return joined(collected(knobs, said), ", ");
}

void turn(const Knobs& knobs, TrainerOptions& options) {
    for (const auto& [knob, value, encoder, trainer] : knobs) {
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
            options.encoder = encoder;
            break;
        case Knob::Trainer:
            options.trainer = trainer.value();
            break;
        }
    }
}

KnobValue Axis::at(std::size_t place) const {
    return !trainers.empty()   ? KnobValue::of(trainers.at(place))
           : !encoders.empty() ? KnobValue{knob, 0.0, encoders.at(place)}
                               : KnobValue{knob, values.at(place)};
}

std::vector<std::string> Axis::names() const {
    std::vector<std::string> names = encoders;
    for (const TrainerKind trainer : trainers) {
        names.emplace_back(trainerName(trainer));
    }
    return names;
}

nlohmann::json toJson(const Axis& axis) {
    return isNamed(axis.knob) ? nlohmann::json(axis.names()) : nlohmann::json(axis.values);
}

Sentence withCommaHint(const Sentence& refusal, const std::vector<Axis>& axes) {
    for (const Axis& axis : axes) {
        if (const std::string list = NumberList(axis.values).text(); !asOneNumber(list).empty()) {
            return withCommaHint(refusal, list);
        }
    }
    return refusal;
}

} // namespace parsimony::train
