// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/session/checked_device.h"
#include "core/session/experiment_plan.h"

#include <memory>
#include <optional>
#include <string>

namespace parsimony::session {

/// Where the runs of an experiment compute.
struct OpenedDevice {
    std::unique_ptr<compute::ComputeBackend> backend;
    std::optional<CheckedDevice> check; ///< what was tried, where sums of private rows depend on it
};

/// Opens `device` for the runs of `plan`. On private data a device whose sums' slack is not proved is checked
/// here, at the plan's own head, before anything is reserved, and refused (Error(Refused), nothing spent)
/// when it fails or when there is nothing to check it by: any precision but f32 on a GPU. Repeated in every
/// process that runs or resumes.
[[nodiscard]] OpenedDevice openDevice(const ExperimentPlan& plan, const std::string& device,
                                      std::uint32_t threads, const std::string& instructions = {});

/// Refuses by the words alone what openDevice() would refuse for them; opens nothing.
void refusePrecision(const ExperimentPlan& plan, const std::string& device);

/// May the gradient sums of the plan's runs be a device's? Sums of samples, of other heads and of the
/// second-order trainers are always the CPU's.
[[nodiscard]] bool sumsOnDevice(const ExperimentPlan& plan, const std::string& device);

} // namespace parsimony::session
