// SPDX-License-Identifier: GPL-3.0-or-later
// The first product of a block for few classes, straight from rows as they lie.
#if defined(PARSIMONY_CPU_DOT_INL_H) == defined(HWY_TARGET_TOGGLE) // once for each instruction set
#ifdef PARSIMONY_CPU_DOT_INL_H
#undef PARSIMONY_CPU_DOT_INL_H
#else
#define PARSIMONY_CPU_DOT_INL_H
#endif

#include "core/compute/cpu/kernels.h"
#include "core/compute/cpu/vectors-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace parsimony::compute::cpu::HWY_NAMESPACE {

/// Columns of a tile, and its rows: as many accumulators as there are registers for. More columns read a row
/// less often.
constexpr std::size_t kDotColumns = kRowVectors == 4 ? kStripColumns : kTileColumns;
template <std::size_t columns>
constexpr std::size_t kDotRows = columns <= 2 || (kRowVectors == 4 && columns <= kTileColumns) ? 4 : 2;

/// Rows as float32, or made so from binary16 and kept where the second product finds them.
struct WideRows {
    [[nodiscard]] HWY_INLINE Vec load(std::size_t k) const { return hn::Load(Floats(), row + k); }
    const float* row = nullptr;
};
struct HalfRows {
    [[nodiscard]] HWY_INLINE Vec load(std::size_t k) const {
        const Floats d;
        const hn::Rebind<hwy::float16_t, Floats> narrow;
        const auto* in = reinterpret_cast<const hwy::float16_t*>(half + k);
        const Vec x = hn::Mul(hn::PromoteTo(d, hn::LoadU(narrow, in)), hn::Set(d, factor));
        hn::Store(x, d, row + k);
        return x;
    }
    float* row = nullptr;
    const std::uint16_t* half = nullptr;
    float factor = 1.0F;
};
#if HWY_TARGET != HWY_SCALAR
using FourSums = hn::CappedTag<float, 4>;

/// The blocks of 128 bits, added in order.
template <class V>
HWY_INLINE hn::Vec<FourSums> blocksAdded(V v) {
    const FourSums four;
    const hn::Half<hn::DFromV<V>> half;
    if constexpr (hn::MaxLanes(hn::DFromV<V>()) == 4) {
        return v;
    } else if constexpr (hn::MaxLanes(hn::DFromV<V>()) == 8) {
        return hn::Add(hn::LowerHalf(four, v), hn::UpperHalf(four, v));
    } else {
        const auto second = hn::UpperHalf(half, v);
        const auto most = hn::Add(blocksAdded(hn::LowerHalf(half, v)), hn::LowerHalf(four, second));
        return hn::Add(most, hn::UpperHalf(four, second));
    }
}

/// Sums of four vectors, next to each other. Every one is added up in the same tree, whatever its place.
HWY_INLINE hn::Vec<FourSums> sumsOf(Vec a, Vec b, Vec c, Vec e) {
    const Floats d;
    const hn::RepartitionToWide<Floats> wide;
    const auto folded = [&](Vec p, Vec q) {
        return hn::BitCast(wide, hn::Add(hn::InterleaveLower(d, p, q), hn::InterleaveUpper(d, p, q)));
    };
    const auto low = folded(a, b);
    const auto high = folded(c, e);
    // Blocks of 128 bits, each with its part of the four sums.
    return blocksAdded(hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, low, high)),
                               hn::BitCast(d, hn::InterleaveUpper(wide, low, high))));
}
#endif

/// Else a compiler loads it once for each row, and loads are what is short.
HWY_INLINE void keepInRegister(Vec& v) {
#if defined(__x86_64__) && HWY_TARGET <= HWY_SSSE3
    asm("" : "+v"(v.raw));
#else
    (void)v;
#endif
}

/// z = sums of acc + bias.
template <std::size_t columns, std::size_t count>
HWY_INLINE void storeSums(const Vec (&acc)[columns][count], const float* HWY_RESTRICT bias,
                          float* HWY_RESTRICT z) {
    const auto biasOf = [bias](std::size_t j) { return bias == nullptr ? 0.0F : bias[j]; };
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t r = 0; r < count; ++r) {
            z[j * kLogitStride + r] = hn::GetLane(acc[j][r]) + biasOf(j);
        }
    }
