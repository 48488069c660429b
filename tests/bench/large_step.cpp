// SPDX-License-Identifier: GPL-3.0-or-later
// One DP-GD step over a part that is streamed from its mapped file, beside the same step over rows in memory:
// build/…/bin/bench_large FEATURES LABELS C [bf16|f32]. Prints rates and the most memory it ever held.
#include "core/compute/backend.h"
#include "core/data/part.h"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>

namespace {

using namespace parsimony;
using namespace parsimony::compute;

/// Seconds of a step; the least of `repeats`.
double stepSeconds(ComputeBackend& backend, const ResidentData& data, int repeats) {
    PassOptions pass;
    pass.head.dim = static_cast<std::uint32_t>(data.dim());
    pass.head.classes = data.classes();
    std::vector<double> w(pass.head.parameters(), 1e-3);
    std::vector<double> sum(w.size());
    const GradientTask task{w, 1.0, sum};
    double best = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        (void)backend.clippedGradientSums(data, pass, std::span(&task, 1));
        best =
            std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

void report(const char* what, const ResidentData& data, double seconds) {
    const double flops =
        4.0 * static_cast<double>(data.rows()) * static_cast<double>(data.dim()) * data.classes();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%-9s %zu x %zu x %u: %8.3f s, %7.1f GF/s, most memory so far %.2f GB\n", what, data.rows(),
                data.dim(), data.classes(), seconds, flops / seconds / 1e9,
                static_cast<double>(usage.ru_maxrss) / 1e6);
    std::fflush(stdout);
}

std::unique_ptr<ResidentData> madeUp(ComputeBackend& backend, std::size_t rows, std::size_t dim,
                                     std::uint32_t classes, Precision precision) {
    std::vector<float> x(rows * dim);
    std::mt19937 random(1);
    for (float& v : x) {
        v = static_cast<float>(random()) * 0x1p-32F - 0.5F;
    }
    std::vector<std::int32_t> y(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        y[i] = static_cast<std::int32_t>(i % classes);
    }
    return backend.upload({std::make_shared<data::MatrixSource>(x, rows, dim), y, classes, precision, 0});
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "bench_large FEATURES LABELS C [bf16|f32]\n");
        return 2;
    }
    try {
        const auto classes = static_cast<std::uint32_t>(std::atoi(argv[3]));
        const Precision precision = parsePrecision(argc > 4 ? argv[4] : "bf16", "the precision");
        const auto backend = makeCpuBackend();
        std::printf("%s\n", backend->description().c_str());
        data::LoadOptions options;
        options.classes = static_cast<int>(classes);
        options.memoryLimit = std::size_t{1} << 30;
        const data::LoadedPart part = data::loadPart({argv[1], argv[2]}, options);
        for (const auto& [dim, count] :
             {std::pair<std::size_t, std::uint32_t>{768, 100}, {part.info.dim, classes}}) {
            const auto small = madeUp(*backend, 50'000'000 / dim, dim, count, precision);
            report("in memory", *small, stepSeconds(*backend, *small, 3));
        }
        const auto streamed =
            backend->upload({part.features, part.labels, classes, precision, options.memoryLimit});
        report(streamed->streamed() ? "streamed" : "loaded", *streamed, stepSeconds(*backend, *streamed, 1));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
