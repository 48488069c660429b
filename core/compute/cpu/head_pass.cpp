// SPDX-License-Identifier: GPL-3.0-or-later
// Heads of one hidden layer: each layer's gradient is one outer product, whose norm is a product of two norms
// (LLM §4), so no per-record gradient is formed and nothing cancels in a norm.
#include "core/base/error.h"
#include "core/compute/cpu/cpu_backend.h"
#include "core/compute/cpu/packing.h"
#include "core/compute/numerics/clip.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::compute::cpu {

namespace {

constexpr float kNoClip = std::numeric_limits<float>::infinity();

/// min(1, clip/√squares), rounded down and a little low so that scaling stays within the bound, also where
/// the factor is subnormal; 0 for a gradient that is not finite.
float clipFactor(double squares, double clip) {
    if (!std::isfinite(squares)) {
        return 0.0F;
    }
    const double norm = std::sqrt(squares);
    return norm <= clip ? 1.0F : numerics::roundedDown(clip / norm * (1.0 - 0x1p-22));
}

/// A layer's sums without their padding, the bias last in each row.
void unpackLayer(const double* sums, std::size_t lds, const double* biasSums, std::size_t rows,
                 std::size_t inputs, bool bias, double* out) {
    for (std::size_t j = 0; j < rows; ++j) {
        out = std::copy_n(sums + j * lds, inputs, out);
        if (bias) {
            *out++ = biasSums[j];
        }
    }
}

} // namespace

CpuBackend::HeadWeights CpuBackend::packHead(const HeadShape& head, std::size_t paddedDim,
                                             std::span<const double> parameters) {
    HeadWeights packed;
    if (head.kind == HeadKind::Sequence) {
        HeadShape linear = head;
        linear.kind = HeadKind::Linear;
        linear.sequenceLength = 1;
        packed.first = packLinear(linear, paddedTo(head.dim, kRowPadding), std::span(&parameters, 1));
        return packed;
    }
    HeadShape layer;
    layer.dim = head.dim;
    layer.classes = head.hidden;
    layer.bias = head.bias;
    const std::span<const double> lower = parameters.first(layer.parameters());
    packed.first = packLinear(layer, paddedDim, std::span(&lower, 1));
    const double* v = parameters.data() + layer.parameters();
    const std::size_t ld = head.hidden + (head.bias ? 1U : 0U);
    m_upper.resize(std::size_t{head.classes} * head.hidden);
    m_upperBias.assign(head.classes, 0.0F);
    packWeights(v, ld, head.classes, head.hidden, head.hidden, m_upper.data());
    std::vector<double> transposed(std::size_t{head.hidden} * head.classes);
    for (std::size_t j = 0; j < head.classes; ++j) {
        for (std::size_t h = 0; h < head.hidden; ++h) {
            transposed[h * head.classes + j] = v[j * ld + h];
        }
        m_upperBias[j] = head.bias ? static_cast<float>(v[j * ld + head.hidden]) : 0.0F;
    }
    m_upperTransposed.resize(transposed.size());
    packWeights(transposed.data(), head.classes, head.hidden, head.classes, head.classes,
                m_upperTransposed.data());
    packed.second = {m_upper.data(), m_upperBias.data(), head.classes, head.hidden, Operands::Floats, false};
    return packed;
}

void CpuBackend::hiddenForward(const Block& block, const HeadShape& head, const HeadWeights& weights,
                               Worker& worker) const {
    float* units = blockLogits(block, weights.first, worker); // [hidden][kLogitStride]
    float* z = worker.extra.ensure(std::size_t{head.classes} * kLogitStride);
    const std::size_t rows = paddedTo(block.rows, m_kernels.panel);
    for (std::size_t h = 0; h < head.hidden; ++h) {
        for (std::size_t r = 0; r < rows; ++r) {
            units[h * kLogitStride + r] = std::tanh(units[h * kLogitStride + r]);
        }
    }
    for (std::size_t row = 0; row < rows; row += m_kernels.panel) {
        m_kernels.multiply({units + row, kLogitStride, head.hidden, weights.second.weights,
                            weights.second.bias, head.classes, z + row});
    }
}

