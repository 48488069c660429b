// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/experiment_runner.h"

#include "core/base/error.h"
#include "core/session/model_bytes.h"
#include "core/session/run_inputs.h"
#include "core/session/selection_runner.h"
#include "core/session/snapshot_reader.h"
#include "core/session/trial_ledger.h"
#include "core/session/trial_runner.h"
#include "core/train/initial_weights.h"

#include <algorithm>

namespace parsimony::session {

namespace {

constexpr auto publishInterval = std::chrono::milliseconds(50);

} // namespace

ExperimentRunner::ExperimentRunner(ledger::Project& project, ledger::RunningExperiment running,
                                   ExperimentPlan plan, DataRequest request,
                                   std::unique_ptr<compute::ComputeBackend> backend, std::stop_token stop,
                                   RunObserver observer)
    : m_project(project), m_running(std::move(running)), m_plan(std::move(plan)),
      m_request(std::move(request)), m_backend(std::move(backend)), m_stop(std::move(stop)),
      m_observer(std::move(observer)) {}

RunSnapshot ExperimentRunner::run() {
    try {
        m_method = m_plan.makeMethod();
        m_trials = replayTrials(m_project, m_running.id, *m_method);
        publish(true);
        if (searchAndEvaluate()) {
            finish();
        } else if (!m_over) {
            m_project.interruptExperiment(m_running.id);
        }
    } catch (...) {
        try {
            m_project.interruptExperiment(m_running.id);
        } catch (const Error&) {
            // The file cannot be written just now; an experiment without an owner counts as interrupted
            // anyway.
        }
        throw;
    }
    m_running.lock.release();
    publish(true);
    return m_snapshot;
}

bool ExperimentRunner::searchAndEvaluate() {
    try {
        return runSearch() && evaluate();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Interrupted) {
            throw;
        }
        return false; // stopped while loading or counting: nothing came out
    }
}

void ExperimentRunner::notice(const std::string& sentence) const {
    if (m_observer.onCuratorNotice) {
        m_observer.onCuratorNotice(sentence);
    }
}

void ExperimentRunner::noticeInvalid(const std::string& part, std::size_t features,
                                     std::size_t labels) const {
    if (features + labels > 0) {
        notice(std::to_string(features + labels) + " records of the " + part + " part are not valid (" +
               std::to_string(features) + " by a value, " + std::to_string(labels) +
               " by a label) and count as empty");
    }
}

void ExperimentRunner::makeResident(const RequestedPart& part, const std::vector<float>& mean) {
    const auto start = Clock::now();
    const data::LoadedPart loaded = loadRows(m_plan, part, m_stop, mean);
    noticeInvalid(part.name, loaded.invalidFeatureRows, loaded.invalidLabelRows);
    m_resident[part.name] = uploadRows(*m_backend, m_plan, loaded);
    m_secondsLoad += secondsSince(start);
}

std::vector<float> ExperimentRunner::releasedMean() {
    if (!m_plan.mean) {
        return {};
    }
    if (auto stored = storedMean(m_project, m_running.id)) {
        return std::move(*stored);
    }
    std::optional<TrialId> open; // reserved before an interruption
    for (const ledger::TrialRow& row : m_project.trials(m_running.id)) {
        if (row.role == "mean") {
            open = row.id;
        }
    }
    if (!open) {
        ledger::TrialSpec spec;
        spec.role = "mean";
        spec.plan = {{"mean", m_plan.mean->toJson()}};
        spec.charges = {{m_plan.partId("train"), {m_plan.mean->event()}, {}, 0.0, 0.0}};
        open = m_project.reserveTrial(m_running.id, spec);
    }
    const TrialContext context{m_project, *m_backend, m_plan.options.seed, m_stop, {}, {}};
    const std::int64_t attempt = m_project.startTrial(*open);
    data::LoadOptions options;
    options.preprocessing = {data::RowNorm::Clip, m_plan.mean->release().clip, {}};
    options.classes = static_cast<int>(m_plan.constants.classes);
    options.stop = m_stop;
    const data::LoadedPart loaded = data::loadPart(m_request.train().files, options);
    const auto resident = m_backend->upload(
        {loaded.features, loaded.labels, m_plan.constants.classes, compute::Precision::Float32, 0});
    const auto mean =
        train::privateMean(*m_plan.mean, *m_backend, *resident, noiseOf(context, *open, attempt), m_stop);
    const train::PlannedRelease& release = m_plan.mean->release();
    ledger::TrialOutcome outcome;
    outcome.record = {{"releases",
                       {{{"what", train::releaseName(release.kind)},
                         {"count", release.count},
                         {"noise_sd", release.noiseSd},
                         {"sensitivity", release.sensitivity.value()},
                         {"sample_rate", 1.0}}}}};
    outcome.releases = {{{},
                         {},
                         "mean",
                         {{"dtype", "f64"}, {"shape", {mean.size()}}},
                         ledger::ValueClass::Released,
                         parametersToBytes(mean)}};
    m_project.finishTrial(*open, outcome);
    return {mean.begin(), mean.end()};
}

