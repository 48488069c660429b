// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/event.h"

#include "core/base/enum_words.h"
#include "core/base/sentence.h"

#include <array>
#include <cmath>
#include <utility>

namespace parsimony {

namespace {

constexpr std::array<std::string_view, 2> kAdjacencyWords{"add_or_remove_one", "replace_one"};

// Zero, or a positive normal number: subnormals lose relative precision, so no rounding bound holds for them.
void checkNonNegative(double value, const std::string& what) {
    if (value != 0.0 && (!std::isnormal(value) || value < 0.0)) {
        failUsage(Sentence("{1} must be a finite number that is not negative (and not subnormal), not {2}",
                           what, value));
    }
}

void checkCount(std::uint64_t count) {
    if (count < 1 || count > maxEventCount) {
        failUsage(Sentence("the count of a privacy event must lie between 1 and 2^53, not {1}", count));
    }
}

double checkedNoise(NoiseMultiplier noise) {
    checkNonNegative(noise.value(), "the noise multiplier of a privacy event");
    return std::abs(noise.value()); // −0 becomes 0
}

} // namespace

std::string_view adjacencyName(Adjacency adjacency) {
    return wordOf(kAdjacencyWords, adjacency);
}

std::optional<Adjacency> adjacencyNamed(std::string_view text) {
    return valueNamed<Adjacency>(kAdjacencyWords, text);
}

Adjacency parseAdjacency(std::string_view text, const std::string& what) {
    if (const auto adjacency = adjacencyNamed(text)) {
        return *adjacency;
    }
    failUsage(Sentence("{1} must be add_or_remove_one or replace_one, not '{2}'", what, text));
}

PrivacyEvent PrivacyEvent::gaussian(NoiseMultiplier noise, std::uint64_t count) {
    checkCount(count);
    return {GaussianEvent{NoiseMultiplier{checkedNoise(noise)}}, count};
}

PrivacyEvent PrivacyEvent::poissonSampledGaussian(SampleRate rate, NoiseMultiplier noise, std::uint64_t count,
                                                  Adjacency adjacency) {
    checkCount(count);
    checkNonNegative(rate.value(), "the sample rate of a privacy event");
    if (rate.value() > 1.0) {
        failUsage(
            Sentence("the sample rate of a privacy event must lie between 0 and 1, not {1}", rate.value()));
    }
    return {PoissonSampledGaussianEvent{SampleRate{std::abs(rate.value())},
                                        NoiseMultiplier{checkedNoise(noise)}, adjacency},
            count};
}

PrivacyEvent PrivacyEvent::rdpCurve(std::vector<double> orders, std::vector<double> values,
                                    std::uint64_t count) {
    checkCount(count);
    if (orders.empty() || orders.size() > 100000 || orders.size() != values.size()) {
        failUsage(Sentence("an RDP curve needs as many values as orders, from 1 to 100000 of each"));
    }
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (!std::isfinite(orders[i]) || orders[i] <= 1.0 || (i > 0 && orders[i] <= orders[i - 1])) {
            failUsage(Sentence(
                "the orders of an RDP curve must be finite, greater than 1 and strictly increasing"));
        }
        checkNonNegative(values[i], "a value of an RDP curve");
        values[i] = std::abs(values[i]);
    }
    return {RdpCurveEvent{std::move(orders), std::move(values)}, count};
}

PrivacyEvent PrivacyEvent::withCount(std::uint64_t count) const {
    checkCount(count);
    return {m_mechanism, count};
}

} // namespace parsimony
