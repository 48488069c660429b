// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/clip.h"
#include "core/compute/numerics/gaussian.h"
#include "gpu/kernels/kernels.h"
#include "gpu/kernels/residual_rule.h"

#include <algorithm>

namespace parsimony::gpu {

namespace {

using compute::Precision;

constexpr unsigned kWarp = 32;
constexpr unsigned kThreads = 256;
/// Threads of a grid that walks over more items than that; also bounds the number of blocks.
constexpr std::size_t kMostBlocks = std::size_t{1} << 20;

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

__device__ std::size_t globalThread() {
    return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__device__ std::size_t gridThreads() {
    return std::size_t{gridDim.x} * blockDim.x;
}

__global__ void packWeights(PassShape shape, const double* parameters, void* operands, float* bias) {
    const std::size_t inputs = shape.dim + (shape.bias ? 1 : 0);
    const std::size_t columns = std::size_t{shape.classes} * shape.trials;
    for (std::size_t i = globalThread(); i < columns * shape.dimStride; i += gridThreads()) {
        const std::size_t j = i / shape.dimStride;
        const std::size_t k = i % shape.dimStride;
        const float w = k < shape.dim ? static_cast<float>(parameters[j * inputs + k]) : 0.0F;
        switch (shape.precision) {
        case Precision::Float32:
            static_cast<float*>(operands)[i] = w;
            break;
        case Precision::Tf32:
            static_cast<float*>(operands)[i] = numerics::roundSignificand(w, numerics::kTf32Dropped);
            break;
        case Precision::Bfloat16:
            static_cast<std::uint16_t*>(operands)[i] = static_cast<std::uint16_t>(
                numerics::floatBits(numerics::roundSignificand(w, numerics::kBfloat16Dropped)) >> 16);
            break;
        case Precision::Float16:
            static_cast<std::uint16_t*>(operands)[i] = numerics::roundToHalf(w);
            break;
        }
        if (k == 0) {
            bias[j] = shape.bias ? static_cast<float>(parameters[j * inputs + shape.dim]) : 0.0F;
        }
    }
}

/// Where one warp finds its row of one trial.
struct Item {
    std::size_t row;
    std::uint32_t trial;
    std::size_t at; ///< of its first logit
};

__device__ bool itemOf(const PassShape& shape, std::size_t rows, Item& item) {
    const std::size_t index = globalThread() / kWarp;
    const std::size_t stride = (std::size_t{shape.classes} * shape.trials + 7) / 8 * 8;
    item.row = index / shape.trials;
    item.trial = static_cast<std::uint32_t>(index % shape.trials);
    item.at = item.row * stride + std::size_t{item.trial} * shape.classes;
    return item.row < rows; // the same for all lanes of a warp
}

__device__ float activation(float logit, float top, bool softmax) {
    const float e = softmax ? expf(logit - top) : expf(-fabsf(logit));
    return softmax ? e : (logit < 0.0F ? e : 1.0F) / (1.0F + e);
}

__device__ void storeResidual(const PassShape& shape, const ResidualArgs& args, std::size_t at, float factor,
                              float value) {
    std::uint16_t narrow = 0;
    // A row that contributes nothing may hold anything; zero times that must stay zero.
    const float h = cutResidual(factor == 0.0F ? 0.0F : factor * value, shape.precision, narrow);
    if (args.narrow != nullptr) {
        args.narrow[at] = narrow;
    }
    if (args.narrow == nullptr || args.bias != nullptr) {
        args.logits[at] = h;
    }
}

/// One warp a row and trial; lane l owns the classes l, l + 32, …, so no lane reads what another wrote. Up to
/// kPerLane × 32 classes stay in registers: a row of logits is read once and written once.
template <int kPerLane>
__global__ void residualsInRegisters(PassShape shape, ResidualArgs args) {
    Item item;
    if (!itemOf(shape, args.rows, item)) {
        return;
    }
    const std::uint32_t lane = threadIdx.x % kWarp;
    const bool softmax = args.loss == compute::Loss::Softmax;
    const std::int32_t label = args.labels[item.row];
    const float* bias = args.bias == nullptr ? nullptr : args.bias + std::size_t{item.trial} * shape.classes;
    float v[kPerLane];
    float top = -INFINITY;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        const std::uint32_t j = lane + i * kWarp;
        if (j < shape.classes) {
            v[i] = args.logits[item.at + j] + (bias == nullptr ? 0.0F : bias[j]);
            top = fmaxf(top, v[i]);
        }
    }
    top = warpMax(top);
    float total = 0.0F;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        if (lane + i * kWarp < shape.classes) {
            v[i] = activation(v[i], top, softmax);
            total += v[i];
        }
    }
    total = warpSum(total);
    double squares = 0.0; // float64, so that the bound does not depend on the number of classes
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        const std::uint32_t j = lane + i * kWarp;
        if (j < shape.classes) {
            const float p = softmax ? v[i] / total : v[i];
            v[i] = p - (label == static_cast<std::int32_t>(j) ? 1.0F : 0.0F);
            squares += static_cast<double>(v[i]) * static_cast<double>(v[i]);
        }
    }
    squares = warpSum(squares);
    const float factor = numerics::clipFactor(squares, args.norms[item.row], args.clips[item.trial], label);
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        const std::uint32_t j = lane + i * kWarp;
        if (j < shape.classes) {
            storeResidual(shape, args, item.at + j, factor, v[i]);
        }
    }
}

