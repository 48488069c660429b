// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_field.h"
#include "ui/models/trial_view.h"
#include "ui/models/values.h"

namespace parsimony::ui {

struct SeriesPoint {
    double x = 0.0, y = 0.0, error = 0.0; ///< `error` is one standard error of y
    int phase = 0;
    qint64 trial = 0;
    bool onFront = false;
    QString encoder = {}; ///< where there are several
    friend bool operator==(const SeriesPoint&, const SeriesPoint&) = default;
};

/// r against the gap to the best score at the same ε (figure 6 of the linear scaling paper). Trials without
/// score or r are left out. `experiments` says whose features those trials take that chose no encoder; as in
/// the other two.
[[nodiscard]] std::vector<SeriesPoint> gapSeries(const TrialView& trials,
                                                 const filter::ExperimentNamesById& experiments = {});

/// ε against score; `onFront` marks those that no cheaper trial equals or beats.
[[nodiscard]] std::vector<SeriesPoint> paretoSeries(const TrialView& trials,
                                                    const filter::ExperimentNamesById& experiments = {});

/// What a Pareto series dominates, as a share: the best score that an ε buys, on the mean over 0 to the
/// dearest ε of the series. 0 without points.
[[nodiscard]] double hypervolume(const std::vector<SeriesPoint>& pareto);

/// Scores in the order in which trials ran, x counting from 1; `onFront` marks each new best.
[[nodiscard]] std::vector<SeriesPoint> courseSeries(const TrialView& trials,
                                                    const filter::ExperimentNamesById& experiments = {});

} // namespace parsimony::ui
