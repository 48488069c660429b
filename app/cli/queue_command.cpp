// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "app/cli/run_result.h"
#include "app/cli/study_result.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/data/array_check.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/look_price.h"
#include "core/wire/run_queue_file.h"
#include "core/wire/service.h"

#include <cmath>
#include <filesystem>

namespace parsimony::cli {

namespace {

struct QueueState {
    RunFlags flags;
    std::string storage = defaultStorage;
    std::optional<std::uint32_t> entry;
};

struct Price {
    std::string what;
    double epsilon = 0.0, mu = 0.0;
    std::optional<session::BudgetSnapshot> budget = {}; ///< that it has to fit; absent: none is enforced
};

Price priceOf(const std::string& storage, const session::RunOptions& options) {
    const session::RunSnapshot plan = planIn(storage, options);
    const bool enforced = plan.isPrivate && !plan.budget.simulated;
    return {plan.method, plan.experimentEpsilon, plan.experimentMu,
            enforced ? std::optional(plan.budget) : std::nullopt};
}

Price priceOf(const std::string& storage, const study::StudyVariant& study) {
    wire::Gate gate;
    const bool exists = std::filesystem::exists(storage);
    const study::StudyPrice price = wire::carryOut(gate, wire::PriceCall{exists ? storage : "", study});
    std::optional<session::BudgetSnapshot> budget;
    if (exists && !price.simulated) {
        const auto budgets = session::Session::open(storage, false).budgets();
        budget = budgets.empty() ? std::nullopt : std::optional(budgets.back().second);
    }
    return {study.file ? "study" : study.compare ? "comparison" : "sweep", price.epsilon, price.mu, budget};
}

/// What it takes at most of its part, which has an account of its own.
Price priceOf(const std::string& storage, const study::LookRequest& look) {
    const auto budgets = session::Session::open(storage, false).budgets();
    const auto arrays = data::arraysOf(look.on.files.features);
    const std::uint64_t records = arrays.empty() ? 0 : arrays.front().rows();
    return {"look", session::mostEpsilonOfLook(budgets, records)};
}

Price priceOf(const std::string&, const study::AttackRequest&) {
    return {"attack"};
}

Price priceOf(const std::string&, const study::BenchRequest&) {
    return {"bench"};
}

/// What waits, each with what it takes by itself and whether what is left still pays it when its turn comes.
Result listQueue(const std::string& storage) {
    const study::QueuedRuns runs = wire::changeQueue(storage, [](study::QueuedRuns&) {});
    Result result;
    result.json["waiting"] = nlohmann::json::array();
    TextTable table({{"entry"}, {"method", Align::Left}, {"epsilon"}, {"fits", Align::Left}});
    double square = 0.0; // of μ, on which charges add up
    for (std::size_t k = 0; k < runs.size(); ++k) {
        nlohmann::json entry{{"entry", k + 1}};
        if (std::holds_alternative<session::RunOptions>(runs[k])) {
            entry["options"] = wire::queuedJson(runs[k]);
        } else {
            entry.update(wire::queuedJson(runs[k]));
        }
        try {
            const Price price = std::visit([&](const auto& run) { return priceOf(storage, run); }, runs[k]);
            square += price.mu * price.mu;
            const bool fits =
                !price.budget || epsilonOf(Mu{std::sqrt(square)}, Delta{price.budget->targetDelta}).value() <=
                                     price.budget->remainingEpsilon * (1.0 + 1e-6);
            entry.update({{"method", price.what}, {"epsilon", price.epsilon}, {"fits", fits}});
            table.addRow(
                {std::to_string(k + 1), price.what, roundedText(price.epsilon, 4), fits ? "yes" : "no"});
        } catch (const Error& error) {
            entry.update({{"fits", false}, {"problem", error.what()}});
            table.addRow({std::to_string(k + 1), "-", "-", error.what()});
        }
        result.json["waiting"].push_back(std::move(entry));
    }
    result.table = runs.empty() ? "nothing waits\n" : table.text();
    return result;
}

Result addToQueue(const QueueState& state, Context& context) {
    const session::RunOptions options = state.flags.options();
    static_cast<void>(planIn(state.storage, options)); // a request that cannot be carried out does not wait
    noteUnused(context, options);
    wire::changeQueue(state.storage, [&](study::QueuedRuns& waiting) { waiting.emplace_back(options); });
    return listQueue(state.storage);
}

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

Result lookAt(Context& context, wire::Served& served, const study::LookRequest& look) {
    wire::Gate gate;
    const wire::EvaluateCall call{look.trial, true, look.on};
    const session::EvaluationView found =
        wire::carryOut(served, gate, call, {context.stopToken(), {}, progressOn(context.console())});
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

Result runFirst(const QueueState& state, Context& context, const study::QueuedRun& first) {
    if (const auto* attack = std::get_if<study::AttackRequest>(&first)) {
        return carriedOut(context, wire::AttackCall{*attack});
    }
    if (const auto* bench = std::get_if<study::BenchRequest>(&first)) {
        return carriedOut(context, wire::BenchCall{*bench});
    }
    wire::Served served(openSession(context, state.storage, true));
    session::Session& session = served.session;
    const std::size_t before = session.experiments().size();
    const auto* study = std::get_if<study::StudyVariant>(&first);
    const auto* look = std::get_if<study::LookRequest>(&first);
    try {
        return look != nullptr ? lookAt(context, served, *look)
               : study != nullptr
                   ? carriedOut(context, wire::StudyCall{*study}, served)
                   : followRun(context, "queue", state.storage,
                               [&](std::stop_token stop, const session::RunObserver& observer) {
                                   return session.run(std::get<session::RunOptions>(first), std::move(stop),
                                                      observer);
                               });
    } catch (const Error& error) {
        // A study that was stopped goes on when it is run again; an experiment is resumed by its number. A
        // look that was not refused may have been paid for.
        const bool paid =
            look != nullptr && error.code() != ErrorCode::Usage && error.code() != ErrorCode::Refused;
        if (study != nullptr || (session.experiments().size() == before && !paid)) {
            wire::changeQueue(state.storage,
                              [&](study::QueuedRuns& waiting) { waiting.insert(waiting.begin(), first); });
        }
        throw;
    }
}

/// What waits one after another; each no longer waits when it begins, and waits again where it is refused
/// before that.
Result runQueue(const QueueState& state, Context& context) {
    Result all;
    all.json["runs"] = nlohmann::json::array();
    for (;;) {
        std::optional<study::QueuedRun> first;
        wire::changeQueue(state.storage, [&](study::QueuedRuns& waiting) {
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
                                    [state](Context& context) { return addToQueue(*state, context); });
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
