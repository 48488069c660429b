// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_queue_file.h"
#include "app/cli/run_result.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/data_request.h"
#include "core/session/options_json.h"

#include <cmath>
#include <filesystem>

namespace parsimony::cli {

namespace {

struct QueueState {
    RunFlags flags;
    std::string storage = defaultStorage;
    std::optional<std::uint32_t> entry;
};

session::RunSnapshot planned(const std::string& storage, const session::RunOptions& options) {
    return std::filesystem::exists(storage) ? session::Session::open(storage, false).plan(options)
                                            : session::Session::planWithoutProject(options);
}

/// What waits, each with what it takes by itself and whether what is left still pays it when its turn comes.
Result listQueue(const std::string& storage) {
    QueuedRuns runs;
    changeQueue(storage, [&](const QueuedRuns& waiting) { runs = waiting; });
    Result result;
    result.json["waiting"] = nlohmann::json::array();
    TextTable table({{"entry"}, {"method", Align::Left}, {"epsilon"}, {"fits", Align::Left}});
    double square = 0.0; // of μ, on which charges add up
    for (std::size_t k = 0; k < runs.size(); ++k) {
        nlohmann::json entry{{"entry", k + 1}, {"options", session::toJson(runs[k])}};
        try {
            const session::RunSnapshot plan = planned(storage, runs[k]);
            square += plan.experimentMu * plan.experimentMu;
            const session::BudgetSnapshot& budget = plan.budget;
            const bool fits = budget.simulated || !plan.isPrivate ||
                              epsilonOf(Mu{std::sqrt(square)}, Delta{budget.targetDelta}).value() <=
                                  budget.remainingEpsilon * (1.0 + 1e-6);
            entry.update({{"method", plan.method}, {"epsilon", plan.experimentEpsilon}, {"fits", fits}});
            table.addRow({std::to_string(k + 1), plan.method, roundedText(plan.experimentEpsilon, 4),
                          fits ? "yes" : "no"});
        } catch (const Error& error) {
            entry.update({{"fits", false}, {"problem", error.what()}});
            table.addRow({std::to_string(k + 1), "-", "-", error.what()});
        }
        result.json["waiting"].push_back(std::move(entry));
    }
    result.table = runs.empty() ? "nothing waits\n" : table.text();
    return result;
}

Result addToQueue(const QueueState& state) {
    session::RunOptions options = state.flags.options();
    // It may be run from another folder.
    session::forEachPath(options, [](std::string& path, session::PathForm) {
        path = std::filesystem::absolute(path).string();
    });
    static_cast<void>(planned(state.storage, options)); // a request that cannot be carried out does not wait
    changeQueue(state.storage, [&](QueuedRuns& waiting) { waiting.push_back(options); });
    return listQueue(state.storage);
}

Result removeFromQueue(const QueueState& state) {
    changeQueue(state.storage, [&](QueuedRuns& waiting) {
        if (!state.entry || *state.entry < 1 || *state.entry > waiting.size()) {
            failUsage("'queue remove' needs the number of an entry, as 'queue list' shows them");
        }
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*state.entry - 1));
    });
    return listQueue(state.storage);
}

/// The first one, which no longer waits; it waits again where it is refused before it began.
Result runFirst(const QueueState& state, Context& context, const session::RunOptions& options) {
    auto session = openSession(context, state.storage, true);
    const std::size_t before = session.experiments().size();
    try {
        return followRun(context, "queue", state.storage,
                         [&](std::stop_token stop, const session::RunObserver& observer) {
                             return session.run(options, std::move(stop), observer);
                         });
    } catch (const Error&) {
        if (session.experiments().size() == before) {
            changeQueue(state.storage,
                        [&](QueuedRuns& waiting) { waiting.insert(waiting.begin(), options); });
        }
        throw;
    }
}

Result runQueue(const QueueState& state, Context& context) {
    Result all;
    all.json["runs"] = nlohmann::json::array();
    for (;;) {
        std::optional<session::RunOptions> first;
        changeQueue(state.storage, [&](QueuedRuns& waiting) {
            if (!waiting.empty()) {
                first = waiting.front();
                waiting.erase(waiting.begin());
            }
        });
        if (!first) {
            all.table += all.table.empty() ? "nothing waits\n" : "";
            return all;
        }
        Result one = runFirst(state, context, *first);
        all.json["runs"].push_back(std::move(one.json));
        all.table += one.table;
        all.exitCode = one.exitCode;
        if (one.exitCode != 0) { // looked at before more is spent
            return all;
        }
    }
}

} // namespace

void addQueueCommand(CommandLine& line) {
    auto state = std::make_shared<QueueState>();
    CLI::App& group = line.addGroup("queue", "Runs that wait for each other, one after another");
    CLI::App& add = line.addCommand(group, "add", "Let a run wait, with the options of 'run'",
                                    [state](Context&) { return addToQueue(*state); });
    addStorage(add, state->storage);
    state->flags.bind(add);
    CLI::App& list = line.addCommand(group, "list", "What waits, what it takes and whether it still fits",
                                     [state](Context&) { return listQueue(state->storage); });
    addStorage(list, state->storage);
    CLI::App& run =
        line.addCommand(group, "run", "Run what waits; a failure or an interruption holds the rest",
                        [state](Context& context) { return runQueue(*state, context); });
    addStorage(run, state->storage);
    CLI::App& remove = line.addCommand(group, "remove", "Take an entry out",
                                       [state](Context&) { return removeFromQueue(*state); });
    addStorage(remove, state->storage);
    addCount(remove, "--entry", state->entry, "Its number in the list");
}

} // namespace parsimony::cli
