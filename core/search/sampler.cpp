// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/sampler.h"

#include "core/base/name_hint.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace parsimony::search {

namespace {

struct NamedSampler {
    const char* name;
    SamplerKind kind;
};

constexpr std::array<NamedSampler, 5> samplers{{{"stratified", SamplerKind::Stratified},
                                                {"log-uniform", SamplerKind::LogUniform},
                                                {"uniform", SamplerKind::Uniform},
                                                {"grid", SamplerKind::Grid},
                                                {"bisection", SamplerKind::Bisection}}};

} // namespace

void checkRange(const Range& range, const std::string& what) {
    if (!(std::isnormal(range.lo) && std::isfinite(range.hi) && range.lo > 0.0 && range.lo <= range.hi)) {
        failUsage(Sentence("{1} must be a range LO,HI of positive numbers with LO <= HI, not {2},{3}", what,
                           range.lo, range.hi));
    }
}

const char* toText(SamplerKind kind) {
    for (const NamedSampler& sampler : samplers) {
        if (sampler.kind == kind) {
            return sampler.name;
        }
    }
    return "";
}

SamplerKind samplerFromText(std::string_view text) {
    std::vector<std::string> names;
    for (const NamedSampler& sampler : samplers) {
        if (text == sampler.name) {
            return sampler.kind;
        }
        names.emplace_back(sampler.name);
    }
    failUsage(Sentence("there is no sampler '{1}'{2}", text, hint(text, names)));
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
