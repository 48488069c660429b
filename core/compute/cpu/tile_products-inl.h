// SPDX-License-Identifier: GPL-3.0-or-later
// The two products on tiles, for the instruction and for its model. `Tiles` holds eight tiles:
//   Tiles(), ~Tiles()                      configure and release them, all 16 × 64 bytes
//   zero<t>(), load<t>(from, stride), dot<c, a, b>(), store<t>(to)
//                                          strides in bytes, stored tiles are dense
//   transpose(tile, columns, bias, z)      z[j][i] = tile[i][j] + bias[j]
//   cutRows(h, g)                          32 float32 to bfloat16
//   pairRows(x, stride, pairs)             32 rows × 32 features to two tiles of pairs, in an order of its
//   own addSums(tiles, s)                      s[k] += a row of those two tiles' sums, in the order of the
//   features
#pragma once

#include "core/compute/cpu/tile_products.h"

#include <algorithm>
#include <utility>

namespace parsimony::compute::cpu {
namespace {

/// Sums in a tile.
constexpr std::size_t kTileSums = kTileRows * kTileRows;

template <int count, class Work>
__attribute__((always_inline)) inline void unrolled(const Work& work) {
    [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
        (work(std::integral_constant<int, i>{}), ...);
    }
    (std::make_integer_sequence<int, count>{});
}

/// c[m][n] += a[m]·b[n] over `steps` tiles, from `begin` on (null: zeros; else tiles as store() leaves them).
/// Tiles 0..m·n−1 are the sums; the fewer of a and b are held, the others pass through what tiles are left.
/// `nextA`, `nextB`: bytes from a tile to that of the next step; `rowA`: from a row of a[m] to the next.
/// `aside(step)` is other work that the vector units do while the tiles multiply.
template <int m, int n, class Tiles, class Aside>
__attribute__((always_inline)) inline void
multiplyTiles(Tiles& tiles, const char* const (&a)[m], std::size_t rowA, std::size_t nextA,
              const char* const (&b)[n], std::size_t nextB, std::size_t steps, const float* begin,
              FetchUnit fetch, const Aside& aside) {
    constexpr int sums = m * n;
    constexpr int held = std::min(m, n);
    constexpr int spare = 8 - sums - held;
    static_assert(spare > 0);
    if (begin == nullptr) {
        unrolled<sums>([&](auto t) __attribute__((always_inline)) { tiles.template zero<t.value>(); });
    } else {
        unrolled<sums>([&](auto t) __attribute__((always_inline)) {
            tiles.template load<t.value>(reinterpret_cast<const char*>(begin + t.value * kTileSums), 64);
        });
    }
    for (std::size_t step = 0; step < steps; ++step) {
        fetch.turn();
        unrolled<held>([&](auto h) __attribute__((always_inline)) {
            if constexpr (n <= m) {
                tiles.template load<sums + h.value>(b[h.value] + step * nextB, 64);
            } else {
                tiles.template load<sums + h.value>(a[h.value] + step * nextA, rowA);
            }
        });
        unrolled<std::max(m, n)>([&](auto p) __attribute__((always_inline)) {
            constexpr int at = sums + held + p.value % spare;
            if constexpr (n <= m) {
                tiles.template load<at>(a[p.value] + step * nextA, rowA);
            } else {
                tiles.template load<at>(b[p.value] + step * nextB, 64);
            }
            fetch.turn();
            unrolled<held>([&](auto h) __attribute__((always_inline)) {
                if constexpr (n <= m) {
                    tiles.template dot<p.value * n + h.value, at, sums + h.value>();
                } else {
                    tiles.template dot<h.value * n + p.value, sums + h.value, at>();
                }
            });
        });
        aside(step);
    }
}

/// Tiles of logits that still have to be transposed: one at each step of the product that comes after them.
template <class Tiles>
class LogitsToPut {
public:
    explicit LogitsToPut(const TileLogitArgs& args) : m_args(args) {}

