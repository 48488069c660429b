// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/session/options_json.h"
#include "core/session/run_options.h"

#include <gtest/gtest.h>

namespace parsimony::session {

TEST(RunOptions, RoundTripThroughJson) {
    RunOptions options;
    options.train = {"train.npz:x", "train.npz:y"};
    options.ood["lemmas"] = {"a.npy", "b.npy"};
    options.publicParts = {"test", "lemmas"};
    options.epsilon = 1.0;
    options.delta = 1e-5;
    options.classes = 26;
    options.phaseEpsilons = "0.1,0.2";
    options.freeStep = false;
    options.seed = 7;
    EXPECT_EQ(runOptionsFromJson(toJson(options)), options);
    EXPECT_EQ(runOptionsFromJson(toJson(RunOptions{})), RunOptions{});
}

TEST(RunOptions, DefaultsAreLeftOut) {
    EXPECT_TRUE(toJson(RunOptions{}).empty()) << toJson(RunOptions{}).dump();
}

TEST(RunOptions, ListsMayBeArraysOrSingleNumbers) {
    const auto options = runOptionsFromJson({{"steps", 50}, {"phase-epsilons", {0.1, 0.2}}});
    EXPECT_EQ(options.steps, "50");
    EXPECT_EQ(options.phaseEpsilons, "0.1,0.2");
}

TEST(RunOptions, UnknownKeyNamesTheNearest) {
    try {
        (void)runOptionsFromJson({{"epsilno", 1.0}});
        FAIL() << "an unknown key must be refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(std::string(error.what()).find("did you mean --epsilon?"), std::string::npos)
            << error.what();
    }
}

TEST(RunOptions, WrongTypesAreRefused) {
    EXPECT_THROW((void)runOptionsFromJson({{"epsilon", "much"}}), Error);
    EXPECT_THROW((void)runOptionsFromJson({{"trials", -1}}), Error);
    EXPECT_THROW((void)runOptionsFromJson({{"trials", 1.5}}), Error);
    EXPECT_THROW((void)runOptionsFromJson({{"threads", 4294967296.0}}), Error);
    EXPECT_THROW((void)runOptionsFromJson({{"bias", 1}}), Error);
    EXPECT_THROW((void)runOptionsFromJson({{"ood", {{"x", "only-features.npy"}}}}), Error);
}

} // namespace parsimony::session
