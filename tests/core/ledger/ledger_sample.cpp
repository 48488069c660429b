// SPDX-License-Identifier: GPL-3.0-or-later
// Writes project files of both kinds into a folder and prints, as one JSON object, what the audit says of
// each: the verifying script must come to the same.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/audit.h"
#include "core/ledger/export_copy.h"
#include "core/ledger/project.h"

#include <iostream>
#include <string>

namespace {

using namespace parsimony;
using namespace parsimony::ledger;

DatasetDeclaration declared(double epsilon, double delta) {
    DatasetDeclaration declaration;
    declaration.name = "rows";
    declaration.epsilon = epsilon;
    declaration.delta = delta;
    for (const char* name : {"train", "test"}) {
        PartDeclaration part;
        part.name = name;
        part.contentDigest = std::string("digest of ") + name;
        part.curatorFacts = {{"rows", 48123}, {"features", "/secret/place/" + part.name}};
        declaration.parts.push_back(part);
    }
    return declaration;
}

void run(Project& project, const ExperimentSpec& spec, const std::vector<TrialSpec>& trials) {
    const auto running = project.beginExperiment(spec);
    for (const auto& trial : trials) {
        const auto id = project.reserveTrial(running.id, trial);
        project.startTrial(id);
        project.loseTrial(id, "this sample trains nothing");
    }
    project.finishExperiment(running.id, nlohmann::json::object());
}

TrialSpec trialOf(const Charge& charge) {
    TrialSpec trial;
    trial.steps = 50;
    trial.charges = {charge};
    return trial;
}

void gaussian(const std::string& file) {
    auto project = Project::openOrCreate(file);
    const auto dataset = project.declareDataset(declared(1.0, 1e-5));
    for (int round = 0; round < 2; ++round) {
        const Charge score{
            dataset.part("test"), {PrivacyEvent::gaussian(NoiseMultiplier{30.0 + round}, 1)}, {}, 0.0, 0.0};
        ExperimentSpec spec;
        spec.dataset = dataset.id;
        spec.options = {{"data", "/secret/place"}, {"steps", "50"}};
        spec.plan = {{"options", spec.options}};
        spec.curatorOptions = {"data"};
        std::vector<TrialSpec> trials;
        for (int index = 0; index < 3; ++index) {
            const Charge charge{dataset.part("train"),
                                {PrivacyEvent::gaussian(NoiseMultiplier{100.0 + 10.0 * index + round}, 50),
                                 PrivacyEvent::gaussian(NoiseMultiplier{77.7}, 1)},
                                {},
                                0.0,
                                0.0};
            spec.charges.push_back(charge);
            trials.push_back(trialOf(charge));
        }
        spec.charges.push_back(score);
        trials.push_back(trialOf(score));
        run(project, spec, trials);
    }
}

void slices(const std::string& file) {
    auto project = Project::openOrCreate(file);
    const auto dataset = project.declareDataset(declared(4.0, 3e-5));
    const std::vector<std::pair<double, PrivacyEvent>> plans = {
        {1.0, PrivacyEvent::poissonSampledGaussian(SampleRate{0.01}, NoiseMultiplier{1.4147}, 1000)},
        {0.684, PrivacyEvent::poissonSampledGaussian(SampleRate{0.05}, NoiseMultiplier{6.0}, 500)}};
    for (const auto& [epsilon, event] : plans) {
        ExperimentSpec spec;
        spec.dataset = dataset.id;
        spec.kind = AccountKind::Slices;
        const Charge charge{dataset.part("train"),
                            {event, PrivacyEvent::gaussian(NoiseMultiplier{400.0})},
                            {},
                            epsilon + 0.003,
                            1e-5};
        spec.charges = {charge};
        run(project, spec, {trialOf(charge)});
    }
}

nlohmann::json figures(const std::string& file) {
    const auto report = audit(file);
    nlohmann::json json = {{"ok", report.ok()},
                           {"head", toHex(report.tip)},
                           {"rows", report.rows},
                           {"datasets", nlohmann::json::array()}};
    for (const auto& figure : report.figures) {
        json["datasets"].push_back({{"part", figure.part}, {"epsilon", figure.epsilon}});
    }
    for (const auto& problem : report.problems) {
        std::cerr << "row " << problem.row << ' ' << problem.what.english() << '\n';
    }
    return json;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "ledger_sample FOLDER\n";
        return 2;
    }
    try {
        const std::string folder = argv[1];
        gaussian(folder + "/gaussian.parsimony");
        slices(folder + "/slices.parsimony");
        exportCopy(folder + "/gaussian.parsimony", folder + "/shared.parsimony");
        nlohmann::json all;
        for (const char* name : {"gaussian", "slices", "shared"}) {
            all[name] = figures(folder + "/" + name + ".parsimony");
        }
        std::cout << all.dump() << '\n';
        return 0;
    } catch (const Error& error) {
        std::cerr << error.what() << '\n';
        return error.exitCode();
    }
}
