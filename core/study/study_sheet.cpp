// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_sheet.h"

#include "core/base/number_text.h"
#include "core/session/run_snapshot.h"
#include "core/study/study_plot.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::study {

namespace {

std::string percent(const nlohmann::json& object, const char* mean, const char* sd) {
    std::string text = roundedText(100.0 * object.at(mean).get<double>(), 4);
    if (sd != nullptr && object.at(sd).get<double>() > 0.0) {
        text += " ± " + roundedText(100.0 * object.at(sd).get<double>(), 2);
    }
    return text + " %";
}

std::string number(const nlohmann::json& value, int digits) {
    return value.is_number() ? roundedText(value.get<double>(), digits) : "-";
}

/// Without noise there is no ε in JSON.
std::string epsilonCell(const nlohmann::json& row, const char* key = "epsilon") {
    return row.at(key).is_null() ? "∞" : number(row.at(key), 6);
}

bool isPrivate(const nlohmann::json& row) {
    return !row.at("epsilon").is_null();
}

/// "full", or "full 9, pooled 1" where not all repeats chose the same.
std::string encodersCell(const nlohmann::json& row) {
    const nlohmann::json encoders = row.value("encoders", nlohmann::json::object());
    std::string text;
    for (const auto& [name, repeats] : encoders.items()) {
        text += (text.empty() ? "" : ", ") + name + (encoders.size() > 1 ? " " + repeats.dump() : "");
    }
    return text;
}

/// A column of what products were multiplied in, where that is not float32 everywhere, which goes without
/// saying. Results of before name none.
void addArithmetic(const nlohmann::json& rows, Sheet::Table& table) {
    static const std::string usual = session::RunSnapshot().arithmetic;
    const auto arithmeticOf = [](const nlohmann::json& row) { return row.value("arithmetic", ""); };
    if (std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
            return arithmeticOf(row).empty() || arithmeticOf(row) == usual;
        })) {
        return;
    }
    table.columns.push_back({Sentence("arithmetic"), true});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.rows[i].push_back(arithmeticOf(rows[i]));
    }
}

Sheet::Table methodTable(const nlohmann::json& rows) {
    Sheet::Table table;
    table.columns = {{Sentence("method"), true}, {Sentence("ε")},      {Sentence("test accuracy")},
                     {Sentence("RERR")},         {Sentence("gap")},    {Sentence("spent ε")},
                     {Sentence("runs")},         {Sentence("passes")}, {Sentence("seconds")}};
    for (const nlohmann::json& row : rows) {
        const nlohmann::json& gap = row.at("gap");
        table.rows.push_back(
            {row.at("method").get<std::string>() + (isPrivate(row) ? "" : ", not private"), epsilonCell(row),
             percent(row, "accuracy", "accuracy_sd"), number(row.at("rerr"), 3),
             gap.is_null() ? "-" : roundedText(100.0 * gap.get<double>(), 3),
             isPrivate(row) ? epsilonCell(row, "spent_epsilon") : "none", number(row.at("trials"), 4),
             number(row.at("passes"), 5), number(row.at("seconds"), 3)});
    }
    if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return !encodersCell(row).empty(); })) {
        table.columns.push_back({Sentence("encoder"), true});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            table.rows[i].push_back(encodersCell(rows[i]));
        }
    }
    addArithmetic(rows, table);
    if (!std::all_of(rows.begin(), rows.end(), isPrivate)) {
        table.below.push_back(Sentence("gap: points below training without noise (ε = ∞, not private)"));
    }
    return table;
}

Sheet::Table shiftedTable(const nlohmann::json& rows) {
    Sheet::Table table;
    table.columns = {
        {Sentence("method"), true}, {Sentence("ε")}, {Sentence("set"), true}, {Sentence("accuracy")}};
    for (const nlohmann::json& row : rows) {
        for (const auto& [name, accuracy] : row.at("ood").items()) {
            table.rows.push_back({row.at("method").get<std::string>(), epsilonCell(row), name,
                                  percent(accuracy, "accuracy", "accuracy_sd")});
        }
    }
    return table;
}

