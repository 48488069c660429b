// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/score_choice.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::empirical {

namespace {

struct Moments {
    double runs = 0.0;
    double mean = 0.0;
    double squares = 0.0; ///< Σ (x − mean)²

    void add(double x) {
        runs += 1.0;
        const double step = x - mean;
        mean += step / runs;
        squares += step * (x - mean);
    }
};

/// Of one score in the two worlds.
using Worlds = std::array<Moments, 2>;

double finite(double x) {
    return std::isfinite(x) ? x : 0.0;
}

bool sampled(std::size_t run, int parity) {
    return parity < 0 || static_cast<int>(run % 2) == parity;
}

/// Moments of `value` over the runs of one parity (−1: all).
template <class Value>
Worlds worldsOf(const ScoreTable& scores, const std::vector<bool>& coins, int parity, const Value& value) {
    Worlds worlds;
    for (std::size_t run = 0; run < scores.size(); ++run) {
        if (sampled(run, parity)) {
            worlds[coins[run] ? 1 : 0].add(value(scores[run]));
        }
    }
    return worlds;
}

double middle(const Worlds& worlds) {
    return 0.5 * (worlds[0].mean + worlds[1].mean);
}

/// The weight of a score in the discriminant: difference of means over variance, 0 where the difference is
/// within two standard errors of nothing.
double discriminantWeight(const Worlds& worlds) {
    const double runs = worlds[0].runs + worlds[1].runs;
    const double variance = (worlds[0].squares + worlds[1].squares) / std::max(runs - 2.0, 1.0);
    const double difference = worlds[1].mean - worlds[0].mean;
    const double error =
        std::sqrt(variance / std::max(worlds[0].runs, 1.0) + variance / std::max(worlds[1].runs, 1.0));
    return variance > 0.0 && std::abs(difference) > 2.0 * error ? difference / variance : 0.0;
}

} // namespace

double ScoreRule::value(std::span<const double> scores) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        if (m_weights[i] != 0.0) {
            sum += m_weights[i] * finite(scores[i]);
        }
    }
    return sum;
}

ScoreRule ScoreRule::learn(const ScoreTable& scores, const std::vector<bool>& coins, std::size_t preferred) {
    const std::size_t width = scores.empty() ? 0 : scores.front().size();
    std::vector<ScoreRule> rules;
    ScoreRule discriminant;
    discriminant.m_weights.resize(width);
    for (std::size_t i = 0; i < width; ++i) {
        const Worlds worlds =
            worldsOf(scores, coins, 0, [i](const std::vector<double>& row) { return finite(row[i]); });
        discriminant.m_weights[i] = discriminantWeight(worlds);
        ScoreRule single;
        single.m_weights.assign(width, 0.0);
        single.m_weights[i] = worlds[1].mean >= worlds[0].mean ? 1.0 : -1.0;
        rules.push_back(std::move(single));
    }
    rules.push_back(std::move(discriminant));
    std::vector<std::size_t> right;
    for (ScoreRule& rule : rules) {
        const auto value = [&rule](const std::vector<double>& row) { return rule.value(row); };
        rule.m_threshold = middle(worldsOf(scores, coins, 0, value));
        right.push_back(0);
        for (std::size_t run = 1; run < scores.size(); run += 2) {
            right.back() += rule.guess(scores[run]) == coins[run] ? 1 : 0;
        }
    }
    const auto winner =
        static_cast<std::size_t>(std::max_element(right.begin(), right.end()) - right.begin());
    // The best of many equal scores is lucky by three standard deviations or so.
    const double luck = 1.5 * std::sqrt(0.5 * static_cast<double>(scores.size()));
    const bool clear = static_cast<double>(right[winner]) > static_cast<double>(right.at(preferred)) + luck;
    ScoreRule* best = &rules[clear ? winner : preferred];
    const auto value = [best](const std::vector<double>& row) { return best->value(row); };
    best->m_threshold = middle(worldsOf(scores, coins, -1, value));
    return *best;
}

} // namespace parsimony::empirical
