// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/trials_audit.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/empirical/score_choice.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

namespace parsimony::empirical {

namespace {

constexpr std::uint32_t kTrialCoins = 1;

/// Runs every coin's world and keeps the attack's scores. Which thread does a run changes nothing.
class RunTable {
public:
    RunTable(const Mechanism& mechanism, const Attack& attack, const NeighbourPair& pair,
             const TrialsOptions& options)
        : m_mechanism(mechanism), m_attack(attack), m_pair(pair), m_options(options) {}

    [[nodiscard]] ScoreTable fill(const std::vector<bool>& coins) {
        ScoreTable scores(coins.size());
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < std::max(1U, m_options.threads); ++i) {
            others.emplace_back([&] { work(coins, scores); });
        }
        work(coins, scores);
        others.clear();
        if (m_error) {
            std::rethrow_exception(m_error);
        }
        if (m_options.stop.stop_requested()) {
            interrupted(Sentence("stopped during the empirical audit; nothing was spent"));
        }
        return scores;
    }

private:
    void work(const std::vector<bool>& coins, ScoreTable& scores) {
        try {
            const Release without = m_mechanism(m_pair.without);
            const Release with = m_mechanism(m_pair.with);
            for (std::size_t run = m_next++; run < coins.size() && !m_halt; run = m_next++) {
                if (m_options.stop.stop_requested()) {
                    return;
                }
                const Release& world = coins[run] ? with : without;
                scores[run] = m_attack(world(static_cast<std::uint32_t>(run)), m_pair.canary);
                tell(run, coins.size());
            }
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_error = std::current_exception();
            m_halt = true;
        }
    }

    void tell(std::size_t run, std::size_t all) {
        if (m_options.progress && run % 32 == 0) {
            const std::lock_guard lock(m_mutex);
            m_options.progress(static_cast<double>(run) / static_cast<double>(all));
        }
    }

    const Mechanism& m_mechanism;
    const Attack& m_attack;
    const NeighbourPair& m_pair;
    const TrialsOptions& m_options;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_halt{false};
    std::mutex m_mutex;
    std::exception_ptr m_error;
};

/// The claim's trade-off curve: every run is guessed, right with probability at most claim.accuracy().
Verdict curveVerdict(const std::vector<bool>& right, const Claim& claim, double level) {
    Verdict verdict;
    const auto correct = static_cast<std::uint64_t>(std::count(right.begin(), right.end(), true));
    verdict.count = {right.size(), right.size(), correct};
    verdict.pValue = binomialTail(right.size(), claim.accuracy(), correct);
    verdict.epsilonLower = claim.epsilonShownBy(accuracyLowerBound(right.size(), correct, level)).value();
    return verdict;
}

} // namespace

Verdict guessClearest(std::span<const double> values, const std::vector<bool>& coins, std::uint64_t guesses,
                      const Claim& claim, const AuditLevels& levels) {
    const double level = 1.0 - levels.confidence;
    const std::uint64_t fixed =
        guesses != 0 ? guesses : bestGuessCount(values.size(), claim.mu(), claim.delta(), level);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    Verdict verdict;
    verdict.count = {values.size(), fixed, 0};
    for (std::uint64_t i = 0; i < fixed / 2; ++i) {
        verdict.count.correct += coins[order[i]] ? 0 : 1;
        verdict.count.correct += coins[order[order.size() - 1 - i]] ? 1 : 0;
    }
    const double smallDelta = 1e-3 * levels.alarm / static_cast<double>(values.size());
    const Claim::Point point = claim.at(Delta{std::min(smallDelta, claim.delta().value())});
    verdict.pValue = coinPValue(verdict.count, point.epsilon, point.delta);
    verdict.epsilonLower = coinEpsilon(verdict.count, claim.delta(), level).value();
    return verdict;
}

TrialsOutcome auditByTrials(const Mechanism& mechanism, const Attack& attack, const NeighbourPair& pair,
                            const Claim& claim, const AuditLevels& levels, const AuditRandomness& randomness,
                            const TrialsOptions& options) {
    if (options.calibration < 20 || options.runs < 20) {
        failUsage(Sentence("an audit by trials needs at least 20 runs to calibrate and 20 to guess"));
    }
    const std::size_t all = std::size_t{options.calibration} + options.runs;
    const std::vector<bool> coins = fairCoins(randomness.stream(kTrialCoins), all);
    const ScoreTable scores = RunTable(mechanism, attack, pair, options).fill(coins);

    const auto split = static_cast<std::ptrdiff_t>(options.calibration);
    const ScoreRule rule = ScoreRule::learn({scores.begin(), scores.begin() + split},
                                            {coins.begin(), coins.begin() + split}, options.preferred);
    std::vector<bool> right;
    std::vector<double> values;
    const std::vector<bool> tested(coins.begin() + split, coins.end());
    for (std::size_t run = options.calibration; run < all; ++run) {
        right.push_back(rule.guess(scores[run]) == coins[run]);
        values.push_back(rule.value(scores[run]));
    }
    TrialsOutcome outcome;
    outcome.curve = curveVerdict(right, claim, 1.0 - levels.confidence);
    outcome.budget = guessClearest(values, tested, 0, claim, levels);
    return outcome;
}

} // namespace parsimony::empirical
