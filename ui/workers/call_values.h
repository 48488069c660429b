// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/calls.h"
#include "ui/models/audit_values.h"
#include "ui/models/evaluation.h"
#include "ui/models/known_rows_text.h"
#include "ui/models/values.h"
#include "ui/workers/trial_record.h"

#include <filesystem>

namespace parsimony::ui {

// What the engine's calls take and give, as the window has it.

[[nodiscard]] wire::EvaluateCall callOf(const EvaluationRequest& request);
[[nodiscard]] TrialRecord recordOf(std::int64_t trial, const std::vector<wire::TrialRow>& rows);
[[nodiscard]] std::vector<ArrayInfo> arraysOf(const std::vector<wire::ArrayView>& found);
[[nodiscard]] KnownParts partsOf(const std::vector<session::KnownRows>& found);
/// Writes files that came, beside `output` by their names alone; where they are then.
[[nodiscard]] std::vector<std::filesystem::path> written(const std::vector<wire::FileContent>& files,
                                                         const std::filesystem::path& output);
[[nodiscard]] AuditFindings findingsOf(const wire::AuditView& found);

} // namespace parsimony::ui
