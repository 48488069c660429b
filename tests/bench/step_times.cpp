// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the rows of `bench` as a table: build/…/bin/bench_steps [--json] [--batch K] [--instructions avx2]
// [N,d,C]…
// `--instructions` takes a lesser instruction set of this processor, to see what other machines do; the GEMM
// beside it needs OPENBLAS_CORETYPE=Haswell ONEDNN_MAX_CPU_ISA=AVX2. No test: it times and never fails by
// time.
#include "core/base/error.h"
#include "core/compute/bench/bench.h"
#include "core/compute/cpu/cpu_backend.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

namespace {

using namespace parsimony::compute;

/// The backend on the instruction set of this name; of none, on the best.
std::unique_ptr<ComputeBackend> backendOn(std::string_view instructions) {
    if (instructions.empty() || instructions == "auto") {
        return makeCpuBackend();
    }
    return std::make_unique<cpu::CpuBackend>(CpuOptions{}, cpu::instructionSet(instructions));
}

} // namespace

int main(int argc, char** argv) {
    try {
        BenchOptions options;
        bool json = false;
        std::string_view instructions;
        for (int i = 1; i < argc; ++i) {
            if (std::string_view(argv[i]) == "--json") {
                json = true;
                continue;
            }
            if (std::string_view(argv[i]) == "--batch" && i + 1 < argc) {
                options.batch = static_cast<std::uint32_t>(std::atoi(argv[++i]));
                continue;
            }
            if (std::string_view(argv[i]) == "--instructions" && i + 1 < argc) {
                instructions = argv[++i];
                continue;
            }
            options.shapes.push_back(parseBenchShape(argv[i], "a shape"));
        }
        const auto backend = backendOn(instructions);
        if (json) {
            std::printf("%s\n", benchJson(benchRows(*backend, options)).dump(2).c_str());
            return 0;
        }
        std::printf("%s\n%-34s %12s %10s %8s %8s %8s\n", backend->description().c_str(), "what", "ms", "GF/s",
                    "of gemm", "GB/s", "of read");
        for (const BenchRow& row : benchRows(*backend, options)) {
            std::printf("%-34s %12.4f %10.1f %8.3f %8.2f %8.3f\n", row.what.c_str(), row.seconds * 1e3,
                        row.gflops, row.fractionOfGemmPeak, row.gbytesPerSecond, row.fractionOfBandwidth);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
