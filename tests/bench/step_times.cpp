// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the rows of `bench` as a table: build/…/bin/bench_steps [--batch K] [N,d,C]… No test: it times and never fails
// by time.
#include "core/compute/bench/bench.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

int main(int argc, char** argv) {
    using namespace parsimony::compute;
    try {
        BenchOptions options;
        bool json = false;
        for (int i = 1; i < argc; ++i) {
            if (std::string_view(argv[i]) == "--json") {
                json = true;
                continue;
            }
            if (std::string_view(argv[i]) == "--batch" && i + 1 < argc) {
                options.batch = static_cast<std::uint32_t>(std::atoi(argv[++i]));
                continue;
            }
            options.shapes.push_back(parseBenchShape(argv[i], "a shape"));
        }
        const auto backend = makeCpuBackend();
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
