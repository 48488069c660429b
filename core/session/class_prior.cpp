// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/class_prior.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace parsimony::session {

namespace {

/// What shows through the noise stays of a count, what does not nears the mean; none is below what noise
/// alone can be.
struct LikelyCounts {
    std::vector<double> counts;
    double least = 0.0;
};

LikelyCounts likelyCounts(const KnownCounts& known) {
    const auto classes = static_cast<double>(known.counts.size());
    const double sd = known.sd;
    const double equal = std::accumulate(known.counts.begin(), known.counts.end(), 0.0) / classes;
    double spread = 0.0;
    for (const double count : known.counts) {
        spread += (count - equal) * (count - equal);
    }
    const double kept = spread > 0.0 ? std::max(0.0, 1.0 - (classes - 1.0) * sd * sd / spread) : 0.0;
    LikelyCounts likely{{}, std::max(known.law.leastSd * sd, 1.0)};
    for (const double count : known.counts) {
        likely.counts.push_back(std::max(likely.least, equal + kept * (count - equal)));
    }
    return likely;
}

} // namespace

std::vector<double> logOdds(const KnownCounts& known, double records) {
    const LikelyCounts likely = likelyCounts(known);
    std::vector<double> odds;
    for (const double count : likely.counts) {
        const double kept = std::min(count, std::max(known.law.mostShare * records, records - likely.least));
        odds.push_back(std::log(kept / (records - kept)));
    }
    return odds;
}

std::vector<double> logPrior(const KnownCounts& known) {
    const auto classes = static_cast<double>(known.counts.size());
    std::vector<double> prior;
    double middle = 0.0;
    for (const double count : likelyCounts(known).counts) {
        prior.push_back(std::log(count));
        middle += prior.back() / classes;
    }
    for (double& value : prior) {
        value -= middle;
    }
    return prior;
}

std::vector<double> weightsOfPrior(std::span<const double> prior, const compute::HeadShape& head,
                                   double biasShare, double rowBound) {
    std::vector<double> weights(head.parameters(), 0.0);
    const double bias = rowBound * std::sqrt(biasShare);
    for (std::size_t j = 0; j < prior.size(); ++j) {
        weights[j * head.inputs() + head.dim - 1] = prior[j] / bias;
    }
    return weights;
}

} // namespace parsimony::session
