// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/calibration.h"
#include "tests/core/privacy/accounting_cases.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony {
namespace {

using testing_support::gaussian;
using testing_support::poisson;

TEST(Calibration, FindsStepsThatFitAndNoMore) {
    Releases releases{1, SampleRate{0.02}, NoiseMultiplier{1.1}};
    const Calibrated found = calibrateSteps(Epsilon{2.0}, Delta{1e-6}, releases);
    EXPECT_LE(found.figure.value, 2.0);
    releases.steps = found.releases.steps + 1;
    EXPECT_GT(chargedEpsilon(std::vector{releases.event()}, Delta{1e-6}).value, 2.0 * (1 - 1e-5));
    EXPECT_GT(found.releases.steps, 100u);
    const Calibrated plain =
        calibrateSteps(Epsilon{1.0}, Delta{1e-5}, Releases{1, SampleRate{1.0}, NoiseMultiplier{40}});
    EXPECT_EQ(plain.releases.steps, 114u); // ⌊40²·0.2680511²⌋
    EXPECT_THROW(
        (void)calibrateSteps(Epsilon{0.1}, Delta{1e-5}, Releases{1, SampleRate{1.0}, NoiseMultiplier{1}}),
        Error);
}

TEST(Calibration, FindsARate) {
    const Releases releases{1000, SampleRate{0.5}, NoiseMultiplier{1.4147}};
    const Calibrated found = calibrateRate(Epsilon{1.0}, Delta{1e-5}, releases);
    EXPECT_NEAR(found.releases.sampleRate.value(), 0.01, 1e-5);
    EXPECT_LE(found.figure.value, 1.0);
    const Calibrated all =
        calibrateRate(Epsilon{10.0}, Delta{1e-5}, Releases{1, SampleRate{0.5}, NoiseMultiplier{5}});
    EXPECT_EQ(all.releases.sampleRate.value(), 1.0);
}

TEST(Calibration, LeavesRoomForOtherEvents) {
    const std::vector<PrivacyEvent> scores = {gaussian(20.0, 4)};
    const Calibrated found =
        calibrateNoise(Epsilon{2.0}, Delta{1e-6}, Releases{2000, SampleRate{0.02}}, scores);
    const Calibrated alone = calibrateNoise(Epsilon{2.0}, Delta{1e-6}, Releases{2000, SampleRate{0.02}});
    EXPECT_GT(found.releases.noiseMultiplier.value(), alone.releases.noiseMultiplier.value());
    EXPECT_LE(found.figure.value, 2.0);
    const Calibrated full = calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{50}, scores);
    EXPECT_LE(full.figure.value, 1.0);
    EXPECT_GE(full.figure.value, 1.0 - 1e-9);
    const std::vector<PrivacyEvent> dear = {gaussian(1.0)};
    EXPECT_THROW((void)calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{50}, dear), Error);
    EXPECT_THROW((void)calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{50, SampleRate{0.1}}, dear), Error);
}

TEST(Calibration, KnowsReplaceOne) {
    Releases releases{1000, SampleRate{0.01}};
    releases.adjacency = Adjacency::ReplaceOne;
    const Calibrated found = calibrateNoise(Epsilon{2.8434458}, Delta{1e-5}, releases);
    EXPECT_NEAR(found.releases.noiseMultiplier.value(), 0.5, 5e-4);
}

TEST(Calibration, RefusesBadNumbers) {
    const double nan = std::nan("");
    EXPECT_THROW((void)calibrateNoise(Epsilon{nan}, Delta{1e-5}, Releases{}), Error);
    EXPECT_THROW((void)calibrateNoise(Epsilon{0.0}, Delta{1e-5}, Releases{}), Error);
    EXPECT_THROW((void)calibrateNoise(Epsilon{1.0}, Delta{1.0}, Releases{}), Error);
    EXPECT_THROW((void)calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{0}), Error);
    EXPECT_THROW((void)calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{1, SampleRate{0.0}}), Error);
    EXPECT_THROW((void)calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{1, SampleRate{1.5}}), Error);
    EXPECT_THROW(
        (void)calibrateRate(Epsilon{1.0}, Delta{1e-5}, Releases{1, SampleRate{0.1}, NoiseMultiplier{nan}}),
        Error);
}

} // namespace
} // namespace parsimony
