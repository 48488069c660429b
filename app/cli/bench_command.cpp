// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_flags.h"
#include "app/cli/bench_ranks.h"
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/study_result.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/study/machine_bench.h"

namespace parsimony::cli {

namespace {

Result bench(const study::BenchRequest& request, Context& context) {
    const Sheet found =
        study::measureMachine(request, {}, [&](const std::string& what, double, std::optional<double>) {
            context.console().status("timing " + what);
        });
    context.console().clearStatus();
    context.console().note(found.title);
    Result result;
    result.json = nlohmann::json::parse(found.json);
    result.table = textOf(found.tables);
    return result;
}

} // namespace

void bindBench(CLI::App& app, study::BenchRequest& request) {
    app.add_option("--shape", request.shapes, "Rows, features and classes of a step; may be repeated")
        ->type_name("N,d,C")
        ->allow_extra_args(false);
    addCount(app, "--batch", request.batch, "Trials that share a pass");
    addText(app, "--dtype", request.precision,
            "What features are multiplied in (default: f32 and bf16, on a GPU all)")
        ->type_name("f32|tf32|bf16|f16");
    app.add_option("--device", request.device, "Where to compute")
        ->type_name("cpu|cuda[:N,M|:all]")
        ->default_str("cpu");
    addCount(app, "--threads", request.threads, "Threads (0: all)");
    addText(app, "--instructions", request.instructions,
            "Instructions to multiply with (default: the fastest)")
        ->type_name(compute::instructionWords());
}

void addBenchCommand(CommandLine& line) {
    auto state = std::make_shared<study::BenchRequest>();
    auto ranks = std::make_shared<RanksRequest>();
    CLI::App& app = line.addCommand(
        "bench", "This machine's step times beside its GEMM peak and memory bandwidth of the same run",
        [state, ranks](Context& context) {
            if (ranks->link && !ranks->ranks) {
                failUsage(Sentence("--link belongs to --ranks"));
            }
            return ranks->ranks ? benchRanks(*state, *ranks, context) : bench(*state, context);
        });
    bindBench(app, *state);
    addText(app, "--ranks", ranks->ranks,
            "A step shared by so many processes, modelled; measured too under mpirun")
        ->type_name("N,N...");
    addText(app, "--link", ranks->link,
            "Between processes, for --ranks (default: measured under mpirun, else 10 Gbit Ethernet)")
        ->type_name("MICROSECONDS,GB/s");
}

} // namespace parsimony::cli
