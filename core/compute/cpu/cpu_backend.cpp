// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/cpu_backend.h"

#include "core/base/sentence.h"
#include "core/compute/cpu/shared_leaves.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <fstream>
#include <numeric>
#include <string>

namespace parsimony::compute::cpu {

namespace {

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

/// The most sums that are alive at once where workers take so many leaves together: what each has in hand and
/// left behind on its way up, and nodes of what is done already that wait for their siblings.
std::uint64_t sumsAlive(std::size_t leaves, std::size_t itemLeaves, std::size_t workers) {
    const std::size_t items = leaves / std::max<std::size_t>(1, itemLeaves);
    const std::uint64_t busy = std::min(items, workers);
    return std::min<std::uint64_t>(leaves, busy * (std::bit_width(itemLeaves) + 2 * std::bit_width(items)));
}

} // namespace

CpuBackend::CpuBackend(const CpuOptions& options, InstructionSet instructions)
    : m_instructions(std::move(instructions)), m_pool(options.threads), m_workers(m_pool.threads()) {}

std::string CpuBackend::description() const {
    return processorName() + ", " + m_instructions.name + ", " + std::to_string(m_pool.threads()) +
           (m_pool.threads() == 1 ? " thread" : " threads");
}

std::unique_ptr<ResidentData> CpuBackend::doUpload(const UploadRequest& request) {
    return std::make_unique<CpuResident>(request, m_instructions, m_pool);
}

std::unique_ptr<CpuResident> CpuBackend::uploadShare(const UploadRequest& request, RowShare share) {
    return std::make_unique<CpuResident>(request, m_instructions, m_pool, share);
}

const CpuResident& CpuBackend::resident(const ResidentData& data) const {
    const auto* mine = dynamic_cast<const CpuResident*>(&data);
    if (mine == nullptr) {
        failUsage(Sentence("these features were made resident by another backend"));
    }
    return *mine;
}

CpuBackend::SumPlan CpuBackend::planSums(std::size_t blocks, std::size_t size, std::size_t trialSize) const {
    const SumShape shape = sumShape(blocks, std::uint64_t{trialSize} * sizeof(double));
    SumPlan plan{shape, size, 1};
    std::uint64_t bytes = sumsAlive(shape.leaves, 1, m_workers.size()) * size * sizeof(double);
    while (plan.itemLeaves < shape.leaves && bytes > physicalMemory() / 4) {
        plan.itemLeaves *= 2;
        bytes = sumsAlive(shape.leaves, plan.itemLeaves, m_workers.size()) * size * sizeof(double);
    }
    if (bytes > physicalMemory() / 2) {
        failUsage(Sentence("the sums of this pass need {1} MiB, more than this machine can spare: train "
                           "fewer trials together, or use fewer classes or features",
                           bytes >> 20));
    }
    return plan;
}

const double* CpuBackend::sumBlocks(const SumPlan& plan, const std::stop_token& stop, const BlockWork& work) {
    const SumShape& shape = plan.shape;
    SumTree tree(m_sums, plan.size, shape.leaves);
    if (shape.blocks == 0) {
        return stop.stop_requested() ? nullptr : tree.begin();
    }
    const LeafRange own = m_peers == nullptr ? LeafRange{0, shape.leaves} : m_peers->own(shape);
    SharedLeaves leaves(tree, m_workers.size());
    std::atomic<bool> stopped{false};
    const auto add = [&](const BlockToAdd& one, unsigned worker) {
        if (stopped.load(std::memory_order_relaxed) || stop.stop_requested()) {
            stopped.store(true);
            return false;
        }
        work(one.block, one.sums, m_workers[worker]);
        return true;
    };
    const std::size_t items = (own.last - own.first + plan.itemLeaves - 1) / plan.itemLeaves;
    // Behind the leaves, for each worker, what others have left of theirs. From then on nobody begins a leaf.
    const std::size_t shared = plan.addsOnce && plan.itemLeaves == 1 ? m_workers.size() : 0;
    m_pool.run(items + shared, [&](std::size_t item, unsigned worker) {
        std::size_t from = 0;
        while (item >= items) {
            const auto taken = leaves.take(from);
            if (!taken || !add(*taken, worker)) {
                return;
            }
            leaves.giveBack(from, *taken);
        }
        const std::size_t first = own.first + item * plan.itemLeaves;
        for (std::size_t leaf = first; leaf < std::min(own.last, first + plan.itemLeaves); ++leaf) {
            leaves.begin(worker, shape.leaves + leaf, shape.leafBegin(leaf), shape.leafBegin(leaf + 1));
            while (const auto one = leaves.next(worker)) {
                if (!add(*one, worker)) {
                    return;
                }
            }
        }
    });
    if (stopped.load() || (m_peers != nullptr && !m_peers->meet(tree, shape, stop))) {
        return nullptr;
    }
    const double* root = tree.at(1);
    return root != nullptr ? root : tree.begin(); // of a process that doesn't lead: nobody reads it
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

bool CpuBackend::countModel(const CpuResident& data, const HeadShape& head, std::span<const double> model,
                            CorrectCounts& out, const std::stop_token& stop) {
    const bool linear = head.kind == HeadKind::Linear;
    HeadWeights weights;
    if (linear) {
        weights.first = packLinear(head, data.paddedDim(), std::span(&model, 1));
    } else {
        weights = packHead(head, data.paddedDim(), model);
    }
    const SumPlan plan =
        planSums(data.blocks(nullptr), 2 * std::size_t{head.classes}, 2 * std::size_t{head.classes});
    const double* counts = sumBlocks(plan, stop, [&](std::size_t index, double* sums, Worker& worker) {
        const Block block = data.block(index, nullptr, head.bias, worker.block);
        const float* z =
            linear ? blockLogits(block, weights.first, worker) : modelLogits(block, head, weights, worker);
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
        for (std::size_t r = 0; r < block.rows; ++r) {
            if (block.info.labels[r] >= 0) {
                const auto predicted = static_cast<std::size_t>(label[r]);
                const std::size_t counted =
                    block.info.sets != nullptr ? predicted : static_cast<std::size_t>(block.info.labels[r]);
                sums[counted] += block.info.has(r, predicted) ? 1.0 : 0.0;
                sums[head.classes + counted] += 1.0;
            }
        }
    });
    if (counts == nullptr) {
        return false;
    }
    const auto asNumber = [](double count) { return static_cast<std::uint64_t>(count); }; // below 2^53
    out.perClass.resize(head.classes);
    out.recordsPerClass.resize(head.classes);
    std::transform(counts, counts + head.classes, out.perClass.begin(), asNumber);
    std::transform(counts + head.classes, counts + std::size_t{2} * head.classes, out.recordsPerClass.begin(),
                   asNumber);
    out.total = std::accumulate(out.perClass.begin(), out.perClass.end(), std::uint64_t{0});
    return true;
}

bool CpuBackend::doCountCorrect(const ResidentData& data, const HeadShape& head,
                                std::span<const std::span<const double>> models,
                                std::span<CorrectCounts> counts, std::stop_token stop) {
    const CpuResident& mine = resident(data);
    for (std::size_t m = 0; m < models.size(); ++m) {
        if (!countModel(mine, head, models[m], counts[m], stop)) {
            return false;
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

} // namespace parsimony::compute::cpu
