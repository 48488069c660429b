// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/audit_events.h"
#include "core/ledger/ledger_row.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// What the rows of a ledger come to: datasets, parts, accounts, experiments and trials. apply() is the one
/// place where a row changes any of them, for the live project and for the audit. Nothing is added up twice:
/// what an account or an experiment comes to is kept as rows come in.
///
/// A live project may leave out the rows of trials that nobody asks for, and apply those of an experiment
/// later, in their order: they change their trial and their experiment only.
class LedgerState {
public:
    /// Told what cannot have happened in a ledger that this program wrote.
    using Finding = std::function<void(std::int64_t row, const Sentence& what)>;

    struct Dataset {
        DatasetRow row;
        bool hasCap = false;
        std::vector<PartId> parts; ///< in the order of their rows
    };
    struct Part {
        PartRow row;
        std::int64_t seq = 0;
        bool simulated = false; ///< public: nothing is enforced
    };
    /// One charge as the registry knows it, from a row of kind reservation, linked_charge or opening_balance.
    struct Posted {
        RowKind kind = RowKind::Reservation;
        std::string id; ///< empty where the row names none
        PartId part;
        std::optional<SpendSum> muSquared;
        double epsilon = 0.0, delta = 0.0;

        /// An opening balance of an earlier version is a sum without an id: `opening` stands for it.
        [[nodiscard]] const std::string& idOr(const std::string& opening) const {
            return id.empty() && kind == RowKind::OpeningBalance ? opening : id;
        }
    };
    /// The account of a part, and of those that share it.
    struct Account {
        std::optional<AccountKind> kind; ///< of its first charge
        AccountKind newest = AccountKind::Gaussian;
        bool bothKinds = false;
        SpendSum muSquared, epsilon, delta; ///< everything charged
        SpendSum openingMuSquared;          ///< of it, what came with the rows
        /// Of it, balances and the reservations of ended experiments.
        SpendSum settledMuSquared, settledEpsilon, settledDelta;
        std::vector<std::pair<ExperimentId, PartId>> open; ///< reservations of experiments that can go on
        std::uint64_t revision = 0;                        ///< grows with every change of what it comes to
    };
    /// What an experiment reserved of one part.
    struct Share {
        std::int64_t row = 0;
        bool gaussian = false;
        SpendSum muSquared, epsilon, delta;
        SpendSum allocated; ///< μ² of its trials
        SpendSum started;   ///< of those that ever started
        /// Kind slices: what the reservation lists, and what trials took; equal ones merged.
        std::vector<PrivacyEvent> planned, used;
    };
    struct Experiment {
        std::int64_t row = 0;
        DatasetId dataset;
        AccountKind kind = AccountKind::Gaussian;
        search::MethodName method;
        std::string trainer, started, request;
        bool isPublic = false;
        std::optional<RowKind> end; ///< experiment_finished or experiment_failed
        int planVersion = 1;
        std::int64_t planRow = 0, endRow = 0, curatorRow = 0, remarksRow = 0;
        std::int64_t resumed = 0; ///< how often
        bool begunTrials = false;
        std::map<std::int64_t, Share> shares; ///< by part
    };
    struct Trial {
        TrialRow row;
        DatasetId dataset;
        std::vector<std::pair<PartId, SpendSum>> notStarted; ///< its charges, until it starts
    };

    /// A list of events and what follows from it. Trials of one phase have the same list: it is parsed once.
    struct EventList {
        std::vector<PrivacyEvent> events;
        ReleaseGroups groups;
        bool complete = true;             ///< every event is a Gaussian release
        std::optional<SpendSum> gaussian; ///< Σμ², once it was asked for
    };

    explicit LedgerState(Finding finding = {}) : m_finding(std::move(finding)) {}

    /// Takes a row in. False, and a finding, for one that cannot follow what is there: it changes nothing.
    /// Throws Error(Failed) when its body is not of its kind.
    bool apply(const StoredRow& row);

    [[nodiscard]] const std::map<std::int64_t, Dataset>& datasets() const { return m_datasets; }
    [[nodiscard]] const std::map<std::int64_t, Part>& parts() const { return m_parts; }
    [[nodiscard]] const std::map<std::int64_t, Experiment>& experiments() const { return m_experiments; }
    [[nodiscard]] const std::unordered_map<std::int64_t, Trial>& trials() const { return m_trials; }
    [[nodiscard]] const std::vector<Posted>& posted() const { return m_posted; }
    [[nodiscard]] const Dataset* dataset(DatasetId id) const;
    /// Of public data, which no cap limits: may one be named in place of that it has? Until the first charge.
    [[nodiscard]] bool capIsOpen(const Dataset& dataset) const;
    [[nodiscard]] const Part* part(PartId id) const;
    [[nodiscard]] const Account& account(PartId account) const; ///< an empty one where nothing was charged
    [[nodiscard]] const Experiment* experiment(ExperimentId id) const;
    [[nodiscard]] const Trial* trial(TrialId id) const;
    /// The trial's row taken out.
    [[nodiscard]] TrialRow takeTrial(TrialId id);

    [[nodiscard]] EventList& eventsOf(std::string_view json, const StoredRow& row);
    /// The exact μ² that a row charges; zero where it charges none.
    [[nodiscard]] const SpendSum& exactSpend(const StoredRow& row);

private:
    bool reject(const StoredRow& row, const Sentence& what);
    [[nodiscard]] bool namesWhatBelongsTogether(const StoredRow& row) const;
    bool applyDataset(const StoredRow& row);
    bool applyCap(const StoredRow& row);
    bool applyPart(const StoredRow& row);
    bool applyCharge(const StoredRow& row);
    Account* addToAccount(const StoredRow& row);
    bool applyExperiment(const StoredRow& row);
    bool applyReservation(const StoredRow& row);
    bool applyExperimentEnd(const StoredRow& row);
    bool applyExperimentChange(const StoredRow& row);
    bool applyTrialReserved(const StoredRow& row);
    bool applyTrialCharge(const StoredRow& row);
    bool allocate(const StoredRow& row, Trial& trial, std::string_view events);
    bool applyTrialState(const StoredRow& row);
    void start(Trial& trial);
    bool applyRelease(const StoredRow& row);
    bool applyRemark(const StoredRow& row);
    [[nodiscard]] Experiment* goingOn(const StoredRow& row);

    Finding m_finding;
    std::map<std::int64_t, Dataset> m_datasets;
    std::map<std::int64_t, Part> m_parts;
    std::map<std::int64_t, Account> m_accounts; ///< by the part that has it
    std::map<std::int64_t, Experiment> m_experiments;
    std::unordered_map<std::int64_t, Trial> m_trials;
    std::vector<Posted> m_posted;
    std::map<std::string, EventList, std::less<>> m_eventLists; ///< by their text
    std::string m_exactText = "0";
    SpendSum m_exact; ///< of m_exactText
};

} // namespace parsimony::ledger
