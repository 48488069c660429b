// SPDX-License-Identifier: GPL-3.0-or-later
// Who a thread is, and how many of them a launch takes.
#pragma once

#include <algorithm>
#include <cstddef>

namespace parsimony::gpu {

inline constexpr unsigned kWarp = 32;
inline constexpr unsigned kThreads = 256;
/// Threads of a grid that walks over more items than that; also bounds the number of blocks.
inline constexpr std::size_t kMostBlocks = std::size_t{1} << 20;

inline __device__ std::size_t globalThread() {
    return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

inline __device__ std::size_t gridThreads() {
    return std::size_t{gridDim.x} * blockDim.x;
}

inline unsigned blocksFor(std::size_t threads) {
    return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

/// For kernels whose threads walk on.
inline unsigned someBlocksFor(std::size_t threads, unsigned each = kThreads) {
    return static_cast<unsigned>(std::min<std::size_t>((threads + each - 1) / each, kMostBlocks));
}

} // namespace parsimony::gpu
