// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sweep.h"

#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/experiment_plan.h"
#include "core/session/experiment_summary.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/option_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace parsimony::study {

using session::Visibility;

namespace {

/// Learning rate and steps of a cell.
using Cell = std::pair<double, std::uint32_t>;

/// The cells that a sweep asks for, T by T.
std::vector<Cell> gridOf(const session::RunOptions& options) {
    if (!options.learningRates || !options.steps) {
        failUsage(Sentence("sweep needs the grid: give --learning-rates and --steps"));
    }
    std::vector<Cell> cells;
    std::set<Cell> known;
    for (const double count : options.steps->values()) {
        if (count < 0.0 || count != std::floor(count)) { // no option has read a list of the window
            failUsage(Sentence("{1}: '{2}' is not a whole number", "--steps", numberText(count)));
        }
        for (const double rate : options.learningRates->values()) {
            const Cell cell{rate, static_cast<std::uint32_t>(count)};
            if (!known.insert(cell).second) {
                failUsage(
                    Sentence("the grid has the cell of learning rate {1} and {2} steps twice", rate, count));
            }
            cells.push_back(cell);
        }
    }
    if (cells.size() < 2) {
        failUsage(Sentence("a grid of one cell leaves nothing to compare: give more in --learning-rates or "
                           "--steps"));
    }
    return cells;
}

void check(const SweepRequest& request) {
    (void)gridOf(request.base);
    if (const auto axes = session::axesOf(request.base); !axes.empty()) {
        for (const train::Axis& axis : axes) {
            if (axis.knob == train::Knob::Encoder) {
                failUsage(Sentence("a sweep is of one encoder, and {1} names {2}: name one alone behind them "
                                   "({1} {3}), and sweep one after the other",
                                   session::optionOf(axis.knob), joined(axis.encoders, ", "),
                                   axis.encoders.front()));
            }
        }
        failUsage(train::withCommaHint(
            Sentence("a sweep goes over learning rates and steps: give one value of each other option"),
            axes));
    }
    const session::OwnRates own = session::ownRates(request.base);
    if (session::samples(request.base, own)) {
        refuse(Sentence("a sweep needs Gaussian events: full batches, not samples at a rate of {1}",
                        session::ratesOf(request.base, own).front()));
    }
    kRepeats.requireWhole(request.repeats, "--repeats");
    if (request.epsilons.empty()) {
        failUsage(Sentence("sweep needs budgets: give --epsilons LIST"));
    }
    if (request.base.visibility != Visibility::Public && request.repeats != 1) {
        refuse(Sentence("on private data every cell is charged, so a sweep runs once: leave out --repeats"));
    }
    checkEpsilons(request.epsilons, request.base.visibility == Visibility::Public);
}

/// One seed at one ε: the cells that were scored, whichever sweep did it.
struct Panel {
    double epsilon = 0.0; ///< of a public sweep's runs: asked for at another δ it is another
    std::uint64_t seed = 0;
    std::map<Cell, double> accuracies;
    std::map<Cell, std::string> arithmetics = {};
};

session::RunOptions optionsOf(const SweepRequest& request, const Panel& panel) {
    session::RunOptions options = request.base;
    options.method = session::kUnchargedGrid;
    options.experimentEpsilon = panel.epsilon;
    options.seed = panel.seed;
    return session::scoredOnTest(std::move(options));
}

double epsilonFor(const Checked<SweepRequest>& request, double asked) {
    session::RunOptions options = request.base;
    options.method = session::kUnchargedGrid;
    return sameNoise(asked, request.askedDelta, options);
}

/// The options without what names a cell.
session::RunOptions withoutCell(session::RunOptions options) {
    options = resultOptionsOf(std::move(options));
    options.experimentEpsilon.reset();
    options.seed.reset();
    options.learningRates.reset();
    options.steps.reset();
    options.trials.reset(); // a grid that names its learning rates does not use it
    return options;
}

void keepScores(const session::RunSnapshot& run, Panel& panel) {
    if (run.phases.empty()) {
        fail(Sentence("the sweep's experiment has no cells"));
    }
    for (const session::TrialSnapshot& trial : run.phases.front().trials) {
        if (trial.score && trial.learningRate) {
            const Cell cell{*trial.learningRate, trial.steps};
            panel.accuracies[cell] = *trial.score;
            panel.arithmetics[cell] = run.arithmetic;
        }
    }
}

/// Fills in what earlier sweeps of these rows scored.
void findScores(session::Session& session, const SweepRequest& request, std::vector<Panel>& panels) {
    const session::RunOptions wanted = withoutCell(optionsOf(request, panels.front()));
    for (const session::EarlierExperiment& earlier :
         session.experimentsOn(optionsOf(request, panels.front()))) {
        const session::RunOptions& options = earlier.options;
        if (options.method != session::kUnchargedGrid || !options.learningRates ||
            !(withoutCell(options) == wanted)) {
            continue;
        }
        for (Panel& panel : panels) {
            if (options.experimentEpsilon == panel.epsilon && options.seed == panel.seed) {
                keepScores(*session.snapshot(earlier.id), panel);
            }
        }
    }
}

/// The cells of `grid` that a panel has no score for, as grids of their own: step counts that lack the same
/// learning rates share one.
std::vector<session::RunOptions> missingGrids(const SweepRequest& request, const Panel& panel,
                                              const std::vector<Cell>& grid) {
    std::map<std::uint32_t, std::vector<double>> missing;
    for (const Cell& cell : grid) {
        if (panel.accuracies.count(cell) == 0) {
            missing[cell.second].push_back(cell.first);
        }
    }
    std::map<std::vector<double>, std::vector<std::uint32_t>> grids;
    for (const auto& [steps, rates] : missing) {
        grids[rates].push_back(steps);
    }
    std::vector<session::RunOptions> requests;
    for (const auto& [lacking, counts] : grids) {
        std::vector<double> rates = lacking;
        std::vector<std::uint32_t> steps = counts;
        if (rates.size() * steps.size() == 1) {
            // An experiment of one cell would have nothing to choose from: a neighbour is run again.
            const Cell only{rates.front(), steps.front()};
            const Cell& other = grid.front() == only ? grid[1] : grid.front();
            if (other.second == only.second) {
                rates.push_back(other.first);
            } else {
                steps.push_back(other.second);
            }
        }
        session::RunOptions options = optionsOf(request, panel);
        options.learningRates = NumberList(std::move(rates));
        options.steps = NumberList(std::vector<double>(steps.begin(), steps.end()));
        requests.push_back(std::move(options));
    }
    return requests;
}

/// Runs what is missing of all panels side by side.
void fillPanels(session::Session& session, const SweepRequest& request, const std::vector<Cell>& grid,
                std::vector<Panel>& panels, std::stop_token stop, const Progress& progress) {
    findScores(session, request, panels);
    std::vector<session::RunOptions> requests;
    std::vector<std::size_t> panelOf;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        for (session::RunOptions& options : missingGrids(request, panels[i], grid)) {
            requests.push_back(std::move(options));
            panelOf.push_back(i);
        }
    }
    Experiments experiments(session, std::move(stop), progress, requests.size());
    const std::string each = panels.size() == 1
                                 ? " for one budget and seed"
                                 : " for each of " + std::to_string(panels.size()) + " budgets and seeds";
    const auto runs = experiments.run(requests, std::to_string(grid.size()) + " cells" + each);
    for (std::size_t k = 0; k < runs.size(); ++k) {
        keepScores(runs[k], panels[panelOf[k]]);
    }
}

