// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compute/noise.h"
#include "core/empirical/exposure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace parsimony::empirical {
namespace {

std::vector<double> normals(std::size_t count, std::uint64_t trial) {
    std::vector<double> values(count);
    compute::NoiseSource::seeded(compute::PublicDataSeed{3}, trial, 0).fillGaussian(values, {});
    return values;
}

TEST(Exposure, OfACanaryAboveAllIsTheLogOfTheCandidates) {
    const std::vector<double> candidates = normals(1023, 1);
    const std::vector<double> top{100.0};
    const Exposure exposure = exposureOf(top, candidates);
    EXPECT_DOUBLE_EQ(exposure.byRankMean, 10.0);
    EXPECT_DOUBLE_EQ(exposure.mean, 50.0); // the law's tail is cut there
    EXPECT_DOUBLE_EQ(exposureOf(std::vector<double>{-100.0}, candidates).byRankMean, 0.0);
}

TEST(Exposure, ByTheLawIsTheTailOfANormal) {
    const std::vector<double> candidates = normals(200000, 1);
    for (const double z : {0.0, 1.0, 2.0, 3.0}) {
        const double expected = -std::log2(0.5 * std::erfc(z / std::sqrt(2.0)));
        EXPECT_NEAR(exposureOf(std::vector<double>{z}, candidates).mean, expected, 0.05 * (1.0 + expected))
            << z;
    }
}

TEST(Exposure, FollowsASkewedLaw) {
    // |N| shifts: a skew normal law with δ = 0.8 is 0.8·|a| + 0.6·b.
    const std::vector<double> a = normals(200000, 1);
    const std::vector<double> b = normals(200000, 2);
    std::vector<double> candidates;
    std::size_t beyond = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        candidates.push_back(0.8 * std::abs(a[i]) + 0.6 * b[i]);
        beyond += candidates.back() > 2.5 ? 1 : 0;
    }
    const double expected = -std::log2(static_cast<double>(beyond) / 200000.0);
    EXPECT_NEAR(exposureOf(std::vector<double>{2.5}, candidates).mean, expected, 0.2);
}

// A canary that nobody knows is one of the candidates: 1/ln 2 bits on average (the log of a uniform).
TEST(Exposure, OfNothingIsThatOfAUniformRank) {
    const Exposure exposure = exposureOf(normals(5000, 3), normals(5000, 4));
    EXPECT_NEAR(exposure.byRankMean, 1.0 / std::log(2.0), 0.1);
    EXPECT_NEAR(exposure.mean, 1.0 / std::log(2.0), 0.1);
}

TEST(Exposure, NeedsCandidatesAndSurvivesEqualOnes) {
    EXPECT_THROW((void)exposureOf(std::vector<double>{1.0}, std::vector<double>(7, 0.0)), Error);
    EXPECT_THROW((void)exposureOf(std::vector<double>{}, std::vector<double>(20, 0.0)), Error);
    const Exposure equal = exposureOf(std::vector<double>{1.0}, std::vector<double>(15, 0.0));
    EXPECT_DOUBLE_EQ(equal.mean, 4.0);
}

} // namespace
} // namespace parsimony::empirical
