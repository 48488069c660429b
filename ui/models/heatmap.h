// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"
#include "ui/models/contours.h"
#include "ui/models/trial_view.h"
#include "ui/models/values.h"

#include <map>
#include <string>

namespace parsimony::ui {

/// A trial of a search where it lies on a panel, in the coordinates of its cells.
struct HeatTrial {
    double column = 0.0, row = 0.0;
    qint64 trial = 0;
    bool clamped = false; ///< the largest learning rate kept it from the r that was drawn
};

/// Of which experiments trials may be averaged: those of the same data, trainer and encoder whose options
/// about features and trainer are the same. All empty: not known.
struct HeatSetting {
    std::string dataset, trainer, encoder;
    std::map<std::string, std::string> options; ///< in the words of the command line
    // NOLINTNEXTLINE(modernize-use-nullptr): a zero of the compiler's own
    friend auto operator<=>(const HeatSetting&, const HeatSetting&) = default;
};

/// Accuracies over (η, T) at one ε: a column per learning rate, a row per number of steps, means over
/// repeats.
struct HeatPanel {
    double epsilon = 0.0;
    HeatSetting setting;
    QString about;                    ///< what of it other panels have otherwise; empty: nothing
    train::Knobs knobs;               ///< that the search chose: each combination has panels of its own
    std::vector<double> rates, steps; ///< ascending
    Field2D accuracy;
    Field2D nu;                      ///< noise of the finished weights on a logit; NaN where no trial says
    std::vector<int> repeats;        ///< per cell
    std::vector<qint64> trial;       ///< of the cell's best repeat
    std::vector<HeatTrial> searched; ///< trials off the grid whose ε is nearest to this panel's

    [[nodiscard]] std::size_t best() const; ///< the cell of the highest accuracy
};

struct Heatmap {
    std::vector<HeatPanel> panels; ///< by ε, ascending, then by setting and knobs
    double low = 0.0, high = 1.0;  ///< the shared scale
};

/// Panels of all budgets at which at least two learning rates and two numbers of steps were scored.
/// `experiments` tells what trials may be averaged; of those that it does not name, all.
[[nodiscard]] Heatmap heatmapOf(const TrialView& trials, const filter::ExperimentNamesById& experiments = {});

/// Where `value` lies between ascending ticks at 0, 1, 2…, by its logarithm; beyond the ends it goes on.
[[nodiscard]] double logPosition(const std::vector<double>& ticks, double value);

} // namespace parsimony::ui
