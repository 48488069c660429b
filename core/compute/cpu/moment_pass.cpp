// SPDX-License-Identifier: GPL-3.0-or-later
// Sums for the second-order trainers and the private mean.
#include "core/compute/cpu/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace parsimony::compute::cpu {

namespace {

/// Rows scaled to norm ≤ clip; rows without a label and rows that aren't finite become zeros. With `bias` a 1
/// is appended behind the clipped row. `width` floats a row, the rest zeros.
void clipRows(const Block& block, std::size_t dim, double clip, bool bias, std::size_t width, float* out) {
    for (std::size_t r = 0; r < block.rows; ++r) {
        float* row = out + r * width;
        std::fill_n(row, width, 0.0F);
        const double norm = static_cast<double>(block.info.norms[r]);
        if (block.info.labels[r] < 0 || !(norm <= 3.4e38)) {
            continue;
        }
        const double factor =
            norm > clip ? clip / norm * (1.0 - 0x1p-22) : 1.0; // scaled entries may round up
        for (std::size_t k = 0; k < dim; ++k) {
            row[k] = static_cast<float>(static_cast<double>(block.x[r * block.stride + k]) * factor);
        }
        if (bias) {
            row[dim] = 1.0F;
        }
    }
}

/// columns[k][kLogitStride] = weight[r]·rows[r][k]: the left operand of `accumulate` for Σ weight x xᵀ.
void transposeRows(const float* rows, std::size_t count, std::size_t width, std::size_t columns,
                   const float* weight, float* out) {
    for (std::size_t k = 0; k < columns; ++k) {
        for (std::size_t r = 0; r < count; ++r) {
            const float value = rows[r * width + k];
            out[k * kLogitStride + r] = weight == nullptr ? value : weight[r] * value;
        }
    }
}

void addTo(double* sums, const double* part, std::size_t size) {
    std::transform(sums, sums + size, part, sums, [](double sum, double more) { return sum + more; });
}

/// sums[k] += Σ rows[r][k] over the labelled rows of a block whose class is `wanted`.
template <class Wanted>
void addLabelled(const Block& block, const float* rows, std::size_t size, std::size_t width,
                 const Wanted& wanted, double* sums) {
    for (std::size_t r = 0; r < block.rows; ++r) {
        if (block.info.labels[r] >= 0 && wanted(block.info.labels[r])) {
            for (std::size_t k = 0; k < size; ++k) {
                sums[k] += static_cast<double>(rows[r * width + k]);
            }
        }
    }
}

/// The same of rows of several labels, each in the sums of all its classes.
void addBySets(const Block& block, const float* rows, std::size_t size, std::size_t width, double* ofBlock,
               double* sums) {
    std::vector<std::pair<std::int32_t, std::size_t>> places; // class and row
    for (std::size_t r = 0; r < block.rows; ++r) {
        block.info.forLabels(r, [&](std::int32_t label) { places.emplace_back(label, r); });
    }
    std::sort(places.begin(), places.end());
    for (std::size_t i = 0; i < places.size();) {
        const std::int32_t label = places[i].first;
        std::fill_n(ofBlock, size, 0.0);
        for (; i < places.size() && places[i].first == label; ++i) {
            const float* row = rows + places[i].second * width;
            std::transform(ofBlock, ofBlock + size, row, ofBlock,
                           [](double sum, float value) { return sum + static_cast<double>(value); });
        }
        addTo(sums + static_cast<std::size_t>(label) * width, ofBlock, size);
    }
}

/// sums[class][width] += the sums of a block's rows of each class, added up inside the block first: the proof
/// at kArithmeticSlack counts blocks, not rows, across them.
void addByClass(const Block& block, const float* rows, std::size_t size, std::size_t width, double* ofBlock,
                double* sums) {
    if (block.info.sets != nullptr) {
        addBySets(block, rows, size, width, ofBlock, sums);
        return;
    }
    for (std::size_t r = 0; r < block.rows; ++r) {
        const std::int32_t label = block.info.labels[r];
        const std::int32_t* before = block.info.labels + r;
        if (label < 0 || std::find(block.info.labels, before, label) != before) {
            continue;
        }
        std::fill_n(ofBlock, size, 0.0);
        addLabelled(
            block, rows, size, width, [label](std::int32_t other) { return other == label; }, ofBlock);
        addTo(sums + static_cast<std::size_t>(label) * width, ofBlock, size);
    }
}

/// Copies the upper triangle of sums[D][lds] to both triangles of out[D][D].
void mirror(const double* sums, std::size_t lds, std::size_t size, double* out) {
    for (std::size_t j = 0; j < size; ++j) {
        for (std::size_t k = j; k < size; ++k) {
            out[j * size + k] = sums[j * lds + k];
            out[k * size + j] = sums[j * lds + k];
        }
    }
}

} // namespace

