// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate_result.h"

#include "core/base/enum_words.h"
#include "core/base/number_json.h"
#include "core/base/number_text.h"
#include "core/data/class_names.h"
#include "core/session/evaluation_figures.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace parsimony::cli {

namespace {

using mechanism::MetricOf;

std::optional<double> share(double part, std::uint64_t records) {
    return records > 0 ? std::optional(part / static_cast<double>(records)) : std::nullopt;
}

std::string rounded(const std::optional<double>& value, const std::optional<double>& se) {
    return !value ? "-" : roundedText(*value, 5) + (se && *se > 0.0 ? " ± " + roundedText(*se, 2) : "");
}

nlohmann::json countJson(const exporting::Count& count) {
    const auto accuracy = share(static_cast<double>(count.correct), count.records);
    return {{"accuracy", numberOrNull(accuracy)},
            {"se", accuracy ? nlohmann::json(0.0) : nlohmann::json()},
            {"records", count.records}};
}

nlohmann::json countJson(const mechanism::NoisyAccuracy& found) {
    return {{"accuracy", numberOrNull(found.accuracy)},
            {"se", numberOrNull(found.se)},
            {"records", found.records}};
}

void addCountRow(TextTable& table, const std::string& what, const exporting::Count& count) {
    const auto accuracy = share(static_cast<double>(count.correct), count.records);
    table.addRow({what, std::to_string(count.records), accuracy ? accuracyText(*accuracy, 0.0) : "-"});
}

/// The name of the group of the lowest accuracy. The least of noisy numbers lies below the least accuracy.
void addWorstGroup(nlohmann::json& object) {
    const nlohmann::json* worst = nullptr;
    for (const auto& [name, group] : object["groups"].items()) {
        if (group.at("accuracy").is_number() &&
            (worst == nullptr || group.at("accuracy").get<double>() < worst->at("accuracy").get<double>())) {
            worst = &group;
            object["worst_group"] = name;
        }
    }
}

void addValue(nlohmann::json& object, const std::string& name, const std::optional<double>& value,
              const std::optional<double>& se) {
    object[name] = numberOrNull(value);
    object[name + "_se"] = value ? numberOrNull(se) : nlohmann::json();
}

nlohmann::json matrix(std::span<const double> counts) {
    const auto classes =
        static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(counts.size()))));
    nlohmann::json rows = nlohmann::json::array();
    for (std::size_t truth = 0; truth < classes; ++truth) {
        rows.push_back(nlohmann::json(
            std::vector<double>(counts.begin() + static_cast<std::ptrdiff_t>(truth * classes),
                                counts.begin() + static_cast<std::ptrdiff_t>((truth + 1) * classes))));
    }
    return rows;
}

using Of = session::EvaluationFigure::Of;

const char* fieldOf(Of of) {
    static constexpr std::array words{"balanced_accuracy", "top5",     "log_loss",         "auc",
                                      "micro_f1",          "macro_f1", "ranking_precision"};
    static_assert(words.size() == static_cast<std::size_t>(Of::RankingPrecision) + 1);
    return wordOf(words, of);
}

/// What the classifier calls its classes; empty: it knows their numbers alone.
using ClassNames = std::vector<std::string>;

/// The number of a class, and what it is called.
void addClass(nlohmann::json& row, const ClassNames& names, std::size_t k) {
    row["class"] = k;
    if (k < names.size()) {
        row["name"] = names[k];
    }
}

/// A matrix of counts, and what its rows and columns are called.
void addConfusion(nlohmann::json& object, std::span<const double> counts, const ClassNames& names) {
    object["confusion"] = matrix(counts);
    if (!names.empty()) {
        object["class_names"] = names;
    }
}

