// SPDX-License-Identifier: GPL-3.0-or-later
// From logits to clipped residuals.
#include "core/compute/numerics/clip.h"
#include "core/compute/numerics/portable.h"
#include "gpu/kernels/kernels.h"
#include "gpu/kernels/residual_rule.h"
#include "gpu/kernels/threads.cuh"

namespace parsimony::gpu {

namespace {

using compute::Precision;

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

template <int kLanes, int kPerLane>
void launchInRegisters(const PassShape& shape, const ResidualArgs& args, cudaStream_t stream) {
    const unsigned blocks = blocksFor(args.rows * shape.trials * kLanes);
    if (args.loss == compute::Loss::Softmax) {
        residualsInRegisters<kLanes, kPerLane, true><<<blocks, kThreads, 0, stream>>>(shape, args);
    } else {
        residualsInRegisters<kLanes, kPerLane, false><<<blocks, kThreads, 0, stream>>>(shape, args);
    }
}

} // namespace

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

} // namespace parsimony::gpu
