// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_plan.h"

#include "core/base/error.h"
#include "core/session/method_choice.h"
#include "core/session/option_table.h"
#include "ui/models/budget_split.h"
#include "ui/models/gaussian.h"

#include <cmath>
#include <random>

namespace parsimony::ui::test {

using namespace session;

namespace {

void addPhases(RunSnapshot& run, const RunOptions& o, const BudgetSplit& split, std::size_t phases) {
    std::mt19937 random(7);
    for (std::size_t i = 0; i < phases; ++i) {
        PhaseSnapshot phase;
        phase.epsilon = split.shares()[i].epsilon;
        phase.mu = split.shares()[i].mu;
        const double scale = 900.0 * phase.epsilon;
        for (std::uint32_t t = 0; t < o.trials.value_or(RunOptions::defaultTrials); ++t) {
            TrialSnapshot trial;
            trial.phase = static_cast<int>(i);
            const double u = (t + std::uniform_real_distribution<>(0, 1)(random)) /
                             o.trials.value_or(RunOptions::defaultTrials);
            trial.r = scale * std::exp(std::log(0.3) + u * std::log(10.0));
            trial.steps = 50;
            trial.learningRate = *trial.r / 50;
            trial.nu = 0.15 * std::pow(20.0, u);
            trial.maxGradNorm = 1.0;
            trial.epsilon = phase.epsilon;
            trial.mu = phase.mu;
            trial.noiseMultiplier = std::sqrt(50.0) / (phase.mu * std::sqrt(0.9));
            phase.trials.push_back(trial);
        }
        run.phases.push_back(phase);
    }
    FinalSnapshot final;
    final.trial.phase = -1;
    final.trial.role = TrialRole::Final;
    final.trial.steps = 50;
    final.trial.epsilon = split.finalEpsilon();
    final.trial.mu = split.finalShare().mu;
    final.trial.noiseMultiplier = std::sqrt(50.0) / final.trial.mu;
    final.trial.maxGradNorm = 1.0;
    run.final = final;
}

std::string wordOf(const RunOptions& options, const char* option) {
    return session::optionNamed(option).value.json(options).get<std::string>();
}

} // namespace

RunSnapshot planOf(const RunOptions& o, const BudgetSnapshot& before) {
    RunSnapshot run;
    const double epsilon = o.epsilon.value_or(before.targetEpsilon);
    const double delta = o.delta.value_or(before.targetDelta);
    run.isPrivate = o.visibility == session::Visibility::Private;
    if (run.isPrivate && !o.classes) {
        failUsage("--classes is required for private data: declare the number of classes");
    }
    run.method = std::string(search::methodName(session::methodOf(o)));
    run.trainer = std::string(train::trainerName(o.trainer));
    run.guarantee.isPrivate = run.isPrivate;
    run.guarantee.epsilon = o.experimentEpsilon.value_or(epsilon);
    run.guarantee.delta = delta;
    run.guarantee.publicRecords = 40000;
    run.dataset = {1,
                   "sample",
                   40000,
                   384,
                   o.classes.value_or(26),
                   o.visibility,
                   wordOf(o, "adjacency"),
                   wordOf(o, "row-norm")};
    const double taken = o.experimentEpsilon.value_or(epsilon);
    std::vector<double> each{0.1 * taken, 0.2 * taken};
    if (o.phaseEpsilons) {
        each = o.phaseEpsilons->values();
    }
    std::vector<BudgetSplit::Phase> phases;
    for (const double e : each) {
        phases.push_back({e, static_cast<int>(o.trials.value_or(RunOptions::defaultTrials))});
    }
    const BudgetSplit split(taken, delta, phases);
    if (!split.affordable()) {
        throw Error("the phases cost more than the budget",
                    RefusedSpend{taken + split.missingEpsilon(), taken, split.missingEpsilon()});
    }
    const double spent = before.spentMu;
    const double cap = muOf(epsilon, delta);
    const double mu = muOf(taken, delta);
    if (run.isPrivate && spent * spent + mu * mu > cap * cap * (1 + 1e-9)) {
        const double left = cap * cap - spent * spent;
        const double remaining = left > 1e-12 ? epsilonOf(std::sqrt(left), delta) : 0.0;
        throw Error("the budget of sample has ε = " + std::to_string(remaining) + " left",
                    RefusedSpend{taken, remaining, taken - remaining});
    }
    run.budget = before;
    run.budget.targetEpsilon = epsilon;
    run.budget.targetDelta = delta;
    run.budget.simulated = !run.isPrivate;
    run.budget.remainingEpsilon =
        spent > 0.0 ? epsilonOf(std::sqrt(cap * cap - spent * spent), delta) : epsilon;
    run.experimentEpsilon = taken;
    run.experimentMu = mu;
    addPhases(run, o, split, each.size());
    return run;
}
double accuracyAt(double r, double epsilon) {
    const double best = 700.0 * epsilon;
    return 0.755 - 0.09 * std::pow(std::log(r / best) / 1.5, 2.0) - 0.02 / (1.0 + 10 * epsilon);
}

} // namespace parsimony::ui::test
