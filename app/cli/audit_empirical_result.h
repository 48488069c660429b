// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/empirical/trainer_audit.h"

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::cli {

/// The `empirical` object of `audit`, but for what was asked for.
[[nodiscard]] nlohmann::json empiricalJson(const empirical::TrainerAudit& audit);

/// Tests, exposure, and the verdict, for a reader.
[[nodiscard]] std::string empiricalText(const empirical::TrainerAudit& audit);

} // namespace parsimony::cli
