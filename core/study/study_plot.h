// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study_request.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace parsimony::study {

/// The kinds of plot that a study may ask for: of a sweep "heatmap" (one panel for each ε), "r" (best r
/// against ε with its line), "gap" (r against the gap to the best accuracy); of a comparison "accuracy" and
/// "step-size" (against ε), "bars" (a row for each variant, method and ε), "shift" (the same with
/// out-of-distribution sets), "seconds", "distance" (‖W‖ of what runs from zero end with), "noise" (of a mean
/// gradient); of an attack "exposure" (a row for each canary and number of copies).
[[nodiscard]] std::vector<std::string> plotKinds(StudyKind study);

/// Draws a study's result (runStudy) as an SVG document. Throws Error(Usage) for a kind that does not go with
/// the result.
[[nodiscard]] std::string plotOf(const nlohmann::json& result, const std::string& kind);

} // namespace parsimony::study
