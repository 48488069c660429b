// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/cpu_backend.h"

#include "core/base/error.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <string>

namespace parsimony::compute {

std::unique_ptr<ComputeBackend> makeCpuBackend(const CpuOptions& options) {
    return std::make_unique<cpu::CpuBackend>(options, cpu::bestKernels());
}

namespace cpu {

namespace {

/// Rows of a piece of a block; a multiple of every panel.
constexpr std::size_t kPieceRows = 64;

/// Where row `row` of the block, or behind it, begins; bfloat16 under another name where the block has that.
const float* rowAddress(const Block& block, std::size_t row) {
    return block.x16 != nullptr ? reinterpret_cast<const float*>(block.x16 + row * block.stride)
                                : block.x + row * block.stride;
}

std::string processorName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) {
            const std::size_t colon = line.find(": ");
            return colon == std::string::npos ? line : line.substr(colon + 2);
        }
    }
    return "processor";
}

std::uint64_t physicalMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size)
                                 : std::uint64_t{1} << 62;
}

} // namespace

CpuBackend::CpuBackend(const CpuOptions& options, const Kernels& kernels)
    : m_kernels(kernels), m_bf16(kernels.panel == 64 ? bf16Kernels() : nullptr), m_pool(options.threads),
      m_workers(m_pool.threads()) {}

std::string CpuBackend::description() const {
    return processorName() + ", " + m_kernels.name + (m_bf16 != nullptr ? " with bf16" : "") + ", " +
           std::to_string(m_pool.threads()) + (m_pool.threads() == 1 ? " thread" : " threads");
}

std::unique_ptr<ResidentData> CpuBackend::doUpload(const UploadRequest& request) {
    return std::make_unique<CpuResident>(request, m_kernels, m_pool);
}

const CpuResident& CpuBackend::resident(const ResidentData& data) const {
    const auto* mine = dynamic_cast<const CpuResident*>(&data);
    if (mine == nullptr) {
        failUsage("these features were made resident by another backend");
    }
    return *mine;
}

std::size_t CpuBackend::laneCount(std::size_t blocks, std::size_t doublesPerLane, std::size_t trials) const {
    const std::uint64_t bytes = std::max<std::uint64_t>(1, std::uint64_t{doublesPerLane} * 8);
    std::uint64_t lanes = std::clamp<std::uint64_t>((std::uint64_t{8} << 20) / bytes, 8, 32);
    while (lanes > 1 && lanes * bytes > (std::uint64_t{2} << 30)) {
        lanes /= 2;
    }
    lanes = std::min<std::uint64_t>(lanes, blocks);
    if (lanes * bytes * trials > physicalMemory() / 2) {
        failUsage("the sums of this pass need " + std::to_string((lanes * bytes * trials) >> 20) +
                  " MiB, more than this machine can spare: train fewer trials together, or use fewer classes "
                  "or features");
    }
    return static_cast<std::size_t>(lanes);
}

