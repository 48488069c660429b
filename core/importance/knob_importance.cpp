// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importance/knob_importance.h"

#include "core/base/collected.h"
#include "core/importance/knob_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace parsimony::importance {

namespace {

using filter::TrialField;
using session::TrialSnapshot;

constexpr int kTrees = 64;
constexpr std::size_t kSmallestLeaf = 3;
constexpr std::size_t kLeast = 20, kLeastForKnob = 8; ///< trials, below which trees fit noise
constexpr std::size_t kMost = 1000;                   ///< trials that trees are grown on
constexpr double kNearlyAll = 0.8;
constexpr int kCurvePoints = 48;

struct Axis {
    std::size_t knob = 0; ///< of those that were asked for
    KnobScale scale;
};

std::vector<Axis> axesOf(const ScoredKnobs& scored) {
    std::vector<Axis> axes;
    for (std::size_t knob = 0; knob < scored.knobs().size(); ++knob) {
        KnobRange range;
        double having = 0.0;
        for (std::size_t trial = 0; trial < scored.size(); ++trial) {
            if (const double number = scored.number(trial, knob); !std::isnan(number)) {
                having += 1.0;
                range.add(number);
            }
        }
        if (range.varies() && having >= kNearlyAll * static_cast<double>(scored.size())) {
            axes.push_back({knob, KnobScale(range, range.wide())});
        }
    }
    return axes;
}

/// Every trial that has all the knobs, or as many as trees are grown on, evenly over their order.
Sample sampleOf(const ScoredKnobs& scored, const std::vector<Axis>& axes, std::size_t& found) {
    std::vector<std::size_t> having;
    for (std::size_t trial = 0; trial < scored.size(); ++trial) {
        if (std::none_of(axes.begin(), axes.end(),
                         [&](const Axis& axis) { return std::isnan(scored.number(trial, axis.knob)); })) {
            having.push_back(trial);
        }
    }
    found = having.size();
    const std::size_t many = std::min(found, kMost);
    Sample sample;
    sample.points.reserve(many);
    sample.scores.reserve(many);
    for (std::size_t i = 0; i < many; ++i) {
        const std::size_t trial = having[i * found / many];
        auto point = collected<double>(axes, [&](const Axis& axis) {
            return std::clamp(axis.scale.position(scored.number(trial, axis.knob)), 0.0, 1.0);
        });
        sample.points.push_back(std::move(point));
        sample.scores.push_back(scored.score(trial));
    }
    return sample;
}

} // namespace

const std::vector<TrialField>& searchedKnobs() {
    static const std::vector<TrialField> knobs{TrialField::R, TrialField::Steps, TrialField::Clip,
                                               TrialField::Epsilon};
    return knobs;
}

const std::vector<TrialField>& allKnobs() {
    static const std::vector<TrialField> knobs = [] {
        std::vector<TrialField> all{
            TrialField::R,    TrialField::LearningRate, TrialField::Steps, TrialField::NoiseMultiplier,
            TrialField::Clip, TrialField::Epsilon,      TrialField::Mu,    TrialField::Nu};
        for (const auto& chosen : filter::kKnobFields) {
            all.push_back(chosen.field);
        }
        return all;
    }();
    return knobs;
}

ScoredKnobs::ScoredKnobs(std::vector<TrialField> knobs) : m_knobs(std::move(knobs)) {}

void ScoredKnobs::add(const TrialSnapshot& trial) {
    if (!trial.score) {
        return;
    }
    m_scores.push_back(*trial.score);
    for (const TrialField knob : m_knobs) {
        m_numbers.push_back(
            filter::fieldNumber(trial, knob).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
}

KnobImportance knobImportance(const std::vector<TrialSnapshot>& trials,
                              const std::vector<TrialField>& knobs) {
    ScoredKnobs scored(knobs);
    for (const TrialSnapshot& trial : trials) {
        scored.add(trial);
    }
    return knobImportance(scored);
}

KnobImportance knobImportance(const ScoredKnobs& scored, const std::stop_token& stop) {
    KnobImportance result;
    const auto axes = axesOf(scored);
    result.needed = std::max(kLeast, kLeastForKnob * axes.size());
    if (axes.empty()) {
        result.trials = scored.size();
        return result;
    }
    const Sample sample = sampleOf(scored, axes, result.trials);
    if (result.trials < result.needed) {
        return result;
    }
    result.used = sample.points.size();
    const Forest forest = growForest(sample, kTrees, kSmallestLeaf, stop);
    const Anova anova = functionalAnova(forest, stop);
    if (stop.stop_requested()) {
        return result;
    }
    result.explained = forest.explained;
    for (std::size_t k = 0; k < axes.size(); ++k) {
        Knob knob{scored.knobs()[axes[k].knob], anova.alone[k], anova.aloneSd[k], {}};
        for (int i = 0; i <= kCurvePoints; ++i) {
            const double position = static_cast<double>(i) / kCurvePoints;
            knob.curve.emplace_back(axes[k].scale.value(position), marginal(forest, k, position));
        }
        result.knobs.push_back(std::move(knob));
    }
    for (const Anova::Pair& pair : anova.pairs) {
        result.pairs.push_back(
            {scored.knobs()[axes[pair.first].knob], scored.knobs()[axes[pair.second].knob], pair.share});
    }
    const auto larger = [](const auto& a, const auto& b) { return a.share > b.share; };
    std::stable_sort(result.knobs.begin(), result.knobs.end(), larger);
    std::stable_sort(result.pairs.begin(), result.pairs.end(), larger);
    return result;
}

} // namespace parsimony::importance
