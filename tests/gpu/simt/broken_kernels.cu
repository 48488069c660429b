// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/simt/broken_kernels.h"

#include <stdexcept>

namespace parsimony::gpu::testing {

namespace {

__global__ void reverse(double* values, bool barrier) {
    __shared__ double all[1024];
    all[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
    if (barrier) {
        __syncthreads();
    }
    values[blockIdx.x * blockDim.x + threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];
}

__global__ void earlyEnd(double* values) {
    if (threadIdx.x % 2 == 0) {
        return;
    }
    __syncthreads();
    values[threadIdx.x] = 1.0;
}

__global__ void differentLanes(double* values, unsigned lanes) {
    values[threadIdx.x] =
        __shfl_xor_sync(0xffffffffU, values[threadIdx.x], threadIdx.x % 32 < lanes ? 1U : 2U);
}

__global__ void missingLane(double* values) {
    if (threadIdx.x == 7) {
        return;
    }
    values[threadIdx.x] = __shfl_xor_sync(0xffffffffU, values[threadIdx.x], 1U);
}

__global__ void unwritten(double* values) {
    __shared__ double some[32];
    if (threadIdx.x < 16) {
        some[threadIdx.x] = values[threadIdx.x];
    }
    __syncthreads();
    values[threadIdx.x] = some[threadIdx.x];
}

__global__ void behindTheEnd(double* values) {
    const double next = values[threadIdx.x + 1];
    values[threadIdx.x] = next;
}

__global__ void acrossBlocks(double* values) {
    if (threadIdx.x == 0) {
        values[blockIdx.x + 1] = values[blockIdx.x] + 1.0;
    }
}

__global__ void warpSums(const float* values, float* sums) {
    float sum = values[threadIdx.x];
    for (unsigned offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_xor_sync(0xffffffffU, sum, offset);
    }
    sums[threadIdx.x] = sum;
}

__global__ void throwing(int number) {
    if (threadIdx.x == 3) {
        throw std::runtime_error("thread " + std::to_string(number));
    }
    __syncthreads();
}

} // namespace

void launchReverse(double* values, unsigned threads, bool barrier) {
    reverse<<<3, threads, 0, nullptr>>>(values, barrier);
}
void launchEarlyEnd(double* values, unsigned threads) {
    earlyEnd<<<1, threads, 0, nullptr>>>(values);
}
void launchDifferentLanes(double* values, unsigned lanes) {
    differentLanes<<<1, 64, 0, nullptr>>>(values, lanes);
}
void launchMissingLane(double* values) {
    missingLane<<<1, 32, 0, nullptr>>>(values);
}
void launchUnwritten(double* values) {
    unwritten<<<2, 32, 0, nullptr>>>(values);
}
void launchBehindTheEnd(double* values, unsigned threads) {
    behindTheEnd<<<1, threads, 0, nullptr>>>(values);
}
void launchAcrossBlocks(double* values, unsigned blocks) {
    acrossBlocks<<<blocks, 32, 0, nullptr>>>(values);
}
void launchWarpSum(const float* values, float* sums) {
    warpSums<<<1, 64, 0, nullptr>>>(values, sums);
}
void launchThrow() {
    throwing<<<1, 32, 0, nullptr>>>(3);
}

} // namespace parsimony::gpu::testing
