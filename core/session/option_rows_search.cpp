// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about search, trainer and machine.
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/search/method_entry.h"
#include "core/session/method_choice.h"
#include "core/session/option_table.h"

#include <algorithm>

namespace parsimony::session::rows {

namespace {

using namespace values;
using enum OptionPlace;
using search::MethodTraits;
using train::TrainerTraits;

std::vector<const MethodTraits*> allMethods() {
    std::vector<const MethodTraits*> all;
    for (const search::Method* method : search::kMethods) {
        all.push_back(&method->traits);
    }
    return all;
}

std::vector<MethodKind> methodsThat(bool MethodTraits::*trait) {
    std::vector<MethodKind> methods;
    for (const MethodTraits* method : allMethods()) {
        if (method->*trait) {
            methods.push_back(method->kind);
        }
    }
    return methods;
}

std::vector<TrainerKind> trainersThat(bool TrainerTraits::*trait, bool wanted = true) {
    std::vector<TrainerKind> trainers;
    for (const TrainerTraits* trainer : train::allTrainers()) {
        if (trainer->*trait == wanted) {
            trainers.push_back(trainer->kind);
        }
    }
    return trainers;
}

Words<MethodKind> methodWords() {
    Words<MethodKind> words;
    for (const MethodTraits* method : allMethods()) {
        words.push_back({method->kind, std::string(method->name), std::string(method->label),
                         std::string(method->summary)});
    }
    return words;
}

Words<TrainerKind> trainerWords() {
    Words<TrainerKind> words;
    for (const TrainerTraits* trainer : train::allTrainers()) {
        words.push_back({trainer->kind, std::string(trainer->name), std::string(trainer->label),
                         std::string(trainer->summary)});
    }
    return words;
}

void add(std::vector<OptionException>& exceptions, const std::string& value, std::string_view name) {
    const auto known = std::find_if(exceptions.begin(), exceptions.end(),
                                    [&](const OptionException& each) { return each.value == value; });
    if (known != exceptions.end()) {
        known->of.emplace_back(name);
    } else {
        exceptions.push_back({value, {std::string(name)}});
    }
}

constexpr std::optional<double> MethodTraits::*kNoMethod = nullptr;

/// Who takes another value than most where nobody asks for one.
template <class OfMethod, class OfTrainer>
std::vector<OptionException> exceptions(OfMethod MethodTraits::*method, OfTrainer TrainerTraits::*trainer) {
    std::vector<OptionException> found;
    if (method != nullptr) {
        for (const MethodTraits* traits : allMethods()) {
            if (const auto& value = traits->*method) {
                add(found, numberText(*value), traits->name);
            }
        }
    }
    for (const TrainerTraits* traits : train::allTrainers()) {
        if (std::optional<double> value = traits->*trainer; traits->*trainer != TrainerTraits{}.*trainer) {
            add(found, numberText(*value), traits->name);
        }
    }
    return found;
}

std::vector<OptionException> lossExceptions() {
    std::vector<OptionException> found;
    for (const TrainerTraits* traits : train::allTrainers()) {
        if (traits->loss() != TrainerTraits{}.loss()) {
            add(found, std::string(compute::lossName(traits->loss())), traits->name);
        }
    }
    return found;
}

/// As defaultMethod() chooses.
std::string defaultMethods() {
    std::vector<OptionException> found;
    for (const TrainerTraits* traits : train::allTrainers()) {
        O options;
        options.trainer = traits->kind;
        if (const MethodKind method = defaultMethod(options); method != MethodKind::Single) {
            add(found, std::string(search::methodName(method)), traits->name);
        }
    }
    std::string text;
    for (const OptionException& each : found) {
        const bool adapts = each.value == search::methodName(MethodKind::Auto);
        text += each.value + " for " + listed(each.of) + (adapts ? " unless trials are asked for, " : ", ");
    }
    return text + "else " + std::string(search::methodName(MethodKind::Single));
}

std::optional<search::Range> readRange(const std::string& text, const std::string& option) {
    if (text == "auto") {
        return std::nullopt;
    }
    const bool pair = text.find(':') == std::string::npos;
    const std::vector<double> ends = pair ? parseNumberList(text, option) : std::vector<double>{};
    if (ends.size() != 2) {
        failUsage(Sentence("{1} must be auto or LO,HI", option));
    }
    const search::Range range{ends[0], ends[1]};
    search::checkRange(range, option);
    return range;
}

std::string writeRange(const std::optional<search::Range>& range) {
    return range ? numberText(range->lo) + "," + numberText(range->hi) : "auto";
}

search::RunsFamily readFamily(const std::string& text, const std::string& /*option*/) {
    return search::runsFamilyFromText(text);
}

train::HeadOption readHead(const std::string& text, const std::string& option) {
    return train::parseHead(text, option);
}

InitChoice readInit(const std::string& text, const std::string& option) {
    using train::InitKind;
    if (text.empty()) {
        failUsage(Sentence("{1} must be zero, he or a file", option));
    }
    return text == "zero" ? InitChoice{}
           : text == "he" ? InitChoice{InitKind::He}
                          : InitChoice{InitKind::File, text};
}

std::string writeInit(const InitChoice& init) {
    using train::InitKind;
    return init.kind == InitKind::Zero ? "zero" : init.kind == InitKind::He ? "he" : init.file;
}

std::string readDevice(const std::string& text, const std::string& /*option*/) {
    compute::requireDeviceName(text);
    return text;
}

std::string writeDevice(const std::string& device) {
    return device;
}

/// Whether the processor has them is asked where they are to run: options may be written elsewhere.
std::string readInstructions(const std::string& text, const std::string& /*option*/) {
    return text;
}

} // namespace

std::vector<Option> ofSearch() {
    return {
        {.name = "method",
         .value = choice(&O::method, methodWords()),
         .help = "How hyperparameters are found (oracle: public data only)",
         .label = inWindow("&Method"),
         .meaning = inWindow("How hyperparameters are found."),
         .otherwise = defaultMethods(),
         .place = First},
        {.name = "phase-epsilons",
         .value = list(&O::phaseEpsilons, kEpsilons),
         .help = "Epsilon of a trial in each phase",
         .otherwise = "0.1 and 0.2 of the experiment's",
         .methods = methodsThat(&MethodTraits::hasPhases)},
        {.name = "trials",
         .value = count(&O::trials, {1.0}),
         .help = "Trials per phase",
         .otherwise = std::to_string(O::defaultTrials),
         .methods = methodsThat(&MethodTraits::takesTrials)},
        {.name = "fit",
         .value = choice(&O::fit, Words<FitCurve>{{FitCurve::Linear, "linear", inWindow("line")},
                                                  {FitCurve::Quadratic, "quadratic", inWindow("parabola")}}),
         .help = "Curve through the phases' winners",
         .label = inWindow("Fit"),
         .meaning =
             inWindow("The curve through the winners of the phases that is extrapolated to the final run."),
         .methods = methodsThat(&MethodTraits::hasPhases),
         .place = More},
        {.name = "fit-against",
         .value = choice(&O::fitAgainst, Words<FitAxis>{{FitAxis::Epsilon, toText(FitAxis::Epsilon), "ε"},
                                                        {FitAxis::Mu, toText(FitAxis::Mu), "μ"}}),
         .help = "What r is fitted against",
         .label = inWindow("Fit against"),
         .meaning = inWindow("Whether r grows with ε or with μ: the axis along which it is extrapolated."),
         .methods = methodsThat(&MethodTraits::hasPhases),
         .place = More},
        {.name = "phase-start",
         .value =
             choice(&O::phaseStart,
                    Words<search::PhaseStart>{
                        {search::PhaseStart::WholeRange, "whole-range", inWindow("whole range")},
                        {search::PhaseStart::Scaled, "scaled", inWindow("around the scaled winner")},
                        {search::PhaseStart::AboveWinner, "above-winner", inWindow("above the winner")}}),
         .help = "Where later phases look: the whole range, around the winner scaled by epsilon, or above it",
         .label = inWindow("Later phases"),
         .meaning = inWindow(
             "Where later phases look for r: everywhere, around the first winner scaled by ε, or above it."),
         .methods = methodsThat(&MethodTraits::hasPhases),
         .place = More},
        {.name = "sampler",
         .value = choice(&O::sampler,
                         Words<search::SamplerKind>{
                             {search::SamplerKind::Stratified, "stratified", inWindow("stratified")},
                             {search::SamplerKind::LogUniform, "log-uniform", inWindow("log-uniform")},
                             {search::SamplerKind::Uniform, "uniform", inWindow("uniform")},
                             {search::SamplerKind::Grid, "grid", inWindow("grid")},
                             {search::SamplerKind::Bisection, "bisection", inWindow("bisection")}}),
         .help = "How r is drawn",
         .label = inWindow("Sampler"),
         .meaning = inWindow("How the values of r are drawn in each phase."),
         .methods = methodsThat(&MethodTraits::drawsTotalStep),
         .place = More},
        {.name = "decomposition",
         .value = choice(&O::decomposition,
                         Words<search::DecompositionKind>{
                             {search::DecompositionKind::Derive, "derive", inWindow("draw T, derive η")},
                             {search::DecompositionKind::SampleUntil, "sample-until",
                              inWindow("draw both until they fit")},
                             {search::DecompositionKind::Independent, "independent", inWindow("draw both")}}),
         .help = "How r becomes learning rate and steps",
         .label = inWindow("r into η·T"),
         .meaning = inWindow("How a total step size becomes a learning rate and a number of steps."),
         .methods = methodsThat(&MethodTraits::drawsTotalStep),
         .place = More},
        {.name = "total-step-size",
         .value = parsed(&O::totalStepSize, "auto|LO,HI", readRange, writeRange),
         .help = "Range of r",
         .label = inWindow("Step size r"),
         .meaning = inWindow(
             "The space that r = η·T is searched in: auto (from the noise that the weights will hold, no "
             "data needed) or LOW,HIGH."),
         .methods = methodsThat(&MethodTraits::drawsTotalStep),
         .place = Plan},
        {.name = "learning-rates",
         .value = list(&O::learningRates, kPositive),
         .help = "1,2,5 or log:LO:HI:N or lin:LO:HI:N",
         .label = inWindow("Rates η"),
         .meaning = inWindow(
             "Learning rates of a grid, as a list: 0.1,1,10 or log:0.05:20:8. A single run takes one."),
         .methods = methodsThat(&MethodTraits::takesRates),
         .trainers = trainersThat(&TrainerTraits::stepSize),
         .place = Plan},
        {.name = "steps",
         .value = list(&O::steps, {1.0, 1e7}, true),
         .help = "Step counts",
         .label = inWindow("Steps T"),
         .meaning = inWindow("Numbers of steps to choose from, as a list."),
         .otherwise = numberText(TrainerTraits{}.steps),
         .exceptions = exceptions(&MethodTraits::steps, &TrainerTraits::steps),
         .place = Plan},
        {.name = "runs-mean",
         .value = number(&O::runsMean, kPositive),
         .help = "Mean number of runs of a private selection",
         .label = inWindow("Runs, mean"),
         .meaning = inWindow(
             "How many runs a private selection makes on average. The number itself is drawn in secret."),
         .otherwise = numberText(search::kMeanRuns),
         .methods = methodsThat(&MethodTraits::privateSelection),
         .place = Plan},
        {.name = "runs-family",
         .value = parsed(&O::runsFamily, "poisson|tnb:ETA", readFamily, search::toText),
         .help = "How that number is distributed",
         .label = inWindow("Runs, family"),
         .meaning = inWindow(
             "How the secret number of runs is distributed: poisson, or tnb:ETA with a shape above -1."),
         .methods = methodsThat(&MethodTraits::privateSelection),
         .place = More},
        {.name = "subset-fraction",
         .value = number(&O::subsetFraction, kShares),
         .help = "Share of the records that tuning looks at",
         .label = inWindow("Subset share"),
         .meaning = inWindow("Share of the records that tuning looks at; the final run takes the others."),
         .otherwise = numberText(search::kSubsetFraction),
         .methods = methodsThat(&MethodTraits::subset),
         .place = Plan},
        {.name = "score",
         .value = choice(&O::score,
                         Words<ScoreKind>{{ScoreKind::Noisy, "noisy", inWindow("noisy count on train")},
                                          {ScoreKind::Validation, "validation", inWindow("validation part")},
                                          {ScoreKind::Exact, "exact", inWindow("exact (public data only)")}}),
         .help = "How a trial is scored (exact: public data only)",
         .label = inWindow("Score"),
         .meaning = inWindow(
             "How trials are told apart. A noisy count is charged; a private validation part has its own "
             "account."),
         .place = More},
        {.name = "score-fraction",
         .value = number(&O::scoreFraction, kShares),
         .help = "Share of a trial's budget that its score takes",
         .label = inWindow("Score share"),
         .meaning = inWindow("Share of a trial's μ² that its noisy score takes."),
         .when = [](const O& o) { return o.score == ScoreKind::Noisy; },
         .place = More},
    };
}

std::vector<Option> ofTrainer() {
    return {
        {.name = "trainer",
         .value = choice(&O::trainer, trainerWords()),
         .help = "What trains the classifier",
         .label = inWindow("T&rainer"),
         .meaning = inWindow("The optimiser whose steps are clipped and noised."),
         .place = First},
        {.name = "head",
         .value = parsed(&O::head, "linear|sequence:L|hidden:H", readHead, train::headText),
         .help = "Shape of the classifier",
         .label = inWindow("Head"),
         .meaning = inWindow(
             "Shape of the classifier: linear, sequence:L for L vectors a record, or hidden:H with H hidden "
             "units (which needs the initial weights he)."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More},
        {.name = "loss",
         .value = choice(&O::loss, Words<compute::Loss>{{compute::Loss::Softmax, "softmax", "softmax"},
                                                        {compute::Loss::Sigmoid, "sigmoid", "sigmoid"}}),
         .help = "Loss",
         .label = inWindow("Loss"),
         .meaning = inWindow("What training makes small. Some trainers know one loss alone."),
         .otherwise = std::string(compute::lossName(TrainerTraits{}.loss())),
         .exceptions = lossExceptions(),
         .place = More},
        {.name = "max-grad-norm",
         .value = number(&O::maxGradNorm, {1e-20, 1e20}),
         .help = "Clipping norm",
         .label = inWindow("Clip c"),
         .meaning = inWindow("Clipping norm: the most that one record can add to a gradient sum."),
         .otherwise = numberText(TrainerTraits{}.maxGradNorm),
         .exceptions = exceptions(&MethodTraits::maxGradNorm, &TrainerTraits::maxGradNorm),
         .place = More},
        {.name = "momentum",
         .value = number(&O::momentum, {0.0, 1.0, false, true}),
         .help = "Momentum",
         .label = inWindow("Momentum ρ"),
         .meaning = inWindow("Share of the last step that is kept in the next."),
         .trainers = trainersThat(&TrainerTraits::momentum),
         .place = More},
        {.name = "sample-rate",
         .value = number(&O::sampleRate, {0.0, 1.0, true, false}),
         .help = "Poisson sampling rate",
         .label = inWindow("Sample rate q"),
         .meaning = inWindow("The chance of each record to be in a step's batch (Poisson sampling)."),
         .otherwise = inWindow("1, full batches"),
         .exceptions = exceptions(kNoMethod, &TrainerTraits::sampleRate),
         .trainers = trainersThat(&TrainerTraits::samples),
         .place = Plan},
        {.name = "init",
         .value = parsed(&O::init, "zero|he|FILE", readInit, writeInit, OptionKind::Path),
         .help = "Initial weights",
         .label = inWindow("Initial weights"),
         .meaning = inWindow("zero, he (random), or a file with a matrix."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More},
        {.name = "init-bias",
         .value = number(&O::initBias, {-1e6}),
         .help = "Initial bias",
         .label = inWindow("Initial bias"),
         .meaning = inWindow("What every bias begins with."),
         .otherwise = "0",
         .exceptions = exceptions(kNoMethod, &TrainerTraits::initBias),
         .when = [](const O& o) { return o.bias; },
         .place = More},
        {.name = "ridge",
         .value = number(&O::ridge, kNotNegative),
         .help = "Ridge of the second-order trainers",
         .label = inWindow("Ridge"),
         .meaning =
             inWindow("What is added to the diagonal, times the number of records; empty: from the noise."),
         .otherwise = inWindow("from the noise"),
         .trainers = trainersThat(&TrainerTraits::matrix),
         .place = More},
        {.name = "gram-fraction",
         .value = number(&O::gramFraction, {1e-6, 1.0 - 1e-6}),
         .help = "Share of the budget for the Gram matrix",
         .label = inWindow("Gram share"),
         .meaning = inWindow("Share of the run's μ² that the Gram matrix takes."),
         .otherwise = numberText(TrainerTraits{}.gramFraction),
         .exceptions = exceptions(kNoMethod, &TrainerTraits::gramFraction),
         .trainers = trainersThat(&TrainerTraits::matrix),
         .place = More},
        {.name = "weight-decay",
         .value = number(&O::weightDecay, kNotNegative),
         .help = "Weight decay",
         .label = inWindow("Weight decay"),
         .meaning = inWindow("Pulls the weights towards zero in every step."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More},
        {.name = "averaging",
         .value = choice(
             &O::averaging,
             Words<train::Averaging>{{train::Averaging::None, "none", inWindow("none")},
                                     {train::Averaging::Ema, "ema", inWindow("exponential (EMA)")},
                                     {train::Averaging::Swa, "swa", inWindow("of the last steps (SWA)")}}),
         .help = "Weight averaging",
         .label = inWindow("Averaging"),
         .meaning =
             inWindow("Whether the released weights are an average over the steps, which costs nothing."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More},
        {.name = "bias",
         .value = flag(&O::bias),
         .help = "Train a bias",
         .label = inWindow("Bias"),
         .meaning = inWindow("Train a bias for each class as well."),
         .place = More},
        {.name = "no-free-step",
         .value = switchOff(&O::freeStep),
         .help = "Leave out the step from the momentum buffer that costs nothing",
         .label = inWindow("Free step"),
         .meaning =
             inWindow("One more step from the momentum buffer: it releases nothing new and costs nothing."),
         .trainers = trainersThat(&TrainerTraits::momentum),
         .place = More},
    };
}

std::vector<Option> ofMachine() {
    return {
        {.name = "device",
         .value = parsed(&O::device, "auto|cpu|cuda[:N,M|:all]", readDevice, writeDevice),
         .help = "Where to compute (private data on a GPU: in f32, after a check of it)",
         .label = inWindow("Device"),
         .meaning = inWindow("Where to compute: auto, cpu, cuda or cuda:N."),
         .place = More},
        {.name = "precision",
         .value =
             choice(&O::precision,
                    Words<compute::Precision>{
                        {compute::Precision::Float32, "f32", inWindow("f32, as they are")},
                        {compute::Precision::Tf32, "tf32", inWindow("tf32, for cuda")},
                        {compute::Precision::Bfloat16, "bf16", inWindow("bf16, for AVX512-BF16 or cuda")},
                        {compute::Precision::Float16, "f16", inWindow("f16, for cuda")}}),
         .help = "Precision of the products",
         .label = inWindow("Precision"),
         .meaning = inWindow(
             "How finely products read the features: every device rounds them in the same way and sums in "
             "float32, and the processor takes all four. bf16 makes it faster where it has AVX512-BF16; "
             "tf32 and f16 are meant for a graphics processor (cuda), which takes private data in f32 "
             "only, after a check."),
         .place = More},
        {.name = "threads",
         .value = count(&O::threads, kAnyNumber),
         .help = "Threads (0: all)",
         .label = inWindow("Threads"),
         .meaning = inWindow("Processor threads for training; 0 takes all."),
         .place = More},
        {.name = "instructions",
         .value = parsed(&O::instructions, "NAME", readInstructions, writeDevice),
         .help =
             "Instructions of the processor to multiply with: amx, avx512-bf16, avx512, avx2, sse4, neon … "
             "(`bench` lists those it has)",
         .meaning =
             "Instructions of the processor to multiply with, one of those that `bench` lists; refused where "
             "it lacks them. The bits of a result depend on them, its guarantee does not: the slack that is "
             "charged is the largest of all, so an experiment may go on with others.",
         .otherwise = "the fastest, by a rate measured at the start"},
        {.name = "seed",
         .value = count(&O::seed, kAnyNumber),
         .help = "Seed of all draws (public data only)",
         .label = inWindow("Seed"),
         .meaning =
             inWindow("For repeatable runs on public data only: with a known seed no guarantee holds."),
         .otherwise = inWindow("none"),
         .when = [](const O& o) { return o.visibility == Visibility::Public; },
         .place = More},
        {.name = "show-curator",
         .value = flag(&O::showCurator),
         .help = "Show values for the curator's eyes on standard error"},
    };
}

} // namespace parsimony::session::rows
