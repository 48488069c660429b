// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/one_run_audit.h"

#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/sentence.h"

namespace parsimony::empirical {

namespace {

constexpr std::uint32_t kCanaryCoins = 2;

std::vector<double> scoresOf(const Released& released, const Attack& attack, std::size_t score,
                             std::span<const Canary> canaries) {
    return collected<double>(canaries,
                             [&](const Canary& canary) { return attack(released, canary).at(score); });
}

/// What runs without the canaries make of them, on average. Their noise is their own, so is the coins' luck.
std::vector<double> referenceScores(const Mechanism& mechanism, const Attack& attack, const Dataset& base,
                                    std::span<const Canary> canaries, const OneRunOptions& options) {
    std::vector<double> mean(canaries.size(), 0.0);
    if (options.references == 0) {
        return mean;
    }
    const std::vector<bool> out(canaries.size(), false);
    const Release release = mechanism(withCanaries(base, canaries, out, Adjacency::AddOrRemoveOne));
    for (std::uint32_t run = 1; run <= options.references; ++run) {
        const std::vector<double> scores = scoresOf(release(run), attack, options.score, canaries);
        for (std::size_t i = 0; i < mean.size(); ++i) {
            mean[i] += scores[i] / options.references;
        }
    }
    return mean;
}

} // namespace

OneRunOutcome auditInOneRun(const Mechanism& mechanism, const Attack& attack, const Dataset& base,
                            std::span<const Canary> canaries, const OneRunOptions& options,
                            const Claim& claim, const AuditLevels& levels,
                            const AuditRandomness& randomness) {
    if (canaries.size() < 2 || options.guesses > canaries.size() || options.guesses % 2 != 0) {
        failUsage(Sentence(
            "an audit in one run needs two canaries or more and an even number of guesses, at most one a "
            "canary"));
    }
    const std::vector<bool> coins = fairCoins(randomness.stream(kCanaryCoins), canaries.size());
    const std::vector<double> reference = referenceScores(mechanism, attack, base, canaries, options);
    const Released released = mechanism(withCanaries(base, canaries, coins, options.adjacency))(0);
    std::vector<double> scores = scoresOf(released, attack, options.score, canaries);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        scores[i] -= reference[i];
    }
    return {guessClearest(scores, coins, options.guesses, claim, levels)};
}

std::vector<Exposure> exposureAfterRun(const Mechanism& mechanism, const Attack& attack, const Dataset& base,
                                       std::span<const std::vector<Canary>> groups,
                                       std::span<const std::uint32_t> repetitions,
                                       std::span<const Canary> candidates) {
    if (groups.size() != repetitions.size()) {
        failUsage(Sentence("every group of canaries needs its number of repetitions"));
    }
    std::vector<Canary> rows;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::uint32_t i = 0; i < repetitions[g]; ++i) {
            rows.insert(rows.end(), groups[g].begin(), groups[g].end());
        }
    }
    const Dataset data =
        withCanaries(base, rows, std::vector<bool>(rows.size(), true), Adjacency::AddOrRemoveOne);
    const Released released = mechanism(data)(0);
    const std::vector<double> reference = scoresOf(released, attack, 0, candidates);
    return collected<Exposure>(groups, [&](const std::vector<Canary>& group) {
        return exposureOf(scoresOf(released, attack, 0, group), reference);
    });
}

} // namespace parsimony::empirical
