// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::study {

/// A point of a chart with the half-length of its error bar (0: none).
struct ChartPoint {
    double x = 0.0, y = 0.0, error = 0.0;
};

/// Points of one name; joined by a line, dots, or both.
struct ChartSeries {
    std::string name;
    std::vector<ChartPoint> points;
    bool joined = true, dots = true, dashed = false;
};

/// A chart of lines or dots over two axes. Values that an axis can't show (not positive on a logarithmic one,
/// not finite) are left out.
struct LineChart {
    std::string title, xLabel, yLabel;
    bool logX = false, logY = false;
    std::vector<ChartSeries> series;
};

/// Horizontal bars, one a label, with error bars.
struct BarChart {
    std::string title, valueLabel;
    struct Bar {
        std::string label;
        double value = 0.0, error = 0.0;
    };
    std::vector<Bar> bars;
};

/// Panels of coloured cells on one colour scale, low dark and high light; `best` is framed.
struct HeatChart {
    std::string title, columnLabel, rowLabel;
    std::vector<std::string> columns, rows;
    struct Panel {
        std::string title;
        std::vector<std::optional<double>> cells; ///< row-major; absent ones are left blank
        std::optional<std::size_t> best;
    };
    std::vector<Panel> panels;
    double low = 0.0, high = 1.0;
};

/// SVG documents that need no script and no font but a sans-serif one, readable on light and dark pages.
[[nodiscard]] std::string toSvg(const LineChart& chart);
[[nodiscard]] std::string toSvg(const BarChart& chart);
[[nodiscard]] std::string toSvg(const HeatChart& chart);

} // namespace parsimony::study
