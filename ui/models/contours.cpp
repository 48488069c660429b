// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace parsimony::ui {

namespace {

/// An edge of the grid by number: horizontal ones from (x, y) to (x + 1, y), vertical ones to (x, y + 1).
using Edge = std::uint64_t;

struct Segments {
    std::unordered_map<Edge, std::pair<double, double>> points;
    std::unordered_map<Edge, std::array<Edge, 2>> next; ///< neighbours of an edge along the contour
    static constexpr Edge kNone = std::numeric_limits<Edge>::max();

    void join(Edge a, Edge b) {
        link(a, b);
        link(b, a);
    }
    void link(Edge from, Edge to) {
        auto [it, isNew] = next.try_emplace(from, std::array<Edge, 2>{kNone, kNone});
        (it->second[0] == kNone ? it->second[0] : it->second[1]) = to;
    }
};

/// Which pairs of edges (0 bottom, 1 right, 2 top, 3 left) a cell of each kind connects; ambiguous kinds
/// apart.
constexpr std::int8_t kPairs[16][2] = {{-1, -1}, {3, 0}, {0, 1}, {3, 1},  {1, 2},   {-1, -1},
                                       {0, 2},   {3, 2}, {2, 3}, {0, 2},  {-1, -1}, {1, 2},
                                       {1, 3},   {0, 1}, {0, 3}, {-1, -1}};

void addCell(const Field2D& f, double level, std::size_t x, std::size_t y, Segments& out) {
    const double v[4] = {f.at(x, y), f.at(x + 1, y), f.at(x + 1, y + 1), f.at(x, y + 1)};
    unsigned kind = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if (!std::isfinite(v[i])) {
            return;
        }
        kind |= v[i] >= level ? 1U << i : 0U;
    }
    if (kind == 0 || kind == 15) {
        return;
    }
    const auto w = static_cast<Edge>(f.columns);
    const Edge base = 2 * (static_cast<Edge>(y) * w + x);
    const Edge ids[4] = {base, base + 3, base + 2 * w, base + 1}; // bottom, right, top, left
    const auto cx = static_cast<double>(x);
    const auto cy = static_cast<double>(y);
    const auto point = [&](int edge) -> std::pair<double, double> {
        static constexpr int from[4] = {0, 1, 3, 0};
        static constexpr int to[4] = {1, 2, 2, 3};
        const double a = v[from[edge]];
        const double b = v[to[edge]];
        const double t = a == b ? 0.5 : std::clamp((level - a) / (b - a), 0.0, 1.0);
        switch (edge) {
        case 0:
            return {cx + t, cy};
        case 1:
            return {cx + 1, cy + t};
        case 2:
            return {cx + t, cy + 1};
        default:
            return {cx, cy + t};
        }
    };
    const auto connect = [&](int a, int b) {
        out.points.try_emplace(ids[a], point(a));
        out.points.try_emplace(ids[b], point(b));
        out.join(ids[a], ids[b]);
    };
    if (kind == 5 || kind == 10) {
        const bool middleHigh = (v[0] + v[1] + v[2] + v[3]) / 4.0 >= level;
        // High corners on the diagonal: joined through the middle when it is high, cut off otherwise.
        if ((kind == 5) == middleHigh) {
            connect(0, 1);
            connect(2, 3);
        } else {
            connect(3, 0);
            connect(1, 2);
        }
        return;
    }
    connect(kPairs[kind][0], kPairs[kind][1]);
}

Polyline walk(Edge start, Segments& s) {
    Polyline line;
    Edge at = start;
    while (at != Segments::kNone) {
        line.push_back(s.points.at(at));
        auto& links = s.next.at(at);
        Edge to = links[0] != Segments::kNone ? links[0] : links[1];
        if (to == Segments::kNone) {
            break;
        }
        (links[0] == to ? links[0] : links[1]) = Segments::kNone;
        auto& back = s.next.at(to);
        (back[0] == at ? back[0] : back[1]) = Segments::kNone;
        at = to;
    }
    return line;
}

} // namespace

std::vector<Polyline> contourLines(const Field2D& field, double level) {
    std::vector<Polyline> lines;
    if (field.columns < 2 || field.rows < 2) {
        return lines;
    }
    Segments segments;
    for (std::size_t y = 0; y + 1 < field.rows; ++y) {
        for (std::size_t x = 0; x + 1 < field.columns; ++x) {
            addCell(field, level, x, y, segments);
        }
    }
    // Open lines begin at an edge with one neighbour; what is left afterwards is closed.
    std::vector<Edge> edges;
    edges.reserve(segments.next.size());
    for (const auto& [edge, links] : segments.next) {
        edges.push_back(edge);
    }
    std::sort(edges.begin(), edges.end());
    for (const bool open : {true, false}) {
        for (const Edge edge : edges) {
            const auto& links = segments.next.at(edge);
            const int count = (links[0] != Segments::kNone) + (links[1] != Segments::kNone);
            if (count == 0 || (open && count != 1)) {
                continue;
            }
            lines.push_back(walk(edge, segments));
        }
    }
    return lines;
}

Field2D smoothed(const Field2D& field) {
    Field2D mean = field;
    for (std::size_t row = 0; row < field.rows; ++row) {
        for (std::size_t column = 0; column < field.columns; ++column) {
            if (!std::isfinite(field.at(column, row))) {
                continue;
            }
            double sum = 0.0;
            double weights = 0.0;
            for (std::size_t y = row - std::min<std::size_t>(row, 1); y <= std::min(row + 1, field.rows - 1);
                 ++y) {
                for (std::size_t x = column - std::min<std::size_t>(column, 1);
                     x <= std::min(column + 1, field.columns - 1); ++x) {
                    const double weight = (x == column ? 2.0 : 1.0) * (y == row ? 2.0 : 1.0);
                    if (const double value = field.at(x, y); std::isfinite(value)) {
                        sum += weight * value;
                        weights += weight;
                    }
                }
            }
            mean.values[row * field.columns + column] = sum / weights;
        }
    }
    return mean;
}

Polyline rounded(const Polyline& line) {
    Polyline corners = line;
    for (int pass = 0; pass < 2 && corners.size() > 2; ++pass) {
        const bool closed = corners.front() == corners.back();
        Polyline cut;
        if (!closed) {
            cut.push_back(corners.front());
        }
        for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
            const auto& [ax, ay] = corners[i];
            const auto& [bx, by] = corners[i + 1];
            cut.emplace_back(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by);
            cut.emplace_back(0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by);
        }
        cut.push_back(closed ? cut.front() : corners.back());
        corners = std::move(cut);
    }
    return corners;
}

std::vector<double> contourLevels(const Field2D& field, int count) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : field.values) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    std::vector<double> levels;
    if (!(high > low) || count < 1) {
        return levels;
    }
    const double raw = (high - low) / (count + 1);
    const double unit = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10.0 * unit;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * unit >= raw) {
            step = factor * unit;
            break;
        }
    }
    for (double level = std::ceil(low / step) * step; level < high; level += step) {
        if (level > low) {
            levels.push_back(level);
        }
    }
    return levels;
}

} // namespace parsimony::ui
