// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/evaluation.h"

namespace parsimony::session {
struct PrivateEvaluation;
struct PublicEvaluation;
} // namespace parsimony::session

namespace parsimony::ui {

/// What the engine found, as the window shows it.
[[nodiscard]] Evaluation valuesOf(const session::PublicEvaluation& found);
[[nodiscard]] Evaluation valuesOf(const session::PrivateEvaluation& found);

} // namespace parsimony::ui
