// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/model_evaluation.h"

#include "core/base/error.h"
#include "core/data/part.h"
#include "core/export/model_file.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/session/dataset_declaration.h"
#include "core/session/trial_runner.h"

#include <exception>
#include <string>

namespace parsimony::session {

namespace {

constexpr const char* methodName = "evaluate"; // in the ledger, where a run has its search method

ledger::DatasetRow newestPrivate(const ledger::Project& project) {
    const auto rows = project.datasets();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (row->visibility == ledger::Visibility::Private) {
            return *row;
        }
    }
    failUsage("the project has no private dataset whose budget could pay for looking at private rows");
}

RequestedPart partOf(const PrivateEvaluationRequest& request, const exporting::Classifier& model) {
    RequestedPart part{request.name, request.files, data::describePart(request.files), false};
    if (part.info.dim != model.head.recordDim()) {
        failUsage("rows of " + request.files.features + " have " + std::to_string(part.info.dim) +
                  " values, the classifier takes " + std::to_string(model.head.recordDim()));
    }
    return part;
}

/// A plan that trains nothing: one charged count of one part.
ExperimentPlan planLook(const RequestedPart& part, PartId id, const ledger::AccountRow& account,
                        const ledger::DatasetRow& dataset, const exporting::Classifier& model) {
    if (account.kind == ledger::AccountKind::Slices) {
        refuse("the " + part.name +
               " part's account is of kind slices, which takes whole experiments only; test it "
               "within a run");
    }
    if (account.remainingMuSquared.isZero()) {
        throw Error("nothing is left of the budget of the " + part.name + " part",
                    {account.epsilon, 0.0, account.epsilon});
    }
    ExperimentPlan plan;
    plan.options.method = methodName;
    plan.options.trainer = model.card.trainer;
    plan.constants.publicRecords = part.info.rows;
    plan.constants.dim = static_cast<std::uint32_t>(part.info.dim);
    plan.constants.classes = model.head.classes;
    plan.constants.adjacency = dataset.adjacency;
    plan.constants.rowsPerPerson = dataset.rowsPerPerson;
    plan.delta = dataset.delta;
    const auto records = static_cast<double>(part.info.rows);
    const Mu mu = search::evaluationMu(records, account.remainingMuSquared, 0.25, dataset.rowsPerPerson);
    plan.evaluations.push_back(
        {part.name, records, train::CountPlan::forMu(mu, 1, dataset.rowsPerPerson), 0.0, 0.0});
    plan.partIds[part.name] = id.value();
    return plan;
}

ledger::Score countPrivately(ledger::Project& project, TrialId trial, const EvaluationBudget& look,
                             const RequestedPart& part, const exporting::Classifier& model,
                             std::stop_token stop, const RunObserver& observer) {
    const std::int64_t attempt = project.startTrial(trial);
    const auto backend = compute::makeCpuBackend();
    data::LoadOptions options;
    options.preprocessing = model.preprocessing;
    options.classes = static_cast<int>(model.head.classes);
    options.stop = stop;
    const data::LoadedPart loaded = data::loadPart(part.files, options);
    const std::size_t invalid = loaded.invalidFeatureRows + loaded.invalidLabelRows;
    if (invalid > 0 && observer.onCuratorNotice) {
        observer.onCuratorNotice(std::to_string(invalid) + " records are not valid and count as wrong");
    }
    const auto resident =
        backend->upload({loaded.features, loaded.labels, model.head.classes, compute::Precision::Float32, 0});
    const TrialContext context{project, *backend, std::nullopt, stop, {}, {}};
    const ScoreRequest request{ScoreKind::Noisy, resident.get(), look.count, look.records};
    return countScore(context, request, {model.head, model.parameters}, noiseOf(context, trial, attempt));
}

/// Ends the experiment as its trial ended. Without an outcome it is failed and stays charged as it is, and
/// there is nothing for `resume` to go on with.
void endEvaluation(ledger::Project& project, ExperimentId experiment, const std::string& why) {
    bool finished = false;
    for (const ledger::TrialRow& trial : project.trials(experiment)) {
        finished = finished || trial.state == ledger::TrialState::Finished;
        if (trial.state == ledger::TrialState::Reserved || trial.state == ledger::TrialState::Running) {
            project.failTrial(trial.id, why);
        }
    }
    if (finished) {
        project.finishExperiment(experiment, {{"device", "cpu"}});
    } else {
        project.failExperiment(experiment, why);
    }
}

void endAfter(const std::exception& error, ledger::Project& project, ExperimentId experiment) {
    try {
        endEvaluation(project, experiment, error.what());
    } catch (const Error&) {
        // The file cannot be written just now: the first error is the one to tell, and the next `resume`
        // ends what was left.
    }
}

} // namespace

PrivateEvaluation evaluatePrivately(ledger::Project& project, const ledger::Registry& registry,
                                    const PrivateEvaluationRequest& request, std::stop_token stop,
                                    const RunObserver& observer) {
    const exporting::Classifier model = exporting::loadModel(request.model.string());
    const ledger::DatasetRow dataset = newestPrivate(project);
    const RequestedPart part = partOf(request, model);
    const PartId id = declarePart(project, registry, dataset.id, part, observer);
    const ExperimentPlan plan = planLook(part, id, project.account(id), dataset, model);
    const EvaluationBudget& look = plan.evaluations.front();

    ledger::ExperimentSpec spec;
    spec.dataset = dataset.id;
    spec.method = plan.method();
    spec.trainer = plan.options.trainer;
    spec.options = toJson(plan.options);
    spec.plan = plan.toJson();
    spec.charges = {{id, {look.count->event()}, {}, 0.0, 0.0}};
    const ledger::RunningExperiment running = project.beginExperiment(spec);
    ledger::TrialSpec trial;
    trial.phase = -1;
    trial.role = "evaluation";
    trial.plan = {{"part", part.name}, {"count", look.count->toJson()}};
    trial.charges = spec.charges;
    const TrialId trialId = project.reserveTrial(running.id, trial);
    ledger::TrialOutcome outcome;
    PrivateEvaluation result{0.0, 0.0, part.info.rows,
                             epsilonOf(look.count->mu(), Delta{dataset.delta}).value(), 0.0};
    try {
        const ledger::Score accuracy = countPrivately(project, trialId, look, part, model, stop, observer);
        outcome.record = {{"releases", nlohmann::json::array({countRecord(*look.count)})}};
        outcome.releases = {{{},
                             {},
                             "accuracy",
                             {{"part", part.name}, {"accuracy", accuracy.value}, {"se", accuracy.se}},
                             ledger::ValueClass::Released,
                             {}}};
        result.accuracy = accuracy.value;
        result.se = accuracy.se;
        project.finishTrial(trialId, outcome);
    } catch (const std::exception& error) {
        endAfter(error, project, running.id);
        throw;
    }
    endEvaluation(project, running.id, {});
    result.remainingEpsilon = project.account(id).remainingEpsilon;
    return result;
}

bool endInterruptedEvaluation(ledger::Project& project, ExperimentId experiment) {
    if (project.experiment(experiment).method != methodName) {
        return false;
    }
    const ledger::RunningExperiment running = project.resumeExperiment(experiment);
    endEvaluation(project, running.id, "interrupted before its count was released");
    return true;
}

} // namespace parsimony::session
