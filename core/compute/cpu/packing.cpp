// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/packing.h"

#include "core/compute/cpu/tile_products.h"
#include "core/compute/numerics/rounding.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace parsimony::compute::cpu {

namespace {

/// Entry k of column j of w, zero behind `depth`.
struct Columns {
    const double* w = nullptr;
    std::size_t ld = 0;
    std::size_t depth = 0;
    [[nodiscard]] float value(std::size_t j, std::size_t k) const {
        return k < depth ? static_cast<float>(w[j * ld + k]) : 0.0F;
    }
    [[nodiscard]] std::uint16_t narrow(std::size_t j, std::size_t k) const {
        return numerics::roundToBfloat16(value(j, k));
    }
};

/// Entries entry(j, k) in ColumnTiles.
template <class Value, class Entry>
void packTiles(std::size_t columns, std::size_t depth, Value* packed, const Entry& entry) {
    const ColumnTiles tiles(columns, kTileColumns);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const std::size_t width = tiles.width(tile);
        Value* out = packed + first * depth;
        for (std::size_t j = 0; j < width; ++j) {
            for (std::size_t k = 0; k < depth; ++k) {
                out[k * width + j] = entry(first + j, k);
            }
        }
    }
}

} // namespace

void packWeights(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                 std::size_t paddedDepth, float* packed) {
    const Columns all{w, ld, depth};
    packTiles(columns, paddedDepth, packed, [&](std::size_t j, std::size_t k) { return all.value(j, k); });
}

void packRows(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
              std::size_t paddedDepth, std::size_t widest, float* packed) {
    const Columns all{w, ld, depth};
    const ColumnTiles tiles(columns, widest);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const std::size_t width = tiles.width(tile);
        float* out = packed + first * paddedDepth;
        for (std::size_t k = 0; k < paddedDepth; ++k) {
            for (std::size_t j = 0; j < width; ++j) {
                out[(k / kRowPadding * width + j) * kRowPadding + k % kRowPadding] = all.value(first + j, k);
            }
        }
    }
}

void packWeightPairs(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                     std::size_t pairs, std::uint32_t* packed) {
    const Columns all{w, ld, depth};
    packTiles(columns, pairs, packed, [&](std::size_t j, std::size_t p) {
        return std::uint32_t{all.narrow(j, 2 * p)} | std::uint32_t{all.narrow(j, 2 * p + 1)} << 16;
    });
}

void packRows16(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                std::size_t paddedDepth, std::uint16_t* packed) {
    const Columns all{w, ld, depth};
    for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t k = 0; k < paddedDepth; ++k) {
            packed[j * paddedDepth + k] = all.narrow(j, k);
        }
    }
}

void packWeightTiles(const Kernels& kernels, const double* w, std::size_t ld, std::size_t columns,
                     std::size_t depth, std::size_t paddedDepth, std::uint16_t* packed) {
    std::fill_n(packed, paddedTo(columns, kTileRows) * paddedDepth, std::uint16_t{0});
    std::vector<float> column(paddedDepth);
    std::vector<std::uint16_t> narrow(paddedDepth);
    for (std::size_t j = 0; j < columns; ++j) {
        std::transform(w + j * ld, w + j * ld + depth, column.begin(),
                       [](double value) { return static_cast<float>(value); });
        kernels.narrow(column.data(), paddedDepth, narrow.data());
        std::uint16_t* tiles = packed + j / kTileRows * kTileRows * paddedDepth + j % kTileRows * 2;
        for (std::size_t k = 0; k < paddedDepth; k += 2) { // a pair for each row of a tile
            std::memcpy(tiles + k / 2 * kTileDepth, narrow.data() + k, 2 * sizeof(std::uint16_t));
        }
    }
}

} // namespace parsimony::compute::cpu
