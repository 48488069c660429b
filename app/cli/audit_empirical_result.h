// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/empirical/trainer_audit.h"

#include <string>

namespace parsimony::cli {

/// Adds to an audit's result what an attack on `trainer` found: the object `empirical`, its tables, and,
/// where the claim is broken, a problem and exit code 4.
void addEmpirical(const empirical::TrainerAudit& audit, const std::string& trainer, Result& result);

} // namespace parsimony::cli