/// The same for any number of classes, the row's numbers in its logits.
__global__ void residualsInMemory(PassShape shape, ResidualArgs args) {
    Item item;
    if (!itemOf(shape, args.rows, item)) {
        return;
    }
    const std::uint32_t lane = threadIdx.x % kWarp;
    const bool softmax = args.loss == compute::Loss::Softmax;
    const std::int32_t label = args.labels[item.row];
    const float* bias = args.bias == nullptr ? nullptr : args.bias + std::size_t{item.trial} * shape.classes;
    float* logits = args.logits + item.at;
    float top = -INFINITY;
    for (std::uint32_t j = lane; j < shape.classes; j += kWarp) {
        const float v = logits[j] + (bias == nullptr ? 0.0F : bias[j]);
        logits[j] = v;
        top = fmaxf(top, v);
    }
    top = warpMax(top);
    float total = 0.0F;
    for (std::uint32_t j = lane; j < shape.classes; j += kWarp) {
        logits[j] = activation(logits[j], top, softmax);
        total += logits[j];
    }
    total = warpSum(total);
    double squares = 0.0;
    for (std::uint32_t j = lane; j < shape.classes; j += kWarp) {
        const float p = softmax ? logits[j] / total : logits[j];
        const float g = p - (label == static_cast<std::int32_t>(j) ? 1.0F : 0.0F);
        logits[j] = g;
        squares += static_cast<double>(g) * static_cast<double>(g);
    }
    squares = warpSum(squares);
    const float factor = numerics::clipFactor(squares, args.norms[item.row], args.clips[item.trial], label);
    for (std::uint32_t j = lane; j < shape.classes; j += kWarp) {
        storeResidual(shape, args, item.at + j, factor, logits[j]);
    }
}

__global__ void addParts(double* sums, const float* parts, std::size_t blocks, std::size_t size, bool first) {
    for (std::size_t i = globalThread(); i < size; i += gridThreads()) {
        double sum = first ? 0.0 : sums[i];
        for (std::size_t b = 0; b < blocks; ++b) {
            sum += static_cast<double>(parts[b * size + i]);
        }
        sums[i] = sum;
    }
}

/// One block for 32 columns: rows in 8 strands, each in order, then the strands in order.
__global__ void addColumns(double* sums, const float* logits, std::size_t rows, std::size_t columns,
                           std::size_t stride, bool first) {
    __shared__ double strands[kThreads / kWarp][kWarp];
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned strand = threadIdx.x / kWarp;
    const std::size_t j = std::size_t{blockIdx.x} * kWarp + lane;
    double sum = 0.0;
    for (std::size_t r = strand; j < columns && r < rows; r += kThreads / kWarp) {
        sum += static_cast<double>(logits[r * stride + j]);
    }
    strands[strand][lane] = sum;
    __syncthreads(); // every thread of the block comes here
    if (strand == 0 && j < columns) {
        double total = first ? 0.0 : sums[j];
        for (unsigned s = 0; s < kThreads / kWarp; ++s) {
            total += strands[s][lane];
        }
        sums[j] = total;
    }
}

__device__ void eightNormals(const std::uint32_t* key, const std::uint32_t* nonce, std::uint32_t block,
                             double (&normals)[8]) {
    std::uint32_t words[16];
    numerics::chachaBlock(key, block, nonce, words);
    for (int pair = 0; pair < 4; ++pair) {
        const std::uint64_t a = words[4 * pair] | static_cast<std::uint64_t>(words[4 * pair + 1]) << 32;
        const std::uint64_t b = words[4 * pair + 2] | static_cast<std::uint64_t>(words[4 * pair + 3]) << 32;
        numerics::gaussianPair(a, b, normals[2 * pair], normals[2 * pair + 1]);
    }
}

