// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace parsimony {

/// Fills `bytes` from the operating system's CSPRNG (getrandom); throws Error(Failed) when it has none to
/// give.
void fillSecureRandom(std::span<std::uint8_t> bytes);

/// A fresh 256-bit key, as noise and the registry use it.
[[nodiscard]] std::array<std::uint8_t, 32> secureRandomKey();

} // namespace parsimony
