// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/compute/backend_factory.h"
#include "core/compute/bench/bench.h"

#include <cmath>

namespace parsimony::cli {

namespace {

struct BenchState {
    std::vector<std::string> shapes;
    std::optional<std::uint32_t> batch;
    std::optional<std::string> dtype;
    std::string device = "cpu";
    std::uint32_t threads = 0;
    std::optional<std::string> instructions;
};

std::string cell(double value, int digits) {
    return std::isfinite(value) ? roundedText(value, digits) : "-";
}

Result bench(const BenchState& state, Context& context) {
    compute::BenchOptions options;
    for (const std::string& shape : state.shapes) {
        options.shapes.push_back(compute::parseBenchShape(shape, "--shape"));
    }
    if (state.batch && (*state.batch < 1 || *state.batch > 1024)) {
        failUsage("--batch must lie in 1..1024, not " + std::to_string(*state.batch));
    }
    options.batch = state.batch.value_or(0);
    if (state.dtype) {
        options.precisions = {compute::parsePrecision(*state.dtype, "--dtype")};
    }
    options.threads = state.threads;
    options.log = [&](const std::string& what) { context.console().status("timing " + what); };
    const auto backend = compute::chooseBackend(state.device, state.threads, state.instructions.value_or(""));
    context.console().note(backend->description());
    const std::vector<compute::BenchRow> rows = compute::benchRows(*backend, options);
    context.console().clearStatus();
    Result result;
    result.json = compute::benchJson(rows);
    const std::string taken = compute::benchInstructions(state.device, state.instructions.value_or(""));
    if (!taken.empty()) {
        result.json["instructions"] = taken;
    }
    TextTable table({{"what", Align::Left}, {"ms"}, {"GF/s"}, {"of gemm"}, {"GB/s"}, {"of read"}});
    for (const compute::BenchRow& row : rows) {
        table.addRow({row.what, cell(row.seconds * 1e3, 4), cell(row.gflops, 4),
                      cell(row.fractionOfGemmPeak, 3), cell(row.gbytesPerSecond, 3),
                      cell(row.fractionOfBandwidth, 3)});
    }
    result.table = table.text();
    if (!taken.empty()) {
        result.table +=
            "instructions " + taken +
            (state.instructions ? ", as asked for\n" : ", the fastest by the rates of one thread\n");
    }
    return result;
}

} // namespace

void addBenchCommand(CommandLine& line) {
    auto state = std::make_shared<BenchState>();
    CLI::App& app = line.addCommand(
        "bench", "This machine's step times beside its GEMM peak and memory bandwidth of the same run",
        [state](Context& context) { return bench(*state, context); });
    app.add_option("--shape", state->shapes, "Rows, features and classes of a step; may be repeated")
        ->type_name("N,d,C")
        ->allow_extra_args(false);
    addCount(app, "--batch", state->batch, "Trials that share a pass");
    addText(app, "--dtype", state->dtype, "f32, tf32, bf16 or f16 (default: f32 and bf16, on a GPU all)");
    app.add_option("--device", state->device, "Where to compute")
        ->type_name("cpu|cuda[:N,M|:all]")
        ->default_str("cpu");
    addCount(app, "--threads", state->threads, "Threads (0: all)");
    addText(app, "--instructions", state->instructions,
            "Instructions to multiply with (default: the fastest)");
}

} // namespace parsimony::cli
