// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace parsimony::bench {

/// Makes a project of `trials` finished trials: one random search that really ran, and copies of it with
/// their own rows in the ledger.
void fillLargeProject(const std::string& file, int trials);

} // namespace parsimony::bench
