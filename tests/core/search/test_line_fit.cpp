// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/search/line_fit.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

namespace parsimony::search {

TEST(LineFit, ReproducesThePapers) {
    const auto fixture = nlohmann::json::parse(std::ifstream(PARSIMONY_FIXTURES "/r_fits.json"));
    ASSERT_EQ(fixture["cases"].size(), 9U);
    for (const auto& item : fixture["cases"]) {
        std::vector<FitPoint> points;
        for (const auto& point : item["points"]) {
            points.push_back({point[0], point[1]});
        }
        const LineFit fit(points, 1);
        const double tolerance = item["abs_tol"];
        EXPECT_NEAR(fit.predict(item["at"]), item["r"].get<double>(), tolerance) << item["name"];
        if (item.contains("slope")) {
            EXPECT_NEAR(fit.coefficients()[1], item["slope"].get<double>(), tolerance);
            EXPECT_NEAR(fit.coefficients()[0], item["intercept"].get<double>(), tolerance);
        }
    }
}

TEST(LineFit, LeastSquaresWithSpreadMatchesAWorkedRegression) {
    // x 1..5, y 2.2 2.8 3.6 4.5 5.1: slope 0.75, intercept 1.39, residual sum of squares 0.027.
    const std::vector<FitPoint> points{{1, 2.2}, {2, 2.8}, {3, 3.6}, {4, 4.5}, {5, 5.1}};
    const LineFit fit(points, 1);
    EXPECT_NEAR(fit.coefficients()[1], 0.75, 1e-12);
    EXPECT_NEAR(fit.coefficients()[0], 1.39, 1e-12);
    const double sd = std::sqrt(0.027 / 3.0);
    ASSERT_TRUE(fit.residualSd());
    EXPECT_NEAR(*fit.residualSd(), sd, 1e-12);
    EXPECT_NEAR(*fit.coefficientSe(1), sd / std::sqrt(10.0), 1e-12);
    // t quantile 0.975 with 3 degrees of freedom: 3.182446305284263.
    const double half = 3.182446305284263 * sd * std::sqrt(1.0 + 1.0 / 5.0 + 49.0 / 10.0);
    const auto interval = fit.predictionInterval(10.0);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->lo, 1.39 + 7.5 - half, 1e-9);
    EXPECT_NEAR(interval->hi, 1.39 + 7.5 + half, 1e-9);
}

TEST(LineFit, QuadraticThroughThreePointsIsExactOnAnyScale) {
    for (const double unit : {1e-4, 1.0, 1e4}) {
        std::vector<FitPoint> points;
        for (const double x : {0.1, 0.2, 0.5}) {
            points.push_back({x * unit, 3.0 + 2.0 * x - 1.5 * x * x});
        }
        const LineFit fit(points, 2);
        EXPECT_NEAR(fit.predict(unit), 3.5, 1e-9) << unit;
        EXPECT_NEAR(fit.slopeAt(unit) * unit, -1.0, 1e-9);
        EXPECT_FALSE(fit.residualSd());
        EXPECT_FALSE(fit.predictionInterval(unit));
    }
}

TEST(LineFit, SaysWhenClampedAndWhenNotRising) {
    const std::vector<FitPoint> rising{{0.1, 10}, {0.2, 20}};
    const Extrapolation over = extrapolate(LineFit(rising, 1), 1.0, 1.0, 50.0);
    EXPECT_NEAR(over.predictedR, 100.0, 1e-9);
    EXPECT_EQ(over.r, 50.0);
    EXPECT_TRUE(over.clamped);
    EXPECT_FALSE(over.slopeNotPositive);
    const std::vector<FitPoint> falling{{0.1, 20}, {0.2, 10}};
    const Extrapolation under = extrapolate(LineFit(falling, 1), 1.0, 1.0, 50.0);
    EXPECT_EQ(under.r, 1.0);
    EXPECT_TRUE(under.slopeNotPositive);
    const std::vector<FitPoint> flat{{0.1, 20}, {0.2, 20}};
    EXPECT_TRUE(extrapolate(LineFit(flat, 1), 1.0, 1.0, 50.0).slopeNotPositive);
    EXPECT_FALSE(extrapolate(LineFit(flat, 1), 1.0, 1.0, 50.0).clamped);
}

TEST(LineFit, RefusesWhatCannotBeFitted) {
    const std::vector<FitPoint> one{{0.1, 1}};
    const std::vector<FitPoint> equal{{0.1, 1}, {0.1, 2}, {0.2, 3}};
    const std::vector<FitPoint> bad{{0.1, 1}, {0.2, std::numeric_limits<double>::quiet_NaN()}};
    const std::vector<FitPoint> two{{0.1, 1}, {0.2, 2}};
    EXPECT_THROW(LineFit(one, 1), Error);
    EXPECT_THROW(LineFit(equal, 1), Error);
    EXPECT_THROW(LineFit(bad, 1), Error);
    EXPECT_THROW(LineFit(two, 2), Error);
    EXPECT_THROW(LineFit(two, 3), Error);
    EXPECT_THROW((void)extrapolate(LineFit(two, 1), 1.0, 0.0, 5.0), Error);
}

} // namespace parsimony::search
