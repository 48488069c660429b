// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/ledger_state.h"

#include "core/base/quantity.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/slices.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

template <class Map>
auto* find(Map& map, std::int64_t id) {
    const auto found = map.find(id);
    return found == map.end() ? nullptr : &found->second;
}

} // namespace

const LedgerState::Dataset* LedgerState::dataset(DatasetId id) const {
    return find(m_datasets, id.value());
}
const LedgerState::Part* LedgerState::part(PartId id) const {
    return find(m_parts, id.value());
}
const LedgerState::Experiment* LedgerState::experiment(ExperimentId id) const {
    return find(m_experiments, id.value());
}
const LedgerState::Trial* LedgerState::trial(TrialId id) const {
    return find(m_trials, id.value());
}

const LedgerState::Account& LedgerState::account(PartId account) const {
    static const Account nothing;
    const Account* found = find(m_accounts, account.value());
    return found != nullptr ? *found : nothing;
}

bool LedgerState::reject(const StoredRow& row, const Sentence& what) {
    if (m_finding) {
        m_finding(row.seq, what);
    }
    return false;
}

// A row that names a trial of one experiment and another experiment would be read as either's.
bool LedgerState::namesWhatBelongsTogether(const StoredRow& row) const {
    const Part* part = row.kind == RowKind::Part ? nullptr : find(m_parts, row.part.value());
    if (part != nullptr && part->row.dataset != row.dataset) {
        return false;
    }
    const Trial* trial = row.kind == RowKind::TrialReserved ? nullptr : find(m_trials, row.trial.value());
    if (trial != nullptr) { // whose own experiment was looked at before
        return trial->row.experiment == row.experiment && trial->dataset == row.dataset;
    }
    const Experiment* experiment =
        row.kind == RowKind::Experiment ? nullptr : find(m_experiments, row.experiment.value());
    return experiment == nullptr || experiment->dataset == row.dataset;
}

bool LedgerState::apply(const StoredRow& row) {
    if (m_finding && !namesWhatBelongsTogether(row)) {
        return reject(row,
                      Sentence("names a part, an experiment or a trial of another dataset or experiment"));
    }
    switch (row.kind) {
    case RowKind::Project:
        return row.seq == 1 || reject(row, Sentence("names the project a second time"));
    case RowKind::Dataset:
        return applyDataset(row);
    case RowKind::Cap:
    case RowKind::CapRaised:
        return applyCap(row);
    case RowKind::Part:
        return applyPart(row);
    case RowKind::OpeningBalance:
    case RowKind::LinkedCharge:
        return applyCharge(row);
    case RowKind::Experiment:
        return applyExperiment(row);
    case RowKind::Reservation:
        return applyReservation(row);
    case RowKind::ExperimentFinished:
    case RowKind::ExperimentFailed:
        return applyExperimentEnd(row);
    case RowKind::ExperimentCurator:
    case RowKind::ExperimentResumed:
    case RowKind::MovedHere:
    case RowKind::PlanVersion:
    case RowKind::ExperimentInterrupted:
    case RowKind::ExperimentRemarks:
        return applyExperimentChange(row);
    case RowKind::TrialReserved:
        return applyTrialReserved(row);
    case RowKind::TrialCharge:
        return applyTrialCharge(row);
    case RowKind::TrialRunning:
    case RowKind::TrialFinished:
    case RowKind::TrialFailed:
    case RowKind::TrialCancelled:
    case RowKind::TrialLost:
        return applyTrialState(row);
    case RowKind::Release:
        return applyRelease(row);
    case RowKind::Note:
    case RowKind::Tags:
        return applyRemark(row);
    case RowKind::LinkDeclared:
        if (const auto part = m_parts.find(row.part.value()); part != m_parts.end()) {
            part->second.row.exposedUncharged |= row.as<LinkDeclaredBody>().exposed;
        }
        [[fallthrough]];
    case RowKind::PartCurator:
    case RowKind::PeopleLeftOut:
        return m_parts.count(row.part.value()) != 0 ||
               reject(row, Sentence("is about a part that was not declared"));
    case RowKind::CuratorShown:
        return true;
    }
    return true;
}

bool LedgerState::applyDataset(const StoredRow& row) {
    if (m_datasets.count(row.dataset.value()) != 0) {
        return reject(row, Sentence("declares dataset {1} a second time", row.dataset.value()));
    }
    const auto& body = row.as<DatasetBody>();
    DatasetRow& dataset = m_datasets[row.dataset.value()].row;
    dataset.id = row.dataset;
    dataset.name = body.name;
    dataset.visibility = body.visibility;
    dataset.adjacency = body.adjacency;
    dataset.rowsPerPerson = body.rowsPerPerson;
    dataset.facts = body.facts;
    return true;
}

