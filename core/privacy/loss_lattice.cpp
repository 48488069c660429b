// SPDX-License-Identifier: GPL-3.0-or-later
// Both lattices of loss_law.h. Cell masses are differences of normal tails in long double: what is lost to
// cancellation is then far below the margins added at the end.
#include "core/privacy/loss_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace parsimony::accounting {

namespace {

using Real = long double;

constexpr Real infinity = std::numeric_limits<Real>::infinity();
constexpr Real unit = std::numeric_limits<Real>::epsilon();

// The observation x at which the loss of the pair (P, Q) of kind Remove is `loss`.
Real removePosition(Real q, Real z, Real loss) {
    const Real argument = std::expm1(loss) / q;
    return argument <= -1 ? -infinity : z * z * std::log1p(argument) + 0.5L;
}

// The observation at which the law's loss is `loss`; decreasing in the loss for Add, increasing else.
Real positionOf(const LossLaw& law, Real loss) {
    const Real q = law.rate;
    const Real z = law.noise;
    switch (law.kind) {
    case LossKind::Gaussian:
        return loss * z * z + 0.5L;
    case LossKind::Remove:
        return removePosition(q, z, loss);
    case LossKind::Add:
        return removePosition(q, z, -loss);
    case LossKind::Replace:
        break;
    }
    // With y = e^{x/2z²}, A = q·e^{−1/8z²}, B = 1 − q: (B + Ay)/(B + A/y) = e^L is solved by y = e^{L/2 +
    // asinh(B/A·sinh(L/2))}.
    const Real ratio = (1 - q) / q * std::exp(1 / (8 * z * z));
    return 2 * z * z * (loss / 2 + std::asinh(ratio * std::sinh(loss / 2)));
}

double lossAt(const LossLaw& law, double x) {
    const double variance = law.noise * law.noise;
    const auto mixture = [&](double w) {
        return w > 40.0 ? w + std::log(law.rate) : std::log1p(law.rate * std::expm1(w));
    };
    switch (law.kind) {
    case LossKind::Gaussian:
        return (2 * x - 1) / (2 * variance);
    case LossKind::Remove:
        return mixture((2 * x - 1) / (2 * variance));
    case LossKind::Add:
        return -mixture((2 * x - 1) / (2 * variance));
    case LossKind::Replace:
        break;
    }
    return mixture((4 * x - 1) / (8 * variance)) - mixture((-4 * x - 1) / (8 * variance));
}

struct Cell {
    Real p = 0;
    Real q = 0;
};

// Normal tail beyond |t| and the side t lies on.
struct Tail {
    Real beyond = 0;
    bool upper = true;
};

Tail tailAt(Real t) {
    constexpr Real sqrtHalf = 0.707106781186547524400844362104849039L;
    return {std::isinf(t) ? 0 : std::erfc(std::abs(t) * sqrtHalf) / 2, t >= 0};
}

Real massBetween(const Tail& low, const Tail& high) {
    if (low.upper) {
        return std::max(Real{0}, low.beyond - high.beyond);
    }
    return high.upper ? 1 - low.beyond - high.beyond : std::max(Real{0}, high.beyond - low.beyond);
}

// P- and Q-masses of the losses in (boundaries[i], boundaries[i+1]].
std::vector<Cell> cellsOf(const LossLaw& law, const std::vector<Real>& boundaries) {
    const Real q = law.rate;
    const Real z = law.noise;
    const std::array<Real, 3> means = {0, law.kind == LossKind::Replace ? 0.5L : 1.0L, -0.5L};
    const std::size_t components = law.kind == LossKind::Replace ? 3 : 2;
    const bool mirrored = law.kind == LossKind::Add;
    const auto tailsAt = [&](Real loss) {
        Real x = std::isinf(loss) ? (mirrored ? -loss : loss) : positionOf(law, loss);
        std::array<Tail, 3> tails;
        for (std::size_t c = 0; c < components; ++c) {
            tails[c] = tailAt((x - means[c]) / z);
        }
        return tails;
    };
    std::vector<Cell> cells(boundaries.size() - 1);
    auto low = tailsAt(boundaries.front());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto high = tailsAt(boundaries[i + 1]);
        std::array<Real, 3> mass{};
        for (std::size_t c = 0; c < components; ++c) {
            mass[c] = mirrored ? massBetween(high[c], low[c]) : massBetween(low[c], high[c]);
        }
        const Real mixed = (1 - q) * mass[0] + q * mass[1];
        switch (law.kind) {
        case LossKind::Gaussian:
            cells[i] = {mass[1], mass[0]};
            break;
        case LossKind::Remove:
            cells[i] = {mixed, mass[0]};
            break;
        case LossKind::Add:
            cells[i] = {mass[0], mixed};
            break;
        case LossKind::Replace:
            cells[i] = {mixed, (1 - q) * mass[0] + q * mass[2]};
            break;
        }
        low = high;
    }
    return cells;
}