SweepResult publicSweep(session::Session& session, const Checked<SweepRequest>& request, std::stop_token stop,
                        const Progress& progress) {
    const std::vector<Cell> grid = gridOf(request.base);
    std::vector<Panel> panels;
    for (const double asked : request.epsilons) {
        const double epsilon = epsilonFor(request, asked);
        for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat) {
            panels.push_back({epsilon, request.base.seed.value_or(0) + repeat, {}});
        }
    }
    fillPanels(session, request, grid, panels, std::move(stop), progress);
    std::vector<SweepCell> cells;
    std::vector<std::vector<double>> accuracies;
    for (std::size_t e = 0; e < request.epsilons.size(); ++e) {
        const auto own = std::span(panels).subspan(e * request.repeats, request.repeats);
        for (const Cell& cell : grid) {
            std::set<std::string> arithmetics;
            accuracies.emplace_back();
            for (const Panel& panel : own) {
                accuracies.back().push_back(panel.accuracies.at(cell));
                arithmetics.insert(panel.arithmetics.at(cell));
            }
            cells.push_back(
                {request.epsilons[e], cell.first, cell.second, 0.0, 0.0, 0, joined(arithmetics, ", ")});
        }
    }
    return summarise(std::move(cells), accuracies);
}

/// A grid whose every cell is charged `epsilon`: together they take the ε of √n·μ(ε).
session::RunOptions privateOptions(const SweepRequest& request, double epsilon, std::size_t cells) {
    session::RunOptions options = request.base;
    const Delta delta = checkedDelta(options.delta.value_or(0.0), "--delta");
    const double mu = muOf(Epsilon{epsilon}, delta).value();
    options.method = session::kChargedGrid;
    options.experimentEpsilon = epsilonOf(Mu{std::sqrt(static_cast<double>(cells)) * mu}, delta).value();
    if (!options.testEpsilon) {
        options.testEpsilon =
            session::TestEpsilon{}; // a sweep shows scores; nobody asked for a look at the test part
    }
    return options;
}

} // namespace

std::vector<session::RunOptions> privateGrids(const SweepRequest& request) {
    const std::size_t cells = gridOf(request.base).size();
    return collected<session::RunOptions>(
        request.epsilons, [&](const double epsilon) { return privateOptions(request, epsilon, cells); });
}

