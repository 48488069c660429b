// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace parsimony::compute {
struct DeviceCheck;
}

namespace parsimony::session {

/// A device whose sums an experiment charges for although their slack is checked, not proved: what the check
/// saw, on rows of its own, before anything was reserved (or gone on with). Part of the plan.
struct CheckedDevice {
    std::string device, description;
    std::vector<std::string> tried; ///< the names of compute::DeviceCheck
    std::uint64_t neighbours = 0;
    double largestMove = 0.0, largestError = 0.0;
    friend bool operator==(const CheckedDevice&, const CheckedDevice&) = default;
};

[[nodiscard]] CheckedDevice checkedDevice(const compute::DeviceCheck& seen);
[[nodiscard]] nlohmann::json toJson(const CheckedDevice& device);
/// Inverse of toJson; throws nlohmann::json::exception.
[[nodiscard]] CheckedDevice checkedDeviceFromJson(const nlohmann::json& json);

} // namespace parsimony::session