struct Range {
    std::int64_t first;
    std::int64_t last;
};

// How many standard deviations leave `tail` beyond them at most.
double deviations(double tail) {
    return tail < 0.5 ? std::sqrt(-2 * std::log(tail)) : 1.0;
}

// Lattice points between which all but `tail` of the P-mass lies on either side.
Range rangeOf(const LossLaw& law, double offset, double step, double tail) {
    const double z = law.noise;
    const double t = deviations(tail) * z;
    double low = 0.0;
    double high = 0.0;
    switch (law.kind) {
    case LossKind::Gaussian:
        low = lossAt(law, 1 - t);
        high = lossAt(law, 1 + t);
        break;
    case LossKind::Add:
        low = lossAt(law, t);
        high = lossAt(law, -t);
        break;
    case LossKind::Remove:
    case LossKind::Replace: {
        // The shifted component has little mass itself: half of the tail for either.
        const double shift = law.kind == LossKind::Remove ? 1.0 : 0.5;
        const double rare = shift + deviations(tail / (2 * law.rate)) * z;
        low = lossAt(law, -deviations(tail / 2) * z);
        high = lossAt(law, std::max(deviations(tail / 2) * z, rare));
        break;
    }
    }
    return {static_cast<std::int64_t>(std::floor((low - offset) / step)) - 1,
            static_cast<std::int64_t>(std::ceil((high - offset) / step)) + 1};
}

// The loss at which the mass of the middle cell has its mean, so that merging the cell puts it on its point.
double offsetOf(const LossLaw& law, double step) {
    double offset = lossAt(law, 0.0);
    for (int round = 0; round < 3; ++round) {
        const Real half = static_cast<Real>(step) / 2;
        const Cell cell = cellsOf(law, {offset - half, offset + half}).front();
        if (!(cell.p > 1e-30L && cell.q > 1e-30L)) {
            break;
        }
        offset = static_cast<double>(std::log(cell.p / cell.q));
    }
    return offset;
}

// Cancellation in p − q·e^x leaves an error of a few units of p beside a result of about h·p.
double relativeMargin(double step) {
    return static_cast<double>(1024 * unit * (1 + 1 / step)) + 4e-16;
}

// A chain of tangents under the hockey-stick curve of a law, with its corners on lattice points.
struct Chain {
    // The mean loss is about half the second moment; what the excess takes from it should be little.
    [[nodiscard]] bool isLossy() const { return excess > 1e-13L && excess > 2e-4L * second; }

    std::vector<Real> mass; // P-mass of each corner
    Real excess = infinity; // how much Q-mass beyond 1 its end at 1 has: what it gives away
    Real meeting = 0;       // the loss at which the last tangent before the end meets 1 − x, x = e^loss
    Real second = 0;        // Σ mass·loss²
    double offset = 0;      // of its lattice
    std::int64_t last = 0;  // lattice index of the corner where it ended
};