TrialId ExperimentRunner::reserve(const search::Proposal& proposal, const train::TrialPlan& trial) {
    if (const auto row = m_trials.find(proposal.index); row != m_trials.end()) {
        return row->second.id; // reserved before an interruption: gone on with, never reserved twice
    }
    return m_project.reserveTrial(m_running.id, trialSpecOf(m_plan, proposal, trial));
}

std::optional<train::TrainerState> ExperimentRunner::startOf(const search::Proposal& proposal,
                                                             const compute::HeadShape& head) const {
    return startState(proposal, head, [this](int index) {
        return releasedModel(m_project, m_running.id, m_trials.at(index).id);
    });
}

bool ExperimentRunner::runProposal(const search::Proposal& proposal) {
    const train::TrialPlan trial =
        m_plan.trialPlan(proposal.phase, proposal.steps, proposal.learningRate.value_or(0.0));
    const TrialId id = reserve(proposal, trial);
    m_trials.insert_or_assign(proposal.index, m_project.trial(id));
    publish(true);
    TrialContext context{m_project, *m_backend, m_plan.options.seed, m_stop, {}, m_initialWeights};
    context.progress = [&](std::uint32_t steps) {
        m_stepsDone[id.value()] = steps;
        publish(false);
    };
    const ScoreRequest score = scoreRequestOf(m_plan, proposal, m_resident);
    const TrialResult result =
        runTrial(context, id, trial, *m_resident.at("train"), score, startOf(proposal, trial.headShape()));
    m_trials.insert_or_assign(proposal.index, m_project.trial(id));
    if (result.end == TrialEnd::Finished) {
        m_method->observe(proposal.index,
                          result.score ? std::optional(search::Score{result.score->value, result.score->se})
                                       : std::nullopt);
    } else if (result.end == TrialEnd::Lost) {
        m_project.addPlanVersion(m_running.id, m_plan.toJson(),
                                 "trial " + std::to_string(id.value()) + " was lost");
        m_method->lose(proposal.index);
    }
    publish(true);
    return result.end != TrialEnd::Stopped;
}

void ExperimentRunner::readInitialWeights() {
    if (!startsFromFile(m_plan.options)) {
        return;
    }
    const train::InitialWeights weights = train::readInitialWeights(m_plan.options.init);
    if (weights.digest != m_plan.constants.initDigest) {
        fail(m_plan.options.init +
             ": the initial weights are not those that the experiment was planned with; "
             "bring the old file back to go on with it");
    }
    m_initialWeights = train::initialParameters(weights, headShapeOf(m_plan.options, m_plan.constants));
    notice("the initial weights of " + m_plan.options.init +
           " are taken as public: they must not come from private rows");
}

bool ExperimentRunner::runSearch() {
    if (m_method->finished()) {
        return true;
    }
    readInitialWeights();
    if (m_plan.selection) {
        return runPrivateSelection();
    }
    const std::vector<float> mean = releasedMean();
    makeResident(m_request.train(), mean);
    if (m_plan.validation) {
        makeResident(*m_request.find("validation"), mean);
    }
    while (!m_method->finished()) {
        for (const search::Proposal& proposal : m_method->nextBatch()) {
            if (m_stop.stop_requested()) {
                return false;
            }
            const auto start = Clock::now();
            const bool done = runProposal(proposal);
            (proposal.role == search::Role::Final ? m_secondsFinal : m_secondsSearch) += secondsSince(start);
            if (!done) {
                return false;
            }
        }
    }
    m_resident.clear();
    return true;
}

void ExperimentRunner::endSelection(TrialId trial) {
    const std::string message =
        "it did not come to its end; a private selection is one mechanism, stays charged and is not resumed";
    m_project.loseTrial(trial, message);
    m_project.failExperiment(m_running.id, message);
    m_over = true;
}

bool ExperimentRunner::runPrivateSelection() {
    const auto row = m_trials.find(0);
    const bool reserved = row != m_trials.end();
    if (reserved && row->second.state == TrialState::Running) {
        endSelection(row->second.id);
        refuse("experiment " + std::to_string(m_running.id.value()) +
               " is a private selection that was interrupted: it is one mechanism, so it stays charged and "
               "cannot be resumed; start another with `run` from what is left");
    }
    if (m_stop.stop_requested()) {
        return false; // nothing was opened
    }
    const TrialId id =
        reserved ? row->second.id
                 : m_project.reserveTrial(m_running.id, selectionSpec(m_plan, m_plan.partId("train")));
    (void)m_project.startTrial(id);
    m_trials.insert_or_assign(0, m_project.trial(id));
    publish(true);
    const auto start = Clock::now();
    std::size_t features = 0;
    std::size_t labels = 0;
    SelectionData data;
    data.rows = m_request.train().info.rows;
    data.load = [&](const std::vector<std::uint8_t>& keep) {
        const data::LoadedPart loaded = loadRows(m_plan, m_request.train(), m_stop, {}, keep);
        features += loaded.invalidFeatureRows;
        labels += loaded.invalidLabelRows;
        return uploadRows(*m_backend, m_plan, loaded);
    };
    try {
        if (m_plan.validation) {
            makeResident(*m_request.find("validation"), {});
            data.validation = m_resident.at("validation").get();
        }
        const TrialContext context{m_project, *m_backend, m_plan.options.seed, m_stop, {}, m_initialWeights};
        if (runSelection(context, id, m_plan, data).end != TrialEnd::Finished) {
            endSelection(id);
            return false;
        }
    } catch (...) {
        try {
            endSelection(id);
        } catch (const Error&) {
            m_over = true; // the file cannot be written just now; a trial that ran is never gone on with
        }
        throw;
    }
    noticeInvalid("train", features, labels); // of both sets together: how they were drawn stays secret
    m_resident.clear();
    if (!m_plan.constants.isPrivate) {
        m_secondsSearch += secondsSince(start); // tells how many runs there were: public data only
    }
    m_trials.insert_or_assign(0, m_project.trial(id));
    m_method->observe(0, std::nullopt);
    publish(true);
    return true;
}

