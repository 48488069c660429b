// SPDX-License-Identifier: GPL-3.0-or-later
// The words of CUDA that gpu/kernels is written in, for a C++ compiler: what it takes for the runtime's
// header when it is compiled for the tests.
#pragma once

#include "tests/gpu/simt/grid.h"

#include <cmath>
#include <cstring>

#define __global__
#define __device__
// One array for all blocks, which run one after the other. What a block finds there is what its launch left.
#define __shared__ static __attribute__((section("simt_shared")))

struct CUstream_st; // NOLINT(readability-identifier-naming)
using cudaStream_t = CUstream_st*;

#define threadIdx ::parsimony::gpu::testing::simt::threadIndex()
#define blockIdx ::parsimony::gpu::testing::simt::blockIndex()
#define blockDim ::parsimony::gpu::testing::simt::blockExtent()
#define gridDim ::parsimony::gpu::testing::simt::gridExtent()

inline void __syncthreads() { // NOLINT(bugprone-reserved-identifier)
    parsimony::gpu::testing::simt::waitForBlock();
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, unsigned lanes) { // NOLINT(bugprone-reserved-identifier)
    static_assert(sizeof(T) <= sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    word = parsimony::gpu::testing::simt::exchange(mask, word, lanes);
    std::memcpy(&value, &word, sizeof value);
    return value;
}
