// SPDX-License-Identifier: GPL-3.0-or-later
// What every accountant keeps, whatever it computes with.
#include "core/base/error.h"
#include "core/privacy/accountant.h"
#include "core/privacy/gaussian_dp.h"
#include "tests/core/privacy/accounting_cases.h"
#include "tests/core/privacy/rdp_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace parsimony {
namespace {

using testing_support::gaussian;
using testing_support::poisson;
using testing_support::rdpCurve;

using Events = std::vector<PrivacyEvent>;

class AccountantContract : public testing::TestWithParam<const char*> {
protected:
    const Accountant& accountant() const {
        const auto all = accountants();
        const auto found = std::find_if(all.begin(), all.end(),
                                        [](const Accountant* one) { return one->name() == GetParam(); });
        EXPECT_NE(found, all.end()) << GetParam();
        return **found;
    }

    /// Compositions that this accountant can account for, cheap and dear ones.
    std::vector<Events> compositions() const {
        const std::vector<Events> all = {
            {gaussian(1.0)},
            {gaussian(40.0, 60)},
            {gaussian(400.0, 300), gaussian(40.0, 100), gaussian(50.0, 7)},
            {poisson(0.01, 1.0, 1000)},
            {poisson(0.3, 5.0, 20), gaussian(8.0, 2)},
            {poisson(0.02, 0.6, 50, Adjacency::ReplaceOne)},
            {PrivacyEvent::rdpCurve({1.5, 2, 4, 8, 16, 32}, {0.1, 0.15, 0.3, 0.7, 1.6, 3.5}, 2)},
        };
        std::vector<Events> supported;
        std::copy_if(all.begin(), all.end(), std::back_inserter(supported),
                     [&](const Events& events) { return accountant().supports(events); });
        return supported;
    }
    double epsilon(const Events& events, double delta = 1e-5) const {
        return accountant().epsilon(events, Delta{delta}).value;
    }
};

TEST_P(AccountantContract, FallsWithDelta) {
    for (const Events& events : compositions()) {
        double last = std::numeric_limits<double>::infinity();
        for (const double delta : {1e-9, 1e-7, 1e-5, 1e-3, 1e-2}) {
            const double value = epsilon(events, delta);
            EXPECT_LE(value, last);
            EXPECT_GE(value, 0.0);
            last = value;
        }
    }
}

TEST_P(AccountantContract, NeverFallsWhenSomethingIsComposed) {
    for (const Events& events : compositions()) {
        const double before = epsilon(events);
        for (const Events& other : compositions()) {
            Events both = events;
            both.insert(both.end(), other.begin(), other.end());
            const bool mixed =
                events[0].asPoissonSampled() != nullptr && other[0].asPoissonSampled() != nullptr &&
                events[0].asPoissonSampled()->adjacency != other[0].asPoissonSampled()->adjacency;
            if (!mixed) {
                EXPECT_GE(epsilon(both), before);
            }
        }
    }
}

TEST_P(AccountantContract, ComposingAnEventKTimesIsItsCount) {
    for (const Events& events : compositions()) {
        Events repeated;
        Events counted;
        for (const PrivacyEvent& event : events) {
            counted.push_back(event.withCount(3));
            repeated.insert(repeated.end(), 3, event.withCount(1));
        }
        EXPECT_EQ(epsilon(repeated), epsilon(counted));
    }
}

TEST_P(AccountantContract, DoesNotDependOnTheOrder) {
    std::mt19937_64 random(17);
    for (const Events& events : compositions()) {
        Events all = events;
        all.push_back(gaussian(33.0, 4));
        all.push_back(gaussian(77.0));
        const double before = epsilon(all);
        for (int i = 0; i < 3; ++i) {
            std::shuffle(all.begin(), all.end(), random);
            EXPECT_EQ(epsilon(all), before);
        }
    }
}

TEST_P(AccountantContract, DeltaAndEpsilonAgree) {
    for (const Events& events : compositions()) {
        const double value = epsilon(events);
        const double delta = accountant().delta(events, Epsilon{value}).value;
        EXPECT_NEAR(delta / 1e-5, 1, 0.02);
        EXPECT_GE(accountant().delta(events, Epsilon{value * 0.9}).value, delta);
    }
}

/// The others are approximations, for comparison only.
class RigorousAccountantContract : public AccountantContract {};

TEST_P(RigorousAccountantContract, IsNeverBelowTheTruthWhereItIsCharged) {
    EXPECT_TRUE(accountant().rigorous());
    for (const double noise : {0.5, 3.0, 100.0, 1e4}) {
        for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{100000}}) {
            const double mu = std::sqrt(static_cast<double>(count)) / noise;
            for (const double delta : {1e-8, 1e-5}) {
                const double exact = epsilonOf(Mu{mu}, Delta{delta}).value();
                EXPECT_GE(epsilon({gaussian(noise, count)}, delta), exact * (1 - 1e-12))
                    << noise << ' ' << count;
            }
        }
    }
    // Sub-sampled: never below the lower bound that another method proves.
    for (const Events& events : compositions()) {
        if (pldAccountant().supports(events)) {
            EXPECT_GE(epsilon(events), pldAccountant().epsilon(events, Delta{1e-5}).lower);
        }
    }
}

