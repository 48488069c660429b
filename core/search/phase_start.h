// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::search {

/// Where the second and later phases look.
enum class PhaseStart {
    WholeRange,  ///< the same range as the first
    Scaled,      ///< around r₁·ε₂/ε₁, a third to three times it (LSR-1)
    AboveWinner, ///< [r₁, r_max·ε₂/ε₁] (the authors' code)
};

/// How far `Scaled` looks to both sides, as a factor. A plan keeps its own.
inline constexpr double kPhaseReach = 3.0;

} // namespace parsimony::search
