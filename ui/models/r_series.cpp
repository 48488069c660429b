// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/r_series.h"

#include "ui/models/heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::ui {

namespace {

constexpr int kLineSteps = 64;

double polynomial(const std::vector<double>& coefficients, double x) {
    double value = 0.0;
    for (auto it = coefficients.rbegin(); it != coefficients.rend(); ++it) {
        value = value * x + *it;
    }
    return value;
}

/// Least squares line through points (x, r); a point alone gives the line through the origin.
std::pair<double, double> lineThrough(const std::vector<std::pair<double, double>>& points) {
    if (points.size() == 1) {
        return {0.0, points[0].first != 0.0 ? points[0].second / points[0].first : 0.0};
    }
    double mx = 0.0;
    double my = 0.0;
    for (const auto& [x, y] : points) {
        mx += x;
        my += y;
    }
    mx /= static_cast<double>(points.size());
    my /= static_cast<double>(points.size());
    double sxy = 0.0;
    double sxx = 0.0;
    for (const auto& [x, y] : points) {
        sxy += (x - mx) * (y - my);
        sxx += (x - mx) * (x - mx);
    }
    const double slope = sxx > 0.0 ? sxy / sxx : 0.0;
    return {my - slope * mx, slope};
}

/// Per phase, the points that may stand for it: the winner and all that can't be told apart from it.
std::vector<std::vector<std::pair<double, double>>> candidates(const RSeries& series, int phases) {
    std::vector<std::vector<std::pair<double, double>>> result;
    for (int phase = 0; phase < phases; ++phase) {
        const auto winner = std::find_if(series.points.begin(), series.points.end(),
                                         [&](const RPoint& p) { return p.phase == phase && p.winner; });
        if (winner == series.points.end()) {
            continue;
        }
        std::vector<std::pair<double, double>> these{{winner->x, winner->r}};
        for (const RPoint& p : series.points) {
            if (p.phase != phase || &p == &*winner || !p.score || !winner->score) {
                continue;
            }
            const double a = winner->scoreSe.value_or(0.0);
            const double b = p.scoreSe.value_or(0.0);
            if (*winner->score - *p.score <= 2.0 * std::sqrt(a * a + b * b)) {
                these.emplace_back(p.x, p.r);
            }
        }
        result.push_back(std::move(these));
    }
    return result;
}

void addBand(RSeries& series, int phases, double end) {
    const auto sets = candidates(series, phases);
    std::size_t combinations = 1;
    for (const auto& set : sets) {
        combinations *= set.size();
    }
    if (sets.size() < 2 || combinations < 2 || combinations > 20000) {
        return;
    }
    std::vector<std::pair<double, double>> lines;
    for (std::size_t code = 0; code < combinations; ++code) {
        std::vector<std::pair<double, double>> chosen;
        std::size_t rest = code;
        for (const auto& set : sets) {
            chosen.push_back(set[rest % set.size()]);
            rest /= set.size();
        }
        lines.push_back(lineThrough(chosen));
    }
    for (int i = 0; i <= kLineSteps; ++i) {
        const double x = end * i / kLineSteps;
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const auto& [a, b] : lines) {
            low = std::min(low, a + b * x);
            high = std::max(high, a + b * x);
        }
        series.lower.emplace_back(x, std::max(0.0, low));
        series.upper.emplace_back(x, std::max(0.0, high));
    }
}

} // namespace

RSeries rSeries(const session::RunSnapshot& run) {
    RSeries series;
    series.againstMu = run.fit && run.fit->against == session::FitAxis::Mu;
    const auto xOf = [&](const session::TrialSnapshot& t) { return series.againstMu ? t.mu : t.epsilon; };
    int number = 0;
    double end = 0.0;
    for (const auto& phase : run.phases) {
        for (const auto& trial : phase.trials) {
            end = std::max(end, xOf(trial)); // a phase's r are known when it begins, what it costs before
            if (!trial.r) {
                continue;
            }
            RPoint p{xOf(trial), *trial.r, number, trial.id, false, trial.state, trial.score, trial.scoreSe};
            p.clamped = trial.clamped;
            p.winner = phase.selectedR && p.state == session::TrialState::Finished &&
                       std::abs(*phase.selectedR - *trial.r) <= 1e-9 * std::abs(*trial.r);
            series.points.push_back(p);
        }
        ++number;
    }
    if (run.final) {
        const auto& trial = run.final->trial;
        end = std::max(end, xOf(trial));
        if (trial.r) {
            series.points.push_back(
                {xOf(trial), *trial.r, -1, trial.id, false, trial.state, {}, {}, trial.clamped});
        }
    }
    series.end = end;
    if (run.fit && !run.fit->coefficients.empty() && end > 0.0) {
        series.untested = !run.fit->residualSd;
        for (int i = 0; i <= kLineSteps; ++i) {
            const double x = end * i / kLineSteps;
            series.line.emplace_back(x, polynomial(run.fit->coefficients, x));
        }
        series.predicted = run.fit->predictedR;
        series.clamped = run.fit->clamped || (run.final && run.final->trial.clamped);
        if (run.fit->degree == 1) {
            addBand(series, number, end);
        }
        if (run.final) {
            series.extrapolated =
                RPoint{xOf(run.final->trial), run.fit->r, -1, run.final->trial.id, false, {}, {}, {}};
        }
    }
    return series;
}

std::vector<RPoint> sweptR(const std::vector<session::TrialSnapshot>& trials, bool againstMu,
                           const filter::ExperimentNamesById& experiments) {
    std::vector<RPoint> points;
    const Heatmap sweeps = heatmapOf(trials, experiments);
    for (const HeatPanel& panel : sweeps.panels) {
        const std::size_t best = panel.best();
        const double r = panel.rates[best % panel.rates.size()] * panel.steps[best / panel.rates.size()];
        double x = panel.epsilon;
        if (againstMu) {
            const auto found = std::find_if(trials.begin(), trials.end(),
                                            [&](const auto& trial) { return trial.id == panel.trial[best]; });
            x = found->mu;
        }
        points.push_back({x,
                          r,
                          0,
                          panel.trial[best],
                          false,
                          session::TrialState::Finished,
                          panel.accuracy.values[best],
                          {}});
    }
    return points;
}

} // namespace parsimony::ui
