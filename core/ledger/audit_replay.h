// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit.h"
#include "core/ledger/audit_events.h"
#include "core/ledger/json_members.h"
#include "core/privacy/spend_sum.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parsimony::ledger {

/// One row as the audit reads it. Ids of 0 are absent. Kinds of which there are many (trials, releases) come
/// with the text of their body alone, the others with the body parsed; both are empty where a shared copy
/// leaves it out.
struct AuditedRow {
    std::int64_t seq = 0;
    std::string_view kind, valueClass;
    std::int64_t dataset = 0, part = 0, experiment = 0, trial = 0;
    std::optional<double> muSquared, epsilon, delta;
    std::string_view muSquaredExact;
    std::string_view text;
    nlohmann::json body;
};

/// Lives through a ledger row by row and finds what could not have happened.
class AuditReplay {
public:
    explicit AuditReplay(AuditReport& report) : m_report(report) {}

    enum class Reads { Nothing, Text, Body };
    /// What a kind of row needs of its body.
    [[nodiscard]] static Reads reads(std::string_view kind);
    void take(const AuditedRow& row);
    /// Totals of all parts, notes on what has no outcome.
    void finish();

    /// Hashes of blobs that releases refer to, with the row that does.
    [[nodiscard]] const std::map<std::string, std::int64_t>& blobs() const { return m_blobs; }
    [[nodiscard]] bool trialRuns(std::int64_t trial) const;

private:
    struct Dataset {
        std::string name;
        bool isPublic = false;
        std::optional<double> epsilon, delta;
    };
    struct Part {
        std::int64_t dataset = 0, account = 0;
        std::string name;
        bool isPublic = false;
    };
    struct Account {
        std::optional<AccountKind> kind;
        SpendSum muSquared, epsilon, delta;
    };
    struct Experiment {
        std::int64_t dataset = 0;
        AccountKind kind = AccountKind::Gaussian;
        bool ended = false, isPublic = false, begunTrials = false;
        std::map<std::int64_t, SpendSum> reserved, allocated; ///< μ² by part
        struct Slice {
            std::int64_t row = 0;
            double epsilon = 0.0, delta = 0.0;
        };
        std::map<std::int64_t, Slice> slices; ///< by part
        /// Kind slices, by part: what the reservation lists, and what trials took, equal ones merged.
        std::map<std::int64_t, std::vector<PrivacyEvent>> planned, events;
        ReleaseGroups validation; ///< the plan's count on a private validation part that scores a trial
    };
    struct Trial {
        std::int64_t experiment = 0, row = 0;
        TrialState state = TrialState::Reserved;
        bool complete = true; ///< every event is a Gaussian release
        ReleaseGroups charged, planned;
        ReleaseGroups validation; ///< charged to another part than the one that the trial was reserved on
    };

    /// A list of events and what follows from it. Trials of one phase have the same list: it is parsed once.
    struct EventList {
        std::vector<PrivacyEvent> events;
        ReleaseGroups groups;
        bool complete = true;
        std::optional<SpendSum> gaussian; ///< Σμ², once it was asked for
    };

    void problem(std::int64_t row, const std::string& what) { m_report.problems.push_back({row, what}); }
    EventList& eventsOf(const AuditedRow& row, std::string_view text);
    EventList eventsOf(const nlohmann::json& body);
    const SpendSum& exactSpend(const AuditedRow& row);
    void checkAmounts(const AuditedRow& row, EventList& events);
    void takeDataset(const AuditedRow& row);
    void takeCap(const AuditedRow& row, bool raised);
    void takePart(const AuditedRow& row);
    void takeBalance(const AuditedRow& row);
    void takeExperiment(const AuditedRow& row);
    void takeReservation(const AuditedRow& row, const EventList& events);
    void takeExperimentEnd(const AuditedRow& row);
    void takeTrial(const AuditedRow& row);
    void takeTrialReserved(const AuditedRow& row, const JsonMembers& body, EventList& events);
    void takeTrialCharge(const AuditedRow& row, Trial& trial, ReleaseGroups& charged, EventList& events);
    void takeTrialState(const AuditedRow& row);
    void checkTrialEvents(const AuditedRow& row, Trial& trial);
    void takeRelease(const AuditedRow& row);
    void checkTrialFigures(const AuditedRow& row, const JsonMembers& body, const Experiment& experiment);
    void checkSlices(const Experiment& experiment);
    Account* addToAccount(const AuditedRow& row);
    Experiment* experimentOf(const AuditedRow& row);

    AuditReport& m_report;
    std::map<std::int64_t, Dataset> m_datasets;
    std::map<std::int64_t, Part> m_parts;
    std::map<std::int64_t, Account> m_accounts;
    std::map<std::int64_t, Experiment> m_experiments;
    std::unordered_map<std::int64_t, Trial> m_trials;
    std::map<std::string, std::int64_t> m_blobs;
    std::map<std::string, EventList, std::less<>> m_eventLists; ///< by their text
    std::string m_exactText = "0";
    SpendSum m_exact;      ///< of m_exactText
    std::string m_figures; ///< of the last trial whose figures held
};

} // namespace parsimony::ledger
