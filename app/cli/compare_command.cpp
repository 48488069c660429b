// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/filter_option.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/study_flags.h"
#include "app/cli/study_result.h"
#include "core/session/output_files.h"
#include "core/study/compare.h"
#include "core/study/study_file.h"
#include "core/study/study_sheet.h"

#include <algorithm>
#include <optional>

namespace parsimony::cli {

namespace {

struct CompareState {
    CompareFlags flags;
    std::string storage = defaultStorage;
    std::string plots;
    std::optional<std::string> filter;
};

/// As `plot` has it: a run is looked at when one of its trials is.
study::IsLookedAt lookedAt(const session::Session& session, const filter::TrialFilter& wanted) {
    if (wanted.empty()) {
        return {};
    }
    return [&session, &wanted](const session::RunSnapshot& run) {
        const filter::ExperimentNames names{run.method.text(), run.trainer, run.encoder};
        const auto trials = session.trials(run.experiment);
        return std::any_of(trials.begin(), trials.end(),
                           [&](const auto& trial) { return wanted.matches(trial, &names); });
    };
}

Result run(const CompareState& state, Context& context) {
    const study::CompareRequest request = state.flags.request();
    noteUnused(context, request.base, request.methods);
    const filter::TrialFilter wanted =
        filterOf(state.filter, {}); // what is wrong is said before anything runs
    const PlotFiles plots{state.plots, "compare", {"accuracy", "bars", "seconds"}};
    std::vector<std::string> inputs = session::inputsOf(request.base);
    inputs.insert(inputs.end(), {state.storage, context.config()});
    checkWritten({}, plots, inputs);
    auto session = openForStudy(context, state.storage, request, request.base);
    const auto rows = study::compare(session, request, context.stopToken(), progressOn(context.console()),
                                     lookedAt(session, wanted));
    Result result;
    result.json = study::toJson(rows, request.repeats);
    result.table = (rows.empty() ? "no run passes the filter\n" : textOf(study::tablesOf(result.json))) +
                   "\nPublic data, simulated budget.\n";
    if (!state.plots.empty() && !rows.empty()) {
        writePlots(plots, asStudy("Methods under one total budget", result.json));
    }
    return result;
}

} // namespace

void addCompareCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<CompareState>(
        "compare", "Several methods under one total budget, repeated (public data)", run);
    addStorage(app, state->storage);
    app.add_option("--plots", state->plots, "Also draw the result, as SVG files in this folder")
        ->type_name("DIR");
    addFilter(app, state->filter);
    state->flags.bind(app);
}

} // namespace parsimony::cli
