// SPDX-License-Identifier: GPL-3.0-or-later
// Writes project files of both kinds into a folder and prints, as one JSON object, what the audit says of
// each: the verifying script must come to the same.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/audit.h"
#include "core/ledger/export_copy.h"
#include "core/ledger/project.h"
#include "core/search/private_selection.h"
#include "tests/core/ledger/planned_training.h"

#include <iostream>
#include <optional>
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

/// A run of 50 steps that is scored on its own rows: noise in sensitivities.
nlohmann::json planOfRun(double noise, double scoreNoise) {
    return {{"index", 0}, {"score", planOfCount(scoreNoise)}, {"trial", planOfTraining(noise, 50)}};
}

nlohmann::json record(const std::string& what, int count, double noise, double sensitivity) {
    return {{"what", what},
            {"count", count},
            {"noise_sd", noise},
            {"sensitivity", sensitivity},
            {"sample_rate", 1.0}};
}

struct Run {
    TrialSpec trial;
    std::optional<TrialOutcome> outcome; ///< else it is lost
};

void run(Project& project, const ExperimentSpec& spec, const std::vector<Run>& runs) {
    const auto running = project.beginExperiment(spec);
    for (const Run& one : runs) {
        const auto id = project.reserveTrial(running.id, one.trial);
        project.startTrial(id);
        if (one.outcome) {
            project.finishTrial(id, *one.outcome);
        } else {
            project.loseTrial(id, "this sample trains nothing");
        }
    }
    project.finishExperiment(running.id, nlohmann::json::object());
}

TrialSpec trialOf(const Charge& charge) {
    TrialSpec trial;
    trial.steps = 50;
    trial.charges = {charge};
    return trial;
}

Run trained(const Charge& charge, double noise, double scoreNoise) {
    Run run{trialOf(charge), TrialOutcome()};
    run.trial.plan = planOfRun(noise, scoreNoise);
    run.outcome->score = Score{0.5, 0.01, ScoreKind::Noisy};
    run.outcome->record["releases"] = {record("gradient", 50, noise * kMoved, kMoved),
                                       record("count", 1, scoreNoise, 1.0)};
    ReleaseSpec weights;
    weights.what = ReleasedValue::Weights;
    weights.bytes.assign(160, 1);
    run.outcome->releases = {weights};
    return run;
}

Run looked(const Charge& charge, double noise) {
    Run run{trialOf(charge), TrialOutcome()};
    run.trial.steps = 0;
    run.trial.role = TrialRole::Evaluation;
    run.trial.plan = {{"count", planOfCount(noise)}, {"part", "test"}};
    run.outcome->record["releases"] = nlohmann::json::array({record("count", 1, noise, 1.0)});
    ReleaseSpec accuracy;
    accuracy.what = ReleasedValue::Accuracy;
    accuracy.values = {{"accuracy", 0.5}, {"part", "test"}, {"se", 0.01}};
    run.outcome->releases = {accuracy};
    return run;
}

void gaussian(const std::string& file) {
    auto project = Project::openOrCreate(file);
    const auto dataset = project.declareDataset(declared(1.0, 1e-5));
    for (int round = 0; round < 2; ++round) {
        const Charge score{
            dataset.part("test"), {PrivacyEvent::gaussian(NoiseMultiplier{30.0 + round}, 1)}, {}, 0.0, 0.0};
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.options = {{"data", "/secret/place"}, {"steps", "50"}};
        spec.plan = {{"options", spec.options}};
        spec.curatorOptions = {"data"};
        std::vector<Run> runs;
        for (int index = 0; index < 3; ++index) {
            const double noise = 100.0 + 10.0 * index + round;
            const double scoreNoise = 77.7;
            const Charge charge{dataset.part("train"),
                                {PrivacyEvent::gaussian(NoiseMultiplier{noise}, 50),
                                 PrivacyEvent::gaussian(NoiseMultiplier{scoreNoise}, 1)},
                                {},
                                0.0,
                                0.0};
            spec.charges.push_back(charge);
            runs.push_back(trained(charge, noise, scoreNoise));
        }
        spec.charges.push_back(score);
        runs.push_back(looked(score, 30.0 + round));
        run(project, spec, runs);
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
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.kind = AccountKind::Slices;
        const Charge charge{dataset.part("train"),
                            {event, PrivacyEvent::gaussian(NoiseMultiplier{400.0})},
                            {},
                            epsilon + 0.003,
                            1e-5};
        spec.charges = {charge};
        run(project, spec, {{trialOf(charge), std::nullopt}});
    }
}

/// The best of ten runs on average.
void select(Project& project, const DeclaredDataset& dataset, const search::SelectionRequest& request) {
    const search::SelectionPlan plan = search::planSelection(request);
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
    spec.dataset = dataset.id;
    spec.kind = AccountKind::Slices;
    const Charge charge{dataset.part("train"),
                        {PrivacyEvent::rdpCurve(plan.orders, plan.values)},
                        {},
                        request.epsilon.value(),
                        request.delta.value()};
    spec.charges = {charge};
    Run best{trialOf(charge), std::nullopt};
    best.trial.role = TrialRole::Selection;
    nlohmann::json& told = best.trial.plan["selection"];
    told = {{"run_mu", plan.runMu.value()},
            {"runs_family", search::toText(request.family)},
            {"runs_mean", request.meanRuns}};
    if (request.subsetFraction) {
        told["subset_fraction"] = *request.subsetFraction;
    }
    run(project, spec, {best});
}

/// Of each kind that there is, whose runs do not sample.
void selections(const std::string& file, Adjacency adjacency) {
    auto project = Project::openOrCreate(file);
    DatasetDeclaration declaration = declared(4.0, 3e-5);
    declaration.adjacency = adjacency;
    const auto dataset = project.declareDataset(declaration);
    for (const search::RunsFamily family : {search::RunsFamily{true, 0.0}, {false, 0.0}, {false, 1.0}}) {
        for (const std::optional<double> fraction : {std::optional<double>(), {0.1}}) {
            search::SelectionRequest request;
            request.epsilon = Epsilon{0.5};
            request.delta = Delta{4e-6};
            request.family = family;
            request.subsetFraction = fraction;
            request.adjacency = adjacency;
            select(project, dataset, request);
        }
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
        selections(folder + "/selections.parsimony", Adjacency::AddOrRemoveOne);
        selections(folder + "/replaced.parsimony", Adjacency::ReplaceOne);
        exportCopy(folder + "/gaussian.parsimony", folder + "/shared.parsimony");
        nlohmann::json all;
        for (const char* name : {"gaussian", "slices", "selections", "replaced", "shared"}) {
            all[name] = figures(folder + "/" + name + ".parsimony");
        }
        std::cout << all.dump() << '\n';
        return 0;
    } catch (const Error& error) {
        std::cerr << error.what() << '\n';
        return error.exitCode();
    }
}
