// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::search {

/// Where the second and later phases look.
enum class PhaseStart {
    WholeRange,  ///< the same range as the first
    Scaled,      ///< around r₁·ε₂/ε₁, a third to three times it (LSR-1)
    AboveWinner, ///< [r₁, r_max·ε₂/ε₁] (the authors' code)
};

} // namespace parsimony::search
