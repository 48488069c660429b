// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "core/session/session.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace parsimony::report {

/// The pictures of a report: test accuracies of all experiments, and of each one its scores (a heatmap where
/// they are a grid) and its fitted r.
enum class ReportPlot { Accuracies, Scores, Fit };

/// What of a project is told.
struct Wanted {
    std::optional<std::int64_t> experiment = {}; ///< only this one; absent: all, in detail the newest 20
    filter::TrialFilter trials = {}; ///< those listed and drawn; experiments with none of them are left out
    std::set<ReportPlot> plots{ReportPlot::Accuracies, ReportPlot::Scores, ReportPlot::Fit};
};

/// Plots by their names, `accuracies`, `scores` and `step-sizes`; `none` alone is no plot, no name at all
/// every one. Throws Error(Usage) on another name.
[[nodiscard]] std::set<ReportPlot> plotsNamed(const std::vector<std::string>& names);

/// How the experiments of a project were made, which filters may ask for.
[[nodiscard]] filter::ExperimentNamesById namesOf(const session::Session& session);

} // namespace parsimony::report
