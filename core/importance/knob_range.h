// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::importance {

/// The numbers that a knob was set to, from the least to the largest.
struct KnobRange {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool varies() const { return high - low > 1e-9 * std::abs(high); } ///< beyond rounding
    /// True when they span more than a factor of 5: then they count by their logarithm.
    [[nodiscard]] bool wide() const { return low > 0.0 && high > 5.0 * low; }
};

/// A knob's numbers on 0..1 and back. `range` has to vary.
class KnobScale {
public:
    KnobScale(const KnobRange& range, bool logarithmic)
        : m_range(range), m_logarithmic(logarithmic), m_start(logarithmic ? std::log(range.low) : range.low),
          m_scale(1.0 / ((logarithmic ? std::log(range.high) : range.high) - m_start)) {}

    [[nodiscard]] double position(double value) const {
        return ((m_logarithmic ? std::log(value) : value) - m_start) * m_scale;
    }
    [[nodiscard]] double value(double position) const {
        return m_logarithmic ? m_range.low * std::pow(m_range.high / m_range.low, position)
                             : m_range.low + position * (m_range.high - m_range.low);
    }

private:
    KnobRange m_range;
    bool m_logarithmic;
    double m_start, m_scale;
};

} // namespace parsimony::importance
