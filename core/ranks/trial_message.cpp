// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/trial_message.h"

#include "core/base/sentence.h"

#include <string>
#include <type_traits>

namespace parsimony::ranks {

using train::TrainOutcome;
using train::TrainRecord;
using train::TrialSpec;

namespace {

void putText(CallWriter& message, const std::string& text) {
    message.putAll(std::span<const char>(text));
}

/// Every field of a spec, in the order in which they are sent.
template <class Spec, class Visitor>
void forEachField(Spec& spec, const Visitor& visit) {
    auto& o = spec.options;
    const auto visitAll = [&visit](auto&... fields) { (visit(fields), ...); };
    visitAll(o.trainer, o.head, o.loss, o.maxGradNorm, o.momentum, o.sampleRate, o.init, o.initDigest,
             o.initScale, o.initBias, o.ridge, o.gramFraction, o.weightDecay, o.lrDecay, o.averaging, o.bias,
             o.freeStep, o.precision, o.slopeLook, o.encoder);
    visitAll(spec.learningRate, spec.steps, spec.adjacency, spec.rowsPerPerson, spec.publicRecords, spec.dim,
             spec.classes);
}

void putSpec(CallWriter& message, const TrialSpec& spec) {
    forEachField(spec, [&message](const auto& field) {
        if constexpr (std::is_same_v<decltype(field), const std::string&>) {
            putText(message, field);
        } else {
            message.put(field);
        }
    });
}

template <class T>
void read(CallReader& message, T& value) {
    value = message.get<T>();
}

TrialSpec getSpec(CallReader& message) {
    TrialSpec spec;
    forEachField(spec, [&message](auto& field) {
        if constexpr (std::is_same_v<decltype(field), std::string&>) {
            field = message.text();
        } else {
            read(message, field);
        }
    });
    return spec;
}

} // namespace

void putTrial(CallWriter& message, const train::TrialPlan& plan, const compute::NoiseSource& noise) {
    const compute::PublicDataKey key = noise.publicDataKey();
    CallWriter spec(CallKind::Train);
    putSpec(spec, plan.spec());
    CallReader reader(spec.bytes());
    (void)reader.get<CallKind>();
    if (!(getSpec(reader) == plan.spec())) { // an option that forEachField() does not know
        fail(Sentence("a trial has an option that cannot be sent to the other processes of this run"));
    }
    putSpec(message, plan.spec());
    message.put(plan.isPrivate()).put(plan.noiseMultiplier().value()).put(key.value);
}

SentTrial getTrial(CallReader& message) {
    const TrialSpec spec = getSpec(message);
    const auto isPrivate = message.get<bool>();
    const NoiseMultiplier sigma{message.get<double>()};
    return {
        isPrivate ? train::TrialPlan::forNoise(spec, sigma) : train::TrialPlan::nonPrivate(spec),
        compute::NoiseSource::continued(compute::PublicDataKey(message.get<compute::NoiseSource::Key>()))};
}

void putOutcome(CallWriter& message, const TrainOutcome& outcome) {
    message.put(outcome.status);
    const std::vector<std::uint8_t> state = outcome.state.serialize();
    message.putAll(std::span<const std::uint8_t>(state));
    message.put(outcome.model.head).putAll(std::span<const double>(outcome.model.parameters));
    message.put(outcome.record.stepsDone).put(outcome.record.sampleRate);
    message.putAll(std::span<const TrainRecord::Release>(outcome.record.releases));
    message.put<std::uint64_t>(outcome.record.notes.size());
    for (const std::string& note : outcome.record.notes) {
        putText(message, note);
    }
}

TrainOutcome getOutcome(CallReader& message) {
    TrainOutcome outcome;
    read(message, outcome.status);
    const auto state = message.getAll<std::uint8_t>();
    outcome.state = train::TrainerState::deserialize(state);
    read(message, outcome.model.head);
    outcome.model.parameters = message.getAll<double>();
    read(message, outcome.record.stepsDone);
    read(message, outcome.record.sampleRate);
    outcome.record.releases = message.getAll<TrainRecord::Release>();
    for (auto notes = message.get<std::uint64_t>(); notes > 0; --notes) {
        outcome.record.notes.push_back(message.text());
    }
    return outcome;
}

} // namespace parsimony::ranks
