// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/calls.h"
#include "ui/models/evaluation.h"

#include <filesystem>

namespace parsimony::ui {

// What the engine's calls take and give, as the window has it.

[[nodiscard]] wire::EvaluateCall callOf(const EvaluationRequest& request);
/// Writes files that came, beside `output` by their names alone; where they are then.
[[nodiscard]] std::vector<std::filesystem::path> written(const std::vector<wire::FileContent>& files,
                                                         const std::filesystem::path& output);

} // namespace parsimony::ui
