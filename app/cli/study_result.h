// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/base/sheet.h"
#include "core/study/compare.h"
#include "core/study/sweep.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace parsimony::cli {

/// Progress on the console: a live line, or a note when what runs changes.
[[nodiscard]] study::Progress progressOn(Console& console);

/// Tables one under the other, each with its title and what is said of it.
[[nodiscard]] std::string textOf(const std::vector<Sheet::Table>& tables);

/// Tries whether plots can be written into that folder, before the work. Throws Error(Failed).
void checkPlots(const std::string& folder);

/// Draws a result of `study` as DIR/STEM-KIND.svg; makes the folder where it is missing.
void writePlots(const std::string& folder, const std::string& stem, const nlohmann::json& result,
                const std::vector<std::string>& kinds);

/// The result of one `sweep` or `compare` as that of a study of one variant.
[[nodiscard]] nlohmann::json asStudy(const std::string& title, nlohmann::json result);

} // namespace parsimony::cli
