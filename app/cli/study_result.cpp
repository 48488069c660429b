// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_result.h"

#include "app/cli/text_table.h"
#include "core/base/number_text.h"
#include "core/export/atomic_file.h"
#include "core/study/study_plot.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace parsimony::cli {

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

std::string textOf(const std::vector<Sheet::Table>& tables) {
    std::string text;
    for (const Sheet::Table& each : tables) {
        std::vector<Column> columns;
        for (const Sheet::Column& column : each.columns) {
            columns.push_back({column.title.english(), column.isWords ? Align::Left : Align::Right});
        }
        TextTable table(std::move(columns));
        for (const auto& row : each.rows) {
            table.addRow(row);
        }
        text += (text.empty() ? "" : "\n") + each.title + (each.title.empty() ? "" : "\n") + table.text();
        for (const Sentence& sentence : each.below) {
            text += sentence.english() + "\n";
        }
    }
    return text;
}

void checkPlots(const std::string& folder) {
    if (folder.empty()) {
        return;
    }
    std::filesystem::path there = std::filesystem::absolute(folder);
    std::error_code error;
    // The folder is made with the plots: work that fails leaves none behind.
    while (there.has_relative_path() && !std::filesystem::exists(there, error) && !error) {
        there = there.parent_path();
    }
    exporting::checkWritable(there / "plot.svg");
}

void writePlots(const std::string& folder, const std::string& stem, const nlohmann::json& result,
                const std::vector<std::string>& kinds) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (const std::string& kind : kinds) {
        std::string name = stem;
        name.append("-").append(kind).append(".svg");
        exporting::writeFileAtomically(std::filesystem::path(folder) / name, study::plotOf(result, kind));
    }
}

nlohmann::json asStudy(const std::string& title, nlohmann::json result) {
    result["name"] = "";
    return {{"title", title}, {"variants", nlohmann::json::array({std::move(result)})}};
}

} // namespace parsimony::cli
