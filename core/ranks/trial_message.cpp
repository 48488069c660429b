// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/trial_message.h"

#include "core/base/sentence.h"

#include <string>

namespace parsimony::ranks {

using train::TrainOutcome;
using train::TrainRecord;
using train::TrialSpec;

namespace {

void putText(CallWriter& message, const std::string& text) {
    message.putAll(std::span<const char>(text));
}

void putSpec(CallWriter& message, const TrialSpec& spec) {
    const train::TrainerOptions& o = spec.options;
    message.put(o.trainer).put(o.head).put(o.loss).put(o.maxGradNorm).put(o.momentum).put(o.sampleRate);
    message.put(o.init);
    putText(message, o.initDigest);
    message.put(o.initScale).put(o.initBias).put(o.ridge).put(o.gramFraction).put(o.weightDecay);
    message.put(o.averaging).put(o.bias).put(o.freeStep).put(o.precision).put(o.slopeLook);
    putText(message, o.encoder);
    message.put(spec.learningRate).put(spec.steps).put(spec.adjacency).put(spec.rowsPerPerson);
    message.put(spec.publicRecords).put(spec.dim).put(spec.classes);
}

template <class T>
void read(CallReader& message, T& value) {
    value = message.get<T>();
}

TrialSpec getSpec(CallReader& message) {
    TrialSpec spec;
    train::TrainerOptions& o = spec.options;
    read(message, o.trainer);
    read(message, o.head);
    read(message, o.loss);
    read(message, o.maxGradNorm);
    read(message, o.momentum);
    read(message, o.sampleRate);
    read(message, o.init);
    o.initDigest = message.text();
    read(message, o.initScale);
    read(message, o.initBias);
    read(message, o.ridge);
    read(message, o.gramFraction);
    read(message, o.weightDecay);
    read(message, o.averaging);
    read(message, o.bias);
    read(message, o.freeStep);
    read(message, o.precision);
    read(message, o.slopeLook);
    o.encoder = message.text();
    read(message, spec.learningRate);
    read(message, spec.steps);
    read(message, spec.adjacency);
    read(message, spec.rowsPerPerson);
    read(message, spec.publicRecords);
    read(message, spec.dim);
    read(message, spec.classes);
    return spec;
}

} // namespace

void putTrial(CallWriter& message, const train::TrialPlan& plan, const compute::NoiseSource& noise) {
    const compute::PublicDataKey key = noise.publicDataKey();
    CallWriter spec(CallKind::Train);
    putSpec(spec, plan.spec());
    CallReader reader(spec.bytes());
    (void)reader.get<CallKind>();
    if (!(getSpec(reader) == plan.spec())) { // an option that putSpec() does not know
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
