// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preprocess.h"

#include "core/base/enum_words.h"
#include "core/base/sentence.h"
#include "core/data/bounded_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace parsimony::data {

namespace {

bool reject(float* out, std::size_t dim) {
    std::fill_n(out, dim, 0.0F);
    return false;
}

/// The norm of rows whose squares leave the range of float64: scaled by a power of two first, which is exact.
/// Overwrites `row` with the scaled values and returns their norm; 0 for a row of zeros.
double rescale(double* row, std::size_t dim) {
    double largest = 0.0;
    for (std::size_t i = 0; i < dim; ++i) {
        largest = std::max(largest, std::fabs(row[i]));
    }
    if (largest == 0.0) {
        return 0.0;
    }
    const int exponent = std::ilogb(largest);
    for (std::size_t i = 0; i < dim; ++i) {
        row[i] = std::scalbn(row[i], -exponent);
    }
    return std::sqrt(sumOfSquares(row, dim));
}

template <class Value>
bool allFinite(const Value* row, std::size_t dim) {
    return std::all_of(row, row + dim, [](Value value) { return std::isfinite(value); });
}

/// See preprocessRow; the mean is subtracted already. Float32 rows skip what only float64 ones need: their
/// squares never leave the range of float64. Tells the factor where there is one.
template <class Value>
bool normalise(Value* row, std::size_t dim, const Preprocessing& preprocessing, float* out, float* factor) {
    const auto tell = [factor](double number) {
        if (factor != nullptr) {
            *factor = shortFactor(number);
        }
    };
    const double squares = sumOfSquares(row, dim);
    const bool ordinary = squares > 0x1p-960 && squares < 0x1p960;
    if (!ordinary && !allFinite(row, dim)) {
        return reject(out, dim);
    }
    if (preprocessing.norm != RowNorm::Unit) {
        for (std::size_t i = 0; i < dim; ++i) {
            out[i] = static_cast<float>(row[i]);
        }
        // Infinite exactly when a value left the range of float32.
        const double rounded = std::is_same_v<Value, float> ? squares : sumOfSquares(out, dim);
        const bool none = preprocessing.norm == RowNorm::None;
        if (std::isfinite(rounded) && (none || within(rounded, dim, preprocessing.bound))) {
            tell(1.0);
            return true;
        }
        if (none) {
            return reject(out, dim);
        }
    }
    double norm = std::sqrt(squares);
    if constexpr (std::is_same_v<Value, double>) {
        norm = ordinary ? norm : rescale(row, dim);
    }
    if (norm == 0.0) {
        std::fill_n(out, dim, 0.0F);
        return true;
    }
    const double scaled = scaleWithin(row, dim, preprocessing.bound / norm, preprocessing.bound, out);
    if (ordinary) { // else another row was scaled
        tell(scaled);
    }
    return true;
}

} // namespace

namespace {

/// Each view by itself.
template <class Value>
bool normaliseViews(Value* row, std::size_t dim, const Preprocessing& preprocessing, float* out) {
    for (std::size_t at = 0; at < dim; at += preprocessing.viewDim) {
        if (!normalise(row + at, preprocessing.viewDim, preprocessing, out + at, nullptr)) {
            return reject(out, dim);
        }
    }
    return true;
}

/// Until another one is told.
void forget(float* factor) {
    if (factor != nullptr) {
        *factor = 0.0F;
    }
}

/// Brings each block to length 1, in float64; false where a value is not finite.
bool unitBlocks(double* row, const std::vector<std::size_t>& blocks) {
    for (const std::size_t width : blocks) {
        const double squares = sumOfSquares(row, width);
        const bool ordinary = squares > 0x1p-960 && squares < 0x1p960;
        if (!ordinary && !allFinite(row, width)) {
            return false;
        }
        const double norm = ordinary ? std::sqrt(squares) : rescale(row, width);
        if (norm > 0.0) {
            std::transform(row, row + width, row, [norm](double value) { return value / norm; });
        }
        row += width;
    }
    return true;
}

constexpr std::array kRowNorms{"none", "clip", "unit"};
static_assert(kRowNorms.size() == static_cast<std::size_t>(RowNorm::Unit) + 1);

} // namespace

std::string rowNormName(RowNorm norm) {
    return wordOf(kRowNorms, norm);
}

RowNorm parseRowNorm(const std::string& name) {
    if (const auto norm = valueNamed<RowNorm>(kRowNorms, name)) {
        return *norm;
    }
    failUsage(Sentence("the row norm is one of none, clip and unit, not '{1}'", name));
}

