// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importance/knob_importance.h"

#include "core/importance/knob_range.h"

#include <algorithm>

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
    TrialField field = TrialField::R;
    KnobScale scale;
};

std::vector<Axis> axesOf(const std::vector<const TrialSnapshot*>& scored,
                         const std::vector<TrialField>& knobs) {
    std::vector<Axis> axes;
    for (const TrialField field : knobs) {
        KnobRange range;
        double having = 0.0;
        for (const TrialSnapshot* trial : scored) {
            if (const auto number = filter::fieldNumber(*trial, field)) {
                having += 1.0;
                range.add(*number);
            }
        }
        if (range.varies() && having >= kNearlyAll * static_cast<double>(scored.size())) {
            axes.push_back({field, KnobScale(range, range.wide())});
        }
    }
    return axes;
}

/// Every trial that has all the knobs, or as many as trees are grown on, evenly over their order.
Sample sampleOf(const std::vector<const TrialSnapshot*>& scored, const std::vector<Axis>& axes,
                std::size_t& found) {
    Sample all;
    for (const TrialSnapshot* trial : scored) {
        std::vector<double> point;
        for (const Axis& axis : axes) {
            if (const auto number = filter::fieldNumber(*trial, axis.field)) {
                point.push_back(std::clamp(axis.scale.position(*number), 0.0, 1.0));
            }
        }
        if (point.size() == axes.size()) {
            all.points.push_back(std::move(point));
            all.scores.push_back(*trial->score);
        }
    }
    found = all.points.size();
    if (found <= kMost) {
        return all;
    }
    Sample some;
    for (std::size_t i = 0; i < kMost; ++i) {
        const std::size_t row = i * found / kMost;
        some.points.push_back(std::move(all.points[row]));
        some.scores.push_back(all.scores[row]);
    }
    return some;
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

KnobImportance knobImportance(const std::vector<TrialSnapshot>& trials, const std::vector<TrialField>& knobs,
                              const std::stop_token& stop) {
    std::vector<const TrialSnapshot*> scored;
    for (const TrialSnapshot& trial : trials) {
        if (trial.score) {
            scored.push_back(&trial);
        }
    }
    KnobImportance result;
    const auto axes = axesOf(scored, knobs);
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
        Knob knob{axes[k].field, anova.alone[k], anova.aloneSd[k], {}};
        for (int i = 0; i <= kCurvePoints; ++i) {
            const double position = static_cast<double>(i) / kCurvePoints;
            knob.curve.emplace_back(axes[k].scale.value(position), marginal(forest, k, position));
        }
        result.knobs.push_back(std::move(knob));
    }
    for (const Anova::Pair& pair : anova.pairs) {
        result.pairs.push_back({axes[pair.first].field, axes[pair.second].field, pair.share});
    }
    const auto larger = [](const auto& a, const auto& b) { return a.share > b.share; };
    std::stable_sort(result.knobs.begin(), result.knobs.end(), larger);
    std::stable_sort(result.pairs.begin(), result.pairs.end(), larger);
    return result;
}

} // namespace parsimony::importance
