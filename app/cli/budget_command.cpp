// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_report.h"
#include "core/base/error.h"
#include "core/session/session.h"

namespace parsimony::cli {

namespace {

struct BudgetState {
    std::string storage = defaultStorage;
    std::optional<double> epsilon;
    std::string reason;
    RunFlags declared;
};

Result showBudgets(const session::Session& session) {
    Result result;
    result.json["datasets"] = nlohmann::json::array();
    for (const auto& [dataset, budget] : session.budgets()) {
        nlohmann::json object = session::toJson(dataset);
        object["id"] = dataset.id;
        object["budget"] = session::toJson(budget);
        result.json["datasets"].push_back(std::move(object));
        result.table += (result.table.empty() ? "" : "\n") + budgetText(dataset, budget);
    }
    if (result.table.empty()) {
        result.table = "no dataset yet\n";
    }
    return result;
}

Result raiseBudget(const BudgetState& state, Context& context) {
    if (!state.epsilon) {
        failUsage("'budget raise' needs --epsilon, the new cap");
    }
    if (state.reason.empty()) {
        failUsage("'budget raise' needs --reason TEXT; it goes into the ledger and into every later report");
    }
    demandProject(state.storage);
    auto session = openSession(context, state.storage, false);
    session.raiseBudget(*state.epsilon, state.reason);
    return showBudgets(session);
}

Result declareBudget(const BudgetState& state, Context& context) {
    const session::RunOptions options = state.declared.options();
    auto session = openFor(context, state.storage, options);
    session::RunObserver observer;
    observer.onCuratorNotice = curatorNotices(context);
    session.declare(options, observer);
    return showBudgets(session);
}

} // namespace

void addBudgetCommand(CommandLine& line) {
    auto state = std::make_shared<BudgetState>();
    CLI::App& group = line.addGroup("budget", "Accounts of all parts; raising the cap");
    CLI::App& show = line.addCommand(group, "show", "Accounts of all parts", [state](Context& context) {
        demandProject(state->storage);
        return showBudgets(openSession(context, state->storage, false));
    });
    addStorage(show, state->storage);
    CLI::App& declare = line.addCommand(
        group, "declare", "Set the cap of rows before anybody runs on them; reads the rows, spends nothing",
        [state](Context& context) { return declareBudget(*state, context); });
    addStorage(declare, state->storage);
    state->declared.bind(declare);
    CLI::App& raise =
        line.addCommand(group, "raise", "Raise the cap; this is a ledger row and every report says so",
                        [state](Context& context) { return raiseBudget(*state, context); });
    addStorage(raise, state->storage);
    addNumber(raise, "--epsilon", state->epsilon, "The new cap");
    raise.add_option("--reason", state->reason, "Why; kept in the ledger")->type_name("TEXT");
}

} // namespace parsimony::cli
