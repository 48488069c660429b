// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importance/forest.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

namespace parsimony::importance {

namespace {

using Rows = std::vector<std::size_t>;

double meanScore(const Sample& sample, const Rows& rows) {
    const double sum = std::accumulate(rows.begin(), rows.end(), 0.0,
                                       [&](double s, std::size_t row) { return s + sample.scores[row]; });
    return sum / static_cast<double>(rows.size());
}

struct Split {
    std::size_t knob = 0;
    double at = 0.0, gain = 0.0;
};

constexpr double kRounding = 1e-9; ///< settings closer than this are the same: r = η·T is not exact

/// The cut that leaves the least squared error, if one leaves less than none.
std::optional<Split> bestSplit(const Sample& sample, Rows rows, std::size_t smallest) {
    std::optional<Split> best;
    const auto count = static_cast<double>(rows.size());
    const double all = meanScore(sample, rows) * count;
    for (std::size_t knob = 0; knob < sample.knobs(); ++knob) {
        const auto value = [&](std::size_t row) { return sample.points[row][knob]; };
        std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
            return value(a) != value(b) ? value(a) < value(b) : a < b;
        });
        double left = 0.0;
        for (std::size_t i = 1; i < rows.size(); ++i) {
            left += sample.scores[rows[i - 1]];
            if (i < smallest || rows.size() - i < smallest ||
                !(value(rows[i]) - value(rows[i - 1]) > kRounding)) {
                continue;
            }
            const auto n = static_cast<double>(i);
            const double right = all - left;
            const double gain = left * left / n + right * right / (count - n) - all * all / count;
            if (gain > 1e-12 && (!best || gain > best->gain)) {
                best = Split{knob, std::midpoint(value(rows[i - 1]), value(rows[i])), gain};
            }
        }
    }
    return best;
}

void grow(const Sample& sample, const Rows& rows, Leaf box, std::size_t smallest, Tree& tree) {
    const auto split = bestSplit(sample, rows, smallest);
    if (!split) {
        box.score = meanScore(sample, rows);
        tree.push_back(std::move(box));
        return;
    }
    Rows below;
    Rows above;
    for (const std::size_t row : rows) {
        (sample.points[row][split->knob] < split->at ? below : above).push_back(row);
    }
    Leaf lower = box;
    lower.high[split->knob] = split->at;
    box.low[split->knob] = split->at;
    grow(sample, below, std::move(lower), smallest, tree);
    grow(sample, above, std::move(box), smallest, tree);
}

double predicted(const Tree& tree, const std::vector<double>& point) {
    const auto holds = [&](const Leaf& leaf) {
        for (std::size_t knob = 0; knob < point.size(); ++knob) {
            const bool within =
                point[knob] >= leaf.low[knob] && (point[knob] < leaf.high[knob] || leaf.high[knob] >= 1.0);
            if (!within) {
                return false;
            }
        }
        return true;
    };
    return std::find_if(tree.begin(), tree.end(), holds)->score;
}

double explainedShare(const Sample& sample, const std::vector<double>& sums, const std::vector<int>& counts) {
    double mean = 0.0;
    double judged = 0.0;
    for (std::size_t row = 0; row < counts.size(); ++row) {
        mean += counts[row] > 0 ? sample.scores[row] : 0.0;
        judged += counts[row] > 0 ? 1.0 : 0.0;
    }
    mean /= judged;
    double around = 0.0;
    double left = 0.0;
    for (std::size_t row = 0; row < counts.size(); ++row) {
        if (counts[row] > 0) {
            const double miss = sample.scores[row] - sums[row] / counts[row];
            left += miss * miss;
            around += (sample.scores[row] - mean) * (sample.scores[row] - mean);
        }
    }
    return around > 0.0 ? 1.0 - left / around : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

Forest growForest(const Sample& sample, int trees, std::size_t smallest, const std::stop_token& stop) {
    constexpr std::uint64_t kSeed =
        0x9E3779B97F4A7C15; // no secret depends on it: the same trials, the same answer
    std::mt19937_64 random(kSeed);
    const std::size_t rows = sample.points.size();
    std::vector<double> sums(rows, 0.0);
    std::vector<int> counts(rows, 0);
    Forest forest;
    for (int t = 0; t < trees && !stop.stop_requested(); ++t) {
        Rows drawn(rows);
        std::vector<bool> seen(rows, false);
        for (std::size_t& row : drawn) {
            row = random() % rows; // distributions of the library differ between platforms
            seen[row] = true;
        }
        const Leaf cube{std::vector(sample.knobs(), 0.0), std::vector(sample.knobs(), 1.0), 0.0};
        Tree tree;
        grow(sample, drawn, cube, smallest, tree);
        for (std::size_t row = 0; row < rows; ++row) {
            if (!seen[row]) {
                sums[row] += predicted(tree, sample.points[row]);
                ++counts[row];
            }
        }
        forest.trees.push_back(std::move(tree));
    }
    forest.explained = explainedShare(sample, sums, counts);
    return forest;
}

} // namespace parsimony::importance
