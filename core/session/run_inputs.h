// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/data/part.h"
#include "core/search/sequential_method.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"
#include "core/train/trainer.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace parsimony::session {

/// The rows of `part`, pre-processed as the plan says: less `mean` when it is not empty, and only those that
/// `keep` marks when that is not empty. Throws Error(Interrupted) when stopped.
[[nodiscard]] data::LoadedPart loadRows(const ExperimentPlan& plan, const RequestedPart& part,
                                        const std::stop_token& stop, const std::vector<float>& mean = {},
                                        std::vector<std::uint8_t> keep = {});

/// The same rows where the backend works on them, in the plan's precision.
[[nodiscard]] std::unique_ptr<compute::ResidentData>
uploadRows(compute::ComputeBackend& backend, const ExperimentPlan& plan, const data::LoadedPart& part);

/// The state a run begins with when it builds on released weights of earlier ones, which `modelOf` gives by
/// their index; nullopt when it begins as its trainer does.
[[nodiscard]] std::optional<train::TrainerState>
startState(const search::Proposal& proposal, const compute::HeadShape& head,
           const std::function<train::Model(int index)>& modelOf);

[[nodiscard]] double secondsSince(std::chrono::steady_clock::time_point start);

} // namespace parsimony::session
