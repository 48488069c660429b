// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/event.h"
#include "core/privacy/loss_law.h"

#include <span>
#include <vector>

namespace parsimony::accounting {

/// A list of events reduced to what composition needs: all Gaussian releases as one μ² (rounded up), equal
/// sub-sampled ones merged and sorted, so that neither the order nor the way repeats are written changes a
/// figure.
struct Composition {
    double muSquared = 0.0;
    struct Sampled {
        double rate;
        double noise;
        double count;
        // NOLINTNEXTLINE(modernize-use-nullptr): a zero of the compiler's own
        friend auto operator<=>(const Sampled&, const Sampled&) = default;
    };
    std::vector<Sampled> sampled;
    struct Curve {
        RdpCurveEvent curve;
        double count;
    };
    std::vector<Curve> curves;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    bool infinite = false; ///< a release without noise is among them

    [[nodiscard]] bool empty() const {
        return muSquared == 0.0 && sampled.empty() && curves.empty() && !infinite;
    }
    [[nodiscard]] bool gaussianOnly() const { return sampled.empty() && curves.empty(); }
};

/// q = 0 is dropped, q = 1 is a Gaussian release (PRIVACY rule 6). Throws Error(Usage) when sub-sampled
/// events of both adjacencies are mixed: no one guarantee covers them.
[[nodiscard]] Composition reduced(std::span<const PrivacyEvent> events);

/// Σ (α−1)·D_α of the composition at α > 1, rounded up; infinity where a curve says nothing. Between the
/// orders of a curve (α−1)D_α is interpolated linearly (it is convex in α), below its first order D_α is at
/// most the value there.
[[nodiscard]] double logMomentUpper(const Composition& composition, double alpha);

/// (α, D_α)-RDP to (ε, δ): ε = D + ln((α−1)/α) − (ln δ + ln α)/(α−1), at least 0 (Balle et al. 2020, thm 21;
/// Canonne et al. 2020, prop. 12), rounded up.
[[nodiscard]] double rdpToEpsilon(double alpha, double divergence, double delta);
/// The same, solved for δ.
[[nodiscard]] double rdpToDelta(double alpha, double divergence, double epsilon);

struct RdpFigure {
    double value = 0.0; ///< ε or δ
    double alpha = 2.0; ///< the order it was reached at
};
/// The least ε over all orders α > 1.
[[nodiscard]] RdpFigure rdpEpsilon(const Composition& composition, double delta);
[[nodiscard]] RdpFigure rdpDelta(const Composition& composition, double epsilon);

} // namespace parsimony::accounting
