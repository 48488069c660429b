// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/study_result.h"
#include "core/base/number_parse.h"
#include "core/study/study_sheet.h"
#include "core/study/sweep.h"

namespace parsimony::cli {

namespace {

struct SweepState {
    RunFlags flags;
    std::string storage = defaultStorage;
    std::optional<std::string> epsilons;
    std::string plots;
    std::uint32_t repeats = 1;
};

Result run(const SweepState& state, Context& context) {
    study::SweepRequest request;
    request.base = state.flags.options();
    request.repeats = state.repeats;
    if (state.epsilons) {
        request.epsilons = parseNumberList(*state.epsilons, "--epsilons");
    }
    noteUnused(context, request.base, {study::methodOfSweep(request.base.visibility)});
    const bool isPublic = request.base.visibility == session::Visibility::Public;
    auto session = openSession(context, state.storage, true);
    const auto swept = study::sweep(session, request, context.stopToken(), progressOn(context.console()));
    Result result;
    result.json = study::toJson(swept);
    result.table = textOf(study::tablesOf(result.json));
    if (isPublic) {
        result.table += "\nPublic data, simulated budget: every cell takes the whole of its ε.\n";
    }
    if (!state.plots.empty()) {
        writePlots(state.plots, "sweep", asStudy("Accuracy over learning rate and steps", result.json),
                   {"heatmap", "r", "gap"});
    }
    return result;
}

} // namespace

void addSweepCommand(CommandLine& line) {
    auto state = std::make_shared<SweepState>();
    CLI::App& app =
        line.addCommand("sweep", "Accuracy over learning rate and steps for each of several budgets",
                        [state](Context& context) { return run(*state, context); });
    addStorage(app, state->storage);
    addText(app, "--epsilons", state->epsilons, "Budgets, one heatmap each (default: --epsilon)")
        ->type_name("LIST");
    addCount(app, "--repeats", state->repeats,
             "Runs of each cell, with seeds counted up from --seed (public data)");
    app.add_option("--plots", state->plots, "Also draw the result, as SVG files in this folder")
        ->type_name("DIR");
    state->flags.bind(app);
}

} // namespace parsimony::cli
