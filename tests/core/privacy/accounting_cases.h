// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace parsimony::testing_support {

inline PrivacyEvent gaussian(double noise, std::uint64_t count = 1) {
    return PrivacyEvent::gaussian(NoiseMultiplier{noise}, count);
}

inline PrivacyEvent poisson(double rate, double noise, std::uint64_t count = 1,
                            Adjacency adjacency = Adjacency::AddOrRemoveOne) {
    return PrivacyEvent::poissonSampledGaussian(SampleRate{rate}, NoiseMultiplier{noise}, count, adjacency);
}

inline nlohmann::json accountingVectors() {
    std::ifstream file(std::string(PARSIMONY_FIXTURES) + "/accounting.json");
    return nlohmann::json::parse(file);
}

/// The events of a case. The vectors give noise sd / clip; under replace_one the sensitivity is two clips.
inline std::vector<PrivacyEvent> eventsOf(const nlohmann::json& testCase) {
    const bool replace = testCase.value("adjacency", "add_or_remove_one") == "replace_one";
    const Adjacency adjacency = replace ? Adjacency::ReplaceOne : Adjacency::AddOrRemoveOne;
    const double clips = replace ? 2.0 : 1.0;
    std::vector<PrivacyEvent> events;
    for (const auto& item : testCase.at("events")) {
        const std::uint64_t count = item.at("count");
        if (item.contains("gaussian")) {
            events.push_back(gaussian(item["gaussian"].get<double>() / clips, count));
        } else {
            events.push_back(
                poisson(item["poisson"][0], item["poisson"][1].get<double>() / clips, count, adjacency));
        }
    }
    return events;
}

} // namespace parsimony::testing_support
