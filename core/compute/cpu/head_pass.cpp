// SPDX-License-Identifier: GPL-3.0-or-later
// Heads that are not one linear layer on one vector: sequences of vectors, and one hidden layer. Their ghost
// norms need more than a residual and a row norm (LLM §4); no per-record gradient is formed here either.
#include "core/base/error.h"
#include "core/compute/cpu/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::compute::cpu {

namespace {

constexpr float kNoClip = std::numeric_limits<float>::infinity();

/// min(1, clip/√squares), a little low so that rounding to float32 and scaling stay within the bound; 0 for a
/// gradient that is not finite.
float clipFactor(double squares, double clip) {
    if (!std::isfinite(squares)) {
        return 0.0F;
    }
    const double norm = std::sqrt(squares);
    return norm <= clip ? 1.0F : static_cast<float>(clip / norm * (1.0 - 0x1p-22));
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
    packed.second = {m_upper.data(), m_upperBias.data(), head.classes, head.hidden, false, false};
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

void CpuBackend::sequenceForward(const Block& block, const HeadShape& head, const HeadWeights& weights,
                                 Worker& worker) const {
    const std::size_t width = weights.first.depth;
    const std::size_t vectors = head.sequenceLength;
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    float* slices = worker.slices.ensure(kBlockRows * width);
    float* z = worker.extra.ensure(vectors * size);
    std::fill_n(slices, kBlockRows * width, 0.0F);
    for (std::size_t l = 0; l < vectors; ++l) {
        for (std::size_t r = 0; r < block.rows; ++r) {
            std::copy_n(block.x + r * block.stride + l * head.dim, head.dim, slices + r * width);
        }
        Block vector = block;
        vector.x = slices;
        vector.stride = width;
        vector.followed = false;
        std::copy_n(blockLogits(vector, weights.first, worker), size, z + l * size);
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
    // Every lane begins on a cache line, as the kernels want it.
    const std::size_t laneSize = paddedTo(lowerSize + upperSize + head.hidden + head.classes, 8);
    const std::size_t lanes = laneCount(blocks, laneSize);
    const HeadWeights weights = packHead(head, width, task.parameters);
    double* sums = m_sums.ensure(lanes * laneSize);
    const bool done =
        forBlocks(blocks, lanes, options.stop, [&](std::size_t index, std::size_t lane, Worker& worker) {
            double* s = sums + lane * laneSize;
            if (index == laneBegin(blocks, lanes, lane)) {
                std::fill_n(s, laneSize, 0.0);
            }
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
                const double squares =
                    residualSquares[r] * (unitSquares[r] + (head.bias ? 1.0 : 0.0)) +
                    deltaSquares[r] * norm * norm; // squared ghost norms of the layers add up
                // Beyond clip·2¹²⁰ clipped values would be subnormal, and their rounding not small.
                factor[r] = block.info.labels[r] < 0 || norm > task.clip * 0x1p120
                                ? 0.0F
                                : clipFactor(squares, task.clip);
            }
            const auto scale = [&](float* values, std::size_t columns, double* bias) {
                for (std::size_t j = 0; j < columns; ++j) {
                    for (std::size_t r = 0; r < block.rows; ++r) {
                        float& v = values[j * kLogitStride + r];
                        v = factor[r] == 0.0F ? 0.0F : v * factor[r];
                        bias[j] += static_cast<double>(v);
                    }
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
            m_kernels.accumulate({g, head.classes, unitRows, hiddenWidth, block.rows, hiddenWidth,
                                  s + lowerSize, hiddenWidth});
        });
    if (!done) {
        return false;
    }
    std::fill(task.sum.begin(), task.sum.end(), 0.0);
    const std::size_t inputs = head.inputs();
    const std::size_t upperInputs = head.hidden + (head.bias ? 1U : 0U);
    double* upper = task.sum.data() + head.hidden * inputs;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double* s = sums + lane * laneSize;
        const double* bias = s + lowerSize + upperSize;
        for (std::size_t h = 0; h < head.hidden; ++h) {
            for (std::size_t k = 0; k < head.dim; ++k) {
                task.sum[h * inputs + k] += s[h * width + k];
            }
            if (head.bias) {
                task.sum[h * inputs + head.dim] += bias[h];
            }
        }
        for (std::size_t j = 0; j < head.classes; ++j) {
            for (std::size_t h = 0; h < head.hidden; ++h) {
                upper[j * upperInputs + h] += s[lowerSize + j * hiddenWidth + h];
            }
            if (head.bias) {
                upper[j * upperInputs + head.hidden] += bias[head.hidden + j];
            }
        }
    }
    return true;
}

bool CpuBackend::sequenceGradient(const CpuResident& data, const PassOptions& options,
                                  const GradientTask& task) {
    const HeadShape& head = options.head;
    const std::size_t blocks = data.blocks(options.subset);
    const std::size_t inputs = head.inputs();
    const std::size_t lanes = laneCount(blocks, head.parameters());
    const std::size_t vectors = head.sequenceLength;
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    const HeadWeights weights = packHead(head, data.paddedDim(), task.parameters);
    double* sums = m_sums.ensure(lanes * head.parameters());
    const bool done =
        forBlocks(blocks, lanes, options.stop, [&](std::size_t index, std::size_t lane, Worker& worker) {
            double* s = sums + lane * head.parameters();
            if (index == laneBegin(blocks, lanes, lane)) {
                std::fill_n(s, head.parameters(), 0.0);
            }
            const Block block = data.block(index, options.subset, false, worker.block);
            sequenceForward(block, head, weights, worker);
            float* g = worker.extra.data();
            for (std::size_t l = 0; l < vectors; ++l) {
                m_kernels.residuals(g + l * size, head.classes, paddedTo(block.rows, m_kernels.panel),
                                    block.info, kNoClip, options.loss);
            }
            for (std::size_t r = 0; r < block.rows; ++r) {
                if (block.info.labels[r] >= 0) {
                    addSequence(block.x + r * block.stride, g + r, head, task.clip, s);
                }
            }
        });
    if (!done) {
        return false;
    }
    std::fill(task.sum.begin(), task.sum.end(), 0.0);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t i = 0; i < inputs * head.classes; ++i) {
            task.sum[i] += sums[lane * head.parameters() + i];
        }
    }
    return true;
}

void CpuBackend::addSequence(const float* x, const float* g, const HeadShape& head, double clip,
                             double* sums) {
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    std::vector<std::size_t> real; // vectors of zeros are padding
    for (std::size_t l = 0; l < head.sequenceLength; ++l) {
        const float* vector = x + l * head.dim;
        if (std::any_of(vector, vector + head.dim, [](float v) { return v != 0.0F; })) {
            real.push_back(l);
        }
    }
    // ‖Σ_l g_l x_lᵀ‖² = Σ_{l,m} ⟨x_l, x_m⟩⟨g_l, g_m⟩ (LLM §4), in float64: inside a record contributions may
    // cancel, so the float32 sums of the linear head have no bound here.
    double squares = 0.0;
    for (std::size_t a = 0; a < real.size(); ++a) {
        for (std::size_t b = 0; b <= a; ++b) {
            double xs = head.bias ? 1.0 : 0.0;
            double gs = 0.0;
            for (std::size_t k = 0; k < head.dim; ++k) {
                xs += static_cast<double>(x[real[a] * head.dim + k]) *
                      static_cast<double>(x[real[b] * head.dim + k]);
            }
            for (std::size_t j = 0; j < head.classes; ++j) {
                gs += static_cast<double>(g[real[a] * size + j * kLogitStride]) *
                      static_cast<double>(g[real[b] * size + j * kLogitStride]);
            }
            squares += (a == b ? 1.0 : 2.0) * xs * gs;
        }
    }
    const auto count = static_cast<double>(real.size());
    const double mean = real.empty() ? 0.0 : std::max(squares, 0.0) / (count * count);
    if (real.empty() || !std::isfinite(mean)) {
        return;
    }
    const double factor = (std::sqrt(mean) > clip ? clip / std::sqrt(mean) : 1.0) / count;
    const std::size_t inputs = head.inputs();
    for (const std::size_t l : real) {
        for (std::size_t j = 0; j < head.classes; ++j) {
            const double h = factor * static_cast<double>(g[l * size + j * kLogitStride]);
            double* row = sums + j * inputs;
            for (std::size_t k = 0; k < head.dim; ++k) {
                row[k] += h * static_cast<double>(x[l * head.dim + k]);
            }
            if (head.bias) {
                row[head.dim] += h;
            }
        }
    }
}

float* CpuBackend::modelLogits(const Block& block, const HeadShape& head, const HeadWeights& weights,
                               Worker& worker) const {
    if (head.kind == HeadKind::Hidden) {
        hiddenForward(block, head, weights, worker);
        return worker.extra.data();
    }
    sequenceForward(block, head, weights, worker);
    // A record's logits are the mean over its vectors that are not padding; scaling changes no prediction.
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    float* z = worker.extra.data();
    for (std::size_t r = 0; r < block.rows; ++r) {
        for (std::size_t l = 0; l < head.sequenceLength; ++l) {
            const float* vector = block.x + r * block.stride + l * head.dim;
            const bool real = std::any_of(vector, vector + head.dim, [](float v) { return v != 0.0F; });
            for (std::size_t j = 0; j < head.classes; ++j) {
                const float value =
                    real ? z[l * size + j * kLogitStride + r] / static_cast<float>(head.sequenceLength)
                         : 0.0F;
                z[j * kLogitStride + r] = l == 0 ? value : z[j * kLogitStride + r] + value;
            }
        }
    }
    return z;
}

} // namespace parsimony::compute::cpu
