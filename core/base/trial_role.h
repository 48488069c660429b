// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace parsimony {

/// What a trial is for.
enum class TrialRole { Trial, Final, Selection, Mean, Score, Evaluation };

/// "trial", "final", "selection", "mean", "score" or "evaluation".
[[nodiscard]] const char* toText(TrialRole role);
/// Inverse, for ledgers; throws Error(Failed) for another text.
[[nodiscard]] TrialRole trialRoleFromText(std::string_view text);

} // namespace parsimony
