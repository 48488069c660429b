// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/privacy/calibration.h"
#include "core/privacy/rdp.h"
#include "core/search/private_selection.h"
#include "core/train/sensitivity.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace parsimony::search {
namespace {

nlohmann::json fixture(const char* name) {
    return nlohmann::json::parse(std::ifstream(std::string(PARSIMONY_FIXTURES "/") + name));
}

RunsFamily familyOf(const nlohmann::json& shape) {
    return shape.is_string() ? RunsFamily{true, 0.0} : RunsFamily{false, shape.get<double>()};
}

/// P(K = k) by Definition 1 of Papernot and Steinke, straight from its product.
double negativeBinomial(double eta, double gamma, int k) {
    if (eta == 0.0) {
        return std::pow(1.0 - gamma, k) / (k * std::log(1.0 / gamma));
    }
    double product = 1.0;
    for (int l = 0; l < k; ++l) {
        product *= (l + eta) / (l + 1.0);
    }
    return std::pow(1.0 - gamma, k) / (std::pow(gamma, -eta) - 1.0) * product;
}

} // namespace

TEST(PrivateSelection, CurvesEqualAnIndependentRecomputation) {
    const auto table = fixture("private_selection.json");
    const std::vector<double> orders = table["orders"];
    ASSERT_EQ(table["cases"].size(), 6U);
    for (const auto& item : table["cases"]) {
        const std::vector<double> base = item["base"];
        const auto values = selectionRdp(orders, base, familyOf(item["shape"]), item["mean"]);
        for (std::size_t i = 0; i < orders.size(); ++i) {
            const double expected = item["values"][i];
            ASSERT_NEAR(values[i], expected, 1e-7 * expected) << item["name"] << " order " << orders[i];
        }
        const double epsilon = item["epsilon"];
        EXPECT_NEAR(epsilonOfCurve(orders, values, table["delta"]), epsilon, 1e-7 * epsilon) << item["name"];
    }
}

TEST(PrivateSelection, VectorTwenty) {
    const auto table = fixture("private_selection.json");
    const auto accounting = fixture("accounting.json");
    const std::vector<double> orders = table["orders"];
    for (const auto& vector : accounting["cases"]) {
        if (vector["id"] != "V20") {
            continue;
        }
        const double mean = vector["private_selection"]["mean_runs"];
        const std::vector<double> base = table["cases"][0]["base"];
        const auto epsilon = [&](const RunsFamily& family) {
            return epsilonOfCurve(orders, selectionRdp(orders, base, family, mean), 1e-5);
        };
        EXPECT_NEAR(epsilonOfCurve(orders, base, 1e-5), vector["base_rdp_epsilon"], 1e-7);
        EXPECT_NEAR(epsilon({false, 0.0}), vector["best_of_logarithmic"], 1e-7);
        EXPECT_NEAR(epsilon({false, 1.0}), vector["best_of_geometric"], 1e-7);
        EXPECT_NEAR(epsilon({true, 0.0}), vector["best_of_poisson"], 1e-7);
        return;
    }
    FAIL() << "V20 is not in the fixture";
}

TEST(PrivateSelection, SubsetTuningEqualsAnIndependentRecomputation) {
    const auto table = fixture("private_selection.json");
    const std::vector<double> integers = table["integers"];
    ASSERT_EQ(table["subset"].size(), 3U);
    for (const auto& item : table["subset"]) {
        std::vector<double> base;
        std::vector<double> final;
        for (const double order : integers) {
            base.push_back(0.5 * order * std::pow(item["mu_tuning"].get<double>(), 2));
            final.push_back(0.5 * order * std::pow(item["mu_final"].get<double>(), 2));
        }
        const auto tuning = selectionRdp(integers, base, familyOf(item["shape"]), item["mean"]);
        std::vector<double> values;
        for (const double order : integers) {
            values.push_back(
                subsetRdp(static_cast<int>(order), tuning, final, item["q"], Adjacency::AddOrRemoveOne));
            const double expected = item["values"][values.size() - 1];
            ASSERT_NEAR(values.back(), expected, 1e-9 * expected + 1e-13);
        }
        const double epsilon = item["epsilon"];
        EXPECT_NEAR(epsilonOfCurve(integers, values, table["delta"]), epsilon, 1e-7 * epsilon);
    }
}

