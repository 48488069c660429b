// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/trial_message.h"

#include <string>
#include <type_traits>

namespace parsimony::ranks {

using train::TrainOutcome;
using train::TrainRecord;
using train::TrialSpec;

namespace {

/// Every field of a spec, in the order of its declaration. The bindings have to be as many as the fields: one
/// that is added to a spec or its options stops the compiler here, not a run of several processes.
template <class Spec, class Visitor>
void forEachField(Spec& spec, const Visitor& visit) {
    auto& [options, s1, s2, s3, s4, s5, s6, s7, s8] = spec;
    auto& [o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15, o16, o17, o18, o19, o20, o21,
           o22, o23, o24, o25] = options;
    const auto visitAll = [&visit](auto&... fields) { (visit(fields), ...); };
    visitAll(o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15, o16, o17, o18, o19, o20, o21,
             o22, o23, o24, o25);
    visitAll(s1, s2, s3, s4, s5, s6, s7, s8);
}

void putSpec(CallWriter& message, const TrialSpec& spec) {
    forEachField(spec, [&message](const auto& field) {
        if constexpr (std::is_same_v<decltype(field), const std::string&>) {
            message.putText(field);
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
        message.putText(note);
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
