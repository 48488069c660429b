// SPDX-License-Identifier: GPL-3.0-or-later
// The pass of linear heads: logits, residuals and sums of one block after the other.
#include "core/compute/cpu/contrasts.h"
#include "core/compute/cpu/cpu_backend.h"

#include <algorithm>
#include <cmath>

namespace parsimony::compute::cpu {

namespace {

/// Rows of a piece of a block; a multiple of every panel.
constexpr std::size_t kPieceRows = 64;
/// Float32 sums of no more bytes are kept between pieces.
constexpr std::size_t kPiecesSums = std::size_t{96} << 10;

/// Where row `row` of the block, or behind it, begins; bfloat16 under another name where the block has that.
const float* rowAddress(const Block& block, std::size_t row) {
    return block.x16 != nullptr ? reinterpret_cast<const float*>(block.x16 + row * block.stride)
                                : block.x + row * block.stride;
}

} // namespace

CpuBackend::PackedHead CpuBackend::packLinear(const HeadShape& head, std::size_t paddedDim,
                                              std::span<const std::span<const double>> models) {
    std::vector<double> all;
    all.reserve(models.size() * head.parameters());
    for (const std::span<const double> model : models) {
        all.insert(all.end(), model.begin(), model.end());
    }
    return packColumns(head, paddedDim, all);
}

CpuBackend::PackedHead CpuBackend::packColumns(const HeadShape& head, std::size_t paddedDim,
                                               const std::vector<double>& all, bool narrow) {
    const std::size_t columns = all.size() / head.inputs();
    float* packed = m_packed.ensure(columns * paddedDim);
    const bool byRows = head.classes <= kDotClasses;
    if (byRows && narrow) {
        packRows16(all.data(), head.inputs(), columns, head.dim, paddedDim,
                   reinterpret_cast<std::uint16_t*>(packed));
    } else if (byRows) {
        packRows(all.data(), head.inputs(), columns, head.dim, paddedDim, packed);
    } else if (narrow) {
        packWeightPairs(all.data(), head.inputs(), columns, head.dim, paddedDim / 2,
                        reinterpret_cast<std::uint32_t*>(packed));
    } else {
        packWeights(all.data(), head.inputs(), columns, head.dim, paddedDim, packed);
    }
    if (!head.bias) {
        return {packed, nullptr, columns, paddedDim, narrow, byRows};
    }
    float* bias = m_packedBias.ensure(columns);
    for (std::size_t j = 0; j < columns; ++j) {
        bias[j] = static_cast<float>(all[j * head.inputs() + head.dim]);
    }
    return {packed, bias, columns, paddedDim, narrow, byRows};
}

void CpuBackend::panelLogits(const Rows& x, std::size_t row, const PackedHead& head, Fetch fetch,
                             std::size_t fetchTiles, Worker& worker) const {
    float* z = worker.logits.ensure(head.columns * kLogitStride) + row;
    if (head.byRows) {
        (head.narrow ? m_bf16->dot : m_kernels.dot)({x.first, x.stride, x.count, head.depth, head.weights,
                                                     head.bias, head.columns, z, fetch, fetchTiles});
        return;
    }
    // Pairs of bfloat16 move like floats.
    const std::size_t perValue = head.narrow ? 2 : 1;
    const std::size_t depth = head.depth / perValue;
    float* panel = worker.panels.ensure(m_kernels.panel * head.depth);
    m_kernels.pack(x.first, x.stride / perValue, x.count, depth, panel);
    (head.narrow ? m_bf16->multiply : m_kernels.multiply)(
        {panel, m_kernels.panel, depth, head.weights, head.bias, head.columns, z, fetch, fetchTiles});
}

float* CpuBackend::blockLogits(const Block& block, const PackedHead& head, Worker& worker) const {
    for (std::size_t row = 0; row < block.rows; row += m_kernels.panel) {
        const bool more = block.followed || row + 2 * m_kernels.panel <= block.rows;
        const Rows x{rowAddress(block, row), block.stride, std::min(m_kernels.panel, block.rows - row)};
        panelLogits(x, row, head, more ? rowAddress(block, row + m_kernels.panel) : nullptr, 2, worker);
    }
    return worker.logits.data();
}

void CpuBackend::addProduct(const Rows& x, bool narrow, AccumulateArgs args, Worker& worker) const {
    args.x = x.first;
    args.stride = x.stride;
    args.rows = x.count;
    if (!narrow) {
        m_kernels.accumulate(args);
        return;
    }
    std::uint16_t* g = worker.residuals16.ensure(args.columns * kLogitStride);
    m_bf16->truncate(args.g, args.columns, paddedTo(args.rows, m_kernels.panel), g);
    args.g = reinterpret_cast<const float*>(g);
    m_bf16->accumulate(args, worker.pairs.ensure((kBlockRows + 1) / 2 * m_kernels.panel));
}

void CpuBackend::makeResiduals(float* z, std::size_t rows, const BlockRows& info,
                               const Epilogue& epilogue) const {
    for (const float clip : epilogue.clips) {
        if (epilogue.contrasts) {
            m_kernels.contrasts(z, epilogue.columns, rows, info, clip, epilogue.shift);
        } else {
            m_kernels.residuals(z, epilogue.columns, rows, info, clip, epilogue.loss);
        }
        z += epilogue.columns * kLogitStride;
    }
}

void CpuBackend::addBlock(const Block& block, const Epilogue& epilogue, const PackedHead& head, double* sums,
                          Worker& worker) const {
    // Where the float32 sums of all columns are small, a block is worked on in pieces that are read again
    // from a near cache; the pieces share those sums. Each of the two products fetches half of the next
    // piece; elsewhere the first product fetches the next panel.
    const bool pieces = head.columns * head.depth * sizeof(float) <= kPiecesSums;
    const std::size_t piece = pieces ? kPieceRows : kBlockRows;
    float* partial = pieces ? worker.extra.ensure(head.columns * paddedTo(head.depth, 32)) : nullptr;
    const bool widened = block.x16 != nullptr && !head.narrow;
    const bool ahead = pieces || widened; // fetches by pieces
    for (std::size_t row = 0; row < block.rows; row += piece) {
        const std::size_t rows = std::min(piece, block.rows - row);
        Rows x{rowAddress(block, row), block.stride, rows};
        if (widened) { // by pieces, for they stay in a near cache
            float* wide = worker.block.rows.ensure(kBlockRows * block.stride);
            m_kernels.widen(block.x16 + row * block.stride, rows * block.stride, wide);
            x.first = wide;
        }
        const bool more = ahead && (block.followed || row + 2 * piece <= block.rows);
        for (std::size_t r = 0; r < rows; r += m_kernels.panel) {
            Fetch fetch = nullptr;
            if (more) { // half a piece of float32 is a whole one of bfloat16
                fetch = widened ? rowAddress(block, row + piece) + r / 2 * block.stride
                                : rowAddress(block, row + piece + r / 2);
            } else if (!ahead && (block.followed || r + 2 * m_kernels.panel <= block.rows)) {
                fetch = rowAddress(block, r + m_kernels.panel);
            }
            const float* first = head.narrow ? rowAddress(block, row + r) : x.first + r * x.stride;
            panelLogits({first, x.stride, std::min(m_kernels.panel, rows - r)}, row + r, head, fetch,
                        ahead ? 1 : 2, worker);
        }
        float* z = worker.logits.data() + row;
        makeResiduals(z, paddedTo(rows, m_kernels.panel), {block.info.labels + row, block.info.norms + row},
                      epilogue);
        AccumulateArgs args;
        args.g = z;
        args.columns = head.columns;
        args.width = head.depth;
        args.s = sums;
        args.lds = head.depth;
        args.partial = partial;
        args.first = row == 0;
        args.last = row + piece >= block.rows;
        args.fetch = more && !widened && rows == piece ? rowAddress(block, row + piece + piece / 2) : nullptr;
        addProduct(x, head.narrow, args, worker);
    }
}

bool CpuBackend::linearGradients(const CpuResident& data, const PassOptions& options,
                                 std::span<const GradientTask> tasks) {
    const HeadShape& head = options.head;
    const std::size_t blocks = data.blocks(options.subset);
    if (blocks == 0) {
        for (const GradientTask& task : tasks) {
            std::fill(task.sum.begin(), task.sum.end(), 0.0);
        }
        return !options.stop.stop_requested();
    }
    const Contrasts contrasts(head);
    Epilogue epilogue;
    epilogue.loss = options.loss;
    epilogue.contrasts = options.loss == Loss::Softmax && head.classes > 1;
    epilogue.shift = static_cast<float>(contrasts.shift());
    epilogue.columns = epilogue.contrasts ? contrasts.columns() : head.classes;
    for (const GradientTask& task : tasks) {
        const auto clip = static_cast<float>(task.clip); // rounded down: the bound is never exceeded
        epilogue.clips.push_back(static_cast<double>(clip) > task.clip ? std::nextafter(clip, 0.0F) : clip);
    }
    const std::size_t lds = data.paddedDim();
    const std::size_t trialSize = epilogue.columns * lds;
    const std::size_t laneSize = tasks.size() * trialSize;
    const std::size_t lanes =
        laneCount(blocks, trialSize, tasks.size()); // refuses what memory can't hold, before packing it
    const bool half = data.precision() == Precision::Bfloat16;
    std::vector<double> columns(tasks.size() * epilogue.columns * head.inputs());
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        double* out = columns.data() + k * epilogue.columns * head.inputs();
        if (epilogue.contrasts) {
            contrasts.differences(tasks[k].parameters, out);
        } else {
            std::copy(tasks[k].parameters.begin(), tasks[k].parameters.end(), out);
        }
    }
    const PackedHead packed = packColumns(head, lds, columns, half && m_bf16 != nullptr);
    double* sums = m_sums.ensure(lanes * laneSize);
    double* biasSums = m_biasSums.ensure(lanes * packed.columns);