TEST_P(AccountantContract, RefusesBadNumbers) {
    const Events events = {gaussian(1.0)};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, -inf, -1e-5, 0.0, 1e-310, 1.0, 2.0}) {
        EXPECT_THROW((void)accountant().epsilon(events, Delta{bad}), Error) << bad;
    }
    for (const double bad : {nan, inf, -1.0, 1e-310}) {
        EXPECT_THROW((void)accountant().delta(events, Epsilon{bad}), Error) << bad;
    }
}

TEST_P(AccountantContract, HandlesNothingAndEverything) {
    EXPECT_EQ(epsilon({}), 0.0);
    EXPECT_TRUE(std::isinf(epsilon({gaussian(0.0)})));
    EXPECT_EQ(accountant().name(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, AccountantContract, testing::Values("gdp", "pld", "rdp", "zcdp", "clt"));
INSTANTIATE_TEST_SUITE_P(Rigorous, RigorousAccountantContract, testing::Values("gdp", "pld", "rdp", "zcdp"));

TEST(Accountants, RefuseWhatTheyCannotAccountFor) {
    const Events sampled = {poisson(0.1, 1.0)};
    const Events curve = {PrivacyEvent::rdpCurve({2, 4}, {0.1, 0.3})};
    EXPECT_THROW((void)gdpAccountant().epsilon(sampled, Delta{1e-5}), Error);
    EXPECT_THROW((void)zcdpAccountant().epsilon(sampled, Delta{1e-5}), Error);
    EXPECT_THROW((void)pldAccountant().epsilon(curve, Delta{1e-5}), Error);
    const Events mixed = {poisson(0.1, 1.0), poisson(0.1, 1.0, 1, Adjacency::ReplaceOne)};
    EXPECT_THROW((void)chargedEpsilon(mixed, Delta{1e-5}), Error);
}

TEST(Accountants, ChargeTheSmallerOfPldAndRdp) {
    const auto figures = allFigures(Events{poisson(0.01, 1.0, 1000)}, Delta{1e-5});
    ASSERT_EQ(figures.size(), 3u); // pld, rdp, clt
    int charged = 0;
    for (const AccountantFigure& figure : figures) {
        charged += figure.charged ? 1 : 0;
        EXPECT_TRUE(!figure.charged || figure.accountant->name() == "pld");
    }
    EXPECT_EQ(charged, 1);
    const auto gaussianFigures = allFigures(Events{gaussian(1.0)}, Delta{1e-5});
    ASSERT_EQ(gaussianFigures.size(), 5u);
    EXPECT_TRUE(gaussianFigures.front().charged);
    EXPECT_EQ(
        chargedEpsilon(Events{PrivacyEvent::rdpCurve({2, 4}, {0.1, 0.3})}, Delta{1e-5}).accountant->name(),
        "rdp");
}

TEST(Accountants, ReadRdpCurvesBetweenTheirOrders) {
    // The curve of a Gaussian release at a few orders costs a little more than the release, never less.
    const std::vector<double> orders = {1.5, 2, 3, 5, 8, 12, 20, 32, 64};
    const Events release = {gaussian(3.0, 2)};
    const Events curve = {PrivacyEvent::rdpCurve(orders, rdpCurve(Events{gaussian(3.0)}, orders), 2)};
    const double direct = rdpAccountant().epsilon(release, Delta{1e-6}).value;
    const double read = chargedEpsilon(curve, Delta{1e-6}).value;
    EXPECT_GE(read, direct);
    EXPECT_LE(read, direct * 1.02);
    const Events both = {curve.front(), gaussian(10.0)};
    EXPECT_GT(chargedEpsilon(both, Delta{1e-6}).value, read);
}

TEST(Accountants, ProfileFalls) {
    const std::vector<double> epsilons = {0.0, 0.25, 0.5, 1.0, 2.0, 3.0};
    for (const Events& events : {Events{gaussian(3.0)}, Events{poisson(0.05, 1.2, 200)}}) {
        double last = 1.0;
        for (const ProfilePoint& point : privacyProfile(events, epsilons)) {
            EXPECT_LE(point.delta, last);
            EXPECT_GT(point.delta, 0.0);
            last = point.delta;
        }
    }
}

} // namespace
} // namespace parsimony
