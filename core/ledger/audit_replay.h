// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit_planned.h"
#include "core/ledger/audit_report.h"
#include "core/ledger/audit_sensitivity.h"
#include "core/ledger/charge_units.h"
#include "core/ledger/ledger_state.h"
#include "core/ledger/shared_budgets.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace parsimony::ledger {

/// Replays a ledger and reports rows that break an invariant: what cannot follow what is there, as
/// LedgerState finds it, and amounts, events and figures that do not follow from what they were made of.
class AuditReplay {
public:
    AuditReplay(AuditReport& report, PlanReader readPlan);

    void take(const StoredRow& row);
    /// Totals of all parts, notes on what has no outcome.
    void finish();

    /// Hashes of blobs that releases refer to, with the row that does.
    [[nodiscard]] const std::map<std::string, std::int64_t>& blobs() const { return m_blobs; }
    /// What the rows that were taken come to, part by part.
    [[nodiscard]] std::vector<AuditFigure> figures() const;
    /// Of those the ones that have to be zero.
    [[nodiscard]] const std::map<std::string, std::int64_t>& zeros() const { return m_zeros; }
    [[nodiscard]] bool trialRuns(std::int64_t trial) const;
    /// What the ledger says, once all of it was taken.
    [[nodiscard]] const LedgerState& state() const { return m_state; }

private:
    /// What a trial was charged and planned to release, until it ends.
    struct Planned {
        std::int64_t row = 0;
        bool complete = true; ///< every event is a Gaussian release
        bool named = false;   ///< it has a plan, which names all that it releases
        ReleaseGroups charged, planned;
        ToldReleases told;        ///< as its plan tells them
        ReleaseGroups validation; ///< charged to another part than the one that the trial was reserved on
        std::vector<std::string> paid; ///< what it may still release, as paidName() calls it
        std::string selection;         ///< its plan, where it is charged a curve
        std::string winner, winnersScore,
            weights;         ///< of that: what it released of its winner, weights by their blob
        bool isFree = false; ///< it charged nothing: a look at a public part
        bool released = false;
        bool isScoredApart = false; ///< a score of it is paid by `validation`, unless those rows are public
        double scoreError = 0.0;    ///< the standard error that a score has; 0: it can't be told
        std::int64_t steps = 0;     ///< of its training
        WeightShape shape;          ///< of its weights
        std::string part, look;     ///< that it looks at, and the plan of the look
    };

