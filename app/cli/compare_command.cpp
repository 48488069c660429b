// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/study_result.h"
#include "core/base/number_parse.h"
#include "core/study/compare.h"
#include "core/study/study_file.h"
#include "core/study/study_sheet.h"

namespace parsimony::cli {

namespace {

std::vector<std::string> usualMethods() {
    std::vector<std::string> names;
    for (const session::MethodKind method : study::usualMethods()) {
        names.emplace_back(search::methodName(method));
    }
    return names;
}

struct CompareState {
    RunFlags flags;
    std::string storage = defaultStorage;
    std::vector<std::string> methods = usualMethods();
    std::optional<std::string> epsilons;
    std::string plots;
    std::uint32_t repeats = 1;
    bool oneByOne = false;
};

Result run(const CompareState& state, Context& context) {
    study::CompareRequest request;
    request.base = state.flags.options();
    for (const std::string& method : state.methods) {
        request.methods.push_back(search::parseMethod(method, "--methods"));
    }
    request.repeats = state.repeats;
    request.oneByOne = state.oneByOne;
    if (state.epsilons) {
        request.epsilons = parseNumberList(*state.epsilons, "--epsilons");
    }
    study::requirePublic(request.base, "compare");
    noteUnused(context, request.base, request.methods);
    auto session = openSession(context, state.storage, true);
    const auto rows = study::compare(session, request, context.stopToken(), progressOn(context.console()));
    Result result;
    result.json = study::toJson(rows, request.repeats);
    result.table = textOf(study::tablesOf(result.json)) + "\nPublic data, simulated budget.\n";
    if (!state.plots.empty()) {
        writePlots(state.plots, "compare", asStudy("Methods under one total budget", result.json),
                   {"accuracy", "bars", "seconds"});
    }
    return result;
}

} // namespace

void addCompareCommand(CommandLine& line) {
    auto state = std::make_shared<CompareState>();
    CLI::App& app =
        line.addCommand("compare", "Several methods under one total budget, repeated (public data)",
                        [state](Context& context) { return run(*state, context); });
    addStorage(app, state->storage);
    addTexts(app, "--methods", state->methods, ',', "Methods to compare")->type_name("LIST");
    addText(app, "--epsilons", state->epsilons, "Total budgets (default: --epsilon)")->type_name("LIST");
    addCount(app, "--repeats", state->repeats, "Runs of each, with seeds counted up from --seed");
    app.add_flag("--one-by-one", state->oneByOne,
                 "Each run by itself, so that seconds are those of a lone run");
    app.add_option("--plots", state->plots, "Also draw the result, as SVG files in this folder")
        ->type_name("DIR");
    state->flags.bind(app);
}

} // namespace parsimony::cli
