// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/train/trainer_options.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace parsimony::train {

/// What a search may choose beside η and T: a number of a trainer's options, whose rows are trained on, or by
/// which trainer.
/// None of them but the sample rate changes what a run of a given μ is charged: noise is in units of the
/// clip, the share of a matrix moves μ² between releases of the same run, a run reads the rows of one
/// encoder, and the others act on what was released or stands before it. A run that samples is charged by
/// events of its own, so each rate has its own noise, fixed in the plan (RunShare::noises).
enum class Knob {
    Clip,
    Momentum,
    WeightDecay,
    Ridge,
    GramFraction,
    Alpha,
    InitScale,
    Encoder,
    SampleRate,
    Trainer
};
inline constexpr std::array kKnobs{Knob::Clip,         Knob::Momentum, Knob::WeightDecay, Knob::Ridge,
                                   Knob::GramFraction, Knob::Alpha,    Knob::InitScale,   Knob::Encoder,
                                   Knob::SampleRate,   Knob::Trainer};
/// Has names for values, not numbers.
[[nodiscard]] constexpr bool isNamed(Knob knob) {
    return knob == Knob::Encoder || knob == Knob::Trainer;
}

/// As ledgers, results and filters name it: "weight_decay".
[[nodiscard]] std::string_view knobName(Knob knob);
/// Absent where there is no knob of that name.
[[nodiscard]] std::optional<Knob> knobNamed(std::string_view name);
/// Whether trainers of these traits look at it.
[[nodiscard]] bool hasKnob(const TrainerTraits& trainer, Knob knob);

struct KnobValue {
    Knob knob = Knob::Clip;
    double value = 0.0;                   ///< of a knob that is a number; else 0
    std::string encoder{};                ///< of Knob::Encoder; else empty
    std::optional<TrainerKind> trainer{}; ///< of Knob::Trainer; else absent
    [[nodiscard]] static KnobValue of(TrainerKind trainer) { return {Knob::Trainer, 0.0, {}, trainer}; }

    /// Of an encoder or a trainer; empty for a number.
    [[nodiscard]] std::string_view name() const { return trainer ? trainerName(*trainer) : encoder; }
    friend bool operator==(const KnobValue&, const KnobValue&) = default;
    friend bool operator<(const KnobValue& a, const KnobValue& b) {
        return std::tuple(a.knob, a.value, a.name()) < std::tuple(b.knob, b.value, b.name());
    }
};
/// Each at most once.
using Knobs = std::vector<KnobValue>;
[[nodiscard]] std::optional<double> valueOf(const Knobs& knobs, Knob knob);
/// Empty where none is among them.
[[nodiscard]] std::string encoderIn(const Knobs& knobs);
/// Absent where none is among them.
[[nodiscard]] std::optional<TrainerKind> trainerIn(const Knobs& knobs);
/// "0.9", or the name; empty where the knob is not among them.
[[nodiscard]] std::string valueText(const Knobs& knobs, Knob knob);
/// By name, as ledgers and results have them.
[[nodiscard]] nlohmann::json toJson(const Knobs& knobs);
/// Inverse of toJson; throws Error(Failed) for a name that is none and for a value of another kind.
[[nodiscard]] Knobs knobsFromJson(const nlohmann::json& json);
/// "momentum 0.9, ridge 1", rounded, for tables of people.
[[nodiscard]] std::string textOf(const Knobs& knobs);
/// Turns them in `options`.
void turn(const Knobs& knobs, TrainerOptions& options);

/// The values of one knob that a search chooses from: two or more, each as likely as the others where it
/// draws.
struct Axis {
    Knob knob = Knob::Clip;
    std::vector<double> values;
    std::vector<std::string> encoders{}; ///< of Knob::Encoder, in place of values
    std::vector<TrainerKind> trainers{}; ///< of Knob::Trainer
    [[nodiscard]] std::size_t size() const { return values.size() + encoders.size() + trainers.size(); }
    [[nodiscard]] KnobValue at(std::size_t place) const;
    [[nodiscard]] std::vector<std::string> names() const; ///< of encoders or trainers
    friend bool operator==(const Axis&, const Axis&) = default;
};

/// Its values, as results have them.
[[nodiscard]] nlohmann::json toJson(const Axis& axis);

/// `refusal` of these, with a word on the decimal mark where one number may have been meant.
[[nodiscard]] Sentence withCommaHint(const Sentence& refusal, const std::vector<Axis>& axes);

} // namespace parsimony::train
