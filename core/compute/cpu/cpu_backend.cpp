// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/cpu_backend.h"

#include "core/base/sentence.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <string>
#include <utility>

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

} // namespace

CpuBackend::CpuBackend(const CpuOptions& options, InstructionSet instructions)
    : m_instructions(std::move(instructions)), m_pool(options.threads), m_workers(m_pool.threads()) {}

std::string CpuBackend::description() const {
    return processorName() + ", " + m_instructions.name + ", " + std::to_string(m_pool.threads()) +
           (m_pool.threads() == 1 ? " thread" : " threads");
}

std::unique_ptr<ResidentData> CpuBackend::doUpload(const UploadRequest& request) {
    return std::make_unique<CpuResident>(request, m_kernels, m_pool);
}

const CpuResident& CpuBackend::resident(const ResidentData& data) const {
    const auto* mine = dynamic_cast<const CpuResident*>(&data);
    if (mine == nullptr) {
        failUsage(Sentence("these features were made resident by another backend"));
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
        failUsage(Sentence("the sums of this pass need {1} MiB, more than this machine can spare: train "
                           "fewer trials together, or use fewer classes or features",
                           (lanes * bytes * trials) >> 20));
    }
    return static_cast<std::size_t>(lanes);
}

std::size_t CpuBackend::laneBegin(std::size_t blocks, std::size_t lanes, std::size_t lane) {
    const auto total = static_cast<double>(blocks);
    const auto count = static_cast<double>(lanes);
    if (total * total < 1.01 * count * count * count) {
        return blocks * lane / lanes;
    }
    // To the power of 3/2 of the lanes that are left: 3/2 of the mean at first, a block or more at last.
    const double left = static_cast<double>(lanes - lane) / count;
    return blocks - static_cast<std::size_t>(total * (left * std::sqrt(left)));
}

bool CpuBackend::forBlocks(std::size_t blocks, std::size_t lanes, const std::stop_token& stop,
                           const std::function<void(std::size_t, std::size_t, Worker&)>& work) {
    std::atomic<bool> stopped{false};
    m_pool.run(lanes, [&](std::size_t lane, unsigned index) {
        Worker& worker = m_workers[index];
        const std::size_t end = laneBegin(blocks, lanes, lane + 1);
        for (std::size_t block = laneBegin(blocks, lanes, lane); block < end; ++block) {
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

} // namespace parsimony::compute::cpu
