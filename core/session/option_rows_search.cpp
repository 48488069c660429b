// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about the search.
#include "core/base/collected.h"
#include "core/base/decimal_comma.h"
#include "core/base/number_list.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/compute/device_choice.h"
#include "core/session/method_choice.h"
#include "core/session/option_rows_traits.h"

#include <algorithm>

namespace parsimony::session::rows {

namespace {

using namespace values;
using enum OptionPlace;
using search::MethodTraits;
using train::TrainerTraits;

/// A fit that was released before is in place of the trials and of the curve through them.
bool withoutFit(const O& options) {
    return !options.reuseFit;
}

/// A grid counts its runs itself where learning rates are listed, or no trainer has any.
bool countsTrials(const O& options) {
    const std::vector<TrainerKind> trainers = trainersOf(options);
    const bool choosesRates = !options.learningRates &&
                              std::any_of(trainers.begin(), trainers.end(),
                                          [](TrainerKind kind) { return train::traitsOf(kind).stepSize; });
    return withoutFit(options) && (choosesRates || search::traitsOf(methodOf(options)).drawsTotalStep);
}

Words<MethodKind> methodWords() {
    Words<MethodKind> words;
    for (const MethodTraits* method : search::allMethods()) {
        words.push_back({method->kind, std::string(method->name), std::string(method->label),
                         std::string(method->summary)});
    }
    return words;
}

std::string phaseSharesText() {
    auto shares =
        collected<std::string>(search::kPhaseShares, [&](const double share) { return numberText(share); });
    return listed(shares) + " of the experiment's";
}

/// As defaultMethod() chooses.
std::string defaultMethods() {
    std::vector<OptionException> found;
    for (const TrainerTraits* traits : train::allTrainers()) {
        O options;
        options.trainer = traits->kind;
        if (const MethodKind method = defaultMethod(options); method != kSingleRun) {
            add(found, std::string(search::methodName(method)), traits->name);
        }
    }
    std::string text;
    for (const OptionException& each : found) {
        const bool choosesSetup = search::findMethod(each.value)->choosesSetup;
        const std::string inSlices(search::methodName(defaultMethod({}, ledger::AccountKind::Slices)));
        text += each.value + " for " + listed(each.of);
        text += choosesSetup
                    ? " (" + inSlices + " where trials are asked for or the account is of kind slices), "
                    : ", ";
    }
    return text + "else " + std::string(search::methodName(kSingleRun));
}

const std::string kDrawnAnywhere = compute::automatic();

std::optional<search::Range> readRange(const std::string& text, const std::string& option) {
    if (text == kDrawnAnywhere) {
        return std::nullopt;
    }
    const bool pair = text.find(':') == std::string::npos;
    const std::vector<double> ends = pair ? NumberList(text, option).values() : std::vector<double>{};
    if (ends.size() != 2) {
        failUsage(Sentence("{1} must be auto or LO,HI", option));
    }
    const search::Range range{ends[0], ends[1]};
    try {
        search::checkRange(range, option);
    } catch (const Error& error) {
        failUsage(withCommaHint(sentenceOf(error), text));
    }
    return range;
}

std::string writeRange(const std::optional<search::Range>& range) {
    return range ? numberText(range->lo) + "," + numberText(range->hi) : kDrawnAnywhere;
}

search::RunsFamily readFamily(const std::string& text, const std::string& /*option*/) {
    return search::runsFamilyFromText(text);
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
         .place = First,
         .ofMethod = true},
        {.name = "phase-epsilons",
         .value = list(&O::phaseEpsilons, kEpsilons),
         .help = "Epsilon of a trial in each phase",
         .label = inWindow("&Phase ε"),
         .meaning = inWindow("ε of one trial in each phase, as a list. Early phases are cheap looks at which "
                             "total step size works."),
         .otherwise = phaseSharesText(),
         .methods = methodsThat(&MethodTraits::hasPhases),
         .place = Phases},
        {.name = "trials",
         .value = count(&O::trials, {1.0, 1e6}),
         .help = "Trials per phase",
         .label = inWindow("&Trials each"),
         .meaning = inWindow("Number of trials in each phase."),
         .otherwise = std::to_string(O::defaultTrials),
         .methods = methodsThat(&MethodTraits::takesTrials),
         .when = countsTrials,
         .place = Phases,
         .ofMethod = true},
        {.name = "fit",
         .value = choice(&O::fit, Words<FitCurve>{{FitCurve::Linear, "linear", inWindow("line")},
                                                  {FitCurve::Quadratic, "quadratic", inWindow("parabola")}}),
         .help = "Curve through the phases' winners",
         .label = inWindow("Fit"),
         .meaning =
             inWindow("The curve through the winners of the phases that is extrapolated to the final run."),
         .methods = methodsThat(&MethodTraits::hasPhases),
         .when = withoutFit,
         .place = More},
        {.name = "fit-against",
         .value = choice(&O::fitAgainst, Words<FitAxis>{{FitAxis::Epsilon, toText(FitAxis::Epsilon), "ε"},
                                                        {FitAxis::Mu, toText(FitAxis::Mu), "μ"}}),
         .help = "What r is fitted against",
         .label = inWindow("Fit against"),
         .meaning = inWindow("Whether r grows with ε or with μ: the axis along which it is extrapolated."),
         .methods = methodsThat(&MethodTraits::hasPhases),
         .when = withoutFit,
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
         .when = withoutFit,
         .place = More},
        {.name = "reuse-fit",
         .value = count(&O::reuseFit, {1.0}),
         .help = "Take r from the fit of an experiment of this project, and make no trials",
         .label = inWindow("Reuse the fit of"),
         .meaning = inWindow("An experiment of this project whose released fit gives r at this budget: that "
                             "costs nothing, and the final run takes all there is."),
         .otherwise = "trials make a fit",
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
         .when = withoutFit,
         .place = More,
         .ofMethod = true},
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
         .value = list(&O::learningRates, {1e-30, 1e30}),
         .help = "1,2,5 or log:LO:HI:N or lin:LO:HI:N",
         .label = inWindow("Rates η"),
         .meaning = inWindow(
             "Learning rates of a grid, as a list: 0.1,1,10 or log:0.05:20:8. A single run takes one."),
         .otherwise = "r / T",
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
         .place = More,
         .ofMethod = true},
        {.name = "score-fraction",
         .value = number(&O::scoreFraction, kShares),
         .help = "Share of a trial's budget that its score takes",
         .label = inWindow("Score share"),
         .meaning = inWindow("Share of a trial's μ² that its noisy score takes."),
         .when = [](const O& o) { return o.score == ScoreKind::Noisy; },
         .place = More},
    };
}

} // namespace parsimony::session::rows
