// SPDX-License-Identifier: GPL-3.0-or-later
// The calculator: figures, fields and refusals as the documentation promises them.
#include "tests/app/program.h"

#include <gtest/gtest.h>

using namespace parsimony::test;

namespace {

Outcome account(const Workplace& place, std::vector<std::string> words) {
    words.insert(words.begin(), {"account"});
    words.insert(words.end(), {"-f", "json"});
    return place.cli(words);
}

} // namespace

TEST(CliAccount, ShowsAllAccountantsSideBySide) {
    const Workplace place;
    const Outcome outcome = account(place, {"epsilon", "--noise-multiplier", "1", "--steps", "1000",
                                            "--sample-rate", "0.01", "--delta", "1e-5"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["schema"], "parsimony/account/1");
    const auto results = outcome.json()["results"];
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[0]["accountant"], "pld");
    EXPECT_NEAR(results[0]["epsilon"].get<double>(), 1.8282367, 1.8e-3);
    EXPECT_LE(results[0]["lower"].get<double>(), results[0]["upper"].get<double>());
    EXPECT_TRUE(results[0]["charged"].get<bool>());
    EXPECT_NEAR(results[1]["epsilon"].get<double>(), 2.1013665, 2.1e-3);
    EXPECT_TRUE(results[1]["lower"].is_null());
    EXPECT_FALSE(results[1]["charged"].get<bool>());
    EXPECT_EQ(results[2]["accountant"], "clt");
    EXPECT_TRUE(results[2]["upper"].is_null());
    const Outcome table = place.cli({"account", "epsilon", "--noise-multiplier", "1", "--delta", "1e-5"});
    EXPECT_NE(table.out.find("never charged"), std::string::npos) << table.text();
}