bool LedgerState::capIsOpen(const Dataset& dataset) const {
    return dataset.row.visibility == Visibility::Public &&
           std::none_of(dataset.parts.begin(), dataset.parts.end(), [&](PartId part) {
               const auto account = m_accounts.find(m_parts.at(part.value()).row.account.value());
               return account != m_accounts.end() && account->second.kind;
           });
}

bool LedgerState::applyCap(const StoredRow& row) {
    Dataset* dataset = find(m_datasets, row.dataset.value());
    if (dataset == nullptr) {
        return reject(row, Sentence("sets the cap of a dataset that was not declared"));
    }
    const bool raised = row.kind == RowKind::CapRaised;
    const auto& cap = row.as<CapBody>();
    if (!raised && dataset->hasCap && !capIsOpen(*dataset)) {
        (void)reject(row, Sentence("sets the cap of '{1}' a second time", dataset->row.name));
    }
    if (raised && (!dataset->hasCap || cap.epsilon <= dataset->row.epsilon ||
                   cap.delta != dataset->row.delta || cap.reason.value_or("").empty())) {
        (void)reject(row, Sentence("is no raise of the cap of '{1}' with a reason", dataset->row.name));
    }
    (void)checkedEpsilon(cap.epsilon, "the cap");
    (void)checkedDelta(cap.delta, "δ of the cap");
    dataset->row.epsilon = cap.epsilon;
    dataset->row.delta = cap.delta;
    dataset->row.capRaised = dataset->row.capRaised || raised;
    dataset->hasCap = true;
    for (const PartId part : dataset->parts) {
        ++m_accounts[m_parts.at(part.value()).row.account.value()].revision;
    }
    return true;
}

bool LedgerState::applyPart(const StoredRow& row) {
    Dataset* dataset = find(m_datasets, row.dataset.value());
    if (dataset == nullptr || m_parts.count(row.part.value()) != 0) {
        return reject(row, Sentence("declares a part of no dataset, or one that is there already"));
    }
    const auto& body = row.as<PartBody>();
    PartId account = body.account.valid() ? body.account : row.part;
    if (account != row.part && m_parts.count(account.value()) == 0) {
        (void)reject(row, Sentence("shares the account of a part that is not there"));
        account = row.part;
    }
    Part& part = m_parts[row.part.value()];
    part.row = {row.part,
                row.dataset,
                body.name,
                body.isPublic,
                account,
                body.registryKey,
                body.exposedUncharged,
                body.distinctRecords,
                body.facts};
    part.seq = row.seq;
    part.simulated = body.isPublic || dataset->row.visibility == Visibility::Public;
    dataset->parts.push_back(row.part);
    return true;
}

LedgerState::EventList& LedgerState::eventsOf(std::string_view json, const StoredRow& row) {
    if (const auto known = m_eventLists.find(json); known != m_eventLists.end()) {
        return known->second;
    }
    constexpr std::size_t kept = 4096;
    if (m_eventLists.size() >= kept) {
        m_eventLists.clear();
    }
    EventList list;
    if (!json.empty()) {
        for (const auto& event : parseJson(json, *row.what)) {
            list.events.push_back(eventFromJson(event, *row.what));
        }
    }
    list.groups = groupsOfEvents(list.events, list.complete);
    return m_eventLists.emplace(json, std::move(list)).first->second;
}

const SpendSum& LedgerState::exactSpend(const StoredRow& row) {
    static const SpendSum nothing;
    if (!row.muSquared) {
        return nothing;
    }
    if (row.muSquaredExact != m_exactText) { // trials of one phase cost the same
        m_exact = SpendSum::fromText(row.muSquaredExact, "the exact spend");
        m_exactText = row.muSquaredExact;
    }
    return m_exact;
}

LedgerState::Account* LedgerState::addToAccount(const StoredRow& row) {
    const Part* part = find(m_parts, row.part.value());
    if (part == nullptr) {
        (void)reject(row, Sentence("charges a part that was not declared"));
        return nullptr;
    }
    Account& account = m_accounts[part->row.account.value()];
    const AccountKind kind = row.muSquared ? AccountKind::Gaussian : AccountKind::Slices;
    account.bothKinds = account.bothKinds || (account.kind && *account.kind != kind);
    account.kind = account.kind.value_or(kind);
    account.newest = kind;
    if (account.bothKinds && row.kind != RowKind::LinkedCharge && !part->simulated) {
        (void)reject(row, *account.kind != kind ? Sentence("charges an account of kind {1} as {2}",
                                                           toText(*account.kind), toText(kind))
                                                : Sentence("charges an account that has charges of both "
                                                           "kinds, which takes no more"));
    }
    account.muSquared.add(exactSpend(row));
    account.epsilon.add(row.epsilon.value_or(0.0));
    account.delta.add(row.delta.value_or(0.0));
    ++account.revision;
    Posted& posted = m_posted.emplace_back();
    posted.kind = row.kind;
    posted.id = row.as<ChargeBody>().charge;
    posted.part = row.part;
    if (row.muSquared) {
        posted.muSquared = exactSpend(row);
    }
    posted.epsilon = row.epsilon.value_or(0.0);
    posted.delta = row.delta.value_or(0.0);
    return &account;
}

