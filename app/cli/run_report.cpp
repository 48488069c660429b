// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_report.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace parsimony::cli {

using session::RunSnapshot;
using session::TrialSnapshot;

namespace {

std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
}

std::string phaseName(const TrialSnapshot& trial) {
    const std::string role = session::shownRole(trial);
    return !role.empty() ? role : trial.phase < 0 ? "final" : std::to_string(trial.phase + 1);
}

std::string fitText(const session::FitSnapshot& fit) {
    static const char* const powers[] = {"", "·x", "·x²", "·x³"};
    std::string formula;
    for (std::size_t i = 0; i < fit.coefficients.size(); ++i) {
        const double value = fit.coefficients[i];
        const std::string sign = value < 0 ? (i == 0 ? "-" : " - ") : (i == 0 ? "" : " + ");
        const std::string power = i < 4 ? std::string(powers[i]) : "·x^" + std::to_string(i);
        formula.append(sign).append(shortNumber(std::abs(value))).append(power);
    }
    std::string text =
        "fit        r = " + formula + " with x = " + toText(fit.against) + "; r = " + shortNumber(fit.r);
    if (fit.clamped) {
        text += " (clamped; the line says " + shortNumber(fit.predictedR) + ")";
    }
    if (fit.slopeNotPositive) {
        text += " (the slope is not positive: the phases' scores are too noisy to tell)";
    }
    return text + "\n";
}

std::string partsText(const session::BudgetSnapshot& budget) {
    TextTable table({{"part", Align::Left}, {"spent ε"}, {"reserved ε"}, {"remaining ε"}, {"spent μ"}});
    for (const auto& [name, part] : session::shownAccounts(budget)) {
        table.addRow({name, shortNumber(part.spentEpsilon), shortNumber(part.reservedEpsilon),
                      shortNumber(part.remainingEpsilon),
                      shortNumber(session::shownMu(part.spentMu, part.spentEpsilon))});
    }
    return table.text();
}

} // namespace

