// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/empirical/canary.h"
#include "tests/core/empirical/audit_fixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace parsimony::empirical {
namespace {

double norm(std::span<const float> row) {
    double square = 0.0;
    for (const float value : row) {
        square += static_cast<double>(value) * value;
    }
    return std::sqrt(square);
}

Dataset copyOf(std::size_t rows, std::size_t dim, std::size_t extra, double bound = 1.0) {
    return copyForAudit(test::publicBlobs(50, 8, 3, bound), 3, rows, dim, bound, extra);
}

TEST(AuditCopy, KeepsRowsWithLabelsOnly) {
    data::LoadedPart part = test::publicBlobs(10, 4, 2);
    part.labels[0] = -1;
    part.labels[3] = -1;
    const Dataset copy = copyForAudit(part, 2, 5, 0, 1.0, 2);
    EXPECT_EQ(copy.rows, 5U);
    EXPECT_EQ(copy.dim, 6U);
    for (std::size_t i = 0; i < copy.rows; ++i) {
        EXPECT_GE(copy.labels[i], 0);
        EXPECT_EQ(copy.features[i * 6 + 4], 0.0F);
        EXPECT_EQ(copy.features[i * 6 + 5], 0.0F);
    }
    part.labels.assign(10, -1);
    EXPECT_THROW((void)copyForAudit(part, 2, 5, 0, 1.0, 0), Error);
}

TEST(AuditCopy, CutRowsHaveTheBoundAgain) {
    const Dataset copy = copyOf(20, 3, 0, 5.0);
    for (std::size_t i = 0; i < copy.rows; ++i) {
        const double size = norm(std::span(copy.features).subspan(i * 3, 3));
        EXPECT_LE(size, 5.0);
        EXPECT_GT(size, 4.99);
    }
}

TEST(Canaries, DiracOnesHaveAColumnOrLabelOfTheirOwn) {
    const Dataset base = copyOf(20, 0, diracColumns(10, 3));
    const auto source = AuditRandomness(1).stream(1);
    const auto canaries = makeCanaries(base, CanaryKind::Dirac, 10, 2.0, diracColumns(10, 3), source);
    std::set<std::pair<std::size_t, int>> places;
    for (const Canary& canary : canaries) {
        EXPECT_EQ(norm(canary.features), 2.0);
        const auto found = std::find(canary.features.begin(), canary.features.end(), 2.0F);
        ASSERT_NE(found, canary.features.end());
        const auto column = static_cast<std::size_t>(found - canary.features.begin());
        EXPECT_GE(column, 8U);
        EXPECT_TRUE(places.emplace(column, canary.label).second);
        EXPECT_GE(canary.label, 0);
        EXPECT_LT(canary.label, 3);
    }
    EXPECT_THROW((void)makeCanaries(base, CanaryKind::Dirac, 100, 1.0, 4, source), Error);
}

TEST(Canaries, RandomOnesLieOnTheSphere) {
    const Dataset base = copyOf(20, 0, 0);
    for (const Canary& canary :
         makeCanaries(base, CanaryKind::RandomUnit, 20, 3.0, 0, AuditRandomness(1).stream(1))) {
        EXPECT_LE(norm(canary.features), 3.0);
        EXPECT_GT(norm(canary.features), 2.999);
    }
}

TEST(Canaries, MislabelledOnesAreRowsUnderAnotherLabel) {
    const Dataset base = copyOf(20, 0, 0);
    for (const Canary& canary :
         makeCanaries(base, CanaryKind::Mislabelled, 50, 1.0, 0, AuditRandomness(1).stream(1))) {
        bool found = false;
        for (std::size_t i = 0; i < base.rows; ++i) {
            double product = 0.0;
            for (std::size_t j = 0; j < base.dim; ++j) {
                product += static_cast<double>(base.features[i * base.dim + j]) * canary.features[j];
            }
            if (product > 0.99999) {
                found = true;
                EXPECT_NE(base.labels[i], canary.label);
            }
        }
        EXPECT_TRUE(found);
        EXPECT_GE(canary.label, 0);
        EXPECT_LT(canary.label, 3);
    }
}

TEST(Canaries, NeighboursDifferInTheirRowsOnly) {
    const Dataset base = copyOf(5, 0, 1);
    const auto canaries = makeCanaries(base, CanaryKind::Dirac, 2, 1.0, 1, AuditRandomness(1).stream(1));
    const Dataset out = withCanaries(base, canaries, {false, true}, Adjacency::AddOrRemoveOne);
    const Dataset swapped = withCanaries(base, canaries, {false, true}, Adjacency::ReplaceOne);
    ASSERT_EQ(out.rows, 7U);
    EXPECT_TRUE(std::equal(base.features.begin(), base.features.end(), out.features.begin()));
    EXPECT_EQ(out.labels[5], -1);
    EXPECT_EQ(out.labels[6], canaries[1].label);
    EXPECT_EQ(norm(std::span(out.features).subspan(5 * 9, 9)), 0.0);
    EXPECT_EQ(swapped.labels[5], canaries[0].label);
    EXPECT_EQ(swapped.features[5 * 9 + 8], -1.0F);
}

TEST(AuditCoins, AreFairAndTheirOwnInEachGame) {
    const auto first = fairCoins(AuditRandomness(7, 1).stream(1), 10000);
    const auto second = fairCoins(AuditRandomness(7, 2).stream(1), 10000);
    const auto heads = std::count(first.begin(), first.end(), true);
    EXPECT_NEAR(static_cast<double>(heads), 5000.0, 300.0); // six standard deviations
    EXPECT_NE(first, second);
    EXPECT_EQ(first, fairCoins(AuditRandomness(7, 1).stream(1), 10000));
    EXPECT_NE(fairCoins(AuditRandomness({}).stream(1), 200), fairCoins(AuditRandomness({}).stream(1), 200));
}

TEST(Canaries, NamesReadBack) {
    for (const CanaryKind kind : {CanaryKind::Dirac, CanaryKind::RandomUnit, CanaryKind::Mislabelled}) {
        EXPECT_EQ(parseCanary(canaryName(kind), "--canary"), kind);
    }
    EXPECT_THROW((void)parseCanary("tweety", "--canary"), Error);
}

} // namespace
} // namespace parsimony::empirical
