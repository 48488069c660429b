// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_result.h"

#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/study/study_plot.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>

namespace parsimony::cli {

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
std::string epsilonOf(const nlohmann::json& row, const char* key = "epsilon") {
    return row.at(key).is_null() ? "∞" : number(row.at(key), 6);
}

} // namespace

study::Progress progressOn(Console& console) {
    const auto last = std::make_shared<std::string>();
    return [&console, last](const std::string& what, double done, std::optional<double> secondsLeft) {
        std::string line = what + " (" + roundedText(100.0 * done, 3) + " % done";
        line += secondsLeft ? ", about " + std::to_string(std::lround(std::ceil(*secondsLeft))) + " s left)"
                            : ")";
        if (console.live()) {
            console.status(line);
        } else if (*last != what) {
            *last = what;
            console.note(line);
        }
    };
}

std::string compareTable(const nlohmann::json& result) {
    TextTable table({{"method", Align::Left},
                     {"ε"},
                     {"test accuracy"},
                     {"RERR"},
                     {"gap"},
                     {"spent ε"},
                     {"runs"},
                     {"passes"},
                     {"seconds"}});
    bool noiseless = false;
    for (const nlohmann::json& row : result.at("methods")) {
        const bool isPrivate = !row.at("epsilon").is_null();
        noiseless = noiseless || !isPrivate;
        const nlohmann::json& gap = row.at("gap");
        table.addRow({row.at("method").get<std::string>() + (isPrivate ? "" : ", not private"),
                      epsilonOf(row), percent(row, "accuracy", "accuracy_sd"), number(row.at("rerr"), 3),
                      gap.is_null() ? "-" : roundedText(100.0 * gap.get<double>(), 3),
                      isPrivate ? epsilonOf(row, "spent_epsilon") : "none", number(row.at("trials"), 4),
                      number(row.at("passes"), 5), number(row.at("seconds"), 3)});
    }
    std::string text = table.text();
    if (noiseless) {
        text += "gap: points below training without noise (ε = ∞, not private)\n";
    }
    TextTable shifted({{"method", Align::Left}, {"ε"}, {"set", Align::Left}, {"accuracy"}});
    bool any = false;
    for (const nlohmann::json& row : result.at("methods")) {
        for (const auto& [name, accuracy] : row.at("ood").items()) {
            any = true;
            shifted.addRow({row.at("method").get<std::string>(), epsilonOf(row), name,
                            percent(accuracy, "accuracy", "accuracy_sd")});
        }
    }
    return any ? text + "\n" + shifted.text() : text;
}

std::string sweepTable(const nlohmann::json& result) {
    TextTable cells({{"ε"}, {"learning rate"}, {"steps"}, {"r"}, {"accuracy"}, {"repeats"}});
    for (const nlohmann::json& cell : result.at("cells")) {
        cells.addRow({epsilonOf(cell), number(cell.at("learning_rate"), 5), number(cell.at("steps"), 8),
                      number(cell.at("r"), 5), percent(cell, "accuracy", "accuracy_sd"),
                      number(cell.at("repeats"), 6)});
    }
    TextTable best({{"ε"}, {"best r"}, {"spread"}, {"accuracy"}});
    for (const nlohmann::json& row : result.at("best")) {
        best.addRow({epsilonOf(row), number(row.at("r"), 5), number(row.at("r_sd"), 3),
                     percent(row, "accuracy", nullptr)});
    }
    std::string text = cells.text() + "\n" + best.text();
    const auto& all = result.at("best");
    if (std::any_of(all.begin(), all.end(), [](const auto& row) { return row.at("epsilon").is_null(); })) {
        text += "ε = ∞: trained without noise, not private\n";
    }
    if (const nlohmann::json& fit = result.at("fit"); !fit.is_null()) {
        text += "\nr = " + number(fit.at("coefficients").at(0), 5) + " + " +
                number(fit.at("coefficients").at(1), 5) + " ε";
        if (fit.contains("slope_se")) {
            text += " (slope ± " + number(fit.at("slope_se"), 3) + ")";
        }
        text += "\n";
    }
    return text;
}

void writeText(const std::filesystem::path& path, const std::string& text) {
    std::ofstream stream(path, std::ios::trunc | std::ios::binary);
    stream << text;
    if (!stream.flush()) {
        fail("cannot write '" + path.string() + "'");
    }
}

void writePlots(const std::string& folder, const std::string& stem, const nlohmann::json& result,
                const std::vector<std::string>& kinds) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (const std::string& kind : kinds) {
        std::string name = stem;
        name.append("-").append(kind).append(".svg");
        writeText(std::filesystem::path(folder) / name, study::plotOf(result, kind));
    }
}

nlohmann::json asStudy(const std::string& title, nlohmann::json result) {
    result["name"] = "";
    return {{"title", title}, {"variants", nlohmann::json::array({std::move(result)})}};
}

} // namespace parsimony::cli
