// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_replay.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/ledger/slices.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::ledger {

namespace {

constexpr std::array bodyKinds = {"dataset",        "cap",           "cap_raised",   "part",
                                  "experiment",     "reservation",   "trial_charge", "release",
                                  "trial_reserved", "trial_finished"};

std::vector<PrivacyEvent> eventsOf(const AuditedRow& row) {
    const auto found = row.body.find("events");
    std::vector<PrivacyEvent> events;
    if (found != row.body.end()) {
        for (const auto& event : *found) {
            events.push_back(eventFromJson(event, "an event"));
        }
    }
    return events;
}

SpendSum exactSpend(const AuditedRow& row) {
    return row.muSquared ? SpendSum::fromText(row.muSquaredExact, "the exact spend") : SpendSum();
}

bool nearly(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

bool AuditReplay::readsBody(std::string_view kind) {
    return std::find(bodyKinds.begin(), bodyKinds.end(), kind) != bodyKinds.end();
}

void AuditReplay::take(const AuditedRow& row) {
    checkAmounts(row);
    if (row.kind == "dataset") {
        takeDataset(row);
    } else if (row.kind == "cap" || row.kind == "cap_raised") {
        takeCap(row, row.kind == "cap_raised");
    } else if (row.kind == "part") {
        takePart(row);
    } else if (row.kind == "opening_balance" || row.kind == "linked_charge") {
        takeBalance(row);
    } else if (row.kind == "experiment") {
        takeExperiment(row);
    } else if (row.kind == "reservation") {
        takeReservation(row);
    } else if (row.kind == "experiment_finished" || row.kind == "experiment_failed") {
        takeExperimentEnd(row);
    } else if (row.kind == "trial_reserved") {
        takeTrialReserved(row);
    } else if (row.kind == "trial_charge") {
        const auto trial = m_trials.find(row.trial);
        if (trial == m_trials.end() || trial->second.state != TrialState::Reserved) {
            problem(row.seq, "charges a trial that was not reserved");
        } else {
            takeTrialCharge(row, trial->second);
        }
    } else if (row.kind.starts_with("trial_")) {
        takeTrialState(row);
    } else if (row.kind == "release") {
        takeRelease(row);
    }
}

void AuditReplay::checkAmounts(const AuditedRow& row) {
    if (!row.muSquared) {
        return;
    }
    if (exactSpend(row).upper() != *row.muSquared) {
        problem(row.seq, "its μ² (" + numberText(*row.muSquared) + ") is not its exact spend rounded up");
    }
    if (!row.body.is_null()) {
        const auto events = eventsOf(row);
        if (!events.empty() && gaussianSpend(events) > exactSpend(row)) {
            problem(row.seq, "charges less than its events cost (" + numberText(exactSpend(row).upper()) +
                                 " of " + numberText(gaussianSpend(events).upper()) + ")");
        }
    }
}

void AuditReplay::takeDataset(const AuditedRow& row) {
    if (m_datasets.count(row.dataset) != 0) {
        problem(row.seq, "declares dataset " + std::to_string(row.dataset) + " a second time");
        return;
    }
    Dataset& dataset = m_datasets[row.dataset];
    dataset.name = row.body.value("name", "");
    dataset.isPublic = row.body.value("visibility", "") == "public";
}

void AuditReplay::takeCap(const AuditedRow& row, bool raised) {
    const auto found = m_datasets.find(row.dataset);
    if (found == m_datasets.end()) {
        problem(row.seq, "sets the cap of a dataset that was not declared");
        return;
    }
    Dataset& dataset = found->second;
    const double epsilon = row.body.at("epsilon").get<double>();
    const double delta = row.body.at("delta").get<double>();
    if (!raised && dataset.epsilon) {
        problem(row.seq, "sets the cap of '" + dataset.name + "' a second time");
    }
    if (raised && (!dataset.epsilon || epsilon <= *dataset.epsilon || delta != *dataset.delta ||
                   row.body.value("reason", "").empty())) {
        problem(row.seq, "is no raise of the cap of '" + dataset.name + "' with a reason");
    }
    (void)checkedEpsilon(epsilon, "the cap");
    (void)checkedDelta(delta, "δ of the cap");
    dataset.epsilon = epsilon;
    dataset.delta = delta;
}

void AuditReplay::takePart(const AuditedRow& row) {
    if (m_datasets.count(row.dataset) == 0 || m_parts.count(row.part) != 0) {
        problem(row.seq, "declares a part of no dataset, or one that is there already");
        return;
    }
    Part& part = m_parts[row.part];
    part.dataset = row.dataset;
    part.name = row.body.value("name", "");
    part.isPublic = row.body.value("public", false) || m_datasets[row.dataset].isPublic;
    part.account = row.body.value("account", row.part);
    if (part.account != row.part && m_parts.count(part.account) == 0) {
        problem(row.seq, "shares the account of a part that is not there");
        part.account = row.part;
    }
}

AuditReplay::Account* AuditReplay::addToAccount(const AuditedRow& row) {
    const auto part = m_parts.find(row.part);
    if (part == m_parts.end()) {
        problem(row.seq, "charges a part that was not declared");
        return nullptr;
    }
    Account& account = m_accounts[part->second.account];
    const AccountKind kind = row.muSquared ? AccountKind::Gaussian : AccountKind::Slices;
    if (account.kind && *account.kind != kind) {
        problem(row.seq,
                std::string("charges an account of kind ") + toText(*account.kind) + " as " + toText(kind));
    }
    account.kind = kind;
    account.muSquared.add(exactSpend(row));
    account.epsilon.add(row.epsilon.value_or(0.0));
    account.delta.add(row.delta.value_or(0.0));
    return &account;
}

void AuditReplay::takeBalance(const AuditedRow& row) {
    const Account* account = addToAccount(row);
    if (account == nullptr || row.kind != "linked_charge") {
        return;
    }
    const Part& part = m_parts[row.part];
    const Dataset& dataset = m_datasets[part.dataset];
    if (account->kind == AccountKind::Gaussian && dataset.epsilon &&
        !GaussianAccount(Epsilon{*dataset.epsilon}, Delta{*dataset.delta}).fits(account->muSquared)) {
        m_report.notes.push_back("row " + std::to_string(row.seq) +
                                 ": charges in other projects to the rows of part '" + part.name +
                                 "' passed the cap that '" + dataset.name + "' has here");
    }
}

void AuditReplay::takeExperiment(const AuditedRow& row) {
    if (m_datasets.count(row.dataset) == 0 || m_experiments.count(row.experiment) != 0) {
        problem(row.seq, "begins an experiment on no dataset, or a second time");
        return;
    }
    Experiment& experiment = m_experiments[row.experiment];
    experiment.dataset = row.dataset;
    experiment.kind = row.body.value("kind", "") == "slices" ? AccountKind::Slices : AccountKind::Gaussian;
    experiment.isPublic = m_datasets[row.dataset].isPublic;
}

void AuditReplay::takeReservation(const AuditedRow& row) {
    const auto found = m_experiments.find(row.experiment);
    if (found == m_experiments.end() || found->second.begunTrials) {
        problem(row.seq, "reserves for an experiment that has not just begun");
        return;
    }
    const Account* account = addToAccount(row);
    if (account == nullptr) {
        return;
    }
    Experiment& experiment = found->second;
    experiment.reserved[row.part].add(exactSpend(row));
    experiment.slices[row.part] = {row.seq, row.epsilon.value_or(0.0), row.delta.value_or(0.0)};
    const Part& part = m_parts[row.part];
    const Dataset& dataset = m_datasets[part.dataset];
    if (part.isPublic || !dataset.epsilon) {
        return;
    }
    const Epsilon cap{*dataset.epsilon};
    const Delta delta{*dataset.delta};
    const bool fits =
        account->kind == AccountKind::Gaussian
            ? GaussianAccount(cap, delta).fits(account->muSquared)
            : SlicesAccount(cap, delta, account->epsilon, account->delta).spentEpsilon() <= cap &&
                  account->delta.fits(delta.value());
    if (!fits) {
        problem(row.seq, "passes the cap ε = " + numberText(cap.value()) + " of part '" + part.name +
                             "' of '" + dataset.name + "'");
    }
}

AuditReplay::Experiment* AuditReplay::experimentOf(const AuditedRow& row) {
    const auto found = m_experiments.find(row.experiment);
    return found == m_experiments.end() ? nullptr : &found->second;
}

void AuditReplay::takeExperimentEnd(const AuditedRow& row) {
    Experiment* experiment = experimentOf(row);
    if (experiment == nullptr || experiment->ended) {
        problem(row.seq, "ends an experiment that does not go on");
        return;
    }
    experiment->ended = true;
}

void AuditReplay::takeTrialReserved(const AuditedRow& row) {
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
    if (row.body.contains("plan")) {
        trial.planned = groupsOfPlan(row.body["plan"]);
    }
    checkTrialFigures(row, *experiment);
    if (row.part != 0) {
        takeTrialCharge(row, trial);
    }
}

void AuditReplay::checkTrialFigures(const AuditedRow& row, const Experiment& experiment) {
    if (!row.muSquared || !row.body.contains("mu")) {
        return;
    }
    const Mu mu = muUpper(exactSpend(row));
    const auto& dataset = m_datasets[experiment.dataset];
    const double shownMu = row.body.value("mu", 0.0);
    const double shown = row.body.value("epsilon", 0.0);
    // Solving for ε takes a hundred times as long as looking whether the ε that is shown solves it.
    const bool holds = dataset.delta && std::isfinite(shown) && shown >= 0.0 &&
                       deltaOf(mu, Epsilon{shown * (1.0 + 1e-9)}).value() <= *dataset.delta &&
                       (shown == 0.0 || deltaOf(mu, Epsilon{shown * (1.0 - 1e-9)}).value() >= *dataset.delta);
    if (!nearly(shownMu, mu.value()) || !holds) {
        problem(row.seq, "shows μ = " + numberText(shownMu) + ", ε = " + numberText(shown) +
                             " where its events give μ = " + numberText(mu.value()) + " and another ε");
    }
}

void AuditReplay::takeTrialCharge(const AuditedRow& row, Trial& trial) {
    Experiment& experiment = m_experiments[trial.experiment];
    const auto events = eventsOf(row);
    bool complete = true;
    const auto groups = groupsOfEvents(events, complete);
    trial.complete = trial.complete && complete;
    trial.charged.insert(trial.charged.end(), groups.begin(), groups.end());
    if (experiment.slices.count(row.part) == 0) {
        problem(row.seq, "charges a part of which its experiment reserved nothing");
        return;
    }
    if (experiment.kind == AccountKind::Slices) {
        auto& all = experiment.events[row.part];
        all.insert(all.end(), events.begin(), events.end());
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
    trial.charged = grouped(std::move(trial.charged));
    if (trial.complete && !trial.planned.empty() && !sameReleases(trial.charged, trial.planned)) {
        problem(trial.row,
                "charges " + releasesText(trial.charged) + " for a plan of " + releasesText(trial.planned));
    }
    if (trial.complete && trial.state == TrialState::Finished && row.body.contains("record")) {
        const auto recorded = groupsOfRecord(row.body["record"]);
        if (!sameReleases(trial.charged, recorded)) {
            problem(row.seq, "records " + releasesText(recorded) + " for trial " + std::to_string(row.trial) +
                                 ", which was charged " + releasesText(trial.charged));
        }
    }
    trial.charged = {};
    trial.planned = {};
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
    const auto values = row.body.find("values");
    if (!experiment->isPublic && row.body.value("what", "") == "score" && values != row.body.end() &&
        values->value("kind", "") == "exact") {
        problem(row.seq, "releases an exact score of private data");
    }
    if (row.body.contains("blob")) {
        m_blobs.emplace(row.body["blob"].get<std::string>(), row.seq);
    }
}

bool AuditReplay::trialRuns(std::int64_t trial) const {
    const auto found = m_trials.find(trial);
    return found != m_trials.end() && found->second.state == TrialState::Running;
}

// What the trials of an experiment cost together must stay inside the slice that it took.
void AuditReplay::checkSlices(const Experiment& experiment) {
    for (const auto& [part, events] : experiment.events) {
        const auto& slice = experiment.slices.at(part);
        if (experiment.isPublic || m_parts[part].isPublic || events.empty()) {
            continue;
        }
        try {
            requireSliceHolds(events, slice.epsilon, slice.delta, "part '" + m_parts[part].name + "'");
        } catch (const Error& error) {
            problem(slice.row, std::string("holds too little: ") + error.what());
        }
    }
}

void AuditReplay::finish() {
    std::int64_t open = 0;
    for (const auto& [id, trial] : m_trials) {
        open += trial.state == TrialState::Reserved || trial.state == TrialState::Running ? 1 : 0;
    }
    if (open > 0) {
        m_report.notes.push_back(std::to_string(open) +
                                 " trials are reserved and have no outcome; they stay charged");
    }
    for (const auto& [id, experiment] : m_experiments) {
        if (!experiment.ended) {
            m_report.notes.push_back("experiment " + std::to_string(id) +
                                     " has no outcome; its reservation stays");
        }
    }
    for (const auto& [id, experiment] : m_experiments) {
        if (experiment.kind == AccountKind::Slices) {
            checkSlices(experiment);
        }
    }
    for (const auto& [id, part] : m_parts) {
        const Dataset& dataset = m_datasets[part.dataset];
        const Account& account = m_accounts[part.account];
        AuditFigure figure;
        figure.name = dataset.name;
        figure.part = part.name;
        figure.delta = dataset.delta.value_or(0.0);
        figure.targetEpsilon = dataset.epsilon.value_or(0.0);
        figure.simulated = part.isPublic;
        if (account.kind == AccountKind::Slices) {
            figure.epsilon = account.epsilon.upper();
        } else {
            figure.mu = muUpper(account.muSquared).value();
            figure.epsilon = account.muSquared.isZero() || !dataset.delta
                                 ? 0.0
                                 : epsilonOf(muUpper(account.muSquared), Delta{*dataset.delta}).value();
        }
        m_report.figures.push_back(std::move(figure));
    }
}

} // namespace parsimony::ledger