StudyPrice priceOfGrids(const std::vector<session::RunOptions>& grids,
                        const std::function<bool(const session::RunOptions&)>& hasBegun) {
    const Delta delta{*grids.front().delta};
    double muSquared = 0.0;
    for (const session::RunOptions& grid : grids) {
        if (!hasBegun(grid)) {
            const double mu = muOf(Epsilon{*grid.experimentEpsilon}, delta).value();
            muSquared += mu * mu;
        }
    }
    if (muSquared == 0.0) {
        return {};
    }
    const double mu = std::sqrt(muSquared);
    return {0, epsilonOf(Mu{mu}, delta).value(), mu, false};
}

namespace {

/// Of all grids that have not begun. Throws Error(Refused) unless the account can pay for them.
StudyPrice demandRoom(const session::Session* session, const std::vector<session::RunOptions>& grids,
                      const std::vector<session::EarlierExperiment>& earlier) {
    StudyPrice price = priceOfGrids(grids, [&](const session::RunOptions& grid) {
        return std::any_of(earlier.begin(), earlier.end(), [&](const auto& experiment) {
            return (experiment.status == ExperimentStatus::Finished ||
                    experiment.status == ExperimentStatus::Interrupted) &&
                   resultOptionsOf(experiment.options) == resultOptionsOf(grid);
        });
    });
    if (price.mu > 0.0) {
        session::RunOptions whole = grids.front();
        whole.experimentEpsilon = price.epsilon;
        (void)planIn(session, whole);
    }
    return price;
}

SweepResult privateSweep(session::Session& session, const SweepRequest& request, std::stop_token stop,
                         const Progress& progress) {
    const std::vector<session::RunOptions> grids = privateGrids(request);
    (void)demandRoom(&session, grids, session.experimentsOn(grids.front()));
    Experiments experiments(session, std::move(stop), progress, grids.size());
    std::vector<SweepCell> cells;
    std::vector<std::vector<double>> accuracies;
    for (std::size_t i = 0; i < grids.size(); ++i) {
        Panel panel{request.epsilons[i], 0, {}};
        keepScores(experiments.runAlone(grids[i], "epsilon " + numberText(panel.epsilon) + " a cell"), panel);
        for (const auto& [cell, accuracy] : panel.accuracies) {
            cells.push_back(
                {panel.epsilon, cell.first, cell.second, 0.0, 0.0, 0, panel.arithmetics.at(cell)});
            accuracies.push_back({accuracy});
        }
    }
    return summarise(std::move(cells), accuracies);
}

} // namespace

search::MethodKind methodOfSweep(Visibility visibility) {
    return visibility == Visibility::Public ? session::kUnchargedGrid : session::kChargedGrid;
}

namespace {
Checked<SweepRequest> checked(const session::Session* session, const SweepRequest& asked, KnownBy by) {
    Checked<SweepRequest> request{asked};
    session::RunOptions& base = request.base;
    base.learningRates = asked.rates ? asked.rates : base.learningRates;
    base.steps = asked.counts ? asked.counts : base.steps;
    if (asked.anyBase) {
        base.method = methodOfSweep(base.visibility);
        for (const session::Option& option : session::optionTable()) {
            if (!option.mattersTo(base)) {
                option.value.reset(base);
            }
        }
    }
    takeEpsilon(request.epsilons, base);
    check(request);
    if (!base.delta && session != nullptr && !session->budgets().empty()) {
        base.delta = session->budgets().front().second.targetDelta; // the dataset's, for good
    }
    request.askedDelta = takeKnownBudget(session, base, by);
    return request;
}
} // namespace

StudyPrice priceOf(const session::Session* session, const SweepRequest& asked) {
    const Checked<SweepRequest> request = checked(session, asked, KnownBy::Name);
    StudyPrice price;
    if (request.base.visibility == Visibility::Public) {
        price.simulated = true;
        (void)planIn(session, optionsOf(request, {epsilonFor(request, request.epsilons.front()),
                                                  request.base.seed.value_or(0),
                                                  {}}));
    } else {
        std::vector<session::EarlierExperiment> earlier;
        for (const session::ExperimentSummary& one :
             session != nullptr ? session->experiments() : std::vector<session::ExperimentSummary>()) {
            earlier.push_back({one.id, one.status, session->optionsOf(one.id)});
        }
        price = demandRoom(session, privateGrids(request), earlier);
    }
    price.runs = gridOf(request.base).size() * request.epsilons.size() * request.repeats;
    return price;
}

SweepResult sweep(session::Session& session, const SweepRequest& asked, std::stop_token stop,
                  const Progress& progress) {
    const Checked<SweepRequest> request = checked(&session, asked, KnownBy::Rows);
    return request.base.visibility == Visibility::Public
               ? publicSweep(session, request, std::move(stop), progress)
               : privateSweep(session, request, std::move(stop), progress);
}

} // namespace parsimony::study
