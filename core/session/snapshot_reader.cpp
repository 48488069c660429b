// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/snapshot_reader.h"

#include "core/base/trial_role.h"
#include "core/base/whole_number.h"
#include "core/session/data_request.h"
#include "core/session/dataset_snapshot.h"
#include "core/session/guarantee.h"
#include "core/session/knob_options.h"
#include "core/session/prior_snapshot.h"
#include "core/session/search_request.h"
#include "core/session/stored_plan.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// What evaluations released, by part.
void fillAccuracies(RunSnapshot& snapshot, const std::vector<ledger::ReleaseRow>& accuracies) {
    if (!snapshot.final) {
        return;
    }
    for (const ledger::ReleaseRow& row : accuracies) {
        const auto accuracy = accuracyOf(row);
        if (!accuracy) {
            continue;
        }
        const PartName part = row.values.value("part", "");
        if (part.isTest()) {
            snapshot.final->test = accuracy;
        } else {
            snapshot.final->ood[part] = *accuracy;
        }
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
    keep(trial.maxGradNorm, other.maxGradNorm);
    trial.clamped = trial.clamped && other.clamped;
    std::erase_if(trial.knobs, [&](const train::KnobValue& turned) {
        return std::find(other.knobs.begin(), other.knobs.end(), turned) == other.knobs.end();
    });
    if (trial.steps != other.steps) {
        trial.steps = 0;
    }
}

/// Is anything left in `trial` that another draw could decide otherwise?
bool hasCommon(const TrialSnapshot& trial) {
    return trial.r || trial.nu || trial.learningRate || trial.noiseMultiplier || trial.clamped ||
           !trial.knobs.empty() || trial.steps != 0;
}

bool hasCommon(const RunSnapshot& snapshot) {
    return (snapshot.final && hasCommon(snapshot.final->trial)) ||
           std::any_of(snapshot.phases.begin(), snapshot.phases.end(), [](const PhaseSnapshot& phase) {
               return std::any_of(phase.trials.begin(), phase.trials.end(),
                                  [](const TrialSnapshot& trial) { return hasCommon(trial); });
           });
}

/// The runs of a preview. The experiment will make draws of its own, so what draws decide is left open: a
/// plan shows nothing that will not hold, and is the same bytes each time (PRIVACY.md rule 9).
void fillPlannedRuns(RunSnapshot& snapshot, ExperimentPlan plan) {
    const bool fewValues =
        !axesOf(plan.options).empty() || (plan.options.steps && !plan.options.steps->single());
    const std::uint8_t draws = fewValues ? 40 : 8; // so many are not alike by chance
    const bool seeded = plan.options.seed.has_value();
    if (!seeded) {
        plan.searchKey.fill(0);
    }
    (void)fillRuns(snapshot, plan, *makeMethod(plan), {});
    for (std::uint8_t draw = 1; draw < draws && !seeded && hasCommon(snapshot); ++draw) {
        plan.searchKey.fill(draw);
        RunSnapshot other;
        (void)fillRuns(other, plan, *makeMethod(plan), {});
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
    return state != TrialState::Planned && !isOpen(state);
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

TrialSnapshot trialSnapshot(const ledger::Project& project, const ledger::TrialRow& row) {
    TrialSnapshot trial = trialSnapshot(row);
    const TrialRole role = row.role;
    if (isStatistic(role)) {
        const auto released = project.releases(row.experiment, row.id);
        trial.statistic = released.empty() ? std::string() : released.front().what.text();
    }
    if (role != TrialRole::Selection) {
        return trial;
    }
    const auto number = [](const nlohmann::json& values, const char* key) {
        const auto found = values.find(key);
        return found != values.end() && found->is_number() ? std::optional(found->get<double>())
                                                           : std::nullopt;
    };
    for (const ledger::ReleaseRow& release : project.releases(row.experiment, row.id)) {
        if (release.what == ReleasedValue::Selection) {
            trial.r = number(release.values, "r");
            trial.nu = number(release.values, "nu");
            trial.learningRate = number(release.values, "learning_rate");
            trial.noiseMultiplier = number(release.values, "noise_multiplier");
            trial.steps = wholeNumberOr(release.values, "steps", 0U);
            trial.stepsDone = trial.steps;
            trial.clamped = release.values.value("clamped", false);
            if (const auto knobs = release.values.find("knobs"); knobs != release.values.end()) {
                trial.knobs = train::knobsFromJson(*knobs);
                trial.maxGradNorm =
                    trial.maxGradNorm ? trial.maxGradNorm : valueOf(trial.knobs, train::Knob::Clip);
            }
        }
    }
    const ledger::ExperimentRow experiment = project.experiment(row.experiment);
    trial.epsilon = experiment.plan->value("epsilon", 0.0);
    return trial;
}

std::map<int, ledger::TrialRow> replayTrials(const ledger::Project& project, ExperimentId experiment,
                                             search::SequentialMethod& method) {
    std::map<std::int64_t, int> indexOf;
    std::map<int, ledger::TrialRow> trials = trialsByIndex(project, experiment, 0, indexOf);
    std::set<int> closed;
    closeEnded(method, trials, closed);
    return trials;
}

std::string encoderOf(const ledger::Project& project, const ExperimentPlan& plan, TrialId trial) {
    if (plan.constants.encoders.empty()) {
        return {};
    }
    const std::string chosen = encoderIn(trialSnapshot(project, project.trial(trial)).knobs);
    return chosen.empty() ? plan.constants.encoders.front().name : chosen;
}

std::string trainerOf(const ledger::Project& project, const ExperimentPlan& plan, TrialId trial) {
    const auto chosen = trainerIn(trialSnapshot(project, project.trial(trial)).knobs);
    return chosen ? std::string(train::trainerName(*chosen)) : plan.trainer();
}

double labelThresholdOf(const ledger::Project& project, const ExperimentPlan& plan, TrialId trial) {
    const train::TrainerOptions options = trainerOptionsOf(
        plan.options, plan.constants, plan.numbers, trialSnapshot(project, project.trial(trial)).knobs);
    const auto threshold = train::traitsOf(options.trainer).labelThreshold;
    return threshold != nullptr ? threshold(options) : 0.0;
}

RunSnapshot snapshotOfPlan(const ExperimentPlan& plan, const std::string& datasetName) {
    RunSnapshot snapshot = blankSnapshot(plan);
    snapshot.dataset.name = datasetName;
    snapshot.dataset.records = plan.constants.publicRecords;
    snapshot.dataset.visibility = plan.constants.isPrivate ? Visibility::Private : Visibility::Public;
    snapshot.dataset.adjacency = printedAdjacency(plan.constants.adjacency);
    takeDeclared(snapshot.dataset, plan.constants);
    fillPlannedRuns(snapshot, plan);
    fillNotices(snapshot, plan);
    return snapshot;
}

SnapshotReader::SnapshotReader(const ledger::Project& project, ExperimentId experiment)
    : m_project(&project), m_experiment(experiment) {}

void SnapshotReader::start(const ledger::ExperimentRow& row) {
    m_plan = storedPlan(*m_project, row);
    m_method = m_plan.isLook() ? nullptr : makeMethod(m_plan);
    m_revision = -1;
    m_through = 0;
    m_indexOf.clear();
    m_trials.clear();
    m_closed.clear();
    m_running.clear();
    m_accuracies.clear();
    m_places.clear();
    m_steps = {};
    m_snapshot = blankSnapshot(m_plan);
    m_snapshot.experiment = m_experiment.value();
    m_snapshot.guarantee = guaranteeOf(m_plan, *m_project);
}

/// Rows up to `last`; which runs they are about.
std::vector<int> SnapshotReader::readTrials(std::int64_t last) {
    std::vector<int> indices;
    if (last == m_through) {
        return indices;
    }
    for (ledger::ReleaseRow& row :
         m_project->releases(m_experiment, {}, ReleasedValue::Accuracy, m_through)) {
        m_accuracies.push_back(std::move(row));
    }
    if (m_method) {
        auto changed = trialsByIndex(*m_project, m_experiment, m_through, m_indexOf);
        closeEnded(*m_method, changed, m_closed);
        for (auto& [index, row] : changed) {
            indices.push_back(index);
            if (row.state == TrialState::Running) {
                m_running.insert(index);
            } else {
                m_running.erase(index);
            }
            m_trials.insert_or_assign(index, std::move(row));
        }
    }
    m_through = last;
    return indices;
}

void SnapshotReader::count(const TrialSnapshot& run, double sign) {
    m_steps.done += sign * (run.state == TrialState::Finished ? run.steps : 0.0);
    m_steps.total += sign * run.steps;
}

TrialSnapshot* SnapshotReader::at(int index) {
    const auto place = m_places.find(index);
    if (place == m_places.end()) {
        return nullptr;
    }
    return place->second.final ? &m_snapshot.final->trial
                               : &m_snapshot.phases[place->second.phase].trials[place->second.trial];
}

TrialSnapshot* SnapshotReader::run(TrialId trial) {
    const auto index = m_indexOf.find(trial.value());
    return index == m_indexOf.end() ? nullptr : at(index->second);
}

void SnapshotReader::showAllRuns() {
    m_snapshot.phases.clear();
    m_snapshot.final.reset();
    m_places = fillRuns(m_snapshot, m_plan, *m_method, m_trials);
    m_steps = {};
    for (const auto& [index, place] : m_places) {
        count(*at(index), 1.0);
    }
}

void SnapshotReader::showRun(int index) {
    TrialSnapshot* shown = at(index);
    if (shown == nullptr) {
        return;
    }
    count(*shown, -1.0);
    *shown = trialSnapshot(m_trials.at(index), m_plan);
    count(*shown, 1.0);
}

/// Whether they run is told by who holds the experiment, which no row says.
void SnapshotReader::showRunning() {
    for (const int index : m_running) {
        if (TrialSnapshot* run = at(index)) {
            run->state = stateWithin(m_snapshot.status, TrialState::Running);
        }
    }
}

const RunSnapshot& SnapshotReader::read() {
    return readStored(*m_project, m_experiment, [this]() -> const RunSnapshot& { return readRows(); });
}

const RunSnapshot& SnapshotReader::readRows() {
    const ledger::ExperimentRow row = m_project->experiment(m_experiment);
    const std::int64_t last = m_project->lastRow();
    if (row.planVersion != m_planVersion) {
        start(row);
    }
    m_planVersion = 0; // begun anew when reading fails half-way
    const std::vector<int> changed = readTrials(last);
    if (m_method && m_revision != m_method->revision()) {
        showAllRuns();
        m_revision = m_method->revision();
    } else {
        for (const int index : changed) {
            showRun(index);
        }
    }
    const ledger::DatasetRow dataset = m_project->dataset(row.dataset);
    m_snapshot.status = row.status;
    showRunning();
    m_snapshot.dataset = datasetSnapshot(dataset);
    takeDeclared(m_snapshot.dataset, m_plan.constants);
    m_snapshot.budget = budgetSnapshot(*m_project, dataset, m_plan.partIds);
    m_snapshot.secondsLeft.reset();
    if (m_method) {
        if (const auto winner = m_trials.find(0); m_plan.selection && winner != m_trials.end()) {
            m_snapshot.final = FinalSnapshot{trialSnapshot(*m_project, winner->second), std::nullopt, {}};
            TrialState& state = m_snapshot.final->trial.state;
            state = stateWithin(row.status, state);
        }
        if (!m_snapshot.final && m_method->finished()) {
            if (const auto index = m_method->result()) {
                m_snapshot.final =
                    FinalSnapshot{trialSnapshot(m_trials.at(*index), m_plan), std::nullopt, {}};
            }
        }
    }
    fillAccuracies(m_snapshot, m_accuracies);
    if (m_snapshot.prior) {
        readPrior(*m_snapshot.prior, m_plan, *m_project, m_experiment, row.result);
    }
    fillNotices(m_snapshot, m_plan);
    if (row.result.is_object()) {
        m_snapshot.device = row.result.value("device", "cpu");
        const nlohmann::json seconds = row.result.value("seconds", nlohmann::json::object());
        m_snapshot.secondsLoad = seconds.value("load", 0.0);
        m_snapshot.secondsSearch = seconds.value("search", 0.0);
        m_snapshot.secondsFinal = seconds.value("final", 0.0);
    }
    m_planVersion = row.planVersion;
    return m_snapshot;
}

RunSnapshot readSnapshot(const ledger::Project& project, ExperimentId experiment) {
    return SnapshotReader(project, experiment).read();
}

} // namespace parsimony::session