bool CpuBackend::classGrams(const CpuResident& mine, const MomentTask& task, const std::stop_token& stop) {
    const std::size_t size = mine.dim() + (task.bias ? 1 : 0);
    const std::size_t width = paddedTo(size, kRowPadding);
    const SumPlan plan = planSums(mine.blocks(nullptr), size * width, size * width);
    for (std::size_t j = 0; j < mine.classes(); ++j) {
        const double* sums = sumBlocks(plan, stop, [&](std::size_t index, double* s, Worker& worker) {
            const Block block = mine.block(index, nullptr, false, worker.block);
            // Rows of other classes keep their place, as rows of zeros: the proof counts places.
            float ofClass[kBlockRows] = {};
            for (std::size_t r = 0; r < block.rows; ++r) {
                ofClass[r] = block.info.has(r, j) ? 1.0F : 0.0F;
            }
            if (std::find(ofClass, ofClass + block.rows, 1.0F) == ofClass + block.rows) {
                return; // zeros alone
            }
            float* rows = worker.extra.ensure(kBlockRows * width);
            clipRows(block, mine.dim(), task.rowClip, task.bias, width, rows);
            float* columns = worker.logits.ensure(size * kLogitStride);
            transposeRows(rows, block.rows, width, size, ofClass, columns);
            m_kernels.accumulate({columns, size, rows, width, block.rows, width, s, width, true});
        });
        if (sums == nullptr) {
            return false;
        }
        mirror(sums, width, size, task.classGrams.data() + j * size * size);
    }
    return true;
}

bool CpuBackend::doMoments(const ResidentData& data, const MomentTask& task, std::stop_token stop) {
    const CpuResident& mine = resident(data);
    if (!task.classGrams.empty() && !classGrams(mine, task, stop)) {
        return false;
    }
    if (task.gram.empty() && task.classSums.empty() && task.rowSum.empty()) {
        return true;
    }
    const std::size_t dim = mine.dim();
    const std::size_t size = dim + (task.bias ? 1 : 0);
    const std::size_t width = paddedTo(size, kRowPadding);
    const std::size_t blocks = mine.blocks(nullptr);
    const std::size_t classes = mine.classes();
    const std::size_t gramSize = task.gram.empty() ? 0 : size * width;
    const std::size_t classSize = task.classSums.empty() ? 0 : classes * width;
    const std::size_t sumSize = gramSize + classSize + (task.rowSum.empty() ? 0 : width);
    const double* sums = sumBlocks(
        planSums(blocks, sumSize, sumSize), stop, [&](std::size_t index, double* s, Worker& worker) {
            const Block block = mine.block(index, nullptr, false, worker.block);
            float* rows = worker.extra.ensure(kBlockRows * width);
            clipRows(block, dim, task.rowClip, task.bias, width, rows);
            if (gramSize != 0) {
                float* columns = worker.logits.ensure(size * kLogitStride);
                transposeRows(rows, block.rows, width, size, nullptr, columns);
                m_kernels.accumulate({columns, size, rows, width, block.rows, width, s, width, true});
            }
            double* ofBlock = worker.blockSum.ensure(width);
            if (classSize != 0) {
                addByClass(block, rows, size, width, ofBlock, s + gramSize);
            }
            if (!task.rowSum.empty()) {
                std::fill_n(ofBlock, size, 0.0);
                addLabelled(
                    block, rows, size, width, [](std::int32_t) { return true; }, ofBlock);
                addTo(s + gramSize + classSize, ofBlock, size);
            }
        });
    if (sums == nullptr) {
        return false;
    }
    if (gramSize != 0) {
        mirror(sums, width, size, task.gram.data());
    }
    for (std::size_t j = 0; classSize != 0 && j < classes; ++j) {
        std::copy_n(sums + gramSize + j * width, size, task.classSums.data() + j * size);
    }
    if (!task.rowSum.empty()) {
        std::copy_n(sums + gramSize + classSize, size, task.rowSum.data());
    }
    return true;
}

