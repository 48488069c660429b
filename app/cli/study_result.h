// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/study/compare.h"
#include "core/study/sweep.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace parsimony::cli {

/// Progress on the console: a live line, or a note when what runs changes.
[[nodiscard]] study::Progress progressOn(Console& console);

/// The table of `compare` from its JSON, and of `sweep` from its.
[[nodiscard]] std::string compareTable(const nlohmann::json& result);
[[nodiscard]] std::string sweepTable(const nlohmann::json& result);

} // namespace parsimony::cli
