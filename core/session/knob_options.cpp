// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/knob_options.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/session/joined_encoders.h"
#include "core/session/method_choice.h"

#include <algorithm>
#include <string>

namespace parsimony::session {

namespace {

using train::Knob;

/// The member of the options that holds a knob, given to `visit`.
template <class Options, class Visit>
auto memberOf(Options& options, Knob knob, const Visit& visit) {
    switch (knob) {
    case Knob::Clip:
        return visit(options.maxGradNorm);
    case Knob::Momentum:
        return visit(options.momentum);
    case Knob::WeightDecay:
        return visit(options.weightDecay);
    case Knob::Ridge:
        return visit(options.ridge);
    case Knob::GramFraction:
        return visit(options.gramFraction);
    case Knob::Alpha:
        return visit(options.alpha);
    case Knob::SampleRate:
        return visit(options.sampleRate);
    case Knob::InitScale:
    case Knob::Encoder: // no numbers: see axesOf() and fix()
    case Knob::Trainer:
        break;
    }
    return visit(options.initScale);
}

/// A method that goes on from what scores chose has one trainer, unless phases fit a line for each.
bool takesTrainers(const search::MethodTraits& method) {
    return !method.adapts || method.hasPhases;
}

/// Whether the other options would let that method run.
bool fits(const RunOptions& options, const search::MethodTraits& method) {
    const std::vector<TrainerKind> trainers = trainersOf(options);
    const bool suits = std::all_of(trainers.begin(), trainers.end(), [&](TrainerKind trainer) {
        const train::TrainerTraits& traits = train::traitsOf(trainer);
        return (traits.stepSize || !method.needsStepSize) &&
               (traits.plainDescent || !method.needsPlainDescent);
    });
    const bool sampled = samples(options, ownRates(options)) && !options.isNoiseless();
    return suits && (!sampled || method.drawsInPlan);
}

/// Methods that search lists of such a knob, beside the other options.
std::string searching(const RunOptions& options, Knob knob) {
    std::string names;
    for (const search::MethodTraits* method : search::allMethods()) {
        const bool takes =
            knob == Knob::Trainer ? method->takesAxes && takesTrainers(*method) : method->takesAxes;
        if ((takes || (knob == Knob::Encoder && method->takesEncoders)) && fits(options, *method)) {
            names += (names.empty() ? "" : ", ") + std::string(method->name);
        }
    }
    return names;
}

/// Methods that take such lists beside Poisson samples.
std::string drawingInPlan() {
    std::string names;
    for (const search::MethodTraits* method : search::allMethods()) {
        if (method->drawsInPlan) {
            names += (names.empty() ? "" : ", ") + std::string(method->name);
        }
    }
    return names;
}

/// Trainers that a search may choose among: they step along clipped gradients at a rate that is looked for,
/// and their defaults are the same but for q.
bool maySearch(const train::TrainerTraits& trainer) {
    return trainer.followsUnitNoise() && trainer.clippedGradients && !trainer.initBias && !trainer.onlyLoss;
}

/// Does `auto` train on centred rows, as it chooses or as it is told?
bool trainsCentred(const RunOptions& options) {
    RunOptions open = options;
    open.featureMap.reset();
    return centresItself(open) &&
           options.featureMap.value_or(FeatureMapKind::Centred) != FeatureMapKind::None;
}

void checkTrainers(const RunOptions& options, const search::MethodTraits& method) {
    std::string names;
    for (const train::TrainerTraits* trainer : train::allTrainers()) {
        if (maySearch(*trainer)) {
            names += (names.empty() ? "" : ", ") + std::string(trainer->name);
        }
    }
    for (const TrainerKind trainer : options.trainers) {
        if (!maySearch(train::traitsOf(trainer))) {
            failUsage(
                Sentence("--trainer takes a list of those that step along clipped gradients at a rate that "
                         "is looked for ({1}), and {2} is none of them",
                         names, train::trainerName(trainer)));
        }
        if (std::count(options.trainers.begin(), options.trainers.end(), trainer) > 1) {
            failUsage(Sentence("{1} has {2} twice", "--trainer", train::trainerName(trainer)));
        }
    }
    if (!options.trainers.empty() && !takesTrainers(method)) {
        failUsage(
            Sentence("--method {1} takes one value of {2}: give one, or a method that searches lists ({3})",
                     method.name, "--trainer", searching(options, Knob::Trainer)));
    }
}

} // namespace

std::string optionOf(Knob knob) {
    if (knob == Knob::Encoder) {
        return "--data";
    }
    std::string option = "--" + std::string(train::knobName(knob));
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
}

std::vector<TrainerKind> trainersOf(const RunOptions& options) {
    return options.trainers.empty() ? std::vector{options.trainer} : options.trainers;
}

compute::Precision precisionOf(const RunOptions& options) {
    return options.precision.value_or(compute::Precision::Float32);
}

std::string trainersText(const RunOptions& options) {
    return joined(collected<std::string>(trainersOf(options), train::trainerName), ",");
}

namespace {

/// Of several trainers those that read every record take no notice of --sample-rate.
bool takesRate(const RunOptions& options, TrainerKind trainer) {
    return options.sampleRate && (options.trainers.empty() || train::traitsOf(trainer).samples);
}

} // namespace

OwnRates ownRates(const RunOptions& options, const train::TrainerTraits& (*traits)(TrainerKind)) {
    OwnRates rates;
    for (const TrainerKind trainer : trainersOf(options)) {
        rates.push_back(traits(trainer).sampleRate);
    }
    return rates;
}

double firstRate(const RunOptions& options, TrainerKind trainer, const OwnRates& own) {
    if (takesRate(options, trainer)) {
        return options.sampleRate->first();
    }
    const std::vector<TrainerKind> trainers = trainersOf(options);
    const auto place = std::find(trainers.begin(), trainers.end(), trainer);
    return own.at(static_cast<std::size_t>(place - trainers.begin()));
}

std::vector<double> ratesOf(const RunOptions& options, const OwnRates& own) {
    std::vector<double> rates;
    for (const TrainerKind trainer : trainersOf(options)) {
        if (takesRate(options, trainer)) {
            const std::vector<double>& asked = options.sampleRate->values();
            rates.insert(rates.end(), asked.begin(), asked.end());
        } else {
            rates.push_back(firstRate(options, trainer, own));
        }
    }
    return rates;
}

bool samples(const RunOptions& options, const OwnRates& own) {
    const std::vector<double> rates = ratesOf(options, own);
    return *std::min_element(rates.begin(), rates.end()) < 1.0;
}

std::optional<NumberList> listOf(const RunOptions& options, Knob knob) {
    if (train::isNamed(knob)) {
        return std::nullopt;
    }
    return memberOf(options, knob, [](const auto& list) { return std::optional<NumberList>(list); });
}

std::vector<train::Axis> axesOf(const RunOptions& options) {
    std::vector<train::Axis> axes;
    for (const Knob knob : train::kKnobs) {
        const std::optional<NumberList> list = listOf(options, knob);
        if (list && !list->single()) {
            axes.push_back({knob, list->values()});
        }
    }
    if (!options.trainers.empty()) {
        axes.push_back({Knob::Trainer, {}, {}, options.trainers});
    }
    if (options.choosesEncoder()) {
        train::Axis& axis = axes.emplace_back(train::Axis{Knob::Encoder, {}});
        for (const auto& [name, data] : options.encoders) {
            axis.encoders.push_back(name);
        }
    }
    return axes;
}

namespace {

void checkAxis(const RunOptions& options, const train::Axis& axis) {
    const search::MethodTraits& method = search::traitsOf(methodOf(options));
    const std::string option = optionOf(axis.knob);
    for (auto value = axis.values.begin(); value != axis.values.end(); ++value) {
        if (std::find(axis.values.begin(), value, *value) != value) {
            failUsage(Sentence("{1} has {2} twice", option, *value));
        }
    }
    const std::vector<TrainerKind> trainers = trainersOf(options);
    if (std::none_of(trainers.begin(), trainers.end(), [&](TrainerKind trainer) {
            return train::hasKnob(train::traitsOf(trainer), axis.knob);
        })) {
        failUsage(Sentence("--trainer {1} does not look at {2}, so there is nothing to choose: leave it out",
                           trainersText(options), option));
    }
    if (axis.knob == Knob::Encoder && method.takesEncoders && !trainsCentred(options)) {
        failUsage(Sentence("--method {1} chooses among encoders on centred rows: leave out "
                           "--feature-map none, --mean and --head, or take another method",
                           method.name));
    }
    if (axis.knob == Knob::Encoder && method.takesEncoders) {
        return;
    }
    if (!method.takesAxes && axis.knob == Knob::Encoder) {
        failUsage(Sentence("--method {1} takes one encoder: give one --data, or a method that searches "
                           "several ({2})",
                           method.name, searching(options, axis.knob)));
    }
    if (!method.takesAxes) {
        failUsage(Sentence("--method {1} takes one value of {2}: give one, or a method that searches "
                           "lists ({3})",
                           method.name, option, searching(options, axis.knob)));
    }
    if (samples(options, ownRates(options)) && !method.drawsInPlan && !options.isNoiseless()) {
        refuse(Sentence("under Poisson sampling nothing but the learning rate may depend on scores, and "
                        "--method {1} would choose {2} by them: give one value, full batches "
                        "(--sample-rate 1), or a method whose plan draws every run and whose result is one "
                        "of them ({3})",
                        method.name, option, drawingInPlan()));
    }
}

} // namespace

void checkAxes(const RunOptions& options) {
    checkTrainers(options, search::traitsOf(methodOf(options)));
    for (const train::Axis& axis : axesOf(options)) {
        try {
            checkAxis(options, axis);
        } catch (const Error& error) {
            throw SaidError(error.code(), train::withCommaHint(sentenceOf(error), {axis}));
        }
    }
}

void checkTrainersOfSlice(const RunOptions& options) {
    const search::MethodTraits& method = search::traitsOf(methodOf(options));
    if (!options.trainers.empty() && !method.drawsInPlan) {
        refuseListInSlice(options, optionOf(Knob::Trainer), {});
    }
}

void refuseListInSlice(const RunOptions& options, const std::string& option,
                       const std::vector<train::Axis>& axes) {
    refuse(train::withCommaHint(
        Sentence("the account of these records is of kind slices, where the plan fixes what every run "
                 "releases, and --method {1} would choose {2} by scores: give one value, or a method whose "
                 "plan draws every run and whose result is one of them ({3})",
                 search::methodName(methodOf(options)), option, drawingInPlan()),
        axes));
}

void fix(RunOptions& options, const train::Knobs& knobs) {
    for (const auto& [knob, value, encoder, trainer] : knobs) {
        if (knob == Knob::Encoder) {
            options = withEncoder(std::move(options), encoder);
            continue;
        }
        if (knob == Knob::Trainer) {
            options.trainer = trainer.value();
            options.trainers.clear();
            continue;
        }
        memberOf(options, knob, [value = value](auto& list) { list = NumberList(value); });
    }
}

namespace {

/// What `several` says of the encoder, beside what holds for all.
void take(std::string& one, ByEncoder& several, const std::string& encoder) {
    for (auto& [name, text] : several) {
        if (name == encoder) {
            one = text;
        }
    }
    several.clear();
}

} // namespace

std::string encoderIdOf(const RunOptions& options, const std::string& encoder) {
    if (std::string own = textFor(options.encoderIds, encoder); !own.empty()) {
        return own;
    }
    if (options.encoders.size() == 1) {
        return options.encoderId;
    }
    std::string all;
    for (const std::string& name : joinedNames(options.encoders, encoder)) {
        const std::string one = textFor(options.encoderIds, name);
        if (one.empty()) {
            return {};
        }
        all += (all.empty() ? "" : "+") + one;
    }
    return all;
}

std::string onlyEncoder(const RunOptions& options) {
    if (options.encoders.empty()) {
        return options.encoderId;
    }
    const std::string id = encoderIdOf(options, options.data);
    return id.empty() ? options.data : id;
}

RunOptions withEncoder(RunOptions options, const std::string& encoder) {
    if (!joinedNames(options.encoders, encoder).empty()) {
        options.data = encoder; // the others say where its rows are
        return options;
    }
    if (!options.encoders.empty()) { // sets are "ENCODER:NAME"
        const std::string before = encoder + ":";
        std::map<std::string, PartFiles> own;
        for (auto& [name, files] : options.ood) {
            if (name.starts_with(before)) {
                own[name.substr(before.size())] = std::move(files);
            } else if (options.encoders.size() == 1) {
                own[name] = std::move(files);
            }
        }
        options.ood = std::move(own);
    }
    take(options.data, options.encoders, encoder);
    take(options.encoderId, options.encoderIds, encoder);
    take(options.train.ids, options.recordIds, encoder);
    take(options.test.ids, options.testRecordIds, encoder);
    take(options.validation.ids, options.validationRecordIds, encoder);
    options.sameOrder = false;
    return options;
}

} // namespace parsimony::session
