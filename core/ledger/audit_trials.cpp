// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the audit's replay that lives through trials and what they release: rows of which there can be
// hundreds of thousands, so little of them is parsed.
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/slices.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

bool nearly(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

double numberIn(const JsonMembers& body, std::string_view key) {
    const auto value = body.find(key);
    return value.empty() || value == "null" ? 0.0 : jsonNumber(value, "its '" + std::string(key) + "'");
}

// The value of a JSON text that is a string, as it is written.
std::string_view stringIn(const JsonMembers& body, std::string_view key) {
    const auto value = body.find(key);
    return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : std::string_view();
}

} // namespace

AuditReplay::EventList& AuditReplay::eventsOf(const AuditedRow& row, std::string_view text) {
    if (const auto known = m_eventLists.find(text); known != m_eventLists.end()) {
        return known->second;
    }
    constexpr std::size_t kept = 4096;
    if (m_eventLists.size() >= kept) {
        m_eventLists.clear();
    }
    EventList list;
    if (!text.empty()) {
        list = eventsOf(nlohmann::json{
            {"events", parseJson(text, "the list of events of row " + std::to_string(row.seq))}});
    }
    return m_eventLists.emplace(text, std::move(list)).first->second;
}

void AuditReplay::takeTrial(const AuditedRow& row) {
    if (row.kind != "trial_reserved" && row.kind != "trial_charge") {
        takeTrialState(row);
        return;
    }
    const JsonMembers body(row.text, "its body");
    EventList& events = eventsOf(row, body.find("events"));
    checkAmounts(row, events);
    if (row.kind == "trial_reserved") {
        takeTrialReserved(row, body, events);
        return;
    }
    const auto trial = m_trials.find(row.trial);
    if (trial == m_trials.end() || trial->second.state != TrialState::Reserved) {
        problem(row.seq, "charges a trial that was not reserved");
    } else {
        takeTrialCharge(row, trial->second, trial->second.validation, events);
    }
}

void AuditReplay::takeTrialReserved(const AuditedRow& row, const JsonMembers& body, EventList& events) {
    Experiment* experiment = experimentOf(row);
    if (experiment == nullptr || experiment->ended) {
        problem(row.seq,
                "reserves trial " + std::to_string(row.trial) + " for an experiment that does not go on");
        return;
    }
    if (m_trials.count(row.trial) != 0) {
        problem(row.seq, "reserves trial " + std::to_string(row.trial) + " a second time");
        return;
    }
    experiment->begunTrials = true;
    Trial& trial = m_trials[row.trial];
    trial.experiment = row.experiment;
    trial.row = row.seq;
    trial.planned = groupsOfPlan(body.find("plan"));
    checkTrialFigures(row, body, *experiment);
    if (row.part != 0) {
        takeTrialCharge(row, trial, trial.charged, events);
    }
}

void AuditReplay::checkTrialFigures(const AuditedRow& row, const JsonMembers& body,
                                    const Experiment& experiment) {
    const auto muText = body.find("mu");
    if (!row.muSquared || muText.empty()) {
        return;
    }
    // Trials of one phase show the same figures.
    std::string figures = std::string(row.muSquaredExact) + ' ' + std::string(muText) + ' ' +
                          std::string(body.find("epsilon")) + ' ' + std::to_string(experiment.dataset);
    if (figures == m_figures) {
        return;
    }
    const Mu mu = muUpper(exactSpend(row));
    const auto& dataset = m_datasets[experiment.dataset];
    const double shownMu = numberIn(body, "mu");
    const double shown = numberIn(body, "epsilon");
    // Solving for ε takes a hundred times as long as looking whether the ε that is shown solves it.
    const bool holds = dataset.delta && std::isfinite(shown) && shown >= 0.0 &&
                       deltaOf(mu, Epsilon{shown * (1.0 + 1e-9)}).value() <= *dataset.delta &&
                       (shown == 0.0 || deltaOf(mu, Epsilon{shown * (1.0 - 1e-9)}).value() >= *dataset.delta);
    if (!nearly(shownMu, mu.value()) || !holds) {
        problem(row.seq, "shows μ = " + numberText(shownMu) + ", ε = " + numberText(shown) +
                             " where its events give μ = " + numberText(mu.value()) + " and another ε");
        return;
    }
    m_figures = std::move(figures);
}

