// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/study_flags.h"
#include "app/cli/study_result.h"
#include "core/session/output_files.h"
#include "core/study/study_sheet.h"
#include "core/study/sweep.h"

namespace parsimony::cli {

namespace {

struct SweepState {
    SweepFlags flags;
    std::string storage = defaultStorage;
    std::string plots;
};

Result run(const SweepState& state, Context& context) {
    const study::SweepRequest request = state.flags.request();
    noteUnused(context, request.base, {study::methodOfSweep(request.base.visibility)});
    const bool isPublic = request.base.visibility == session::Visibility::Public;
    const PlotFiles plots{state.plots, "sweep", {"heatmap", "r", "gap"}};
    std::vector<std::string> inputs = session::inputsOf(request.base);
    inputs.insert(inputs.end(), {state.storage, context.config()});
    checkWritten({}, plots, inputs);
    auto session = openForStudy(context, state.storage, request, request.base);
    const auto swept = study::sweep(session, request, context.stopToken(), progressOn(context.console()));
    Result result;
    result.json = study::toJson(swept);
    result.table = textOf(study::tablesOf(result.json));
    if (isPublic) {
        result.table += "\nPublic data, simulated budget: every cell takes the whole of its ε.\n";
    }
    if (!state.plots.empty()) {
        writePlots(plots, asStudy("Accuracy over learning rate and steps", result.json));
    }
    return result;
}

} // namespace

void addSweepCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<SweepState>(
        "sweep", "Accuracy over learning rate and steps for each of several budgets", run);
    addStorage(app, state->storage);
    app.add_option("--plots", state->plots, "Also draw the result, as SVG files in this folder")
        ->type_name("DIR");
    state->flags.bind(app);
}

} // namespace parsimony::cli
