// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/filter_option.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/window_program.h"
#include "core/base/error.h"
#include "core/report/report.h"
#include "core/session/output_files.h"
#include "core/session/session.h"
#include "core/wire/passing_folder.h"

#include <filesystem>

namespace parsimony::cli {

namespace {

namespace fs = std::filesystem;

struct ReportState {
    std::string storage = defaultStorage;
    std::optional<std::int64_t> experiment;
    std::optional<std::string> filter;
    std::vector<std::string> plots;
    std::string output;
};

/// Paper is set by the window's program, from the Markdown.
std::vector<fs::path> written(const session::Session& session, const ReportState& state) {
    const report::Wanted wanted{state.experiment, filterOf(state.filter, report::namesOf(session)),
                                report::plotsNamed(state.plots)};
    if (!state.output.ends_with(".pdf")) {
        return report::writeReport(session, wanted, state.output);
    }
    const wire::PassingFolder folder;
    const fs::path markdown = folder.file("report.md");
    static_cast<void>(report::writeReport(session, wanted, markdown));
    drawByWindow({"--print", markdown.string(), "--output", state.output});
    return {state.output};
}

Result report(const ReportState& state, Context& context) {
    if (state.output.empty()) {
        failUsage("'report' needs --output FILE.html, or .pdf, .md, .json, .tex, .yaml, .cdx.json or "
                  ".model-card.md");
    }
    session::checkOutputs({state.output}, {context.config()});
    demandProject(state.storage);
    const auto session = session::Session::open(state.storage, false);
    Result result;
    result.json["files"] = nlohmann::json::array();
    for (const auto& file : written(session, state)) {
        result.json["files"].push_back(file.string());
        result.table += file.string() + "\n";
    }
    return result;
}

} // namespace

void addReportCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<ReportState>(
        "report", "What a project released, with plots, as a file to pass on", report);
    addStorage(app, state->storage);
    addCount(app, "--experiment", state->experiment, "Only this experiment");
    addFilter(app, state->filter);
    app.add_option("--plots", state->plots, "Which plots (default: all)")
        ->delimiter(',')
        ->type_name("accuracies,scores,step-sizes|none");
    app.add_option("--output", state->output, "Where to; the ending chooses the format")
        ->type_name("FILE.{html,pdf,md,json,tex,yaml,cdx.json,model-card.md}");
}

} // namespace parsimony::cli