bool ExperimentRunner::evaluatePart(const EvaluationBudget& evaluation, const train::Model& model,
                                    const std::map<std::string, TrialId>& started) {
    TrialId id;
    if (const auto found = started.find(evaluation.part); found != started.end()) {
        id = found->second;
    } else {
        id = m_project.reserveTrial(m_running.id, evaluationSpecOf(m_plan, evaluation));
    }
    const std::int64_t attempt = m_project.startTrial(id);
    makeResident(*m_request.find(evaluation.part), releasedMean());
    const TrialContext context{m_project, *m_backend, m_plan.options.seed, m_stop, {}, {}};
    const ScoreRequest request{evaluation.count ? ScoreKind::Noisy : ScoreKind::Exact,
                               m_resident.at(evaluation.part).get(), evaluation.count, evaluation.records};
    const ledger::Score accuracy = countScore(context, request, model, noiseOf(context, id, attempt));
    m_project.finishTrial(id, evaluationOutcome(evaluation, accuracy));
    m_resident.erase(evaluation.part);
    publish(true);
    return true;
}

bool ExperimentRunner::evaluate() {
    const auto result = resultTrial(m_trials, *m_method);
    if (!result) {
        return true;
    }
    const train::Model model = releasedModel(m_project, m_running.id, *result);
    std::map<std::string, TrialId> started;
    std::vector<std::string> done;
    for (const ledger::TrialRow& row : m_project.trials(m_running.id)) {
        if (row.role == "evaluation") {
            const std::string part = m_project.trialPlan(row.id).at("part").get<std::string>();
            row.state == ledger::TrialState::Finished ? done.push_back(part) : void(started[part] = row.id);
        }
    }
    for (const EvaluationBudget& evaluation : m_plan.evaluations) {
        if (std::find(done.begin(), done.end(), evaluation.part) != done.end()) {
            continue;
        }
        const auto start = Clock::now();
        if (m_stop.stop_requested() || !evaluatePart(evaluation, model, started)) {
            return false;
        }
        m_secondsFinal += secondsSince(start);
    }
    return true;
}

void ExperimentRunner::finish() {
    const auto result = resultTrial(m_trials, *m_method);
    m_project.finishExperiment(
        m_running.id,
        {{"device", m_backend->name()},
         {"result_trial", result ? result->value() : 0},
         {"seconds", {{"load", m_secondsLoad}, {"search", m_secondsSearch}, {"final", m_secondsFinal}}}});
}

void ExperimentRunner::publish(bool force) {
    const auto now = Clock::now();
    if (!force && now - m_published < publishInterval) {
        return;
    }
    m_published = now;
    if (force) {
        m_snapshot = readSnapshot(m_project, m_running.id);
        m_snapshot.device = m_backend->name();
        m_snapshot.secondsLoad = m_secondsLoad;
        m_snapshot.secondsSearch = m_secondsSearch;
        m_snapshot.secondsFinal = m_secondsFinal;
    }
    double stepsDone = 0.0;
    double stepsNow = 0.0; // of this process
    double stepsTotal = 0.0;
    const auto count = [&](TrialSnapshot& trial) {
        if (const auto steps = m_stepsDone.find(trial.id); trial.id > 0 && steps != m_stepsDone.end()) {
            trial.stepsDone = steps->second;
            stepsNow += steps->second;
        }
        stepsDone += trial.stepsDone;
        stepsTotal += trial.steps;
    };
    for (PhaseSnapshot& phase : m_snapshot.phases) {
        std::for_each(phase.trials.begin(), phase.trials.end(), count);
    }
    if (m_snapshot.final) {
        count(m_snapshot.final->trial);
    }
    m_snapshot.secondsLeft.reset();
    if (stepsNow > 0.0 && m_snapshot.status == "running") {
        m_snapshot.secondsLeft = secondsSince(m_started) / stepsNow * (stepsTotal - stepsDone);
    }
    if (m_observer.onSnapshot) {
        m_observer.onSnapshot(m_snapshot);
    }
}

} // namespace parsimony::session
