// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace parsimony::mechanism {

/// A head's shape as the ledger keeps it beside the weights.
[[nodiscard]] nlohmann::json headToJson(const compute::HeadShape& head);
/// Throws Error(Failed) when a field is missing or of another kind.
[[nodiscard]] compute::HeadShape headFromJson(const nlohmann::json& json);

/// Little-endian float64, in the order of HeadShape.
[[nodiscard]] std::vector<std::uint8_t> parametersToBytes(std::span<const double> parameters);
/// Throws Error(Failed) when the size is no multiple of eight.
[[nodiscard]] std::vector<double> parametersFromBytes(std::span<const std::uint8_t> bytes);

} // namespace parsimony::mechanism