    /// The sums of m × n tiles, of rows from `row` on and columns from `column` on, are about to be stored to
    /// what this returns.
    float* next(std::size_t row, std::size_t column, int m, int n) {
        m_row = row;
        m_column = column;
        m_wide = static_cast<std::size_t>(n);
        m_count = static_cast<std::size_t>(m * n);
        m_done = 0;
        return m_out;
    }
    __attribute__((always_inline)) inline void putOne() {
        if (m_done == m_count) {
            return;
        }
        const std::size_t first = m_column + m_done % m_wide * kTileRows;
        Tiles::transpose(m_out + m_done * kTileSums, std::min(kTileRows, m_args.columns - first),
                         m_args.bias == nullptr ? nullptr : m_args.bias + first,
                         m_args.z + first * kLogitStride + m_row + m_done / m_wide * kTileRows);
        ++m_done;
    }
    void finish() {
        while (m_done < m_count) {
            putOne();
        }
    }

private:
    alignas(64) float m_out[4 * kTileSums];
    const TileLogitArgs& m_args;
    std::size_t m_row = 0, m_column = 0, m_wide = 1, m_count = 0, m_done = 0;
};

/// Steps [from, to) of m tiles of rows × n tiles of columns; the last of them hands the logits over to `put`.
template <int m, int n, class Tiles>
void logitTiles(Tiles& tiles, const TileLogitArgs& args, std::size_t row, std::size_t column,
                std::size_t from, std::size_t to, float* partial, LogitsToPut<Tiles>& put, FetchUnit fetch) {
    const char* a[m];
    const char* b[n];
    unrolled<m>([&](auto i) {
        a[i.value] = reinterpret_cast<const char*>(args.x + (row + i.value * kTileRows) * args.stride +
                                                   from * kTileDepth);
    });
    unrolled<n>([&](auto j) {
        b[j.value] = reinterpret_cast<const char*>(
            args.weights + (column + j.value * kTileRows) * args.depth + from * kTileValues);
    });
    multiplyTiles<m, n>(
        tiles, a, args.stride * 2, kTileDepth * 2, b, kTileValues * 2, to - from,
        from == 0 ? nullptr : partial,
        fetch, [&](std::size_t /*step*/) __attribute__((always_inline)) { put.putOne(); });
    put.finish();
    float* out = to * kTileDepth == args.depth ? put.next(row, column, m, n) : partial;
    unrolled<m * n>([&](auto t) { tiles.template store<t.value>(out + t.value * kTileSums); });
}

/// Tiles of columns that a panel of rows is multiplied with while it is in the nearest cache, part by part.
constexpr std::size_t kGroupTiles = 8;
/// Steps of such a part: 24 KB of 32 rows.
constexpr std::size_t kPartSteps = 12;

template <class Tiles>
void logitProduct(const TileLogitArgs& args) {
    Tiles tiles;
    LogitsToPut<Tiles> put(args);
    alignas(64) float partial[kGroupTiles / 2][4 * kTileSums];
    const std::size_t count = paddedTo(args.columns, kTileRows) / kTileRows;
    const std::size_t steps = args.depth / kTileDepth;
    const std::size_t panel = count == 1 ? 64 : 32;
    const std::size_t panels = (args.rows + panel - 1) / panel;
    const std::size_t parts = count <= 2 ? 1 : (steps + kPartSteps - 1) / kPartSteps;
    const FetchPlan fetch(args.fetch, panels * ((count + 1) / 2) * parts,
                          (steps / parts) * (count == 1 ? 5 : 3), false);
    std::size_t unit = 0;
    for (std::size_t group = 0; group < count; group += kGroupTiles) {
        const std::size_t end = std::min(count, group + kGroupTiles);
        for (std::size_t row = 0; row < args.rows; row += panel) {
            for (std::size_t part = 0; part < parts; ++part) {
                const std::size_t from = steps * part / parts;
                const std::size_t to = steps * (part + 1) / parts;
                for (std::size_t tile = group; tile < end; tile += 2) {
                    const std::size_t column = tile * kTileRows;
                    float* sums = partial[(tile - group) / 2];
                    const FetchUnit fetched = fetch.unit(unit++);
                    if (tile + 2 <= end) {
                        logitTiles<2, 2>(tiles, args, row, column, from, to, sums, put, fetched);
                    } else if (panel == 64 && row + 64 <= args.rows) {
                        logitTiles<4, 1>(tiles, args, row, column, from, to, sums, put, fetched);
                    } else {
                        logitTiles<2, 1>(tiles, args, row, column, from, to, sums, put, fetched);
                    }
                }
            }
        }
    }
    put.finish();
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

/// What the vector units do for the sums while the tiles multiply: they add up what was multiplied before,
/// and pair the rows of the features that come next.
template <class Tiles>
class SumsAside {
public:
    explicit SumsAside(const TileSumArgs& args) : m_args(args), m_steps(args.rows / kTileDepth) {}

    /// Pairs the rows of step `step` for 32 features from `k` on.
    __attribute__((always_inline)) inline void pair(std::size_t k, std::size_t step) const {
        Tiles::pairRows(m_args.x + step * kTileDepth * m_args.stride + k, m_args.stride,
                        m_args.pairs + step * 2 * kTileValues);
    }

    /// From the next step on, pairs of 32 features from `k` on take the place of those that were multiplied.
    void pairNext(std::size_t k) { m_pair = k; }

    /// The sums of m tiles of columns × 2 of features are about to be stored to what this returns.
    float* next(std::size_t column, std::size_t k, int m) {
        m_columns = std::min(static_cast<std::size_t>(m) * kTileRows, m_args.columns - column);
        m_perStep = (m_columns + m_steps - 1) / m_steps;
        m_sums = m_args.s + column * m_args.lds + k;
        m_done = 0;
        m_pair = 0;
        return m_out;
    }

    __attribute__((always_inline)) inline void operator()(std::size_t step) {
        add(std::min(m_columns, m_done + m_perStep));
        if (m_pair != 0) {
            pair(m_pair, step);
        }
    }
    void finish() { add(m_columns); }

private:
    __attribute__((always_inline)) inline void add(std::size_t end) {
        for (; m_done < end; ++m_done) {
            Tiles::addSums(m_out + m_done / kTileRows * 2 * kTileSums + m_done % kTileRows * kTileRows,
                           m_sums + m_done * m_args.lds);
        }
    }

    alignas(64) float m_out[4 * kTileSums];
    const TileSumArgs& m_args;
    std::size_t m_steps;
    double* m_sums = nullptr;
    std::size_t m_columns = 0, m_done = 0, m_perStep = 0;
    std::size_t m_pair = 0; ///< 0: none, for those of the first features are made before all products
};

/// Sums of m tiles of columns from `column` on, and the two tiles of features from `k` on.
template <int m, class Tiles>
void sumTiles(Tiles& tiles, const TileSumArgs& args, std::size_t column, std::size_t k,
              SumsAside<Tiles>& aside, FetchUnit fetch) {
    const char* a[m];
    const char* b[2];
    unrolled<m>([&](auto i) {
        a[i.value] = reinterpret_cast<const char*>(args.g + (column + i.value * kTileRows) * args.rows);
    });
    unrolled<2>(
        [&](auto j) { b[j.value] = reinterpret_cast<const char*>(args.pairs + j.value * kTileValues); });
    multiplyTiles<m, 2>(
        tiles, a, 64, kTileValues * 2, b, 2 * kTileValues * 2, args.rows / kTileDepth, nullptr,
        fetch, [&](std::size_t step) __attribute__((always_inline)) { aside(step); });
    aside.finish();
    float* out = aside.next(column, k, m);
    unrolled<m * 2>([&](auto t) { tiles.template store<t.value>(out + t.value * kTileSums); });
}

template <class Tiles>
void sumProduct(const TileSumArgs& args) {
    Tiles tiles;
    SumsAside<Tiles> aside(args);
    const std::size_t count = paddedTo(args.columns, kTileRows) / kTileRows;
    const std::size_t steps = args.rows / kTileDepth;
    const FetchPlan fetch(args.fetch, args.width / kTileDepth * ((count + 1) / 2), steps * 3, false);
    for (std::size_t step = 0; step < steps; ++step) {
        aside.pair(0, step);
    }
    std::size_t unit = 0;
    for (std::size_t k = 0; k < args.width; k += kTileDepth) {
        for (std::size_t tile = 0; tile < count; tile += 2) {
            const std::size_t column = tile * kTileRows;
            if (tile + 2 >= count && k + kTileDepth < args.width) {
                aside.pairNext(k + kTileDepth);
            }
            const FetchUnit fetched = fetch.unit(unit++);
            if (tile + 2 <= count) {
                sumTiles<2>(tiles, args, column, k, aside, fetched);
            } else {
                sumTiles<1>(tiles, args, column, k, aside, fetched);
            }
        }
    }
    aside.finish();
}

template <class Tiles>
constexpr TileKernels kTileKernels{logitProduct<Tiles>, cutResiduals<Tiles>, sumProduct<Tiles>};

} // namespace
} // namespace parsimony::compute::cpu
