// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compute/tile_model.h"

#include "core/compute/cpu/tile_products-inl.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace parsimony::compute::cpu {

namespace {

constexpr float kLeast = std::numeric_limits<float>::min();

float flushed(float value) {
    return std::fabs(value) < kLeast ? std::copysign(0.0F, value) : value;
}

/// A half of a pair as float32.
float lowHalf(std::uint32_t pair) {
    return std::bit_cast<float>(pair << 16);
}

float highHalf(std::uint32_t pair) {
    return std::bit_cast<float>(pair & 0xffff0000U);
}

/// Tiles in memory.
class ModelTiles {
public:
    template <int t>
    void zero() {
        m_tiles[t].at = {};
    }
    template <int t>
    void load(const char* from, std::size_t stride) {
        for (std::size_t row = 0; row < kTileRows; ++row) {
            std::memcpy(m_tiles[t].at[row].data(), from + row * stride, 64);
        }
    }
    template <int t>
    void store(float* to) {
        std::memcpy(to, m_tiles[t].at.data(), sizeof m_tiles[t].at);
    }
    template <int c, int a, int b>
    void dot() {
        modelTileDot(m_tiles[c], m_tiles[a], m_tiles[b]);
    }

    static void transpose(const float* tile, std::size_t columns, const float* bias, float* z) {
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t i = 0; i < kTileRows; ++i) {
                z[j * kLogitStride + i] = tile[i * kTileRows + j] + (bias == nullptr ? 0.0F : bias[j]);
            }
        }
    }
    static void cutRows(const float* h, std::uint16_t* g) {
        for (std::size_t r = 0; r < kTileDepth; ++r) {
            g[r] = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(h[r]) >> 16);
        }
    }
    static void pairRows(const std::uint16_t* x, std::size_t stride, std::uint16_t* pairs) {
        for (std::size_t r = 0; r < kTileDepth; ++r) {
            for (std::size_t k = 0; k < kTileDepth; ++k) {
                std::uint16_t* tile = pairs + k / kTileRows * kTileValues;
                tile[r / 2 * kTileDepth + k % kTileRows * 2 + r % 2] = x[r * stride + k];
            }
        }
    }
    static void addSums(const float* tiles, double* s) {
        for (std::size_t k = 0; k < kTileDepth; ++k) {
            s[k] += static_cast<double>(tiles[k / kTileRows * kTileSums + k % kTileRows]);
        }
    }

private:
    ModelTile m_tiles[8];
};

} // namespace

float flushedMulAdd(float a, float b, float c) {
    const float x = flushed(a);
    const float y = flushed(b);
    const float z = flushed(c);
    const float sum = std::fma(x, y, z);
    if (std::fabs(sum) != kLeast) {
        return flushed(sum);
    }
    // Rounded to the places of a subnormal the sum may have grown to 2⁻¹²⁶ where 24 bits leave it below. The
    // sum in float64 and what that drops say which.
    const double p = static_cast<double>(x) * static_cast<double>(y);
    const double q = static_cast<double>(z);
    const double wide = p + q;
    const double dropped = std::fabs(p) >= std::fabs(q) ? q - (wide - p) : p - (wide - q);
    constexpr double tie = 0x1p-126 - 0x1p-151;
    const bool normal =
        std::fabs(wide) > tie || (std::fabs(wide) == tie && (std::signbit(wide) ? -dropped : dropped) >= 0.0);
    return normal ? sum : std::copysign(0.0F, sum);
}

void modelTileDot(ModelTile& c, const ModelTile& a, const ModelTile& b) {
    for (std::size_t m = 0; m < c.rows; ++m) {
        std::array<float, 16> even{};
        std::array<float, 16> odd{};
        for (std::size_t k = 0; k < a.words; ++k) {
            for (std::size_t n = 0; n < c.words; ++n) {
                even[n] = flushedMulAdd(lowHalf(a.at[m][k]), lowHalf(b.at[k][n]), even[n]);
                odd[n] = flushedMulAdd(highHalf(a.at[m][k]), highHalf(b.at[k][n]), odd[n]);
            }
        }
        for (std::size_t n = 0; n < c.words; ++n) {
            const float both = flushedMulAdd(even[n], 1.0F, odd[n]);
            const float sum = flushedMulAdd(std::bit_cast<float>(c.at[m][n]), 1.0F, both);
            c.at[m][n] = std::bit_cast<std::uint32_t>(sum);
        }
    }
}

const TileKernels& modelKernels() {
    return kTileKernels<ModelTiles>;
}

} // namespace parsimony::compute::cpu
