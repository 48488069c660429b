// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/hex.h"
#include "core/base/number_text.h"
#include "core/export/model_file.h"
#include "core/report/contents.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace parsimony::report {

using session::RunSnapshot;
using session::TrialSnapshot;

namespace {

/// What two neighbouring datasets differ in, as guarantees say it.
std::string adjacencyWords(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

std::string phaseOf(const TrialSnapshot& trial) {
    const std::string role = session::shownRole(trial);
    return role.empty() ? "phase " + std::to_string(trial.phase + 1) : role;
}

Table budgetTable(const session::BudgetSnapshot& budget) {
    Table table{{"part", "spent ε", "reserved ε", "remaining ε", "spent μ"}, {}};
    for (const auto& [name, part] : session::shownAccounts(budget)) {
        table.rows.push_back({name, shortNumber(part.spentEpsilon), shortNumber(part.reservedEpsilon),
                              shortNumber(part.remainingEpsilon),
                              shortNumber(session::shownMu(part.spentMu, part.spentEpsilon))});
    }
    return table;
}

void addBudgets(Document& document, const Contents& contents) {
    document.blocks.push_back(Heading{2, "Data and budgets"});
    for (const auto& [dataset, budget] : contents.budgets) {
        document.blocks.push_back(Facts{
            {{"dataset", dataset.name},
             {"rows", std::to_string(dataset.records) + " × " + widthsOf(dataset, contents) + ", " +
                          std::to_string(dataset.classes) + " classes"},
             {"visibility", std::string(ledger::toText(dataset.visibility)) +
                                (budget.simulated ? ", simulated budget" : "")},
             {"adjacency", adjacencyWords(dataset.adjacency)},
             {"cap", "ε = " + numberText(budget.targetEpsilon) + ", δ = " + numberText(budget.targetDelta) +
                         (budget.capOpen ? " until another is named" : "")}}});
        document.blocks.push_back(budgetTable(budget));
    }
}

/// Test accuracy against ε, a series for each method and encoder: where there are two points at least.
std::optional<study::LineChart> accuraciesChart(const Contents& contents) {
    study::LineChart chart{
        "Test accuracy of the experiments", "ε of the experiment", "test accuracy, %", true, false, {}};
    std::map<std::string, std::size_t> place;
    std::size_t points = 0;
    const bool several = hasSeveralEncoders(contents);
    for (const session::ExperimentSummary& experiment : contents.experiments) {
        if (!experiment.testAccuracy || !std::isfinite(experiment.epsilon)) {
            continue;
        }
        const std::string encoder = several ? encoderOf(experiment, contents) : std::string();
        const std::string name = experiment.method.text() + (encoder.empty() ? "" : ", " + encoder);
        if (place.emplace(name, chart.series.size()).second) {
            chart.series.push_back({name, {}, false, true, false});
        }
        chart.series[place[name]].points.push_back({experiment.epsilon, 100.0 * *experiment.testAccuracy,
                                                    100.0 * experiment.testAccuracySe.value_or(0.0)});
        ++points;
    }
    return points > 1 ? std::optional(chart) : std::nullopt;
}

void addOverview(Document& document, const Contents& contents) {
    document.blocks.push_back(Heading{2, "Experiments"});
    Table table{{"experiment", "method", "trainer", "status", "ε", "test accuracy"}, {}};
    const bool several = hasSeveralEncoders(contents);
    if (several) {
        table.columns.emplace_back("encoder");
    }
    constexpr std::size_t most = 200;
    const auto& all = contents.experiments;
    for (std::size_t i = all.size() - std::min(all.size(), most); i < all.size(); ++i) {
        const session::ExperimentSummary& row = all[i];
        table.rows.push_back(
            {std::to_string(row.id), row.method.text(), row.trainer, toText(row.status),
             shortNumber(row.epsilon),
             row.testAccuracy ? accuracyText(*row.testAccuracy, row.testAccuracySe.value_or(0.0)) : "-"});
        if (several) {
            const std::string encoder = encoderOf(row, contents);
            table.rows.back().push_back(encoder.empty() ? "-" : encoder);
        }
    }
    document.blocks.push_back(std::move(table));
    if (const std::size_t details = contents.details.size(); details < all.size()) {
        document.blocks.push_back(Paragraph{"The newest " + std::to_string(details) + " of " +
                                            std::to_string(all.size()) + " experiments follow one by one."});
    }
    if (const auto chart = accuraciesChart(contents);
        chart && contents.plots.contains(ReportPlot::Accuracies)) {
        document.blocks.push_back(Plot{*chart});
    }
}

std::string fitText(const session::FitSnapshot& fit) {
    std::string formula;
    for (std::size_t i = 0; i < fit.coefficients.size(); ++i) {
        formula += (i == 0 ? "" : " + ") + roundedText(fit.coefficients[i], 4) +
                   (i == 0   ? ""
                    : i == 1 ? " x"
                             : " x^" + std::to_string(i));
    }
    std::string text = "r = " + formula + " with x = " + toText(fit.against) + "; r = " + shortNumber(fit.r);
    if (fit.interval) {
        text +=
            ", 95 % from " + shortNumber(fit.interval->first) + " to " + shortNumber(fit.interval->second);
    }
    return text + (fit.clamped ? "; clamped to the range of the search" : "") +
           (fit.slopeNotPositive ? "; the line does not rise" : "");
}

Facts factsOf(const RunSnapshot& run) {
    Facts facts{{{"data", run.dataset.name + ", " + ledger::toText(run.dataset.visibility) + ", row norm " +
                              run.dataset.rowNorm},
                 {"method", run.method.text() + ", " + run.trainer},
                 {"takes",
                  std::isinf(run.experimentEpsilon)
                      ? std::string("nothing: not private, ε = ∞")
                      : "ε = " + shortNumber(run.experimentEpsilon) +
                            (run.experimentMu > 0.0 ? " (μ = " + shortNumber(run.experimentMu) + ")" : "")}}};
    if (!run.encoder.empty()) {
        facts.rows.emplace_back("encoder", run.encoder);
    }
    if (const std::string arithmetic = run.unusualArithmetic(); !arithmetic.empty()) {
        facts.rows.emplace_back("arithmetic", arithmetic);
    }
    if (run.priorTaken > 0.0) {
        facts.rows.emplace_back("objective", "balanced accuracy: the prior of the released class counts is "
                                             "taken off the scores");
    }
    if (run.selection) {
        facts.rows.emplace_back("selection", "a secret number of runs, " + run.selection->runsFamily +
                                                 " with mean " + shortNumber(run.selection->runsMean) +
                                                 "; only the winner is known");
    }
    if (run.fit) {
        facts.rows.emplace_back("fit", fitText(*run.fit));
    }
    if (run.final) {
        const TrialSnapshot& trial = run.final->trial;
        facts.rows.emplace_back("result",
                                "trial " + std::to_string(trial.id) + ": r = " + shortNumber(trial.r) +
                                    ", ν = " + shortNumber(trial.nu) + ", learning rate " +
                                    shortNumber(trial.learningRate) + ", " + std::to_string(trial.steps) +
                                    (trial.steps == 1 ? " step" : " steps") + ", noise multiplier " +
                                    shortNumber(trial.noiseMultiplier) +
                                    (trial.knobs.empty() ? "" : ", " + textOf(trial.knobs)));
        if (run.final->test) {
            facts.rows.emplace_back(run.final->test->balanced ? "balanced test accuracy" : "test accuracy",
                                    accuracyText(run.final->test->accuracy, run.final->test->se));
        }
        for (const auto& [name, value] : run.final->ood) {
            facts.rows.emplace_back(name, accuracyText(value.accuracy, value.se));
        }
    }
    return facts;
}

Table trialsTable(const std::vector<TrialSnapshot>& trials) {
    Table table{{"trial", "part of", "r", "learning rate", "steps", "noise", "ε", "μ", "score", "state"}, {}};
    const bool withKnobs = std::any_of(trials.begin(), trials.end(),
                                       [](const TrialSnapshot& trial) { return !trial.knobs.empty(); });
    if (withKnobs) {
        table.columns.emplace_back("settings");
    }
    for (const TrialSnapshot& trial : trials) {
        const auto score = session::shownScore(trial);
        table.rows.push_back({std::to_string(trial.id), phaseOf(trial),
                              shortNumber(trial.r) + (trial.clamped ? "*" : ""),
                              shortNumber(trial.learningRate),
                              trial.steps > 0 ? std::to_string(trial.steps) : std::string("-"),
                              shortNumber(trial.noiseMultiplier), shortNumber(trial.epsilon),
                              shortNumber(session::shownMu(trial.mu, trial.epsilon)),
                              score ? accuracyText(*score, session::shownScoreSe(trial).value_or(0.0)) + " " +
                                          toText(session::shownScoreKind(trial))
                                    : std::string("-"),
                              toText(trial.state)});
        if (withKnobs) {
            table.rows.back().push_back(trial.knobs.empty() ? "-" : textOf(trial.knobs));
        }
    }
    return table;
}

/// Released scores against r, a series for each phase.
std::optional<study::LineChart> scoresChart(const RunSnapshot& run) {
    study::LineChart chart{"Scores of experiment " + std::to_string(run.experiment),
                           "total step size r",
                           "score, %",
                           true,
                           false,
                           {}};
    std::size_t points = 0;
    for (std::size_t phase = 0; phase < run.phases.size(); ++phase) {
        study::ChartSeries series{"phase " + std::to_string(phase + 1) +
                                      ", ε = " + shortNumber(run.phases[phase].epsilon),
                                  {},
                                  false,
                                  true,
                                  false};
        for (const TrialSnapshot& trial : run.phases[phase].trials) {
            if (trial.score && trial.r) {
                series.points.push_back(
                    {*trial.r, 100.0 * *trial.score, 100.0 * trial.scoreSe.value_or(0.0)});
            }
        }
        points += series.points.size();
        if (!series.points.empty()) {
            chart.series.push_back(std::move(series));
        }
    }
    return points > 1 ? std::optional(chart) : std::nullopt;
}

/// Winners of the phases, the fitted curve up to the final budget, and where the final run was made.
study::LineChart fitChart(const RunSnapshot& run) {
    const session::FitSnapshot& fit = *run.fit;
    const bool againstMu = fit.against == session::FitAxis::Mu;
    study::LineChart chart{"r against " + std::string(againstMu ? "μ" : "ε") + " of experiment " +
                               std::to_string(run.experiment),
                           againstMu ? "μ" : "ε",
                           "total step size r",
                           false,
                           false,
                           {}};
    study::ChartSeries winners{"winners", {}, false, true, false};
    for (const auto& [x, r] : fit.points) {
        winners.points.push_back({x, r, 0.0});
    }
    chart.series.push_back(winners);
    const double from = fit.points.empty() ? 0.0 : fit.points.front().first;
    const double to = run.final ? (againstMu ? run.final->trial.mu : run.final->trial.epsilon) : from;
    study::ChartSeries curve{"fit", {}, true, false, true};
    constexpr int pieces = 20;
    for (int i = 0; i <= pieces; ++i) {
        const double x = from + (to - from) * i / pieces;
        double r = 0.0;
        for (std::size_t k = fit.coefficients.size(); k-- > 0;) {
            r = r * x + fit.coefficients[k];
        }
        curve.points.push_back({x, r, 0.0});
    }
    chart.series.push_back(curve);
    if (run.final && run.final->trial.r) {
        chart.series.push_back({"final run", {{to, *run.final->trial.r, 0.0}}, false, true, false});
    }
    return chart;
}

/// Scores over (learning rate, steps), where the trials are a grid of two of each at least.
std::optional<study::HeatChart> gridChart(const RunSnapshot& run) {
    using Cells = std::map<std::pair<double, std::uint32_t>, double>;
    std::map<std::pair<double, train::Knobs>, Cells>
        panels; // by budget and what the search chose beside the two
    std::set<double> rates;
    std::set<std::uint32_t> steps;
    std::size_t cellCount = 0;
    for (const session::PhaseSnapshot& phase : run.phases) {
        for (const TrialSnapshot& trial : phase.trials) {
            if (trial.score && trial.learningRate) {
                cellCount +=
                    panels[{phase.epsilon, trial.knobs}]
                            .insert_or_assign({*trial.learningRate, trial.steps}, 100.0 * *trial.score)
                            .second
                        ? 1
                        : 0;
                rates.insert(*trial.learningRate);
                steps.insert(trial.steps);
            }
        }
    }
    constexpr std::size_t most = 24;
    if (rates.size() < 2 || steps.size() < 2 || 2 * cellCount < rates.size() * steps.size() * panels.size() ||
        std::max(rates.size(), steps.size()) > most) {
        return std::nullopt;
    }
    study::HeatChart chart{"Scores of experiment " + std::to_string(run.experiment) + ", %",
                           "steps T",
                           "learning rate",
                           {},
                           {},
                           {},
                           100.0,
                           0.0};
    for (const auto& [key, cells] : panels) {
        const auto& [epsilon, knobs] = key;
        study::HeatChart::Panel panel{
            "ε = " + shortNumber(epsilon) + (knobs.empty() ? "" : ", " + textOf(knobs)), {}, {}};
        for (const double rate : rates) {
            for (const std::uint32_t count : steps) {
                const auto cell = cells.find({rate, count});
                panel.cells.push_back(cell == cells.end() ? std::nullopt : std::optional(cell->second));
                if (cell != cells.end()) {
                    chart.low = std::min(chart.low, cell->second);
                    chart.high = std::max(chart.high, cell->second);
                    if (!panel.best || *panel.cells[*panel.best] < cell->second) {
                        panel.best = panel.cells.size() - 1;
                    }
                }
            }
        }
        chart.panels.push_back(std::move(panel));
    }
    chart.rows = collected(rates, [](double rate) { return roundedText(rate, 3); });
    chart.columns = collected(steps, [](std::uint32_t count) { return std::to_string(count); });
    return chart;
}

void addExperiment(Document& document, const ReportedExperiment& experiment,
                   const std::set<ReportPlot>& plots) {
    const RunSnapshot& run = experiment.run;
    document.blocks.push_back(Heading{2, "Experiment " + std::to_string(run.experiment) + ": " +
                                             run.method.text() + ", " + toText(run.status)});
    document.blocks.push_back(Paragraph{sentenceOf(run.guarantee)});
    document.blocks.push_back(factsOf(run));
    document.blocks.push_back(trialsTable(experiment.trials));
    for (const session::Notice notice : run.notices) {
        document.blocks.push_back(Paragraph{"Note: " + sentenceOf(notice, run).english() + "."});
    }
    if (plots.contains(ReportPlot::Scores)) {
        if (const auto grid = gridChart(run)) {
            document.blocks.push_back(Plot{*grid});
        } else if (const auto scores = scoresChart(run)) {
            document.blocks.push_back(Plot{*scores});
        }
    }
    if (run.fit && plots.contains(ReportPlot::Fit)) {
        document.blocks.push_back(Plot{fitChart(run)});
    }
}

void addCard(Document& document, const exporting::Classifier& model) {
    document.blocks.push_back(Heading{2, "Model card of the newest result"});
    document.blocks.push_back(Paragraph{model.card.guarantee});
    Facts facts{exporting::privacyFacts(model.card)};
    facts.rows.emplace_back("input and output", exporting::inputText(model));
    document.blocks.push_back(std::move(facts));
}

} // namespace

Document toDocument(const Contents& contents) {
    Document document{"Report of " + contents.project, {}};
    document.blocks.push_back(Paragraph{
        "Released and public values only: what came out of charged mechanisms, and declared constants. Exact "
        "figures of private data, times, notes and tags are not part of it."});
    if (contents.filtered) {
        document.blocks.push_back(Paragraph{"Only trials that pass a filter are listed and drawn, and only "
                                            "experiments that have some. Budgets count all."});
    }
    addBudgets(document, contents);
    addOverview(document, contents);
    for (const ReportedExperiment& experiment : contents.details) {
        addExperiment(document, experiment, contents.plots);
    }
    if (contents.classifier) {
        addCard(document, *contents.classifier);
    }
    document.blocks.push_back(Heading{2, "Ledger"});
    document.blocks.push_back(Paragraph{"Whoever keeps this finds a ledger that was made anew since."});
    document.blocks.push_back(Facts{{{"project", contents.tip.project},
                                     {"row", std::to_string(contents.tip.row)},
                                     {"tip of the chain", toHex(contents.tip.tip)}}});
    return document;
}

} // namespace parsimony::report
