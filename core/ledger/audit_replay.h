// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit.h"
#include "core/ledger/audit_events.h"
#include "core/privacy/spend_sum.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parsimony::ledger {

/// One row as the audit reads it. Ids of 0 are absent; `body` is null where a shared copy leaves it out.
struct AuditedRow {
    std::int64_t seq = 0;
    std::string_view kind, valueClass;
    std::int64_t dataset = 0, part = 0, experiment = 0, trial = 0;
    std::optional<double> muSquared, epsilon, delta;
    std::string_view muSquaredExact;
    nlohmann::json body;
};

/// Lives through a ledger row by row and finds what could not have happened.
class AuditReplay {
public:
    explicit AuditReplay(AuditReport& report) : m_report(report) {}

    /// Which kinds need their body parsed.
    [[nodiscard]] static bool readsBody(std::string_view kind);
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
        std::map<std::int64_t, Slice> slices;                     ///< by part
        std::map<std::int64_t, std::vector<PrivacyEvent>> events; ///< kind slices: of all trials, by part
    };
    struct Trial {
        std::int64_t experiment = 0, row = 0;
        TrialState state = TrialState::Reserved;
        bool complete = true; ///< every event is a Gaussian release
        ReleaseGroups charged, planned;
    };

    void problem(std::int64_t row, const std::string& what) { m_report.problems.push_back({row, what}); }
    void checkAmounts(const AuditedRow& row);
    void takeDataset(const AuditedRow& row);
    void takeCap(const AuditedRow& row, bool raised);
    void takePart(const AuditedRow& row);
    void takeBalance(const AuditedRow& row);
    void takeExperiment(const AuditedRow& row);
    void takeReservation(const AuditedRow& row);
    void takeExperimentEnd(const AuditedRow& row);
    void takeTrialReserved(const AuditedRow& row);
    void takeTrialCharge(const AuditedRow& row, Trial& trial);
    void takeTrialState(const AuditedRow& row);
    void takeRelease(const AuditedRow& row);
    void checkTrialFigures(const AuditedRow& row, const Experiment& experiment);
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
};

} // namespace parsimony::ledger
