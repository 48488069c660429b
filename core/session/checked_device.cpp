// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/checked_device.h"

#include "core/base/whole_number.h"
#include "core/compute/device_check.h"

namespace parsimony::session {

CheckedDevice checkedDevice(const compute::DeviceCheck& seen) {
    return {seen.device, seen.description, seen.tried, seen.neighbours, seen.largestMove, seen.largestError};
}

nlohmann::json toJson(const CheckedDevice& device) {
    return {{"device", device.device},
            {"description", device.description},
            {"slack", "checked on this device, not proved for it"},
            {"tried", device.tried},
            {"neighbours", device.neighbours},
            {"largest_move", device.largestMove},
            {"allowed_move", 1.0 + compute::kArithmeticSlack},
            {"largest_error", device.largestError}};
}

CheckedDevice checkedDeviceFromJson(const nlohmann::json& json) {
    CheckedDevice device;
    device.device = json.at("device").get<std::string>();
    device.description = json.at("description").get<std::string>();
    device.tried = json.at("tried").get<std::vector<std::string>>();
    device.neighbours = wholeNumber<std::uint64_t>(json.at("neighbours"));
    device.largestMove = json.at("largest_move").get<double>();
    device.largestError = json.at("largest_error").get<double>();
    return device;
}

} // namespace parsimony::session
