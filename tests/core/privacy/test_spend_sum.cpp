// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/spend_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace parsimony {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

TEST(SpendSum, AMillionTinySpendsRaiseTheTotal) {
    SpendSum sum(1.0);
    double last = sum.upper();
    for (int i = 0; i < 1000000; ++i) {
        const SpendSum before = sum;
        sum.add(1e-17);
        ASSERT_GT(sum, before);
        ASSERT_GE(sum.upper(), last);
        last = sum.upper();
    }
    EXPECT_FALSE(sum.fits(1.0));
    EXPECT_GT(last, 1.0);
    SpendSum expected(1.0);
    expected.add(1e-17, 1000000);
    EXPECT_EQ(sum, expected);
    EXPECT_NEAR(last - 1.0, 1e-11, 3e-16);
}

TEST(SpendSum, DoesNotDependOnTheOrder) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> exponent(-1000, 900);
    std::vector<double> spends;
    for (int i = 0; i < 500; ++i) {
        spends.push_back(std::exp2(exponent(random)) * 1.2345678901234567);
    }
    SpendSum first;
    for (const double spend : spends) {
        first.add(spend);
    }
    std::shuffle(spends.begin(), spends.end(), random);
    SpendSum second;
    for (const double spend : spends) {
        second.add(spend);
    }
    EXPECT_EQ(first, second);
    EXPECT_EQ(first.text(), second.text());
    EXPECT_EQ(SpendSum::fromText(first.text(), "x"), first);
}

TEST(SpendSum, RoundsInTheNamedDirection) {
    SpendSum sum(1.0);
    EXPECT_EQ(sum.upper(), 1.0);
    EXPECT_EQ(sum.lower(), 1.0);
    sum.add(std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(sum.upper(), std::nextafter(1.0, 2.0));
    EXPECT_EQ(sum.lower(), 1.0);
    SpendSum large(std::numeric_limits<double>::max());
    large.add(1.0);
    EXPECT_EQ(large.upper(), inf);
    EXPECT_EQ(large.lower(), std::numeric_limits<double>::max());
    SpendSum tiny(5e-324);
    EXPECT_EQ(tiny.upper(), 5e-324);
    SpendSum product;
    product.addProduct(5e-324, 5e-324);
    EXPECT_FALSE(product.isZero());
    EXPECT_EQ(product.upper(), 5e-324);
    EXPECT_EQ(product.lower(), 0.0);
}

TEST(SpendSum, CountsAreExactMultiples) {
    for (const double value : {0.1, 1.0 / 1600, 3e-300, 5e-324}) {
        SpendSum once;
        once.add(value, 1000);
        SpendSum many;
        for (int i = 0; i < 1000; ++i) {
            many.add(value);
        }
        EXPECT_EQ(once, many);
    }
    SpendSum square;
    square.addProduct(0.1, 0.1);
    EXPECT_NEAR(square.upper(), 0.01, 1e-17);
    EXPECT_EQ(SpendSum(3.0).minus(SpendSum(1.0)), SpendSum(2.0));
    EXPECT_TRUE(SpendSum(1.0).minus(SpendSum(3.0)).isZero());
}

TEST(SpendSum, HasOneTextPerValue) {
    EXPECT_EQ(SpendSum{}.text(), "0");
    EXPECT_EQ(SpendSum{1.5}.text(), "3p-1");
    EXPECT_EQ(SpendSum{32.0}.text(), "1p5");
    EXPECT_EQ(SpendSum{0.1}.text(), "ccccccccccccdp-55");
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> exponent(-1070, 1000);
    for (int i = 0; i < 200; ++i) {
        SpendSum sum(std::exp2(exponent(random)));
        sum.add(std::exp2(exponent(random)));
        EXPECT_EQ(SpendSum::fromText(sum.text(), "x"), sum);
    }
    for (const char* bad : {"", "1", "2p0", "01p0", "1p00", "1p+1", "1P1", "1p1 ", "xp1", "p1", "1p", "-1p0",
                            "Fp0", "0p0", "1p-99999", "1p99999", "1p99999999999999", "1p1p1"}) {
        EXPECT_THROW((void)SpendSum::fromText(bad, "the sum of row 3"), Error) << bad;
    }
    EXPECT_THROW((void)SpendSum::fromText(std::string(100000, 'f') + "p0", "x"), Error);
    EXPECT_THROW((void)SpendSum::fromText("1p2147483647", "x"), Error)
        << "an exponent at the end of its type";
}

TEST(SpendSum, RefusesBadNumbers) {
    SpendSum sum;
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), inf, -inf, -1e-300}) {
        EXPECT_THROW(sum.add(bad), Error);
        EXPECT_THROW(sum.addProduct(bad, 1.0), Error);
    }
    EXPECT_TRUE(sum.isZero());
}