TEST(PrivateSelection, SubsetBoundHoldsForTwoGaussians) {
    // Both mechanisms plain Gaussians: Monte Carlo of the true divergence between M(X) and M(X'), where the
    // record is in the tuning release with probability q and in the final one otherwise.
    const double q = 0.3;
    const double a = 0.8;
    const double b = 0.5;
    std::vector<double> tuning;
    std::vector<double> final;
    for (int order = 2; order <= 8; ++order) {
        tuning.push_back(0.5 * order * a * a);
        final.push_back(0.5 * order * b * b);
    }
    for (const int order : {2, 4, 8}) {
        // E over N(0, I) of (q·e^{ax−a²/2} + (1−q)·e^{by−b²/2})^p for p = α and p = 1−α, on a grid.
        double forward = 0.0;
        double backward = 0.0;
        const double h = 0.02;
        for (double x = -12; x <= 12; x += h) {
            for (double y = -12; y <= 12; y += 0.1) {
                const double weight = std::exp(-0.5 * (x * x + y * y)) / (2 * 3.14159265358979324) * h * 0.1;
                const double ratio = q * std::exp(a * x - a * a / 2) + (1 - q) * std::exp(b * y - b * b / 2);
                forward += weight * std::pow(ratio, order);
                backward += weight * std::pow(ratio, 1 - order);
            }
        }
        const double bound = subsetRdp(order, tuning, final, q, Adjacency::AddOrRemoveOne);
        EXPECT_GE(bound, std::log(forward) / (order - 1) - 1e-6);
        EXPECT_GE(bound, std::log(backward) / (order - 1) - 1e-6);
        // The first bound is an equality for Gaussians, the second within twice: far above would be a mistake
        // too.
        EXPECT_LE(bound, std::max(std::log(forward), std::log(backward)) / (order - 1) * 2.0);
    }
}

TEST(PrivateSelection, SubsetCornersAreTheMechanismsThemselves) {
    const std::vector<double> tuning{0.5, 0.7, 0.9};
    const std::vector<double> final{0.1, 0.2, 0.3};
    for (const auto adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        EXPECT_NEAR(subsetRdp(4, tuning, final, 1 - 1e-12, adjacency), 0.9, 1e-6);
        EXPECT_NEAR(subsetRdp(4, tuning, final, 1e-12, adjacency), 0.3, 1e-6);
    }
    EXPECT_THROW((void)subsetRdp(5, tuning, final, 0.5, Adjacency::AddOrRemoveOne), Error);
    EXPECT_THROW((void)subsetRdp(4, tuning, final, 0.0, Adjacency::AddOrRemoveOne), Error);
}

TEST(PrivateSelection, MeansOfTheRunsFamilies) {
    EXPECT_NEAR(truncatedNegativeBinomialMean(1.0, 0.1), 10.0, 1e-12);
    EXPECT_NEAR(truncatedNegativeBinomialMean(0.0, 0.1), 9.0 / std::log(10.0), 1e-12);
    for (const double eta : {-0.5, 0.0, 0.5, 1.0, 5.0}) {
        for (const double mean : {1.5, 10.0, 100.0}) {
            const double gamma = gammaForMean(eta, mean);
            EXPECT_NEAR(truncatedNegativeBinomialMean(eta, gamma), mean, 1e-9 * mean) << eta;
            double sum = 0.0;
            for (int k = 1; k < 1500 && mean < 50.0; ++k) {
                sum += k * negativeBinomial(eta, gamma, k);
            }
            if (mean < 50.0 && eta != -0.5) { // the tail of η = −0.5 is longer than the sum
                EXPECT_NEAR(sum, mean, 1e-6 * mean) << eta;
            }
        }
    }
    EXPECT_THROW((void)gammaForMean(-1.0, 10.0), Error);
    EXPECT_THROW((void)gammaForMean(0.0, 1.0), Error);
}

TEST(PrivateSelection, RunsFollowTheirLaw) {
    SecureUniformSource source;
    constexpr int draws = 10000;
    for (const auto& [family, mean] : std::vector<std::pair<RunsFamily, double>>{
             {{false, 0.0}, 10.0}, {{false, 1.0}, 4.0}, {{false, -0.5}, 3.0}, {{true, 0.0}, 5.0}}) {
        std::map<std::uint64_t, int> counts;
        for (int i = 0; i < draws; ++i) {
            ++counts[drawRuns(family, mean, source)];
        }
        for (int k = 0; k <= 5; ++k) {
            const double expected =
                family.poisson ? std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0))
                : k == 0       ? 0.0
                               : negativeBinomial(family.eta, gammaForMean(family.eta, mean), k);
            // Five and a half standard errors over 24 comparisons: a false alarm once in 10⁶ runs.
            EXPECT_NEAR(counts[k], draws * expected, 5.5 * std::sqrt(draws * expected) + 1e-9)
                << toText(family) << " k=" << k;
        }
    }
}

TEST(PrivateSelection, PlansFitTheirBudgetTightly) {
    for (const double epsilon : {0.1, 0.3, 1.0, 3.0}) {
        for (const auto& family : {RunsFamily{false, 0.0}, RunsFamily{false, 1.0}, RunsFamily{true, 0.0}}) {
            for (const std::optional<double> subset : {std::optional<double>{}, std::optional<double>{0.2}}) {
                SelectionRequest request;
                request.epsilon = Epsilon{epsilon};
                request.delta = Delta{1e-5};
                request.family = family;
                request.meanRuns = 8.0;
                request.subsetFraction = subset;
                const SelectionPlan plan = planSelection(request);
                EXPECT_LE(plan.epsilon.value(), epsilon);
                EXPECT_GE(plan.epsilon.value(), 0.98 * epsilon) << toText(family) << " " << epsilon;
                EXPECT_GT(plan.runMu.value(), 0.0);
            }
        }
    }
}

