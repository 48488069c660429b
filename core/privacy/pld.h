// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/rdp.h"

namespace parsimony::accounting {

/// A figure between two rigorous bounds.
struct Bracket {
    double lower = 0.0;
    double upper = 0.0;
};

/// How much work a PLD figure is worth.
enum class PldEffort {
    Draft,     ///< the pessimistic bound of the remove direction on a coarser lattice, good to about 1e-3: to
               ///< search with, never to charge
    Remove,    ///< the pessimistic bound of the remove direction: to search with, never to charge
    UpperOnly, ///< the pessimistic bound alone; lower is 0
    Both,      ///< both bounds, the lattice refined until they are within 0.4 % or nothing more is gained
};

/// ε at δ of Gaussian and Poisson-sampled Gaussian releases, by composing their privacy loss distributions
/// (Koskela et al. 2020; Gopi, Lee and Wutschitz 2021) in the remove and in the add direction, each over all
/// events, and taking the larger figure at the end; under replace_one the pair is its own mirror image. The
/// lattice is chosen from the question: tilt at the order that decides about δ, step so that its error stays
/// near 1e-4·ε. `upper` is infinite where no lattice of at most 2²¹ points can answer. Compositions with RDP
/// curves are not for this function.
[[nodiscard]] Bracket pldEpsilon(const Composition& composition, double delta, PldEffort effort);

/// δ at ε, likewise.
[[nodiscard]] Bracket pldDelta(const Composition& composition, double epsilon, PldEffort effort);

} // namespace parsimony::accounting
