// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parsimony::compute {

/// Key and nonce of a stream, as words of the ChaCha20 state.
struct StreamWords {
    std::uint32_t key[8];
    std::uint32_t nonce[3];
};

/// The same draws at the speed of one instruction set. A batch is 16 blocks, 128 words of 64 bits.
struct NoiseKernel {
    static constexpr std::size_t kBatchWords = 128;
    std::string_view name;
    /// Blocks counter … counter + 15; word 8b + i is words 2i and 2i+1 of block b, low half first.
    void (*words)(const StreamWords& stream, std::uint32_t counter, std::uint64_t* out);
    /// Standard normals from a batch of words: element i pairs words 2⌊i/2⌋ and 2⌊i/2⌋+1.
    void (*gaussians)(const std::uint64_t* words, double* out);
    /// values[i] = round(values[i] + sd·normals[i]) on the grid.
    void (*addRounded)(double* values, const double* normals, std::size_t count, double sd, double grid);
};

/// Every kernel that this processor runs, the fastest last. All give the same bits.
[[nodiscard]] const std::vector<NoiseKernel>& noiseKernels();

} // namespace parsimony::compute
