// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 6: which figure is charged. Rule 16: bad privacy parameters are refused, and nothing composed is free.
#include "core/base/error.h"
#include "core/privacy/calibration.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "tests/core/privacy/accounting_cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace parsimony {

using testing_support::gaussian;
using testing_support::poisson;

TEST(Rule06, AFullBatchUsesTheClosedGaussianForm) {
    for (const double z : {0.5, 3.0, 400.0}) {
        const std::vector<PrivacyEvent> sampled = {poisson(1.0, z, 77)};
        const std::vector<PrivacyEvent> plain = {gaussian(z, 77)};
        const AccountantFigure figure = chargedEpsilon(sampled, Delta{1e-6});
        EXPECT_EQ(figure.accountant->name(), "gdp");
        EXPECT_EQ(figure.value, chargedEpsilon(plain, Delta{1e-6}).value);
        EXPECT_EQ(figure.value, epsilonOf(muUpper(gaussianSpend(plain)), Delta{1e-6}).value());
    }
}

TEST(Rule06, ChargesOfTheVectorsAreNeverBelowTheTruth) {
    const auto vectors = testing_support::accountingVectors();
    int checked = 0;
    for (const auto& testCase : vectors.at("cases")) {
        if (!testCase.contains("events") || testCase.contains("delta_at")) {
            continue;
        }
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const Delta delta{testCase.value("delta", 1e-5)};
        const auto events = testing_support::eventsOf(testCase);
        const AccountantFigure charged = chargedEpsilon(events, delta);
        ++checked;
        EXPECT_NE(charged.accountant->name(), "clt");
        EXPECT_LE(charged.lower, charged.value);
        EXPECT_LE(charged.value, rdpAccountant().epsilon(events, delta).value);
        if (testCase.contains("exact")) {
            EXPECT_GE(charged.value, testCase["exact"].get<double>() * (1 - 1e-12));
        }
        if (testCase.contains("prv")) {
            EXPECT_GE(charged.value, testCase["prv"][0].get<double>());
        }
        if (testCase.contains("pld")) {
            EXPECT_NEAR(charged.value / testCase["pld"].get<double>(), 1.0, 1e-3);
        }
        if (testCase.contains("clt_too_low")) { // what a charge by the limit theorem would have been
            EXPECT_GT(charged.lower, testCase["clt_too_low"].get<double>());
        }
    }
    EXPECT_GE(checked, 10);
}

TEST(Rule06, TheLargerDirectionCounts) {
    // One release, where both directions have closed forms.
    const double q = 0.9;
    const double z = 0.8;
    const auto tail = [](double t) { return std::erfc(t / std::sqrt(2.0)) / 2; };
    for (const double epsilon : {0.05, 0.5, 1.5}) {
        const auto lossAt = [&](double x) { return std::log1p(q * std::expm1((2 * x - 1) / (2 * z * z))); };
        const auto solve = [&](double loss) {
            double low = -60.0;
            double high = 60.0;
            for (int i = 0; i < 200; ++i) {
                const double middle = (low + high) / 2;
                (lossAt(middle) < loss ? low : high) = middle;
            }
            return high;
        };
        const double up = solve(epsilon);
        const double remove =
            (1 - q) * tail(up / z) + q * tail((up - 1) / z) - std::exp(epsilon) * tail(up / z);
        double add = 0.0;
        if (-epsilon > std::log1p(-q)) {
            const double down = solve(-epsilon);
            add =
                tail(-down / z) - std::exp(epsilon) * ((1 - q) * tail(-down / z) + q * tail(-(down - 1) / z));
        }
        const std::vector<PrivacyEvent> one = {poisson(q, z)};
        EXPECT_GE(chargedDelta(one, Epsilon{epsilon}).value, std::max(remove, add) * (1 - 1e-9)) << epsilon;
    }
}

