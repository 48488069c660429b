// SPDX-License-Identifier: GPL-3.0-or-later
// The two products on tiles, for the instruction and for its model. `Tiles` holds eight tiles:
//   Tiles(), ~Tiles()                      configure and release them, all 16 × 64 bytes
//   zero<t>(), load<t>(from, stride), dot<c, a, b>(), store<t>(to)
//                                          strides in bytes, stored tiles are dense
//   transpose(tile, columns, bias, z)      z[j][i] = tile[i][j] + bias[j]
//   cutRows(h, g)                          32 float32 to bfloat16
//   pairRows(x, stride, pairs)             32 rows × 32 features to two tiles of pairs, in an order of its
//   own addSums(tiles, columns, s, lds)        s[j][k] += those two tiles' sums, in the order of the features
#pragma once

#include "core/compute/cpu/tile_products.h"

#include <algorithm>
#include <utility>

namespace parsimony::compute::cpu {
namespace {

template <int count, class Work>
__attribute__((always_inline)) inline void unrolled(const Work& work) {
    [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
        (work(std::integral_constant<int, i>{}), ...);
    }
    (std::make_integer_sequence<int, count>{});
}

/// c[m][n] += a[m]·b[n] over `steps` tiles. Tiles 0..m·n−1 are the sums; the fewer of a and b are held, the
/// others pass through what tiles are left. `nextA`, `nextB`: bytes from a tile to that of the next step;
/// `rowA`: from a row of a[m] to the next.
template <int m, int n, class Tiles>
__attribute__((always_inline)) inline void
multiplyTiles(Tiles& tiles, const char* const (&a)[m], std::size_t rowA, std::size_t nextA,
              const char* const (&b)[n], std::size_t nextB, std::size_t steps, FetchUnit fetch) {
    constexpr int sums = m * n;
    constexpr int held = std::min(m, n);
    constexpr int spare = 8 - sums - held;
    static_assert(spare > 0);
    unrolled<sums>([&](auto t) __attribute__((always_inline)) { tiles.template zero<t.value>(); });
    constexpr bool often = sums == 4 && held == 1; // one tile of columns: the rows' way here takes longest
    const auto turn = [&](bool start) __attribute__((always_inline)) {
        if (often || start) {
            fetch.turn();
        }
    };
    for (std::size_t step = 0; step < steps; ++step) {
        turn(true);
        unrolled<held>([&](auto h) __attribute__((always_inline)) {
            if constexpr (n <= m) {
                tiles.template load<sums + h.value>(b[h.value] + step * nextB, 64);
                turn(false);
            } else {
                tiles.template load<sums + h.value>(a[h.value] + step * nextA, rowA);
                turn(false);
            }
        });
        unrolled<std::max(m, n)>([&](auto p) __attribute__((always_inline)) {
            constexpr int at = sums + held + p.value % spare;
            if constexpr (n <= m) {
                tiles.template load<at>(a[p.value] + step * nextA, rowA);
                turn(false);
            } else {
                tiles.template load<at>(b[p.value] + step * nextB, 64);
                turn(false);
            }
            unrolled<held>([&](auto h) __attribute__((always_inline)) {
                if constexpr (n <= m) {
                    tiles.template dot<p.value * n + h.value, at, sums + h.value>();
                } else {
                    tiles.template dot<h.value * n + p.value, sums + h.value, at>();
                }
            });
        });
    }
}

template <int m, int n, class Tiles>
void logitTiles(Tiles& tiles, const TileLogitArgs& args, std::size_t row, std::size_t column,
                FetchUnit fetch) {
    const char* a[m];
    const char* b[n];
    unrolled<m>([&](auto i) {
        a[i.value] = reinterpret_cast<const char*>(args.x + (row + i.value * kTileRows) * args.stride);
    });
    unrolled<n>([&](auto j) {
        b[j.value] =
            reinterpret_cast<const char*>(args.weights + (column + j.value * kTileRows) * args.depth);
    });
    multiplyTiles<m, n>(tiles, a, args.stride * 2, kTileDepth * 2, b, kTileValues * 2,
                        args.depth / kTileDepth, fetch);
    alignas(64) float out[m * n][kTileRows * kTileRows];
    unrolled<m * n>([&](auto t) { tiles.template store<t.value>(out[t.value]); });
    unrolled<m * n>([&](auto t) {
        const std::size_t first = column + t.value % n * kTileRows;
        Tiles::transpose(out[t.value], std::min(kTileRows, args.columns - first),
                         args.bias == nullptr ? nullptr : args.bias + first,
                         args.z + first * kLogitStride + row + t.value / n * kTileRows);
    });
}

template <class Tiles>
void logitProduct(const TileLogitArgs& args) {
    Tiles tiles;
    const std::size_t count = paddedTo(args.columns, kTileRows) / kTileRows;
    // Turns: panels of 64 rows where there is one tile of columns, of 32 rows by two tiles elsewhere.
    const std::size_t panel = count == 1 ? 64 : 32;
    const std::size_t panels = (args.rows + panel - 1) / panel;
    const FetchPlan fetch(args.fetch, panels * ((count + 1) / 2),
                          args.depth / kTileDepth * (count == 1 ? 6 : 1), false);
    const auto multiply = [&](std::size_t row, std::size_t tile, FetchUnit part) {
        const std::size_t column = tile * kTileRows;
        if (tile + 2 <= count) {
            logitTiles<2, 2>(tiles, args, row, column, part);
        } else if (panel == 64 && row + 64 <= args.rows) {
            logitTiles<4, 1>(tiles, args, row, column, part);
        } else {
            logitTiles<2, 1>(tiles, args, row, column, part);
        }
    };
    std::size_t unit = 0;
    if (args.columns * args.depth * 2 > (std::size_t{512} << 10)) { // weights that fill the cache pass once
        for (std::size_t tile = 0; tile < count; tile += 2) {
            for (std::size_t row = 0; row < args.rows; row += panel) {
                multiply(row, tile, fetch.unit(unit++));
            }
        }
        return;
    }
    for (std::size_t row = 0; row < args.rows; row += panel) {
        for (std::size_t tile = 0; tile < count; tile += 2) {
            multiply(row, tile, fetch.unit(unit++));
        }
    }
}

template <class Tiles>
void cutResiduals(const float* h, std::size_t columns, std::size_t rows, std::uint16_t* g) {
    for (std::size_t j = 0; j < paddedTo(columns, kTileRows); ++j) {
        std::uint16_t* out = g + j / kTileRows * kTileRows * rows + j % kTileRows * kTileDepth;
        for (std::size_t r = 0; r < rows; r += kTileDepth, out += kTileValues) {
            if (j < columns) {
                Tiles::cutRows(h + j * kLogitStride + r, out);
            } else {
                std::fill_n(out, kTileDepth, std::uint16_t{0});
            }
        }
    }
}

/// Sums of m tiles of columns from `column` on, and the two tiles of features from `k` on.
template <int m, class Tiles>
void sumTiles(Tiles& tiles, const TileSumArgs& args, std::size_t column, std::size_t k, FetchUnit fetch) {
    const char* a[m];
    const char* b[2];
    unrolled<m>([&](auto i) {
        a[i.value] = reinterpret_cast<const char*>(args.g + (column + i.value * kTileRows) * args.rows);
    });
    unrolled<2>(
        [&](auto j) { b[j.value] = reinterpret_cast<const char*>(args.pairs + j.value * kTileValues); });
    multiplyTiles<m, 2>(tiles, a, 64, kTileValues * 2, b, 2 * kTileValues * 2, args.rows / kTileDepth, fetch);
    alignas(64) float out[m * 2][kTileRows * kTileRows];
    unrolled<m * 2>([&](auto t) { tiles.template store<t.value>(out[t.value]); });
    unrolled<m>([&](auto i) {
        const std::size_t first = column + i.value * kTileRows;
        Tiles::addSums(out[i.value * 2], std::min(kTileRows, args.columns - first),
                       args.s + first * args.lds + k, args.lds);
    });
}

template <class Tiles>
void sumProduct(const TileSumArgs& args) {
    Tiles tiles;
    const std::size_t count = paddedTo(args.columns, kTileRows) / kTileRows;
    const std::size_t pairsOfTiles = (count + 1) / 2;
    // Turns: one for each step of a product and, where there is one tile of columns, of the pairing before
    // it.
    const FetchPlan fetch(args.fetch, args.width / kTileDepth * pairsOfTiles,
                          args.rows / kTileDepth * (count == 1 ? 2 : 1), false);
    std::size_t unit = 0;
    for (std::size_t k = 0; k < args.width; k += kTileDepth) {
        FetchUnit part = fetch.unit(unit);
        for (std::size_t r = 0; r < args.rows; r += kTileDepth) {
            if (count == 1) {
                part.turn();
            }
            Tiles::pairRows(args.x + r * args.stride + k, args.stride, args.pairs + r * kTileDepth);
        }
        for (std::size_t tile = 0; tile < count; tile += 2) {
            const std::size_t column = tile * kTileRows;
            if (count > 1) {
                part = fetch.unit(unit);
            }
            ++unit;
            if (tile + 2 <= count) {
                sumTiles<2>(tiles, args, column, k, part);
            } else {
                sumTiles<1>(tiles, args, column, k, part);
            }
        }
    }
}

template <class Tiles>
constexpr TileKernels kTileKernels{logitProduct<Tiles>, cutResiduals<Tiles>, sumProduct<Tiles>};

} // namespace
} // namespace parsimony::compute::cpu
