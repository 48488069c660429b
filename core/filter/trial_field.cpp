// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/trial_field.h"

#include "core/base/text.h"
#include "core/base/trial_role.h"
#include "core/filter/field_members.h"

#include <algorithm>

namespace parsimony::filter {

namespace {

using session::TrialSnapshot;

struct Field {
    const char* key;
    std::array<const char*, 3> others; ///< in lower case
};

constexpr std::array<Field, kTrialFields> kFields{{{"id", {"#", "trial", nullptr}},
                                                   {"experiment", {"exp", "exp.", nullptr}},
                                                   {"phase", {}},
                                                   {"r", {}},
                                                   {"nu", {"ν", nullptr, nullptr}},
                                                   {"eta", {"η", "learning_rate", "lr"}},
                                                   {"steps", {"t", nullptr, nullptr}},
                                                   {"sigma", {"σ", "noise_multiplier", nullptr}},
                                                   {"clip", {"c", "max_grad_norm", nullptr}},
                                                   {"momentum", {"ρ", nullptr, nullptr}},
                                                   {"weight_decay", {}},
                                                   {"ridge", {}},
                                                   {"gram_fraction", {}},
                                                   {"alpha", {"α", nullptr, nullptr}},
                                                   {"init_scale", {}},
                                                   {"sample_rate", {"q", nullptr, nullptr}},
                                                   {"epsilon", {"ε", "eps", nullptr}},
                                                   {"mu", {"μ", nullptr, nullptr}},
                                                   {"score", {"accuracy", nullptr, nullptr}},
                                                   {"state", {}},
                                                   {"method", {}},
                                                   {"trainer", {}},
                                                   {"encoder", {}},
                                                   {"tags", {"tag", nullptr, nullptr}},
                                                   {"note", {}}}};

constexpr double kAfterAllPhases = 1e6;

} // namespace

std::optional<train::Knob> knobOf(TrialField field) {
    const auto* found = std::find_if(kKnobFields.begin(), kKnobFields.end(),
                                     [&](const KnobField& one) { return one.field == field; });
    return found != kKnobFields.end() ? std::optional(found->knob) : std::nullopt;
}

const char* fieldKey(TrialField field) {
    return kFields[static_cast<std::size_t>(field)].key;
}

std::optional<TrialField> fieldOf(std::string_view name) {
    const std::string wanted = folded(name);
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        bool found = wanted == kFields[i].key;
        for (const char* other : kFields[i].others) {
            found = found || (other != nullptr && wanted == other);
        }
        if (found) {
            return static_cast<TrialField>(i);
        }
    }
    return std::nullopt;
}

bool isText(TrialField field) {
    return field >= TrialField::State;
}

bool isWhole(TrialField field) {
    return field <= TrialField::Phase || field == TrialField::Steps;
}

bool isNamed(TrialField field) {
    return field == TrialField::Phase || (field >= TrialField::State && field <= TrialField::Trainer);
}

bool isFinalRun(const TrialSnapshot& trial) {
    const TrialRole role = trialRole(trial.role);
    return role == TrialRole::Final || (trial.phase < 0 && role == TrialRole::Trial);
}

std::optional<double> fieldNumber(const TrialSnapshot& t, TrialField field) {
    if (const NumberMember member = memberOf(field)) {
        return t.*member;
    }
    switch (field) {
    case TrialField::Id:
        return static_cast<double>(t.id);
    case TrialField::Experiment:
        return static_cast<double>(t.experiment);
    case TrialField::Phase:
        return t.phase < 0 ? kAfterAllPhases : t.phase + 1.0;
    case TrialField::Steps:
        return t.steps > 0 ? std::optional(static_cast<double>(t.steps)) : std::nullopt;
    case TrialField::Epsilon:
        return t.epsilon;
    case TrialField::Mu:
        return t.mu > 0.0 ? std::optional(t.mu) : std::nullopt; // an account of ε and δ alone has none
    case TrialField::State:
        return static_cast<double>(t.state);
    default:
        break;
    }
    const auto knob = knobOf(field);
    return knob ? valueOf(t.knobs, *knob) : std::nullopt;
}

std::string fieldText(const TrialSnapshot& t, TrialField field) {
    switch (field) {
    case TrialField::Phase:
        return isFinalRun(t)                           ? "final"
               : trialRole(t.role) == TrialRole::Trial ? "phase " + std::to_string(t.phase + 1)
                                                       : t.role;
    case TrialField::State:
        return toText(t.state);
    case TrialField::Trainer:
        return valueText(t.knobs, train::Knob::Trainer);
    case TrialField::Encoder:
        return valueText(t.knobs, train::Knob::Encoder);
    case TrialField::Tags:
        return joined(t.tags, ", ");
    case TrialField::Note:
        return t.note;
    default:
        return {};
    }
}

std::string fieldName(const TrialSnapshot& trial, TrialField field, const ExperimentNames* names) {
    std::string own = fieldText(trial, field);
    if (!own.empty() || names == nullptr) {
        return own;
    }
    return field == TrialField::Method    ? names->method
           : field == TrialField::Trainer ? names->trainer
           : field == TrialField::Encoder ? names->encoder
                                          : std::string();
}

ExperimentNames namesIn(const session::ExperimentSummary& experiment) {
    return {experiment.method.text(), experiment.trainer, experiment.encoder(),
            experiment.encoders,      experiment.dataset, experiment.options};
}

std::string otherEncoderName(const TrialSnapshot& trial, const ExperimentNames* names) {
    if (names == nullptr || names->encoders.empty()) {
        return {};
    }
    const std::string chosen = fieldText(trial, TrialField::Encoder);
    if (chosen.empty()) {
        return names->encoders.size() == 1 ? names->encoders.begin()->first : std::string();
    }
    const auto found = names->encoders.find(chosen);
    return found == names->encoders.end() ? std::string() : found->second;
}

std::string folded(std::string_view text) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto byte = static_cast<unsigned char>(out[i]);
        if (byte >= 'A' && byte <= 'Z') {
            out[i] = static_cast<char>(byte + 32);
        } else if (i + 1 < out.size()) {
            const auto next = static_cast<unsigned char>(out[i + 1]);
            const bool latin =
                byte == 0xC3 && next >= 0x80 && next <= 0x9E && next != 0x97; // À to Þ, × aside
            if (latin || (byte == 0xCE && next >= 0x91 && next <= 0x9F)) {    // Α to Ο
                out[i + 1] = static_cast<char>(next + 0x20);
            } else if (byte == 0xCE && next >= 0xA0 && next <= 0xA9) { // Π to Ω
                out[i] = static_cast<char>(0xCF);
                out[i + 1] = static_cast<char>(next - 0x20);
            }
        }
    }
    return out;
}

} // namespace parsimony::filter
