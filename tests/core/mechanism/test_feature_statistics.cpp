// SPDX-License-Identifier: GPL-3.0-or-later
// PRIVACY rules 8, 15 and 17: what the statistics of a feature map hand to their noise source differs on
// neighbouring data by at most the sensitivity that their plans declare.
#include "core/compute/backend_factory.h"
#include "core/mechanism/feature_statistics.h"
#include "core/mechanism/model_bytes.h"
#include "core/mechanism/private_mean.h"

#include "array_files.h"
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace parsimony::mechanism {
namespace {

using data::testing::bytesOf;
using data::testing::npy;
using data::testing::TempFolder;
using data::testing::writeText;

constexpr std::size_t kRows = 600, kDim = 5;
constexpr std::uint32_t kClasses = 4;

struct Records {
    std::vector<float> x;
    std::vector<std::int64_t> y;
};

Records drawnRecords() {
    std::mt19937 random(21);
    std::normal_distribution<float> normal(0.4F, 1.0F);
    Records records;
    for (std::size_t i = 0; i < kRows; ++i) {
        for (std::size_t j = 0; j < kDim; ++j) {
            records.x.push_back(normal(random));
        }
        records.y.push_back(static_cast<std::int64_t>(random() % kClasses));
    }
    return records;
}

void setRow(Records& records, std::size_t row, float value, std::int64_t label) {
    std::fill_n(records.x.begin() + static_cast<std::ptrdiff_t>(row * kDim), kDim, 0.0F);
    records.x[row * kDim] = value;
    records.y[row] = label;
}

/// What the mechanism releases of these records with noise that the test knows.
std::vector<double> released(const Mechanism& mechanism, const Records& records) {
    const TempFolder folder;
    writeText(folder.file("x.npy"),
              npy("<f4", std::to_string(kRows) + ", " + std::to_string(kDim), bytesOf(records.x)));
    writeText(folder.file("y.npy"), npy("<i8", std::to_string(kRows) + ",", bytesOf(records.y)));
    RowSettings settings;
    settings.classes = kClasses;
    settings.load.classes = kClasses;
    Rows rows(compute::makeCpuBackend({1}), {{"train", {folder.file("x.npy"), folder.file("y.npy")}}},
              settings, {});
    const Attempt attempt{rows, {}, [](std::uint32_t) {
                              return compute::NoiseSource::seeded(compute::PublicDataSeed{5}, 1, 1);
                          }};
    return parametersFromBytes(mechanism.run(attempt).outcome.releases.front().bytes);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double squares = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(squares);
}

const PartRows kTrain{"train", PartId{1}};

} // namespace

TEST(FeatureStatistics, ClassCountsOfNeighboursStayWithinTheirSensitivity) {
    const Records base = drawnRecords();
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        for (const std::uint32_t perPerson : {1U, 3U}) {
            const auto plan =
                train::SumPlan::forMu(train::ReleaseKind::ClassCounts, Mu{50.0}, 1.0, adjacency, perPerson);
            const ClassCounts counts(plan, kTrain);
            Records other = base;
            for (std::size_t i = 0; i < perPerson; ++i) { // all rows of a person, of one class
                other.y[i] = 0;
            }
            Records neighbour = other;
            for (std::size_t i = 0; i < perPerson; ++i) {
                if (adjacency == Adjacency::ReplaceOne) {
                    neighbour.y[i] = 2;
                } else {
                    setRow(neighbour, i, std::numeric_limits<float>::quiet_NaN(), 3); // not valid: not there
                }
            }
            const double moved = distance(released(counts, other), released(counts, neighbour));
            const double declared = plan.release().sensitivity.value();
            EXPECT_LE(moved, declared + 1e-9);
            EXPECT_GE(moved, declared - 1e-9) << "the worst neighbour reaches it";
        }
    }
}

TEST(FeatureStatistics, TheMeanOfPreparedRowsStaysWithinItsSensitivity) {
    Records base = drawnRecords();
    setRow(base, 7, 1e30F, 1); // the row norm bounds it
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        const auto plan = train::MeanPlan::forMu(Mu{1e4}, 1.0, kDim, kRows, adjacency);
        const PrivateMean mean(plan, kTrain, PrivateMean::Of::PreparedRows);
        Records neighbour = base;
        if (adjacency == Adjacency::ReplaceOne) {
            setRow(neighbour, 7, -1e-20F, 2);
        } else {
            neighbour.y[7] = 99; // no class: not there
        }
        const double moved =
            static_cast<double>(kRows) * distance(released(mean, base), released(mean, neighbour));
        const double declared = plan.release().sensitivity.value();
        EXPECT_LE(moved, declared);
        EXPECT_GE(moved, 0.99 * declared);
    }
}

