// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/composed_loss.h"

#include "core/privacy/fft.h"
#include "core/privacy/spectrum_product.h"
#include "core/privacy/tilted_law.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <numeric>
#include <span>

namespace parsimony::accounting {

namespace {

// Lattices of all laws under the tilt; many of them are made by two threads.
std::vector<TiltedLaw> tiltedLaws(const std::vector<CountedLaw>& laws, const CompositionPlan& plan,
                                  Bound bound) {
    std::vector<TiltedLaw> tilted(laws.size());
    const auto make = [&](std::size_t from) {
        for (std::size_t e = from; e < laws.size(); e += 2) {
            const LossLaw& law = laws[e].law;
            tilted[e] = TiltedLaw(bound == Bound::Pessimistic ? pessimisticLattice(law, plan.step, plan.tail)
                                                              : optimisticLattice(law, plan.step, plan.tail),
                                  plan.lambda, plan.step);
        }
    };
    if (laws.size() < 8) {
        make(0);
        make(1);
        return tilted;
    }
    auto other = std::async(std::launch::async, make, std::size_t{1});
    make(0);
    other.get();
    return tilted;
}

} // namespace

ComposedLoss::ComposedLoss(const std::vector<CountedLaw>& laws, const CompositionPlan& plan, Bound bound)
    : m_plan(plan), m_bound(bound) {
    const std::vector<TiltedLaw> tilted = tiltedLaws(laws, plan, bound);
    const bool empty =
        std::any_of(tilted.begin(), tilted.end(), [](const TiltedLaw& law) { return law.empty(); });
    if (empty) {
        m_mass.assign(plan.points + 1, 0.0); // a lower bound of zero
        m_dual = m_mass;
        m_tilted.assign(plan.points, 0.0);
        return;
    }
    compose(laws, tilted);
    accumulate();
}

double ComposedLoss::lossAt(std::size_t index) const {
    return m_offset + m_plan.step * (m_firstIndex + static_cast<double>(index));
}

void ComposedLoss::compose(const std::vector<CountedLaw>& laws, const std::vector<TiltedLaw>& tilted) {
    const std::size_t n = m_plan.points;
    RealFft fft(n);
    double shift = 0.0;
    double runs = 0.0;
    double infinite = 0.0;
    double meanIndex = 0.0;
    double variance = 0.0;
    long double offset = 0;
    for (std::size_t e = 0; e < laws.size(); ++e) {
        const double count = laws[e].count;
        const TiltedLaw& law = tilted[e];
        shift += count * static_cast<double>(law.shift);
        runs += count;
        infinite += count * law.infinite;
        m_logMoment += count * law.logMoment;
        meanIndex += count * (law.mean - static_cast<double>(law.shift));
        variance += count * law.variance;
        offset += static_cast<long double>(count) * law.offset;
    }
    m_offset = static_cast<double>(offset);
    std::vector<std::size_t> widestFirst(laws.size());
    std::iota(widestFirst.begin(), widestFirst.end(), 0U);
    std::sort(widestFirst.begin(), widestFirst.end(), [&](std::size_t a, std::size_t b) {
        return laws[a].count * tilted[a].variance > laws[b].count * tilted[b].variance;
    });
    SpectrumProduct product(fft);
    for (const std::size_t e : widestFirst) {
        product.multiply(tilted[e].weight, tilted[e].first - tilted[e].shift, laws[e].count);
    }
    const double height = product.invert();
    // The power of a spectrum errs by `count` times as much as the spectrum; the inverse adds as much as it
    // sums up.
    m_entryError = product.termError() * (runs + static_cast<double>(laws.size()) + 1) * height +
                   SpectrumProduct::leftOut();

    // The window is centred on the plan's centre, at indices relative to Σ count·shift.
    const double centre = std::round((m_plan.center - m_offset) / m_plan.step - shift);
    const double first = centre - std::floor(static_cast<double>(n) / 2);
    m_firstIndex = shift + first;
    const double size = static_cast<double>(n);
    const auto start = static_cast<std::ptrdiff_t>(first - std::floor(first / size) * size);
    const std::span<const double> cyclic = fft.values();
    m_tilted.resize(n);
    const auto middle = std::copy(cyclic.begin() + start, cyclic.end(), m_tilted.begin());
    std::copy(cyclic.begin(), cyclic.begin() + start, middle);

    // Chernoff bounds of the tilted mass above and below the window.
    const double deviation = std::sqrt(std::max(variance, 1e-6));
    const double above = first + size - 0.5 - meanIndex;
    const double below = meanIndex - (first - 0.5);
    const auto tailMass = [&](double distance, double sign) {
        if (distance <= 0) {
            return 1.0;
        }
        double best = 0.0;
        const double order = (m_plan.lambda + 1) * m_plan.step;
        for (const double rate : {1 / deviation, 3 / deviation, 7 / deviation, 0.3 * order, order}) {
            const double theta = sign * rate;
            double exponent = -std::abs(theta) * distance;
            for (std::size_t e = 0; e < laws.size(); ++e) {
                const double mean = tilted[e].mean - static_cast<double>(tilted[e].shift);
                exponent += laws[e].count * (tilted[e].logMomentAt(theta) - theta * mean);
            }
            best = std::min(best, exponent);
        }
        return std::exp(best);
    };
    const double highTail = tailMass(above, 1.0);
    m_outside = std::min(1.0, highTail + (m_bound == Bound::Optimistic ? tailMass(below, -1.0) : 0.0));
    const double top = lossAt(n - 1);
    m_constant = infinite;
    if (m_bound == Bound::Pessimistic && m_plan.lambda >= 0) {
        m_constant += std::exp(std::log(highTail + 1e-300) + m_logMoment - m_plan.lambda * top);
    }
}

void ComposedLoss::accumulate() {
    const std::size_t n = m_tilted.size();
    const double sign = m_bound == Bound::Pessimistic ? 1.0 : -1.0;
    m_reference = m_plan.center;
    m_mass.assign(n + 1, 0.0);
    m_dual.assign(n + 1, 0.0);
    long double mass = 0;
    long double dual = 0;
    const long double last = lossAt(n - 1);
    const long double baseBack = std::exp(static_cast<long double>(m_logMoment) - m_plan.lambda * last);
    const long double baseDual = std::exp(m_reference - last);
    Powers back(static_cast<long double>(m_plan.lambda) * m_plan.step);
    Powers dualFactor(m_plan.step);
    for (std::size_t i = n; i-- > 0;) {
        // Entries are kept as they came, small negative ones as well: the error bound is what makes them
        // safe.
        const long double weight =
            (static_cast<long double>(m_tilted[i]) + sign * m_entryError) * baseBack * back.next();
        mass += weight;
        dual += weight * baseDual * dualFactor.next();
        m_mass[i] = static_cast<double>(mass);
        m_dual[i] = static_cast<double>(dual);
    }
}

double ComposedLoss::delta(double epsilon) const {
    const double position = std::ceil((epsilon - lossAt(0)) / m_plan.step);
    const std::size_t n = m_tilted.size();
    const double bounded = std::clamp(position, 0.0, static_cast<double>(n));
    const auto from = static_cast<std::size_t>(bounded);
    const double sum = m_mass[from] - std::exp(epsilon - m_reference) * m_dual[from];
    if (m_bound == Bound::Pessimistic) {
        // Below the window, or where the untilted sums overflow, nothing is known but δ ≤ 1.
        return position < 0 || !std::isfinite(sum) ? 1.0 : std::min(1.0, std::max(0.0, sum) + m_constant);
    }
    const double wrapped = m_outside * std::exp(std::max(-700.0, m_logMoment - m_plan.lambda * epsilon));
    return std::isfinite(sum) && std::isfinite(wrapped) ? std::max(0.0, sum - wrapped) : 0.0;
}

double ComposedLoss::slope(double epsilon) const {
    const double position = std::ceil((epsilon - lossAt(0)) / m_plan.step);
    if (!(position >= 0 && position < static_cast<double>(m_tilted.size()))) {
        return 0.0;
    }
    const auto from = static_cast<std::size_t>(position);
    const double dual = std::exp(epsilon - m_reference) * m_dual[from];
    return dual / (m_mass[from] - dual);
}

double ComposedLoss::epsilon(double target) const {
    const std::size_t n = m_tilted.size();
    const bool pessimistic = m_bound == Bound::Pessimistic;
    // delta() falls with ε on the window; find the first window point at which the target is met.
    std::size_t low = 0;
    std::size_t high = n;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (delta(lossAt(middle)) <= target) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    if (low == n) {
        return pessimistic ? std::numeric_limits<double>::infinity() : std::max(0.0, lossAt(n - 1));
    }
    if (low == 0) {
        return pessimistic ? std::max(0.0, lossAt(0)) : 0.0;
    }
    // Between two points the curve is δ(ε) = mass − e^ε·dual, smooth and falling: bisect to the last digits,
    // end on the safe side.
    double below = lossAt(low - 1);
    double above = lossAt(low);
    for (int i = 0; i < 60 && above - below > 1e-13 * std::abs(above); ++i) {
        const double middle = below + (above - below) / 2;
        (delta(middle) <= target ? above : below) = middle;
    }
    return std::max(0.0, pessimistic ? above : below);
}

} // namespace parsimony::accounting