bool LedgerState::applyCharge(const StoredRow& row) {
    Account* account = addToAccount(row);
    if (account == nullptr) {
        return false;
    }
    account->openingMuSquared.add(exactSpend(row));
    account->settledMuSquared.add(exactSpend(row));
    account->settledEpsilon.add(row.epsilon.value_or(0.0));
    account->settledDelta.add(row.delta.value_or(0.0));
    return true;
}

bool LedgerState::applyExperiment(const StoredRow& row) {
    const Dataset* dataset = find(m_datasets, row.dataset.value());
    if (dataset == nullptr || m_experiments.count(row.experiment.value()) != 0) {
        return reject(row, Sentence("begins an experiment on no dataset, or a second time"));
    }
    const auto& body = row.as<ExperimentBody>();
    Experiment& experiment = m_experiments[row.experiment.value()];
    experiment.row = row.seq;
    experiment.planRow = row.seq;
    experiment.dataset = row.dataset;
    experiment.kind = body.kind;
    experiment.method = body.method;
    experiment.trainer = body.trainer;
    experiment.started = row.time;
    experiment.request = body.request;
    experiment.isPublic = dataset->row.visibility == Visibility::Public;
    return true;
}

bool LedgerState::applyReservation(const StoredRow& row) {
    Experiment* experiment = find(m_experiments, row.experiment.value());
    if (experiment == nullptr || experiment->begunTrials) {
        return reject(row, Sentence("reserves for an experiment that has not just begun"));
    }
    Account* account = addToAccount(row);
    if (account == nullptr) {
        return false;
    }
    Share& share = experiment->shares[row.part.value()];
    share.row = row.seq;
    share.gaussian = row.muSquared.has_value();
    share.muSquared.add(exactSpend(row));
    share.epsilon.add(row.epsilon.value_or(0.0));
    share.delta.add(row.delta.value_or(0.0));
    if (!share.gaussian) { // a Gaussian account is asked for sums alone, and lists can be long
        share.planned = mergedEvents(eventsOf(row.as<ChargeBody>().events, row).events);
    }
    account->open.emplace_back(row.experiment, row.part);
    return true;
}

LedgerState::Experiment* LedgerState::goingOn(const StoredRow& row) {
    Experiment* experiment = find(m_experiments, row.experiment.value());
    return experiment != nullptr && !experiment->end ? experiment : nullptr;
}

bool LedgerState::applyExperimentEnd(const StoredRow& row) {
    Experiment* experiment = goingOn(row);
    if (experiment == nullptr) {
        return reject(row, Sentence("ends an experiment that does not go on"));
    }
    experiment->end = row.kind;
    experiment->endRow = row.seq;
    for (const auto& [part, share] : experiment->shares) {
        Account& account = m_accounts[m_parts.at(part).row.account.value()];
        account.settledMuSquared.add(share.muSquared);
        account.settledEpsilon.add(share.epsilon);
        account.settledDelta.add(share.delta);
        std::erase(account.open, std::pair(row.experiment, PartId{part}));
        ++account.revision;
    }
    return true;
}

bool LedgerState::applyExperimentChange(const StoredRow& row) {
    Experiment* experiment = goingOn(row);
    if (experiment == nullptr) {
        return reject(row, Sentence("changes an experiment that does not go on"));
    }
    if (row.kind == RowKind::PlanVersion) {
        ++experiment->planVersion;
        experiment->planRow = row.seq;
    } else if (row.kind == RowKind::ExperimentResumed) {
        ++experiment->resumed;
    } else if (row.kind == RowKind::ExperimentCurator) {
        experiment->curatorRow = row.seq;
    } else if (row.kind == RowKind::ExperimentRemarks) {
        if (experiment->remarksRow > 0) {
            return reject(row, Sentence("remarks on an experiment a second time"));
        }
        experiment->remarksRow = row.seq;
    }
    return true;
}

} // namespace parsimony::ledger