TEST(Rule06, RandomCalibrationsStayBelowTheirTargetAsStored) {
    std::mt19937_64 random(6);
    const auto draw = [&](double low, double high) {
        return std::pow(10, std::uniform_real_distribution<double>(low, high)(random));
    };
    for (int i = 0; i < 6; ++i) {
        const Epsilon target{draw(-1, 1)};
        const Delta delta{draw(-8, -4)};
        Releases releases;
        releases.steps = static_cast<std::uint64_t>(draw(1, 3.5));
        releases.sampleRate = SampleRate{draw(-3, -0.5)};
        const Calibrated found = calibrateNoise(target, delta, releases);
        // What a ledger keeps is the event's text.
        const std::vector<PrivacyEvent> planned = {found.releases.event()};
        const auto stored = parseEvents(toJson(planned).dump(), "the ledger");
        EXPECT_LE(chargedEpsilon(stored, delta).value, target.value());
    }
}

TEST(Rule16, BadParametersAreRefusedEverywhere) {
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> bad = {nan, inf, -inf, -1.0, -0.0 - 1e-300, 1e-310, 5e-324};
    const std::vector<PrivacyEvent> fine = {poisson(0.1, 2.0, 10)};
    const auto refused = [](const std::function<void()>& action) {
        try {
            action();
        } catch (const Error& error) {
            return error.code() == ErrorCode::Usage && std::string(error.what()).size() > 20;
        }
        return false;
    };
    for (const double value : bad) {
        EXPECT_TRUE(refused([&] { (void)gaussian(value); })) << value;
        EXPECT_TRUE(refused([&] { (void)poisson(0.1, value); })) << value;
        EXPECT_TRUE(refused([&] { (void)poisson(value, 1.0); })) << value;
        EXPECT_TRUE(refused([&] { (void)checkedEpsilon(value, "epsilon"); })) << value;
        EXPECT_TRUE(refused([&] { (void)checkedDelta(value, "delta"); })) << value;
        EXPECT_TRUE(refused([&] { (void)chargedEpsilon(fine, Delta{value}); })) << value;
        EXPECT_TRUE(refused([&] { (void)chargedDelta(fine, Epsilon{value}); })) << value;
        EXPECT_TRUE(refused([&] { (void)calibrateNoise(Epsilon{value}, Delta{1e-5}, {}); })) << value;
        EXPECT_TRUE(refused([&] { (void)calibrateNoise(Epsilon{1.0}, Delta{value}, {}); })) << value;
        for (const Accountant* accountant : accountants()) {
            const std::vector<PrivacyEvent> plain = {gaussian(2.0)};
            EXPECT_TRUE(refused([&] { (void)accountant->epsilon(plain, Delta{value}); })) << value;
            EXPECT_TRUE(refused([&] { (void)accountant->delta(plain, Epsilon{value}); })) << value;
        }
    }
    EXPECT_TRUE(refused([] { (void)poisson(1.0 + 1e-12, 1.0); }));
    EXPECT_TRUE(refused([] { (void)checkedDelta(1.0, "delta"); }));
    EXPECT_TRUE(refused([] { (void)gaussian(1.0, 0); }));
    EXPECT_TRUE(refused([] { (void)gaussian(1.0, (std::uint64_t{1} << 53) + 1); }));
}

TEST(Rule16, ComposingNeverLowersEpsilonAndRepeatsAreCounts) {
    std::mt19937_64 random(16);
    const auto draw = [&](double low, double high) {
        return std::pow(10, std::uniform_real_distribution<double>(low, high)(random));
    };
    const Delta delta{1e-6};
    for (int i = 0; i < 12; ++i) {
        const bool sampled = i % 2 == 0;
        const PrivacyEvent event = sampled ? poisson(draw(-3, -0.3), draw(0, 1)) : gaussian(draw(-0.5, 2));
        const std::uint64_t count = 2 + random() % 40;
        const std::vector<PrivacyEvent> once = {event.withCount(count)};
        const std::vector<PrivacyEvent> repeated(count, event);
        const double epsilon = chargedEpsilon(once, delta).value;
        EXPECT_EQ(chargedEpsilon(repeated, delta).value, epsilon);
        auto more = once;
        more.push_back(gaussian(draw(1, 3)));
        // The lattice of a composition is as fine as the question asks: a ten-thousandth is its error.
        EXPECT_GE(chargedEpsilon(more, delta).value, epsilon * (sampled ? 1 - 2e-4 : 1.0));
        const std::vector<PrivacyEvent> twice = {event.withCount(2 * count)};
        EXPECT_GT(chargedEpsilon(twice, delta).value, epsilon);
    }
}

} // namespace parsimony