    const bool done =
        forBlocks(blocks, lanes, options.stop, [&](std::size_t index, std::size_t lane, Worker& worker) {
            double* s = sums + lane * laneSize;
            double* b = biasSums + lane * packed.columns;
            if (index == blocks * lane / lanes) {
                std::fill_n(s, laneSize, 0.0);
                std::fill_n(b, packed.columns, 0.0);
            }
            const Block block = data.block(index, options.subset, head.bias, worker.block, half);
            addBlock(block, epilogue, packed, s, worker);
            const float* z = worker.logits.data();
            if (head.bias) {
                for (std::size_t j = 0; j < packed.columns; ++j) {
                    double sum = 0.0;
                    for (std::size_t r = 0; r < block.rows; ++r) {
                        sum += static_cast<double>(z[j * kLogitStride + r]);
                    }
                    b[j] += sum;
                }
            }
        });
    if (!done) {
        return false;
    }
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        // Lanes hold the columns of all tasks; each task takes its own.
        double* out = tasks[k].sum.data();
        const std::size_t first = k * epilogue.columns;
        m_pool.run(epilogue.columns, [&](std::size_t j, unsigned) {
            double* row = out + j * head.inputs();
            std::fill_n(row, head.inputs(), 0.0);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const double* part = sums + lane * laneSize + (first + j) * lds;
                for (std::size_t i = 0; i < head.dim; ++i) {
                    row[i] += part[i];
                }
                if (head.bias) {
                    row[head.dim] += biasSums[lane * packed.columns + first + j];
                }
            }
        });
        if (epilogue.contrasts) {
            contrasts.expand(tasks[k].sum);
        }
    }
    return true;
}

} // namespace parsimony::compute::cpu
