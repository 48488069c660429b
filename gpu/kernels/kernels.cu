// SPDX-License-Identifier: GPL-3.0-or-later
// Weights to operands, parts to sums, noise and steps.
#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/gaussian.h"
#include "core/compute/numerics/rounding.h"
#include "gpu/kernels/kernels.h"
#include "gpu/kernels/threads.cuh"

namespace parsimony::gpu {

namespace {

using compute::Precision;

__global__ void packWeights(PassShape shape, const double* parameters, void* operands, float* bias) {
    const std::size_t inputs = shape.dim + (shape.bias ? 1 : 0);
    const std::size_t columns = std::size_t{shape.classes} * shape.trials;
    const std::size_t stride = (columns + 7) / 8 * 8;
    for (std::size_t i = globalThread(); i < stride * shape.dimStride; i += gridThreads()) {
        const std::size_t j = i / shape.dimStride;
        const std::size_t k = i % shape.dimStride;
        const bool padding = j >= columns || k >= shape.dim;
        const float w = padding ? 0.0F : static_cast<float>(parameters[j * inputs + k]);
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
        if (k == 0 && j < columns) {
            bias[j] = shape.bias ? static_cast<float>(parameters[j * inputs + shape.dim]) : 0.0F;
        }
    }
}

/// Numbers of one place are loaded so many at a time before they are added in order.
constexpr std::size_t kAhead = 32;
/// Small blocks of threads, so that a small model is spread over the whole device.
constexpr unsigned kPartThreads = 64;

/// sums[i] (0 before when `first`) += Σ_b parts[b·stride + i], b ascending.
template <class Part>
__global__ void addParts(double* sums, const Part* parts, std::size_t blocks, std::size_t stride,
                         std::size_t size, bool first) {
    for (std::size_t i = globalThread(); i < size; i += gridThreads()) {
        double sum = first ? 0.0 : sums[i];
        std::size_t b = 0;
        for (; b + kAhead <= blocks; b += kAhead) {
            Part part[kAhead];
#pragma unroll
            for (std::size_t n = 0; n < kAhead; ++n) {
                part[n] = parts[(b + n) * stride + i];
            }
#pragma unroll
            for (std::size_t n = 0; n < kAhead; ++n) {
                sum += static_cast<double>(part[n]);
            }
        }
        for (; b < blocks; ++b) {
            sum += static_cast<double>(parts[b * stride + i]);
        }
        sums[i] = sum;
    }
}

/// One block of threads for 32 columns of a block of rows: its rows in 8 strands, each in order, then the
/// strands in order.
__global__ void addColumns(double* parts, const float* logits, std::size_t rows, std::size_t block,
                           std::size_t columns, std::size_t stride) {
    __shared__ double strands[kThreads / kWarp][kWarp];
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned strand = threadIdx.x / kWarp;
    const auto groups = static_cast<unsigned>((columns + kWarp - 1) / kWarp);
    const std::size_t b = blockIdx.x / groups;
    const std::size_t j = std::size_t{blockIdx.x % groups} * kWarp + lane;
    const std::size_t end = rows < (b + 1) * block ? rows : (b + 1) * block;
    double sum = 0.0;
#pragma unroll 8
    for (std::size_t r = b * block + strand; j < columns && r < end; r += kThreads / kWarp) {
        sum += static_cast<double>(logits[r * stride + j]);
    }
    strands[strand][lane] = sum;
    __syncthreads(); // every thread of the block comes here
    if (strand == 0 && j < columns) {
        double total = 0.0;
        for (unsigned s = 0; s < kThreads / kWarp; ++s) {
            total += strands[s][lane];
        }
        parts[b * columns + j] = total;
    }
}

/// Normals `pair`·2 … of the eight that a ChaCha20 block of noise holds.
__device__ void twoNormals(const std::uint32_t (&words)[16], unsigned pair, double (&normals)[2]) {
    std::uint32_t w[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) { // no index that only the running kernel knows: words stay in registers
        w[k] = pair == 0 ? words[k] : pair == 1 ? words[4 + k] : pair == 2 ? words[8 + k] : words[12 + k];
    }
    const std::uint64_t a = w[0] | static_cast<std::uint64_t>(w[1]) << 32;
    const std::uint64_t b = w[2] | static_cast<std::uint64_t>(w[3]) << 32;
    numerics::gaussianPair(a, b, normals[0], normals[1]);
}

/// One thread for kPairs pairs of a trial's parameters, 4 of which take one ChaCha20 block of noise: fewer
/// make each block several times, which is faster where there are not enough for all of a device.
template <unsigned kPairs>
__global__ void descend(PassShape shape, DescentArgs args) {
    constexpr unsigned perThread = 2 * kPairs;
    const std::size_t inputs = shape.dim + (shape.bias ? 1 : 0);
    const std::size_t size = shape.classes * inputs;
    const std::size_t threads = (size + perThread - 1) / perThread; // of a trial
    const std::size_t columns = std::size_t{shape.classes} * shape.trials;
    for (std::size_t item = globalThread(); item < threads * shape.trials; item += gridThreads()) {
        const std::size_t trial = item / threads;
        const std::size_t begin = (item - trial * threads) * perThread;
        const DescentState& state = args.states[trial];
        std::uint32_t words[16] = {};
        if (state.rule.noiseSd != 0.0) {
            numerics::chachaBlock(state.stream.key, static_cast<std::uint32_t>(begin / 8), state.stream.nonce,
                                  words);
        }
        std::size_t column = trial * shape.classes + begin / inputs;
        std::size_t k = begin % inputs;
#pragma unroll
        for (unsigned pair = 0; pair < kPairs; ++pair) {
            double normals[2] = {};
            if (state.rule.noiseSd != 0.0) {
                twoNormals(words, static_cast<unsigned>(begin / 2 + pair) % 4, normals);
            }
            for (unsigned n = 0; n < 2 && begin + 2 * pair + n < size; ++n) {
                const double sum = k < shape.dim ? args.sums[column * shape.dimStride + k]
                                                 : args.sums[columns * shape.dimStride + column];
                const std::size_t at = trial * size + begin + 2 * pair + n;
                numerics::descentStep(state.rule, sum, normals[n], args.weights[at], args.velocity[at]);
                if (++k == inputs) {
                    k = 0;
                    ++column;
                }
            }
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

/// Below so many parameters of all trials a thread takes one pair of them: 132 multiprocessors of 2,048
/// threads are the largest device that was measured.
constexpr std::size_t kFewParameters = std::size_t{1} << 19;

} // namespace

void launchPackWeights(const PassShape& shape, const double* parameters, void* operands, float* bias,
                       cudaStream_t stream) {
    packWeights<<<someBlocksFor(shape.columnStride() * shape.dimStride), kThreads, 0, stream>>>(
        shape, parameters, operands, bias);
}

void launchAddParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride,
                    std::size_t size, bool first, cudaStream_t stream) {
    addParts<float><<<someBlocksFor(size, kPartThreads), kPartThreads, 0, stream>>>(sums, parts, blocks,
                                                                                    stride, size, first);
}

void launchAddColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                      std::size_t block, double* parts, bool first, cudaStream_t stream) {
    const std::size_t blocks = (rows + block - 1) / block;
    const std::size_t groups = (shape.columns() + kWarp - 1) / kWarp;
    addColumns<<<static_cast<unsigned>(blocks * groups), kThreads, 0, stream>>>(
        parts, logits, rows, block, shape.columns(), shape.columnStride());
    addParts<double><<<someBlocksFor(shape.columns(), kPartThreads), kPartThreads, 0, stream>>>(
        sums, parts, blocks, shape.columns(), shape.columns(), first);
}

void launchDescend(const PassShape& shape, const DescentArgs& args, cudaStream_t stream) {
    const std::size_t parameters = shape.parameters() * shape.trials;
    if (parameters < kFewParameters) {
        descend<1><<<someBlocksFor(parameters / 2 + shape.trials), kThreads, 0, stream>>>(shape, args);
    } else {
        descend<4><<<someBlocksFor((shape.parameters() + 7) / 8 * shape.trials), kThreads, 0, stream>>>(shape,
                                                                                                        args);
    }
}

void launchNextStep(DescentState* states, std::uint32_t trials, cudaStream_t stream) {
    nextStep<<<blocksFor(trials), kThreads, 0, stream>>>(states, trials);
}

} // namespace parsimony::gpu
