// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/release_name.h"
#include "core/base/trial_role.h"
#include "core/ledger/audit_events.h"
#include "core/ledger/audit_sensitivity.h"
#include "core/ledger/ledger_state.h"
#include "core/train/planned_release.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// What the plans of an experiment say beforehand, which its trials are held to. An experiment that resumes
/// has several plans: sums of each may be released.
class PlannedExperiment {
public:
    /// Takes in a plan. Throws Error(Failed) when its text does not hold together.
    void take(const BodyReader& plan);

    /// The number of a part that plans name; none where they don't.
    [[nodiscard]] std::optional<std::int64_t> part(const std::string& name) const;
    /// Whether plans name their parts, as all that this program makes do.
    [[nodiscard]] bool namesParts() const { return m_namesParts; }
    /// Whether one may be reserved of: all of an experiment whose plans name none.
    [[nodiscard]] bool names(std::int64_t part) const;

    /// The part that trials are scored on, apart from the rows that they train on; empty where there is none.
    [[nodiscard]] const std::string& validationPart() const { return m_validationPart; }
    [[nodiscard]] bool isValidated() const { return m_isValidated; }
    [[nodiscard]] const ReleaseGroups& validation() const { return m_validation; } ///< the count that scores

    /// Whether a mean of rows as they are bounds them by less than the plan says that they may have.
    [[nodiscard]] bool shortensRows() const { return m_shortensRows; }

    /// Whether runs are planned, and what they and the sums of this plan cost of the rows trained on, in μ².
    [[nodiscard]] bool hasRuns() const { return !m_runs.empty(); }
    [[nodiscard]] bool hasOneRun() const { return m_runs.size() == 1; } ///< which starts from no other
    /// Whether runs of that phase start from earlier ones.
    [[nodiscard]] bool goesOn(int phase) const { return m_goingOn.count(phase) > 0; }
    [[nodiscard]] double price() const;
    /// Whether a run is one of those: by its cost in a Gaussian account, else by its noise.
    [[nodiscard]] bool hasRun(const LedgerState::Experiment& experiment, const TrialPlan& plan,
                              std::optional<double> muSquared) const;
    /// Whether the shares of each run, of training and of its score, are what it costs together.
    [[nodiscard]] bool hasWholeRuns() const { return m_hasWholeRuns; }
    /// How many records the look at a part is a share of; 0 where it does not say.
    [[nodiscard]] double recordsOfLook(const std::string& part) const;

    /// What is wrong with the plan of a trial, beside sensitivities; none where all holds, and where it has
    /// none.
    [[nodiscard]] std::optional<Sentence> wrongPlan(TrialRole role, const TrialPlan& plan) const;
    /// The standard error of a score of it: that of its count's noise; 0 where that can't be told.
    [[nodiscard]] double scoreError(const TrialPlan& plan) const;
    /// What is wrong with the errors that a look of this plan released: that of a count's noise, over as many
    /// records as its plan has, or as were released beside it.
    [[nodiscard]] std::optional<Sentence> wrongError(std::string_view look, const ReleaseName& what,
                                                     const BodyReader& values) const;
    /// How many records there are to train on, as its plan says.
    [[nodiscard]] double records() const { return m_records; }
    /// What bounds the norm of each row, as its plan says; 0 where nothing does.
    [[nodiscard]] double rowBound() const { return m_rowBound; }
    /// Where runs sample, the kinds of them that each run in a plan has the noise of.
    [[nodiscard]] const std::vector<std::vector<search::RunNoise>>& kindsOfRuns() const { return m_kinds; }

private:
    /// One release of a sum: what of its plan decides about its privacy.
    struct Sum {
        double clip = 0.0, noiseSd = 0.0, sensitivity = 0.0;
    };
    struct Look {
        std::string part;
        bool isCounted = false; ///< with noise
        std::int64_t counts = 0;
        double noiseSd = 0.0, records = 0.0;
    };
    struct Run {
        double mu = 0.0, noiseMultiplier = 0.0;
        std::int64_t runs = 0; ///< 0: of a final run in place of another
    };
    void takeRuns(const BodyReader& plan);
    void takeShares(const BodyReader& run);
    void takeSum(std::string_view place, std::string_view text);
    void takeFeatureMap(const BodyReader& map);
    void takeValidation(std::string_view text);
    void takeLooks(std::string_view list);
    [[nodiscard]] static Sum sumOf(std::string_view text);
    [[nodiscard]] const Look* lookAt(const std::string& part) const; ///< null where none is planned
    [[nodiscard]] std::optional<Sentence> wrongSums(const TrialPlan& plan) const;
    [[nodiscard]] std::optional<Sentence> wrongLook(const TrialPlan& plan) const;

    std::map<std::string, std::int64_t> m_parts;
    std::map<std::string, std::vector<Sum>, std::less<>> m_sums; ///< by their place in a trial's plan
    std::vector<Look> m_looks;
    std::vector<Run> m_runs;
    std::set<int> m_goingOn; ///< phases
    std::vector<std::vector<search::RunNoise>> m_kinds;
    bool m_hasLooks = false; ///< whether its plans name looks
    bool m_namesParts = false;
    std::string m_validationPart;
    bool m_isValidated = false, m_shortensRows = false, m_hasWholeRuns = true;
    ReleaseGroups m_validation;
    double m_validationSd = 0.0, m_validationRecords = 0.0, m_records = 0.0, m_rowBound = 0.0;
};

} // namespace parsimony::ledger