/// One thread for eight parameters of a trial: one ChaCha20 block of noise.
__global__ void descend(PassShape shape, DescentArgs args) {
    const std::size_t inputs = shape.dim + (shape.bias ? 1 : 0);
    const std::size_t size = shape.classes * inputs;
    const std::size_t blocks = (size + 7) / 8;
    const std::size_t columns = std::size_t{shape.classes} * shape.trials;
    for (std::size_t item = globalThread(); item < blocks * shape.trials; item += gridThreads()) {
        const std::size_t trial = item / blocks;
        const std::size_t block = item % blocks;
        const DescentState& state = args.states[trial];
        double normals[8] = {};
        if (state.rule.noiseSd != 0.0) {
            eightNormals(state.stream.key, state.stream.nonce, static_cast<std::uint32_t>(block), normals);
        }
        for (int n = 0; n < 8 && block * 8 + n < size; ++n) {
            const std::size_t i = block * 8 + n;
            const std::size_t column = trial * shape.classes + i / inputs;
            const double sum = i % inputs < shape.dim ? args.sums[column * shape.dimStride + i % inputs]
                                                      : args.sums[columns * shape.dimStride + column];
            const std::size_t at = trial * size + i;
            numerics::descentStep(state.rule, sum, normals[n], args.weights[at], args.velocity[at]);
        }
    }
}

/// A kernel of its own: while descend() runs, every block must read the same step.
__global__ void nextStep(DescentState* states, std::uint32_t trials) {
    const std::size_t trial = globalThread();
    if (trial < trials) {
        ++states[trial].stream.nonce[0];
    }
}

/// One thread a ChaCha20 block: eight normals.
__global__ void gaussians(compute::StreamWords stream, double* out, std::size_t count) {
    const std::size_t block = globalThread();
    if (block * 8 >= count) {
        return;
    }
    double normals[8];
    eightNormals(stream.key, stream.nonce, static_cast<std::uint32_t>(block), normals);
    for (std::size_t n = 0; n < 8 && block * 8 + n < count; ++n) {
        out[block * 8 + n] = normals[n];
    }
}

unsigned blocksFor(std::size_t threads) {
    return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

/// For kernels whose threads walk on.
unsigned someBlocksFor(std::size_t threads) {
    return static_cast<unsigned>(std::min<std::size_t>((threads + kThreads - 1) / kThreads, kMostBlocks));
}

} // namespace

void launchPackWeights(const PassShape& shape, const double* parameters, void* operands, float* bias,
                       cudaStream_t stream) {
    packWeights<<<someBlocksFor(shape.columns() * shape.dimStride), kThreads, 0, stream>>>(shape, parameters,
                                                                                           operands, bias);
}

void launchResiduals(const PassShape& shape, const ResidualArgs& args, cudaStream_t stream) {
    const unsigned blocks = blocksFor(args.rows * shape.trials * kWarp);
    if (shape.classes <= kWarp) {
        residualsInRegisters<1><<<blocks, kThreads, 0, stream>>>(shape, args);
    } else if (shape.classes <= 4 * kWarp) {
        residualsInRegisters<4><<<blocks, kThreads, 0, stream>>>(shape, args);
    } else if (shape.classes <= 32 * kWarp) {
        residualsInRegisters<32><<<blocks, kThreads, 0, stream>>>(shape, args);
    } else {
        residualsInMemory<<<blocks, kThreads, 0, stream>>>(shape, args);
    }
}

void launchAddParts(double* sums, const float* parts, std::size_t blocks, std::size_t size, bool first,
                    cudaStream_t stream) {
    addParts<<<someBlocksFor(size), kThreads, 0, stream>>>(sums, parts, blocks, size, first);
}

void launchAddColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows, bool first,
                      cudaStream_t stream) {
    addColumns<<<static_cast<unsigned>((shape.columns() + kWarp - 1) / kWarp), kThreads, 0, stream>>>(
        sums, logits, rows, shape.columns(), shape.columnStride(), first);
}

void launchDescend(const PassShape& shape, const DescentArgs& args, cudaStream_t stream) {
    descend<<<someBlocksFor((shape.parameters() + 7) / 8 * shape.trials), kThreads, 0, stream>>>(shape, args);
}

void launchNextStep(DescentState* states, std::uint32_t trials, cudaStream_t stream) {
    nextStep<<<blocksFor(trials), kThreads, 0, stream>>>(states, trials);
}

void launchGaussians(const compute::StreamWords& stream, double* out, std::size_t count,
                     cudaStream_t cudaStream) {
    gaussians<<<blocksFor((count + 7) / 8), kThreads, 0, cudaStream>>>(stream, out, count);
}

} // namespace parsimony::gpu
