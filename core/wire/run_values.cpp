// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/run_values.h"

#include "core/base/collected.h"

namespace parsimony::wire {

struct NamedKnob {
    train::Knob knob = train::Knob::Clip;
    double value = 0.0;
    std::string name;
};
template <>
inline constexpr auto fields<NamedKnob> = std::tuple{
    field("knob", &NamedKnob::knob), field("value", &NamedKnob::value), field("name", &NamedKnob::name)};
struct NamedAxis {
    train::Knob knob = train::Knob::Clip;
    std::vector<double> values;
    std::vector<std::string> names;
};
template <>
inline constexpr auto fields<NamedAxis> = std::tuple{
    field("knob", &NamedAxis::knob), field("values", &NamedAxis::values), field("names", &NamedAxis::names)};

namespace {

train::TrainerKind trainerNamed(const std::string& name) {
    const train::TrainerTraits* trainer = train::findTrainer(name);
    return trainer != nullptr ? trainer->kind : (refuseValue("a trainer"), train::TrainerKind());
}

} // namespace

Json Form<train::KnobValue>::write(const train::KnobValue& knob) {
    return wire::write(NamedKnob{knob.knob, knob.value, std::string(knob.name())});
}

train::KnobValue Form<train::KnobValue>::read(const Json& json) {
    NamedKnob knob;
    wire::read(json, knob, "a knob");
    return knob.knob == train::Knob::Trainer ? train::KnobValue::of(trainerNamed(knob.name))
                                             : train::KnobValue{knob.knob, knob.value, knob.name};
}

Json Form<train::Axis>::write(const train::Axis& axis) {
    return wire::write(NamedAxis{axis.knob, axis.values, axis.names()});
}

train::Axis Form<train::Axis>::read(const Json& json) {
    NamedAxis named;
    wire::read(json, named, "an axis");
    train::Axis axis{named.knob, std::move(named.values)};
    if (named.knob != train::Knob::Trainer) {
        axis.encoders = std::move(named.names);
        return axis;
    }
    axis.trainers = collected(named.names, trainerNamed);
    return axis;
}

} // namespace parsimony::wire
