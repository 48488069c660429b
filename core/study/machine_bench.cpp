// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/machine_bench.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/compute/bench/bench.h"
#include "core/study/experiments.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace parsimony::study {

namespace {

constexpr std::uint32_t kMostTogether = 1024;

std::string cell(double value, int digits) {
    return std::isfinite(value) ? roundedText(value, digits) : "-";
}

Sheet::Table rateTable(const std::vector<compute::BenchRow>& rows) {
    Sheet::Table table;
    table.columns = {{Sentence("what"), true}, {Sentence("ms")},   {Sentence("GF/s")},
                     {Sentence("of gemm")},    {Sentence("GB/s")}, {Sentence("of read")}};
    for (const compute::BenchRow& row : rows) {
        table.rows.push_back({row.what, cell(row.seconds * 1e3, 4), cell(row.gflops, 4),
                              cell(row.fractionOfGemmPeak, 3), cell(row.gbytesPerSecond, 3),
                              cell(row.fractionOfBandwidth, 3)});
    }
    return table;
}

compute::BenchOptions optionsOf(const BenchRequest& request) {
    compute::BenchOptions options;
    for (const std::string& shape : request.shapes) {
        options.shapes.push_back(compute::parseBenchShape(shape, "--shape"));
    }
    if (request.batch > kMostTogether) {
        failUsage(Sentence("--batch must lie in 1..{1}, not {2}", kMostTogether, request.batch));
    }
    options.batch = request.batch;
    if (request.precision) {
        options.precisions = {compute::parsePrecision(*request.precision, "--dtype")};
    }
    options.threads = request.threads;
    return options;
}

} // namespace

std::string instructionsOf(const BenchRequest& request) {
    return compute::instructionsNamed(request.instructions.value_or(compute::automatic()));
}

void checkBench(const BenchRequest& request) {
    static_cast<void>(optionsOf(request));
    static_cast<void>(instructionsOf(request));
    static_cast<void>(compute::DeviceChoice(request.device));
}

void checkMachine(const BenchRequest& request) {
    checkBench(request);
    session::RunOptions asked;
    asked.device = compute::DeviceChoice(request.device);
    asked.threads = request.threads;
    asked.instructions = instructionsOf(request);
    checkMachine(asked);
}

Sheet measureMachine(const BenchRequest& request, const std::stop_token& stop, const Progress& progress) {
    compute::BenchOptions options = optionsOf(request);
    options.log = [&](const std::string& what) {
        if (stop.stop_requested()) {
            interrupted(Sentence("stopped before all was measured"));
        }
        if (progress) {
            progress(what, 0.0, std::nullopt);
        }
    };
    const std::string instructions = instructionsOf(request);
    const compute::DeviceChoice device(request.device);
    const auto backend = compute::chooseBackend(device, request.threads, instructions);
    const std::vector<compute::BenchRow> rows = compute::benchRows(*backend, options);
    Sheet found;
    found.title = backend->description();
    found.tables = {rateTable(rows)};
    nlohmann::json json = compute::benchJson(rows);
    if (const std::string taken = compute::benchInstructions(device, instructions); !taken.empty()) {
        json["instructions"] = taken;
        found.tables.front().below.push_back(
            instructions.empty() ? Sentence("instructions {1}, the fastest by the rates of one thread", taken)
                                 : Sentence("instructions {1}, as asked for", taken));
    }
    found.json = json.dump(1) + "\n";
    return found;
}

} // namespace parsimony::study