TEST(GaussianAccount, NoiseFillsTheCapToTheLastBit) {
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int i = 0; i < 500; ++i) {
        const Epsilon cap{std::pow(10, -3 + 5 * uniform(random))};
        const auto count = static_cast<std::uint64_t>(1 + 1000 * uniform(random));
        const GaussianAccount account(cap, Delta{1e-6});
        const NoiseMultiplier noise = noiseWithin(account.remaining(), count);
        const SpendSum spend = gaussianSpend(PrivacyEvent::gaussian(noise, count));
        ASSERT_TRUE(account.fits(spend));
        const NoiseMultiplier less{std::nextafter(noise.value(), 0.0)};
        const SpendSum more = gaussianSpend(PrivacyEvent::gaussian(less, count));
        ASSERT_FALSE(account.fits(more));
        const GaussianAccount full(cap, Delta{1e-6}, spend);
        ASSERT_LE(full.spentEpsilon().value(), cap.value());
        ASSERT_GE(full.spentEpsilon().value(), cap.value() * (1 - 1e-9));
    }
}

TEST(GaussianAccount, RefusesWhatDoesNotFit) {
    const PrivacyEvent event = PrivacyEvent::gaussian(NoiseMultiplier{10.0});
    const GaussianAccount account(Epsilon{1.0}, Delta{1e-5}, gaussianSpend(event.withCount(6)));
    EXPECT_NO_THROW(account.requireRoom(gaussianSpend(event), {"x"}));
    try {
        account.requireRoom(gaussianSpend(event.withCount(2)), {"the train part of 'digits'"});
        FAIL() << "an overdraft was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        ASSERT_TRUE(error.refusedSpend().has_value());
        const RefusedSpend& spend = *error.refusedSpend();
        EXPECT_NEAR(spend.requested, epsilonOf(Mu{std::sqrt(0.02)}, Delta{1e-5}).value(), 1e-12);
        const double capMu = muOf(Epsilon{1.0}, Delta{1e-5}).value();
        EXPECT_NEAR(spend.remaining, epsilonOf(Mu{std::sqrt(capMu * capMu - 0.06)}, Delta{1e-5}).value(),
                    1e-12);
        EXPECT_NEAR(spend.missing, epsilonOf(Mu{std::sqrt(0.08)}, Delta{1e-5}).value() - 1.0, 1e-12);
        EXPECT_GT(spend.missing, 0.0);
    }
    EXPECT_EQ(GaussianAccount(Epsilon{1.0}, Delta{1e-5}).remainingEpsilon().value(), 1.0);
    EXPECT_EQ(GaussianAccount(Epsilon{1.0}, Delta{1e-5}, SpendSum(1.0)).remainingEpsilon().value(), 0.0);
    EXPECT_THROW((void)gaussianSpend(PrivacyEvent::gaussian(NoiseMultiplier{0.0})), Error);
    EXPECT_THROW(
        (void)gaussianSpend(PrivacyEvent::poissonSampledGaussian(SampleRate{0.1}, NoiseMultiplier{1.0})),
        Error);
    EXPECT_EQ(gaussianSpend(PrivacyEvent::poissonSampledGaussian(SampleRate{1.0}, NoiseMultiplier{3.0}, 4)),
              gaussianSpend(PrivacyEvent::gaussian(NoiseMultiplier{3.0}, 4)));
    EXPECT_THROW(GaussianAccount(Epsilon{0.0}, Delta{1e-5}), Error);
    EXPECT_THROW(GaussianAccount(Epsilon{1.0}, Delta{1.0}), Error);
}

TEST(GaussianAccount, WhatRemainsCanBeAskedFor) {
    std::mt19937_64 random(13);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int i = 0; i < 500; ++i) {
        const Epsilon cap{std::pow(10, -3 + 4.5 * uniform(random))};
        const double capMu = muOf(cap, Delta{1e-5}).value();
        const GaussianAccount account(cap, Delta{1e-5}, SpendSum(capMu * capMu * uniform(random)));
        const Epsilon rest = account.remainingEpsilon();
        if (rest.value() > 0) {
            SpendSum request;
            const double mu = muOf(rest, Delta{1e-5}).value();
            request.addProduct(mu, mu);
            ASSERT_TRUE(account.fits(request)) << cap.value();
        }
    }
}

TEST(SlicesAccount, AddsEpsilonAndDelta) {
    SlicesAccount account(Epsilon{1.0}, Delta{1e-5}, SpendSum(0.75), SpendSum(5e-6));
    EXPECT_TRUE(account.fits(Epsilon{0.25}, Delta{5e-6}));
    EXPECT_FALSE(account.fits(Epsilon{std::nextafter(0.25, 1.0)}, Delta{5e-6}));
    EXPECT_FALSE(account.fits(Epsilon{0.25}, Delta{5.1e-6}));
    EXPECT_EQ(account.remainingEpsilon().value(), 0.25);
    EXPECT_EQ(account.missingEpsilon(Epsilon{0.5}).value(), 0.25);
    EXPECT_NO_THROW(account.requireRoom(Epsilon{0.25}, Delta{5e-6}, {"x"}));
    EXPECT_THROW(account.requireRoom(Epsilon{0.5}, Delta{1e-6}, {"x"}), Error);
    EXPECT_THROW(account.requireRoom(Epsilon{0.1}, Delta{6e-6}, {"x"}), Error);
}

} // namespace
} // namespace parsimony
