// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a device's summation against the assumptions of the proof at kArithmeticSlack, on rows that the
// program makes itself. PRIVACY rule 14 lets a slack that is only measured be charged when the report says
// so; this is the measuring.
#pragma once

#include "core/compute/backend.h"

#include <cstdint>
#include <string>
#include <vector>

namespace parsimony::compute {

/// The passes that a charged trial will make.
struct DeviceCheckRequest {
    HeadShape head; ///< linear
    Loss loss = Loss::Softmax;
    double clip = 1.0;      ///< finite
    std::size_t trials = 1; ///< together in a pass
    std::uint64_t rows = 0; ///< public record count; a part of that size is tried too, up to 64 MiB
};

/// What was seen. Depends on the device and the request alone: no private row is read.
struct DeviceCheck {
    std::string device, description;
    std::string failure;            ///< which check failed and how, a clause; empty: none did
    std::vector<std::string> tried; ///< "rows", "repeats", "sums", "neighbours" and, of a device that makes
                                    ///< steps, "steps", "noise"
    std::uint64_t neighbours = 0;   ///< pairs of neighbouring datasets
    double largestMove = 0.0;       ///< of their sums, in clips; 1 + kArithmeticSlack is allowed
    double largestError = 0.0;      ///< of a sum against float64, as a share of what the proof allows
    [[nodiscard]] bool passed() const { return failure.empty(); }
};

/// Goes through the backend's ordinary calls, on rows that stay on the device, on rows that stream, and by
/// descend() where it makes steps; a group's members first, then the group.
///
/// * rows: none contributes more than its clip (2⁻¹² more is let pass).
/// * repeats: the same pass gives the same bits again.
/// * sums: they lie as near to float64's as float32 in blocks of kBlockRows allows, in any order.
/// * neighbours: a removed row moves them by clip·(1 + kArithmeticSlack) at most, in float64.
/// * steps: all of this also holds for the sums that steps find, launched plainly or replayed.
/// * noise: steps over rows without a label, whose sum is zero, give the CPU's bits.
///
/// It can show that a device is unfit, never that it is fit. Errors of the device go through.
[[nodiscard]] DeviceCheck checkDevice(ComputeBackend& backend, const DeviceCheckRequest& request);

} // namespace parsimony::compute
