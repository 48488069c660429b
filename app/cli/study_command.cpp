// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/study_flags.h"
#include "app/cli/study_result.h"
#include "core/export/atomic_file.h"
#include "core/session/output_files.h"
#include "core/study/study_file.h"
#include "core/study/study_sheet.h"

#include <filesystem>

namespace parsimony::cli {

namespace {

struct StudyState {
    StudyFlags flags;
    std::string storage = defaultStorage;
    std::string output, plots;
    session::RunOptions asked; ///< threads
};

Result run(const StudyState& state, Context& context) {
    const study::StudyFile file = state.flags.request("study");
    study::Study study = study::readStudy(study::studyPath(file.path), file.quick);
    study::requireData(study, study::studyPath(file.path));
    if (state.asked.threads > 0) {
        study::setThreads(study, state.asked.threads);
    }
    std::vector<std::string> inputs{state.storage, study::studyPath(file.path).string(), context.config()};
    for (const study::StudyVariant& variant : study.variants) {
        const std::vector<std::string> more = session::inputsOf(study::baseOf(variant));
        inputs.insert(inputs.end(), more.begin(), more.end());
    }
    const PlotFiles plots{state.plots, std::filesystem::path(file.path).stem().string(), study.plots};
    checkWritten(state.output, plots, inputs);
    auto session = openForStudy(context, state.storage, study, state.asked);
    Result result;
    result.json = study::runStudy(session, study, context.stopToken(), progressOn(context.console()));
    const Sheet sheet = study::sheetOf(result.json);
    result.table = sheet.title + "\n\n" + textOf(sheet.tables);
    if (!state.output.empty()) {
        exporting::writeFileAtomically(state.output, result.json.dump(1) + "\n");
    }
    if (!state.plots.empty()) {
        writePlots(plots, result.json);
    }
    return result;
}

} // namespace

void addStudyCommand(CommandLine& line) {
    auto [app, state] =
        line.addCommand<StudyState>("study", "Run a documented experiment of resources/studies", run);
    state->flags.bind(app);
    addStorage(app, state->storage);
    app.add_option("--output", state->output, "Also write the result as JSON")->type_name("FILE.json");
    app.add_option("--plots", state->plots, "Also draw the result, as SVG files in this folder")
        ->type_name("DIR");
    addRow(app, "threads", state->asked);
}

} // namespace parsimony::cli