TEST(FeatureStatistics, TheAgreementOfNeighboursStaysWithinItsSensitivity) {
    train::Model model{{compute::HeadKind::Linear, kDim, kClasses, 0, 1, false},
                       std::vector<double>(kDim * kClasses, 0.0)};
    model.parameters[0] = 1.0; // class 0 where the first number is positive
    model.parameters[kDim] = -1.0;
    Records base = drawnRecords();
    setRow(base, 7, 1e30F, 0);
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        const auto plan = train::SumPlan::forMu(train::ReleaseKind::Count, Mu{1e9}, 1.0, adjacency, 1);
        const PriorAgreement agreement(plan, kTrain, model);
        const double before = released(agreement, base).front();
        double expected = 0.0;
        for (std::size_t i = 0; i < kRows; ++i) {
            const float first = base.x[i * kDim];
            expected += base.y[i] == (first > 0.0F ? 0 : 1) ? 1.0 : 0.0;
        }
        EXPECT_NEAR(before, expected, 1e-3);
        Records neighbour = base;
        if (adjacency == Adjacency::ReplaceOne) {
            setRow(neighbour, 7, -1e-20F, 3);
        } else {
            neighbour.y[7] = -1; // not valid: not there
        }
        const double moved = std::abs(before - released(agreement, neighbour).front());
        EXPECT_LE(moved, plan.release().sensitivity.value() + 1e-6);
        EXPECT_GE(moved, plan.release().sensitivity.value() - 1e-6);
    }
}

TEST(FeatureStatistics, TheFlatnessOfNeighboursStaysWithinItsSensitivity) {
    FlatnessPairs pairs;
    pairs.mean.assign(kDim, 0.1F);
    pairs.cap = 2.0; // below √5, so that pairs of equal direction reach it
    for (const std::uint32_t buckets : {1U, 4U, 256U}) {
        pairs.buckets = buckets;
        for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
            const auto plan =
                train::SumPlan::forMu(train::ReleaseKind::Flatness, Mu{1e4}, pairs.cap, adjacency, 1);
            const Flatness flatness(plan, kTrain, pairs);
            Records base = drawnRecords();
            const std::vector<double> before = released(flatness, base);
            double largest = 0.0;
            for (std::size_t row = 0; row < 60; ++row) {
                Records neighbour = base;
                if (adjacency == Adjacency::ReplaceOne) {
                    setRow(neighbour, row, row % 2 == 0 ? 1.0F : -3.0F, 0);
                } else {
                    neighbour.y[row] = -1; // not valid: in no bucket
                }
                largest = std::max(largest, distance(before, released(flatness, neighbour)));
            }
            EXPECT_LE(largest, plan.release().sensitivity.value());
            EXPECT_EQ(plan.release().sensitivity.value() >= 2.0 * pairs.cap,
                      adjacency == Adjacency::ReplaceOne);
        }
    }
}

TEST(FeatureStatistics, TheWorstNeighboursReachTheSensitivityOfAFlatness) {
    FlatnessPairs pairs;
    pairs.mean.assign(kDim, 0.0F);
    pairs.cap = 2.0;
    pairs.buckets = 2;
    // Equal rows meet in one bucket. Of a person who stands there with a lower hash the pair is (r, a), at
    // right angles: worth nothing; without them it is (a, a), worth the cap. What comes in their place makes
    // a pair of the single b in the other bucket.
    const auto recordsOf = [](const std::vector<std::array<float, kDim>>& rows) {
        Records records{std::vector<float>(kRows * kDim), std::vector<std::int64_t>(kRows)};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::copy(rows[i].begin(), rows[i].end(),
                      records.x.begin() + static_cast<std::ptrdiff_t>(i * kDim));
        }
        return records;
    };
    const auto turned = [](int tenths, std::size_t from) {
        std::array<float, kDim> row{};
        row[from] = std::cos(0.1F * static_cast<float>(tenths));
        row[from + 1] = std::sin(0.1F * static_cast<float>(tenths));
        return row;
    };
    const std::array<float, kDim> a{1.0F};
    for (const std::uint32_t perPerson : {1U, 3U}) {
        const auto replaced = train::SumPlan::forMu(train::ReleaseKind::Flatness, Mu{1e6}, pairs.cap,
                                                    Adjacency::ReplaceOne, perPerson);
        const auto removed = train::SumPlan::forMu(train::ReleaseKind::Flatness, Mu{1e6}, pairs.cap,
                                                   Adjacency::AddOrRemoveOne, perPerson);
        const auto valueOf = [&](const std::vector<std::array<float, kDim>>& rows) {
            return released(Flatness(removed, kTrain, pairs), recordsOf(rows)).front();
        };
        std::array<float, kDim> r{}, b{};
        for (int i = 0; i < 30; ++i) {
            r = valueOf({a, a, turned(i, 1)}) < 0.01 ? turned(i, 1) : r;
            b = valueOf({a, a, turned(i, 3), turned(i, 3)}) > 3.99 ? turned(i, 3) : b;
        }
        const double whole = valueOf({a, a, b, b});
        EXPECT_NEAR(whole - valueOf({a, a, r, b}), 2.0 * pairs.cap, 1e-3);
        EXPECT_LE(whole - valueOf({a, a, r, b}), replaced.release().sensitivity.value());
        EXPECT_NEAR(whole - valueOf({a, a, b}), pairs.cap, 1e-3);
        EXPECT_LE(whole - valueOf({a, a, b}), removed.release().sensitivity.value());
        // Nothing of it is there by width alone: each of K rows counts once more, with its slack.
        EXPECT_LT(removed.release().sensitivity.value(), pairs.cap * perPerson * 1.02);
        EXPECT_LT(replaced.release().sensitivity.value(), 2.0 * pairs.cap * perPerson * 1.02);
        EXPECT_GE(removed.release().sensitivity.value(), pairs.cap * perPerson);
        EXPECT_GE(replaced.release().sensitivity.value(), 2.0 * pairs.cap * perPerson);
    }
}

