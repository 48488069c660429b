// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_sensitivity.h"

#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/compute/types.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/json_members.h"
#include "core/train/knob.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kPlan = "the plan of a trial";

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

std::optional<Sentence> wrongTrial(const TrialPlan& whole, const SensitivityTerms& terms) {
    const BodyReader& plan = whole.trial;
    const BodyReader& options = whole.options;
    const train::TrainerTraits* const trainer = train::findTrainer(options.text("trainer"));
    if (trainer == nullptr) {
        return unknownTrainer(options.text("trainer"));
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
    if (whole.releases().size() != wanted.size()) {
        return Sentence("plans for other releases than its trainer makes");
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const BodyReader& stated = whole.releases()[i];
        if (train::releaseKindNamed(stated.text("kind")) != wanted[i].kind ||
            stated.integerOr("count", 1) != wanted[i].count) {
            return Sentence("plans for other releases than its trainer makes");
        }
        const double sensitivity = stated.numberOr("sensitivity", 0.0);
        if (!atLeast(stated.numberOr("clip", 0.0), wanted[i].clip) ||
            !atLeast(sensitivity, wanted[i].sensitivity.value())) {
            return tooSmall(train::releaseName(wanted[i].kind), wanted[i].sensitivity.value(), sensitivity);
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
        if (auto wrong = wrongTrial(plan, terms)) {
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

bool isAmong(const std::vector<double>& candidates, double value) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [value](double one) { return near(one, value); });
}

bool isAmong(const std::vector<std::string>& names, const nlohmann::json& value) {
    return value.is_string() && std::find(names.begin(), names.end(), value) != names.end();
}

bool holds(const std::vector<double>& asked, double value) {
    return asked.empty() || isAmong(asked, value);
}

/// A trainer that releases nothing but gradients adds its noise multiplier times the clip to each.
bool hasItsNoise(const TrialPlan& plan) {
    const auto isGradient = [](const BodyReader& release) {
        return train::releaseKindNamed(release.text("kind")) == train::ReleaseKind::Gradient;
    };
    const auto& all = plan.releases();
    if (!std::all_of(all.begin(), all.end(), isGradient)) {
        return true;
    }
    const double multiplier = plan.trial.numberOr("noise_multiplier", 0.0);
    return std::all_of(all.begin(), all.end(), [multiplier](const BodyReader& release) {
        return near(release.numberOr("noise_sd", 0.0), multiplier * release.numberOr("clip", 0.0), 1e-6);
    });
}

/// The numbers of an array; none where it is none.
std::vector<double> numbersIn(std::string_view list) {
    std::vector<double> numbers;
    const JsonMembers all(isJsonArray(list) ? list : "[]", kPlan);
    for (const auto& each : all.all()) {
        numbers.push_back(jsonNumber(each.value, kPlan));
    }
    return numbers;
}

} // namespace

std::optional<std::vector<double>> AskedTraining::ratesOf(std::string_view trainer) const {
    const train::TrainerTraits* const traits = train::findTrainer(trainer);
    if (traits == nullptr || !traits->samples) {
        return std::vector{1.0};
    }
    if (rates.isNamed()) {
        return rates.all();
    }
    const auto place =
        static_cast<std::size_t>(std::find(trainers.begin(), trainers.end(), trainer) - trainers.begin());
    return place < ownRates.size() ? std::optional(std::vector{ownRates[place]}) : std::nullopt;
}

bool AskedTraining::offers(const std::string& knob, const nlohmann::json& value) const {
    const auto known = train::knobNamed(knob);
    if (known == train::Knob::Trainer || (known == train::Knob::Encoder && !encoders.empty())) {
        return isAmong(known == train::Knob::Trainer ? trainers : encoders, value);
    }
    return value.is_number() &&
           isAmong(AskedNumbers(BodyReader(objectOr(options), kPlan), optionOf(knob)).all(),
                   value.get<double>());
}

AskedTraining askedTraining(const BodyReader& plan, std::string_view trainers) {
    const BodyReader options(objectOr(plan.raw("options")), kPlan);
    AskedTraining asked;
    asked.options = objectOr(plan.raw("options"));
    asked.isKnown = !options.members().all().empty();
    asked.hasAlpha = options.has("alpha");
    asked.clips = {options, optionOf("max_grad_norm")};
    asked.rates = {options, optionOf("sample_rate")};
    asked.alphas = {options, "alpha"};
    asked.steps = {options, "steps"};
    if (const auto furthest = AskedNumbers(options, optionOf("learning_rates")).all(); !furthest.empty()) {
        asked.furthest = *std::max_element(furthest.begin(), furthest.end());
    }
    if (options.has("bias")) {
        asked.bias = options.flag("bias");
    }
    asked.trainers = splitAtCommas(trainers);
    asked.ownRates = numbersIn(BodyReader(objectOr(plan.raw("numbers")), kPlan).raw("rates"));
    const auto list = BodyReader(objectOr(plan.raw("constants")), kPlan).raw("encoders");
    const JsonMembers encoders(isJsonArray(list) ? list : "[]", kPlan);
    for (const auto& each : encoders.all()) {
        asked.encoders.push_back(BodyReader(objectOr(each.value), kPlan).text("name"));
    }
    return asked;
}

std::optional<Sentence> wrongTraining(const TrialPlan& plan, const AskedTraining& asked) {
    if (!plan.trains) {
        return std::nullopt;
    }
    const train::TrainerTraits* const trainer = train::findTrainer(plan.options.text("trainer"));
    if (trainer == nullptr ||
        std::find(asked.trainers.begin(), asked.trainers.end(), trainer->name) == asked.trainers.end()) {
        return otherThanAsked("trainer");
    }
    if (!holds(asked.clips.all(), plan.options.numberOr("max_grad_norm", 1.0))) {
        return otherThanAsked("max_grad_norm");
    }
    // Of a list of trainers, those that take no sample leave the rate that was asked for to the others.
    if (!holds(trainer->samples ? asked.rates.all() : std::vector{1.0},
               plan.options.numberOr("sample_rate", 1.0))) {
        return otherThanAsked("sample_rate");
    }
    if (asked.bias && *asked.bias != plan.options.flag("bias")) {
        return otherThanAsked("bias");
    }
    if (asked.isKnown && asked.hasAlpha != plan.options.number("alpha").has_value()) {
        return otherThanAsked("alpha");
    }
    return hasItsNoise(plan)
               ? std::nullopt
               : std::optional(Sentence("plans for another noise than its noise multiplier gives"));
}

WeightShape WeightShape::of(const TrialPlan& plan) {
    if (!plan.trains) {
        return {};
    }
    return {plan.options.has("bias") ? std::optional(plan.options.flag("bias")) : std::nullopt,
            plan.trial.integerOr("classes", 0)};
}

bool WeightShape::fits(const BodyReader& released) const {
    return (!bias || !released.has("bias") || released.flag("bias") == *bias) &&
           (classes == 0 || released.integerOr("classes", classes) == classes);
}

std::vector<search::RunNoise> noisesOf(const BodyReader& run) {
    std::vector<search::RunNoise> noises;
    const auto list = run.raw("noises");
    const JsonMembers all(isJsonArray(list) ? list : "[]", kPlan);
    for (const auto& each : all.all()) {
        const BodyReader noise(each.value, kPlan);
        noises.push_back({noise.numberOr("sample_rate", 1.0),
                          static_cast<std::uint32_t>(noise.integerOr("steps", 0)),
                          noise.numberOr("noise_multiplier", 0.0)});
    }
    return noises;
}

bool samplesAt(const search::RunNoise& kind, double rate) {
    return near(kind.sampleRate, rate);
}

std::optional<double> noiseIn(std::span<const search::RunNoise> kinds, double rate, std::int64_t steps) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const search::RunNoise& kind) {
        return samplesAt(kind, rate) && kind.steps == steps;
    });
    return found == kinds.end() ? std::nullopt : std::optional(found->noiseMultiplier);
}

