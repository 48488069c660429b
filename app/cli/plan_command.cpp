// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"

namespace parsimony::cli {

namespace {

struct PlanState {
    RunFlags flags;
    std::string storage = defaultStorage;
};

} // namespace

void addPlanCommand(CommandLine& line) {
    auto state = std::make_shared<PlanState>();
    CLI::App& app =
        line.addCommand("plan", "The whole plan, without opening a private row", [state](Context& context) {
            return planResult(context, state->storage, state->flags.options(), "plan");
        });
    addStorage(app, state->storage);
    state->flags.bind(app);
    line.supportToml(app);
}

} // namespace parsimony::cli
