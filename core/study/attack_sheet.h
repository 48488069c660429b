// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"
#include "core/empirical/trainer_audit.h"

#include <nlohmann/json.hpp>

namespace parsimony::study {

/// What an attack on a trainer found, as a document and as tables.
[[nodiscard]] nlohmann::json attackJson(const empirical::TrainerAudit& audit);
[[nodiscard]] Sheet attackSheet(const empirical::TrainerAudit& audit);

} // namespace parsimony::study
