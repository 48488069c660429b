// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/noisy_count.h"
#include "core/train/knob.h"

#include <optional>
#include <span>
#include <string>

namespace parsimony::mechanism {

/// One training run with its score. Its TrialPlan is the only source of clip, noise and events (PRIVACY rule
/// 1); the score's count is charged in the same reservation.
class TrainTrial final : public Mechanism {
public:
    /// What a run is called by whoever looks at it.
    struct Label {
        int index = 0; ///< of the search's proposal
        int phase = 0; ///< 0-based; −1 for a final run
        TrialRole role = TrialRole::Trial;
        std::optional<double> r, nu, learningRate;
        bool clamped = false; ///< η_max kept r from what the search asked for
        train::Knobs knobs{}; ///< that the search chose
    };

    /// `start` holds released weights only; absent, the run begins as its trainer does, from `initialWeights`
    /// where its options name a file of them. `score` may be of a part of its own.
    TrainTrial(Label label, train::TrialPlan plan, PartRows part, std::optional<Scoring> score,
               std::optional<train::TrainerState> start, std::span<const double> initialWeights = {});

    [[nodiscard]] Traits traits() const override { return {Recovery::Continued, false}; }
    [[nodiscard]] ledger::TrialSpec reservation() const override;
    [[nodiscard]] std::string place() const override { return placeOf(m_label.role, m_label.index, {}); }
    [[nodiscard]] Release run(const Attempt& attempt) const override;
    [[nodiscard]] const TrainTrial* training() const override { return this; }

    // The same in pieces, for trials that share passes over the rows.

    [[nodiscard]] const train::TrialPlan& plan() const { return m_plan; }
    /// What the rows are called that it trains on (PartRows::rows).
    [[nodiscard]] std::string rowsRead() const { return m_part.rows(); }
    [[nodiscard]] train::TrialJob job(const compute::NoiseSource& noise) const;
    /// Scores what was trained to its end and says what may be released.
    [[nodiscard]] Release scored(train::TrainOutcome outcome, Rows& rows, const compute::NoiseSource& noise,
                                 const std::stop_token& stop) const;

private:
    /// Is the score a charged count of the very rows that are trained on?
    [[nodiscard]] bool scoresOwnRows() const;

    Label m_label;
    train::TrialPlan m_plan;
    PartRows m_part;
    std::optional<Scoring> m_score;
    std::optional<train::TrainerState> m_start;
    std::span<const double> m_initialWeights;
};

} // namespace parsimony::mechanism
