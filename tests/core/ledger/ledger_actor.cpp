// SPDX-License-Identifier: GPL-3.0-or-later
// A small experiment on a project file, as a runner would do it; tests kill it anywhere. `WITNESS` gets a
// line for everything that a user could have seen: what stands there must be charged in the ledger.
#include "core/base/error.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/privacy/gaussian_account.h"

#include <fcntl.h>
#include <unistd.h>

#include <iostream>
#include <string>

namespace {

using namespace parsimony;
using namespace parsimony::ledger;

constexpr int trialCount = 3;
constexpr int stepCount = 3;

class Witness {
public:
    explicit Witness(const char* file)
        : m_file(::open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}
    ~Witness() { ::close(m_file); }
    Witness(const Witness&) = delete;
    Witness& operator=(const Witness&) = delete;
    void saw(const std::string& what, TrialId trial, std::int64_t value) const {
        const std::string line =
            what + " " + std::to_string(trial.value()) + " " + std::to_string(value) + "\n";
        if (::write(m_file, line.data(), line.size()) < 0) {
            std::abort();
        }
    }

private:
    int m_file;
};

DatasetDeclaration declared() {
    DatasetDeclaration declaration;
    declaration.name = "rows";
    declaration.epsilon = 1.0;
    declaration.delta = 1e-5;
    PartDeclaration train;
    train.name = "train";
    train.contentDigest = "digest";
    for (std::uint8_t row = 0; row < 100; ++row) {
        train.rowTags.push_back(RowTag{row});
    }
    declaration.parts = {train};
    return declaration;
}

Charge chargeOf(PartId part, std::uint64_t count) {
    return {part, {PrivacyEvent::gaussian(NoiseMultiplier{40.0}, count)}, {}, 0.0, 0.0};
}

void runTrial(Project& project, TrialId trial, const Witness& witness) {
    const auto attempt = project.startTrial(trial);
    const auto checkpoint = project.loadCheckpoint(trial);
    for (std::int64_t step = checkpoint ? checkpoint->step + 1 : 1; step <= stepCount; ++step) {
        project.saveCheckpoint(
            trial, {attempt, step, std::vector<std::uint8_t>(5000, static_cast<std::uint8_t>(step)), false});
        witness.saw("step", trial, step);
    }
    TrialOutcome outcome;
    outcome.score = Score{0.5, 0.01, ScoreKind::Noisy};
    outcome.record = {{"releases",
                       {{{"what", "gradient"},
                         {"count", stepCount},
                         {"noise_sd", 40.0},
                         {"sensitivity", 1.0},
                         {"sample_rate", 1.0}}}}};
    ReleaseSpec weights;
    weights.what = ReleasedValue::Weights;
    weights.bytes.assign(9000, static_cast<std::uint8_t>(trial.value()));
    outcome.releases = {weights};
    project.finishTrial(trial, outcome);
    witness.saw("finished", trial, stepCount);
}

void run(const std::string& file, const std::string& registry, const Witness& witness) {
    OpenOptions options;
    options.registry = Registry::open(registry);
    auto project = Project::openOrCreate(file, options);
    const auto dataset = project.declareDataset(declared());
    RunningExperiment running;
    if (const auto interrupted = project.resumableExperiment()) {
        running = project.resumeExperiment(*interrupted);
    } else if (!project.experiments().empty()) {
        return;
    } else {
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.method = search::MethodKind::Random;
        spec.charges.assign(trialCount, chargeOf(dataset.part("train"), stepCount));
        running = project.beginExperiment(spec);
    }
    auto trials = project.trials(running.id);
    for (const auto& trial : trials) {
        if (trial.state == TrialState::Reserved || trial.state == TrialState::Running) {
            runTrial(project, trial.id, witness);
        }
    }
    for (std::size_t count = trials.size(); count < trialCount; ++count) {
        TrialSpec spec;
        spec.steps = stepCount;
        spec.charges = {chargeOf(dataset.part("train"), stepCount)};
        runTrial(project, project.reserveTrial(running.id, spec), witness);
    }
    project.finishExperiment(running.id, {{"done", true}});
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "ledger_actor PROJECT REGISTRY WITNESS\n";
        return 2;
    }
    try {
        const Witness witness(argv[3]);
        run(argv[1], argv[2], witness);
        return 0;
    } catch (const parsimony::Error& error) {
        std::cerr << error.what() << '\n';
        return error.exitCode();
    }
}
