// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace parsimony::data {

/// Random quadratic features q = (A·u)∘(B·u) of a unit row u, of norm 1, beside the row itself.
struct QuadraticBlock {
    std::size_t rows = 0;             ///< of A and of B
    double share = 0.2;               ///< of the squared norm of both together
    std::vector<float> first, second; ///< A and B, rows × dim, row-major: public constants
    friend bool operator==(const QuadraticBlock&, const QuadraticBlock&) = default;
};

/// What is made of a row that was clipped or scaled to norm s. With u = (x − mean)/‖x − mean‖ and, where
/// there is a block, u ← [√(1 − share)·u, √share·q/‖q‖]:
///
///     x ↦ s·[√(1 − biasShare)·u, √biasShare]
///
/// The last coordinate is the bias: the rows share it, so that centring takes no class' intercept away. A row
/// of zeros (a record that is malformed, removed, or empty) stays one, never −mean: what a record adds to a
/// sum is nothing when it is not there. The map depends on released values and public constants alone, so
/// that a mapped row is a function of its own record.
struct FeatureMap {
    std::vector<float> mean; ///< released; as many values as a record has
    double biasShare = 0.02; ///< of the squared norm
    std::optional<QuadraticBlock> quadratic = {};

    /// Coordinates that a row has more of afterwards.
    [[nodiscard]] std::size_t added() const { return 1 + (quadratic ? quadratic->rows : 0); }
    friend bool operator==(const FeatureMap&, const FeatureMap&) = default;
};

/// Throws Error(Usage) unless the mean and the matrices are finite and for records of `dim` values, and the
/// shares lie between 0 and 1.
void checkFeatureMap(const FeatureMap& map, std::size_t dim);

/// Maps `count` rows of `dim` values into rows of dim + added(). The float32 row that is written has a norm
/// of at most `bound` in exact arithmetic.
void mapRows(const FeatureMap& map, double bound, const float* rows, std::size_t count, std::size_t dim,
             float* out);

} // namespace parsimony::data
