// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/queue_list.h"

#include "app/cli/project.h"
#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/data/array_check.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/look_price.h"
#include "core/study/machine_bench.h"
#include "core/wire/run_queue_file.h"
#include "core/wire/service.h"

#include <cmath>

namespace parsimony::cli {

namespace {

struct Price {
    std::string what;
    double epsilon = 0.0, mu = 0.0;
    std::optional<session::BudgetSnapshot> budget = {}; ///< that it has to fit; absent: none is enforced
    std::uint64_t records = 0;                          ///< of an experiment's plan
};

Price priceOf(const std::string& storage, const session::RunOptions& options) {
    const session::RunSnapshot plan = planIn(storage, options);
    const bool enforced = plan.isPrivate && !plan.budget.simulated;
    return {plan.method.text(), plan.experimentEpsilon, plan.experimentMu,
            enforced ? std::optional(plan.budget) : std::nullopt, plan.dataset.records};
}

Price priceOf(const std::string& storage, const study::StudyVariant& study) {
    wire::Gate gate;
    const bool exists = projectIsThere(storage);
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
    const data::PartFiles files = look.on.filesWithColumns();
    const auto arrays = data::arraysOf(files.features);
    static_cast<void>(data::arraysOf(files.labels)); // throws where there are none
    const std::uint64_t records = arrays.empty() || look.on.hidesItsNumber() ? 0 : arrays.front().rows();
    if (!projectIsThere(storage)) {
        return {"look"}; // what runs before it may make the project
    }
    const session::Session session = session::Session::open(storage, false);
    return {"look",
            session::mostEpsilonOfLook(session.budgets(), session.declaredRecordsOf(look.on), records)};
}

Price priceOf(const std::string&, const study::AttackRequest&) {
    return {"attack"};
}

Price priceOf(const std::string&, const study::BenchRequest& bench) {
    study::checkBench(bench);
    return {"bench"};
}

nlohmann::json entryOf(const study::QueuedRun& run, std::size_t number) {
    nlohmann::json entry{{"entry", number}, {"interrupted", !run.request.empty()}};
    if (std::holds_alternative<session::RunOptions>(run)) {
        entry["options"] = wire::queuedJson(run);
    } else {
        entry.update(wire::queuedJson(run));
    }
    return entry;
}

Price priceOfAny(const std::string& storage, const study::QueuedRun& run) {
    return std::visit([&](const auto& each) { return priceOf(storage, each); },
                      static_cast<const study::Queueable&>(run));
}

} // namespace

void checkQueueable(const std::string& storage, const study::QueuedRun& run) {
    const Price price = priceOfAny(storage, run);
    wire::Gate gate;
    wire::carryOut(gate, wire::MachineCall::of(run, price.records));
}

Result listQueue(const std::string& storage) {
    const study::QueuedRuns runs = wire::changeQueue(storage, [](study::QueuedRuns&) {});
    Result result;
    result.json["waiting"] = nlohmann::json::array();
    TextTable table({{"entry"}, {"method", Align::Left}, {"epsilon"}, {"fits", Align::Left}});
    double square = 0.0; // of μ, on which charges add up
    for (std::size_t k = 0; k < runs.size(); ++k) {
        nlohmann::json entry = entryOf(runs[k], k + 1);
        try {
            const Price price = priceOfAny(storage, runs[k]);
            square += price.mu * price.mu;
            const bool fits =
                !price.budget || epsilonOf(Mu{std::sqrt(square)}, Delta{price.budget->targetDelta}).value() <=
                                     price.budget->remainingEpsilon * (1.0 + 1e-6);
            entry.update({{"method", price.what}, {"epsilon", price.epsilon}, {"fits", fits}});
            table.addRow({std::to_string(k + 1), price.what, roundedText(price.epsilon, 4),
                          !runs[k].request.empty() ? "was cut off: goes on, nothing is paid twice"
                          : fits                   ? "yes"
                                                   : "no"});
        } catch (const Error& error) {
            entry.update({{"fits", false}, {"problem", error.what()}});
            table.addRow({std::to_string(k + 1), "-", "-", error.what()});
        }
        result.json["waiting"].push_back(std::move(entry));
    }
    result.table = runs.empty() ? "nothing waits\n" : table.text();
    return result;
}

} // namespace parsimony::cli
