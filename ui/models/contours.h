// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace parsimony::ui {

/// A rectangular field of numbers; `values[row * columns + column]`. NaN marks a cell without a value.
struct Field2D {
    std::size_t columns = 0, rows = 0;
    std::vector<double> values;
    [[nodiscard]] double at(std::size_t column, std::size_t row) const {
        return values[row * columns + column];
    }
};

using Polyline = std::vector<std::pair<double, double>>; ///< (column, row), cell centres at whole numbers

/// Lines of equal value by marching squares (Lorensen and Cline 1987 in two dimensions) with linear
/// interpolation along edges; the two ambiguous cases are told apart by the mean of the cell. Cells with a
/// missing corner are skipped. Segments are joined into polylines; closed ones end where they begin.
[[nodiscard]] std::vector<Polyline> contourLines(const Field2D& field, double level);

/// Means over each cell and its neighbours, weighted as 1:2:1 in both directions; cells without a value stay
/// so and weigh nothing.
[[nodiscard]] Field2D smoothed(const Field2D& field);

/// A line whose corners are cut twice (Chaikin 1974); open ones keep their ends, closed ones stay closed.
[[nodiscard]] Polyline rounded(const Polyline& line);

/// Up to `count` round levels strictly between the least and the largest value.
[[nodiscard]] std::vector<double> contourLevels(const Field2D& field, int count);

} // namespace parsimony::ui