    void problem(std::int64_t row, const Sentence& what) { m_report.problems.push_back({row, what}); }
    void checkAmounts(const StoredRow& row, std::string_view events);
    void takeCharge(const StoredRow& row);
    void takeLink(const StoredRow& row);
    void readPlan(const StoredRow& row, std::string_view plan);
    void checkNumber(const StoredRow& row);
    void checkKey(const StoredRow& row);
    void checkScored();
    void checkShared(const StoredRow& row);
    void checkMissing();
    void checkCap(const StoredRow& row);
    void takeExperiment(const StoredRow& row);
    void takeTrialReserved(const StoredRow& row);
    void takeTrialCharge(const StoredRow& row);
    void takeTrialState(const StoredRow& row);
    void checkTrialEvents(const StoredRow& row);
    void checkWinner(const StoredRow& row, std::string_view record, const Planned& trial);
    /// Whether the winner is the constant that stands in where no run was drawn, which is all there is of it.
    [[nodiscard]] bool isConstant(const StoredRow& row, const Planned& trial, const BodyReader& selection,
                                  const ToldReleases& told);
    static void takeWinner(const ReleaseBody& body, Planned& trial);
    [[nodiscard]] SensitivityTerms termsOf(ExperimentId experiment) const;
    void checkResult(const StoredRow& row);
    void checkKinds(const StoredRow& row);
    void checkRowNorm(const StoredRow& row, const BodyReader& options, const BodyReader& constants);
    void takeRelease(const StoredRow& row);
    void checkPlannedFor(const StoredRow& row, const TrialPlan& plan);
    void checkKnobs(const StoredRow& row, const TrialPlan& plan);
    void checkPart(const StoredRow& row, const std::string& name);
    /// The parts that the experiment of a row calls so, by their numbers.
    [[nodiscard]] std::map<std::int64_t, const LedgerState::Part*> partsCalled(const StoredRow& row,
                                                                               const std::string& name);
    /// Whether what it calls so is there, and public.
    [[nodiscard]] bool isPublicPart(const StoredRow& row, const std::string& name);
    void checkAsked(const StoredRow& row, TrialRole role, const TrialPlan& plan);
    void checkPaid(const StoredRow& row, Planned& trial);
    [[nodiscard]] bool isWinnerScored(ExperimentId experiment);
    void checkScore(const StoredRow& row, const Planned& trial, const BodyReader& values);
    void checkShown(const StoredRow& row, const TrialPlan& plan);
    /// The noise in a classifier's logits that a run on private data shows, ν.
    void checkLogitNoise(const StoredRow& row, const TrialPlan& plan);
    void takeEncoders(const StoredRow& row, std::string_view plan);
    /// What a plan says that the experiment takes of the rows that it trains on, until all rows were taken.
    struct Promise {
        std::int64_t row = 0, part = 0;
        double epsilon = 0.0, delta = 0.0;
        std::optional<SpendSum> muSquared;
        std::optional<double> price; ///< of all runs and sums of the plan; of the first plan
    };
    void takePlan(const StoredRow& row, std::string_view plan);
    void takeConstants(const StoredRow& row, std::string_view constants);
    void takePromise(const StoredRow& row, const BodyReader& plan);
    void checkOptions(const StoredRow& row, const BodyReader& plan);
    void checkRequest(const StoredRow& row, const BodyReader& plan);
    void checkPromise(const LedgerState::Experiment& experiment, const Promise& promise);
    void checkPromise(const LedgerState::Experiment& experiment, const Promise& promise,
                      const LedgerState::Share& share, bool isNamed);
    void checkEncoder(const StoredRow& row, const TrialPlan& plan);
    void checkTrialFigures(const StoredRow& row);
    void checkSlices(const LedgerState::Experiment& experiment);
    [[nodiscard]] AuditFigure figureOf(const LedgerState::Part& part) const;

    AuditReport& m_report;
    PlanReader m_readPlan;
    LedgerState m_state;
    std::map<std::int64_t, PlannedExperiment> m_experiments; ///< by experiment
    std::map<std::int64_t, AskedTraining> m_asked;           ///< likewise
    /// By experiment: whose rows it may read, one without a name where there are no others, and how many
    /// numbers trainers see of a record.
    struct Encoder {
        std::string name;
        std::int64_t width = 0;
    };
    std::map<std::int64_t, std::vector<Encoder>> m_encoders;
    /// By experiment: what its plan says of the records.
    struct Records {
        std::int64_t mostLabels = 1, classes = 0; ///< 0 classes: it does not say
    };
    std::map<std::int64_t, Records> m_records;
    std::map<std::int64_t, std::vector<Promise>> m_promises; ///< by experiment, of each of its plans
    std::unordered_map<std::int64_t, Planned> m_planned;
    std::map<std::string, std::int64_t> m_blobs, m_zeros;
    /// By experiment: what its plan has of a private selection, and of how a run of it trains.
    struct Selection {
        std::string plan, final, options;
    };
    std::map<std::int64_t, Selection> m_selections;
    std::int64_t m_unplanned = 0, m_unrecorded = 0; ///< trials on private data that say too little
    SharedBudgets m_shared;                         ///< of parts that declare a link inside the project
    std::string m_project;                          ///< its id
    /// A charge that this project made: in which units, and how much.
    struct Reserved {
        ChargeUnits units;
        SpendSum muSquared;
        std::optional<double> epsilon, delta;
        [[nodiscard]] bool isMoreThan(const Reserved& told) const {
            return muSquared > told.muSquared || epsilon.value_or(0.0) > told.epsilon.value_or(0.0) ||
                   delta.value_or(0.0) > told.delta.value_or(0.0);
        }
    };
    [[nodiscard]] Reserved reservedBy(const StoredRow& row);
    std::map<std::string, Reserved> m_reserved; ///< by its id
    std::int64_t m_trials = 0;                  ///< the last one that was reserved
    std::string m_figures;                      ///< of the last trial whose figures held
};

} // namespace parsimony::ledger
