// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/kernels.h"

#include <cstddef>
#include <cstdint>

namespace parsimony::compute::cpu {

/// A tile is 16 rows of 64 bytes: 16 × 32 bfloat16, 16 × 16 pairs of them, or 16 × 16 float32.
inline constexpr std::size_t kTileRows = 16;
inline constexpr std::size_t kTileDepth = 32;
inline constexpr std::size_t kTileValues = kTileRows * kTileDepth; ///< bfloat16 in a tile

struct TileLogitArgs {
    const std::uint16_t* x = nullptr; ///< rows of bfloat16, `stride` apart, finite
    std::size_t stride = 0;
    std::size_t rows = 0;                   ///< a multiple of 32; rows without a record are zeros
    std::size_t depth = 0;                  ///< a multiple of kTileDepth
    const std::uint16_t* weights = nullptr; ///< packWeightTiles() makes them
    const float* bias = nullptr;            ///< may be null
    std::size_t columns = 0;
    float* z = nullptr; ///< z[j] lies kLogitStride after z[j−1]
    Fetch fetch{};
};

struct TileSumArgs {
    const std::uint16_t* g = nullptr; ///< residuals as `cut` makes them
    std::size_t columns = 0;
    const std::uint16_t* x = nullptr; ///< as in TileLogitArgs
    std::size_t stride = 0;
    std::size_t rows = 0;
    std::size_t width = 0; ///< a multiple of kTileDepth
    double* s = nullptr;   ///< s[j][k], `lds` apart
    std::size_t lds = 0;
    std::uint16_t* pairs = nullptr; ///< scratch: rows × kTileDepth values
    Fetch fetch{};
};

namespace detail {

constexpr double kTileChain = 16.0 * 17.0 / 2.0 + 32.0 + 32.0 * 8.0 * 9.0 / 2.0; // rows of the sums on a way
static_assert(kBlockRows == 256 && 2.0 * kTileChain <= 0x1p-4 * kBlockRows * kBlockRows,
              "the slack of sums on tiles is proved for blocks of 256 rows");

} // namespace detail

/// The two products on tiles of bfloat16 (TDPBF16PS of AMX), and what they need around them.
///
/// Slack: kArithmeticSlack holds for these sums, since instruction, order and zeros below are documented
/// (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, "TDPBF16PS"; tests/core/compute/
/// tile_model.h says the same as code, and the hardware is compared with it bit by bit). It is one number for
/// all instruction sets, so a run may go on under another one.
/// * Operands: features are rounded before norms are taken, residuals cut off after, and operands below 2⁻¹²⁶
///   count as zeros (DAZ), so what is multiplied is never larger than what was clipped. Two bfloat16 of 8
///   bits have an exact product, which is added before it is rounded.
/// * Order: of the 256 rows of a block, row 32i + 2p + e is the p-th of 16 that chain e of step i adds up
/// from
///   zero; then the two chains are added, then their sum to the element. On a row's way lie at most 16 sums
///   of t = 1..16 rows, one of 32 and 8 of 32i: both datasets' are rounded by u = 2⁻²⁴ of them, together by
///   at most 2uc(136 + 32 + 1,152)(1 + 256u) < 2⁻¹²c, where the proof in types.h has room for 2⁻⁸c.
/// * Zeros for results below 2⁻¹²⁶ (FTZ): each of those roundings, and each of the 256 of a chain of
/// VDPBF16PS
///   (Bf16Kernels), may move an element of both datasets' sums by 2⁻¹²⁶, of at most 2⁴¹ elements together by
///   2·256·2⁻¹²⁶·2^20.5 < 2⁻⁹⁶. A clip is at least 10⁻²⁰ > 2⁻⁶⁷ (ComputeBackend), so that is under 2⁻²⁹c.
struct TileKernels {
    /// z[j][r] = bias[j] + Σ_k x[r][k]·w[j][k].
    void (*logits)(const TileLogitArgs& args) = nullptr;

    /// Cuts residuals h[j][kLogitStride] of `rows` rows (a multiple of 32) off to bfloat16, which never makes
    /// one larger, into tiles of 16 columns × 32 rows, those of the same columns side by side; columns that
    /// are missing from the last ones become zeros.
    void (*cut)(const float* h, std::size_t columns, std::size_t rows, std::uint16_t* g) = nullptr;

    /// s[j][k] += Σ_r g[j][r]·x[r][k], in float32 over the rows and added in float64.
    void (*accumulate)(const TileSumArgs& args) = nullptr;
};

/// Null where processor or kernel have no AMX with bfloat16. The first call asks the kernel for the tiles'
/// registers, for the whole process.
[[nodiscard]] const TileKernels* amxKernels();

} // namespace parsimony::compute::cpu
