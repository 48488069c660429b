// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <string>

namespace parsimony {
namespace {

nlohmann::json fixture(const std::string& name) {
    std::ifstream file(std::string(PARSIMONY_FIXTURES) + "/" + name);
    return nlohmann::json::parse(file);
}

constexpr double tolerance = 1e-10;

// `high` is the rounded-up side: never below the exact figure by more than the rounding of the printed
// reference.
void expectUp(double value, double exact, const std::string& where) {
    EXPECT_GE(value, exact * (1 - 2.3e-16)) << where;
    EXPECT_LE(value, exact * (1 + tolerance)) << where;
}

void expectDown(double value, double exact, const std::string& where) {
    EXPECT_LE(value, exact * (1 + 2.3e-16)) << where;
    EXPECT_GE(value, exact * (1 - tolerance)) << where;
}

class GaussianDpFixture : public testing::TestWithParam<const char*> {};

TEST_P(GaussianDpFixture, AgreesWithMpmath) {
    const auto table = fixture(GetParam());
    for (const auto& row : table.at("delta_of")) {
        expectUp(deltaOf(Mu{row["mu"]}, Epsilon{row["epsilon"]}).value(), row["delta"], row.dump());
    }
    for (const auto& row : table.at("mu_of")) {
        const Mu mu = muOf(Epsilon{row["epsilon"]}, Delta{row["delta"]});
        expectDown(mu.value(), row["mu"], row.dump());
        EXPECT_LE(deltaOf(mu, Epsilon{row["epsilon"]}).value(), row["delta"].get<double>()) << row.dump();
    }
    for (const auto& row : table.at("epsilon_of")) {
        expectUp(epsilonOf(Mu{row["mu"]}, Delta{row["delta"]}).value(), row["epsilon"], row.dump());
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, GaussianDpFixture,
                         testing::Values("gaussian_dp.json", "gaussian_dp_random.json"));

TEST(GaussianDp, ReproducesTheBudgetSplits) {
    const auto table = fixture("budget_splits.json");
    const Delta delta{1e-5};
    const auto sum = [&](double first, double second, int runs, double final) {
        SpendSum total;
        for (int i = 0; i < runs; ++i) {
            total.addProduct(muOf(Epsilon{first}, delta).value(), muOf(Epsilon{first}, delta).value());
            total.addProduct(muOf(Epsilon{second}, delta).value(), muOf(Epsilon{second}, delta).value());
        }
        if (final > 0) {
            total.addProduct(muOf(Epsilon{final}, delta).value(), muOf(Epsilon{final}, delta).value());
        }
        return total;
    };
    for (const auto& row : table.at("rows")) {
        const SpendSum total = sum(row["epsilon_1"], row["epsilon_2"], row["runs"], row["epsilon_final"]);
        EXPECT_NEAR(epsilonOf(muUpper(total), delta).value() / row["total_epsilon"].get<double>(), 1, 1e-9);
    }
    for (const auto& row : table.at("final_share_for_total_1")) {
        const GaussianAccount account(Epsilon{1.0}, delta,
                                      sum(row["epsilon_1"], row["epsilon_2"], row["runs"], 0));
        EXPECT_NEAR(muLower(account.remaining()).value() / row["mu_final"].get<double>(), 1, 1e-9);
        EXPECT_NEAR(account.remainingEpsilon().value() / row["epsilon_final"].get<double>(), 1, 1e-9);
    }
}

TEST(GaussianDp, RoundsToTheSafeSideEverywhere) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int i = 0; i < 2000; ++i) {
        const Epsilon epsilon{std::pow(10, -7 + 10 * uniform(random))};
        const Delta delta{std::pow(10, -30 + 29.5 * uniform(random))};
        const Mu mu = muOf(epsilon, delta);
        ASSERT_LE(deltaOf(mu, epsilon).value(), delta.value()) << epsilon.value() << ' ' << delta.value();
        ASSERT_GT(mu.value(), 0.0);
        if (std::isnormal(mu.value()) && mu.value() > 1e-250) {
            const Epsilon back = epsilonOf(mu, delta);
            ASSERT_LE(back.value(), epsilon.value() * (1 + 1e-12));
            if (back.value() > 0) {
                ASSERT_LE(deltaOf(mu, back).value(), delta.value());
            }
            const Epsilon within = epsilonWithin(mu, delta);
            if (within.value() > 0) {
                ASSERT_LE(muOf(within, delta), mu);
                ASSERT_GE(within.value(), epsilon.value() * (1 - 1e-6));
            }
        }
    }
}

TEST(GaussianDp, IsMonotone) {
    double last = 0.0;
    for (double mu = 1e-6; mu < 50; mu *= 1.013) {
        const double epsilon = epsilonOf(Mu{mu}, Delta{1e-5}).value();
        ASSERT_GE(epsilon, last) << mu;
        last = epsilon;
    }
    last = 1.0;
    for (double epsilon = 0.0; epsilon < 30; epsilon += 0.01) {
        const double delta = deltaOf(Mu{0.9995e-3 * 1000}, Epsilon{epsilon}).value();
        ASSERT_LE(delta, last) << epsilon;
        last = delta;
    }
}

TEST(GaussianDp, HandlesTheEdges) {
    EXPECT_EQ(deltaOf(Mu{0.0}, Epsilon{1.0}).value(), 0.0);
    EXPECT_EQ(epsilonOf(Mu{0.0}, Delta{1e-5}).value(), 0.0);
    EXPECT_EQ(epsilonOf(Mu{1e-7}, Delta{1e-5}).value(), 0.0); // δ(0) is below the target already
    EXPECT_TRUE(std::isinf(epsilonOf(Mu{1e200}, Delta{1e-5}).value()));
    EXPECT_GT(deltaOf(Mu{1e-3}, Epsilon{100.0}).value(), 0.0); // rounded up, not lost
    EXPECT_LE(deltaOf(Mu{1e6}, Epsilon{1.0}).value(), 1.0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {nan, -1.0, 1e-310, std::numeric_limits<double>::infinity()}) {
        EXPECT_THROW((void)deltaOf(Mu{bad}, Epsilon{1.0}), Error);
        EXPECT_THROW((void)deltaOf(Mu{1.0}, Epsilon{bad}), Error);
        EXPECT_THROW((void)epsilonOf(Mu{bad}, Delta{1e-5}), Error);
        EXPECT_THROW((void)epsilonOf(Mu{1.0}, Delta{bad}), Error);
        EXPECT_THROW((void)muOf(Epsilon{bad}, Delta{1e-5}), Error);
        EXPECT_THROW((void)muOf(Epsilon{1.0}, Delta{bad}), Error);
    }
    EXPECT_THROW((void)muOf(Epsilon{1.0}, Delta{1.0}), Error);
    EXPECT_THROW((void)muOf(Epsilon{1.0}, Delta{0.0}), Error);
}

} // namespace
} // namespace parsimony
