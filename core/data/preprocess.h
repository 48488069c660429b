// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/feature_map.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::data {

/// What happens to each row by itself (ALGORITHMS.md §3).
enum class RowNorm { None, Clip, Unit };

[[nodiscard]] std::string rowNormName(RowNorm norm);
/// "none", "clip" or "unit"; throws Error(Usage) on another word.
[[nodiscard]] RowNorm parseRowNorm(const std::string& name);

/// The pre-processing of every record: bring each of its `blocks` to length 1, subtract `mean` (a released
/// private mean, or empty), then clip rows to norm `bound` or scale them to it. Depends on declared and
/// released values alone.
struct Preprocessing {
    RowNorm norm = RowNorm::Unit;
    double bound = 1.0; ///< S; used by Clip and Unit
    std::vector<float> mean;
    std::optional<FeatureMap> map = {}; ///< of the row that comes out of that; needs Clip or Unit
    /// Of encoders that are joined how many values each has: none outweighs another by its scale. A block of
    /// zeros stays one. Empty: rows are of one encoder.
    std::vector<std::size_t> blocks = {};
    /// Values of a view, where a row is several views side by side: each of them is then brought to the norm,
    /// or the bound, by itself. 0: a row is one. Without mean, map and blocks.
    std::size_t viewDim = 0;
};

/// Throws Error(Usage) unless the bound lies in [1e-30, 1e30], the mean is empty or has `dim` finite values
/// and blocks have `dim` values together, on a feature map that does not fit, and on views that do not.
void checkPreprocessing(const Preprocessing& preprocessing, std::size_t dim);

/// Pre-processes one row of `dim` values into `out`. Returns false, having written zeros, when the row is
/// invalid: a value is not finite, or not a finite float32 after pre-processing. The feature map is not
/// applied: loadPart() does.
///
/// For Clip and Unit the row of float32 that was written has a Euclidean norm ≤ bound in exact arithmetic:
/// the factor is rounded down, and the result is verified in float64 and shrunk where needed. A row of zeros
/// stays one. Values from 1e-320 to 1e308 neither overflow nor vanish on the way. `row` is overwritten where
/// there are blocks or a mean is subtracted. Of views all that holds of each of them, and one that is invalid
/// makes the row so.
///
/// `factor`, where given, takes what the row, less its mean, was multiplied by in float64 before it was
/// rounded: a float32. 0: there is no such number.
[[nodiscard]] bool preprocessRow(double* row, std::size_t dim, const Preprocessing& preprocessing, float* out,
                                 float* factor = nullptr);
/// The same for values that float32 holds exactly; gives the same bits as their float64 would.
[[nodiscard]] bool preprocessRow(float* row, std::size_t dim, const Preprocessing& preprocessing, float* out,
                                 float* factor = nullptr);

/// The same of `count` rows, one behind the other; writes to `fine` what preprocessRow() returns of each.
template <class Value>
void preprocessRows(Value* rows, std::size_t count, std::size_t dim, const Preprocessing& preprocessing,
                    float* out, std::uint8_t* fine, float* factors = nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
        fine[i] = preprocessRow(rows + i * dim, dim, preprocessing, out + i * dim,
                                factors == nullptr ? nullptr : factors + i)
                      ? 1
                      : 0;
    }
}
/// Those of float32 take less time together.
template <>
void preprocessRows(float* rows, std::size_t count, std::size_t dim, const Preprocessing& preprocessing,
                    float* out, std::uint8_t* fine, float* factors);

} // namespace parsimony::data
