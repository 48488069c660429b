// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_sensitivity.h"

#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/compute/types.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kPlan = "the plan of a trial";

/// Figures of a plan are decimal texts of doubles.
bool atLeast(double stated, double least) {
    return std::isfinite(stated) && stated >= least * (1.0 - 1e-12);
}

Sentence isUnknownTrainer(std::string_view name) {
    return Sentence("plans for a trainer that this version does not know, '{1}'", name.substr(0, 40));
}

Sentence tooSmall(std::string_view what, double least, double stated) {
    return Sentence("plans for a release '{1}' that a person's rows can move by {2}, not {3}", what,
                    Sentence::number(roundedText(least, 8)), Sentence::number(roundedText(stated, 8)));
}

template <class Integer>
Integer whole(const BodyReader& plan, const char* key, std::int64_t otherwise, std::int64_t most) {
    const std::int64_t value = plan.integerOr(key, otherwise);
    if (value < 1 || value > most) {
        fail(Sentence("has a plan whose '{1}' can't be", key));
    }
    return static_cast<Integer>(value);
}

/// What the releases of a trial's trainer follow from, as its plan names it.
train::TrialSpec specOf(const BodyReader& plan, const train::TrainerTraits& trainer,
                        const BodyReader& options, const SensitivityTerms& terms) {
    train::TrialSpec spec;
    spec.options.trainer = trainer.kind;
    spec.options.maxGradNorm = options.numberOr("max_grad_norm", 0.0);
    spec.options.sampleRate = options.numberOr("sample_rate", 1.0);
    spec.options.bias = options.flag("bias");
    spec.options.alpha = options.number("alpha");
    spec.options.gramFraction = options.number("gram_fraction");
    spec.steps = whole<std::uint32_t>(plan, "steps", 0, 100'000'000);
    spec.classes = whole<std::uint32_t>(plan, "classes", 0, 100'000);
    spec.labelsPerRecord = whole<std::uint32_t>(plan, "labels_per_record", 1, spec.classes);
    spec.adjacency = terms.adjacency;
    spec.rowsPerPerson = terms.rowsPerPerson;
    return spec;
}

std::optional<Sentence> wrongTrial(const BodyReader& plan, const BodyReader& options,
                                   const SensitivityTerms& terms) {
    const train::TrainerTraits* const trainer = train::findTrainer(options.text("trainer"));
    if (trainer == nullptr) {
        return isUnknownTrainer(options.text("trainer"));
    }
    if (!plan.flag("private")) {
        return Sentence("plans for a training without noise on private data");
    }
    if (!atLeast(plan.numberOr("arithmetic_slack", 0.0), compute::kArithmeticSlack)) {
        return Sentence("plans for less slack of the arithmetic than is proved");
    }
    const train::TrialSpec spec = specOf(plan, *trainer, options, terms);
    if (terms.rowsPerPerson > 1 && spec.options.sampleRate < 1.0) {
        return Sentence("plans to sample rows one by one, of which a person has several");
    }
    if (spec.labelsPerRecord < terms.mostLabels || (terms.classes > 0 && spec.classes != terms.classes)) {
        return Sentence("plans for other classes or labels than its experiment");
    }
    const auto wanted = train::trainerOf(trainer->kind).releases(spec, 1.0);
    const JsonMembers list(isJsonArray(plan.raw("releases")) ? plan.raw("releases") : "[]", kPlan);
    if (list.all().size() != wanted.size()) {
        return Sentence("plans for other releases than its trainer makes");
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const BodyReader stated(list.all()[i].value, kPlan);
        const std::string_view kind = train::releaseName(wanted[i].kind);
        if (stated.text("kind") != kind || stated.integerOr("count", 1) != wanted[i].count) {
            return Sentence("plans for other releases than its trainer makes");
        }
        const double sensitivity = stated.numberOr("sensitivity", 0.0);
        if (!atLeast(stated.numberOr("clip", 0.0), wanted[i].clip) ||
            !atLeast(sensitivity, wanted[i].sensitivity.value())) {
            return tooSmall(kind, wanted[i].sensitivity.value(), sensitivity);
        }
    }
    return std::nullopt;
}

/// What a record adds to a sum in any case: to the bin of each of its labels, and 1 to a count. A mean bounds
/// its own.
double leastClip(train::ReleaseKind kind, const SensitivityTerms& terms) {
    return kind == train::ReleaseKind::ClassCounts ? std::sqrt(static_cast<double>(terms.mostLabels))
           : kind == train::ReleaseKind::Count     ? 1.0
                                                   : 0.0;
}

/// A release that is a plan of its own. `leastClip`: what a record adds to it in any case.
std::optional<Sentence> wrongSum(std::string_view text, train::ReleaseKind kind, double leastClip,
                                 const SensitivityTerms& terms) {
    const BodyReader plan(text, kPlan);
    const double clip = plan.numberOr("clip", 0.0);
    const double sensitivity = plan.numberOr("sensitivity", 0.0);
    const double least =
        train::releaseSensitivity(kind, std::max(clip, leastClip), terms.adjacency, terms.rowsPerPerson)
            .value();
    if (!(clip > 0.0) || !atLeast(clip, leastClip) || !atLeast(sensitivity, least)) {
        return tooSmall(train::releaseName(kind), least, sensitivity);
    }
    return std::nullopt;
}

} // namespace

