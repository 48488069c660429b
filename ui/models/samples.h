// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <QString>

namespace parsimony::ui {

/// What a first run on a bundled sample asks for: `digits` (ε 3) or `wordnet-nouns` (ε 1), at δ 1e-5, from
/// `folder`/NAME.npz.
[[nodiscard]] session::RunOptions sampleOptions(const QString& name, const QString& folder);

/// The digits with their record count declared and a budget of one's own: quick, for pictures and figures.
[[nodiscard]] session::RunOptions digitsOptions(const QString& folder, double epsilon);

} // namespace parsimony::ui
