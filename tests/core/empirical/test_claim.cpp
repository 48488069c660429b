// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/claim.h"
#include "core/privacy/gaussian_dp.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::empirical {
namespace {

TEST(Claim, GaussianEventsHaveTheAccuracyOfTheirMu) {
    const Claim claim = Claim::ofEvents(
        {PrivacyEvent::gaussian(NoiseMultiplier{2.0}, 3), PrivacyEvent::gaussian(NoiseMultiplier{1.0})},
        Delta{1e-5});
    const double mu = std::sqrt(3.0 / 4.0 + 1.0);
    EXPECT_NEAR(claim.mu().value(), mu, 1e-9);
    EXPECT_NEAR(claim.accuracy(), 0.5 * std::erfc(-mu / 2.0 / std::sqrt(2.0)), 1e-12);
    EXPECT_NEAR(claim.epsilon().value(), epsilonOf(Mu{mu}, Delta{1e-5}).value(), 1e-9);
    // Whoever is as often right as the claim allows has shown the claim itself.
    EXPECT_NEAR(claim.epsilonShownBy(claim.accuracy()).value(), claim.epsilon().value(), 1e-6);
    EXPECT_EQ(claim.epsilonShownBy(0.5).value(), 0.0);
    EXPECT_LT(claim.epsilonShownBy(0.6).value(), claim.epsilonShownBy(0.7).value());
}

TEST(Claim, SampledEventsToo) {
    const Claim claim = Claim::ofEvents(
        {PrivacyEvent::poissonSampledGaussian(SampleRate{0.05}, NoiseMultiplier{1.0}, 100)}, Delta{1e-5});
    EXPECT_GT(claim.accuracy(), 0.5);
    EXPECT_NEAR(claim.epsilonShownBy(claim.accuracy()).value() / claim.epsilon().value(), 1.0, 0.01);
    EXPECT_LE(claim.epsilonShownBy(claim.accuracy() - 1e-3).value(), claim.epsilon().value());
    // Between the bounds of a lattice four times finer; the CLT's μ is a little off at a hundred steps.
    EXPECT_GE(claim.accuracy(), 0.5 + 0.238416 / 2);
    EXPECT_LE(claim.accuracy(), 0.5 + 0.2385 / 2);
    const double clt = 0.05 * std::sqrt(100.0 * std::expm1(1.0));
    EXPECT_NEAR(claim.mu().value(), clt, 0.2 * clt);
}

TEST(Claim, ASmallerDeltaCostsMore) {
    const Claim claim = Claim::ofEvents({PrivacyEvent::gaussian(NoiseMultiplier{1.0})}, Delta{1e-5});
    EXPECT_GT(claim.at(Delta{1e-12}).epsilon.value(), claim.epsilon().value());
}

TEST(Claim, WhatItCannotJudgeIsRefused) {
    EXPECT_THROW((void)Claim::ofEvents({}, Delta{1e-5}), Error);
    EXPECT_THROW((void)Claim::ofEvents({PrivacyEvent::rdpCurve({2.0}, {1.0})}, Delta{1e-5}), Error);
}

} // namespace
} // namespace parsimony::empirical
