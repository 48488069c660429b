// SPDX-License-Identifier: GPL-3.0-or-later
// The two products of a block.
#if defined(PARSIMONY_CPU_PRODUCTS_INL_H) == defined(HWY_TARGET_TOGGLE) // once for each instruction set
#ifdef PARSIMONY_CPU_PRODUCTS_INL_H
#undef PARSIMONY_CPU_PRODUCTS_INL_H
#else
#define PARSIMONY_CPU_PRODUCTS_INL_H
#endif

#include "core/compute/cpu/kernels.h"
#include "core/compute/cpu/vectors-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace parsimony::compute::cpu::HWY_NAMESPACE {

/// `kLanes` rows times 4 columns: vectors of one column each, rows in order.
HWY_INLINE void transposeFour(const float* HWY_RESTRICT x, std::size_t stride, float* HWY_RESTRICT out,
                              std::size_t ldOut) {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t c = 0; c < 4; ++c) {
        out[c * ldOut] = x[c];
    }
    (void)stride;
#else
    const Floats d;
    Vec q[4];
    // Block b of q[i] holds the four columns of row 4b + i.
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) {
        if constexpr (kLanes == 16) {
            const hn::Half<Floats> half;
            const hn::Half<decltype(half)> quarter;
            const auto low = hn::Combine(half, hn::LoadU(quarter, x + (4 + i) * stride),
                                         hn::LoadU(quarter, x + i * stride));
            const auto high = hn::Combine(half, hn::LoadU(quarter, x + (12 + i) * stride),
                                          hn::LoadU(quarter, x + (8 + i) * stride));
            q[i] = hn::Combine(d, high, low);
        } else if constexpr (kLanes == 8) {
            const hn::Half<Floats> half;
            q[i] = hn::Combine(d, hn::LoadU(half, x + (4 + i) * stride), hn::LoadU(half, x + i * stride));
        } else {
            q[i] = hn::LoadU(d, x + i * stride);
        }
    }
    const hn::RepartitionToWide<Floats> wide;
    const auto low01 = hn::BitCast(wide, hn::InterleaveLower(d, q[0], q[1]));
    const auto low23 = hn::BitCast(wide, hn::InterleaveLower(d, q[2], q[3]));
    const auto high01 = hn::BitCast(wide, hn::InterleaveUpper(d, q[0], q[1]));
    const auto high23 = hn::BitCast(wide, hn::InterleaveUpper(d, q[2], q[3]));
    hn::Store(hn::BitCast(d, hn::InterleaveLower(wide, low01, low23)), d, out);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(wide, low01, low23)), d, out + ldOut);
    hn::Store(hn::BitCast(d, hn::InterleaveLower(wide, high01, high23)), d, out + 2 * ldOut);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(wide, high01, high23)), d, out + 3 * ldOut);
#endif
}

void Pack(const float* HWY_RESTRICT x, std::size_t stride, std::size_t rows, std::size_t columns,
          float* HWY_RESTRICT out) {
    for (std::size_t v = 0; v < kPanel; v += kLanes) {
        if (v + kLanes <= rows) {
            for (std::size_t k = 0; k < columns; k += 4) {
                transposeFour(x + v * stride + k, stride, out + k * kPanel + v, kPanel);
            }
            continue;
        }
        for (std::size_t k = 0; k < columns; ++k) {
            for (std::size_t i = 0; i < kLanes; ++i) {
                out[k * kPanel + v + i] = v + i < rows ? x[(v + i) * stride + k] : 0.0F;
            }
        }
    }
}

/// acc[j] += x·w[j·stride] for every column j of a tile.
template <std::size_t columns, std::size_t vectors>
HWY_INLINE void addScaled(Vec (&acc)[columns][vectors], const Vec (&x)[vectors], const float* HWY_RESTRICT w,
                          std::size_t stride) {
    const Floats d;
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
        const Vec b = hn::Set(d, w[j * stride]);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            acc[j][v] = hn::MulAdd(x[v], b, acc[j][v]);
        }
    }
}

template <std::size_t columns>
HWY_INLINE void multiplyTile(const float* HWY_RESTRICT xt, std::size_t ldk, std::size_t depth,
                             const float* HWY_RESTRICT w, const float* HWY_RESTRICT bias, bool begins,
                             float* HWY_RESTRICT z, FetchUnit fetch) {
    const Floats d;
    Vec acc[columns][kRowVectors];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kRowVectors; ++v) {
            acc[j][v] = begins ? hn::Set(d, bias == nullptr ? 0.0F : bias[j])
                               : hn::Load(d, z + j * kLogitStride + v * kLanes);
        }
    }
    for (std::size_t k = 0; k < depth; ++k) {
        Vec x[kRowVectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kRowVectors; ++v) {
            x[v] = hn::Load(d, xt + k * ldk + v * kLanes);
        }
        fetch.turn();
        addScaled(acc, x, w + k * columns, 1);
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kRowVectors; ++v) {
            hn::Store(acc[j][v], d, z + j * kLogitStride + v * kLanes);
        }
    }
}

void Multiply(const MultiplyArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    const FetchPlan fetch(a.fetch, tiles.count, a.depth, fetchesTwice());
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const float* w = a.weights(first, tiles.width(tile));
        const float* bias = a.bias == nullptr ? nullptr : a.bias + first;
        float* z = a.z + first * kLogitStride;
        forTileWidth(tiles.width(tile), [&](auto width) {
            multiplyTile<decltype(width)::value>(a.xt, a.ldk, a.depth, w, bias, a.before == 0, z,
                                                 fetch.unit(tile));
        });
    }
}