bool CpuBackend::hiddenGradient(const CpuResident& data, const PassOptions& options,
                                const GradientTask& task) {
    const HeadShape& head = options.head;
    const std::size_t blocks = data.blocks(options.subset);
    const std::size_t width = data.paddedDim();
    const std::size_t hiddenWidth = paddedTo(head.hidden, kRowPadding);
    const std::size_t lowerSize = head.hidden * width;
    const std::size_t upperSize = head.classes * hiddenWidth;
    const std::size_t size = lowerSize + upperSize + head.hidden + head.classes;
    const SumPlan plan = planSums(blocks, size, size);
    const HeadWeights weights = packHead(head, width, task.parameters);
    const double* root = sumBlocks(plan, options.stop, [&](std::size_t index, double* s, Worker& worker) {
        const Block block = data.block(index, options.subset, head.bias, worker.block);
        hiddenForward(block, head, weights, worker);
        const std::size_t rows = paddedTo(block.rows, m_kernels.panel);
        const float* units = worker.logits.data();
        float* g = worker.extra.data();
        m_kernels.residuals(g, head.classes, rows, block.info, kNoClip, options.loss);
        float* delta = worker.delta.ensure(head.hidden * kLogitStride);
        for (std::size_t row = 0; row < rows; row += m_kernels.panel) {
            m_kernels.multiply({g + row, kLogitStride, head.classes, m_upperTransposed.data(), nullptr,
                                head.hidden, delta + row});
        }
        double unitSquares[kBlockRows] = {};
        double deltaSquares[kBlockRows] = {};
        double residualSquares[kBlockRows] = {};
        for (std::size_t h = 0; h < head.hidden; ++h) {
            for (std::size_t r = 0; r < block.rows; ++r) {
                const float a = units[h * kLogitStride + r];
                float& d = delta[h * kLogitStride + r];
                d *= 1.0F - a * a;
                unitSquares[r] += static_cast<double>(a) * static_cast<double>(a);
                deltaSquares[r] += static_cast<double>(d) * static_cast<double>(d);
            }
        }
        for (std::size_t j = 0; j < head.classes; ++j) {
            for (std::size_t r = 0; r < block.rows; ++r) {
                const double v = static_cast<double>(g[j * kLogitStride + r]);
                residualSquares[r] += v * v;
            }
        }
        float factor[kBlockRows] = {};
        for (std::size_t r = 0; r < block.rows; ++r) {
            const double norm = static_cast<double>(block.info.norms[r]);
            const double squares = residualSquares[r] * (unitSquares[r] + (head.bias ? 1.0 : 0.0)) +
                                   deltaSquares[r] * norm * norm; // squared ghost norms of the layers add up
            // Beyond clip·2¹²⁰ clipped values would be subnormal, and their rounding not small.
            factor[r] = block.info.labels[r] < 0 || norm > task.clip * 0x1p120
                            ? 0.0F
                            : clipFactor(squares, task.clip);
        }
        const auto scale = [&](float* values, std::size_t columns, double* bias) {
            for (std::size_t j = 0; j < columns; ++j) {
                double sum = 0.0;
                for (std::size_t r = 0; r < block.rows; ++r) {
                    float& v = values[j * kLogitStride + r];
                    v = factor[r] == 0.0F ? 0.0F : v * factor[r];
                    sum += static_cast<double>(v);
                }
                bias[j] += sum;
            }
        };
        scale(delta, head.hidden, s + lowerSize + upperSize);
        scale(g, head.classes, s + lowerSize + upperSize + head.hidden);
        float* unitRows = worker.slices.ensure(kBlockRows * hiddenWidth);
        for (std::size_t r = 0; r < block.rows; ++r) {
            std::fill_n(unitRows + r * hiddenWidth, hiddenWidth, 0.0F);
            for (std::size_t h = 0; h < head.hidden; ++h) {
                // A row that contributes nothing may hold anything; zero times that must stay zero.
                unitRows[r * hiddenWidth + h] = factor[r] == 0.0F ? 0.0F : units[h * kLogitStride + r];
            }
        }
        m_kernels.accumulate({delta, head.hidden, block.x, block.stride, block.rows, width, s, width});
        m_kernels.accumulate(
            {g, head.classes, unitRows, hiddenWidth, block.rows, hiddenWidth, s + lowerSize, hiddenWidth});
    });
    if (root == nullptr) {
        return false;
    }
    const double* lowerBias = root + lowerSize + upperSize;
    unpackLayer(root, width, lowerBias, head.hidden, head.dim, head.bias, task.sum.data());
    unpackLayer(root + lowerSize, hiddenWidth, lowerBias + head.hidden, head.classes, head.hidden, head.bias,
                task.sum.data() + head.hidden * head.inputs());
    return true;
}

float* CpuBackend::modelLogits(const Block& block, const HeadShape& head, const HeadWeights& weights,
                               Worker& worker) const {
    if (head.kind == HeadKind::Hidden) {
        hiddenForward(block, head, weights, worker);
    } else {
        sequenceLogits(block, head, weights, worker);
    }
    return worker.extra.data();
}

} // namespace parsimony::compute::cpu
