// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_result.h"
#include "core/session/session.h"

namespace parsimony::cli {

namespace {

struct RunState {
    RunFlags flags;
    std::string storage = defaultStorage;
    bool dryRun = false;
};

Result run(const RunState& state, Context& context) {
    const session::RunOptions options = state.flags.options();
    if (state.dryRun) {
        return planResult(context, state.storage, options, "run");
    }
    auto session = openFor(context, state.storage, options);
    noteUnused(context, options);
    return followRun(context, "run", state.storage,
                     [&](std::stop_token stop, const session::RunObserver& observer) {
                         return session.run(options, std::move(stop), observer);
                     });
}

} // namespace

void addRunCommand(CommandLine& line) {
    auto [app, state] =
        line.addCommand<RunState>("run", "Plan, then reserve, train, score and release, phase by phase", run);
    addStorage(app, state->storage);
    app.add_flag("--dry-run", state->dryRun, "Print the plan and stop");
    state->flags.bind(app);
}

} // namespace parsimony::cli
