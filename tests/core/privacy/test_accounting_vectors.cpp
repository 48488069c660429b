// SPDX-License-Identifier: GPL-3.0-or-later
// The published cases of accounting.json, each within the tolerances the file states.
#include "core/base/error.h"
#include "core/privacy/accountant.h"
#include "core/privacy/calibration.h"
#include "core/privacy/composed_loss.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/loss_law.h"
#include "tests/core/privacy/accounting_cases.h"
#include "tests/core/privacy/rdp_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace parsimony {
namespace {

using testing_support::accountingVectors;
using testing_support::epsilonOfRdpCurve;
using testing_support::eventsOf;
using testing_support::gaussian;
using testing_support::poisson;
using testing_support::rdpCurve;

// The orders that the reference figures for RDP were computed at, less those below 2, where its series did
// not converge for V15.
std::vector<double> referenceOrders() {
    std::vector<double> orders;
    for (int i = 10; i < 100; ++i) {
        orders.push_back(1 + i / 10.0);
    }
    for (int i = 11; i < 64; ++i) {
        orders.push_back(i);
    }
    for (const double order : {128.0, 256.0, 512.0, 1024.0}) {
        orders.push_back(order);
    }
    return orders;
}

double figure(const nlohmann::json& value) {
    return value.get<double>();
}

TEST(AccountingVectors, EveryCaseAgrees) {
    const auto vectors = accountingVectors();
    const double exactTolerance = vectors["tolerance"]["exact_relative"];
    const double pldTolerance = vectors["tolerance"]["pld_relative"];
    const double rdpTolerance = vectors["tolerance"]["rdp_relative"];
    int checked = 0;
    for (const auto& testCase : vectors.at("cases")) {
        if (!testCase.contains("events") || testCase.contains("delta_at")) {
            continue;
        }
        SCOPED_TRACE(testCase["id"].get<std::string>());
        const Delta delta{testCase.value("delta", 1e-5)};
        const auto events = eventsOf(testCase);
        const AccountantFigure charged = chargedEpsilon(events, delta);
        EXPECT_TRUE(charged.charged);
        EXPECT_LE(charged.lower, charged.value);
        ++checked;
        if (testCase.contains("exact")) {
            const double exact = figure(testCase["exact"]);
            EXPECT_GE(charged.value, exact * (1 - 1e-9));
            EXPECT_LE(charged.value, exact * (1 + exactTolerance));
        }
        if (testCase.contains("pld")) {
            const double pld = testCase.contains("pld_interval_1e-5") ? figure(testCase["pld_interval_1e-5"])
                                                                      : figure(testCase["pld"]);
            EXPECT_NEAR(pldAccountant().epsilon(events, delta).upper / pld, 1, pldTolerance);
            EXPECT_NEAR(charged.value / pld, 1, pldTolerance);
        }
        if (testCase.contains("prv")) {
            EXPECT_GE(charged.value, figure(testCase["prv"][0]));
            EXPECT_LE(charged.lower, figure(testCase["prv"][2]));
        }
        if (testCase.contains("rdp")) {
            // The same orders give the same figure; the best order gives no more.
            const auto orders = referenceOrders();
            const auto curve = rdpCurve(events, orders);
            EXPECT_NEAR(epsilonOfRdpCurve(orders, curve, delta.value()) / figure(testCase["rdp"]), 1,
                        rdpTolerance);
            const double best = rdpAccountant().epsilon(events, delta).value;
            EXPECT_LE(best, figure(testCase["rdp"]) * (1 + rdpTolerance));
            EXPECT_GE(best, charged.value * (1 - 1e-12));
        }
        if (testCase.contains("clt_too_low")) {
            const AccountantFigure clt = cltAccountant().epsilon(events, delta);
            EXPECT_NEAR(clt.value / figure(testCase["clt_too_low"]), 1, 1e-6);
            EXPECT_LT(clt.value, charged.lower);
        }
        if (testCase.contains("exact_mu_squared")) {
            EXPECT_NEAR(gaussianSpend(events).upper(), figure(testCase["exact_mu_squared"]), 1e-14);
            EXPECT_NEAR(chargedDelta(events, Epsilon{1.0}).value / figure(testCase["exact_delta_at_1"]), 1,
                        1e-9);
            const std::vector<PrivacyEvent> without(events.begin(), events.end() - 1);
            EXPECT_NEAR(chargedEpsilon(without, delta).value / figure(testCase["exact_without_the_7_scores"]),
                        1, 1e-9);
        }
    }
    EXPECT_GE(checked, 14);
}

nlohmann::json caseNamed(const std::string& id) {
    const auto vectors = accountingVectors();
    for (const auto& testCase : vectors.at("cases")) {
        if (testCase["id"] == id) {
            return testCase;
        }
    }
    ADD_FAILURE() << "no case " << id;
    return {};
}

TEST(AccountingVectors, V2DeltaOfOneGaussian) {
    const auto testCase = caseNamed("V2");
    for (std::size_t i = 0; i < testCase["epsilon"].size(); ++i) {
        const double delta = chargedDelta(std::vector{gaussian(1.0)}, Epsilon{testCase["epsilon"][i]}).value;
        EXPECT_NEAR(delta / figure(testCase["exact_delta"][i]), 1, 1e-9) << i;
        EXPECT_GE(delta, figure(testCase["exact_delta"][i]) * (1 - 1e-14));
    }
}

TEST(AccountingVectors, V3CalibratesOneAndAHundredReleases) {
    const auto testCase = caseNamed("V3");
    for (const std::uint64_t steps : {std::uint64_t{1}, std::uint64_t{100}}) {
        const double sigma =
            calibrateNoise(Epsilon{1.0}, Delta{1e-5}, Releases{steps}).releases.noiseMultiplier.value();
        const double exact = testCase["exact_sigma"]["steps_" + std::to_string(steps)];
        EXPECT_NEAR(sigma / exact, 1, 1e-9);
        EXPECT_GE(sigma, exact * (1 - 1e-14));
    }
}

TEST(AccountingVectors, V5AndV6Searches) {
    for (const char* id : {"V5", "V6"}) {
        const auto testCase = caseNamed(id);
        SpendSum sum;
        for (const auto& phase : testCase["search"]["phases"]) {
            const double mu = muOf(Epsilon{phase[0]}, Delta{1e-5}).value();
            for (int i = 0; i < phase[1].get<int>(); ++i) {
                sum.addProduct(mu, mu);
            }
        }
        EXPECT_NEAR(muUpper(sum).value() / figure(testCase["exact_mu"]), 1, 1e-9) << id;
        EXPECT_NEAR(epsilonOf(muUpper(sum), Delta{1e-5}).value() / figure(testCase["exact"]), 1, 1e-9) << id;
    }
}

// The two directions of one sub-sampled release, each bracketed by its lattices.
TEST(AccountingVectors, V8RemoveAndAdd) {
    using namespace accounting;
    const auto testCase = caseNamed("V8");
    for (const auto& [text, exact] : testCase["delta_at"].items()) {
        const double epsilon = std::stod(text);
        for (const auto& [kind, key] :
             {std::pair{LossKind::Remove, "remove"}, std::pair{LossKind::Add, "add"}}) {
            const std::vector<CountedLaw> laws = {{{kind, 0.01, 1.0}, 1.0}};
            const CompositionPlan plan{2.0, 1e-4, 200000, 5.0, 1e-25};
            const double upper = ComposedLoss(laws, plan, Bound::Pessimistic).delta(epsilon);
            const double lower = ComposedLoss(laws, plan, Bound::Optimistic).delta(epsilon);
            const double truth = exact[key];
            EXPECT_GE(upper, truth * (1 - 1e-12)) << key << ' ' << text;
            EXPECT_LE(lower, truth * (1 + 1e-12)) << key << ' ' << text;
            EXPECT_NEAR(upper, truth, 1e-3 * truth + 1e-11) << key << ' ' << text;
            EXPECT_NEAR(lower, truth, 1e-3 * truth + 1e-11) << key << ' ' << text;
        }
        const AccountantFigure charged = chargedDelta(std::vector{poisson(0.01, 1.0)}, Epsilon{epsilon});
        EXPECT_NEAR(charged.value / std::max(figure(exact["remove"]), figure(exact["add"])), 1, 1e-3);
    }
}

TEST(AccountingVectors, V13SplitAndReordered) {
    const auto testCase = caseNamed("V13");
    const auto events = eventsOf(testCase);
    const std::vector<PrivacyEvent> split = {events[1].withCount(1), events[0].withCount(1500),
                                             events[1].withCount(3), events[0].withCount(500)};
    EXPECT_EQ(chargedEpsilon(events, Delta{1e-6}).value, chargedEpsilon(split, Delta{1e-6}).value);
}

TEST(AccountingVectors, V19RdpOrders) {
    const auto testCase = caseNamed("V19")["rdp_orders"];
    const std::vector<double> orders = testCase["alpha"];
    const auto values =
        rdpCurve(std::vector{poisson(testCase["poisson"][0], testCase["poisson"][1])}, orders);
    for (std::size_t i = 0; i < orders.size(); ++i) {
        EXPECT_NEAR(values[i] / figure(testCase["rdp"][i]), 1, 1e-8) << orders[i];
    }
}

TEST(AccountingVectors, V20BaseOfPrivateSelection) {
    const auto testCase = caseNamed("V20");
    const std::vector<PrivacyEvent> base = {poisson(0.01, 2.0, 500)};
    const auto orders = referenceOrders();
    EXPECT_NEAR(epsilonOfRdpCurve(orders, rdpCurve(base, orders), 1e-5) /
                    figure(testCase["base_rdp_epsilon"]),
                1, 1e-3);
    const std::vector<PrivacyEvent> all = {base.front().withCount(5000)};
    EXPECT_NEAR(chargedEpsilon(all, Delta{1e-5}).value / figure(testCase["compose_all_10_pld"]), 1, 1e-3);
}

TEST(AccountingVectors, V21Edges) {
    const Delta delta{1e-5};
    EXPECT_EQ(chargedEpsilon(std::vector{poisson(0.0, 1.0, 100)}, delta).value, 0.0);
    EXPECT_EQ(chargedEpsilon(std::vector<PrivacyEvent>{}, delta).value, 0.0);
    EXPECT_TRUE(std::isinf(chargedEpsilon(std::vector{gaussian(0.0)}, delta).value));
    EXPECT_TRUE(std::isinf(chargedEpsilon(std::vector{poisson(0.1, 0.0)}, delta).value));
    EXPECT_EQ(chargedEpsilon(std::vector{poisson(0.0, 0.0)}, delta).value, 0.0);
    // q = 1 is the closed Gaussian form
    const std::vector<PrivacyEvent> full = {poisson(1.0, 20.0, 30)};
    const std::vector<PrivacyEvent> plain = {gaussian(20.0, 30)};
    EXPECT_EQ(chargedEpsilon(full, delta).value, chargedEpsilon(plain, delta).value);
    EXPECT_EQ(chargedEpsilon(full, delta).accountant->name(), "gdp");
}

TEST(AccountingVectors, CalibratesThePaperCases) {
    struct Case {
        double epsilon, rate;
        std::uint64_t steps;
        double sigma;
    };
    for (const Case& c :
         {Case{1.0, 0.01, 1000, 1.4146}, Case{0.01, 0.2, 500, 1090.3}, Case{3.0, 0.01, 20000, 2.0964}}) {
        const Calibrated found =
            calibrateNoise(Epsilon{c.epsilon}, Delta{1e-5}, Releases{c.steps, SampleRate{c.rate}});
        EXPECT_NEAR(found.releases.noiseMultiplier.value() / c.sigma, 1, 4e-4);
        EXPECT_LE(found.figure.value, c.epsilon);
        EXPECT_GE(found.figure.value, 0.9995 * c.epsilon);
        EXPECT_LE(found.figure.upper - found.figure.lower, 0.005 * c.epsilon);
        EXPECT_EQ(found.figure.value, chargedEpsilon(std::vector{found.releases.event()}, Delta{1e-5}).value);
    }
}

} // namespace
} // namespace parsimony
