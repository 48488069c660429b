// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace parsimony::search {

/// Where the second and later phases look.
enum class PhaseStart {
    WholeRange,  ///< the same range as the first
    Scaled,      ///< around r₁·ε₂/ε₁, a third to three times it (LSR-1)
    AboveWinner, ///< [r₁, r_max·ε₂/ε₁] (the authors' code)
};

[[nodiscard]] const char* toText(PhaseStart start); ///< "whole-range", "scaled", "above-winner"
/// Throws Error(Usage) naming the nearest.
[[nodiscard]] PhaseStart phaseStartFromText(std::string_view text);

} // namespace parsimony::search