Sheet::Table cellTable(const nlohmann::json& cells) {
    Sheet::Table table;
    table.columns = {{Sentence("ε")}, {Sentence("learning rate")}, {Sentence("steps")},
                     {Sentence("r")}, {Sentence("accuracy")},      {Sentence("repeats")}};
    for (const nlohmann::json& cell : cells) {
        table.rows.push_back({epsilonCell(cell), number(cell.at("learning_rate"), 5),
                              number(cell.at("steps"), 8), number(cell.at("r"), 5),
                              percent(cell, "accuracy", "accuracy_sd"), number(cell.at("repeats"), 6)});
    }
    addArithmetic(cells, table);
    return table;
}

Sheet::Table bestTable(const nlohmann::json& best, const nlohmann::json& fit) {
    Sheet::Table table;
    table.columns = {{Sentence("ε")}, {Sentence("best r")}, {Sentence("spread")}, {Sentence("accuracy")}};
    for (const nlohmann::json& row : best) {
        table.rows.push_back({epsilonCell(row), number(row.at("r"), 5), number(row.at("r_sd"), 3),
                              percent(row, "accuracy", nullptr)});
    }
    if (!std::all_of(best.begin(), best.end(), isPrivate)) {
        table.below.push_back(Sentence("ε = ∞: trained without noise, not private"));
    }
    if (!fit.is_null()) {
        const auto value = [](const nlohmann::json& found, int digits) {
            return Sentence::number(number(found, digits));
        };
        const auto first = value(fit.at("coefficients").at(0), 5),
                   slope = value(fit.at("coefficients").at(1), 5);
        table.below.push_back(fit.contains("slope_se") ? Sentence("r = {1} + {2} ε (slope ± {3})", first,
                                                                  slope, value(fit.at("slope_se"), 3))
                                                       : Sentence("r = {1} + {2} ε", first, slope));
    }
    return table;
}

std::string bitsCell(const nlohmann::json& exposure) {
    return exposure.is_null() ? "-" : number(exposure.at("mean"), 4) + " ± " + number(exposure.at("sd"), 4);
}

Sheet::Table exposureTable(const nlohmann::json& rows) {
    Sheet::Table table;
    table.columns = {{Sentence("exposure in bits of"), true},
                     {Sentence("copies")},
                     {Sentence("trained")},
                     {Sentence("without noise")}};
    for (const nlohmann::json& row : rows) {
        table.rows.push_back({row.at("canary").get<std::string>(), number(row.at("repetitions"), 6),
                              bitsCell(row), bitsCell(row.at("without_noise"))});
    }
    return table;
}

} // namespace

std::vector<Sheet::Table> tablesOf(const nlohmann::json& result) {
    if (result.contains("exposure")) {
        return {exposureTable(result.at("exposure"))};
    }
    if (!result.contains("methods")) {
        return {cellTable(result.at("cells")), bestTable(result.at("best"), result.at("fit"))};
    }
    std::vector<Sheet::Table> tables{methodTable(result.at("methods"))};
    if (Sheet::Table shifted = shiftedTable(result.at("methods")); !shifted.rows.empty()) {
        tables.push_back(std::move(shifted));
    }
    return tables;
}

Sheet sheetOf(const nlohmann::json& study) {
    Sheet sheet;
    const std::string source = study.value("source", "");
    sheet.title = study.at("title").get<std::string>() + (source.empty() ? "" : " (" + source + ")");
    for (const nlohmann::json& variant : study.at("variants")) {
        std::vector<Sheet::Table> tables = tablesOf(variant);
        tables.front().title = variant.at("name").get<std::string>();
        std::move(tables.begin(), tables.end(), std::back_inserter(sheet.tables));
    }
    for (const std::string& kind : study.value("plots", std::vector<std::string>())) {
        sheet.pictures.push_back({kind, plotOf(study, kind)});
    }
    sheet.json = study.dump(1) + "\n";
    return sheet;
}

} // namespace parsimony::study
