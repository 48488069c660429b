// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend_factory.h"

#include "core/base/sentence.h"
#include "core/base/told.h"

namespace parsimony::compute {

namespace {

CudaFactory& cudaFactory() {
    static CudaFactory factory;
    return factory;
}

struct Ranks {
    RankFactory factory;
    std::size_t count = 1;
    std::function<std::size_t(std::uint64_t)> most;
};

Ranks& registeredRanks() {
    static Ranks ranks;
    return ranks;
}

} // namespace

void registerCudaFactory(CudaFactory factory) {
    cudaFactory() = std::move(factory);
}

void registerRanks(RankFactory factory, std::size_t ranks, std::function<std::size_t(std::uint64_t)> most) {
    registeredRanks() = {std::move(factory), ranks, std::move(most)};
}

bool leadsRanks() {
    return registeredRanks().factory != nullptr;
}

void requireSharesOf(std::uint64_t rows) {
    const Ranks& ranks = registeredRanks();
    if (ranks.factory && ranks.most(rows) < ranks.count) {
        failUsage(Sentence(
            "{1} rows can be shared by {2} processes at most, not by {3}: start fewer with mpirun -np", rows,
            ranks.most(rows), ranks.count));
    }
}

std::unique_ptr<ComputeBackend> chooseBackend(const DeviceChoice& device, unsigned threads,
                                              const std::string& instructions) {
    if (device.isCpu()) {
        const Ranks& ranks = registeredRanks();
        return ranks.factory ? ranks.factory({threads, instructions})
                             : makeCpuBackend({threads, instructions});
    }
    const std::string name = device.text();
    if (registeredRanks().factory) {
        failUsage(Sentence("--device {1} is for one process, and {2} were started: use --device cpu", name,
                           registeredRanks().count));
    }
    if (!instructions.empty()) {
        failUsage(Sentence("--instructions {1} are those of a processor; leave them out with --device {2}",
                           instructions, name));
    }
    if (!cudaFactory()) {
        fail(Sentence("--device {1} cannot be used: this program has no CUDA backend; use --device cpu",
                      told(name)));
    }
    return cudaFactory()(device.numbers(), threads);
}

} // namespace parsimony::compute
