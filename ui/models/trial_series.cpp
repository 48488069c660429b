// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_series.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace parsimony::ui {

namespace {

/// Whose features trials take, where that is not the same of all.
class Encoders {
public:
    Encoders(const TrialView& trials, const filter::ExperimentNamesById& experiments)
        : m_experiments(experiments) {
        const std::string first = trials.empty() ? std::string() : nameOf(trials.front());
        const session::TrialSnapshot* last = nullptr; // of 10^5 trials most are of the same experiment
        for (const auto& trial : trials) {
            if (last == nullptr || last->experiment != trial.experiment || !trial.knobs.empty() ||
                !last->knobs.empty()) {
                m_several = m_several || nameOf(trial) != first;
            }
            last = &trial;
        }
    }
    [[nodiscard]] QString of(const session::TrialSnapshot& trial) const {
        if (!m_several && trial.knobs.empty()) {
            return {};
        }
        return QString::fromStdString(m_several ? nameOf(trial)
                                                : filter::fieldText(trial, filter::TrialField::Encoder));
    }

private:
    [[nodiscard]] std::string nameOf(const session::TrialSnapshot& trial) const {
        const auto known = m_experiments.find(trial.experiment);
        return filter::fieldName(trial, filter::TrialField::Encoder,
                                 known == m_experiments.end() ? nullptr : &known->second);
    }
    const filter::ExperimentNamesById& m_experiments;
    bool m_several = false;
};

} // namespace

std::vector<SeriesPoint> gapSeries(const TrialView& trials, const filter::ExperimentNamesById& experiments) {
    const Encoders encoders(trials, experiments);
    std::map<long long, double> best; // by the logarithm of ε, rounded
    std::map<double, double*> bestAt; // 10^5 trials have a few dozen ε
    std::vector<SeriesPoint> points;
    std::vector<const double*> tops; // of each point
    points.reserve(trials.size());
    tops.reserve(trials.size());
    for (const auto& t : trials) {
        if (!t.score || !t.r) {
            continue;
        }
        double*& top = bestAt[t.epsilon];
        if (top == nullptr) {
            const double rounded = std::log(std::clamp(t.epsilon, 1e-12, 1e12)) * 1e4;
            top = &best.try_emplace(std::llround(rounded), *t.score).first->second;
        }
        *top = std::max(*top, *t.score);
        if (*t.r > 0.0) {
            points.push_back({*t.r, *t.score, t.scoreSe.value_or(0.0), t.phase, t.id, false, encoders.of(t)});
            tops.push_back(top);
        }
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i].y = *tops[i] - points[i].y;
    }
    return points;
}

std::vector<SeriesPoint> paretoSeries(const TrialView& trials,
                                      const filter::ExperimentNamesById& experiments) {
    const Encoders encoders(trials, experiments);
    std::vector<SeriesPoint> points;
    for (const auto& t : trials) {
        if (t.score && t.epsilon > 0.0) {
            points.push_back(
                {t.epsilon, *t.score, t.scoreSe.value_or(0.0), t.phase, t.id, false, encoders.of(t)});
        }
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const auto& a, const auto& b) { return a.x != b.x ? a.x < b.x : a.y > b.y; });
    double best = -1.0;
    for (auto& point : points) {
        if (point.y > best) {
            best = point.y;
            point.onFront = true;
        }
    }
    return points;
}

double hypervolume(const std::vector<SeriesPoint>& pareto) {
    if (pareto.empty() || !(pareto.back().x > 0.0)) {
        return 0.0;
    }
    double area = 0.0;
    double best = 0.0;
    double from = 0.0;
    for (const SeriesPoint& point : pareto) {
        if (point.onFront) {
            area += best * (point.x - from);
            best = point.y;
            from = point.x;
        }
    }
    const double dearest = pareto.back().x;
    return (area + best * (dearest - from)) / dearest;
}

std::vector<SeriesPoint> courseSeries(const TrialView& trials,
                                      const filter::ExperimentNamesById& experiments) {
    const Encoders encoders(trials, experiments);
    std::vector<const session::TrialSnapshot*> scored;
    for (const auto& trial : trials) {
        if (trial.score) {
            scored.push_back(&trial);
        }
    }
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto* a, const auto* b) { return a->id < b->id; });
    std::vector<SeriesPoint> series;
    double best = -1.0;
    for (const auto* trial : scored) {
        SeriesPoint point;
        point.x = static_cast<double>(series.size()) + 1.0;
        point.y = *trial->score;
        point.error = trial->scoreSe.value_or(0.0);
        point.phase = trial->phase;
        point.trial = trial->id;
        point.encoder = encoders.of(*trial);
        point.onFront = point.y > best;
        best = std::max(best, point.y);
        series.push_back(point);
    }
    return series;
}

} // namespace parsimony::ui
