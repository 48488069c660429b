// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ui_bench_project.h"

#include "core/ledger/project.h"
#include "core/session/session.h"
#include "ui/models/samples.h"

#include <cmath>
#include <random>

namespace parsimony::bench {

namespace {

constexpr int kPerExperiment = 1000;

void addCopy(ledger::Project& project, const ledger::ExperimentRow& source, DatasetId dataset, PartId train,
             int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    std::uniform_real_distribution<> uniform(0.0, 1.0);
    const double sigma = 1e6 + number;
    const ledger::Charge charge{train, {PrivacyEvent::gaussian(NoiseMultiplier{sigma}, 1)}, {}, 0.0, 0.0};
    ledger::ExperimentSpec spec;
    spec.dataset = dataset;
    spec.method = source.method;
    spec.trainer = source.trainer;
    spec.options = source.options;
    spec.plan = source.plan;
    spec.charges.assign(kPerExperiment, charge);
    const auto running = project.beginExperiment(spec);
    for (int index = 0; index < kPerExperiment; ++index) {
        ledger::TrialSpec trial;
        trial.r = std::exp(8.0 * uniform(random));
        trial.steps = 10 + index % 50;
        trial.learningRate = *trial.r / static_cast<double>(trial.steps);
        trial.nu = 0.1 + uniform(random);
        trial.noiseMultiplier = sigma;
        trial.maxGradNorm = 1.0;
        trial.charges = {charge};
        trial.plan = {{"index", index}, {"text", std::string(400, 'x')}};
        const auto id = project.reserveTrial(running.id, trial);
        project.startTrial(id);
        ledger::TrialOutcome outcome;
        outcome.score = ledger::Score{0.1 + 0.7 * uniform(random), 0.002, ScoreKind::Noisy};
        project.finishTrial(id, outcome);
    }
    project.finishExperiment(running.id, {});
}

} // namespace

void fillLargeProject(const std::string& file, int trials) {
    {
        session::RunOptions options = ui::digitsOptions(QStringLiteral(PARSIMONY_SAMPLES), 10.0);
        options.method = session::MethodKind::Random;
        options.trials = kPerExperiment;
        options.steps = "1";
        options.experimentEpsilon = 1.0;
        auto session = session::Session::open(file, true);
        // A real plan and a few real trials are enough: the copies bring their own rows.
        std::stop_source stop;
        session::RunObserver observer;
        observer.onSnapshot = [&](const session::RunSnapshot& now) {
            if (now.phases.front().trials.front().state == TrialState::Finished) {
                stop.request_stop();
            }
        };
        session.run(options, stop.get_token(), observer);
    }
    auto project = ledger::Project::open(file);
    const auto dataset = project.datasets().front();
    const auto source = project.experiment(project.experiments().front().id);
    PartId train;
    for (const auto& part : project.parts(dataset.id)) {
        train = part.name == "train" ? part.id : train;
    }
    for (int done = 0; done < trials; done += kPerExperiment) {
        project.inOneTransaction([&] { addCopy(project, source, dataset.id, train, done); });
    }
}

} // namespace parsimony::bench
