// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"
#include "core/export/evaluate.h"
#include "core/mechanism/breakdown.h"
#include "core/mechanism/look_metrics.h"
#include "core/mechanism/mechanism.h"

#include <optional>
#include <string>
#include <vector>

namespace parsimony::mechanism {

/// How right predictions on a part become a score.
struct Scoring {
    PartRows part;
    ScoreKind kind = ScoreKind::None;
    std::optional<train::CountPlan> count;     ///< absent: exact, on public rows
    double records = 0.0;                      ///< the public divisor; 0: none is, so `count` pays for it too
    bool balanced = false;                     ///< of a look: the mean of the classes' accuracies
    std::optional<BreakdownPlan> classes = {}; ///< of a balanced one; absent: exact, on public rows
    /// Of records of several labels: the score above which a class is predicted, for F1 where it is exact.
    std::optional<double> labelThreshold = {};
};

/// The accuracy of `model` on resident rows: from a noisy count, or exact where nothing is charged.
[[nodiscard]] ledger::Score scoreOf(const Scoring& scoring, const train::Model& model,
                                    const compute::ResidentData& data, compute::ComputeBackend& backend,
                                    const compute::NoiseSource& noise, const std::stop_token& stop);

/// The ledger's record of the charged count.
[[nodiscard]] nlohmann::json recordOf(const train::CountPlan& count);

/// How many of a part's records a released classifier labels rightly: of all of them (a test accuracy), of
/// each class, of each group. The counts of one look are one mechanism.
class NoisyCount final : public Mechanism {
public:
    /// What is counted apart from the whole.
    struct Breakdown {
        BreakdownOf of = BreakdownOf::All;
        BreakdownPlan plan;
        std::vector<std::string> bins;
    };
    /// Of a released classifier from outside the experiment: breakdowns need its own labels and groups.
    struct Looked {
        exporting::Classifier model;
        std::optional<exporting::LabelMap> map;
        std::optional<exporting::Groups> groups;
        std::vector<Breakdown> breakdowns = {};
        exporting::MetricSettings settings = {};
        std::vector<MetricPlan> metrics = {};
    };

    /// The accuracy of an experiment's result. Drawn anew after an interruption.
    NoisyCount(Scoring scoring, train::Model model);
    /// A look with a classifier that was released before. The ledger does not hold the classifier, so the
    /// look is made once. `scoring.count` is absent with a label map.
    NoisyCount(Scoring scoring, Looked looked);

    [[nodiscard]] Traits traits() const override;
    [[nodiscard]] ledger::TrialSpec reservation() const override;
    [[nodiscard]] Release run(const Attempt& attempt) const override;

    /// What a look costs and records.
    [[nodiscard]] std::vector<PrivacyEvent> events() const;
    [[nodiscard]] const std::string& part() const { return m_scoring.part.name; }
    [[nodiscard]] const std::optional<train::CountPlan>& count() const { return m_scoring.count; }
    [[nodiscard]] const std::vector<MetricPlan>& metrics() const { return m_looked.value().metrics; }
    [[nodiscard]] const std::vector<Breakdown>& breakdowns() const { return m_looked.value().breakdowns; }

private:
    void addBalanced(Release& release, const Attempt& attempt, const compute::NoiseSource& noise) const;
    void addCount(Release& release, const Attempt& attempt, const train::Model& model,
                  const compute::ResidentData& data, const compute::NoiseSource& noise) const;
    void addBreakdowns(Release& release, const exporting::Evaluation& exact,
                       const compute::NoiseSource& noise) const;
    void addMetrics(Release& release, const exporting::Evaluation& exact,
                    const compute::NoiseSource& noise) const;
    void addAccuracy(Release& release, const ledger::Score& accuracy, nlohmann::json beside = {}) const;
    /// Exact, of public rows.
    [[nodiscard]] nlohmann::json f1Of(const Attempt& attempt) const;
    /// `values` beside the part's name.
    void addFigure(Release& release, nlohmann::json values) const;

    Scoring m_scoring;
    train::Model m_model;
    std::optional<Looked> m_looked;
};

/// A bin of a look's breakdown, as the ledger keeps it.
[[nodiscard]] NoisyAccuracy accuracyOf(const nlohmann::json& bin);

} // namespace parsimony::mechanism
