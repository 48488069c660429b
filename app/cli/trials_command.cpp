// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_report.h"
#include "core/session/session.h"

namespace parsimony::cli {

namespace {

struct State {
    std::string storage = defaultStorage;
    std::optional<std::int64_t> experiment;
};

Result listTrials(const State& state) {
    demandProject(state.storage);
    const auto session = session::Session::open(state.storage, false);
    Result result;
    result.json["trials"] = nlohmann::json::array();
    TextTable table = trialTable(true);
    for (const session::TrialSnapshot& trial : session.trials(state.experiment)) {
        nlohmann::json row = session::toJson(trial);
        row["experiment"] = trial.experiment;
        row["phase"] = trial.phase;
        row["role"] = trial.role;
        result.json["trials"].push_back(std::move(row));
        table.addRow(trialCells(trial, true));
    }
    if (state.experiment && result.json["trials"].empty()) {
        static_cast<void>(session.snapshot(state.experiment)); // throws when there is no such experiment
    }
    result.table = result.json["trials"].empty() ? "no trials yet\n" : table.text();
    return result;
}

} // namespace

void addTrialsCommand(CommandLine& line) {
    auto state = std::make_shared<State>();
    CLI::App& app = line.addCommand("trials", "Every trial of a project with its spend and state",
                                    [state](Context&) { return listTrials(*state); });
    addStorage(app, state->storage);
    addCount(app, "--experiment", state->experiment, "Only this experiment");
}

} // namespace parsimony::cli
