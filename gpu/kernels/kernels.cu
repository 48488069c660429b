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

/// Over each group of kLanes neighbours; every lane of the warp comes here.
template <int kLanes>
__device__ float groupMax(float value) {
    for (unsigned offset = kLanes / 2; offset > 0; offset /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffffU, value, offset));
    }
    return value;
}

template <int kLanes, class T>
__device__ T groupSum(T value) {
    for (unsigned offset = kLanes / 2; offset > 0; offset /= 2) {
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

/// Where a group of lanes finds its row of one trial.
struct Item {
    std::size_t row;
    std::uint32_t trial;
    std::uint32_t classes; ///< 0 behind the last row: such lanes only take part in the exchange
    std::size_t at;        ///< of its first logit
};

__device__ Item itemOf(const PassShape& shape, std::size_t rows, std::size_t index) {
    Item item{index, 0, shape.classes, 0};
    if (shape.trials > 1) {
        const bool narrow =
            index >> 32 == 0; // a division of 64 bits takes as long as the rest of a short row
        item.row = narrow ? static_cast<std::uint32_t>(index) / shape.trials : index / shape.trials;
        item.trial = static_cast<std::uint32_t>(index - item.row * shape.trials);
    }
    if (item.row >= rows) {
        item = {rows - 1, 0, 0, 0};
    }
    const std::size_t stride = (std::size_t{shape.classes} * shape.trials + 7) / 8 * 8;
    item.at = item.row * stride + std::size_t{item.trial} * shape.classes;
    return item;
}

/// 1/value for a value in [1, 2], to 2 ulp and without the branches of an exact division.
__device__ float reciprocal(float value) {
#if defined(__CUDA_ARCH__)
    return __fdividef(1.0F, value);
#else
    return 1.0F / value;
#endif
}

/// What is added up over the classes of a row and, times `scale`, is a probability: for the sigmoid that is
/// one already.
template <bool kSoftmax>
__device__ float activation(float logit, float top) {
    if constexpr (kSoftmax) {
        return expf(logit - top);
    }
    const float e = expf(-fabsf(logit));
    return (logit < 0.0F ? e : 1.0F) * reciprocal(1.0F + e);
}

template <Precision kPrecision>
__device__ void storeResidual(const ResidualArgs& args, std::size_t at, float factor, float value) {
    constexpr bool halves = kPrecision == Precision::Bfloat16 || kPrecision == Precision::Float16;
    std::uint16_t narrow = 0;
    // A row that contributes nothing may hold anything; zero times that must stay zero.
    const float h = cutResidual(factor == 0.0F ? 0.0F : factor * value, kPrecision, narrow);
    if (halves) {
        args.narrow[at] = narrow;
    }
    if (!halves || args.bias != nullptr) {
        args.logits[at] = h;
    }
}

template <Precision kPrecision, int kLanes, int kPerLane>
__device__ void storeRegisters(const ResidualArgs& args, const Item& item, float factor,
                               const float (&v)[kPerLane]) {
    const std::uint32_t lane = threadIdx.x % kLanes;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        if (lane + i * kLanes < item.classes) {
            storeResidual<kPrecision>(args, item.at + lane + i * kLanes, factor, v[i]);
        }
    }
}

template <Precision kPrecision>
__device__ void storeMemory(const ResidualArgs& args, const Item& item, float factor) {
    for (std::uint32_t j = threadIdx.x % kWarp; j < item.classes; j += kWarp) {
        storeResidual<kPrecision>(args, item.at + j, factor, args.logits[item.at + j]);
    }
}

/// A group of kLanes a row and trial; lane l owns the classes l, l + kLanes, …, so no lane reads what another
/// wrote. Up to kPerLane × kLanes classes stay in registers: a row of logits is read once and written once.
/// Nothing in here branches by value, so that the numbers of a lane are worked on side by side.
template <int kLanes, int kPerLane, bool kSoftmax>
__global__ void residualsInRegisters(PassShape shape, ResidualArgs args) {
    const Item item = itemOf(shape, args.rows, globalThread() / kLanes);
    const std::uint32_t lane = threadIdx.x % kLanes;
    const std::int32_t label = args.labels[item.row];
    const float norm = args.norms[item.row];
    const float clip = args.clips[item.trial];
    const float* bias = args.bias == nullptr ? nullptr : args.bias + std::size_t{item.trial} * shape.classes;
    float v[kPerLane];
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) { // loads alone: all are under way before the first is waited for
        v[i] = -INFINITY;
        if (lane + i * kLanes < item.classes) {
            v[i] = args.logits[item.at + lane + i * kLanes];
        }
    }
    if (bias != nullptr) {
#pragma unroll
        for (int i = 0; i < kPerLane; ++i) {
            v[i] += lane + i * kLanes < item.classes ? bias[lane + i * kLanes] : 0.0F;
        }
    }
    float top = -INFINITY;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        top = fmaxf(top, v[i]);
    }
    top = groupMax<kLanes>(top);
    float total = 0.0F;
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        v[i] = activation<kSoftmax>(v[i], top);
        total += lane + i * kLanes < item.classes ? v[i] : 0.0F;
    }
    const float scale = kSoftmax ? 1.0F / groupSum<kLanes>(total) : 1.0F;
    double squares[4] = {}; // float64, so that the bound does not depend on the number of classes
