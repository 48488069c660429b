// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"
#include "core/empirical/trainer_audit.h"
#include "core/study/study_request.h"
#include "core/study/task_request.h"

#include <nlohmann/json.hpp>

#include <stop_token>

namespace parsimony::study {

/// What an attack found, and of what.
struct TrainerAttack {
    empirical::TrainerAudit audit;
    Sheet sheet; ///< `json` as jsonOf
    nlohmann::json json;
};

/// Attacks a trainer on a copy of public rows. Throws Error(Usage) for options that do not go together,
/// Error(Refused) where rows are not declared public, or this user's registry knows them as private,
/// Error(Interrupted) when stopped.
[[nodiscard]] TrainerAttack attackTrainer(const AttackRequest& request, std::stop_token stop,
                                          const Progress& progress);

} // namespace parsimony::study
