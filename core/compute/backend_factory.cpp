// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend_factory.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <charconv>

namespace parsimony::compute {

namespace {

constexpr std::string_view kCpu = "cpu", kFirstGpu = "cuda", kAllGpus = "cuda:all";

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

/// The numbers that `cuda…` names; none for `cuda:all`.
std::vector<int> deviceNumbers(const std::string& device) {
    if (device == kFirstGpu) {
        return {0};
    }
    if (device == kAllGpus) {
        return {};
    }
    std::vector<int> numbers;
    const bool named = device.starts_with("cuda:");
    const char* last = device.data() + device.size();
    const char* at = named ? device.data() + 5 : last;
    while (named) {
        int number = -1;
        const auto [end, error] = std::from_chars(at, last, number);
        const bool known = std::find(numbers.begin(), numbers.end(), number) != numbers.end();
        if (error != std::errc{} || number < 0 || known || (end != last && *end != ',')) {
            break;
        }
        numbers.push_back(number);
        if (end == last) {
            return numbers;
        }
        at = end + 1;
    }
    failUsage(
        Sentence("--device must be auto, cpu, cuda, cuda:N, cuda:N,M or cuda:all, not \"{1}\"", device));
}

} // namespace

void registerCudaFactory(CudaFactory factory) {
    cudaFactory() = std::move(factory);
}

void registerRanks(RankFactory factory, std::size_t ranks, std::function<std::size_t(std::uint64_t)> most) {
    registeredRanks() = {std::move(factory), ranks, std::move(most)};
}

void requireSharesOf(std::uint64_t rows) {
    const Ranks& ranks = registeredRanks();
    if (ranks.factory && ranks.most(rows) < ranks.count) {
        failUsage(Sentence(
            "{1} rows can be shared by {2} processes at most, not by {3}: start fewer with mpirun -np", rows,
            ranks.most(rows), ranks.count));
    }
}

const char* automatic() {
    return "auto";
}

bool isCpu(const std::string& device) {
    return device == kCpu || device == automatic();
}

void requireDeviceName(const std::string& device) {
    if (!isCpu(device)) {
        static_cast<void>(deviceNumbers(device));
    }
}

std::unique_ptr<ComputeBackend> chooseBackend(const std::string& device, unsigned threads,
                                              const std::string& instructions) {
    if (isCpu(device)) {
        const Ranks& ranks = registeredRanks();
        return ranks.factory ? ranks.factory({threads, instructions})
                             : makeCpuBackend({threads, instructions});
    }
    const std::vector<int> numbers = deviceNumbers(device);
    if (registeredRanks().factory) {
        failUsage(Sentence("--device {1} is for one process, and {2} were started: use --device cpu", device,
                           registeredRanks().count));
    }
    if (!instructions.empty()) {
        failUsage(Sentence("--instructions {1} are those of a processor; leave them out with --device {2}",
                           instructions, device));
    }
    if (!cudaFactory()) {
        fail(Sentence("--device {1} cannot be used: this program has no CUDA backend; use --device cpu",
                      device));
    }
    return cudaFactory()(numbers, threads);
}

} // namespace parsimony::compute
