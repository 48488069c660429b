// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_flags.h"

#include "app/cli/option_values.h"
#include "core/base/error.h"
#include "core/session/method_choice.h"

#include <algorithm>
#include <functional>

namespace parsimony::cli {

namespace {

void addPath(CLI::App& app, const std::string& name, std::string& target, const std::string& description) {
    app.add_option(name, target, description)->type_name("PATH[:KEY]");
}

void demandBoth(const session::PartFiles& part, const std::string& option) {
    if (part.features.empty() && !part.labels.empty()) {
        failUsage("--" + option + "-labels is given without --" + option);
    }
    if (!part.features.empty() && part.labels.empty()) {
        failUsage("--" + option + " is given without --" + option + "-labels");
    }
}

/// Puts the options that `bind` adds under a heading of -h.
void inGroup(CLI::App& app, const std::string& heading, const std::function<void()>& bind) {
    const std::size_t before = app.get_options().size();
    bind();
    const std::vector<CLI::Option*> options = app.get_options();
    for (std::size_t i = before; i < options.size(); ++i) {
        options[i]->group(heading);
    }
}

session::PartFiles splitPair(const std::string& text, const std::string& whole) {
    // A path may hold a comma; of two paths the one in the middle separates.
    const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
    if (commas % 2 == 0) {
        failUsage("--ood: '" + whole + "' is not NAME=FEATURES,LABELS");
    }
    std::size_t at = text.find(',');
    for (std::size_t i = 0; i < commas / 2; ++i) {
        at = text.find(',', at + 1);
    }
    session::PartFiles files{text.substr(0, at), text.substr(at + 1)};
    if (files.features.empty() || files.labels.empty()) {
        failUsage("--ood: '" + whole + "' is not NAME=FEATURES,LABELS");
    }
    return files;
}

} // namespace

CLI::Option* addStorage(CLI::App& app, std::string& target) {
    return app.add_option("--storage", target, "The project file")
        ->type_name("FILE.parsimony")
        ->default_str("./parsimony.parsimony");
}

void bindDataFlags(CLI::App& app, session::RunOptions& options, std::vector<std::string>& ood) {
    app.add_option("--data", options.data,
                   "Folder with {train,test}.npy and {train,test}_labels.npy, or a file with "
                   "x_train,y_train,x_test,y_test")
        ->type_name("DIR|FILE");
    addPath(app, "--train", options.train.features, "Training features");
    addPath(app, "--train-labels", options.train.labels, "Training labels");
    addPath(app, "--test", options.test.features, "Test features");
    addPath(app, "--test-labels", options.test.labels, "Test labels");
    addPath(app, "--validation", options.validation.features, "Validation features");
    addPath(app, "--validation-labels", options.validation.labels, "Validation labels");
    addTexts(app, "--ood", ood, 0, "An out-of-distribution set; may be given several times")
        ->type_name("NAME=FEATURES,LABELS");
    addChoice(app, "--visibility", options.visibility, {"private", "public"},
              "private: budgets are enforced; public: a benchmark with simulated budgets");
    addTexts(app, "--public-parts", options.publicParts, ',', "Parts of a private dataset that are public")
        ->type_name("test,validation,NAME");
}

void completeDataFlags(session::RunOptions& options, const std::vector<std::string>& ood) {
    demandBoth(options.train, "train");
    demandBoth(options.test, "test");
    demandBoth(options.validation, "validation");
    options.ood.clear();
    for (const std::string& text : ood) {
        const auto at = text.find('=');
        if (at == std::string::npos || at == 0) {
            failUsage("--ood: '" + text + "' is not NAME=FEATURES,LABELS");
        }
        const std::string name = text.substr(0, at);
        if (!options.ood.emplace(name, splitPair(text.substr(at + 1), text)).second) {
            failUsage("--ood: the name '" + name + "' is given twice");
        }
    }
}

void RunFlags::bind(CLI::App& app) {
    inGroup(app, "Data", [&] { bindData(app); });
    inGroup(app, "Budget", [&] { bindBudget(app); });
    inGroup(app, "Features", [&] { bindPreprocessing(app); });
    inGroup(app, "Search", [&] { bindSearch(app); });
    inGroup(app, "Trainer", [&] { bindTrainer(app); });
    inGroup(app, "Machine", [&] { bindMachine(app); });
}

session::RunOptions RunFlags::options() const {
    session::RunOptions options = m_options;
    completeDataFlags(options, m_ood);
    options.freeStep = !m_noFreeStep;
    return options;
}

void RunFlags::bindData(CLI::App& app) {
    bindDataFlags(app, m_options, m_ood);
    app.add_flag("--distinct-records", m_options.distinctRecords,
                 "Your claim that equal rows are other people than those of earlier projects");
}

void RunFlags::bindBudget(CLI::App& app) {
    addNumber(app, "--epsilon", m_options.epsilon, "The dataset's cap, set once");
    addNumber(app, "--delta", m_options.delta, "The dataset's delta, set once");
    addNumber(app, "--experiment-epsilon", m_options.experimentEpsilon,
              "What this experiment may take (default: all that remains)");
    addText(app, "--test-epsilon", m_options.testEpsilon,
            "What the final evaluation takes of the test part (default: enough for 0.25 points, at most a "
            "quarter)")
        ->type_name("X|none");
    addChoice(app, "--adjacency", m_options.adjacency, {"add_or_remove_one", "replace_one"},
              "What two neighbouring datasets differ in");
    addCount(app, "--records", m_options.records, "Public record count");
    addCount(app, "--classes", m_options.classes, "Number of classes; required for private data");
    addCount(app, "--rows-per-person", m_options.rowsPerPerson, "Rows that one person may own");
}

void RunFlags::bindPreprocessing(CLI::App& app) {
    addChoice(app, "--row-norm", m_options.rowNorm, {"unit", "clip", "none"}, "Scale or clip each row");
    addNumber(app, "--norm-bound", m_options.normBound, "Bound of --row-norm clip (default: 1)");
    addChoice(app, "--mean", m_options.mean, {"none", "private"}, "Subtract a private mean");
    addNumber(app, "--mean-epsilon", m_options.meanEpsilon, "What the private mean takes");
}

void RunFlags::bindSearch(CLI::App& app) {
    addChoice(
        app, "--method", m_options.method, search::methodNames(),
        "How hyperparameters are found (oracle: public data only; default: auto for dp-gd unless trials "
        "are asked for, linear-scaling for dp-sgd and dp-adam, else single)");
    addText(app, "--phase-epsilons", m_options.phaseEpsilons,
            "Epsilon of a trial in each phase (default: 0.1 and 0.2 of the experiment's)")
        ->type_name("LIST");
    addCount(app, "--trials", m_options.trials, "Trials per phase (default: 3)");
    addChoice(app, "--fit", m_options.fit, {"linear", "quadratic"}, "Curve through the phases' winners");
    addChoice(app, "--fit-against", m_options.fitAgainst, {"epsilon", "mu"}, "What r is fitted against");
    addChoice(app, "--phase-start", m_options.phaseStart, {"whole-range", "scaled", "above-winner"},
              "Where later phases look: the whole range, around the winner scaled by epsilon, or above it");
    addChoice(app, "--sampler", m_options.sampler,
              {"stratified", "log-uniform", "uniform", "grid", "bisection"}, "How r is drawn");
    addChoice(app, "--decomposition", m_options.decomposition, {"derive", "sample-until", "independent"},
              "How r becomes learning rate and steps");
    app.add_option("--total-step-size", m_options.totalStepSize, "Range of r")
        ->type_name("auto|LO,HI")
        ->default_str(m_options.totalStepSize);
    addText(app, "--learning-rates", m_options.learningRates, "1,2,5 or log:LO:HI:N or lin:LO:HI:N")
        ->type_name("LIST");
    addText(
        app, "--steps", m_options.steps,
        "Step counts (default: 50; 100 for unit-noise, 1 for dp-ls, 3 for dp-newton, 30 for dp-fc, 500 for "
        "dp-zo)")
        ->type_name("LIST");
    addNumber(app, "--runs-mean", m_options.runsMean,
              "Mean number of runs of a private selection (default: 10)");
    app.add_option("--runs-family", m_options.runsFamily, "How that number is distributed")
        ->type_name("poisson|tnb:ETA")
        ->default_str(m_options.runsFamily);
    addNumber(app, "--subset-fraction", m_options.subsetFraction,
              "Share of the records that koskela-kulkarni tunes on (default: 0.1)");
    addChoice(app, "--score", m_options.score, {"noisy", "validation", "exact"},
              "How a trial is scored (exact: public data only)");
    addNumber(app, "--score-fraction", m_options.scoreFraction,
              "Share of a trial's budget that its score takes");
}

void RunFlags::bindTrainer(CLI::App& app) {
    addChoice(app, "--trainer", m_options.trainer, train::trainerNames(), "What trains the classifier");
    app.add_option("--head", m_options.head, "Shape of the classifier")
        ->type_name("linear|sequence:L|hidden:H")
        ->default_str(m_options.head);
    addChoice(app, "--loss", m_options.loss, {"softmax", "sigmoid"},
              "Loss (default: softmax; sigmoid for dp-newton)");
    addNumber(app, "--max-grad-norm", m_options.maxGradNorm,
              "Clipping norm (default: 1; 0.1 for auto and dp-zo, 0.3 for unit-noise)");
    addNumber(app, "--momentum", m_options.momentum, "Momentum");
    addNumber(app, "--sample-rate", m_options.sampleRate,
              "Poisson sampling rate (default: 1, full batches; 0.1 for dp-sgd)");
    app.add_option("--init", m_options.init, "Initial weights")
        ->type_name("zero|he|FILE")
        ->default_str(m_options.init);
    addNumber(app, "--init-bias", m_options.initBias, "Initial bias (default: 0; -3 for dp-newton)");
    addNumber(app, "--ridge", m_options.ridge, "Ridge of the second-order trainers");
    addNumber(app, "--gram-fraction", m_options.gramFraction, "Share of the budget for the Gram matrix");
    addNumber(app, "--weight-decay", m_options.weightDecay, "Weight decay");
    addChoice(app, "--averaging", m_options.averaging, {"none", "ema", "swa"}, "Weight averaging");
    app.add_flag("--bias", m_options.bias, "Train a bias");
    app.add_flag("--no-free-step", m_noFreeStep,
                 "Leave out the step from the momentum buffer that costs nothing");
}

void RunFlags::bindMachine(CLI::App& app) {
    app.add_option("--device", m_options.device,
                   "Where to compute (private data on a GPU: in f32, after a check of it)")
        ->type_name("auto|cpu|cuda[:N,M|:all]")
        ->default_str(m_options.device);
    addChoice(app, "--precision", m_options.precision, {"f32", "tf32", "bf16", "f16"},
              "Precision of the products");
    addCount(app, "--threads", m_options.threads, "Threads (0: all)");
    addCount(app, "--seed", m_options.seed, "Seed of all draws (public data only)");
    app.add_flag("--show-curator", m_options.showCurator,
                 "Show values for the curator's eyes on standard error");
}

} // namespace parsimony::cli