/// s += acc, in float64.
HWY_INLINE void addWide(Vec acc, double* HWY_RESTRICT s) {
#if HWY_TARGET == HWY_SCALAR
    s[0] += static_cast<double>(hn::GetLane(acc));
#else
    const hn::Repartition<double, Floats> wide;
    const hn::Half<Floats> half;
    const std::size_t n = kLanes / 2;
    hn::Store(hn::Add(hn::Load(wide, s), hn::PromoteTo(wide, hn::LowerHalf(half, acc))), wide, s);
    hn::Store(hn::Add(hn::Load(wide, s + n), hn::PromoteTo(wide, hn::UpperHalf(half, acc))), wide, s + n);
#endif
}

template <std::size_t columns, std::size_t vectors, class Fetching>
HWY_INLINE void accumulateTile(const AccumulateArgs& a, const float* HWY_RESTRICT g,
                               const float* HWY_RESTRICT x, std::size_t stride, double* HWY_RESTRICT s,
                               float* HWY_RESTRICT partial, Fetching fetch) {
    const Floats d;
    const std::size_t lds = a.lds;
    if (a.last) { // the sums have left the cache since the last block
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t k = 0; k < vectors * kLanes; k += 8) {
                __builtin_prefetch(s + j * lds + k, 1, 3);
            }
        }
    }
    Vec acc[columns][vectors];
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            acc[j][v] = a.first ? hn::Zero(d) : hn::Load(d, partial + (j * vectors + v) * kLanes);
        }
    }
    for (std::size_t r = 0; r < a.rows; ++r) {
        Vec row[vectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            row[v] = hn::Load(d, x + r * stride + v * kLanes);
        }
        fetch.turn();
        addScaled(acc, row, g + r, kLogitStride);
    }
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            if (a.last) {
                addWide(acc[j][v], s + j * lds + v * kLanes);
            } else {
                hn::Store(acc[j][v], d, partial + (j * vectors + v) * kLanes);
            }
        }
    }
}

/// Rows' parts of `vectors` vectors, next to each other.
template <std::size_t vectors>
HWY_INLINE void copyPanel(const float* HWY_RESTRICT x, std::size_t stride, std::size_t rows,
                          float* HWY_RESTRICT out) {
    const Floats d;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t v = 0; v < vectors; ++v) {
            hn::Store(hn::Load(d, x + r * stride + v * kLanes), d, out + (r * vectors + v) * kLanes);
        }
    }
}

/// The most columns whose tiles of 12 take rows where they lie. Lines of rows 3 KB apart fall into few sets
/// of a cache, and more tiles than that would fetch them again each.
constexpr std::size_t kUncopiedColumns = 48;

/// Tiles of `vectors` vectors of features × up to `widest` columns. Every element is added up in the order of
/// the rows, whatever the tiles.
template <std::size_t vectors, std::size_t widest>
HWY_INLINE void accumulateTiles(const AccumulateArgs& a) {
    constexpr std::size_t panel = vectors * kLanes;
    const ColumnTiles tiles(a.columns, widest);
    const std::size_t panels = a.width / panel + a.width % panel / kLanes;
    const FetchPlan fetch(a.fetch, panels * tiles.count, a.rows, fetchesTwice());
    const bool copied = widest > kTileColumns && a.columns > kUncopiedColumns;
    HWY_ALIGN float copy[widest > kTileColumns ? kBlockRows * panel : 1];
    std::size_t unit = 0;
    std::size_t k = 0;
    while (k < a.width) {
        const bool full = k + panel <= a.width;
        const std::size_t end = k + (full ? panel : kLanes);
        const float* x = a.x + k;
        std::size_t stride = a.stride;
        if (copied && full) {
            copyPanel<vectors>(x, stride, a.rows, copy);
            x = copy;
            stride = panel;
        }
        for (std::size_t tile = 0; tile < tiles.count; ++tile) {
            const std::size_t first = tiles.first(tile);
            if (a.upper && first >= end) {
                break;
            }
            const float* g = a.g + first * kLogitStride;
            double* s = a.s + first * a.lds + k;
            float* partial = a.partial + (a.partial == nullptr ? 0 : k * a.columns + first * (end - k));
            // What is copied next has left the second-level cache in part, and a copy waits for each line.
            const std::size_t line = tile + vectors - tiles.count;
            const bool asks =
                copied && a.fetch.lines == 0 && tile + vectors >= tiles.count && end + panel <= a.width;
            forTileWidth<widest>(tiles.width(tile), [&](auto width) {
                constexpr std::size_t columns = decltype(width)::value;
                if constexpr (widest > kTileColumns) {
                    if (asks) {
                        const FetchColumn below(a.x + end + line * kLanes, a.stride);
                        return accumulateTile<columns, vectors>(a, g, x, stride, s, partial, below);
                    }
                }
                if (full) {
                    accumulateTile<columns, vectors>(a, g, x, stride, s, partial, fetch.unit(unit));
                } else {
                    accumulateTile<columns, 1>(a, g, x, stride, s, partial, fetch.unit(unit));
                }
            });
            ++unit;
        }
        k = end;
    }
}

void Accumulate(const AccumulateArgs& a) {
    accumulateTiles<kRowVectors, kTileColumns>(a);
}

/// The same with half the features and twice the columns in a tile, which reads less of rows that come from a
/// second-level cache.
void AccumulateNarrow(const AccumulateArgs& a) {
    if constexpr (kRowVectors == 4) {
        accumulateTiles<2, kStripColumns>(a);
    } else {
        Accumulate(a);
    }
}

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
