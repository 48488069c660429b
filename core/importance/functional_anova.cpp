// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importance/functional_anova.h"

#include <algorithm>
#include <cmath>

namespace parsimony::importance {

namespace {

/// Of one tree: the variances that knobs and pairs cause, and the whole.
struct Variances {
    std::vector<double> alone;
    std::vector<std::vector<double>> together; ///< [first][second], with what each does alone
    double whole = 0.0;
};

double width(const Leaf& leaf, std::size_t knob) {
    return leaf.high[knob] - leaf.low[knob];
}

double volume(const Leaf& leaf) {
    double product = 1.0;
    for (std::size_t knob = 0; knob < leaf.low.size(); ++knob) {
        product *= width(leaf, knob);
    }
    return product;
}

/// The square of a marginal, integrated, is a sum over pairs of leaves: the product of their scores and of
/// their volumes, times for each knob of the marginal the share of their overlap in the product of their
/// widths.
Variances variancesOf(const Tree& tree, std::size_t knobs) {
    double mean = 0.0;
    for (const Leaf& leaf : tree) {
        mean += volume(leaf) * leaf.score;
    }
    Variances found{std::vector<double>(knobs, 0.0), {}, 0.0};
    found.together.assign(knobs, std::vector<double>(knobs, 0.0));
    std::vector<double> weights;
    for (const Leaf& leaf : tree) {
        weights.push_back(volume(leaf) * (leaf.score - mean));
        found.whole += volume(leaf) * (leaf.score - mean) * (leaf.score - mean);
    }
    std::vector<double> overlaps(knobs);
    for (std::size_t a = 0; a < tree.size(); ++a) {
        for (std::size_t b = a; b < tree.size(); ++b) {
            const double weight = (a == b ? 1.0 : 2.0) * weights[a] * weights[b];
            for (std::size_t k = 0; k < knobs; ++k) {
                const double common =
                    std::min(tree[a].high[k], tree[b].high[k]) - std::max(tree[a].low[k], tree[b].low[k]);
                overlaps[k] = std::max(0.0, common) / (width(tree[a], k) * width(tree[b], k));
                found.alone[k] += weight * overlaps[k];
                for (std::size_t first = 0; first < k; ++first) {
                    found.together[first][k] += weight * overlaps[first] * overlaps[k];
                }
            }
        }
    }
    return found;
}

} // namespace

Anova functionalAnova(const Forest& forest, const std::stop_token& stop) {
    Anova anova;
    if (forest.trees.empty()) {
        return anova;
    }
    const std::size_t knobs = forest.trees.front().front().low.size();
    anova.alone.assign(knobs, 0.0);
    anova.aloneSd.assign(knobs, 0.0);
    for (std::size_t first = 0; first < knobs; ++first) {
        for (std::size_t second = first + 1; second < knobs; ++second) {
            anova.pairs.push_back({first, second, 0.0});
        }
    }
    double trees = 0.0;
    for (const Tree& tree : forest.trees) {
        if (stop.stop_requested()) {
            break;
        }
        const Variances v = variancesOf(tree, knobs);
        if (!(v.whole > 0.0)) {
            continue;
        }
        trees += 1.0;
        for (std::size_t k = 0; k < knobs; ++k) {
            const double share = v.alone[k] / v.whole;
            anova.alone[k] += share;
            anova.aloneSd[k] += share * share;
        }
        for (Anova::Pair& pair : anova.pairs) {
            pair.share +=
                (v.together[pair.first][pair.second] - v.alone[pair.first] - v.alone[pair.second]) / v.whole;
        }
    }
    for (std::size_t k = 0; k < knobs && trees > 0.0; ++k) {
        anova.alone[k] /= trees;
        anova.aloneSd[k] =
            std::sqrt(std::max(0.0, anova.aloneSd[k] / trees - anova.alone[k] * anova.alone[k]));
    }
    for (Anova::Pair& pair : anova.pairs) {
        pair.share =
            trees > 0.0 ? std::max(0.0, pair.share / trees) : 0.0; // rounding may leave a little below 0
    }
    return anova;
}

double marginal(const Forest& forest, std::size_t knob, double position) {
    double sum = 0.0;
    for (const Tree& tree : forest.trees) {
        for (const Leaf& leaf : tree) {
            const bool within =
                position >= leaf.low[knob] && (position < leaf.high[knob] || leaf.high[knob] >= 1.0);
            sum += within ? leaf.score * volume(leaf) / width(leaf, knob) : 0.0;
        }
    }
    return sum / static_cast<double>(forest.trees.size());
}

} // namespace parsimony::importance
