// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/composed_loss.h"

#include "core/privacy/fft.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace parsimony::accounting {

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

// A lattice law under the tilt, moved so that its mean is near index 0.
struct TiltedLaw {
    double logMoment = 0.0; // ln Σ mass·e^{λ·loss}
    std::int64_t shift = 0; // lattice index of the entry counted as 0
    std::vector<double> weight;
    std::vector<double> logWeight;
    double mean = 0.0;
    double variance = 0.0; // of the index
};

TiltedLaw tilt(const LatticeLoss& lattice, double lambda, double step) {
    TiltedLaw result;
    result.weight.resize(lattice.mass.size());
    std::vector<double> exponents(lattice.mass.size());
    double largest = -std::numeric_limits<double>::infinity();
    const auto exponentAt = [&](std::size_t i) {
        return lambda * step * static_cast<double>(lattice.first + static_cast<std::int64_t>(i));
    };
    for (std::size_t i = 0; i < lattice.mass.size(); ++i) {
        exponents[i] = lattice.mass[i] > 0 ? std::log(lattice.mass[i]) + exponentAt(i) : -1e300;
        largest = std::max(largest, exponents[i]);
    }
    long double total = 0;
    long double first = 0;
    for (std::size_t i = 0; i < result.weight.size(); ++i) {
        result.weight[i] = std::exp(exponents[i] - largest);
        total += result.weight[i];
        first += static_cast<long double>(result.weight[i]) * static_cast<long double>(i);
    }
    const long double mean = first / total;
    long double second = 0;
    for (std::size_t i = 0; i < result.weight.size(); ++i) {
        result.weight[i] = static_cast<double>(result.weight[i] / total);
        const long double distance = static_cast<long double>(i) - mean;
        second += result.weight[i] * distance * distance;
    }
    const auto logTotal = static_cast<double>(std::log(total));
    result.logWeight = exponents;
    for (double& exponent : result.logWeight) {
        exponent -= largest + logTotal;
    }
    result.logMoment = logTotal + largest + lambda * lattice.offset;
    result.shift = lattice.first + static_cast<std::int64_t>(std::llround(mean));
    result.mean = static_cast<double>(mean) + static_cast<double>(lattice.first);
    result.variance = static_cast<double>(second);
    return result;
}

// ln E of e^{θ(index − shift)} under the tilted law.
double tiltedLogMoment(const TiltedLaw& law, std::int64_t first, double theta) {
    double largest = -std::numeric_limits<double>::infinity();
    std::vector<double> exponents(law.logWeight);
    for (std::size_t i = 0; i < exponents.size(); ++i) {
        exponents[i] += theta * static_cast<double>(first + static_cast<std::int64_t>(i) - law.shift);
        largest = std::max(largest, exponents[i]);
    }
    double sum = 0.0;
    for (const double exponent : exponents) {
        sum += std::exp(exponent - largest);
    }
    return std::log(sum) + largest;
}

} // namespace

ComposedLoss::ComposedLoss(const std::vector<CountedLaw>& laws, const CompositionPlan& plan, Bound bound)
    : m_plan(plan), m_bound(bound) {
    std::vector<LatticeLoss> lattices;
    lattices.reserve(laws.size());
    for (const CountedLaw& counted : laws) {
        lattices.push_back(bound == Bound::Pessimistic
                               ? pessimisticLattice(counted.law, plan.step, plan.tail)
                               : optimisticLattice(counted.law, plan.step, plan.tail));
    }
    const bool empty = std::any_of(lattices.begin(), lattices.end(),
                                   [](const LatticeLoss& lattice) { return lattice.mass.empty(); });
    if (empty) {
        m_mass.assign(plan.points + 1, 0.0); // a lower bound of zero
        m_dual = m_mass;
        m_tilted.assign(plan.points, 0.0);
        return;
    }
    compose(laws, lattices);
    accumulate();
}

double ComposedLoss::lossAt(std::size_t index) const {
    return m_offset + m_plan.step * (m_firstIndex + static_cast<double>(index));
}

void ComposedLoss::compose(const std::vector<CountedLaw>& laws, const std::vector<LatticeLoss>& lattices) {
    const std::size_t n = m_plan.points;
    RealFft fft(n);
    std::vector<std::complex<double>> logSpectrum(n / 2 + 1, {0.0, 0.0});
    std::vector<TiltedLaw> tilted;
    double shift = 0.0;
    double runs = 0.0;
    double infinite = 0.0;
    double meanIndex = 0.0;
    double variance = 0.0;
    long double offset = 0;
    std::vector<double> folded;
    for (std::size_t e = 0; e < laws.size(); ++e) {
        const double count = laws[e].count;
        tilted.push_back(tilt(lattices[e], m_plan.lambda, m_plan.step));
        const TiltedLaw& law = tilted.back();
        folded.assign(n, 0.0);
        const auto length = static_cast<std::int64_t>(n);
        for (std::size_t i = 0; i < law.weight.size(); ++i) {
            const std::int64_t index =
                (lattices[e].first + static_cast<std::int64_t>(i) - law.shift) % length;
            folded[static_cast<std::size_t>(index < 0 ? index + length : index)] += law.weight[i];
        }
        const auto spectrum = fft.forward(folded);
        for (std::size_t k = 0; k < spectrum.size(); ++k) {
            if (logSpectrum[k].real() > -200.0) {
                const double size = std::abs(spectrum[k]);
                logSpectrum[k] += size > 1e-30
                                      ? count * std::complex<double>(std::log(size), std::arg(spectrum[k]))
                                      : std::complex<double>(-1e3, 0.0);
            }
        }
        shift += count * static_cast<double>(law.shift);
        runs += count;
        infinite += count * lattices[e].infinite;
        m_logMoment += count * law.logMoment;
        meanIndex += count * (law.mean - static_cast<double>(law.shift));
        variance += count * law.variance;
        offset += static_cast<long double>(count) * lattices[e].offset;
    }
    m_offset = static_cast<double>(offset);
    double height = 0.0;
    std::vector<std::complex<double>> spectrum(logSpectrum.size());
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        spectrum[k] = logSpectrum[k].real() > -200.0 ? std::exp(logSpectrum[k]) : 0.0;
        height += 2 * std::abs(spectrum[k]) / static_cast<double>(n);
    }
    const std::vector<double> cyclic = fft.inverse(spectrum);
    // A forward transform of a law of mass 1 errs by a few units times log₂ n in each term, its power by
    // `count` times as much; the inverse adds as much as it sums up.
    m_entryError = 8 * unit * (std::log2(static_cast<double>(n)) + 4) *
                   (runs + static_cast<double>(laws.size()) + 1) * height;

    // The window is centred on the plan's centre, at indices relative to Σ count·shift.
    const double centre = std::round((m_plan.center - m_offset) / m_plan.step - shift);
    const double first = centre - std::floor(static_cast<double>(n) / 2);
    m_firstIndex = shift + first;
    const double size = static_cast<double>(n);
    const double start = first - std::floor(first / size) * size;
    m_tilted.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        m_tilted[i] = cyclic[(static_cast<std::size_t>(start) + i) % n];
    }
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
                exponent +=
                    laws[e].count * (tiltedLogMoment(tilted[e], lattices[e].first, theta) - theta * mean);
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
