// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <QStringList>

namespace parsimony::ui {

/// What a plan searches and at which noise, a sentence each, as the command line says it above its table;
/// empty where it searches nothing but r.
[[nodiscard]] QStringList planLines(const session::RunSnapshot& plan);

} // namespace parsimony::ui
