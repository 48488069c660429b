// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"
#include "core/data/feature_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::compute::check {

/// Rows that a check makes itself, most of them zeros: `live` ones lie at `places`, in ascending order.
struct LiveRows {
    std::size_t total = 0;
    std::size_t dim = 0;
    std::vector<std::size_t> places;
    std::vector<float> values;        ///< [places][dim]
    std::vector<std::int32_t> labels; ///< [places]; the other rows have none

    [[nodiscard]] const float* row(std::size_t live) const { return values.data() + live * dim; }
};

/// One set of rows with weights, bad in its own way.
struct Adversary {
    std::string name; ///< "rows that cancel"
    std::shared_ptr<const LiveRows> rows;
    std::vector<double> weights; ///< HeadShape::parameters(); classes from the third on have zeros
    bool compared = false;       ///< its sums are compared with referenceOf()
};

/// Where the live rows of a part of `total` rows lie: all of them where `most` allows it, else spread, first
/// and last row and the ends of the first block among them.
[[nodiscard]] std::vector<std::size_t> spreadPlaces(std::size_t total, std::size_t most);
/// The same for a part that is too large to be filled: its first, middle and last block, at most `most` rows.
[[nodiscard]] std::vector<std::size_t> blockPlaces(std::size_t total, std::size_t most);

/// Every construction that the check of a device tries, at a clip: rows that all push one way, that cancel,
/// of extreme length (1e37 to subnormal), dense ones, and rows whose numbers a
/// narrow product would round all the same way.
[[nodiscard]] std::vector<Adversary> adversariesOf(const HeadShape& head, double clip, std::size_t total,
                                                   const std::vector<std::size_t>& places);

/// Rows of a block with one number each, every one at a feature of its own: the sum's column of that feature
/// is what its row alone contributes. Lengths from subnormal to the largest floats and around the clip, rows
/// of every certainty, right and wrong; as many sets as it takes to go through all of them, at most eight.
[[nodiscard]] std::vector<Adversary> loneRows(const HeadShape& head, double clip);

/// Rows without a label: every sum of them is exactly zero.
[[nodiscard]] Adversary silentRows(const HeadShape& head, std::size_t total,
                                   const std::vector<std::size_t>& places);

/// `rows` as a backend reads them, without the live row `removed`.
[[nodiscard]] std::shared_ptr<const data::FeatureSource> sourceOf(std::shared_ptr<const LiveRows> rows,
                                                                  std::optional<std::size_t> removed = {});
[[nodiscard]] std::vector<std::int32_t> labelsOf(const LiveRows& rows,
                                                 std::optional<std::size_t> removed = {});

/// Σ of clipped gradients in float64, and how far float32 sums in blocks may lie from it.
struct Reference {
    std::vector<double> sum; ///< HeadShape::parameters()
    /// Of ‖S − sum‖: u·(B + 3)·Σc_i for each block of B rows whose contributions have norm c_i (each of at
    /// most B additions, a product and a residual round, u = 2⁻²⁴, in any order), 2⁻¹⁸ of Σc_i for factor and
    /// residual, and what logits in float32 do to residuals. Clipping moves no two points apart.
    double tolerance = 0.0;
};

/// By the formulas of a linear head. Only the first two classes may have weights that are not zero.
[[nodiscard]] Reference referenceOf(const Adversary& adversary, const HeadShape& head, Loss loss,
                                    double clip);

} // namespace parsimony::compute::check
