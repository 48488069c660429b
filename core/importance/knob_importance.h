// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"
#include "core/importance/functional_anova.h"

#include <stop_token>
#include <vector>

namespace parsimony::importance {

/// What one knob does to the score.
struct Knob {
    filter::TrialField field = filter::TrialField::R;
    double share = 0.0;   ///< of the variance of the score that is due to this knob alone, 0..1
    double shareSd = 0.0; ///< between the trees
    /// (value, score): the score to expect at a value, the mean over all other knobs; scores are shares.
    std::vector<std::pair<double, double>> curve;
};

struct KnobPair {
    filter::TrialField first = filter::TrialField::R, second = filter::TrialField::R;
    double share = 0.0; ///< of the variance that both cause together, beyond each alone
};

/// How much of the scores' variance each knob explains, from released scores alone: post-processing, which
/// costs no budget.
struct KnobImportance {
    std::size_t trials = 0;      ///< with a score and a number for each knob
    std::size_t used = 0;        ///< of them, evenly chosen where they are very many
    std::size_t needed = 0;      ///< fewer than these say nothing: then `knobs` is empty
    std::vector<Knob> knobs;     ///< the most important first
    std::vector<KnobPair> pairs; ///< likewise
    double explained = 0.0;      ///< out of bag, as Forest::explained
    [[nodiscard]] bool enough() const { return !knobs.empty(); }
};

/// The knobs that a search turns: r, T, c and ε of the trial. Others follow from them.
[[nodiscard]] const std::vector<filter::TrialField>& searchedKnobs();

/// Columns of numbers that a plan chooses or derives.
[[nodiscard]] const std::vector<filter::TrialField>& allKnobs();

/// What of trials their knobs' importance is computed from: the released score of each that has one, with a
/// number for each knob.
class ScoredKnobs {
public:
    explicit ScoredKnobs(std::vector<filter::TrialField> knobs = searchedKnobs());
    void add(const session::TrialSnapshot& trial);

    [[nodiscard]] const std::vector<filter::TrialField>& knobs() const { return m_knobs; }
    [[nodiscard]] std::size_t size() const { return m_scores.size(); } ///< trials with a score
    [[nodiscard]] double score(std::size_t trial) const { return m_scores[trial]; }
    /// NaN where the trial has none.
    [[nodiscard]] double number(std::size_t trial, std::size_t knob) const {
        return m_numbers[trial * m_knobs.size() + knob];
    }

private:
    std::vector<filter::TrialField> m_knobs;
    std::vector<double> m_scores, m_numbers; ///< trial by trial
};

/// The importance of those knobs that vary and that nearly all scored trials have. Knobs that span more
/// than a factor of 5 count by their logarithm.
[[nodiscard]] KnobImportance knobImportance(const ScoredKnobs& scored, const std::stop_token& stop = {});
[[nodiscard]] KnobImportance knobImportance(const std::vector<session::TrialSnapshot>& trials,
                                            const std::vector<filter::TrialField>& knobs = searchedKnobs());

} // namespace parsimony::importance
