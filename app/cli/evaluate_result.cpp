// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate_result.h"

#include "app/cli/run_report.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace parsimony::cli {

namespace {

using mechanism::MetricOf;
nlohmann::json orNull(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? nlohmann::json(*value) : nlohmann::json();
}

std::optional<double> share(double part, std::uint64_t records) {
    return records > 0 ? std::optional(part / static_cast<double>(records)) : std::nullopt;
}

std::string rounded(const std::optional<double>& value, const std::optional<double>& se) {
    return !value ? "-" : roundedText(*value, 5) + (se && *se > 0.0 ? " ± " + roundedText(*se, 2) : "");
}

nlohmann::json countJson(const exporting::Count& count) {
    const auto accuracy = share(static_cast<double>(count.correct), count.records);
    return {{"accuracy", orNull(accuracy)},
            {"se", accuracy ? nlohmann::json(0.0) : nlohmann::json()},
            {"records", count.records}};
}

nlohmann::json countJson(const mechanism::NoisyAccuracy& found) {
    return {{"accuracy", orNull(found.accuracy)}, {"se", orNull(found.se)}, {"records", found.records}};
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
    object[name] = orNull(value);
    object[name + "_se"] = value ? orNull(se) : nlohmann::json();
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

/// What the exact tally of public rows comes to.
void addMetrics(nlohmann::json& object, const session::PublicEvaluation& found, TextTable& table) {
    const exporting::Evaluation& counts = found.counts;
    std::vector<mechanism::NoisyAccuracy> classes;
    for (const exporting::Count& count : counts.perClass) {
        classes.push_back({share(static_cast<double>(count.correct), count.records), 0.0, 0.0});
    }
    const auto balanced = mechanism::balancedAccuracy(classes);
    const auto none = std::optional<double>(0.0);
    const auto value = [&](const std::string& field, const std::string& row, std::optional<double> number,
                           const std::string& text) {
        addValue(object, field, number, none);
        if (number) {
            table.addRow({row, "", text});
        }
    };
    if (balanced) {
        value("balanced_accuracy", "  balanced over " + std::to_string(balanced->classes) + " classes",
              balanced->accuracy, accuracyText(balanced->accuracy, 0.0));
    }
    const auto topFive = found.classes > exporting::kTopClasses
                             ? share(static_cast<double>(counts.scores.topFive), counts.scores.records)
                             : std::nullopt;
    value("top5", "  among the first five", topFive, topFive ? accuracyText(*topFive, 0.0) : "");
    const auto loss = share(counts.scores.losses, counts.scores.records);
    value("log_loss", "  log loss", loss, rounded(loss, none));
    const auto area = exporting::areaUnderCurve(counts.scores.positiveOdds, counts.scores.negativeOdds);
    value("auc", "  AUC of class " + (found.positive ? std::to_string(*found.positive) : std::string()), area,
          rounded(area, none));
    if (!counts.confusion.empty()) {
        object["confusion"] = matrix(std::vector<double>(counts.confusion.begin(), counts.confusion.end()));
    }
}

void addMetric(nlohmann::json& object, const session::PrivateEvaluation::Metric& metric, TextTable& table) {
    const std::string name(mechanism::metricName(metric.found.of));
    object["releases"].push_back(
        {{"of", name}, {"noise_sd", metric.noiseSd}, {"sensitivity", metric.sensitivity}});
    if (metric.found.of == MetricOf::Confusion) {
        object[name] = matrix(metric.found.counts);
        object[name + "_se"] = metric.noiseSd;
        table.addRow(
            {"  confusion: counts ± " + roundedText(metric.noiseSd, 2) + ", with -f json", "", "", "", ""});
        return;
    }
    addValue(object, name, metric.found.value, metric.found.se);
    if (metric.found.of == MetricOf::Auc) {
        object["auc_bin_error"] = metric.found.binError;
        object["positive_class"] = metric.positive.value_or(0);
    }
    if (metric.found.of == MetricOf::LogLoss) {
        object["loss_bound"] = metric.lossBound;
    }
    const bool isShare = metric.found.of == MetricOf::TopFive && metric.found.value;
    table.addRow({"  " + name, "",
                  isShare ? accuracyText(*metric.found.value, *metric.found.se)
                          : rounded(metric.found.value, metric.found.se),
                  "", ""});
}

void addBalanced(nlohmann::json& object, const session::PrivateBreakdown& breakdown, TextTable& table) {
    std::vector<mechanism::NoisyAccuracy> classes;
    for (const auto& [name, found] : breakdown.bins) {
        classes.push_back(found);
    }
    if (const auto balanced = mechanism::balancedAccuracy(classes)) {
        addValue(object, "balanced_accuracy", balanced->accuracy, balanced->se);
        object["balanced_classes"] = balanced->classes;
        table.addRow({"  balanced over " + std::to_string(balanced->classes) + " classes", "",
                      accuracyText(balanced->accuracy, balanced->se), "", ""});
    }
}

void addBreakdown(nlohmann::json& object, const session::PrivateBreakdown& breakdown, TextTable& table) {
    object["releases"].push_back({{"of", toText(breakdown.of)},
                                  {"noise_sd", breakdown.noiseSd},
                                  {"sensitivity", breakdown.sensitivity}});
    for (std::size_t k = 0; k < breakdown.bins.size(); ++k) {
        const auto& [name, found] = breakdown.bins[k];
        nlohmann::json bin = countJson(found);
        if (breakdown.of == mechanism::BreakdownOf::Groups) {
            object["groups"][name] = bin;
        } else if (breakdown.of == mechanism::BreakdownOf::Classes) {
            bin["class"] = k;
            object["per_class"].push_back(bin);
        }
        table.addRow({"  " + name, "~" + roundedText(std::max(0.0, std::round(found.records)), 6),
                      found.accuracy ? accuracyText(*found.accuracy, *found.se) : "-", "", ""});
    }
    if (breakdown.of == mechanism::BreakdownOf::Classes) {
        addBalanced(object, breakdown, table);
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
        row["class"] = k;
        object["per_class"].push_back(std::move(row));
        addCountRow(table, "  class " + found.nameOf(k), counts.perClass[k]);
    }
    object["groups"] = nlohmann::json::object();
    for (std::size_t g = 0; g < found.groups.size(); ++g) {
        object["groups"][found.groups[g]] = countJson(counts.perGroup[g]);
        addCountRow(table, "  group " + found.groups[g], counts.perGroup[g]);
    }
    addWorstGroup(object);
    addMetrics(object, found, table);
    object["ignored"] = counts.ignored;
    return object;
}

nlohmann::json describe(const session::PrivateEvaluation& found, const std::string& name, TextTable& table) {
    nlohmann::json object{{"accuracy", orNull(found.accuracy)},
                          {"se", orNull(found.se)},
                          {"records", found.records},
                          {"epsilon", found.epsilon},
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
        addBreakdown(object, breakdown, table);
    }
    addWorstGroup(object);
    if (object.contains("worst_group")) {
        table.addRow({"  worst group: " + object["worst_group"].get<std::string>() + " (noisy: biased low)",
                      "", "", "", ""});
    }
    for (const session::PrivateEvaluation::Metric& metric : found.metrics) {
        addMetric(object, metric, table);
    }
    return object;
}

} // namespace parsimony::cli