bool CpuBackend::doNewtonSums(const ResidentData& data, const NewtonTask& task, std::stop_token stop) {
    const CpuResident& mine = resident(data);
    const std::size_t size = mine.dim();
    const std::size_t width = paddedTo(size, kRowPadding);
    const std::size_t sumSize = (size + 1) * width; // the gradient comes last
    const SumPlan plan = planSums(mine.blocks(nullptr), sumSize, sumSize);
    for (std::size_t j = 0; j < mine.classes(); ++j) {
        const double* theta = task.parameters.data() + j * size;
        const double* sums = sumBlocks(plan, stop, [&](std::size_t index, double* s, Worker& worker) {
            const Block block = mine.block(index, nullptr, false, worker.block);
            float* rows = worker.extra.ensure(kBlockRows * width);
            float* columns = worker.logits.ensure(size * kLogitStride);
            clipRows(block, size, task.rowClip, false, width, rows);
            float curvature[kBlockRows];
            double* ofBlock = worker.blockSum.ensure(size);
            std::fill_n(ofBlock, size, 0.0);
            for (std::size_t r = 0; r < block.rows; ++r) {
                const float* row = rows + r * width;
                double z = task.offsets[j];
                for (std::size_t k = 0; k < size; ++k) {
                    z += theta[k] * static_cast<double>(row[k]);
                }
                const bool valid = block.info.labels[r] >= 0 && std::isfinite(z);
                const double e = std::exp(-std::fabs(z));
                const double p = (z < 0.0 ? e : 1.0) / (1.0 + e);
                const double own = block.info.has(r, j) ? 1.0 : 0.0;
                const double slope = valid ? p - own : 0.0;
                curvature[r] = valid ? static_cast<float>(p * (1.0 - p)) : 0.0F;
                for (std::size_t k = 0; k < size; ++k) {
                    ofBlock[k] += slope * static_cast<double>(row[k]);
                }
            }
            addTo(s + size * width, ofBlock, size);
            transposeRows(rows, block.rows, width, size, curvature, columns);
            m_kernels.accumulate({columns, size, rows, width, block.rows, width, s, width, true});
        });
        if (sums == nullptr) {
            return false;
        }
        std::copy_n(sums + size * width, size, task.gradients.data() + j * size);
        mirror(sums, width, size, task.hessians.data() + j * size * size);
    }
    return true;
}

bool CpuBackend::doClippedLossDifference(const ResidentData& data, const PassOptions& options,
                                         std::span<const double> plus, std::span<const double> minus,
                                         double clip, double& sum) {
    const CpuResident& mine = resident(data);
    const HeadShape& head = options.head;
    const std::size_t blocks = mine.blocks(options.subset);
    const std::span<const double> models[] = {plus, minus};
    const PackedHead packed = packLinear(head, mine.paddedDim(), models);
    const auto loss = [&](const float* z, const BlockRows& info, std::size_t r) {
        double total = 0.0;
        if (options.loss == Loss::Softmax) {
            float top = z[0];
            for (std::size_t j = 1; j < head.classes; ++j) {
                top = std::max(top, z[j * kLogitStride]);
            }
            for (std::size_t j = 0; j < head.classes; ++j) {
                total += static_cast<double>(std::exp(z[j * kLogitStride] - top));
            }
            const auto label = static_cast<std::size_t>(info.labels[r]); // the only one
            return std::log(total) + static_cast<double>(top) - static_cast<double>(z[label * kLogitStride]);
        }
        for (std::size_t j = 0; j < head.classes; ++j) {
            const double v = static_cast<double>(z[j * kLogitStride]) * (info.has(r, j) ? -1.0 : 1.0);
            total += std::max(v, 0.0) + std::log1p(std::exp(-std::fabs(v)));
        }
        return total;
    };
    const double* root =
        sumBlocks(planSums(blocks, 1, 1), options.stop, [&](std::size_t index, double* s, Worker& worker) {
            const Block block = mine.block(index, options.subset, head.bias, worker.block);
            const float* z = blockLogits(block, packed, worker);
            double ofBlock = 0.0;
            for (std::size_t r = 0; r < block.rows; ++r) {
                if (block.info.labels[r] < 0) {
                    continue;
                }
                const double difference =
                    loss(z + r, block.info, r) - loss(z + head.classes * kLogitStride + r, block.info, r);
                ofBlock += std::isfinite(difference) ? std::clamp(difference, -clip, clip) : 0.0;
            }
            *s += ofBlock;
        });
    if (root == nullptr) {
        return false;
    }
    sum = *root;
    return true;
}

} // namespace parsimony::compute::cpu
