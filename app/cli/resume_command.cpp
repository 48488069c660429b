// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_report.h"
#include "app/cli/run_result.h"
#include "core/base/error.h"
#include "core/base/experiment_status.h"
#include "core/session/option_value.h"
#include "core/session/session.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace parsimony::cli {

namespace {

struct ResumeState {
    std::string storage = defaultStorage;
    std::optional<std::int64_t> experiment;
    session::RunOptions asked; ///< device, threads and instructions
    bool movedHere = false;
    std::vector<std::string> linkedTo, movedFiles;
};

/// OLD=NEW, as --moved-file has it.
session::MovedFile movedFile(const std::string& text) {
    const auto sign = text.find('=');
    if (sign == 0 || sign == std::string::npos || sign + 1 == text.size()) {
        failUsage("--moved-file is OLD=NEW: where the plan has the file, and where it is now");
    }
    const auto whole = [](const std::string& path) {
        return std::filesystem::absolute(path).lexically_normal().string();
    };
    return {whole(text.substr(0, sign)), whole(text.substr(sign + 1))};
}

Result resume(const ResumeState& state, Context& context) {
    demandProject(state.storage);
    if (!state.linkedTo.empty() && !state.movedHere) {
        failUsage("--linked-to goes with --moved-here: elsewhere `run` declares what rows are linked to");
    }
    for (const std::string& link : state.linkedTo) {
        session::values::requireProjectNamed(link, "--linked-to");
    }
    const auto moved = state.movedHere ? std::optional(session::MovedHere{state.linkedTo}) : std::nullopt;
    std::vector<session::MovedFile> files;
    std::transform(state.movedFiles.begin(), state.movedFiles.end(), std::back_inserter(files), movedFile);
    auto session = openSession(context, state.storage, false);
    Result result = followRun(
        context, "resume", state.storage, [&](std::stop_token stop, const session::RunObserver& observer) {
            return session.resume(state.experiment, std::move(stop), observer, state.asked.device,
                                  state.asked.threads, moved, state.asked.instructions, files);
        });
    if (experimentStatus(result.json.value("status", "")) == ExperimentStatus::NothingToResume) {
        context.console().note("nothing to resume");
        const auto told = result.json.value("experiment", std::int64_t{0});
        if (const auto last = told > 0 ? session.snapshot(told) : std::nullopt) {
            result.table = experimentText(*last);
            for (const session::Notice notice : last->notices) {
                context.console().note(sentenceOf(notice, *last).english());
            }
        }
    }
    return result;
}

} // namespace

void addResumeCommand(CommandLine& line) {
    auto [app, state] = line.addCommand<ResumeState>(
        "resume", "Go on with an interrupted experiment under its reservations", resume);
    addStorage(app, state->storage);
    addCount(app, "--experiment", state->experiment, "Which one (default: the newest interrupted)");
    addRow(app, "device", state->asked);
    addRow(app, "threads", state->asked);
    addRow(app, "instructions", state->asked);
    app.add_flag("--moved-here", state->movedHere,
                 "Declare that the experiment was moved here and goes on nowhere else; a ledger row");
    addLinkedTo(app, state->linkedTo);
    app.add_option("--moved-file", state->movedFiles,
                   "OLD=NEW: a file, or folder, of the plan lies elsewhere now; its rows must be the same")
        ->type_name("OLD=NEW");
}

} // namespace parsimony::cli
