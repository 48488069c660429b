// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/queue_add.h"
#include "app/cli/queue_list.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_result.h"
#include "app/cli/study_result.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/wire/run_queue_file.h"
#include "core/wire/service.h"

namespace parsimony::cli {

namespace {

struct QueueState {
    std::string storage = defaultStorage;
    std::optional<std::uint32_t> entry;
};

Result removeFromQueue(const QueueState& state) {
    wire::changeQueue(state.storage, [&](study::QueuedRuns& waiting) {
        if (!state.entry || *state.entry < 1 || *state.entry > waiting.size()) {
            failUsage("'queue remove' needs the number of an entry, as 'queue list' shows them");
        }
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*state.entry - 1));
    });
    return listQueue(state.storage);
}

/// A study, or what needs no project.
template <class Call, class... Place>
Result carriedOut(Context& context, const Call& call, Place&... place) {
    wire::Gate gate;
    const Sheet found =
        wire::carryOut(place..., gate, call, {context.stopToken(), {}, progressOn(context.console())});
    Result result;
    result.json = nlohmann::json::parse(found.json);
    result.table = found.title + "\n\n" + textOf(found.tables);
    return result;
}

Result lookAt(Context& context, wire::Served& served, const study::LookRequest& look,
              const std::string& request) {
    wire::Gate gate;
    const wire::EvaluateCall call{look.trial, true, look.on};
    const session::EvaluationView found =
        wire::carryOut(served, gate, call, {context.stopToken(), {}, progressOn(context.console()), request});
    Result result;
    result.json = {{"part", look.on.name},
                   {"accuracy", found.accuracy},
                   {"epsilon", found.epsilon},
                   {"remaining_epsilon", found.remainingEpsilon}};
    TextTable table({{"part", Align::Left}, {"accuracy"}, {"se"}, {"epsilon"}, {"left"}});
    table.addRow({look.on.name, roundedText(found.accuracy, 4), roundedText(found.se, 4),
                  roundedText(found.epsilon, 4), roundedText(found.remainingEpsilon, 4)});
    result.table = table.text();
    return result;
}

/// One that was cut off goes on under what it reserved.
Result runExperiment(Context& context, const std::string& storage, const session::RunOptions& options,
                     const std::string& request) {
    auto session = openSession(context, storage, true);
    return followRun(context, "queue", storage,
                     [&](const std::stop_token& stop, const session::RunObserver& observer) {
                         const session::RunSnapshot run = session.run(options, stop, observer, request);
                         return run.status == ExperimentStatus::Interrupted && !stop.stop_requested()
                                    ? session.resume(run.experiment, stop, observer)
                                    : run;
                     });
}

Result runTaken(const std::string& storage, Context& context, const study::QueuedRun& taken) {
    if (const auto* attack = std::get_if<study::AttackRequest>(&taken)) {
        return carriedOut(context, wire::AttackCall{*attack});
    }
    if (const auto* bench = std::get_if<study::BenchRequest>(&taken)) {
        return carriedOut(context, wire::BenchCall{*bench});
    }
    if (const auto* options = std::get_if<session::RunOptions>(&taken)) {
        return runExperiment(context, storage, *options, taken.request);
    }
    const auto* study = std::get_if<study::StudyVariant>(&taken);
    wire::Served served(openSession(context, storage, study != nullptr));
    return study != nullptr ? carriedOut(context, wire::StudyCall{*study}, served)
                            : lookAt(context, served, std::get<study::LookRequest>(taken), taken.request);
}

/// What waits one after another; each no longer waits when it begins, and waits again where nothing of it was
/// reserved.
Result runQueue(const QueueState& state, Context& context) {
    Result all;
    all.json["runs"] = nlohmann::json::array();
    while (const auto first = wire::takeFirst(state.storage)) {
        Result one;
        try {
            one = runTaken(state.storage, context, *first);
        } catch (const Error&) {
            wire::endTaken(state.storage, *first, false);
            throw;
        }
        wire::endTaken(state.storage, *first, true);
        all.json["runs"].push_back(std::move(one.json));
        all.table += one.table;
        all.exitCode = one.exitCode;
        if (one.exitCode != 0) { // looked at before more is spent
            return all;
        }
    }
    all.table += all.table.empty() ? "nothing waits\n" : "";
    return all;
}

} // namespace

void addQueueCommand(CommandLine& line) {
    auto state = std::make_shared<QueueState>();
    CLI::App& group = line.addGroup("queue", "Runs that wait for each other, one after another");
    addQueueAdders(line, group);
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
