// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/logit_noise.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace parsimony::train {

/// The scale of the options that the plan of a trial has, as TrialPlan::toJson() wrote them; nothing where
/// they name no trainer whose noise in the logits follows from its step size.
[[nodiscard]] std::optional<StepScale> plannedScale(const nlohmann::json& options, double rowBound,
                                                    double publicRecords);

} // namespace parsimony::train
