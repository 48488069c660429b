// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace parsimony::compute::cpu {

/// Distance in floats between the classes of a block's logits: not a power of two, so that columns of the
/// same row do not fall into the same cache set.
inline constexpr std::size_t kLogitStride = kBlockRows + 16;

/// Rows of features start on a cache line and are padded with zeros to a multiple of this many floats.
inline constexpr std::size_t kRowPadding = 16;

[[nodiscard]] constexpr std::size_t paddedTo(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// How many columns (classes of all trials) the inner loops take at once; a packed matrix is in such tiles,
/// each [depth][tile width], widths as even as possible.
struct ColumnTiles {
    std::size_t columns = 0;
    std::size_t count = 0;
    explicit ColumnTiles(std::size_t columnCount, std::size_t widest)
        : columns(columnCount), count((columnCount + widest - 1) / widest) {}
    [[nodiscard]] std::size_t first(std::size_t tile) const { return columns * tile / count; }
    [[nodiscard]] std::size_t width(std::size_t tile) const { return first(tile + 1) - first(tile); }
};
inline constexpr std::size_t kTileColumns = 6;

/// A head of at most so many classes is multiplied by `dot`. It goes by the classes of one trial: its logits
/// must be the same whoever shares its pass.
inline constexpr std::size_t kDotClasses = 16;

/// The same where a tile is multiplied with two vectors in place of four.
inline constexpr std::size_t kStripColumns = 12;

/// Calls work(std::integral_constant<std::size_t, width>) with the width of a tile, 1..widest, as a constant.
template <std::size_t widest = kTileColumns, class Work>
void forTileWidth(std::size_t width, const Work& work) {
    if constexpr (widest > 1) {
        if (width < widest) {
            return forTileWidth<widest - 1>(width, work);
        }
    }
    return work(std::integral_constant<std::size_t, widest>{});
}

/// What the epilogue of a block needs to know of its rows, kBlockRows of each.
struct BlockRows {
    const std::int32_t* labels = nullptr; ///< −1: the row contributes nothing
    const float* norms = nullptr;         ///< ‖x‖ (with the bias' 1 where there is one), rounded up
    /// Of records that may have several labels, `perRow` each, as data::LabelSets has them; `labels` then
    /// says with 0 or −1 alone whether the row contributes.
    const std::int32_t* sets = nullptr;
    std::size_t perRow = 0;

    [[nodiscard]] BlockRows from(std::size_t row) const {
        return {labels + row, norms + row, sets != nullptr ? sets + row * perRow : nullptr, perRow};
    }
    /// Calls use(class) for every label of the row; none where it does not contribute.
    template <class Use>
    void forLabels(std::size_t row, const Use& use) const {
        if (labels[row] < 0) {
            return;
        }
        if (sets == nullptr) {
            use(labels[row]);
            return;
        }
        for (std::size_t k = 0; k < perRow && sets[row * perRow + k] >= 0; ++k) {
            use(sets[row * perRow + k]);
        }
    }
    [[nodiscard]] bool has(std::size_t row, std::size_t label) const {
        bool found = false;
        forLabels(row, [&](std::int32_t own) { found = found || static_cast<std::size_t>(own) == label; });
        return found;
    }
};

/// Memory in one piece that a kernel asks for while it computes.
struct Fetch {
    const char* first = nullptr;
    std::size_t lines = 0; ///< of the cache, kFetchLine bytes each
};
inline constexpr std::size_t kFetchLine = 64;

/// A unit's part of a Fetch.
class FetchUnit {
public:
    FetchUnit(const char* next, const char* end, std::size_t perTurn, std::size_t again)
        : m_next(next), m_end(end), m_perTurn(perTurn), m_again(again) {}

    [[gnu::always_inline]] inline void turn() {
        for (std::size_t i = 0; i < m_perTurn && m_next < m_end; ++i) {
            __builtin_prefetch(m_next, 0, 2);
            if (m_again != 0) {
                __builtin_prefetch(m_next - m_again, 0, 2);
            }
            m_next += kFetchLine;
        }
    }

private:
    const char* m_next;
    const char* m_end;
    std::size_t m_perTurn;
    std::size_t m_again;
};

/// Lines of rows one below the other, one a turn.
class FetchColumn {
public:
    FetchColumn(const float* first, std::size_t stride) : m_next(first), m_stride(stride) {}

    [[gnu::always_inline]] inline void turn() {
        __builtin_prefetch(m_next, 0, 2);
        m_next += m_stride;
    }

private:
    const float* m_next;
    std::size_t m_stride;
};

/// Spreads a Fetch evenly over a kernel's work, `units` of `turns` turns each. Processors drop what they are
/// asked for while too much is on its way: so no bursts, and with `twice` each line is asked for once more
/// when half of the Fetch has gone by (pieces lie one behind the other: what comes before the first line is
/// the end of the Fetch before). On Zen 4 that gains 3 % in float32, and costs as much in bfloat16.
class FetchPlan {
public:
    FetchPlan(const Fetch& fetch, std::size_t units, std::size_t turns, bool twice)
        : m_fetch(fetch), m_perUnit((fetch.lines + units - 1) / units),
          m_perTurn((m_perUnit + turns - 1) / turns), m_again(twice ? fetch.lines / 2 * kFetchLine : 0) {}

    [[nodiscard]] FetchUnit unit(std::size_t index) const {
        const std::size_t first = std::min(m_fetch.lines, index * m_perUnit);
        const std::size_t end = std::min(m_fetch.lines, first + m_perUnit);
        return {m_fetch.first + first * kFetchLine, m_fetch.first + end * kFetchLine, m_perTurn, m_again};
    }

private:
    Fetch m_fetch;
    std::size_t m_perUnit;
    std::size_t m_perTurn;
    std::size_t m_again;
};

/// Whether kernels of float32 ask twice: not on processors of Intel, which drop nothing; there it costs 5 %.
[[nodiscard]] bool fetchesTwice();

struct MultiplyArgs {
    const float* xt = nullptr; ///< xt[k] lies `ldk` floats after xt[k−1]
    std::size_t ldk = 0;
    std::size_t depth = 0;
    const float* packed = nullptr; ///< weights in ColumnTiles of kTileColumns
    const float* bias = nullptr;   ///< may be null
    std::size_t columns = 0;
    float* z = nullptr; ///< z[j] lies kLogitStride after z[j−1]
    Fetch fetch{};
    /// Where the values come in parts: how many came before, whose sums are in z, and how many there are.
    std::size_t before = 0;
    std::size_t whole = 0; ///< 0: depth

    [[nodiscard]] const float* weights(std::size_t firstColumn, std::size_t width) const {
        return packed + firstColumn * std::max(whole, depth) + before * width;
    }
};

/// The first product straight from rows, for so few classes that transposing the rows would cost more than
/// adding up vectors does.
struct DotArgs {
    const float* x = nullptr; ///< rows, `stride` floats apart
    std::size_t stride = 0;
    std::size_t rows = 0;
    std::size_t depth = 0;          ///< a multiple of kRowPadding
    const float* weights = nullptr; ///< as packRows has them; of bfloat16 [columns][depth]
    const float* bias = nullptr;    ///< may be null
    std::size_t columns = 0;
    float* z = nullptr; ///< z[j] lies kLogitStride after z[j−1]; written for a multiple of four rows at most
    Fetch fetch{};
    /// Where given, x is made first, as scaleHalves makes it: `wide` is x, to be written.
    const std::uint16_t* halves = nullptr; ///< rows `stride` values apart
    const float* factors = nullptr;
    float* wide = nullptr;
};

struct AccumulateArgs {
    const float* g = nullptr; ///< g[j] lies kLogitStride after g[j−1]
    std::size_t columns = 0;
    const float* x = nullptr;
    std::size_t stride = 0;
    std::size_t rows = 0;
    std::size_t width = 0; ///< a multiple of kRowPadding
    double* s = nullptr;
    std::size_t lds = 0;
    bool upper = false; ///< only k ≥ j is wanted: tiles below the diagonal are left out
    /// A block may come in pieces: all but the last leave their float32 sums here, all but the first go on
    /// from them. columns × width floats; null: the block is whole.
    float* partial = nullptr;
    bool first = true;
    bool last = true;
    Fetch fetch{};
};

/// The inner loops for one instruction set. All pointers are aligned to 64 bytes, all buffers padded.
struct Kernels {
    const char* name = "";
    std::size_t panel = 0;      ///< rows that `multiply` takes at once; divides kBlockRows
    std::size_t dotColumns = 0; ///< the widest tile of the weights that `dot` takes

    /// Transposes `rows` ≤ panel rows of `columns` (a multiple of 4) floats into out[columns][panel]; rows
    /// that are missing become zeros.
    void (*pack)(const float* x, std::size_t stride, std::size_t rows, std::size_t columns,
                 float* out) = nullptr;

    /// z[j][r] = bias[j] + Σ_k xt[k][r]·w[k][j] for the rows r of one panel, k in order whatever the parts.
    void (*multiply)(const MultiplyArgs& args) = nullptr;

    /// The same from rows as they lie. An element of z depends on its row and its column alone.
    void (*dot)(const DotArgs& args) = nullptr;

    /// s[j][k] += Σ_r g[j][r]·x[r][k], in float32 over the rows of a block and added in float64.
    void (*accumulate)(const AccumulateArgs& args) = nullptr;

    /// Turns logits z[classes][kLogitStride] of `count` rows (a multiple of the panel) into clipped residuals
    /// h = min(1, clip/(‖g‖·‖x‖))·g, g the gradient with respect to the logits, such that ‖h‖·‖x‖ ≤ clip up
    /// to 2⁻¹⁸. Rows without a label, rows whose gradient is not finite, and rows longer than clip·2¹²⁰
    /// become zeros. Rows of several labels are for the sigmoid loss alone.
    void (*residuals)(float* z, std::size_t classes, std::size_t count, const BlockRows& rows, float clip,
                      Loss loss) = nullptr;

    /// The same for softmax in the coordinates of Contrasts: z[columns][kLogitStride] holds logits minus that
    /// of the last class, and takes h_j = g_j − shift·g_last, clipped by their own norm.
    void (*contrasts)(float* z, std::size_t columns, std::size_t count, const BlockRows& rows, float clip,
                      float shift) = nullptr;

    /// ‖x_r‖ in float64, rounded up to float32.
    void (*norms)(const float* x, std::size_t stride, std::size_t rows, std::size_t columns,
                  float* out) = nullptr;

    /// bfloat16 to float32.
    void (*widen)(const std::uint16_t* in, std::size_t count, float* out) = nullptr;

    /// out[r·dim + k] = factors[r]·in[r·dim + k] of binary16, one product in float32; `dim` is a multiple of
    /// kRowPadding. Null where the processor widens binary16 by many instructions.
    void (*scaleHalves)(const std::uint16_t* in, const float* factors, std::size_t rows, std::size_t dim,
                        float* out) = nullptr;

    /// numerics::roundToBfloat16 of each.
    void (*narrow)(const float* in, std::size_t count, std::uint16_t* out) = nullptr;
};

/// The kernels of the best instruction set of this processor.
[[nodiscard]] const Kernels& bestKernels();
/// All that this processor runs, the best first; tests go through them. An instruction set that multiplies
/// in tiles of more than one shape comes once for each, as it is best on this processor first: AVX-512 on
/// processors of Intel with AccumulateNarrow's. Sums have the same bits in all of them.
[[nodiscard]] std::vector<Kernels> allKernels();

} // namespace parsimony::compute::cpu
