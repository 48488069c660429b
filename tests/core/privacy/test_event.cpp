// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace parsimony {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
    try {
        (void)parseEvents(text, "events.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_THAT(error.what(), HasSubstr("events.json"));
        return error.what();
    }
    ADD_FAILURE() << "accepted: " << text.substr(0, 200);
    return {};
}

TEST(PrivacyEvent, RoundTripsThroughJson) {
    const std::vector<PrivacyEvent> events = {
        PrivacyEvent::gaussian(NoiseMultiplier{0.1}, 5),
        PrivacyEvent::gaussian(NoiseMultiplier{0.0}),
        PrivacyEvent::poissonSampledGaussian(SampleRate{0.01}, NoiseMultiplier{1.0 / 3.0}, maxEventCount),
        PrivacyEvent::poissonSampledGaussian(SampleRate{0.0}, NoiseMultiplier{1e5}, 1, Adjacency::ReplaceOne),
        PrivacyEvent::rdpCurve({1.5, 2, 64}, {0, 0.25, 1e-7}, 3),
    };
    const std::string text = toJson(events).dump();
    EXPECT_EQ(parseEvents(text, "x"), events);
    EXPECT_EQ(toJson(parseEvents(text, "x")).dump(), text);
}

TEST(PrivacyEvent, ReadsTheDocumentedForm) {
    const auto events = parseEvents(R"([{"gaussian": {"noise_multiplier": 2}, "count": 5},
        {"poisson_sampled": {"sample_rate": 0.01, "event": {"gaussian": {"noise_multiplier": 1}}}, "count": 1000},
        {"rdp_curve": {"orders": [2, 3], "values": [0.1, 0.2]}}])",
                                    "x", Adjacency::ReplaceOne);
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[0], PrivacyEvent::gaussian(NoiseMultiplier{2}, 5));
    EXPECT_EQ(events[1], PrivacyEvent::poissonSampledGaussian(SampleRate{0.01}, NoiseMultiplier{1}, 1000,
                                                              Adjacency::ReplaceOne));
    EXPECT_EQ(events[2].count(), 1u);
    EXPECT_TRUE(parseEvents("[]", "x").empty());
}

TEST(PrivacyEvent, RefusesWrongFiles) {
    EXPECT_THAT(refusal(""), HasSubstr("not valid JSON"));
    EXPECT_THAT(refusal("[{]"), HasSubstr("not valid JSON"));
    EXPECT_THAT(refusal("{}"), HasSubstr("list"));
    EXPECT_THAT(refusal("[1]"), HasSubstr("object"));
    EXPECT_THAT(refusal("[{}]"), HasSubstr("exactly one"));
    EXPECT_THAT(refusal(R"([{"laplace": {"noise_multiplier": 1}}])"), HasSubstr("newer version"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": 1, "clip": 2}}])"),
                HasSubstr("unknown key 'clip'"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": 1, "noise_multiplier": 9}}])"),
                HasSubstr("twice"));
    EXPECT_THAT(
        refusal(R"([{"gaussian": {"noise_multiplier": 1}, "rdp_curve": {"orders": [2], "values": [1]}}])"),
        HasSubstr("exactly one"));
    EXPECT_THAT(refusal(R"([{"gaussian": {}}])"), HasSubstr("missing"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": "1"}}])"), HasSubstr("number"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": null}}])"), HasSubstr("number"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": -1}}])"), HasSubstr("not negative"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": 1e999}}])"), HasSubstr("events.json"));
    EXPECT_THAT(refusal(R"([{"gaussian": {"noise_multiplier": 1e-320}}])"), HasSubstr("subnormal"));
    for (const char* count :
         {"0", "-1", "1.5", "1e3", "\"7\"", "9007199254740993", "99999999999999999999999"}) {
        EXPECT_THAT(
            refusal(std::string(R"([{"gaussian": {"noise_multiplier": 1}, "count": )") + count + "}]"),
            HasSubstr("count"));
    }
    EXPECT_THAT(
        refusal(
            R"([{"poisson_sampled": {"sample_rate": 1.1, "event": {"gaussian": {"noise_multiplier": 1}}}}])"),
        HasSubstr("between 0 and 1"));
    EXPECT_THAT(refusal(R"([{"poisson_sampled": {"sample_rate": 0.1, "event": {"poisson_sampled": {}}}}])"),
                HasSubstr("unknown key"));
    EXPECT_THAT(refusal(R"([{"rdp_curve": {"orders": [2, 2], "values": [1, 1]}}])"),
                HasSubstr("strictly increasing"));
    EXPECT_THAT(refusal(R"([{"rdp_curve": {"orders": [1], "values": [1]}}])"), HasSubstr("greater than 1"));
    EXPECT_THAT(refusal(R"([{"rdp_curve": {"orders": [2], "values": [1, 2]}}])"), HasSubstr("as many"));
    EXPECT_THAT(refusal(R"([{"rdp_curve": {"orders": [2], "values": [-1]}}])"), HasSubstr("negative"));
    EXPECT_THAT(refusal(std::string(100000, '[')), HasSubstr("deeper"));
    std::string nested;
    for (int i = 0; i < 50000; ++i) {
        nested += R"({"a":)";
    }
    EXPECT_THAT(refusal(nested), HasSubstr("deeper"));
}

TEST(PrivacyEvent, FactoriesRefuseBadNumbers) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, -inf, -1.0, 1e-310}) {
        EXPECT_THROW((void)PrivacyEvent::gaussian(NoiseMultiplier{bad}), Error) << bad;
        EXPECT_THROW((void)PrivacyEvent::poissonSampledGaussian(SampleRate{0.1}, NoiseMultiplier{bad}), Error)
            << bad;
        EXPECT_THROW((void)PrivacyEvent::poissonSampledGaussian(SampleRate{bad}, NoiseMultiplier{1}), Error)
            << bad;
        EXPECT_THROW((void)PrivacyEvent::rdpCurve({2}, {bad}), Error) << bad;
        EXPECT_THROW((void)PrivacyEvent::rdpCurve({bad}, {1}), Error) << bad;
    }
    EXPECT_THROW((void)PrivacyEvent::gaussian(NoiseMultiplier{1}, 0), Error);
    EXPECT_THROW((void)PrivacyEvent::gaussian(NoiseMultiplier{1}, maxEventCount + 1), Error);
    EXPECT_THROW((void)PrivacyEvent::gaussian(NoiseMultiplier{1}).withCount(0), Error);
    EXPECT_THROW((void)PrivacyEvent::rdpCurve({}, {}), Error);
    EXPECT_EQ(PrivacyEvent::gaussian(NoiseMultiplier{1}).withCount(7).count(), 7u);
}

TEST(Adjacency, HasTwoNames) {
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        EXPECT_EQ(parseAdjacency(adjacencyName(adjacency), "--adjacency"), adjacency);
    }
    EXPECT_THROW((void)parseAdjacency("zero_out", "--adjacency"), Error);
}

} // namespace
} // namespace parsimony