TEST(CliAccount, ShowsOneAccountantAndAProfile) {
    const Workplace place;
    const Outcome outcome = account(place, {"epsilon", "--noise-multiplier", "40", "--steps", "60", "--delta",
                                            "1e-5", "--accountant", "gdp", "--profile", "0,1"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const auto results = outcome.json()["results"];
    ASSERT_EQ(results.size(), 1U);
    EXPECT_NEAR(results[0]["epsilon"].get<double>(), 0.700372612541321, 1e-9);
    EXPECT_TRUE(results[0]["charged"].get<bool>());
    ASSERT_EQ(outcome.json()["profile"].size(), 2U);
    EXPECT_GT(outcome.json()["profile"][0]["delta"], outcome.json()["profile"][1]["delta"]);
    const Outcome replace = account(place, {"epsilon", "--noise-multiplier", "40", "--steps", "60", "--delta",
                                            "1e-5", "--accountant", "gdp", "--adjacency", "replace_one"});
    EXPECT_NEAR(replace.json()["results"][0]["epsilon"].get<double>(), 1.50036981753998, 2e-9)
        << replace.text();
    const Outcome infinite = account(place, {"epsilon", "--noise-multiplier", "0", "--delta", "1e-5"});
    ASSERT_EQ(infinite.exitCode, 0) << infinite.text();
    EXPECT_TRUE(infinite.json()["results"][0]["epsilon"].is_null());
}

TEST(CliAccount, CalibratesNoiseStepsAndRate) {
    const Workplace place;
    const Outcome noise = account(
        place, {"noise", "--epsilon", "1", "--delta", "1e-5", "--steps", "1000", "--sample-rate", "0.01"});
    ASSERT_EQ(noise.exitCode, 0) << noise.text();
    EXPECT_NEAR(noise.json()["noise_multiplier"].get<double>(), 1.4146, 6e-4);
    EXPECT_LE(noise.json()["epsilon"].get<double>(), 1.0);
    EXPECT_EQ(noise.json()["accountant"], "pld");
    const Outcome gaussian = account(place, {"noise", "--epsilon", "1", "--delta", "1e-5", "--steps", "100"});
    EXPECT_NEAR(gaussian.json()["noise_multiplier"].get<double>(), 37.3063163481594, 1e-8) << gaussian.text();
    const Outcome replace = account(place, {"noise", "--epsilon", "1", "--delta", "1e-5", "--steps", "100",
                                            "--adjacency", "replace_one"});
    EXPECT_NEAR(replace.json()["noise_multiplier"].get<double>(), 2 * 37.3063163481594, 1e-7)
        << replace.text();
    const Outcome steps =
        account(place, {"steps", "--epsilon", "1", "--delta", "1e-5", "--noise-multiplier", "40"});
    EXPECT_EQ(steps.json()["steps"], 114) << steps.text();
    const Outcome rate = account(place, {"rate", "--epsilon", "1", "--delta", "1e-5", "--noise-multiplier",
                                         "1.4147", "--steps", "1000"});
    EXPECT_NEAR(rate.json()["sample_rate"].get<double>(), 0.01, 1e-5) << rate.text();
    const Outcome impossible =
        account(place, {"steps", "--epsilon", "0.1", "--delta", "1e-5", "--noise-multiplier", "1"});
    EXPECT_EQ(impossible.exitCode, 3) << impossible.text();
}

TEST(CliAccount, ComposesAListOfEvents) {
    const Workplace place;
    writeBytes(place.path("mixed.json"), R"([{"gaussian": {"noise_multiplier": 20}, "count": 4},
        {"poisson_sampled": {"sample_rate": 0.02, "event": {"gaussian": {"noise_multiplier": 2}}}, "count": 2000}])");
    const Outcome mixed = account(place, {"compose", place.text("mixed.json"), "--delta", "1e-6"});
    ASSERT_EQ(mixed.exitCode, 0) << mixed.text();
    EXPECT_NEAR(mixed.json()["epsilon"].get<double>(), 2.2446462, 2.2e-3);
    EXPECT_TRUE(mixed.json()["mu"].is_null());
    EXPECT_EQ(mixed.json()["delta"], 1e-6);
    writeBytes(place.path("plain.json"), R"([{"gaussian": {"noise_multiplier": 40}, "count": 60}])");
    const Outcome plain = account(place, {"compose", place.text("plain.json"), "--delta", "1e-5"});
    EXPECT_NEAR(plain.json()["mu"].get<double>(), 0.19364916731037085, 1e-12) << plain.text();
    writeBytes(place.path("curve.json"),
               R"([{"rdp_curve": {"orders": [2, 8, 32], "values": [0.01, 0.04, 0.17]}}])");
    const Outcome curve = account(place, {"compose", place.text("curve.json"), "--delta", "1e-5"});
    EXPECT_EQ(curve.json()["accountant"], "rdp") << curve.text();
}

TEST(CliAccount, RefusesBadInput) {
    const Workplace place;
    const std::vector<std::vector<std::string>> wrong = {
        {"epsilon", "--delta", "1e-5"},
        {"epsilon", "--noise-multiplier", "1"},
        {"epsilon", "--noise-multiplier", "nan", "--delta", "1e-5"},
        {"epsilon", "--noise-multiplier", "-1", "--delta", "1e-5"},
        {"epsilon", "--noise-multiplier", "inf", "--delta", "1e-5"},
        {"epsilon", "--noise-multiplier", "1e-310", "--delta", "1e-5"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "1"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "0"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--steps", "0"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--steps", "9007199254740993"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--sample-rate", "1.5"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--sample-rate", "0.5", "--accountant",
         "gdp"},
        {"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--accountant", "moments"},
        {"noise", "--epsilon", "0", "--delta", "1e-5"},
        {"noise", "--delta", "1e-5"},
        {"noise", "--epsilon", "1", "--delta", "1e-5", "--sample-rate", "0"},
        {"compose", "--delta", "1e-5"},
    };
    for (const auto& words : wrong) {
        const Outcome outcome = account(place, words);
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_EQ(outcome.json()["schema"], "parsimony/error/1") << outcome.text();
    }
    const auto says = [&](const std::vector<std::string>& words) {
        return account(place, words).json()["message"].get<std::string>();
    };
    EXPECT_EQ(says({"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--sample-rate", "2"}),
              "--sample-rate must be a number from 0 to 1, not 2");
    EXPECT_EQ(says({"epsilon", "--noise-multiplier", "1", "--delta", "1e-5", "--steps", "0"}),
              "--steps must be a whole number from 1 to 9007199254740992, not 0");
    EXPECT_EQ(says({"noise", "--delta", "2", "--epsilon", "1"}),
              "--delta must be a number above 0 and below 1, not 2");
    writeBytes(place.path("newer.json"), R"([{"laplace": {"scale": 1}}])");
    writeBytes(place.path("deep.json"), std::string(100000, '['));
    for (const char* name : {"newer.json", "deep.json", "missing.json"}) {
        const Outcome outcome = account(place, {"compose", place.text(name), "--delta", "1e-5"});
        EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
        EXPECT_NE(outcome.json()["message"].get<std::string>().find(name), std::string::npos)
            << outcome.text();
    }
}