CpuBackend::PackedHead CpuBackend::packLinear(const HeadShape& head, std::size_t paddedDim,
                                              std::span<const std::span<const double>> models, bool narrow) {
    const std::size_t columns = models.size() * head.classes;
    std::vector<double> all(columns * head.inputs());
    for (std::size_t k = 0; k < models.size(); ++k) {
        std::copy(models[k].begin(), models[k].end(),
                  all.begin() + static_cast<std::ptrdiff_t>(k * head.parameters()));
    }
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

void CpuBackend::panelLogits(const Block& block, std::size_t row, const PackedHead& head, Fetch fetch,
                             std::size_t fetchTiles, Worker& worker) const {
    float* z = worker.logits.ensure(head.columns * kLogitStride) + row;
    const std::size_t rows = std::min(m_kernels.panel, block.rows - row);
    if (head.byRows) {
        (head.narrow ? m_bf16->dot
                     : m_kernels.dot)({rowAddress(block, row), block.stride, rows, head.depth, head.weights,
                                       head.bias, head.columns, z, fetch, fetchTiles});
        return;
    }
    float* panel = worker.panels.ensure(m_kernels.panel * head.depth);
    if (head.narrow) { // pairs of bfloat16 move like floats
        const auto* pairs = reinterpret_cast<const float*>(block.x16 + row * block.stride);
        m_kernels.pack(pairs, block.stride / 2, rows, head.depth / 2, panel);
        m_bf16->multiply({panel, m_kernels.panel, head.depth / 2, head.weights, head.bias, head.columns, z,
                          fetch, fetchTiles});
        return;
    }
    m_kernels.pack(block.x + row * block.stride, block.stride, rows, head.depth, panel);
    m_kernels.multiply(
        {panel, m_kernels.panel, head.depth, head.weights, head.bias, head.columns, z, fetch, fetchTiles});
}

float* CpuBackend::blockLogits(const Block& block, const PackedHead& head, Worker& worker) const {
    for (std::size_t row = 0; row < block.rows; row += m_kernels.panel) {
        const bool more = block.followed || row + 2 * m_kernels.panel <= block.rows;
        panelLogits(block, row, head, more ? rowAddress(block, row + m_kernels.panel) : nullptr, 2, worker);
    }
    return worker.logits.data();
}

void CpuBackend::addProduct(const Block& block, std::size_t row, AccumulateArgs args, Worker& worker) const {
    args.x = rowAddress(block, row);
    args.stride = block.stride;
    if (block.x16 == nullptr) {
        m_kernels.accumulate(args);
        return;
    }
    std::uint16_t* narrow = worker.residuals16.ensure(args.columns * kLogitStride);
    m_bf16->truncate(args.g, args.columns, paddedTo(args.rows, m_kernels.panel), narrow);
    args.g = reinterpret_cast<const float*>(narrow);
    m_bf16->accumulate(args, worker.pairs.ensure((kBlockRows + 1) / 2 * m_kernels.panel));
}

void CpuBackend::addBlock(const Block& block, const PassOptions& options, std::span<const float> clips,
                          const PackedHead& head, double* sums, Worker& worker) const {
    // Where the float32 sums of all columns are small, a block is worked on in pieces that are read again
    // from a near cache; the pieces share those sums.
    const std::size_t piece =
        head.columns * head.depth * sizeof(float) <= 96 * 1024 ? kPieceRows : kBlockRows;
    const bool small = piece < kBlockRows;
    float* partial = small ? worker.extra.ensure(head.columns * head.depth) : nullptr;
    const std::size_t classes = options.head.classes;
    for (std::size_t row = 0; row < block.rows; row += piece) {
        const std::size_t rows = std::min(piece, block.rows - row);
        const bool more =
            block.followed || row + 2 * piece <= block.rows; // another piece lies behind this one
        for (std::size_t r = row; r < row + rows; r += m_kernels.panel) {
            const bool follows = block.followed || r + 2 * m_kernels.panel <= block.rows;
            Fetch fetch = nullptr;
            if (small &&
                more) { // this product fetches half of the next piece, the other product the other half
                fetch = rowAddress(block, row + piece + (r - row) / 2);
            } else if (!small && follows) {
                fetch = rowAddress(block, r + m_kernels.panel);
            }
            panelLogits(block, r, head, fetch, small ? 1 : 2, worker);
        }
        float* z = worker.logits.data() + row;
        const BlockRows info{block.info.labels + row, block.info.norms + row};
        for (std::size_t k = 0; k < clips.size(); ++k) {
            m_kernels.residuals(z + k * classes * kLogitStride, classes, paddedTo(rows, m_kernels.panel),
                                info, clips[k], options.loss);
        }
        AccumulateArgs args;
        args.g = z;
        args.columns = head.columns;
        args.rows = rows;
        args.width = head.depth;
        args.s = sums;
        args.lds = head.depth;
        args.partial = partial;
        args.first = !small || row == 0;
        args.last = !small || row + piece >= block.rows;
        args.fetch = small && more && rows == piece ? rowAddress(block, row + piece + piece / 2) : nullptr;
        addProduct(block, row, args, worker);
    }
}

bool CpuBackend::forBlocks(std::size_t blocks, std::size_t lanes, const std::stop_token& stop,
                           const std::function<void(std::size_t, std::size_t, Worker&)>& work) {
    std::atomic<bool> stopped{false};
    m_pool.run(lanes, [&](std::size_t lane, unsigned index) {
        Worker& worker = m_workers[index];
        for (std::size_t block = blocks * lane / lanes; block < blocks * (lane + 1) / lanes; ++block) {
            if (stopped.load(std::memory_order_relaxed) || stop.stop_requested()) {
                stopped.store(true);
                return;
            }
            work(block, lane, worker);
        }
    });
    return !stopped.load();
}

bool CpuBackend::doClippedGradientSums(const ResidentData& data, const PassOptions& options,
                                       std::span<const GradientTask> tasks) {
    const CpuResident& mine = resident(data);
    if (options.head.kind == HeadKind::Linear || mine.blocks(options.subset) == 0) {
        return linearGradients(mine, options, tasks);
    }
    return std::all_of(tasks.begin(), tasks.end(), [&](const GradientTask& task) {
        return options.head.kind == HeadKind::Hidden ? hiddenGradient(mine, options, task)
                                                     : sequenceGradient(mine, options, task);
    });
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
    std::vector<std::span<const double>> models;
    std::vector<float> clips;
    for (const GradientTask& task : tasks) {
        models.push_back(task.parameters);
        const auto clip = static_cast<float>(task.clip); // rounded down: the bound is never exceeded
        clips.push_back(static_cast<double>(clip) > task.clip ? std::nextafter(clip, 0.0F) : clip);
    }
    const std::size_t lds = data.paddedDim();
    const std::size_t trialSize = head.classes * lds;
    const std::size_t laneSize = tasks.size() * trialSize;
    const std::size_t lanes =
        laneCount(blocks, trialSize, tasks.size()); // refuses what memory can't hold, before packing it
    const bool narrow = m_bf16 != nullptr && data.precision() == Precision::Bfloat16;
    const PackedHead packed = packLinear(head, lds, models, narrow);
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
            const Block block = data.block(index, options.subset, head.bias, worker.block, narrow);
            addBlock(block, options, clips, packed, s, worker);
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
        const std::size_t first = k * head.classes;
        m_pool.run(head.classes, [&](std::size_t j, unsigned) {
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
    }
    return true;
}

bool CpuBackend::countModel(const CpuResident& data, const HeadShape& head, std::span<const double> model,
                            std::vector<std::uint64_t>& correct, const std::stop_token& stop) {
    const std::size_t blocks = data.blocks(nullptr);
    const bool linear = head.kind == HeadKind::Linear;
    HeadWeights weights;
    if (linear) {
        weights.first = packLinear(head, data.paddedDim(), std::span(&model, 1));
    } else {
        weights = packHead(head, data.paddedDim(), model);
    }
    std::vector<std::uint64_t> counts(m_workers.size() * head.classes);
    const bool done = forBlocks(
        blocks, std::min<std::size_t>(blocks, 64), stop, [&](std::size_t index, std::size_t, Worker& worker) {
            const Block block = data.block(index, nullptr, head.bias, worker.block);
            const float* z = linear ? blockLogits(block, weights.first, worker)
                                    : modelLogits(block, head, weights, worker);
            float best[kBlockRows];
            std::int32_t label[kBlockRows] = {};
            std::copy_n(z, kBlockRows, best);
            for (std::uint32_t j = 1; j < head.classes; ++j) {
                for (std::size_t r = 0; r < kBlockRows; ++r) {
                    const bool more = z[j * kLogitStride + r] > best[r];
                    best[r] = more ? z[j * kLogitStride + r] : best[r];
                    label[r] = more ? static_cast<std::int32_t>(j) : label[r];
                }
            }
            std::uint64_t* mine =
                counts.data() + static_cast<std::size_t>(&worker - m_workers.data()) * head.classes;
            for (std::size_t r = 0; r < block.rows; ++r) {
                mine[static_cast<std::size_t>(label[r])] += block.info.labels[r] == label[r] ? 1U : 0U;
            }
        });
    correct.assign(head.classes, 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        correct[i % head.classes] += counts[i];
    }
    return done;
}

bool CpuBackend::doCountCorrect(const ResidentData& data, const HeadShape& head,
                                std::span<const std::span<const double>> models,
                                std::span<CorrectCounts> counts, std::stop_token stop) {
    const CpuResident& mine = resident(data);
    for (std::size_t m = 0; m < models.size(); ++m) {
        CorrectCounts& out = counts[m];
        if (!countModel(mine, head, models[m], out.perClass, stop)) {
            return false;
        }
        out.total = 0;
        for (const std::uint64_t n : out.perClass) {
            out.total += n;
        }
        out.recordsPerClass.assign(head.classes, 0);
        for (const std::int32_t label : mine.labels()) {
            if (label >= 0) {
                ++out.recordsPerClass[static_cast<std::size_t>(label)];
            }
        }
    }
    return true;
}

void CpuBackend::doLogits(const ResidentData& data, const HeadShape& head, std::span<const double> parameters,
                          std::size_t first, std::size_t count, std::span<float> out) {
    const CpuResident& mine = resident(data);
    const bool linear = head.kind == HeadKind::Linear;
    HeadWeights weights;
    if (linear) {
        weights.first = packLinear(head, mine.paddedDim(), std::span(&parameters, 1));
    } else {
        weights = packHead(head, mine.paddedDim(), parameters);
    }
    const std::size_t firstBlock = first / kBlockRows;
    const std::size_t blocks = (first + count + kBlockRows - 1) / kBlockRows - firstBlock;
    m_pool.run(blocks, [&](std::size_t offset, unsigned index) {
        Worker& worker = m_workers[index];
        const Block block = mine.block(firstBlock + offset, nullptr, head.bias, worker.block);
        const float* z =
            linear ? blockLogits(block, weights.first, worker) : modelLogits(block, head, weights, worker);
        for (std::size_t r = 0; r < block.rows; ++r) {
            const std::size_t row = (firstBlock + offset) * kBlockRows + r;
            if (row < first || row >= first + count) {
                continue;
            }
            for (std::size_t j = 0; j < head.classes; ++j) {
                out[(row - first) * head.classes + j] = z[j * kLogitStride + r];
            }
        }
    });
}

} // namespace cpu
} // namespace parsimony::compute