std::string rowName(const session::EvaluationFigure& figure, const ClassNames& names) {
    const std::string about = std::to_string(figure.about);
    const std::array words{
        "  balanced over " + about + " classes",
        std::string("  among the first five"),
        "  log loss" +
            (figure.bound > 0.0 ? ", each at most " + roundedText(figure.bound, 4) : std::string()),
        "  AUC of class " + data::classTitle(names, figure.about),
        std::string("  F1 over all labels"),
        figure.among > 0 ? "  F1, mean of " + about + " of " + std::to_string(figure.among) + " classes"
                         : std::string("  F1, mean of the classes"),
        std::string("  ranking precision")};
    return wordOf(words, figure.of);
}

/// The row's name and value; a table of charged looks has two more columns.
void addFigure(nlohmann::json& object, const session::EvaluationFigure& figure, const ClassNames& names,
               TextTable& table, bool charged) {
    addValue(object, fieldOf(figure.of), figure.value, figure.se);
    if (!figure.value && !charged) {
        return;
    }
    std::vector<std::string> row{rowName(figure, names), "",
                                 !figure.value      ? "none: lost in the noise"
                                 : figure.isShare() ? accuracyText(*figure.value, figure.se.value_or(0.0))
                                                    : rounded(figure.value, figure.se)};
    row.resize(charged ? 5 : 3);
    table.addRow(std::move(row));
}

void addMetric(nlohmann::json& object, const session::PrivateEvaluation::Metric& metric,
               const ClassNames& names, TextTable& table) {
    const std::string name(mechanism::metricName(metric.found.of));
    object["releases"].push_back(
        {{"of", name}, {"noise_sd", metric.noiseSd}, {"sensitivity", metric.sensitivity}});
    if (metric.found.of == MetricOf::Confusion) {
        addConfusion(object, metric.found.counts, names);
        object[name + "_se"] = metric.noiseSd;
        table.addRow(
            {"  confusion: counts ± " + roundedText(metric.noiseSd, 2) + ", with -f json", "", "", "", ""});
        return;
    }
    if (metric.found.of == MetricOf::F1) {
        object["f1_counts"] = metric.found.counts;
    }
    if (metric.found.of == MetricOf::Auc) {
        object["auc_bin_error"] = metric.found.binError;
        object["positive_class"] = metric.positive.value_or(0);
        if (!names.empty()) {
            object["positive_class_name"] = data::classTitle(names, metric.positive.value_or(0));
        }
        if (metric.found.value) {
            table.addRow({"  its bins of scores: ± " + roundedText(metric.found.binError, 2) + " at most", "",
                          "", "", ""});
        }
    }
    if (metric.found.of == MetricOf::LogLoss) {
        object["loss_bound"] = metric.lossBound;
    }
}

void addBreakdown(nlohmann::json& object, const session::PrivateBreakdown& breakdown, const ClassNames& names,
                  TextTable& table) {
    object["releases"].push_back({{"of", toText(breakdown.of)},
                                  {"noise_sd", breakdown.noiseSd},
                                  {"sensitivity", breakdown.sensitivity}});
    for (std::size_t k = 0; k < breakdown.bins.size(); ++k) {
        const auto& [name, found] = breakdown.bins[k];
        nlohmann::json bin = countJson(found);
        if (breakdown.of == mechanism::BreakdownOf::Groups) {
            object["groups"][name] = bin;
        } else if (breakdown.of == mechanism::BreakdownOf::Classes) {
            addClass(bin, names, k);
            object["per_class"].push_back(bin);
        }
        table.addRow({"  " + name, "~" + roundedText(std::max(0.0, std::round(found.records)), 6),
                      found.accuracy ? accuracyText(*found.accuracy, *found.se) : "-", "", ""});
    }
}

} // namespace

TextTable evaluationTable(bool charged) {
    return charged
               ? TextTable({{"rows", Align::Left}, {"records"}, {"accuracy"}, {"took ε"}, {"remaining ε"}})
               : TextTable({{"rows", Align::Left}, {"records"}, {"accuracy"}});
}