#else
    const FourSums four;
    if constexpr (count == 4) {
#pragma GCC unroll 12
        for (std::size_t j = 0; j < columns; ++j) {
            const auto sums = sumsOf(acc[j][0], acc[j][1], acc[j][2], acc[j][3]);
            hn::StoreU(hn::Add(sums, hn::Set(four, biasOf(j))), four, z + j * kLogitStride);
        }
    } else { // two rows of two columns at a time
        const hn::Half<FourSums> two;
#pragma GCC unroll 12
        for (std::size_t j = 0; j < columns; j += 2) {
            const std::size_t next = std::min(j + 1, columns - 1);
            const auto sums = sumsOf(acc[j][0], acc[j][1], acc[next][0], acc[next][1]);
            hn::StoreU(hn::Add(hn::LowerHalf(two, sums), hn::Set(two, biasOf(j))), two, z + j * kLogitStride);
            hn::StoreU(hn::Add(hn::UpperHalf(two, sums), hn::Set(two, biasOf(next))), two,
                       z + next * kLogitStride);
        }
    }
#endif
}

template <std::size_t columns, class Row>
HWY_INLINE void dotTile(const Row (&rows)[kDotRows<columns>], std::size_t depth, const float* HWY_RESTRICT w,
                        const float* HWY_RESTRICT bias, float* HWY_RESTRICT z, FetchUnit fetch) {
    constexpr std::size_t count = kDotRows<columns>;
    const Floats d;
    Vec acc[columns][count];
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t r = 0; r < count; ++r) {
            acc[j][r] = hn::Zero(d);
        }
    }
    for (std::size_t k = 0; k < depth; k += kRowPadding) {
#pragma GCC unroll 16
        for (std::size_t part = 0; part < kRowPadding; part += kLanes) {
            Vec x[count];
#pragma GCC unroll 4
            for (std::size_t r = 0; r < count; ++r) {
                x[r] = rows[r].load(k + part);
            }
            fetch.turn();
#pragma GCC unroll 12
            for (std::size_t j = 0; j < columns; ++j) {
                Vec b = hn::Load(d, w + j * kRowPadding + part);
                keepInRegister(b);
#pragma GCC unroll 4
                for (std::size_t r = 0; r < count; ++r) {
                    acc[j][r] = hn::MulAdd(x[r], b, acc[j][r]);
                }
            }
        }
        w += columns * kRowPadding;
    }
    storeSums(acc, bias, z);
}

/// One tile of columns, all rows, which `rowAt` gives.
template <std::size_t columns, class RowAt>
HWY_INLINE void dotRows(const DotArgs& a, std::size_t first, std::size_t tile, std::size_t tiles,
                        const RowAt& rowAt) {
    constexpr std::size_t count = kDotRows<columns>;
    const std::size_t groups = (a.rows + count - 1) / count;
    const FetchPlan fetch(a.fetch, tiles * groups, a.depth / kLanes, fetchesTwice());
    for (std::size_t r = 0; r < a.rows; r += count) {
        decltype(rowAt(0)) rows[count];
        for (std::size_t i = 0; i < count; ++i) { // behind the last row: that one again
            rows[i] = rowAt(std::min(r + i, a.rows - 1));
        }
        dotTile<columns>(rows, a.depth, a.weights + first * a.depth,
                         a.bias == nullptr ? nullptr : a.bias + first, a.z + first * kLogitStride + r,
                         fetch.unit(tile * groups + r / count));
    }
}

void Dot(const DotArgs& a) {
    const ColumnTiles tiles(a.columns, kDotColumns);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        forTileWidth<kDotColumns>(tiles.width(tile), [&](auto width) {
            constexpr std::size_t columns = decltype(width)::value;
            if constexpr (kWidensHalves) {
                if (a.halves != nullptr && tile == 0) {
                    return dotRows<columns>(a, first, tile, tiles.count, [&](std::size_t r) {
                        return HalfRows{a.wide + r * a.stride, a.halves + r * a.stride, a.factors[r]};
                    });
                }
            }
            dotRows<columns>(a, first, tile, tiles.count,
                             [&](std::size_t r) { return WideRows{a.x + r * a.stride}; });
        });
    }
}

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
