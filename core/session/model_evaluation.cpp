// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/model_evaluation.h"

#include "core/base/error.h"
#include "core/data/part.h"
#include "core/export/model_file.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/session/breakdown.h"
#include "core/session/dataset_declaration.h"
#include "core/session/method_choice.h"
#include "core/session/trial_runner.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <string>

namespace parsimony::session {

namespace {

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

/// What one look at the rows releases; its costs add up to the look's μ².
struct Look {
    std::optional<train::CountPlan> count; ///< right predictions; absent with a label map
    std::vector<std::pair<std::string, BreakdownPlan>> breakdowns; ///< by what they break down

    [[nodiscard]] std::vector<PrivacyEvent> events() const {
        std::vector<PrivacyEvent> events;
        if (count) {
            events.push_back(count->event());
        }
        for (const auto& [of, plan] : breakdowns) {
            events.push_back(plan.event());
        }
        return events;
    }
    [[nodiscard]] nlohmann::json plan(const std::string& part) const {
        nlohmann::json json{{"part", part}, {"breakdowns", nlohmann::json::array()}};
        if (count) {
            json["count"] = count->toJson();
        }
        for (const auto& [of, plan] : breakdowns) {
            json["breakdowns"].push_back(plan.record(of));
        }
        return json;
    }
    [[nodiscard]] nlohmann::json record() const {
        nlohmann::json releases = nlohmann::json::array();
        if (count) {
            releases.push_back(countRecord(*count));
        }
        for (const auto& [of, plan] : breakdowns) {
            releases.push_back(plan.record(of));
        }
        return {{"releases", releases}};
    }
};

/// Half of μ² goes to the accuracy of all rows, the other half to breakdowns where they are asked for. Which
/// records a label map keeps is private, so their accuracy is a breakdown of one bin.
Look lookOf(const PrivateEvaluationRequest& request, const ledger::DatasetRow& dataset, Mu mu) {
    std::vector<std::string> parts;
    if (request.perClass) {
        parts.emplace_back("classes");
    }
    if (!request.groups.empty()) {
        parts.emplace_back("groups");
    }
    const double half = mu.value() / std::sqrt(2.0) * (1.0 - 0x1p-50);
    const Mu whole = parts.empty() ? mu : Mu{half};
    Look look;
    if (request.labelMap.empty()) {
        look.count = train::CountPlan::forMu(whole, 1, dataset.rowsPerPerson);
    } else {
        look.breakdowns.emplace_back("all",
                                     BreakdownPlan::forMu(whole, dataset.adjacency, dataset.rowsPerPerson));
    }
    const Mu each{half / std::sqrt(static_cast<double>(std::max<std::size_t>(1, parts.size())))};
    for (const std::string& of : parts) {
        look.breakdowns.emplace_back(of,
                                     BreakdownPlan::forMu(each, dataset.adjacency, dataset.rowsPerPerson));
    }
    return look;
}

void requireAccount(const RequestedPart& part, const ledger::AccountRow& account) {
    if (account.kind == ledger::AccountKind::Slices) {
        refuse("the " + part.name +
               " part's account is of kind slices, which takes whole experiments only; test it "
               "within a run");
    }
    if (account.remainingMuSquared.isZero()) {
        throw Error("nothing is left of the budget of the " + part.name + " part",
                    {account.epsilon, 0.0, account.epsilon});
    }
}

/// A plan that trains nothing: one look at one part.
ExperimentPlan planLook(const RequestedPart& part, PartId id, const ledger::DatasetRow& dataset,
                        const exporting::Classifier& model, const Look& look) {
    ExperimentPlan plan;
    plan.options.method = evaluationMethod;
    plan.options.trainer = model.card.trainer;
    plan.constants.publicRecords = part.info.rows;
    plan.constants.dim = static_cast<std::uint32_t>(part.info.dim);
    plan.constants.classes = model.head.classes;
    plan.constants.adjacency = dataset.adjacency;
    plan.constants.rowsPerPerson = dataset.rowsPerPerson;
    plan.delta = dataset.delta;
    plan.muSquared = gaussianSpend(look.events());
    plan.epsilon = epsilonOf(muUpper(plan.muSquared), Delta{plan.delta}).value();
    plan.evaluations.push_back({part.name, static_cast<double>(part.info.rows), look.count, 0.0, 0.0});
    plan.partIds[part.name] = id.value();
    return plan;
}

/// What is declared beside the rows: read before anything is charged.
struct Declared {
    std::optional<exporting::LabelMap> map;
    std::optional<exporting::Groups> groups;
};

Declared declaredOf(const PrivateEvaluationRequest& request, const RequestedPart& part,
                    const exporting::Classifier& model) {
    if (request.groups.empty() != request.groupNames.empty()) {
        failUsage(
            "groups of private rows need --groups FILE and their names, declared by --group-names: which "
            "groups there are must not be read off the rows");
    }
    Declared declared;
    if (!request.labelMap.empty()) {
        declared.map = exporting::readLabelMap(request.labelMap, model.head.classes);
    }
    if (!request.groups.empty()) {
        declared.groups =
            declaredGroups(exporting::readGroups(request.groups, part.info.rows), request.groupNames);
    }
    return declared;
}

std::vector<std::string> binNames(const std::string& of, const exporting::Classifier& model,
                                  const PrivateEvaluationRequest& request) {
    if (of == "groups") {
        return request.groupNames;
    }
    std::vector<std::string> names;
    for (std::size_t k = 0; k < (of == "all" ? 1 : model.head.classes); ++k) {
        const auto& known = model.card.classNames;
        names.push_back(of == "all" ? "all" : k < known.size() ? known[k] : std::to_string(k));
    }
    return names;
}

/// The noisy figures of a look, from the rows themselves.
PrivateEvaluation lookAt(ledger::Project& project, TrialId trial, const Look& look,
                         const PrivateEvaluationRequest& request, const RequestedPart& part,
                         const Declared& declared, const exporting::Classifier& model,
                         const std::stop_token& stop, const RunObserver& observer) {
    const std::int64_t attempt = project.startTrial(trial);
    const auto backend = compute::makeCpuBackend();
    data::LoadOptions options;
    options.preprocessing = model.preprocessing;
    options.classes =
        static_cast<int>(declared.map ? declared.map->classOf.size() : std::size_t{model.head.classes});
    options.stop = stop;
    const data::LoadedPart loaded = data::loadPart(part.files, options);
    const std::size_t invalid = loaded.invalidFeatureRows + loaded.invalidLabelRows;
    if (invalid > 0 && observer.onCuratorNotice) {
        observer.onCuratorNotice(std::to_string(invalid) + " records are not valid and count as wrong");
    }
    const TrialContext context{project, *backend, std::nullopt, stop, {}, {}};
    const compute::NoiseSource noise = noiseOf(context, trial, attempt);
    PrivateEvaluation result;
    result.records = part.info.rows;
    if (look.count) {
        const auto resident = backend->upload(
            {loaded.features, loaded.labels, model.head.classes, compute::Precision::Float32, 0});
        const auto records = static_cast<double>(part.info.rows);
        const ledger::Score accuracy =
            countScore(context, {ScoreKind::Noisy, resident.get(), look.count, records},
                       {model.head, model.parameters}, noise);
        result.accuracy = accuracy.value;
        result.se = accuracy.se;
        result.noiseSd = look.count->noiseSd();
        result.sensitivity = look.count->sensitivity().value();
    }
    if (look.breakdowns.empty()) {
        return result;
    }
    const exporting::Evaluation exact =
        exporting::evaluate(model, *loaded.features, loaded.labels, declared.map ? &*declared.map : nullptr,
                            declared.groups ? &*declared.groups : nullptr, 0, stop);
    for (const auto& [of, plan] : look.breakdowns) {
        const std::vector<exporting::Count> counts = of == "all"       ? std::vector{exact.all}
                                                     : of == "classes" ? exact.perClass
                                                                       : exact.perGroup;
        PrivateBreakdown breakdown{of, plan.noiseSd(), plan.sensitivity().value(), {}};
        const auto stream = static_cast<std::uint32_t>(1 + result.breakdowns.size());
        const auto shares = plan.release(counts, noise, stream);
        const auto names = binNames(of, model, request);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            breakdown.bins.emplace_back(names.at(i), shares[i]);
        }
        if (of == "all") {
            constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
            result.accuracy = shares.front().accuracy.value_or(nothing);
            result.se = shares.front().se.value_or(nothing);
            result.noiseSd = plan.noiseSd();
            result.sensitivity = plan.sensitivity().value();
        }
        result.breakdowns.push_back(std::move(breakdown));
    }
    return result;
}

/// The released values, as the ledger keeps them.
std::vector<ledger::ReleaseSpec> releasesOf(const PrivateEvaluation& result, const std::string& part) {
    std::vector<ledger::ReleaseSpec> releases;
    if (std::isfinite(result.accuracy)) {
        releases.push_back({{},
                            {},
                            "accuracy",
                            {{"part", part}, {"accuracy", result.accuracy}, {"se", result.se}},
                            ledger::ValueClass::Released,
                            {}});
    }
    const auto orNull = [](const std::optional<double>& value) {
        return value ? nlohmann::json(*value) : nlohmann::json();
    };
    for (const PrivateBreakdown& breakdown : result.breakdowns) {
        nlohmann::json bins = nlohmann::json::object();
        for (const auto& [name, share] : breakdown.bins) {
            bins[name] = {
                {"accuracy", orNull(share.accuracy)}, {"se", orNull(share.se)}, {"records", share.records}};
        }
        releases.push_back({{},
                            {},
                            "breakdown",
                            {{"part", part}, {"of", breakdown.of}, {"bins", std::move(bins)}},
                            ledger::ValueClass::Released,
                            {}});
    }
    return releases;
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
    const Declared declared = declaredOf(request, part, model);
    const ledger::AccountRow account = project.account(id);
    requireAccount(part, account);
    const Mu mu = search::evaluationMu(static_cast<double>(part.info.rows), account.remainingMuSquared, 0.25,
                                       dataset.rowsPerPerson);
    const Look look = lookOf(request, dataset, mu);
    const ExperimentPlan plan = planLook(part, id, dataset, model, look);

    ledger::ExperimentSpec spec;
    spec.dataset = dataset.id;
    spec.method = plan.method();
    spec.trainer = plan.options.trainer;
    spec.options = toJson(plan.options);
    spec.plan = plan.toJson();
    spec.charges = {{id, look.events(), {}, 0.0, 0.0}};
    const ledger::RunningExperiment running = project.beginExperiment(spec);
    ledger::TrialSpec trial;
    trial.phase = -1;
    trial.role = "evaluation";
    trial.plan = look.plan(part.name);
    trial.charges = spec.charges;
    const TrialId trialId = project.reserveTrial(running.id, trial);
    PrivateEvaluation result;
    try {
        result = lookAt(project, trialId, look, request, part, declared, model, stop, observer);
        ledger::TrialOutcome outcome;
        outcome.record = look.record();
        outcome.releases = releasesOf(result, part.name);
        project.finishTrial(trialId, outcome);
    } catch (const std::exception& error) {
        endAfter(error, project, running.id);
        throw;
    }
    endEvaluation(project, running.id, {});
    result.epsilon = project.trial(trialId).epsilon;
    result.remainingEpsilon = project.account(id).remainingEpsilon;
    return result;
}

bool endInterruptedEvaluation(ledger::Project& project, ExperimentId experiment) {
    if (project.experiment(experiment).method != evaluationMethod) {
        return false;
    }
    const ledger::RunningExperiment running = project.resumeExperiment(experiment);
    endEvaluation(project, running.id, "interrupted before its count was released");
    return true;
}

} // namespace parsimony::session
