// SPDX-License-Identifier: GPL-3.0-or-later
// Heads with hidden layers: each layer's gradient is one outer product, whose norm is a product of two norms
// (LLM §4), so no per-record gradient is formed and nothing cancels in a norm. Their squares add up.
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

/// Every row times its factor, and the sums of the bias.
void scaleRows(float* values, std::size_t columns, std::size_t rows, const float* factor, double* bias) {
    for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0.0;
        for (std::size_t r = 0; r < rows; ++r) {
            float& v = values[j * kLogitStride + r];
            v = factor[r] == 0.0F ? 0.0F : v * factor[r];
            sum += static_cast<double>(v);
        }
        bias[j] += sum;
    }
}

/// units[inputs][kLogitStride] as rows of `width` floats.
void unitRows(const float* units, std::size_t inputs, std::size_t width, std::size_t rows,
              const float* factor, float* out) {
    for (std::size_t r = 0; r < rows; ++r) {
        std::fill_n(out + r * width, width, 0.0F);
        for (std::size_t h = 0; h < inputs; ++h) {
            // A row that contributes nothing may hold anything; zero times that must stay zero.
            out[r * width + h] = factor[r] == 0.0F ? 0.0F : units[h * kLogitStride + r];
        }
    }
}

} // namespace

CpuBackend::HeadWeights CpuBackend::packHead(const HeadShape& head, std::size_t paddedDim,
                                             std::span<const double> parameters) {
    HeadWeights packed;
    if (head.ofVectors()) {
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
    for (std::size_t l = 1; l <= head.hiddenLayers(); ++l) {
        packed.upper.push_back(packUpper(v, head.layerOutputs(l), head.layerInputs(l), head.bias));
        v += head.layerParameters(l);
    }
    return packed;
}

CpuBackend::UpperLayer CpuBackend::packUpper(const double* v, std::size_t outputs, std::size_t inputs,
                                             bool bias) {
    const std::size_t ld = inputs + (bias ? 1U : 0U);
    UpperLayer layer{inputs, outputs, std::vector<float>(outputs * inputs), std::vector<float>(outputs),
                     std::vector<float>(outputs * inputs)};
    packWeights(v, ld, outputs, inputs, inputs, layer.weights.data());
    std::vector<double> transposed(outputs * inputs);
    for (std::size_t j = 0; j < outputs; ++j) {
        for (std::size_t h = 0; h < inputs; ++h) {
            transposed[h * outputs + j] = v[j * ld + h];
        }
        layer.bias[j] = bias ? static_cast<float>(v[j * ld + inputs]) : 0.0F;
    }
    packWeights(transposed.data(), outputs, inputs, outputs, outputs, layer.transposed.data());
    return layer;
}

void CpuBackend::hiddenForward(const Block& block, const HeadShape& head, const HeadWeights& weights,
                               Worker& worker) const {
    const std::size_t layers = head.hiddenLayers();
    const std::size_t rows = paddedTo(block.rows, m_kernels.panel);
    std::size_t deeper = 0;
    for (std::size_t l = 1; l < layers; ++l) {
        deeper += head.units(l);
    }
    float* units = blockLogits(block, weights.first, worker); // [hidden][kLogitStride]
    float* next = worker.units.ensure(deeper * kLogitStride);
    float* z = worker.extra.ensure(std::size_t{head.classes} * kLogitStride);
    for (std::size_t l = 0; l < layers; ++l) {
        for (std::size_t h = 0; h < head.units(l); ++h) {
            for (std::size_t r = 0; r < rows; ++r) {
                units[h * kLogitStride + r] = std::tanh(units[h * kLogitStride + r]);
            }
        }
        const UpperLayer& upper = weights.upper[l];
        float* out = l + 1 < layers ? next : z;
        for (std::size_t row = 0; row < rows; row += m_kernels.panel) {
            m_kernels.multiply({units + row, kLogitStride, upper.inputs, upper.weights.data(),
                                upper.bias.data(), upper.outputs, out + row});
        }
        units = out;
        next += l + 1 < layers ? upper.outputs * kLogitStride : 0;
    }
}

std::vector<CpuBackend::HiddenLayer> CpuBackend::layersOf(const HeadShape& head, std::size_t paddedDim) {
    std::vector<HiddenLayer> layers(head.hiddenLayers() + 1);
    std::size_t sums = 0;
    std::size_t place = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        layers[l].inputs = head.layerInputs(l);
        layers[l].outputs = head.layerOutputs(l);
        layers[l].width = l == 0 ? paddedDim : paddedTo(layers[l].inputs, kRowPadding);
        layers[l].sums = sums;
        layers[l].place = place;
        sums += layers[l].outputs * layers[l].width;
        place += layers[l].outputs;
    }
    for (HiddenLayer& layer : layers) {
        layer.bias = sums + layer.place;
    }
    return layers;
}

