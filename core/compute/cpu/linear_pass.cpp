// SPDX-License-Identifier: GPL-3.0-or-later
// The pass of linear heads: logits, residuals and sums of one block after the other.
#include "core/compute/cpu/contrasts.h"
#include "core/compute/cpu/cpu_backend.h"
#include "core/compute/cpu/packing.h"

#include <algorithm>
#include <cmath>

namespace parsimony::compute::cpu {

namespace {

/// Rows of a piece of a block; a multiple of every panel.
constexpr std::size_t kPieceRows = 64;
/// Values that are transposed at a time: they stay in a first-level cache while all columns are multiplied.
constexpr std::size_t kTransposed = (std::size_t{24} << 10) / sizeof(float);
static_assert(data::kFewClasses == kDotClasses); // of which loading keeps binary16

/// Float32 sums of no more bytes are kept between pieces.
constexpr std::size_t kPiecesSums = std::size_t{96} << 10;

/// Where row `row` of the block, or behind it, begins; bfloat16 under another name where the block has that.
const float* rowAddress(const Block& block, std::size_t row) {
    return block.x16 != nullptr ? reinterpret_cast<const float*>(block.x16 + row * block.stride)
                                : block.x + row * block.stride;
}

/// Rows of the block, or behind it, to be fetched.
Fetch fetchOf(const Block& block, std::size_t row, std::size_t rows) {
    const std::size_t bytes = block.stride * (block.x16 != nullptr ? 2 : 4);
    return {reinterpret_cast<const char*>(rowAddress(block, row)), rows * bytes / kFetchLine};
}

/// What lies between the fractions from/of and to/of.
Fetch partOf(const Fetch& fetch, std::size_t from, std::size_t to, std::size_t of) {
    const std::size_t first = fetch.lines * from / of;
    return {fetch.first + first * kFetchLine, fetch.lines * to / of - first};
}

/// out[j] += Σ_r z[j][r].
void addRows(const float* z, std::size_t columns, std::size_t rows, double* out) {
    for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0.0;
        for (std::size_t r = 0; r < rows; ++r) {
            sum += static_cast<double>(z[j * kLogitStride + r]);
        }
        out[j] += sum;
    }
}

/// Gives the tasks their sums of a pass, where the `trialColumns` of each lie next to each other.
void unpackSums(const double* sums, const HeadShape& head, std::size_t lds, std::size_t trialColumns,
                std::span<const GradientTask> tasks) {
    const double* bias = sums + tasks.size() * trialColumns * lds;
    for (const GradientTask& task : tasks) {
        for (std::size_t j = 0; j < trialColumns; ++j) {
            double* row = task.sum.data() + j * head.inputs();
            std::copy_n(sums, head.dim, row);
            if (head.bias) {
                row[head.dim] = *bias;
            }
            sums += lds;
            ++bias;
        }
    }
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
                                               const std::vector<double>& all, Operands operands) {
    const std::size_t columns = all.size() / head.inputs();
    float* packed = m_packed.ensure(paddedTo(columns, kTileRows) * paddedDim);
    const bool byRows = head.classes <= kDotClasses;
    const bool narrow = operands == Operands::Pairs;
    if (operands == Operands::Tiles) {
        packWeightTiles(m_kernels, all.data(), head.inputs(), columns, head.dim, paddedDim,
                        reinterpret_cast<std::uint16_t*>(packed));
    } else if (byRows && narrow) {
        packRows16(all.data(), head.inputs(), columns, head.dim, paddedDim,
                   reinterpret_cast<std::uint16_t*>(packed));
    } else if (byRows) {
        packRows(all.data(), head.inputs(), columns, head.dim, paddedDim, m_kernels.dotColumns, packed);
    } else if (narrow) {
        packWeightPairs(all.data(), head.inputs(), columns, head.dim, paddedDim / 2,
                        reinterpret_cast<std::uint32_t*>(packed));
    } else {
        packWeights(all.data(), head.inputs(), columns, head.dim, paddedDim, packed);
    }
    if (!head.bias) {
        return {packed, nullptr, columns, paddedDim, operands, byRows};
    }
    float* bias = m_packedBias.ensure(columns);
    for (std::size_t j = 0; j < columns; ++j) {
        bias[j] = static_cast<float>(all[j * head.inputs() + head.dim]);
    }
    return {packed, bias, columns, paddedDim, operands, byRows};
}

void CpuBackend::panelLogits(const Rows& x, std::size_t row, const PackedHead& head, const Fetch& fetch,
                             Worker& worker) const {
    float* z = worker.logits.ensure(head.columns * kLogitStride) + row;
    if (head.byRows) {
        (head.narrow() ? m_instructions.pairs->dot
                       : m_kernels.dot)({x.first, x.stride, x.count, head.depth, head.weights, head.bias,
                                         head.columns, z, fetch, x.halves, x.factors, x.wide});
        return;
    }
    // Pairs of bfloat16 move like floats.
    const std::size_t perValue = head.narrow() ? 2 : 1;
    const std::size_t depth = head.depth / perValue;
    const std::size_t part = kTransposed / m_kernels.panel;
    float* panel = worker.panels.ensure(kTransposed);
    for (std::size_t k = 0; k < depth; k += part) {
        const std::size_t some = std::min(part, depth - k);
        m_kernels.pack(x.first + k, x.stride / perValue, x.count, some, panel);
        (head.narrow() ? m_instructions.pairs->multiply
                       : m_kernels.multiply)({panel, m_kernels.panel, some, head.weights, head.bias,
                                              head.columns, z, partOf(fetch, k, k + some, depth), k, depth});
    }
}

float* CpuBackend::blockLogits(const Block& block, const PackedHead& head, Worker& worker) const {
    for (std::size_t row = 0; row < block.rows; row += m_kernels.panel) {
        const bool more = block.followed || row + 2 * m_kernels.panel <= block.rows;
        const Rows x{rowAddress(block, row), block.stride, std::min(m_kernels.panel, block.rows - row)};
        panelLogits(x, row, head, more ? fetchOf(block, row + m_kernels.panel, m_kernels.panel) : Fetch(),
                    worker);
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
    m_instructions.pairs->truncate(args.g, args.columns, paddedTo(args.rows, m_kernels.panel), g);
    args.g = reinterpret_cast<const float*>(g);
    m_instructions.pairs->accumulate(args, worker.pairs.ensure((kBlockRows + 1) / 2 * m_kernels.panel));
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
    const bool widened = block.x16 != nullptr && !head.narrow();
    const bool ahead = pieces || widened; // fetches by pieces
    const bool isMade =
        block.source.lines > 0; // its rows are near already: what the next one is made from is not
    for (std::size_t row = 0; row < block.rows; row += piece) {
        const std::size_t rows = std::min(piece, block.rows - row);
        Rows x{rowAddress(block, row), block.stride, rows};
        float* wide = widened ? worker.block.rows.ensure(kBlockRows * block.stride) : nullptr;
        if (widened) {
            x.first = wide;
        }
        Fetch next;
        if (isMade) {
            next = partOf(block.source, row, row + rows, block.rows);
        } else if (ahead && (block.followed || row + 2 * piece <= block.rows)) {
            next = fetchOf(block, row + piece, piece);
        }
        const bool halves = widened && head.byRows && block.factors != nullptr; // widened by the product
        for (std::size_t r = 0; r < rows; r += m_kernels.panel) {
            const std::size_t count = std::min(m_kernels.panel, rows - r);
            if (widened && !halves) {
                block.widen(m_kernels, row + r, count, wide + r * x.stride);
            }
            Fetch fetch = partOf(next, r, r + count, 2 * rows);
            if (!ahead && !isMade && (block.followed || r + 2 * m_kernels.panel <= block.rows)) {
                fetch = fetchOf(block, r + m_kernels.panel, m_kernels.panel);
            }
            Rows panel{head.narrow() ? rowAddress(block, row + r) : x.first + r * x.stride, x.stride, count};
            if (halves) {
                panel.halves = block.x16 + (row + r) * block.stride;
                panel.factors = block.factors + row + r;
                panel.wide = wide + r * x.stride;
            }
            panelLogits(panel, row + r, head, fetch, worker);
        }
        float* z = worker.logits.data() + row;
        makeResiduals(z, paddedTo(rows, m_kernels.panel), block.info.from(row), epilogue);
        AccumulateArgs args;
        args.g = z;
        args.columns = head.columns;
        args.width = head.depth;
        args.s = sums;
        args.lds = head.depth;
        args.partial = partial;
        args.first = row == 0;
        args.last = row + piece >= block.rows;
        args.fetch = partOf(next, 1, 2, 2);
        addProduct(x, head.narrow(), args, worker);
    }
}

void CpuBackend::addTiles(const Block& block, const Epilogue& epilogue, const PackedHead& head, double* sums,
                          Worker& worker) const {
    const TileKernels& tiles = *m_instructions.tiles;
    const std::size_t rows = paddedTo(block.rows, kTileDepth);
    float* z = worker.logits.ensure(head.columns * kLogitStride);
    // Each of the two products fetches half of the next block.
    const Fetch next = block.followed ? fetchOf(block, block.rows, kBlockRows) : block.source;
    tiles.logits({block.x16, block.stride, rows, head.depth,
                  reinterpret_cast<const std::uint16_t*>(head.weights), head.bias, head.columns, z,
                  partOf(next, 0, 1, 2)});
    makeResiduals(z, paddedTo(rows, m_kernels.panel), block.info, epilogue);
    std::uint16_t* g = worker.residuals16.ensure(paddedTo(head.columns, kTileRows) * kBlockRows);
    tiles.cut(z, head.columns, rows, g);
    std::uint32_t* pairs = worker.pairs.ensure(kBlockRows * kTileDepth / 2);
    tiles.accumulate({g, head.columns, block.x16, block.stride, rows, head.depth, sums, head.depth,
                      reinterpret_cast<std::uint16_t*>(pairs), partOf(next, 1, 2, 2)});
}

CpuBackend::Epilogue CpuBackend::epilogueOf(const PassOptions& options, std::span<const GradientTask> tasks) {
    const Contrasts contrasts(options.head);
    Epilogue epilogue;
    epilogue.loss = options.loss;
    epilogue.contrasts = options.loss == Loss::Softmax && options.head.classes > 1;
    epilogue.shift = static_cast<float>(contrasts.shift());
    epilogue.columns = epilogue.contrasts ? contrasts.columns() : options.head.classes;
    for (const GradientTask& task : tasks) {
        const auto clip = static_cast<float>(task.clip); // rounded down: the bound is never exceeded
        epilogue.clips.push_back(static_cast<double>(clip) > task.clip ? std::nextafter(clip, 0.0F) : clip);
    }
    return epilogue;
}

CpuBackend::PackedHead CpuBackend::packTasks(const HeadShape& head, std::size_t paddedDim,
                                             const Epilogue& epilogue, std::span<const GradientTask> tasks,
                                             Operands operands) {
    const std::size_t size = epilogue.columns * head.inputs();
    std::vector<double> columns(tasks.size() * size);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        double* out = columns.data() + k * size;
        if (epilogue.contrasts) {
            Contrasts(head).differences(tasks[k].parameters, out);
        } else {
            std::copy(tasks[k].parameters.begin(), tasks[k].parameters.end(), out);
        }
    }
    return packColumns(head, paddedDim, columns, operands);
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
    const std::size_t lds = data.paddedDim();
    const Epilogue epilogue = epilogueOf(options, tasks);
    const std::size_t columns = tasks.size() * epilogue.columns;
    const std::size_t size = columns * lds + paddedTo(columns, 8); // the bias' sums come last
    // Refuses what memory can't hold, before packing it.
    SumPlan plan = planSums(blocks, size, epilogue.columns * (lds + 1));
    plan.addsOnce = true;
    const bool half = data.precision() == Precision::Bfloat16;
    Operands operands = Operands::Floats;
    if (half && m_instructions.tiles != nullptr) {
        operands = Operands::Tiles;
    } else if (half && m_instructions.pairs != nullptr) {
        operands = Operands::Pairs;
    }
    const PackedHead packed = packTasks(head, lds, epilogue, tasks, operands);
    const double* root = sumBlocks(plan, options.stop, [&](std::size_t index, double* sums, Worker& worker) {
        const Block block = data.block(index, options.subset, head.bias, worker.block, true);
        if (operands == Operands::Tiles) {
            addTiles(block, epilogue, packed, sums, worker);
        } else {
            addBlock(block, epilogue, packed, sums, worker);
        }
        if (head.bias) {
            addRows(worker.logits.data(), columns, block.rows, sums + columns * lds);
        }
    });
    if (root == nullptr) {
        return false;
    }
    unpackSums(root, head, lds, epilogue.columns, tasks);
    for (const GradientTask& task : tasks) {
        if (epilogue.contrasts) {
            Contrasts(head).expand(task.sum);
        }
    }
    return true;
}

} // namespace parsimony::compute::cpu