#pragma unroll
    for (int i = 0; i < kPerLane; ++i) {
        const std::uint32_t j = lane + i * kLanes;
        v[i] = v[i] * scale - (label == static_cast<std::int32_t>(j) ? 1.0F : 0.0F);
        const double g = j < item.classes ? static_cast<double>(v[i]) : 0.0;
        squares[i % 4] = numerics::fused(g, g, squares[i % 4]);
    }
    const double all = groupSum<kLanes>((squares[0] + squares[1]) + (squares[2] + squares[3]));
    const float factor = numerics::clipFactor(all, norm, clip, label);
    switch (shape.precision) {
    case Precision::Float32:
        storeRegisters<Precision::Float32, kLanes>(args, item, factor, v);
        break;
    case Precision::Tf32:
        storeRegisters<Precision::Tf32, kLanes>(args, item, factor, v);
        break;
    case Precision::Bfloat16:
        storeRegisters<Precision::Bfloat16, kLanes>(args, item, factor, v);
        break;
    case Precision::Float16:
        storeRegisters<Precision::Float16, kLanes>(args, item, factor, v);
        break;
    }
}

/// The same by a warp for any number of classes, the row's numbers in its logits.
template <bool kSoftmax>
__global__ void residualsInMemory(PassShape shape, ResidualArgs args) {
    const Item item = itemOf(shape, args.rows, globalThread() / kWarp);
    const std::uint32_t lane = threadIdx.x % kWarp;
    const std::int32_t label = args.labels[item.row];
    const float* bias = args.bias == nullptr ? nullptr : args.bias + std::size_t{item.trial} * shape.classes;
    float* logits = args.logits + item.at;
    float top = -INFINITY;
    for (std::uint32_t j = lane; j < item.classes; j += kWarp) {
        const float v = logits[j] + (bias == nullptr ? 0.0F : bias[j]);
        logits[j] = v;
        top = fmaxf(top, v);
    }
    top = groupMax<kWarp>(top);
    float total = 0.0F;
    for (std::uint32_t j = lane; j < item.classes; j += kWarp) {
        const float e = activation<kSoftmax>(logits[j], top);
        logits[j] = e;
        total += e;
    }
    const float scale = kSoftmax ? 1.0F / groupSum<kWarp>(total) : 1.0F;
    double squares = 0.0;
    for (std::uint32_t j = lane; j < item.classes; j += kWarp) {
        const float g = logits[j] * scale - (label == static_cast<std::int32_t>(j) ? 1.0F : 0.0F);
        logits[j] = g;
        squares = numerics::fused(static_cast<double>(g), static_cast<double>(g), squares);
    }
    squares = groupSum<kWarp>(squares);
    const float factor = numerics::clipFactor(squares, args.norms[item.row], args.clips[item.trial], label);
    switch (shape.precision) {
    case Precision::Float32:
        storeMemory<Precision::Float32>(args, item, factor);
        break;
    case Precision::Tf32:
        storeMemory<Precision::Tf32>(args, item, factor);
        break;
    case Precision::Bfloat16:
        storeMemory<Precision::Bfloat16>(args, item, factor);
        break;
    case Precision::Float16:
        storeMemory<Precision::Float16>(args, item, factor);
        break;
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

/// One thread a ChaCha20 block: eight normals.
__global__ void gaussians(compute::StreamWords stream, double* out, std::size_t count) {
    const std::size_t block = globalThread();
    if (block * 8 >= count) {
        return;
    }
    std::uint32_t words[16];
    numerics::chachaBlock(stream.key, static_cast<std::uint32_t>(block), stream.nonce, words);
#pragma unroll
    for (unsigned pair = 0; pair < 4; ++pair) {
        double normals[2];
        twoNormals(words, pair, normals);
        for (unsigned n = 0; n < 2 && block * 8 + 2 * pair + n < count; ++n) {
            out[block * 8 + 2 * pair + n] = normals[n];
        }
    }
}

unsigned blocksFor(std::size_t threads) {
    return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

/// For kernels whose threads walk on.
unsigned someBlocksFor(std::size_t threads, unsigned each = kThreads) {
    return static_cast<unsigned>(std::min<std::size_t>((threads + each - 1) / each, kMostBlocks));
}

template <int kLanes, int kPerLane>
void launchInRegisters(const PassShape& shape, const ResidualArgs& args, cudaStream_t stream) {
    const unsigned blocks = blocksFor(args.rows * shape.trials * kLanes);
    if (args.loss == compute::Loss::Softmax) {
        residualsInRegisters<kLanes, kPerLane, true><<<blocks, kThreads, 0, stream>>>(shape, args);
    } else {
        residualsInRegisters<kLanes, kPerLane, false><<<blocks, kThreads, 0, stream>>>(shape, args);
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

void launchResiduals(const PassShape& shape, const ResidualArgs& args, cudaStream_t stream) {
    // Few lanes share what a row needs once; enough of them hide the time that memory takes.
    if (shape.classes <= 8) {
        launchInRegisters<4, 2>(shape, args, stream);
    } else if (shape.classes <= 16) {
        launchInRegisters<4, 4>(shape, args, stream);
    } else if (shape.classes <= 32) {
        launchInRegisters<8, 4>(shape, args, stream);
    } else if (shape.classes <= 64) {
        launchInRegisters<8, 8>(shape, args, stream);
    } else if (shape.classes <= 128) {
        launchInRegisters<8, 16>(shape, args, stream);
    } else if (shape.classes <= 256) {
        launchInRegisters<16, 16>(shape, args, stream);
    } else if (shape.classes <= 512) {
        launchInRegisters<32, 16>(shape, args, stream);
    } else if (shape.classes <= 1024) {
        launchInRegisters<32, 32>(shape, args, stream);
    } else if (args.loss == compute::Loss::Softmax) {
        residualsInMemory<true>
            <<<blocksFor(args.rows * shape.trials * kWarp), kThreads, 0, stream>>>(shape, args);
    } else {
        residualsInMemory<false>
            <<<blocksFor(args.rows * shape.trials * kWarp), kThreads, 0, stream>>>(shape, args);
    }
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

void launchGaussians(const compute::StreamWords& stream, double* out, std::size_t count,
                     cudaStream_t cudaStream) {
    gaussians<<<blocksFor((count + 7) / 8), kThreads, 0, cudaStream>>>(stream, out, count);
}

} // namespace parsimony::gpu