double noisePerSigma(const SensitivityTerms& terms) {
    return search::noiseFor(NoiseMultiplier{1.0}, terms.adjacency, terms.rowsPerPerson);
}

double countSensitivity(const SensitivityTerms& terms) {
    return train::releaseSensitivity(train::ReleaseKind::Count, 1.0, terms.adjacency, terms.rowsPerPerson)
        .value();
}

bool isOfKind(const search::RunNoise& kind, const SensitivityTerms& terms, std::size_t runs,
              const ToldReleases& releases) {
    const double multiplier = kind.noiseMultiplier / noisePerSigma(terms);
    const bool isSampledSo = std::all_of(releases.begin(), releases.end(), [&](const ToldRelease& release) {
        return near(release.sampleRate, kind.sampleRate);
    });
    if (kind.sampleRate == 1.0) {
        const double most = static_cast<double>(runs) * kind.steps / (multiplier * multiplier);
        return isSampledSo && squaresOf(releases) <= most * (1.0 + 1e-9);
    }
    // Of samples no sum tells the cost: a run is so many steps of this noise.
    return isSampledSo && releases.size() == runs &&
           std::all_of(releases.begin(), releases.end(), [&](const ToldRelease& release) {
               return release.count <= kind.steps &&
                      release.noiseSd / release.sensitivity >= multiplier * (1.0 - 1e-9);
           });
}

