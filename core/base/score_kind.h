// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace parsimony {

/// How a trial is scored. `Noisy`: a charged count of correct predictions on the train part. `Validation`:
/// the same on the validation part's own account, or exact where that part is public. `Exact`: public data
/// only.
enum class ScoreKind { None, Noisy, Validation, Exact };
[[nodiscard]] const char* toText(ScoreKind kind);
/// Inverse; absent for another text.
[[nodiscard]] std::optional<ScoreKind> scoreKindNamed(std::string_view text);

} // namespace parsimony