TEST(PrivateSelection, SubsetTuningBuysLargerRuns) {
    SelectionRequest request;
    request.epsilon = Epsilon{1.0};
    request.delta = Delta{1e-5};
    const double whole = planSelection(request).runMu.value();
    request.subsetFraction = 0.1;
    EXPECT_GT(planSelection(request).runMu.value(), whole);
    request.rowsPerPerson = 2;
    EXPECT_THROW((void)planSelection(request), Error);
    request.rowsPerPerson = 1;
    request.subsetFraction = 1.0;
    EXPECT_THROW((void)planSelection(request), Error);
}

TEST(PrivateSelection, SampledRunsAreChargedByTheLargestOfTheirCurves) {
    SelectionRequest request;
    request.epsilon = Epsilon{1.0};
    request.delta = Delta{1e-5};
    request.family = {false, 0.0};
    request.scoreFraction = 0.1;
    request.runs = {{0.05, 40, 0.0}, {0.4, 40, 0.0}, {1.0, 40, 0.0}};
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        request.adjacency = adjacency;
        const SelectionPlan plan = planSelection(request);
        ASSERT_EQ(plan.runs.size(), request.runs.size());
        EXPECT_LE(plan.epsilon.value(), 1.0);
        EXPECT_GE(plan.epsilon.value(), 0.98);
        const double scoreMu = plan.runMu.value() * std::sqrt(request.scoreFraction);
        std::vector<double> largest(plan.orders.size(), 0.0);
        for (std::size_t i = 0; i < plan.runs.size(); ++i) {
            SelectionRequest alone = request;
            alone.runs = {request.runs[i]};
            EXPECT_LE(planSelection(alone).runs.front().noiseMultiplier,
                      plan.runs[i].noiseMultiplier * (1.0 + 2e-4));
            const double delta = train::sumFactor(adjacency, 1);
            const Releases steps{plan.runs[i].steps, SampleRate{plan.runs[i].sampleRate},
                                 NoiseMultiplier{plan.runs[i].noiseMultiplier / delta}, adjacency};
            const std::array events{steps.event()};
            const auto run = accounting::reduced(events);
            for (std::size_t j = 0; j < plan.orders.size(); ++j) {
                const double order = plan.orders[j];
                largest[j] = std::max(largest[j], accounting::logMomentUpper(run, order) / (order - 1.0) +
                                                      0.5 * order * scoreMu * scoreMu);
            }
        }
        const auto values = selectionRdp(plan.orders, largest, request.family, request.meanRuns);
        for (std::size_t j = 0; j < plan.orders.size(); ++j) {
            EXPECT_GE(plan.values[j], values[j] * (1.0 - 1e-12)) << plan.orders[j];
            EXPECT_NEAR(plan.values[j], values[j], 1e-9 * values[j]) << plan.orders[j];
        }
    }
}

TEST(PrivateSelection, SampledSubsetTuningFits) {
    SelectionRequest request;
    request.epsilon = Epsilon{1.0};
    request.delta = Delta{1e-5};
    request.subsetFraction = 0.2;
    request.runs = {{0.2, 20, 0.0}};
    const SelectionPlan plan = planSelection(request);
    EXPECT_LE(plan.epsilon.value(), 1.0);
    EXPECT_GE(plan.epsilon.value(), 0.98);
    request.subsetFraction.reset();
    EXPECT_GT(planSelection(request).runs.front().noiseMultiplier, plan.runs.front().noiseMultiplier);
}

TEST(PrivateSelection, SubsetTuningWithOneRunInTheMeanFits) {
    SelectionRequest request;
    request.epsilon = Epsilon{0.1};
    request.delta = Delta{1e-5};
    request.family = {true, 0.0};
    request.meanRuns = 1.0;
    request.subsetFraction = 0.1;
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        request.adjacency = adjacency;
        const SelectionPlan plan = planSelection(request);
        EXPECT_LE(plan.epsilon.value(), 0.1);
        EXPECT_GE(plan.epsilon.value(), 0.09);
    }
}

TEST(PrivateSelection, ReadsFamilies) {
    EXPECT_EQ(runsFamilyFromText("poisson"), (RunsFamily{true, 0.0}));
    EXPECT_EQ(runsFamilyFromText("tnb:-0.5"), (RunsFamily{false, -0.5}));
    EXPECT_EQ(runsFamilyFromText(toText(RunsFamily{false, 0.25})), (RunsFamily{false, 0.25}));
    EXPECT_EQ(runsFamilyFromText("tnb:1e6"), (RunsFamily{false, 1e6}));
    for (const char* bad : {"tnb:-1", "tnb:", "tnb:nan", "geometric", ""}) {
        EXPECT_THROW((void)runsFamilyFromText(bad), Error) << bad;
    }
    try {
        (void)runsFamilyFromText("tnb:1e10");
        ADD_FAILURE() << "taken";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("above -1 and at most 1000000"), std::string::npos)
            << error.what();
    }
}

} // namespace parsimony::search