std::vector<train::PlannedRelease> releasesOf(const ChosenRun& run, const SensitivityTerms& terms) {
    train::TrialSpec spec;
    spec.options.trainer = run.trainer->kind;
    spec.options.maxGradNorm = run.clip.value();
    spec.options.bias = run.bias;
    spec.options.alpha = run.alpha;
    spec.steps = static_cast<std::uint32_t>(std::clamp<std::int64_t>(run.steps, 1, 100'000'000));
    spec.classes = static_cast<std::uint32_t>(std::clamp<std::int64_t>(terms.classes, 2, 100'000));
    spec.labelsPerRecord =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(terms.mostLabels, 1, spec.classes));
    spec.adjacency = terms.adjacency;
    spec.rowsPerPerson = terms.rowsPerPerson;
    return train::trainerOf(run.trainer->kind).releases(spec, 1.0);
}

bool areReleases(const ToldReleases& told, const std::vector<train::PlannedRelease>& wanted, double rate) {
    for (std::size_t i = 0; i < told.size(); ++i) {
        const train::PlannedRelease& one = wanted[i % wanted.size()];
        if (told[i].kind() != one.kind || told[i].count != one.count || !near(told[i].sampleRate, rate)) {
            return false;
        }
    }
    return true;
}

std::optional<ChosenRun> chosenBy(const BodyReader& winner, const AskedTraining& asked) {
    const nlohmann::json knobs = winner.json("knobs");
    for (const auto& [name, value] : knobs.items()) {
        if (!asked.offers(name, value)) {
            return std::nullopt;
        }
    }
    const auto turned = [&](const char* name) {
        return knobs.contains(name) ? std::optional(knobs[name].get<double>()) : std::nullopt;
    };
    ChosenRun run;
    run.bias = asked.bias.value_or(false);
    run.steps = winner.integerOr("steps", 0);
    const bool isNamed = knobs.contains("trainer");
    run.trainer = train::findTrainer(isNamed                      ? knobs["trainer"].get<std::string>()
                                     : asked.trainers.size() == 1 ? asked.trainers.front()
                                                                  : std::string());
    const auto steps = asked.steps.all();
    if (run.trainer == nullptr ||
        (!steps.empty() &&
         std::find(steps.begin(), steps.end(), static_cast<double>(run.steps)) == steps.end())) {
        return std::nullopt;
    }
    const auto rates = asked.ratesOf(run.trainer->name);
    const auto clips = asked.clips.all();
    const auto alphas = asked.alphas.all();
    run.rate = run.trainer->samples ? turned("sample_rate") : std::nullopt;
    run.clip = turned("max_grad_norm");
    run.alpha = turned("alpha");
    if ((!run.rate && rates && rates->size() != 1) || (!run.clip && clips.size() > 1)) {
        return std::nullopt;
    }
    run.rate = run.rate || !rates ? run.rate : rates->front();
    run.clip = run.clip || clips.empty() ? run.clip : clips.front();
    run.alpha = run.alpha || alphas.empty() ? run.alpha : alphas.front();
    return run;
}

} // namespace parsimony::ledger