std::optional<Sentence> wrongSensitivity(const TrialPlan& plan, const SensitivityTerms& terms) {
    if (plan.trains) {
        if (auto wrong = wrongTrial(plan.trial, plan.options, terms)) {
            return wrong;
        }
    }
    for (const auto& [key, value] : plan.all.members().all()) {
        const auto sum = sumAt(key);
        if (sum && isJsonObject(value)) {
            if (auto wrong = wrongSum(value, *sum, leastClip(*sum, terms), terms)) {
                return wrong;
            }
        }
    }
    return std::nullopt;
}

namespace {

/// The numbers of an option that takes a list; none where it is not named.
std::vector<double> numbersOf(const BodyReader& options, const std::string& name) {
    if (!options.has(name.c_str())) {
        return {};
    }
    const nlohmann::json value = options.json(name.c_str());
    return value.is_string()   ? parseNumberList(value.get<std::string>(), name)
           : value.is_number() ? std::vector{value.get<double>()}
                               : std::vector<double>();
}

/// The least of an option that takes a list; 0 where it is none.
double leastOf(const BodyReader& options, const char* name) {
    const std::vector<double> values = numbersOf(options, name);
    return values.empty() ? 0.0 : *std::min_element(values.begin(), values.end());
}

bool holds(const std::vector<double>& asked, double value) {
    return asked.empty() ||
           std::any_of(asked.begin(), asked.end(), [value](double one) { return near(one, value); });
}

/// A trainer that releases nothing but gradients adds its noise multiplier times the clip to each.
bool hasItsNoise(const BodyReader& trial) {
    const auto text = trial.raw("releases");
    const JsonMembers releases(isJsonArray(text) ? text : "[]", kPlan);
    const auto isGradient = [](const JsonMembers::Member& one) {
        return BodyReader(one.value, kPlan).text("kind") == train::releaseName(train::ReleaseKind::Gradient);
    };
    const auto& all = releases.all();
    if (!std::all_of(all.begin(), all.end(), isGradient)) {
        return true;
    }
    const double multiplier = trial.numberOr("noise_multiplier", 0.0);
    return std::all_of(all.begin(), all.end(), [multiplier](const JsonMembers::Member& one) {
        const BodyReader release(one.value, kPlan);
        return near(release.numberOr("noise_sd", 0.0), multiplier * release.numberOr("clip", 0.0), 1e-6);
    });
}

/// What is wrong with releases of a run of this trainer.
std::optional<Sentence> wrongRun(std::string_view trainer, double clip, bool bias, const ToldReleases& record,
                                 const SensitivityTerms& terms) {
    const train::TrainerTraits* const traits = train::findTrainer(trainer);
    if (traits == nullptr) {
        return isUnknownTrainer(trainer);
    }
    train::TrialSpec spec;
    spec.options.trainer = traits->kind;
    spec.options.maxGradNorm = clip;
    if (!(clip > 0.0)) {
        return Sentence("has a plan whose '{1}' can't be", "max-grad-norm");
    }
    spec.options.bias = bias;
    spec.steps = 1;
    spec.classes = static_cast<std::uint32_t>(std::clamp<std::int64_t>(terms.classes, 2, 100'000));
    spec.labelsPerRecord =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(terms.mostLabels, 1, spec.classes));
    spec.adjacency = terms.adjacency;
    spec.rowsPerPerson = terms.rowsPerPerson;
    // A run may have been given matrices of its classes or not.
    auto wanted = train::trainerOf(traits->kind).releases(spec, 1.0);
    spec.options.alpha = 0.0;
    const auto ofClasses = train::trainerOf(traits->kind).releases(spec, 1.0);
    const auto has = [](const auto& list, std::string_view name) {
        return std::any_of(list.begin(), list.end(),
                           [&](const auto& one) { return train::releaseName(one.kind) == name; });
    };
    for (const train::PlannedRelease& one : wanted) {
        const std::string_view name = train::releaseName(one.kind);
        if (has(ofClasses, name) && std::none_of(record.begin(), record.end(), [&](const ToldRelease& told) {
                return told.what == name;
            })) {
            return Sentence("records other releases of a winner than its trainer makes");
        }
    }
    wanted.insert(wanted.end(), ofClasses.begin(), ofClasses.end());
    train::PlannedRelease scored;
    scored.kind = train::ReleaseKind::Count;
    scored.sensitivity =
        train::releaseSensitivity(train::ReleaseKind::Count, 1.0, terms.adjacency, terms.rowsPerPerson);
    wanted.push_back(scored);
    for (const ToldRelease& release : record) {
        const auto found = std::find_if(wanted.begin(), wanted.end(), [&](const train::PlannedRelease& one) {
            return train::releaseName(one.kind) == release.what;
        });
        if (found == wanted.end()) {
            return Sentence("records other releases of a winner than its trainer makes");
        }
        if (!atLeast(release.sensitivity, found->sensitivity.value())) {
            return Sentence("records a release '{1}' that a person's rows can move by {2}, not {3}",
                            release.what, Sentence::number(roundedText(found->sensitivity.value(), 8)),
                            Sentence::number(roundedText(release.sensitivity, 8)));
        }
    }
    return std::nullopt;
}

} // namespace

AskedTraining askedTraining(const BodyReader& plan) {
    const BodyReader options(objectOr(plan.raw("options")), kPlan);
    AskedTraining asked;
    asked.isKnown = !options.members().all().empty();
    asked.hasAlpha = options.has("alpha");
    asked.clips = numbersOf(options, optionOf("max_grad_norm"));
    asked.rates = numbersOf(options, optionOf("sample_rate"));
    if (options.has("bias")) {
        asked.bias = options.flag("bias");
    }
    return asked;
}

std::optional<Sentence> wrongTraining(const TrialPlan& plan, const AskedTraining& asked,
                                      std::string_view trainers) {
    if (!plan.trains) {
        return std::nullopt;
    }
    const auto listed = splitAtCommas(trainers);
    const train::TrainerTraits* const trainer = train::findTrainer(plan.options.text("trainer"));
    if (trainer == nullptr || std::find(listed.begin(), listed.end(), trainer->name) == listed.end()) {
        return otherThanAsked("trainer");
    }
    if (!holds(asked.clips, plan.options.numberOr("max_grad_norm", 1.0))) {
        return otherThanAsked("max_grad_norm");
    }
    // Of a list of trainers, those that take no sample leave the rate that was asked for to the others.
    if (!holds(trainer->samples ? asked.rates : std::vector{1.0},
               plan.options.numberOr("sample_rate", 1.0))) {
        return otherThanAsked("sample_rate");
    }
    if (asked.bias && *asked.bias != plan.options.flag("bias")) {
        return otherThanAsked("bias");
    }
    if (asked.isKnown && asked.hasAlpha != plan.options.number("alpha").has_value()) {
        return otherThanAsked("alpha");
    }
    return hasItsNoise(plan.trial)
               ? std::nullopt
               : std::optional(Sentence("plans for another noise than its noise multiplier gives"));
}

// Which trainer and clip of a list won, the plan can't know: those that move least are asked for.
std::optional<Sentence> wrongWinnersReleases(std::string_view trainers, std::string_view options,
                                             const ToldReleases& record, const SensitivityTerms& terms) {
    const BodyReader planned(isJsonObject(options) ? options : "{}", kPlan);
    const double clip = leastOf(planned, "max-grad-norm");
    std::optional<Sentence> first;
    for (const std::string& trainer : splitAtCommas(trainers)) {
        const auto wrong = wrongRun(trainer, clip, planned.flag("bias"), record, terms);
        if (!wrong) {
            return std::nullopt;
        }
        first = first ? first : wrong;
    }
    return first;
}

double squaresOf(const ToldRelease& release) {
    return static_cast<double>(release.count) * std::pow(release.sensitivity / release.noiseSd, 2.0);
}

bool hasRates(std::span<const search::RunNoise> kinds, std::string_view trainers,
              const AskedTraining& asked) {
    const auto listed = splitAtCommas(trainers);
    return std::all_of(listed.begin(), listed.end(), [&](const std::string& name) {
        const train::TrainerTraits* const trainer = train::findTrainer(name);
        const std::vector<double> rates =
            trainer != nullptr && trainer->samples ? asked.rates : std::vector{1.0};
        return std::all_of(rates.begin(), rates.end(), [&kinds](double rate) {
            return std::any_of(kinds.begin(), kinds.end(),
                               [rate](const search::RunNoise& kind) { return near(kind.sampleRate, rate); });
        });
    });
}

bool isOfKind(const search::RunNoise& kind, double noisePerSigma, std::size_t runs,
              const ToldReleases& releases) {
    const double multiplier = kind.noiseMultiplier / noisePerSigma;
    double squares = 0.0;
    for (const ToldRelease& release : releases) {
        squares += squaresOf(release);
    }
    const bool isSampledSo = std::all_of(releases.begin(), releases.end(), [&](const ToldRelease& release) {
        return near(release.sampleRate, kind.sampleRate);
    });
    if (kind.sampleRate == 1.0) {
        const double most = static_cast<double>(runs) * kind.steps / (multiplier * multiplier);
        return isSampledSo && squares <= most * (1.0 + 1e-9);
    }
    // Of samples no sum tells the cost: a run is so many steps of this noise.
    return isSampledSo && releases.size() == runs &&
           std::all_of(releases.begin(), releases.end(), [&](const ToldRelease& release) {
               return release.count <= kind.steps &&
                      release.noiseSd / release.sensitivity >= multiplier * (1.0 - 1e-9);
           });
}

} // namespace parsimony::ledger
