// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/sampler.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::search {

void checkRange(const Range& range, const std::string& what) {
    if (!(std::isnormal(range.lo) && std::isfinite(range.hi) && range.lo > 0.0 && range.lo <= range.hi)) {
        failUsage(Sentence("{1} must be a range LO,HI of positive numbers with LO <= HI, not {2},{3}", what,
                           range.lo, range.hi));
    }
}

double valueAt(SamplerKind kind, const Range& range, double position) {
    const double value = kind == SamplerKind::Uniform
                             ? range.lo + position * (range.hi - range.lo)
                             : range.lo * std::exp(position * (std::log(range.hi) - std::log(range.lo)));
    return std::clamp(value, range.lo, range.hi);
}

std::vector<Position> drawPositions(SamplerKind kind, int count, UniformSource& source) {
    std::vector<Position> positions;
    for (int i = 0; i < count; ++i) {
        Position position;
        switch (kind) {
        case SamplerKind::Stratified:
            position.cellLo = static_cast<double>(i) / count;
            position.cellHi = static_cast<double>(i + 1) / count;
            position.at = position.cellLo + source.next() / count;
            break;
        case SamplerKind::Grid:
            position.at = count == 1 ? 0.5 : static_cast<double>(i) / (count - 1);
            break;
        default:
            position.at = source.next();
        }
        positions.push_back(position);
    }
    return positions;
}

std::vector<Position> bisectionPath(std::span<const std::optional<double>> scores, int count) {
    std::vector<Position> path{{0.5, 0.5, 0.5}};
    double distance = 0.25;
    while (path.size() <= scores.size() && static_cast<int>(path.size()) < count) {
        double best = 0.5;
        double bestScore = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < path.size(); ++i) {
            if (scores[i] && *scores[i] > bestScore) {
                bestScore = *scores[i];
                best = path[i].at;
            }
        }
        for (const double at : {best - distance, best + distance}) {
            if (static_cast<int>(path.size()) < count) {
                path.push_back({at, at, at});
            }
        }
        distance *= 0.5;
    }
    return path;
}

} // namespace parsimony::search
