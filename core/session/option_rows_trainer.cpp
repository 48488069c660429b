// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about the trainer.
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/compute/device_choice.h"
#include "core/session/knob_options.h"
#include "core/session/option_rows_traits.h"

namespace parsimony::session::rows {

namespace {

using namespace values;
using enum OptionPlace;
using search::MethodTraits;
using train::TrainerTraits;

Words<TrainerKind> trainerWords() {
    Words<TrainerKind> words;
    for (const TrainerTraits* trainer : train::allTrainers()) {
        words.push_back({trainer->kind, std::string(trainer->name), std::string(trainer->label),
                         std::string(trainer->summary)});
    }
    return words;
}

Words<train::LrDecay> decayWords() {
    using enum train::LrDecay;
    const auto name = [](train::LrDecay decay) { return std::string(train::lrDecayName(decay)); };
    return {{None, name(None), inWindow("none")},
            {Linear, name(Linear), inWindow("in a line")},
            {Cosine, name(Cosine), inWindow("along a cosine")}};
}

/// One name, or several with commas between them.
OptionValue trainerValue() {
    OptionValue value = choice(&O::trainer, trainerWords());
    value.syntax += "|LIST";
    value.takesList = true;
    value.take = [words = trainerWords(), known = value.words](O& options, const std::string& text,
                                                               const std::string& option) {
        std::vector<TrainerKind> kinds;
        for (const std::string& name : splitAtCommas(text)) {
            kinds.push_back(words[detail::placeOf(name, known, option)].value);
        }
        options.trainer = kinds.front();
        options.trainers = kinds.size() > 1 ? kinds : std::vector<TrainerKind>();
    };
    value.json = [](const O& options) { return nlohmann::json(trainersText(options)); };
    value.reset = [](O& options) {
        options.trainer = O().trainer;
        options.trainers.clear();
    };
    return value;
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

train::HeadOption readHead(const std::string& text, const std::string& option) {
    return train::parseHead(text, option);
}

const std::string kAuto = compute::automatic();

std::optional<double> readPriorScale(const std::string& text, const std::string& option) {
    return text == kAuto ? std::optional<double>() : numberWithin(text, option, {0.0, 1e6, true});
}

std::string writePriorScale(const std::optional<double>& scale) {
    return scale ? numberText(*scale) : kAuto;
}

const std::string kZero = "zero";
const std::string kHe = "he";

InitChoice readInit(const std::string& text, const std::string& option) {
    using train::InitKind;
    if (text.empty()) {
        failUsage(Sentence("{1} must be zero, he or a file", option));
    }
    return text == kZero ? InitChoice{}
           : text == kHe ? InitChoice{InitKind::He}
                         : InitChoice{InitKind::File, text};
}

std::string writeInit(const InitChoice& init) {
    using train::InitKind;
    return init.kind == InitKind::Zero ? kZero : init.kind == InitKind::He ? kHe : init.file;
}

OptionValue initValue() {
    OptionValue value = parsed(&O::init, "zero|he|FILE", readInit, writeInit, OptionKind::Path);
    value.paths = [](O& options, const PathVisitor& visit) {
        if (options.init.kind == train::InitKind::File) {
            visit(options.init.file, PathForm::WithKey);
        }
    };
    return value;
}

} // namespace

std::vector<Option> ofTrainer() {
    return {
        {.name = "trainer",
         .value = trainerValue(),
         .help = "What trains the classifier",
         .label = inWindow("T&rainer"),
         .meaning = inWindow("The optimiser whose steps are clipped and noised."),
         .place = First},
        {.name = "head",
         .value = parsed(&O::head, "linear|sequence:L|hidden:H[,H…]", readHead, train::headText),
         .help = "Shape of the classifier",
         .label = inWindow("Head"),
         .meaning = inWindow(
             "Shape of the classifier: linear, sequence:L for L vectors a record, or hidden:H with H hidden "
             "units, hidden:64,32 for two layers (which needs the initial weights he)."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More},
        {.name = "views",
         .value = count(&O::views, {1.0, train::kMostViews}),
         .help =
             "Views of a record that lie side by side in its row (batch augmentation): what they teach is "
             "averaged inside the record, before the clip; a view is never a row",
         .label = inWindow("Views a record"),
         .meaning = inWindow(
             "Batch augmentation: a row holds several views of its record side by side, each brought to the "
             "row norm by itself. Their gradients are averaged inside the record before the clip, and their "
             "scores when it is classified, so views cost no privacy. Test rows may have fewer."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More,
         .ofDataset = true},
        {.name = "loss",
         .value = choice(&O::loss, Words<compute::Loss>{{compute::Loss::Softmax, "softmax", "softmax"},
                                                        {compute::Loss::Sigmoid, "sigmoid", "sigmoid"}}),
         .help = "Loss",
         .label = inWindow("Loss"),
         .meaning = inWindow("What training makes small: sigmoid where a record may have several labels. "
                             "Some trainers know one loss alone."),
         .otherwise = std::string(compute::lossName(TrainerTraits{}.loss())),
         .exceptions = lossExceptions(),
         .place = More},
        {.name = "max-grad-norm",
         .value = numbers(&O::maxGradNorm, {1e-20, 1e20}),
         .help = "Clipping norm",
         .label = inWindow("Clip c"),
         .meaning = inWindow("Clipping norm: the most that one record can add to a gradient sum."),
         .otherwise = numberText(TrainerTraits{}.maxGradNorm),
         .exceptions = exceptions(&MethodTraits::maxGradNorm, &TrainerTraits::maxGradNorm),
         .when = [](const O& o) { return !o.isNoiseless(); },
         .place = More},
        {.name = "momentum",
         .value = numbers(&O::momentum, {0.0, 1.0, false, true}),
         .help = "Momentum",
         .label = inWindow("Momentum ρ"),
         .meaning = inWindow("Share of the last step that is kept in the next."),
         .otherwise = numberText(train::TrainerOptions().momentum),
         .exceptions = exceptions(&MethodTraits::momentum, kNoTrainer),
         .trainers = trainersThat(&TrainerTraits::momentum),
         .place = More},
        {.name = "sample-rate",
         .value = numbers(&O::sampleRate, {0.0, 1.0, true, false}),
         .help = "Poisson sampling rate",
         .label = inWindow("Sample rate q"),
         .meaning = inWindow("The chance of each record to be in a step's batch (Poisson sampling)."),
         .otherwise = inWindow("1, full batches"),
         .exceptions = exceptions(kNoMethod, &TrainerTraits::sampleRate),
         .trainers = trainersThat(&TrainerTraits::samples),
         .place = Plan},
        {.name = "init",
         .value = initValue(),
         .help = "Initial weights",
         .label = inWindow("Initial weights"),
         .meaning = inWindow("zero, he (random), or a file with a matrix."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .when = [](const O& o) { return !(o.initScale.single() && o.initScale.first() == 0.0); },
         .place = More},
        {.name = "prior",
         .value = files(&O::prior),
         .help = "Public rows with labels whose class means training starts from, as far as they tell each "
                 "other's classes; a set with a row that is private anywhere is refused",
         .label = inWindow("Public prior"),
         .meaning =
             inWindow("Public rows, FEATURES,LABELS: training starts from their class means, scaled by how "
                      "well they tell each other's classes; auto counts, charged, how many private rows they "
                      "label rightly, and leaves out what is of no use. Worth most where ε is small."),
         .otherwise = inWindow("training starts from nothing"),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More,
         .ofDataset = true},
        {.name = "prior-scale",
         .value = parsed(&O::priorScale, "auto|X", readPriorScale, writePriorScale),
         .help = "How far training starts along the public prior: the logit of a row that lies along its "
                 "class' mean, in units of the noise that the run puts into a logit (ν)",
         .label = inWindow("Prior scale"),
         .meaning = inWindow(
             "How far training starts along the class means of the public prior: the logit of a row that "
             "lies along its own, in units of the noise that the run puts into a logit. auto lets the "
             "public rows tell it and weighs them by a charged count; a number is taken at its word."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .when = [](const O& o) { return !o.prior.features.empty(); },
         .place = More},
        {.name = "init-scale",
         .value = numbers(&O::initScale, {0.0, 1e6}),
         .help = "What initial weights are multiplied by",
         .label = inWindow("Initial scale"),
         .meaning = inWindow("What the initial weights are multiplied by."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .when = [](const O& o) { return o.init.kind != train::InitKind::Zero; },
         .place = More},
        {.name = "init-bias",
         .value = number(&O::initBias, {-1e6}),
         .help = "Initial bias",
         .label = inWindow("Initial bias"),
         .meaning = inWindow("What every bias begins with. Of records of up to K labels out of C classes, on "
                             "rows as they are: log(K/(C - K)), the odds of a label."),
         .otherwise = "0",
         .exceptions = exceptions(kNoMethod, &TrainerTraits::initBias),
         .when = [](const O& o) { return o.bias; },
         .place = More},
        {.name = "ridge",
         .value = numbers(&O::ridge, kPenalties),
         .help = "Ridge of the second-order trainers",
         .label = inWindow("Ridge"),
         .meaning =
             inWindow("What is added to the diagonal, times the number of records; empty: from the noise."),
         .otherwise = inWindow("from the noise"),
         .trainers = trainersThat(&TrainerTraits::matrix),
         .place = More},
        {.name = "gram-fraction",
         .value = numbers(&O::gramFraction, {1e-6, 1.0 - 1e-6}),
         .help = "Share of the budget for the Gram matrix",
         .label = inWindow("Gram share"),
         .meaning = inWindow("Share of the run's μ² that the Gram matrix takes."),
         .otherwise = numberText(TrainerTraits{}.gramFraction),
         .exceptions = exceptions(kNoMethod, &TrainerTraits::gramFraction),
         .trainers = trainersThat(&TrainerTraits::matrix),
         .place = More},
        {.name = "alpha",
         .value = numbers(&O::alpha, {0.0, 1e6}),
         .help = "Weight of the matrix of all records beside those of each class (DP-LS)",
         .label = inWindow("α of DP-LS"),
         .meaning = inWindow("DP-LS in full: a Gram matrix of each class is released too, and that of all "
                             "records is added to it with this weight."),
         .otherwise = inWindow("the matrix of all records alone"),
         .trainers = trainersThat(&TrainerTraits::classMatrices),
         .place = More},
        {.name = "weight-decay",
         .value = numbers(&O::weightDecay, kPenalties),
         .help = "Weight decay",
         .label = inWindow("Weight decay"),
         .meaning = inWindow("Pulls the weights towards zero in every step."),
         .trainers = trainersThat(&TrainerTraits::linearHeadOnly, false),
         .place = More},
        {.name = "lr-decay",
         .value = choice(&O::lrDecay, decayWords()),
         .help = "How the learning rate falls over the steps",
         .label = inWindow("Learning-rate decay"),
         .meaning = inWindow("How the learning rate falls to zero over the steps, which costs nothing. Its "
                             "mean, and with it the total step size, stays what it is without."),
         .trainers = trainersThat(&TrainerTraits::stepSize),
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

} // namespace parsimony::session::rows
