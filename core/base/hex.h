// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony {

/// Lower-case hexadecimal, two digits a byte.
[[nodiscard]] std::string toHex(std::span<const std::uint8_t> bytes);

/// Inverse of toHex; throws Error(Usage) on an odd length or a character that is no hexadecimal digit.
[[nodiscard]] std::vector<std::uint8_t> fromHex(std::string_view text);

} // namespace parsimony