// From the upper end down: the line that leaves a point to the left is a tangent that does not pass above the
// curve's value there; `room` is how far below the tangent reached so far that value lies. The steepest such
// tangent would do; stopping half-way between it and the one that touches in the middle of the step keeps the
// touching points from alternating between the ends of steps.
Chain tangentChain(const std::vector<Cell>& cells, const std::vector<Real>& boundaries, double offset,
                   double step, const Range& range) {
    const auto points = static_cast<std::size_t>(range.last - range.first + 1);
    Chain chain;
    chain.mass.assign(points, 0);
    chain.offset = offset;
    const Real top = std::exp(offset + static_cast<Real>(step) * static_cast<Real>(range.last));
    Powers shrink(-static_cast<Real>(step));
    Real room = 0;
    Real massAbove = 0; // P- and Q-mass of the chain so far
    Real dualAbove = 0;
    std::size_t left = cells.size();
    for (std::size_t i = points; i-- > 0;) {
        const Real ratio = top * shrink.next();
        const std::int64_t index = range.first + static_cast<std::int64_t>(i);
        const Real point = offset + static_cast<Real>(step) * static_cast<Real>(index);
        // A curve of a pair of whole measures is nowhere below 1 − x. Once the chain is below that at a
        // point, a straight line from there to 1 at x = 0 ends it: no mass is lost.
        if (massAbove - ratio * dualAbove + 1e-17L < -std::expm1(point)) {
            chain.mass[i] = 1 - massAbove;
            chain.excess = dualAbove + chain.mass[i] / ratio - 1;
            chain.meeting = std::log(chain.mass[i] / (1 - dualAbove));
            chain.last = index;
            return chain;
        }
        const auto change = [&](std::size_t at) { return cells[at].p - ratio * cells[at].q; };
        std::size_t steepest = left;
        std::size_t half = left;
        for (Real ahead = room; steepest > 0 && ahead + change(steepest - 1) >= 0; --steepest) {
            ahead += change(steepest - 1);
            half = boundaries[steepest - 1] >= point - static_cast<Real>(step) / 2 ? steepest - 1 : half;
        }
        const std::size_t stop = steepest + (half - steepest) / 2;
        Real dual = 0;
        for (; left > stop; --left) {
            room += change(left - 1);
            dual += cells[left - 1].q;
        }
        chain.mass[i] = ratio * dual;
        chain.second += chain.mass[i] * point * point;
        massAbove += ratio * dual;
        dualAbove += dual;
    }
    return chain;
}

// Follows the meeting point of the last tangent and 1 − x, which is where the end should be.
Chain followed(Chain best, const std::vector<Cell>& cells, const std::vector<Real>& boundaries, double step,
               const Range& range) {
    Real pace = 0.98L;
    for (int round = 0; round < 24 && best.isLossy() && pace > 1e-2L; ++round) {
        const Real end = best.offset + static_cast<Real>(step) * static_cast<Real>(best.last);
        const auto tried = static_cast<double>(best.offset + pace * (best.meeting - end));
        Chain next = tangentChain(cells, boundaries, tried, step, range);
        const bool better = next.excess < best.excess;
        // Past the meeting point the chain ends a whole step lower, at much more: then half-way is tried.
        pace = better && next.excess < 0.5L * best.excess ? 0.98L : pace / 2;
        if (better) {
            best = std::move(next);
        }
    }
    return best;
}

// Where the law is narrower than a step the chain ends in the middle of its mass, at a corner that should lie
// where the chain meets 1 − x. Corners may be moved together: the tangents stay.
Chain bestChain(const std::vector<Cell>& cells, const std::vector<Real>& boundaries, double offset,
                double step, const Range& range) {
    Chain best =
        followed(tangentChain(cells, boundaries, offset, step, range), cells, boundaries, step, range);
    if (best.isLossy()) {
        Chain other = best;
        for (int part = -16; part <= 16; ++part) {
            Chain next = tangentChain(cells, boundaries, offset + part * step / 32, step, range);
            if (next.excess < other.excess) {
                other = std::move(next);
            }
        }
        other = followed(std::move(other), cells, boundaries, step, range);
        if (other.excess < best.excess) {
            best = std::move(other);
        }
    }
    return best;
}

} // namespace

Powers::Powers(long double slope) : m_slope(slope), m_factor(std::exp(slope)) {}

long double Powers::next() {
    m_value = m_index % 64 == 0 ? std::exp(m_slope * static_cast<long double>(m_index)) : m_value * m_factor;
    ++m_index;
    return m_value;
}

