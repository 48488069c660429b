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
/// process that runs or resumes. So is the folder for rows that memory does not hold, where one is named.
[[nodiscard]] OpenedDevice openDevice(const ExperimentPlan& plan, const compute::DeviceChoice& device,
                                      std::uint32_t threads, const std::string& instructions = {});

/// `options` with `--precision auto` made definite: bfloat16 where the processor multiplies it as such, where
/// there are numbers enough for that to matter, and where it was measured to cost no accuracy
/// (performance.md): clipped gradients of a linear head on rows of bounded norm. Else float32. The slack is
/// that of every precision (compute::kArithmeticSlack), so a plan goes on anywhere.
[[nodiscard]] RunOptions withPrecision(RunOptions options, const Constants& constants);
/// With fewer numbers in its train part a plan stays in float32: its steps take a millisecond, and cutting
/// residuals off costs most where the signal is small.
inline constexpr double kManyNumbers = 0x1p20;

/// The options `asked` of an experiment that came to `planned`, to be compared with `wanted`: `auto` is
/// `auto` as it was, and a precision that is named is compared with what the experiment used.
[[nodiscard]] RunOptions asComparedWith(const RunOptions& wanted, const RunOptions& asked,
                                        const RunOptions& planned);

/// Refuses by the words alone what openDevice() would refuse for the device that was asked for; opens
/// nothing.
void refuseByName(const ExperimentPlan& plan);

/// May the gradient sums of the plan's runs be a device's? Sums of samples, of other heads and of the
/// second-order trainers are always the CPU's.
[[nodiscard]] bool sumsOnDevice(const ExperimentPlan& plan, const compute::DeviceChoice& device);

} // namespace parsimony::session