const float* CpuBackend::unitsBelow(const std::vector<HiddenLayer>& layers, std::size_t layer,
                                    const Worker& worker) {
    return layer == 1 ? worker.logits.data()
                      : worker.units.data() + (layers[layer - 1].place - layers[0].outputs) * kLogitStride;
}

void CpuBackend::hiddenDeltas(const Block& block, const HeadShape& head, const HeadWeights& weights,
                              const std::vector<HiddenLayer>& layers, Worker& worker, double* squares) const {
    const std::size_t rows = paddedTo(block.rows, m_kernels.panel);
    const float* above = worker.extra.data();
    for (std::size_t l = layers.size() - 1;; --l) {
        const HiddenLayer& layer = layers[l];
        double outputSquares[kBlockRows] = {};
        for (std::size_t j = 0; j < layer.outputs; ++j) {
            for (std::size_t r = 0; r < block.rows; ++r) {
                const auto v = static_cast<double>(above[j * kLogitStride + r]);
                outputSquares[r] += v * v;
            }
        }
        if (l == 0) {
            for (std::size_t r = 0; r < block.rows; ++r) {
                const auto norm = static_cast<double>(block.info.norms[r]); // with the bias
                squares[r] += outputSquares[r] * norm * norm;
            }
            return;
        }
        const float* units = unitsBelow(layers, l, worker);
        float* delta = worker.delta.data() + layers[l - 1].place * kLogitStride;
        for (std::size_t row = 0; row < rows; row += m_kernels.panel) {
            m_kernels.multiply({above + row, kLogitStride, layer.outputs,
                                weights.upper[l - 1].transposed.data(), nullptr, layer.inputs, delta + row});
        }
        double unitSquares[kBlockRows] = {};
        for (std::size_t h = 0; h < layer.inputs; ++h) {
            for (std::size_t r = 0; r < block.rows; ++r) {
                const float a = units[h * kLogitStride + r];
                delta[h * kLogitStride + r] *= 1.0F - a * a;
                unitSquares[r] += static_cast<double>(a) * static_cast<double>(a);
            }
        }
        for (std::size_t r = 0; r < block.rows; ++r) {
            squares[r] += outputSquares[r] * (unitSquares[r] + (head.bias ? 1.0 : 0.0));
        }
        above = delta;
    }
}

bool CpuBackend::hiddenGradient(const CpuResident& data, const PassOptions& options,
                                const GradientTask& task) {
    const HeadShape& head = options.head;
    const std::vector<HiddenLayer> layers = layersOf(head, data.paddedDim());
    const std::size_t size = layers.back().bias + head.classes;
    const SumPlan plan = planSums(data.blocks(options.subset), size, size);
    const HeadWeights weights = packHead(head, data.paddedDim(), task.parameters);
    const double* root = sumBlocks(plan, options.stop, [&](std::size_t index, double* s, Worker& worker) {
        const Block block = data.block(index, options.subset, head.bias, worker.block);
        hiddenForward(block, head, weights, worker);
        float* g = worker.extra.data();
        m_kernels.residuals(g, head.classes, paddedTo(block.rows, m_kernels.panel), block.info, kNoClip,
                            options.loss);
        float* deltas = worker.delta.ensure(layers.back().place * kLogitStride);
        double squares[kBlockRows] = {};
        hiddenDeltas(block, head, weights, layers, worker, squares);
        float factor[kBlockRows] = {};
        for (std::size_t r = 0; r < block.rows; ++r) {
            // Beyond clip·2¹²⁰ clipped values would be subnormal, and their rounding not small.
            const auto norm = static_cast<double>(block.info.norms[r]);
            factor[r] = block.info.labels[r] < 0 || norm > task.clip * 0x1p120
                            ? 0.0F
                            : clipFactor(squares[r], task.clip);
        }
        for (std::size_t l = 0; l < layers.size(); ++l) {
            const HiddenLayer& layer = layers[l];
            float* values = l + 1 == layers.size() ? g : deltas + layer.place * kLogitStride;
            scaleRows(values, layer.outputs, block.rows, factor, s + layer.bias);
            if (l == 0) {
                m_kernels.accumulate(
                    {values, layer.outputs, block.x, block.stride, block.rows, layer.width, s, layer.width});
                continue;
            }
            float* rows = worker.slices.ensure(kBlockRows * layer.width);
            unitRows(unitsBelow(layers, l, worker), layer.inputs, layer.width, block.rows, factor, rows);
            m_kernels.accumulate({values, layer.outputs, rows, layer.width, block.rows, layer.width,
                                  s + layer.sums, layer.width});
        }
    });
    if (root == nullptr) {
        return false;
    }
    double* out = task.sum.data();
    for (std::size_t l = 0; l < layers.size(); ++l) {
        unpackLayer(root + layers[l].sums, layers[l].width, root + layers[l].bias, layers[l].outputs,
                    layers[l].inputs, head.bias, out);
        out += head.layerParameters(l);
    }
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
