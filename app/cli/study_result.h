// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/project.h"
#include "core/base/sheet.h"
#include "core/session/dataset_declaration.h"
#include "core/study/compare.h"
#include "core/study/experiments.h"
#include "core/study/sweep.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::cli {

/// Progress on the console: a live line, or a note when what runs changes.
[[nodiscard]] study::Progress progressOn(Console& console);

/// Tables one under the other, each with its title and what is said of it.
[[nodiscard]] std::string textOf(const std::vector<Sheet::Table>& tables);

/// The plots of one result: FOLDER/STEM-KIND.svg; none where the folder is empty.
struct PlotFiles {
    std::string folder, stem;
    std::vector<std::string> kinds;
    [[nodiscard]] std::vector<std::filesystem::path> paths() const;
};

/// Tries whether `output`, where one is named, and plots can be written, before the work. Throws Error(Usage)
/// where one would be written over one of `inputs`, or over what keeps spends, through links too, and
/// Error(Failed).
void checkWritten(const std::string& output, const PlotFiles& plots, const std::vector<std::string>& inputs);

/// Opens the project that a study is to run in, or makes it: what cannot start, for its plan or for what
/// `machine` asks of this one, leaves none behind.
template <class Request>
[[nodiscard]] session::Session openForStudy(Context& context, const std::string& storage,
                                            const Request& request, const session::RunOptions& machine) {
    if (!projectIsThere(storage)) {
        static_cast<void>(priceOf(nullptr, request));
        study::checkMachine(machine);
        session::requireLinked(machine);
    }
    return openSession(context, storage, true);
}

/// Draws a result of `study`; makes the folder where it is missing.
void writePlots(const PlotFiles& plots, const nlohmann::json& result);

/// The result of one `sweep` or `compare` as that of a study of one variant.
[[nodiscard]] nlohmann::json asStudy(const std::string& title, nlohmann::json result);

} // namespace parsimony::cli