void checkPreprocessing(const Preprocessing& preprocessing, std::size_t dim) {
    if (preprocessing.norm != RowNorm::None &&
        !(preprocessing.bound >= 1e-30 && preprocessing.bound <= 1e30)) {
        failUsage(
            Sentence("the row norm's bound must lie between 1e-30 and 1e30, not {1}", preprocessing.bound));
    }
    if (!preprocessing.mean.empty() && preprocessing.mean.size() != dim) {
        failUsage(Sentence("the mean has {1} values, the features have {2}", preprocessing.mean.size(), dim));
    }
    const auto& blocks = preprocessing.blocks;
    if (!blocks.empty() && std::accumulate(blocks.begin(), blocks.end(), std::size_t{0}) != dim) {
        failUsage(
            Sentence("the features have {1} values, the encoders that are joined have others together", dim));
    }
    if (!std::all_of(preprocessing.mean.begin(), preprocessing.mean.end(),
                     [](float v) { return std::isfinite(v); })) {
        failUsage(Sentence("the mean has a value that is not finite"));
    }
    if (preprocessing.viewDim > 0 && (dim % preprocessing.viewDim != 0 || preprocessing.map ||
                                      !preprocessing.mean.empty() || !blocks.empty())) {
        failUsage(Sentence("rows of {1} values are no views of {2} values each, as they are", dim,
                           preprocessing.viewDim));
    }
    if (preprocessing.map) {
        if (preprocessing.norm == RowNorm::None) {
            failUsage(Sentence("a feature map needs rows of bounded norm: use --row-norm unit or clip"));
        }
        checkFeatureMap(*preprocessing.map, dim);
    }
}

bool preprocessRow(double* row, std::size_t dim, const Preprocessing& preprocessing, float* out,
                   float* factor) {
    forget(factor);
    if (preprocessing.viewDim > 0) {
        return normaliseViews(row, dim, preprocessing, out);
    }
    if (!unitBlocks(row, preprocessing.blocks)) {
        return reject(out, dim);
    }
    for (std::size_t i = 0; i < preprocessing.mean.size(); ++i) {
        row[i] -= static_cast<double>(preprocessing.mean[i]);
    }
    return normalise(row, dim, preprocessing, out, preprocessing.blocks.empty() ? factor : nullptr);
}

bool preprocessRow(float* row, std::size_t dim, const Preprocessing& preprocessing, float* out,
                   float* factor) {
    forget(factor);
    if (preprocessing.viewDim > 0) {
        return normaliseViews(row, dim, preprocessing, out);
    }
    if (preprocessing.mean.empty() && preprocessing.blocks.empty()) {
        return normalise(row, dim, preprocessing, out, factor);
    }
    std::vector<double> wide(row, row + dim); // neither the difference nor the quotient is a float32
    return preprocessRow(wide.data(), dim, preprocessing, out, factor);
}

template <>
void preprocessRows(float* rows, std::size_t count, std::size_t dim, const Preprocessing& preprocessing,
                    float* out, std::uint8_t* fine, float* told) {
    constexpr std::size_t most = 32;
    const bool alike = preprocessing.norm == RowNorm::Unit && preprocessing.viewDim == 0 &&
                       preprocessing.mean.empty() && preprocessing.blocks.empty();
    for (std::size_t first = 0; first < count; first += most) {
        const std::size_t some = std::min(most, count - first);
        float* from = rows + first * dim;
        float* to = out + first * dim;
        std::array<double, most> factors{}, squares{};
        if (alike) {
            sumsOfSquares(from, some, dim, squares.data());
            std::transform(
                squares.begin(), squares.begin() + static_cast<std::ptrdiff_t>(some), factors.begin(),
                [&](double sum) { return cutFactor(preprocessing.bound / std::sqrt(sum) * kFirstShrink); });
            scaleRows(from, some, dim, factors.data(), to, squares.data());
        }
        for (std::size_t i = 0; i < some; ++i) {
            // Zeros, and what is not finite, have no factor; the rest that this leaves is very rare.
            const bool done =
                alike && std::isnormal(factors[i]) && within(squares[i], dim, preprocessing.bound);
            float factor = done ? shortFactor(factors[i]) : 0.0F;
            fine[first + i] =
                done || preprocessRow(from + i * dim, dim, preprocessing, to + i * dim, &factor) ? 1 : 0;
            if (told != nullptr) {
                told[first + i] = factor;
            }
        }
    }
}

} // namespace parsimony::data
