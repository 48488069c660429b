// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/evaluation_figures.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

/// How often a classifier was right, as it is shown. Of private rows all numbers are noisy and charged.
struct EvaluationView {
    struct Row {
        std::string name;
        double records = 0.0;
        std::optional<double> accuracy = {}; ///< 0..1; absent where there are no records
        double se = 0.0;                     ///< of its noise
    };
    bool isPrivate = false;
    double accuracy = 0.0, se = 0.0; ///< 0..1; se 0 when exact
    std::uint64_t records = 0;
    std::vector<Row> classes, groups; ///< of private rows those that were asked for
    std::vector<EvaluationFigure> figures;
    std::vector<std::uint64_t> confusion; ///< classes × classes, [true][predicted]; may be empty
    double confusionSe = 0.0;             ///< of each of its counts
    std::uint64_t ignored = 0, invalid = 0;
    double epsilon = 0.0, remainingEpsilon = 0.0; ///< private rows: what this look took, what is left
};

[[nodiscard]] EvaluationView viewOf(const PublicEvaluation& found);
[[nodiscard]] EvaluationView viewOf(const PrivateEvaluation& found);

} // namespace parsimony::session
