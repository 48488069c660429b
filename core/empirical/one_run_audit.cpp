// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/one_run_audit.h"

#include "core/base/error.h"

namespace parsimony::empirical {

namespace {

constexpr std::uint32_t kCoinStream = 2;

} // namespace

OneRunOutcome auditInOneRun(const Mechanism& mechanism, const Attack& attack, std::size_t score,
                            const Dataset& base, std::span<const Canary> canaries, std::uint64_t guesses,
                            Adjacency adjacency, const Claim& claim, const AuditLevels& levels,
                            const AuditRandomness& randomness) {
    if (canaries.size() < 2 || guesses > canaries.size() || guesses % 2 != 0) {
        failUsage(
            "an audit in one run needs two canaries or more and an even number of guesses, at most one a "
            "canary");
    }
    const std::vector<bool> coins = fairCoins(randomness.stream(kCoinStream), canaries.size());
    const Released released = mechanism(withCanaries(base, canaries, coins, adjacency))(0);
    std::vector<double> scores;
    std::vector<double> in;
    std::vector<double> out;
    for (std::size_t i = 0; i < canaries.size(); ++i) {
        scores.push_back(attack(released, canaries[i]).at(score));
        (coins[i] ? in : out).push_back(scores.back());
    }
    OneRunOutcome outcome;
    outcome.verdict = guessClearest(scores, coins, guesses, claim, levels);
    if (!in.empty() && out.size() >= 8) {
        outcome.exposure = exposureOf(in, out);
    }
    return outcome;
}

std::vector<Exposure> exposureAfterRun(const Mechanism& mechanism, const Attack& attack, const Dataset& base,
                                       std::span<const std::vector<Canary>> groups,
                                       std::span<const std::uint32_t> repetitions,
                                       std::span<const Canary> candidates) {
    if (groups.size() != repetitions.size()) {
        failUsage("every group of canaries needs its number of repetitions");
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
    const auto scoresOf = [&](std::span<const Canary> canaries) {
        std::vector<double> scores;
        for (const Canary& canary : canaries) {
            scores.push_back(attack(released, canary).front());
        }
        return scores;
    };
    const std::vector<double> reference = scoresOf(candidates);
    std::vector<Exposure> exposures;
    for (const std::vector<Canary>& group : groups) {
        exposures.push_back(exposureOf(scoresOf(group), reference));
    }
    return exposures;
}

} // namespace parsimony::empirical
