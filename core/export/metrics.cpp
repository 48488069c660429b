// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace parsimony::exporting {

namespace {

constexpr double kBinWidth = 0.5;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// ln Σ exp of the scores but the one at `without` (none: past the end).
double logSumExp(std::span<const float> scores, std::size_t without) {
    double most = -kInfinity;
    for (std::size_t k = 0; k < scores.size(); ++k) {
        most = k == without ? most : std::max(most, static_cast<double>(scores[k]));
    }
    double sum = 0.0;
    for (std::size_t k = 0; k < scores.size(); ++k) {
        sum += k == without ? 0.0 : std::exp(static_cast<double>(scores[k]) - most);
    }
    return most + std::log(sum);
}

/// Of equal scores the lower class comes first, as in predictions.
bool isAmongTop(std::size_t truth, std::span<const float> scores) {
    std::size_t before = 0;
    for (std::size_t k = 0; k < scores.size() && before < kTopClasses; ++k) {
        before += scores[k] > scores[truth] || (scores[k] == scores[truth] && k < truth) ? 1 : 0;
    }
    return before < kTopClasses;
}

} // namespace

std::size_t scoreBin(double logOdds) {
    const double edge = kBinWidth * static_cast<double>(kScoreBins - 2) / 2.0;
    if (!(logOdds >= -edge)) { // a score that is no number counts as the lowest
        return 0;
    }
    return logOdds >= edge ? kScoreBins - 1 : 1 + static_cast<std::size_t>((logOdds + edge) / kBinWidth);
}

void ScoreTallier::add(std::size_t truth, std::span<const float> scores) {
    ++m_tally.records;
    m_tally.topFive += isAmongTop(truth, scores) ? 1 : 0;
    const double loss = logSumExp(scores, scores.size()) - static_cast<double>(scores[truth]);
    m_tally.losses += loss;
    // A loss that is no number counts as the bound.
    const double share = loss < m_settings.lossBound ? std::max(0.0, loss) / m_settings.lossBound : 1.0;
    m_tally.clippedLosses +=
        static_cast<std::uint64_t>(std::llround(share * static_cast<double>(kLossUnits)));
    if (!m_settings.positive || scores.size() < 2) {
        return;
    }
    const std::size_t positive = *m_settings.positive;
    double odds = static_cast<double>(scores[positive]) - logSumExp(scores, positive);
    odds = std::isnan(odds) ? -kInfinity : odds; // as scoreBin() has it
    ++(truth == positive ? m_tally.positives : m_tally.negatives).at(scoreBin(odds));
    if (m_settings.keepOdds) {
        (truth == positive ? m_tally.positiveOdds : m_tally.negativeOdds).push_back(static_cast<float>(odds));
    }
}

void ScoreTallier::addInvalid() {
    ++m_tally.invalid;
    m_tally.clippedLosses += kLossUnits;
}

std::optional<double> areaUnderCurve(std::vector<float> positives, std::vector<float> negatives) {
    if (positives.empty() || negatives.empty()) {
        return std::nullopt;
    }
    std::sort(positives.begin(), positives.end());
    std::sort(negatives.begin(), negatives.end());
    double pairs = 0.0;
    auto below = negatives.begin();
    auto through = negatives.begin();
    for (const float score : positives) {
        below = std::find_if(below, negatives.end(), [&](float other) { return other >= score; });
        through = std::find_if(through, negatives.end(), [&](float other) { return other > score; });
        pairs += static_cast<double>(below - negatives.begin()) + 0.5 * static_cast<double>(through - below);
    }
    return pairs / static_cast<double>(positives.size()) / static_cast<double>(negatives.size());
}

double leastForArea(double noiseSd) {
    return 5.0 * noiseSd * std::sqrt(static_cast<double>(kScoreBins));
}

std::optional<BinnedArea> areaOfBins(std::span<const double> positives, std::span<const double> negatives,
                                     double noiseSd) {
    const double all = std::accumulate(positives.begin(), positives.end(), 0.0);
    const double others = std::accumulate(negatives.begin(), negatives.end(), 0.0);
    const double least = leastForArea(noiseSd);
    if (!(all > least && others > least)) {
        return std::nullopt;
    }
    BinnedArea result;
    // Negatives below a bin, half of its own counted in; positives above it likewise.
    std::vector<double> below, above;
    double sum = 0.0;
    for (const double count : negatives) {
        below.push_back((sum + count / 2.0) / others);
        sum += count;
    }
    sum = all;
    for (const double count : positives) {
        above.push_back((sum - count / 2.0) / all);
        sum -= count;
    }
    double ties = 0.0;
    for (std::size_t k = 0; k < positives.size(); ++k) {
        result.area += positives[k] / all * below[k];
        ties += std::max(0.0, positives[k]) / all * std::max(0.0, negatives[k]) / others;
    }
    double variance = 0.0;
    for (std::size_t k = 0; k < positives.size(); ++k) {
        variance +=
            std::pow((below[k] - result.area) / all, 2) + std::pow((above[k] - result.area) / others, 2);
    }
    result.se = noiseSd * std::sqrt(variance);
    result.binError = std::min(0.5, ties / 2.0);
    result.area = std::clamp(result.area, 0.0, 1.0);
    return result;
}

} // namespace parsimony::exporting
