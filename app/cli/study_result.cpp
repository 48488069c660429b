// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_result.h"

#include "app/cli/text_table.h"
#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/export/atomic_file.h"
#include "core/session/output_files.h"
#include "core/study/study_plot.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <system_error>

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

std::vector<std::filesystem::path> PlotFiles::paths() const {
    return collected<std::filesystem::path>(kinds, [&](const std::string& kind) {
        return std::filesystem::path(folder) / std::string(stem).append("-").append(kind).append(".svg");
    });
}

void checkWritten(const std::string& output, const PlotFiles& plots, const std::vector<std::string>& inputs) {
    std::vector<std::filesystem::path> outputs;
    if (!plots.folder.empty()) {
        outputs = plots.paths();
        std::sort(outputs.begin(), outputs.end()); // a kind that is named twice is drawn twice
        outputs.erase(std::unique(outputs.begin(), outputs.end()), outputs.end());
    }
    if (!output.empty()) {
        outputs.emplace_back(output);
    }
    session::checkOutputs(outputs, inputs);
    for (const std::filesystem::path& file : outputs) {
        std::filesystem::path there = std::filesystem::absolute(file);
        std::error_code error;
        // The folder is made with the plots: work that fails leaves none behind.
        if (file != output && !std::filesystem::exists(there.parent_path(), error)) {
            while (there.has_relative_path() && !std::filesystem::exists(there, error) && !error) {
                there = there.parent_path();
            }
            there /= "plot.svg";
        }
        exporting::checkWritable(there);
    }
}

void writePlots(const PlotFiles& plots, const nlohmann::json& result) {
    std::error_code error;
    std::filesystem::create_directories(plots.folder, error);
    const auto files = plots.paths();
    for (std::size_t i = 0; i < files.size(); ++i) {
        exporting::writeFileAtomically(files[i], study::plotOf(result, plots.kinds[i]));
    }
}

nlohmann::json asStudy(const std::string& title, nlohmann::json result) {
    result["name"] = "";
    return {{"title", title}, {"variants", nlohmann::json::array({std::move(result)})}};
}

} // namespace parsimony::cli
