// SPDX-License-Identifier: GPL-3.0-or-later
// Times a project with many trials: large_ledger [TRIALS] [FOLDER]. The folder should be in memory
// (/dev/shm): making the file commits four times a trial. A project that is there already is timed as it is.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "tests/core/ledger/planned_training.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>

namespace {

using namespace parsimony;
using namespace parsimony::ledger;

double seconds(const std::function<void()>& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void fill(const std::string& file, int trials) {
    auto project = Project::openOrCreate(file);
    DatasetDeclaration declaration;
    declaration.name = "large";
    declaration.epsilon = 10.0;
    declaration.delta = 1e-5;
    declaration.parts.emplace_back().name = "train";
    const auto dataset = project.declareDataset(declaration);
    constexpr int perExperiment = 1000;
    for (int done = 0; done < trials; done += perExperiment) {
        const double noise = 4000.0 + done;
        const Charge charge{dataset.part("train"),
                            {PrivacyEvent::gaussian(NoiseMultiplier{noise}, 50),
                             PrivacyEvent::gaussian(NoiseMultiplier{9000.0}, 1)},
                            {},
                            0.0,
                            0.0};
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.method = search::MethodKind::Random;
        spec.charges.assign(perExperiment, charge);
        const auto running = project.beginExperiment(spec);
        const nlohmann::json recorded{{{"what", "gradient"},
                                       {"count", 50},
                                       {"noise_sd", noise * kMoved},
                                       {"sensitivity", kMoved},
                                       {"sample_rate", 1.0}},
                                      {{"what", "count"},
                                       {"count", 1},
                                       {"noise_sd", 9000.0},
                                       {"sensitivity", 1.0},
                                       {"sample_rate", 1.0}}};
        for (int index = 0; index < perExperiment; ++index) {
            TrialSpec trial;
            trial.r = 1.0 + index;
            trial.nu = 0.8;
            trial.learningRate = 0.02 * index;
            trial.noiseMultiplier = noise * kMoved;
            trial.maxGradNorm = 1.0;
            trial.steps = 50;
            trial.charges = {charge};
            trial.plan = {
                {"index", index}, {"score", planOfCount(9000.0)}, {"trial", planOfTraining(noise, 50)}};
            trial.plan["trial"]["options"]["text"] =
                std::string(400, 'x'); // as long as the plan of a real one
            const auto id = project.reserveTrial(running.id, trial);
            project.startTrial(id);
            TrialOutcome outcome;
            outcome.score = Score{0.7, 0.002, ScoreKind::Noisy};
            outcome.record = {{"releases", recorded}};
            project.finishTrial(id, outcome);
        }
        project.finishExperiment(running.id, {});
    }
}

} // namespace

int main(int argc, char** argv) {
    try {
        const int trials = argc > 1 ? std::atoi(argv[1]) : 100000;
        const std::string folder = argc > 2 ? argv[2] : "/dev/shm";
        const std::string file = folder + "/large-" + std::to_string(trials) + ".parsimony";
        if (!std::filesystem::exists(file)) {
            std::printf("fill %.3f s\n", seconds([&] { fill(file, trials); }));
        }
        std::printf("size %.1f MB\n", static_cast<double>(std::filesystem::file_size(file)) / 1e6);
        std::printf("open with accounts %.3f s\n", seconds([&] {
                        const auto project = Project::open(file);
                        (void)project.accounts(project.datasets().at(0).id);
                        (void)project.experiments();
                    }));
        const auto project = Project::open(file);
        std::printf("trials of one experiment %.3f s\n",
                    seconds([&] { (void)project.trials(ExperimentId{1}); }));
        std::printf("all trials %.3f s\n", seconds([&] { (void)project.trials(); }));
        AuditReport report;
        std::printf("audit %.3f s\n", seconds([&] { report = audit(file); }));
        std::printf("%s, %lld rows\n", report.ok() ? "clean" : report.problems[0].what.english().c_str(),
                    static_cast<long long>(report.rows));

        const auto registry = Registry::open(folder + "/large-registry.db");
        std::mt19937_64 generator(1);
        for (const std::size_t rows : {std::size_t{40000}, std::size_t{1280000}}) {
            std::vector<RowTag> tags(rows);
            for (auto& tag : tags) {
                for (auto& byte : tag) {
                    byte = static_cast<std::uint8_t>(generator());
                }
            }
            std::sort(tags.begin(), tags.end());
            Registry::NewPart part;
            part.project = part.path = part.dataset = part.name = "bench";
            part.key = std::to_string(generator());
            std::printf("register %zu rows %.3f s\n", rows,
                        seconds([&] { registry->registerPart(part, {{tags}}); }));
            std::printf("look up %zu rows %.3f s\n", rows,
                        seconds([&] { (void)registry->lookup({{tags}}); }));
        }
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.exitCode();
    }
}
