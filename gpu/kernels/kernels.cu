// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/gaussian.h"
#include "gpu/kernels/kernels.h"

namespace parsimony::gpu {

namespace {

constexpr unsigned kWarp = 32;
constexpr unsigned kThreads = 256;

__device__ float warpMax(float value) {
    for (unsigned offset = kWarp / 2; offset > 0; offset /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffffU, value, offset));
    }
    return value;
}

template <class T>
__device__ T warpSum(T value) {
    for (unsigned offset = kWarp / 2; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(0xffffffffU, value, offset);
    }
    return value;
}

/// One warp a row and trial.
__global__ void residuals(float* z, std::uint16_t* narrow, std::size_t rows, std::uint32_t classes,
                          std::uint32_t trials, const float* bias, const std::int32_t* labels,
                          const float* norms, const float* clips, bool softmax) {
    const std::size_t item = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarp;
    const unsigned lane = threadIdx.x % kWarp;
    if (item >= rows * trials) {
        return;
    }
    const std::size_t row = item / trials;
    const std::uint32_t trial = static_cast<std::uint32_t>(item % trials);
    float* logits = z + item * classes;
    const std::int32_t label = labels[row];
    float top = -INFINITY;
    for (std::uint32_t j = lane; j < classes; j += kWarp) {
        logits[j] += bias == nullptr ? 0.0F : bias[trial * classes + j];
        top = fmaxf(top, logits[j]);
    }
    top = warpMax(top);
    float total = 0.0F;
    for (std::uint32_t j = lane; j < classes; j += kWarp) {
        const float v = logits[j];
        const float e = softmax ? expf(v - top) : expf(-fabsf(v));
        logits[j] = softmax ? e : (v < 0.0F ? e : 1.0F) / (1.0F + e);
        total += e;
    }
    total = warpSum(total);
    double squares = 0.0; // float64, so that the bound does not depend on the number of classes
    for (std::uint32_t j = lane; j < classes; j += kWarp) {
        const float p = softmax ? logits[j] / total : logits[j];
        const float g = p - (label == static_cast<std::int32_t>(j) ? 1.0F : 0.0F);
        logits[j] = g;
        squares += static_cast<double>(g) * static_cast<double>(g);
    }
    squares = warpSum(squares);
    const float norm = static_cast<float>(sqrt(squares)) * norms[row];
    const bool valid = label >= 0 && isfinite(norm);
    const float factor = fminf(1.0F, __fdiv_rd(clips[trial], norm));
    for (std::uint32_t j = lane; j < classes; j += kWarp) {
        float h = valid ? factor * logits[j] : 0.0F;
        if (narrow != nullptr) {
            const std::uint32_t bits = __float_as_uint(h) & 0xffff0000U;
            narrow[item * classes + j] = static_cast<std::uint16_t>(bits >> 16);
            h = __uint_as_float(bits);
        }
        logits[j] = h;
    }
}

__global__ void addParts(double* sums, const float* parts, std::size_t count, std::size_t size) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size;
         i += std::size_t{gridDim.x} * blockDim.x) {
        double sum = sums[i];
        for (std::size_t b = 0; b < count; ++b) {
            sum += static_cast<double>(parts[b * size + i]);
        }
        sums[i] = sum;
    }
}

__global__ void columnSums(double* sums, const float* z, std::size_t rows, std::size_t columns) {
    __shared__ double shared[kThreads];
    const std::size_t j = blockIdx.x;
    double sum = 0.0;
    for (std::size_t r = threadIdx.x; r < rows; r += kThreads) {
        sum += static_cast<double>(z[r * columns + j]);
    }
    shared[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = kThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            shared[threadIdx.x] += shared[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        sums[j] += shared[0];
    }
}

/// One thread a ChaCha20 block: eight normals.
__global__ void gaussians(compute::StreamWords stream, double* out, std::size_t count) {
    const std::size_t block = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (block * 8 >= count) {
        return;
    }
    std::uint32_t words[16];
    numerics::chachaBlock(stream.key, static_cast<std::uint32_t>(block), stream.nonce, words);
    for (std::size_t pair = 0; pair < 4; ++pair) {
        const std::uint64_t a = words[4 * pair] | static_cast<std::uint64_t>(words[4 * pair + 1]) << 32;
        const std::uint64_t b = words[4 * pair + 2] | static_cast<std::uint64_t>(words[4 * pair + 3]) << 32;
        double first = 0.0;
        double second = 0.0;
        numerics::gaussianPair(a, b, first, second);
        const std::size_t i = block * 8 + pair * 2;
        if (i < count) {
            out[i] = first;
        }
        if (i + 1 < count) {
            out[i + 1] = second;
        }
    }
}

unsigned blocksFor(std::size_t threads) {
    return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

} // namespace

void launchResiduals(float* z, std::uint16_t* narrow, std::size_t rows, std::uint32_t classes,
                     std::uint32_t trials, const float* bias, const std::int32_t* labels, const float* norms,
                     const float* clips, compute::Loss loss, cudaStream_t stream) {
    residuals<<<blocksFor(rows * trials * kWarp), kThreads, 0, stream>>>(
        z, narrow, rows, classes, trials, bias, labels, norms, clips, loss == compute::Loss::Softmax);
}

void launchAddParts(double* sums, const float* parts, std::size_t count, std::size_t size,
                    cudaStream_t stream) {
    addParts<<<blocksFor(size), kThreads, 0, stream>>>(sums, parts, count, size);
}

void launchColumnSums(double* sums, const float* z, std::size_t rows, std::size_t columns,
                      cudaStream_t stream) {
    columnSums<<<static_cast<unsigned>(columns), kThreads, 0, stream>>>(sums, z, rows, columns);
}

void launchGaussians(const compute::StreamWords& stream, double* out, std::size_t count,
                     cudaStream_t cudaStream) {
    gaussians<<<blocksFor((count + 7) / 8), kThreads, 0, cudaStream>>>(stream, out, count);
}

} // namespace parsimony::gpu
