// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace parsimony {

/// The eight words of SHA-256 between two blocks (FIPS 180-4 §6.2).
using Sha256State = std::array<std::uint32_t, 8>;

/// Before the first block (FIPS 180-4 §5.3.3).
inline constexpr Sha256State kSha256Start = {0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                             0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};

/// Has the processor the SHA instructions that compressPairs() is made of?
[[nodiscard]] bool hasPairs();

/// Takes `blocks` blocks of 64 bytes of two messages into their states. A round of one message waits for the
/// round before; two messages fill each other's waits. Only where hasPairs().
void compressPairs(Sha256State& a, Sha256State& b, const std::uint8_t* ofA, const std::uint8_t* ofB,
                   std::size_t blocks);

} // namespace parsimony
