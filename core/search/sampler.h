// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/uniform_source.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace parsimony::search {

/// A range of a positive quantity, ends included.
struct Range {
    double lo = 0.0;
    double hi = 0.0;
    friend bool operator==(const Range&, const Range&) = default;
};

/// Throws Error(Usage) naming `what` unless 0 < lo ≤ hi, both finite.
void checkRange(const Range& range, const std::string& what);

enum class SamplerKind {
    Stratified, ///< one log-uniform draw in each of N equal parts of the log range
    LogUniform,
    Uniform,
    Grid,      ///< N points at equal ratios, ends included; N = 1 gives the geometric middle
    Bisection, ///< the geometric middle, then both sides of the best so far at half the distance, and so on
};

/// A place in a range, 0 at its low and 1 at its high end, and the cell it was drawn from. Positions are
/// drawn before the range is known: at planning.
struct Position {
    double at = 0.0;
    double cellLo = 0.0;
    double cellHi = 1.0;
};

/// The value at `position`: log scale, except for Uniform. Always inside the range.
[[nodiscard]] double valueAt(SamplerKind kind, const Range& range, double position);

/// `count` ≥ 1 positions. Not for Bisection, whose positions depend on scores.
[[nodiscard]] std::vector<Position> drawPositions(SamplerKind kind, int count, UniformSource& source);

/// All positions that a bisection of `count` trials has proposed up to and including those that follow from
/// the scores of its first ones (in order; nullopt for a lost trial): the middle first, then two at a time.
[[nodiscard]] std::vector<Position> bisectionPath(std::span<const std::optional<double>> scores, int count);

} // namespace parsimony::search