void AuditReplay::takeTrialCharge(const AuditedRow& row, Trial& trial, ReleaseGroups& charged,
                                  EventList& events) {
    Experiment& experiment = m_experiments[trial.experiment];
    trial.complete = trial.complete && events.complete;
    charged.insert(charged.end(), events.groups.begin(), events.groups.end());
    if (experiment.slices.count(row.part) == 0) {
        problem(row.seq, "charges a part of which its experiment reserved nothing");
        return;
    }
    if (experiment.kind == AccountKind::Slices) {
        auto& all = experiment.events[row.part];
        all.insert(all.end(), events.events.begin(), events.events.end());
        all = mergedEvents(all);
        return;
    }
    SpendSum& allocated = experiment.allocated[row.part];
    allocated.add(exactSpend(row));
    if (!allocated.fits(experiment.reserved[row.part])) {
        problem(row.seq, "takes more of part " + std::to_string(row.part) + " than experiment " +
                             std::to_string(trial.experiment) + " reserved");
    }
}

void AuditReplay::takeTrialState(const AuditedRow& row) {
    const auto found = m_trials.find(row.trial);
    if (found == m_trials.end()) {
        problem(row.seq, "speaks of a trial that was not reserved");
        return;
    }
    Trial& trial = found->second;
    const bool open = trial.state == TrialState::Reserved || trial.state == TrialState::Running;
    const bool wellEnded = row.kind != "trial_finished" || trial.state == TrialState::Running;
    if (!open || !wellEnded) {
        problem(row.seq, "moves trial " + std::to_string(row.trial) + " from " + toText(trial.state) +
                             " to " + std::string(row.kind.substr(6)));
        return;
    }
    if (row.kind == "trial_running") {
        trial.state = TrialState::Running;
        return;
    }
    trial.state = row.kind == "trial_finished"    ? TrialState::Finished
                  : row.kind == "trial_cancelled" ? TrialState::Cancelled
                  : row.kind == "trial_failed"    ? TrialState::Failed
                                                  : TrialState::Lost;
    checkTrialEvents(row, trial);
}

// What was charged, against the plan and, at the end of a trial, against what its trainer recorded.
void AuditReplay::checkTrialEvents(const AuditedRow& row, Trial& trial) {
    ReleaseGroups all = std::move(trial.charged);
    // The plan of the experiment, not that of the trial, holds the count that scores it on a validation part.
    if (!sameReleases(grouped(trial.validation), m_experiments[trial.experiment].validation)) {
        all.insert(all.end(), trial.validation.begin(), trial.validation.end());
    }
    const ReleaseGroups charged = grouped(std::move(all));
    const ReleaseGroups planned = std::move(trial.planned);
    trial.charged = {};
    trial.validation = {};
    trial.planned = {};
    if (!trial.complete) {
        return;
    }
    if (!planned.empty() && !sameReleases(charged, planned)) {
        problem(trial.row, "charges " + releasesText(charged) + " for a plan of " + releasesText(planned));
    }
    if (trial.state != TrialState::Finished) {
        return;
    }
    const auto record = JsonMembers(row.text, "its body").find("record");
    if (!record.empty()) {
        const auto recorded = groupsOfRecord(record);
        if (!sameReleases(charged, recorded)) {
            problem(row.seq, "records " + releasesText(recorded) + " for trial " + std::to_string(row.trial) +
                                 ", which was charged " + releasesText(charged));
        }
    }
}

void AuditReplay::takeRelease(const AuditedRow& row) {
    const Experiment* experiment = experimentOf(row);
    if (experiment == nullptr) {
        problem(row.seq, "releases something of no experiment");
        return;
    }
    if (row.trial != 0) {
        const auto trial = m_trials.find(row.trial);
        if (trial == m_trials.end() || trial->second.state == TrialState::Reserved) {
            problem(row.seq, "releases something of a trial that did not run");
        }
    }
    const JsonMembers body(row.text, "its body");
    const auto values = body.find("values");
    if (!experiment->isPublic && stringIn(body, "what") == "score" && isJsonObject(values) &&
        stringIn(JsonMembers(values, "its values"), "kind") == "exact") {
        problem(row.seq, "releases an exact score of private data");
    }
    if (const auto blob = stringIn(body, "blob"); !blob.empty()) {
        m_blobs.emplace(blob, row.seq);
    }
}

bool AuditReplay::trialRuns(std::int64_t trial) const {
    const auto found = m_trials.find(trial);
    return found != m_trials.end() && found->second.state == TrialState::Running;
}

} // namespace parsimony::ledger
