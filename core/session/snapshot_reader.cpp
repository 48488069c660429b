// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/snapshot_reader.h"

#include "core/privacy/gaussian_account.h"
#include "core/session/data_request.h"
#include "core/session/guarantee.h"
#include "core/session/search_request.h"

#include <algorithm>

namespace parsimony::session {

namespace {

TrialSnapshot plannedTrial(const ExperimentPlan& plan, const search::Proposal& proposal) {
    const RunBudget& budget = plan.budgetOf(proposal.phase);
    TrialSnapshot trial;
    trial.phase = proposal.phase;
    trial.role = search::toText(proposal.role);
    trial.r = proposal.r;
    trial.nu = proposal.nu;
    trial.learningRate = proposal.learningRate;
    trial.steps = proposal.steps;
    trial.noiseMultiplier = proposal.noiseMultiplier;
    trial.maxGradNorm = plan.options.maxGradNorm;
    trial.epsilon = budget.epsilon;
    trial.mu = budget.mu;
    if (proposal.scored || plan.selection) {
        trial.scoreKind = plan.options.score;
    }
    if (plan.selection) {
        trial.role = "selection";
        trial.mu = 0.0; // the account knows its epsilon and delta only
    }
    return trial;
}

std::optional<FitSnapshot> fitSnapshot(const search::SequentialMethod& method) {
    const auto fit = method.fit();
    if (!fit) {
        return std::nullopt;
    }
    FitSnapshot snapshot;
    snapshot.degree = fit->fit.degree();
    snapshot.against = fit->againstMu ? FitAxis::Mu : FitAxis::Epsilon;
    snapshot.coefficients = fit->fit.coefficients();
    for (const search::FitPoint& point : fit->fit.points()) {
        snapshot.points.emplace_back(point.x, point.r);
    }
    snapshot.residualSd = fit->fit.residualSd();
    for (int i = 0; i <= fit->fit.degree(); ++i) {
        snapshot.coefficientSe.push_back(fit->fit.coefficientSe(i));
    }
    if (const auto& interval = fit->extrapolation.interval) {
        snapshot.interval = {interval->lo, interval->hi};
    }
    snapshot.predictedR = fit->extrapolation.predictedR;
    snapshot.r = fit->extrapolation.r;
    snapshot.clamped = fit->extrapolation.clamped;
    snapshot.slopeNotPositive = fit->extrapolation.slopeNotPositive;
    return snapshot;
}

/// Phases and final run of the method's outline, with what the ledger knows of each run in its place.
void fillRuns(RunSnapshot& snapshot, const ExperimentPlan& plan, const search::SequentialMethod& method,
              const std::map<int, ledger::TrialRow>& rows) {
    for (const RunBudget& phase : plan.phases) {
        snapshot.phases.push_back({phase.epsilon, phase.mu, std::nullopt, {}});
    }
    for (const search::Proposal& proposal : method.outline()) {
        TrialSnapshot trial = plannedTrial(plan, proposal);
        if (const auto row = rows.find(proposal.index); row != rows.end()) {
            trial = trialSnapshot(row->second);
        }
        if (proposal.phase >= 0) {
            snapshot.phases[static_cast<std::size_t>(proposal.phase)].trials.push_back(std::move(trial));
        } else {
            snapshot.final = FinalSnapshot{std::move(trial), std::nullopt, {}};
        }
    }
    for (std::size_t phase = 0; phase < snapshot.phases.size(); ++phase) {
        snapshot.phases[phase].selectedR = method.selectedR(static_cast<int>(phase));
    }
    snapshot.fit = fitSnapshot(method);
}

RunSnapshot blankSnapshot(const ExperimentPlan& plan) {
    RunSnapshot snapshot;
    snapshot.isPrivate = plan.constants.isPrivate;
    snapshot.method = plan.method();
    snapshot.trainer = plan.trainer();
    snapshot.guarantee = guaranteeOf(plan);
    snapshot.checkedDevices = plan.checkedDevices;
    snapshot.experimentEpsilon = plan.epsilon;
    if (plan.selection) {
        snapshot.selection =
            SelectionSnapshot{search::toText(plan.options.runsFamily), plan.options.runsMean.value_or(0.0),
                              plan.selection->subsetFraction, plan.selection->run.mu};
    }
    snapshot.experimentMu = muUpper(plan.muSquared).value();
    return snapshot;
}

/// What evaluations released, by part: `{"part": …, "accuracy": …, "se": …}`.
void fillAccuracies(RunSnapshot& snapshot, const ledger::Project& project, ExperimentId experiment) {
    if (!snapshot.final) {
        return;
    }
    for (const ledger::ReleaseRow& row : project.releases(experiment, {}, "accuracy")) {
        const AccuracySnapshot accuracy{row.values.value("accuracy", 0.0), row.values.value("se", 0.0)};
        const std::string part = row.values.value("part", "");
        if (part == kTestPart) {
            snapshot.final->test = accuracy;
        } else {
            snapshot.final->ood[part] = accuracy;
        }
    }
}

void fillNotices(RunSnapshot& snapshot, const ExperimentPlan& plan) {
    if (snapshot.fit && snapshot.fit->clamped) {
        snapshot.notices.push_back(Notice::Clamped);
    }
    if (snapshot.fit && snapshot.fit->slopeNotPositive) {
        snapshot.notices.push_back(Notice::SlopeNotRising);
    }
    if (plan.selection && snapshot.final && snapshot.final->trial.state == TrialState::Lost) {
        snapshot.notices.push_back(Notice::SelectionLost);
    }
    if (plan.delta * static_cast<double>(plan.constants.publicRecords) >= 1.0) {
        snapshot.notices.push_back(Notice::DeltaAboveOneN);
    }
}

/// Leaves open in `trial` what another draw decided otherwise.
void keepCommon(TrialSnapshot& trial, const TrialSnapshot& other) {
    const auto keep = [](std::optional<double>& value, const std::optional<double>& drawn) {
        if (value != drawn) {
            value.reset();
        }
    };
    keep(trial.r, other.r);
    keep(trial.nu, other.nu);
    keep(trial.learningRate, other.learningRate);
    keep(trial.noiseMultiplier, other.noiseMultiplier);
    if (trial.steps != other.steps) {
        trial.steps = 0;
    }
}

/// The runs of a preview. The experiment will make draws of its own, so what draws decide is left open: a
/// plan shows nothing that will not hold, and is the same bytes each time (PRIVACY.md rule 9).
void fillPlannedRuns(RunSnapshot& snapshot, ExperimentPlan plan) {
    constexpr std::uint8_t draws = 8; // so many are not alike by chance
    const bool seeded = plan.options.seed.has_value();
    if (!seeded) {
        plan.searchKey.fill(0);
    }
    fillRuns(snapshot, plan, *makeMethod(plan), {});
    for (std::uint8_t draw = 1; draw < draws && !seeded; ++draw) {
        plan.searchKey.fill(draw);
        RunSnapshot other;
        fillRuns(other, plan, *makeMethod(plan), {});
        for (std::size_t p = 0; p < snapshot.phases.size(); ++p) {
            auto& trials = snapshot.phases[p].trials;
            for (std::size_t t = 0; t < std::min(trials.size(), other.phases[p].trials.size()); ++t) {
                keepCommon(trials[t], other.phases[p].trials[t]);
            }
        }
        if (snapshot.final && other.final) {
            keepCommon(snapshot.final->trial, other.final->trial);
        }
    }
}

bool isOver(TrialState state) {
    return state != TrialState::Planned && state != TrialState::Reserved && state != TrialState::Running;
}

/// Runs of a search that have a row after `since`, by the index that it gave them. `indexOf` tells those of
/// runs reserved before, and takes up the new ones.
std::map<int, ledger::TrialRow> trialsByIndex(const ledger::Project& project, ExperimentId experiment,
                                              std::int64_t since, std::map<std::int64_t, int>& indexOf) {
    for (const auto& [trial, place] : project.trialPlaces(experiment, since)) {
        if (place.index) {
            indexOf[trial] = static_cast<int>(*place.index);
        }
    }
    std::map<int, ledger::TrialRow> byIndex;
    for (ledger::TrialRow& row : project.trials(experiment, since)) {
        if (const auto index = indexOf.find(row.id.value()); index != indexOf.end()) {
            byIndex.insert_or_assign(index->second, std::move(row));
        }
    }
    return byIndex;
}

/// Closes in `method` what has ended and is not in `closed` yet, in order of index.
void closeEnded(search::SequentialMethod& method, const std::map<int, ledger::TrialRow>& trials,
                std::set<int>& closed) {
    for (const auto& [index, row] : trials) {
        if (!isOver(row.state) || !closed.insert(index).second) {
            continue;
        }
        if (row.state != TrialState::Finished) {
            method.lose(index);
        } else {
            method.observe(index, row.score
                                      ? std::optional(search::Score{*row.score, row.scoreSe.value_or(0.0)})
                                      : std::nullopt);
        }
    }
}

} // namespace

TrialSnapshot trialSnapshot(const ledger::TrialRow& row) {
    TrialSnapshot trial;
    trial.id = row.id.value();
    trial.experiment = row.experiment.value();
    trial.phase = row.phase;
    trial.role = row.role;
    trial.r = row.r;
    trial.nu = row.nu;
    trial.learningRate = row.learningRate;
    trial.steps = static_cast<std::uint32_t>(row.steps);
    trial.noiseMultiplier = row.noiseMultiplier;
    trial.maxGradNorm = row.maxGradNorm;
    trial.epsilon = row.epsilon;
    trial.mu = row.mu;
    trial.score = row.score;
    trial.scoreSe = row.scoreSe;
    trial.scoreKind = scoreKindFromText(row.scoreKind);
    trial.state = row.state;
    trial.stepsDone = row.state == ledger::TrialState::Finished ? trial.steps : 0;
    trial.note = row.note;
    trial.tags = row.tags;
    return trial;
}

TrialSnapshot trialSnapshot(const ledger::Project& project, const ledger::TrialRow& row) {
    TrialSnapshot trial = trialSnapshot(row);
    if (row.role != "selection") {
        return trial;
    }
    const auto number = [](const nlohmann::json& values, const char* key) {
        const auto found = values.find(key);
        return found != values.end() && found->is_number() ? std::optional(found->get<double>())
                                                           : std::nullopt;
    };
    for (const ledger::ReleaseRow& release : project.releases(row.experiment, row.id)) {
        if (release.what == "selection") {
            trial.r = number(release.values, "r");
            trial.nu = number(release.values, "nu");
            trial.learningRate = number(release.values, "learning_rate");
            trial.noiseMultiplier = number(release.values, "noise_multiplier");
            trial.steps = release.values.value("steps", 0U);
            trial.stepsDone = trial.steps;
        }
    }
    const ledger::ExperimentRow experiment = project.experiment(row.experiment);
    trial.epsilon = experiment.plan.value("epsilon", 0.0);
    return trial;
}

DatasetSnapshot datasetSnapshot(const ledger::DatasetRow& row) {
    DatasetSnapshot snapshot;
    snapshot.id = row.id.value();
    snapshot.name = row.name;
    snapshot.records = row.facts.value("records", std::uint64_t{0});
    snapshot.dim = row.facts.value("dim", 0U);
    snapshot.classes = row.facts.value("classes", 0U);
    snapshot.visibility = row.visibility;
    snapshot.adjacency = printedAdjacency(row.adjacency);
    snapshot.rowNorm.clear(); // each experiment's own
    return snapshot;
}

BudgetSnapshot budgetSnapshot(const ledger::Project& project, const ledger::DatasetRow& dataset) {
    BudgetSnapshot budget;
    budget.targetEpsilon = dataset.epsilon;
    budget.targetDelta = dataset.delta;
    budget.simulated = dataset.visibility == ledger::Visibility::Public;
    budget.remainingEpsilon = dataset.epsilon;
    for (const ledger::AccountRow& account : project.accounts(dataset.id)) {
        PartBudget part;
        part.spentEpsilon = account.spentEpsilon;
        part.reservedEpsilon = account.reservedEpsilon;
        part.remainingEpsilon = account.remainingEpsilon;
        part.spentMu = account.spentMu;
        budget.spentEpsilon = std::max(budget.spentEpsilon, part.spentEpsilon);
        budget.spentMu = std::max(budget.spentMu, part.spentMu);
        budget.reservedEpsilon = std::max(budget.reservedEpsilon, part.reservedEpsilon);
        budget.parts[account.name] = part;
    }
    if (const auto train = budget.parts.find(kTrainPart); train != budget.parts.end()) {
        budget.remainingEpsilon = train->second.remainingEpsilon;
    }
    return budget;
}

std::map<int, ledger::TrialRow> replayTrials(const ledger::Project& project, ExperimentId experiment,
                                             search::SequentialMethod& method) {
    std::map<std::int64_t, int> indexOf;
    std::map<int, ledger::TrialRow> trials = trialsByIndex(project, experiment, 0, indexOf);
    std::set<int> closed;
    closeEnded(method, trials, closed);
    return trials;
}

RunSnapshot snapshotOfPlan(const ExperimentPlan& plan, const std::string& datasetName) {
    RunSnapshot snapshot = blankSnapshot(plan);
    snapshot.dataset.name = datasetName;
    snapshot.dataset.records = plan.constants.publicRecords;
    snapshot.dataset.dim = plan.constants.dim;
    snapshot.dataset.classes = plan.constants.classes;
    snapshot.dataset.visibility = plan.constants.isPrivate ? Visibility::Private : Visibility::Public;
    snapshot.dataset.adjacency = printedAdjacency(plan.constants.adjacency);
    snapshot.dataset.rowNorm = data::rowNormName(plan.constants.rowNorm);
    fillPlannedRuns(snapshot, plan);
    fillNotices(snapshot, plan);
    return snapshot;
}

RunSnapshot snapshotOfRuns(const ExperimentPlan& plan, const search::SequentialMethod& method,
                           const std::map<int, ledger::TrialRow>& rows) {
    RunSnapshot snapshot = blankSnapshot(plan);
    fillRuns(snapshot, plan, method, rows);
    if (!snapshot.final && method.finished()) {
        if (const auto index = method.result()) {
            snapshot.final = FinalSnapshot{trialSnapshot(rows.at(*index)), std::nullopt, {}};
        }
    }
    return snapshot;
}

SnapshotReader::SnapshotReader(const ledger::Project& project, ExperimentId experiment)
    : m_project(&project), m_experiment(experiment) {}

void SnapshotReader::start(const ledger::ExperimentRow& row) {
    m_plan = ExperimentPlan::fromJson(row.plan);
    m_method = m_plan.isLook() ? nullptr : makeMethod(m_plan);
    m_through = 0;
    m_indexOf.clear();
    m_trials.clear();
    m_closed.clear();
}

void SnapshotReader::readTrials() {
    const std::int64_t last = m_project->lastRow();
    if (!m_method || last == m_through) {
        return;
    }
    auto changed = trialsByIndex(*m_project, m_experiment, m_through, m_indexOf);
    closeEnded(*m_method, changed, m_closed);
    for (auto& [index, row] : changed) {
        m_trials.insert_or_assign(index, std::move(row));
    }
    m_through = last;
}

RunSnapshot SnapshotReader::read() {
    const ledger::ExperimentRow row = m_project->experiment(m_experiment);
    if (row.planVersion != m_planVersion) {
        start(row);
    }
    m_planVersion = 0; // begun anew when reading fails half-way
    readTrials();
    m_planVersion = row.planVersion;
    const ledger::DatasetRow dataset = m_project->dataset(row.dataset);
    RunSnapshot snapshot = m_method ? snapshotOfRuns(m_plan, *m_method, m_trials) : blankSnapshot(m_plan);
    snapshot.experiment = m_experiment.value();
    snapshot.guarantee = guaranteeOf(m_plan, *m_project);
    snapshot.status = row.status;
    snapshot.dataset = datasetSnapshot(dataset);
    snapshot.dataset.classes = m_plan.constants.classes; // as this experiment declares them
    snapshot.dataset.rowNorm = data::rowNormName(m_plan.constants.rowNorm);
    snapshot.budget = budgetSnapshot(*m_project, dataset);
    if (const auto winner = m_trials.find(0); m_plan.selection && winner != m_trials.end()) {
        snapshot.final = FinalSnapshot{trialSnapshot(*m_project, winner->second), std::nullopt, {}};
    }
    fillAccuracies(snapshot, *m_project, m_experiment);
    fillNotices(snapshot, m_plan);
    if (row.result.is_object()) {
        snapshot.device = row.result.value("device", "cpu");
        const nlohmann::json seconds = row.result.value("seconds", nlohmann::json::object());
        snapshot.secondsLoad = seconds.value("load", 0.0);
        snapshot.secondsSearch = seconds.value("search", 0.0);
        snapshot.secondsFinal = seconds.value("final", 0.0);
    }
    return snapshot;
}

RunSnapshot readSnapshot(const ledger::Project& project, ExperimentId experiment) {
    return SnapshotReader(project, experiment).read();
}

} // namespace parsimony::session
