// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <string>

namespace parsimony::bench {

/// A private run on the bundled digits.
[[nodiscard]] session::RunOptions digitsRun(double epsilon);

/// Makes a project of `trials` finished trials: one random search that really ran, and copies of it with
/// their own rows in the ledger. The folder should be in memory: it commits four times a trial.
void fillLargeProject(const std::string& file, int trials);

} // namespace parsimony::bench
