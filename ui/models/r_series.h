// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"
#include "ui/models/values.h"

#include <vector>

namespace parsimony::ui {

struct RPoint {
    double x = 0.0; ///< ε of the trial, or its μ when the fit is against μ
    double r = 0.0;
    int phase = 0; ///< -1: the final run
    qint64 trial = 0;
    bool winner = false;
    session::TrialState state = session::TrialState::Planned;
    std::optional<double> score, scoreSe;
    bool clamped = false; ///< the largest learning rate kept it from the r that was drawn
    friend bool operator==(const RPoint&, const RPoint&) = default;
};

/// What the plot of r against ε draws, from released numbers only.
struct RSeries {
    bool againstMu = false;
    std::vector<RPoint> points;
    std::vector<std::pair<double, double>> line;         ///< the fit from 0 to the final run
    std::vector<std::pair<double, double>> lower, upper; ///< the band around it; empty without one
    std::optional<RPoint> extrapolated;                  ///< where the final run goes (after clamping)
    double predicted = 0.0;                              ///< before clamping
    bool clamped = false;
    double end = 0.0;      ///< the largest ε or μ of the plan: the axis ends here from the start
    bool untested = false; ///< the curve meets every winner: nothing is left to tell how far off it is
    friend bool operator==(const RSeries&, const RSeries&) = default;
};

/// The band: lines through every choice of one trial per phase whose score can't be told apart from the
/// winner's (within two standard errors of their difference). Trials without a score count as told apart.
[[nodiscard]] RSeries rSeries(const session::RunSnapshot& run);

/// What an oracle would take: for each budget of the sweeps among `trials` the r of the cell with the highest
/// mean score, at the ε (or μ) of that budget.
[[nodiscard]] std::vector<RPoint> sweptR(const std::vector<session::TrialSnapshot>& trials, bool againstMu,
                                         const filter::ExperimentNamesById& experiments = {});

} // namespace parsimony::ui
