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

const PartName kTrain{"train", PartId{1}};

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
