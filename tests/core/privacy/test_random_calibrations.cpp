// SPDX-License-Identifier: GPL-3.0-or-later
// Random calibrations: what is charged never exceeds the target, and hardly anything is given away.
#include "core/privacy/calibration.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace parsimony {
namespace {

class Draws {
public:
    explicit Draws(std::uint64_t seed) : m_random(seed) {}
    double logUniform(double low, double high) {
        return std::pow(10, std::uniform_real_distribution<double>(low, high)(m_random));
    }

private:
    std::mt19937_64 m_random;
};

TEST(RandomCalibrations, TenThousandGaussian) {
    Draws draws(20261121);
    int inside = 0;
    int tight = 0;
    for (int i = 0; i < 10000; ++i) {
        const Epsilon target{draws.logUniform(-4, 2.7)};
        const Delta delta{draws.logUniform(-15, -1)};
        const auto steps = static_cast<std::uint64_t>(draws.logUniform(0, 6));
        const Calibrated found = calibrateNoise(target, delta, Releases{steps});
        const double sigma = found.releases.noiseMultiplier.value();
        ASSERT_LE(found.figure.value, target.value()) << delta.value() << ' ' << steps;
        // The same from the other side: the exact account takes it.
        ASSERT_LE(deltaOf(muUpper(gaussianSpend(found.releases.event())), target).value(), delta.value());
        if (sigma >= 0.3 && sigma <= 1e5) {
            ++inside;
            tight += found.figure.value >= 0.995 * target.value() ? 1 : 0;
        }
    }
    EXPECT_GT(inside, 5000);
    EXPECT_GE(tight, inside * 99 / 100);
}

TEST(RandomCalibrations, SubSampled) {
    Draws draws(7);
    int inside = 0;
    int tight = 0;
    int bracketed = 0;
    for (int i = 0; i < PARSIMONY_CALIBRATIONS; ++i) {
        const Epsilon target{draws.logUniform(-2, 1.5)};
        const Delta delta{draws.logUniform(-10, -4)};
        const SampleRate rate{draws.logUniform(-6, -0.01)};
        const auto steps = static_cast<std::uint64_t>(draws.logUniform(0, 6));
        const Calibrated found = calibrateNoise(target, delta, Releases{steps, rate});
        const double sigma = found.releases.noiseMultiplier.value();
        ASSERT_LE(found.figure.value, target.value()) << delta.value() << ' ' << rate.value() << ' ' << steps;
        if (sigma >= 0.3 && sigma <= 1e5) {
            ++inside;
            tight += found.figure.value >= 0.995 * target.value() ? 1 : 0;
            bracketed += found.figure.upper - found.figure.lower <= 0.005 * found.figure.value ? 1 : 0;
        }
    }
    EXPECT_GT(inside, PARSIMONY_CALIBRATIONS / 2);
    EXPECT_GE(tight, inside * 99 / 100);
    RecordProperty("inside", inside);
    RecordProperty("tight", tight);
    RecordProperty("bracketed", bracketed);
}

} // namespace
} // namespace parsimony
