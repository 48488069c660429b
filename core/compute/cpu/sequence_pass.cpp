// SPDX-License-Identifier: GPL-3.0-or-later
// Heads on records that are sequences of vectors. A record's gradient is a sum of outer products that may
// cancel, and so may any identity for its norm: it is formed in float64, and what is clipped is what is
// added.
#include "core/compute/cpu/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::compute::cpu {

namespace {

constexpr float kUnclipped = std::numeric_limits<float>::infinity();

bool isPadding(const float* vector, std::size_t dim) {
    return std::all_of(vector, vector + dim, [](float v) { return v == 0.0F; });
}

} // namespace

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

bool CpuBackend::sequenceGradient(const CpuResident& data, const PassOptions& options,
                                  const GradientTask& task) {
    const HeadShape& head = options.head;
    const std::size_t blocks = data.blocks(options.subset);
    const SumPlan plan = planSums(blocks, head.parameters(), head.parameters());
    const std::size_t vectors = head.sequenceLength;
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    const HeadWeights weights = packHead(head, data.paddedDim(), task.parameters);
    const double* root = sumBlocks(plan, options.stop, [&](std::size_t index, double* s, Worker& worker) {
        double* ofBlock = worker.blockSum.ensure(head.parameters());
        std::fill_n(ofBlock, head.parameters(), 0.0);
        const Block block = data.block(index, options.subset, false, worker.block);
        sequenceForward(block, head, weights, worker);
        float* g = worker.extra.data();
        for (std::size_t l = 0; l < vectors; ++l) {
            m_kernels.residuals(g + l * size, head.classes, paddedTo(block.rows, m_kernels.panel), block.info,
                                kUnclipped, options.loss);
        }
        for (std::size_t r = 0; r < block.rows; ++r) {
            if (block.info.labels[r] >= 0) {
                addSequence(block.x + r * block.stride, g + r, head, task.clip, worker);
            }
        }
        std::transform(ofBlock, ofBlock + head.parameters(), s, s,
                       [](double part, double sum) { return sum + part; });
    });
    if (root == nullptr) {
        return false;
    }
    std::copy_n(root, head.parameters(), task.sum.data());
    return true;
}

void CpuBackend::addSequence(const float* x, const float* g, const HeadShape& head, double clip,
                             Worker& worker) {
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    const std::size_t inputs = head.inputs();
    std::vector<std::size_t> real;
    for (std::size_t l = 0; l < head.sequenceLength; ++l) {
        if (!isPadding(x + l * head.dim, head.dim)) {
            real.push_back(l);
        }
    }
    double* record = worker.record.ensure(head.parameters());
    double squares = 0.0;
    for (std::size_t j = 0; j < head.classes; ++j) {
        double* row = record + j * inputs;
        std::fill_n(row, inputs, 0.0);
        for (const std::size_t l : real) {
            const float* vector = x + l * head.dim;
            const auto residual = static_cast<double>(g[l * size + j * kLogitStride]);
            for (std::size_t k = 0; k < head.dim; ++k) {
                row[k] += residual * static_cast<double>(vector[k]);
            }
            if (head.bias) {
                row[head.dim] += residual;
            }
        }
        for (std::size_t k = 0; k < inputs; ++k) {
            squares += row[k] * row[k];
        }
    }
    if (real.empty() || !std::isfinite(squares)) {
        return;
    }
    // So many squares may have been rounded down, each sum of them by 2⁻⁵³.
    const double low = 1.0 - static_cast<double>(head.parameters() + 8) * 0x1p-53;
    const auto count = static_cast<double>(real.size());
    const double norm = std::sqrt(squares) / count;
    const double factor = (norm > clip ? clip / norm * low : 1.0) / count;
    double* sums = worker.blockSum.data();
    for (std::size_t i = 0; i < head.parameters(); ++i) {
        sums[i] += factor * record[i];
    }
}

void CpuBackend::sequenceLogits(const Block& block, const HeadShape& head, const HeadWeights& weights,
                                Worker& worker) const {
    sequenceForward(block, head, weights, worker);
    // A record's logits are the mean over its vectors that are not padding; scaling changes no prediction.
    const std::size_t size = std::size_t{head.classes} * kLogitStride;
    float* z = worker.extra.data();
    for (std::size_t r = 0; r < block.rows; ++r) {
        for (std::size_t l = 0; l < head.sequenceLength; ++l) {
            const bool real = !isPadding(block.x + r * block.stride + l * head.dim, head.dim);
            for (std::size_t j = 0; j < head.classes; ++j) {
                const float value =
                    real ? z[l * size + j * kLogitStride + r] / static_cast<float>(head.sequenceLength)
                         : 0.0F;
                z[j * kLogitStride + r] = l == 0 ? value : z[j * kLogitStride + r] + value;
            }
        }
    }
}

} // namespace parsimony::compute::cpu
