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

constexpr std::array bodyKinds = {"dataset", "cap", "cap_raised", "part", "experiment", "reservation"};
constexpr std::array textKinds = {"trial_reserved", "trial_charge", "trial_finished", "release"};

bool isOneOf(const auto& kinds, std::string_view kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

} // namespace

AuditReplay::Reads AuditReplay::reads(std::string_view kind) {
    return isOneOf(textKinds, kind) ? Reads::Text : isOneOf(bodyKinds, kind) ? Reads::Body : Reads::Nothing;
}

void AuditReplay::take(const AuditedRow& row) {
    if (row.kind.starts_with("trial_")) {
        takeTrial(row);
        return;
    }
    if (row.kind == "release") {
        takeRelease(row);
        return;
    }
    EventList events = eventsOf(row.body);
    checkAmounts(row, events);
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
        takeReservation(row, events);
    } else if (row.kind == "experiment_finished" || row.kind == "experiment_failed") {
        takeExperimentEnd(row);
    }
}

AuditReplay::EventList AuditReplay::eventsOf(const nlohmann::json& body) {
    EventList list;
    if (const auto found = body.find("events"); found != body.end()) {
        for (const auto& event : *found) {
            list.events.push_back(eventFromJson(event, "an event"));
        }
    }
    list.groups = groupsOfEvents(list.events, list.complete);
    return list;
}

const SpendSum& AuditReplay::exactSpend(const AuditedRow& row) {
    static const SpendSum nothing;
    if (!row.muSquared) {
        return nothing;
    }
    if (row.muSquaredExact != m_exactText) {
        m_exact = SpendSum::fromText(std::string(row.muSquaredExact), "the exact spend");
        m_exactText = row.muSquaredExact;
    }
    return m_exact;
}

void AuditReplay::checkAmounts(const AuditedRow& row, EventList& events) {
    if (!row.muSquared) {
        return;
    }
    const SpendSum& spend = exactSpend(row);
    if (spend.upper() != *row.muSquared) {
        problem(row.seq, "its μ² (" + numberText(*row.muSquared) + ") is not its exact spend rounded up");
    }
    if (!events.events.empty()) {
        if (!events.gaussian) {
            events.gaussian = gaussianSpend(events.events);
        }
        if (*events.gaussian > spend) {
            problem(row.seq, "charges less than its events cost (" + numberText(spend.upper()) + " of " +
                                 numberText(events.gaussian->upper()) + ")");
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
    if (account.kind && *account.kind != kind && !part->second.isPublic) {
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
    const nlohmann::json::json_pointer count("/plan/validation/count");
    if (row.body.contains(count)) {
        experiment.validation = groupsOfPlan(row.body.at(count).dump());
    }
}

void AuditReplay::takeReservation(const AuditedRow& row, const EventList& events) {
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
    experiment.planned[row.part] = mergedEvents(events.events);
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

// What the plan of an experiment lists, and what its trials cost together, must stay inside the slice that it
// took.
void AuditReplay::checkSlices(const Experiment& experiment) {
    for (const auto& [part, slice] : experiment.slices) {
        const std::string title = "part '" + m_parts[part].name + "'";
        const auto planned = experiment.planned.find(part);
        const auto taken = experiment.events.find(part);
        const bool lists = planned != experiment.planned.end() && !planned->second.empty();
        const bool took = taken != experiment.events.end() && !taken->second.empty();
        if (experiment.isPublic || m_parts[part].isPublic) {
            continue;
        }
        if (lists && took && !arePlanned(planned->second, {}, taken->second)) {
            problem(slice.row, "plans other events than its trials took of " + title);
        }
        try {
            if (lists || took) {
                requireSliceHolds(lists ? planned->second : taken->second, slice.epsilon, slice.delta, title,
                                  1e-9);
            }
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