double latticeSize(const LossLaw& law, double step, double tail) {
    const Range range = rangeOf(law, lossAt(law, 0.0), step, tail);
    return static_cast<double>(range.last) - static_cast<double>(range.first) + 1;
}

LatticeLoss pessimisticLattice(const LossLaw& law, double step, double tail) {
    const double offset = offsetOf(law, step);
    const Range range = rangeOf(law, offset, step, tail);
    const auto points = static_cast<std::size_t>(range.last - range.first + 1);
    std::vector<Real> boundaries(points + 2);
    boundaries.front() = -infinity;
    for (std::size_t i = 0; i < points; ++i) {
        boundaries[i + 1] =
            offset + static_cast<Real>(step) * static_cast<Real>(range.first + static_cast<std::int64_t>(i));
    }
    boundaries.back() = infinity;
    const std::vector<Cell> cells = cellsOf(law, boundaries);
    std::vector<Real> mass(points, 0);
    mass.front() = cells.front().p; // rounded up to the first point
    const Real cellWidth = -std::expm1(-static_cast<Real>(step));
    const Real base = std::exp(boundaries[1]);
    Powers growth(step);
    for (std::size_t i = 0; i + 1 < points; ++i) {
        const Cell& cell = cells[i + 1];
        const Real up = (cell.p - cell.q * base * growth.next()) / cellWidth;
        const Real high = std::clamp(up, Real{0}, cell.p);
        mass[i] += cell.p - high;
        mass[i + 1] += high;
    }
    LatticeLoss result;
    result.offset = offset;
    result.first = range.first;
    const double factor = 1 + relativeMargin(step);
    result.infinite = static_cast<double>(cells.back().p) * factor;
    result.mass.resize(points);
    for (std::size_t i = 0; i < points; ++i) {
        // The margin of a cell's upper share is a part of the whole cell, so it may come from the point
        // below.
        const Real below = i > 0 ? mass[i - 1] : 0;
        result.mass[i] = static_cast<double>(mass[i] + below * (factor - 1)) * factor;
    }
    return result;
}

LatticeLoss optimisticLattice(const LossLaw& law, double step, double tail) {
    // Tangents touch the curve at the ends of cells that are a fraction of a step wide: eighths about the
    // middle of the mass, where it can be narrower than a step, halves elsewhere.
    constexpr std::int64_t fine = 8;
    constexpr std::int64_t coarse = 2;
    constexpr std::int64_t middle = 24;
    const double width = step / static_cast<double>(fine);
    LatticeLoss result;
    // A little below the middle of the mass, so that rounding cannot put the mass below its point.
    result.offset = offsetOf(law, width);
    result.offset -= 1e-15 * std::max(std::abs(result.offset), width);
    Range range = rangeOf(law, result.offset, step, tail);
    range.first -= 4; // what a point cannot take goes to lower ones
    const auto points = static_cast<std::size_t>(range.last - range.first + 1);
    std::vector<Real> boundaries;
    boundaries.reserve(points * static_cast<std::size_t>(coarse) + 2 * middle * fine);
    for (std::int64_t point = range.first; point <= range.last; ++point) {
        const bool narrow = std::abs(point) < middle;
        const std::int64_t parts = narrow ? fine : coarse;
        for (std::int64_t part = 0; part < parts; ++part) {
            // Half a cell is added where cells are narrow: the middle of the mass is the middle of one.
            const Real fraction =
                (static_cast<Real>(part) + (narrow ? 0.5L : 0.0L)) / static_cast<Real>(parts);
            boundaries.push_back(result.offset +
                                 (static_cast<Real>(point) + fraction) * static_cast<Real>(step));
        }
    }
    const std::vector<Cell> cells = cellsOf(law, boundaries);
    result.first = range.first;
    const double factor = 1 - relativeMargin(width);
    const Chain best = bestChain(cells, boundaries, result.offset, step, range);
    result.offset = static_cast<double>(best.offset);
    result.mass.resize(best.mass.size());
    std::transform(best.mass.begin(), best.mass.end(), result.mass.begin(),
                   [factor](Real mass) { return static_cast<double>(mass) * factor; });
    return result;
}

} // namespace parsimony::accounting