std::string durationText(double seconds) {
    const auto whole = static_cast<long long>(std::llround(std::max(0.0, seconds)));
    const auto two = [](long long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    const std::string tail = two(whole / 60 % 60) + ":" + two(whole % 60);
    return whole >= 3600 ? std::to_string(whole / 3600) + ":" + tail : tail;
}

namespace {

/// `several`: of records of several labels.
std::string figureText(const session::AccuracySnapshot& found, bool several) {
    const auto f1 = [](const char* name, const std::optional<double>& value) {
        return value ? std::string(", ") + name + " " + accuracyText(*value, 0.0) : std::string();
    };
    return accuracyText(found.accuracy, found.se) + (found.balanced ? ", balanced over the classes" : "") +
           (several ? ", precision at 1" : "") + f1("micro-F1", found.microF1) +
           f1("macro-F1", found.macroF1);
}

template <class T>
std::string listText(const std::vector<T>& values) {
    auto texts = collected<std::string>(
        values, [&](const T value) { return shortNumber(static_cast<double>(value)); });
    return joined(texts, ", ");
}

/// What runs draw r, T and η from.
std::string searchedText(const session::SearchedSnapshot& searched) {
    std::string text = "draws      ";
    if (const auto& range = searched.r ? searched.r : searched.nu) {
        text += "r " + std::string(searched.r ? "" : "where ν lies ") + "from " + shortNumber(range->lo) +
                " to " + shortNumber(range->hi) + ", ";
    }
    text += "T of " + listText(searched.steps);
    if (!searched.rates.empty()) {
        text += ", η of " + listText(searched.rates);
    }
    return text + "\n";
}

/// What is searched beside r and T, and what that adds to the price.
std::string axesText(const RunSnapshot& snapshot) {
    std::string text;
    std::size_t combinations = 1;
    for (const train::Axis& axis : snapshot.axes) {
        text += (text.empty() ? "" : "; ") + std::string(train::knobName(axis.knob));
        const char* before = " ";
        for (std::size_t place = 0; place < axis.size(); ++place) {
            const train::KnobValue value = axis.at(place);
            text +=
                before + (train::isNamed(axis.knob) ? std::string(value.name()) : shortNumber(value.value));
            before = ", ";
        }
        combinations *= axis.size();
    }
    const bool same = snapshot.noises.empty();
    return "searches   " + text + " (" + std::to_string(combinations) + " combinations" +
           (same ? "; a run costs the same with each)\n" : ")\n");
}

/// σ of each kind of run, where they sample.
std::string noisesText(const std::vector<search::RunNoise>& noises) {
    std::string text;
    for (const search::RunNoise& noise : noises) {
        text += (text.empty() ? "noise      σ = " : ", ") + shortNumber(noise.noiseMultiplier) +
                " at q = " + shortNumber(noise.sampleRate) + ", T = " + std::to_string(noise.steps);
    }
    return text.empty() ? text : text + "; whatever the scores, nothing of these changes\n";
}

std::string selectionText(const RunSnapshot& snapshot) {
    const session::SelectionSnapshot& selection = *snapshot.selection;
    std::string text = "selection  a secret number of runs, " + selection.runsFamily + " with mean " +
                       shortNumber(selection.runsMean);
    if (selection.subsetFraction) {
        text += ", on a random share of " + shortNumber(*selection.subsetFraction) + " of the records";
    }
    if (selection.runMu > 0.0) {
        text += "; each run μ = " + shortNumber(selection.runMu);
    }
    return text + "; only the winner is shown\n";
}

/// Of public data, trained at ε = ∞: no account is charged.
bool isNoiseless(const RunSnapshot& snapshot) {
    return std::isinf(snapshot.experimentEpsilon);
}

} // namespace

TrialColumns columnsOf(const RunSnapshot& snapshot) {
    return {false, !snapshot.axes.empty()};
}

TextTable trialTable(const TrialColumns& with) {
    std::vector<Column> columns;
    if (with.experiment) {
        columns.push_back({"experiment"});
    }
    columns.insert(columns.end(), {{"trial", Align::Right, 5},
                                   {"phase", Align::Left, 5},
                                   {"r", Align::Right, 9},
                                   {"rate", Align::Right, 9},
                                   {"steps", Align::Right, 5},
                                   {"noise", Align::Right, 9},
                                   {"ε", Align::Right, 9},
                                   {"μ", Align::Right, 9},
                                   {"score", Align::Right, 15},
                                   {"kind", Align::Left, 10},
                                   {"state", Align::Left, 8}});
    if (with.encoder) {
        columns.push_back({"encoder", Align::Left});
    }
    if (with.knobs) {
        columns.push_back({"settings", Align::Left});
    }
    return TextTable(std::move(columns));
}

std::vector<std::string> trialCells(const TrialSnapshot& trial, const TrialColumns& with,
                                    const std::string& encoder) {
    std::vector<std::string> cells;
    if (with.experiment) {
        cells.push_back(std::to_string(trial.experiment));
    }
    const auto score = session::shownScore(trial);
    const ScoreKind kind = session::shownScoreKind(trial);
    const std::vector<std::string> rest = {
        trial.id > 0 ? std::to_string(trial.id) : "-",
        phaseName(trial),
        shortNumber(trial.r) + (trial.clamped ? "*" : ""),
        shortNumber(trial.learningRate),
        trial.steps > 0 ? std::to_string(trial.steps) : "-",
        shortNumber(trial.noiseMultiplier),
        shortNumber(trial.epsilon),
        shortNumber(session::shownMu(trial.mu, trial.epsilon)),
        score ? accuracyText(*score, session::shownScoreSe(trial).value_or(0.0)) : "-",
        kind == ScoreKind::None ? "-" : toText(kind),
        toText(trial.state)};
    cells.insert(cells.end(), rest.begin(), rest.end());
    if (with.encoder) {
        cells.push_back(encoder.empty() ? "-" : encoder);
    }
    if (with.knobs) {
        cells.push_back(trial.knobs.empty() ? "-" : textOf(trial.knobs));
    }
    return cells;
}

/// How many numbers a record has: `768`, of several encoders `vit 768, dino 384`.
std::string widthText(const session::DatasetSnapshot& data) {
    std::string text;
    for (const session::EncoderSnapshot& encoder : data.encoders) {
        text += (text.empty() ? "(" : ", ") + encoder.name + " " + grouped(encoder.dim);
    }
    text = text.empty() ? grouped(data.dim) : text + ")";
    return data.views > 1 ? text + " (" + std::to_string(data.views) + " views of " +
                                grouped(data.dim / data.views) + ")"
                          : text;
}

std::string headText(const RunSnapshot& snapshot) {
    const auto& data = snapshot.dataset;
    std::string text = "data       " + std::string(ledger::toText(data.visibility)) + ", " +
                       grouped(data.records) + " × " + widthText(data) + ", " + std::to_string(data.classes) +
                       " classes, " + data.adjacency + ", row norm " + data.rowNorm +
                       (snapshot.encoder.empty() ? "" : ", encoder " + snapshot.encoder) + "\n";
    text += "method     " + snapshot.method.text() + ", " + snapshot.trainer;
    const std::string arithmetic = snapshot.unusualArithmetic();
    text += (arithmetic.empty() ? "" : ", in " + arithmetic) + "\n";
    if (isNoiseless(snapshot)) {
        text += "takes      nothing: not private, ε = ∞\n";
    } else {
        text += "takes      ε = " + shortNumber(snapshot.experimentEpsilon) +
                (snapshot.experimentMu > 0.0 ? " (μ = " + shortNumber(snapshot.experimentMu) + ")" : "") +
                " of ε = " + shortNumber(snapshot.budget.targetEpsilon) +
                ", δ = " + shortNumber(snapshot.budget.targetDelta) +
                (snapshot.budget.simulated ? "; public data, simulated budget" : "") + "\n";
    }
    if (!snapshot.statistics.empty()) {
        text += "before     ";
        for (std::size_t i = 0; i < snapshot.statistics.size(); ++i) {
            const session::StatisticSnapshot& statistic = snapshot.statistics[i];
            text += (i == 0 ? "" : ", ") + statistic.name + " (ε = " + shortNumber(statistic.epsilon) +
                    ", μ = " + shortNumber(statistic.mu) + ")";
        }
        text += " released, which the runs build on\n";
    }
    if (snapshot.priorTaken > 0.0) {
        text += "predicts   for balanced accuracy: the prior of the released class counts is taken off the "
                "scores, which costs nothing\n";
    }
    if (snapshot.searched) {
        text += searchedText(*snapshot.searched);
    }
    if (!snapshot.axes.empty()) {
        text += axesText(snapshot);
    }
    text += noisesText(snapshot.noises);
    return snapshot.selection ? text + selectionText(snapshot) : text;
}

std::string priorText(const session::PriorSnapshot& prior) {
    const auto percent = [](double share) { return shortNumber(100.0 * share) + " %"; };
    std::string text = "prior      labels " + shortNumber(100.0 * *prior.agreement) + " ± " +
                       percent(prior.se) + " of the records rightly, by guessing " + percent(prior.guessing);
    if (prior.promised) {
        text += ", and " + percent(*prior.promised) + " of its own";
    }
    if (const auto start = session::startOf(prior)) {
        text += *start == session::PriorStart::All    ? ": runs start from all of it"
                : *start == session::PriorStart::Part ? ": runs start from a part of it"
                                                      : ": runs start from nothing";
        text += session::canTell(prior) ? "" : ", which is mostly chance: so large an error can't tell";
    }
    if (*prior.agreement < 0.0 || *prior.agreement > 1.0) {
        text += " (noise moved the share beyond what is possible)";
    }
    return text + "\n";
}

std::string resultText(const RunSnapshot& snapshot) {
    std::string text = "\n";
    if (snapshot.prior && snapshot.prior->agreement) {
        text += priorText(*snapshot.prior);
    }
    if (snapshot.fit) {
        text += fitText(*snapshot.fit);
    }
    if (snapshot.final) {
        const auto& final = *snapshot.final;
        const bool several = snapshot.guarantee.labelsPerRecord > 1;
        text += "final      r = " + shortNumber(final.trial.r) + (final.trial.clamped ? "*" : "") +
                ", ν = " + shortNumber(final.trial.nu) + ", learning rate " +
                shortNumber(final.trial.learningRate) + ", " + std::to_string(final.trial.steps) +
                (final.trial.steps == 1 ? " step" : " steps") + ", noise multiplier " +
                shortNumber(final.trial.noiseMultiplier) +
                (final.trial.knobs.empty() ? "" : ", " + textOf(final.trial.knobs)) +
                ", ε = " + shortNumber(final.trial.epsilon) + "\n";
        if (final.test) {
            text += "test       " + figureText(*final.test, several) + "\n";
        }
        for (const auto& [name, result] : final.ood) {
            text += name + std::string(name.size() < 10 ? 11 - name.size() : 1, ' ') +
                    figureText(result, several) + "\n";
        }
    }
    if (isNoiseless(snapshot)) {
        text += "spent      nothing: no account was charged\n\n";
    } else {
        text += "spent      ε = " + shortNumber(snapshot.budget.spentEpsilon) + " of " +
                shortNumber(snapshot.budget.targetEpsilon) +
                ", remaining ε = " + shortNumber(snapshot.budget.remainingEpsilon) +
                (snapshot.budget.simulated ? " (public data, simulated budget)" : "") + "\n";
        if (!snapshot.budget.parts.empty()) {
            text += "\n" + partsText(snapshot.budget) + "\n";
        }
    }
    return text + sentenceOf(snapshot.guarantee) + "\n";
}

std::string planText(const RunSnapshot& snapshot) {
    const TrialColumns columns = columnsOf(snapshot);
    TextTable table = trialTable(columns);
    session::forEachTrial(snapshot,
                          [&](const TrialSnapshot& trial) { table.addRow(trialCells(trial, columns)); });
    std::string text = headText(snapshot) + "\n" + table.text() + "\n";
    if (!snapshot.budget.parts.empty() && !isNoiseless(snapshot)) {
        text += partsText(snapshot.budget) + "\n";
    }
    return text + sentenceOf(snapshot.guarantee) + "\n";
}

std::string experimentText(const RunSnapshot& snapshot) {
    const TrialColumns columns = columnsOf(snapshot);
    TextTable table = trialTable(columns);
    session::forEachTrial(snapshot,
                          [&](const TrialSnapshot& trial) { table.addRow(trialCells(trial, columns)); });
    return headText(snapshot) + "\n" + table.text() + resultText(snapshot);
}

std::string budgetText(const session::DatasetSnapshot& dataset, const session::BudgetSnapshot& budget) {
    std::string text =
        "dataset " + std::to_string(dataset.id) + (dataset.name.empty() ? "" : " (" + dataset.name + ")") +
        ": " + ledger::toText(dataset.visibility) + ", cap ε = " + shortNumber(budget.targetEpsilon) +
        ", δ = " + shortNumber(budget.targetDelta) + (budget.capOpen ? " until another is named" : "") +
        (budget.simulated ? "; public data, simulated budget" : "") + "\n";
    return text + partsText(budget);
}

} // namespace parsimony::cli