nlohmann::json describe(const session::PublicEvaluation& found, const std::string& name, TextTable& table) {
    const exporting::Evaluation& counts = found.counts;
    nlohmann::json object = countJson(counts.all);
    addCountRow(table, name, counts.all);
    object["per_class"] = nlohmann::json::array();
    for (std::size_t k = 0; k < counts.perClass.size(); ++k) {
        nlohmann::json row = countJson(counts.perClass[k]);
        addClass(row, found.classNames, k);
        if (counts.sets) {
            row["predicted"] = counts.sets->predicted[k];
            row["f1"] = numberOrNull(counts.f1(k));
        }
        object["per_class"].push_back(std::move(row));
        addCountRow(table, "  class " + data::classTitle(found.classNames, k), counts.perClass[k]);
    }
    object["groups"] = nlohmann::json::object();
    for (std::size_t g = 0; g < found.groups.size(); ++g) {
        object["groups"][found.groups[g]] = countJson(counts.perGroup[g]);
        addCountRow(table, "  group " + found.groups[g], counts.perGroup[g]);
    }
    addWorstGroup(object);
    if (object.contains("worst_group")) {
        table.addRow({"  worst group: " + object["worst_group"].get<std::string>(), "", ""});
    }
    for (const session::EvaluationFigure& figure : session::figuresOf(found)) {
        addFigure(object, figure, found.classNames, table, false);
    }
    if (!counts.confusion.empty()) {
        addConfusion(object, std::vector<double>(counts.confusion.begin(), counts.confusion.end()),
                     found.classNames);
    }
    object["ignored"] = counts.ignored;
    if (counts.sets) {
        object["labels_per_record"] = counts.sets->perRecord;
    }
    return object;
}

nlohmann::json describe(const session::PrivateEvaluation& found, const std::string& name,
                        const exporting::Classifier& model, TextTable& table) {
    const ClassNames& names = model.card.classNames;
    nlohmann::json object{{"accuracy", numberOrNull(found.accuracy)},
                          {"se", numberOrNull(found.se)},
                          {"records", found.records},
                          {"epsilon", found.epsilon},
                          {"delta", found.delta},
                          {"remaining_epsilon", found.remainingEpsilon},
                          {"noise_sd", found.noiseSd},
                          {"sensitivity", found.sensitivity},
                          {"per_class", nlohmann::json::array()},
                          {"groups", nlohmann::json::object()},
                          {"releases", nlohmann::json::array()}};
    table.addRow({name, (found.recordsNoisy ? "~" : "") + std::to_string(found.records),
                  accuracyText(found.accuracy, found.se), roundedText(found.epsilon, 4),
                  roundedText(found.remainingEpsilon, 4)});
    for (const session::PrivateBreakdown& breakdown : found.breakdowns) {
        addBreakdown(object, breakdown, names, table);
    }
    addWorstGroup(object);
    if (object.contains("worst_group")) {
        object["worst_group_biased_low"] = true;
        table.addRow({"  worst group: " + object["worst_group"].get<std::string>() + " (noisy: biased low)",
                      "", "", "", ""});
    }
    for (const session::EvaluationFigure& figure : session::figuresOf(found)) {
        addFigure(object, figure, names, table, true);
        if (figure.of == Of::Balanced) {
            object["balanced_classes"] = figure.about;
        } else if (figure.of == Of::MacroF1) {
            object["macro_f1_classes"] = figure.about;
            object["macro_f1_all_classes"] = figure.among;
        }
    }
    for (const session::PrivateEvaluation::Metric& metric : found.metrics) {
        addMetric(object, metric, names, table);
        if (metric.found.of == MetricOf::Auc) {
            object["auc_expected_se"] = numberOrNull(mechanism::expectedAreaSe(
                metric.noiseSd, static_cast<double>(found.records), model.head.classes));
        }
    }
    return object;
}

} // namespace parsimony::cli