TEST(FeatureStatistics, RecordsThatAreNotThereMakeNoPair) {
    FlatnessPairs pairs;
    pairs.mean.assign(kDim, 0.5F); // what they would be if the mean were taken off them: all alike
    pairs.buckets = 4;
    const auto plan =
        train::SumPlan::forMu(train::ReleaseKind::Flatness, Mu{1e6}, pairs.cap, Adjacency::AddOrRemoveOne, 1);
    Records nobody = drawnRecords();
    for (std::size_t i = 0; i < kRows; ++i) {
        switch (i % 3) {
        case 0:
            setRow(nobody, i, 0.0F, 1);
            break;
        case 1:
            setRow(nobody, i, std::numeric_limits<float>::quiet_NaN(), 1);
            break;
        default:
            nobody.y[i] = -1;
        }
    }
    EXPECT_NEAR(released(Flatness(plan, kTrain, pairs), nobody).front(), 0.0, 1e-3);
    EXPECT_GT(released(Flatness(plan, kTrain, pairs), drawnRecords()).front(), 0.1);
}

TEST(FeatureStatistics, TheOrderOfRowsDoesNotShowInTheFlatness) {
    FlatnessPairs pairs;
    pairs.mean.assign(kDim, 0.0F);
    pairs.buckets = 64;
    const auto plan =
        train::SumPlan::forMu(train::ReleaseKind::Flatness, Mu{1e4}, 8.0, Adjacency::AddOrRemoveOne, 1);
    const Flatness flatness(plan, kTrain, pairs);
    const Records base = drawnRecords();
    Records turned;
    for (std::size_t i = kRows; i-- > 0;) {
        turned.x.insert(turned.x.end(), base.x.begin() + static_cast<std::ptrdiff_t>(i * kDim),
                        base.x.begin() + static_cast<std::ptrdiff_t>((i + 1) * kDim));
        turned.y.push_back(base.y[i]);
    }
    EXPECT_NEAR(distance(released(flatness, base), released(flatness, turned)), 0.0, 1e-12);
    FlatnessPairs others = pairs;
    others.key.fill(7);
    EXPECT_GT(distance(released(flatness, base), released(Flatness(plan, kTrain, others), base)), 1e-3)
        << "the key decides who meets";
}

TEST(FeatureStatistics, PlansCostWhatTheyAreAskedFor) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> exponent(-6.0, 2.0);
    for (int i = 0; i < 2000; ++i) {
        const Mu mu{std::pow(10.0, exponent(random))};
        const auto adjacency = i % 2 == 0 ? Adjacency::AddOrRemoveOne : Adjacency::ReplaceOne;
        const auto plan = train::SumPlan::forMu(train::ReleaseKind::ClassCounts, mu, 1.0, adjacency,
                                                1 + static_cast<std::uint32_t>(i % 5));
        EXPECT_LE(plan.mu().value(), mu.value());
        EXPECT_GE(plan.mu().value(), mu.value() * (1.0 - 1e-12));
        EXPECT_EQ(train::SumPlan::fromJson(train::ReleaseKind::ClassCounts, plan.toJson()).toJson(),
                  plan.toJson());
    }
    nlohmann::json less =
        train::SumPlan::forMu(train::ReleaseKind::ClassCounts, Mu{0.1}, 1.0, Adjacency::ReplaceOne, 2)
            .toJson();
    less["sensitivity"] = 1.0;
    EXPECT_THROW((void)train::SumPlan::fromJson(train::ReleaseKind::ClassCounts, less), Error);
}

} // namespace parsimony::mechanism
