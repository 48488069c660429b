// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/slices.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::ledger {

TEST(Slices, EventsOfNoLessNoiseAreCovered) {
    const auto sampled = [](double z, std::uint64_t count, double rate = 0.1) {
        return PrivacyEvent::poissonSampledGaussian(SampleRate{rate}, NoiseMultiplier{z}, count);
    };
    const auto whole = [](double z, std::uint64_t count) {
        return PrivacyEvent::gaussian(NoiseMultiplier{z}, count);
    };
    const std::vector<PrivacyEvent> plan{whole(2.0, 5), whole(4.0, 1), sampled(3.0, 10)};
    const double more = std::nextafter(4.0, 5.0);
    const double less = std::nextafter(2.0, 1.0);
    EXPECT_TRUE(arePlanned(plan, {}, plan));
    EXPECT_TRUE(arePlanned(plan, {whole(2.0, 5)}, {whole(more, 1)}));
    EXPECT_TRUE(arePlanned(plan, {whole(3.0, 5)}, {whole(4.0, 1)})) << "in whatever order";
    EXPECT_TRUE(arePlanned(plan, {}, {whole(9.0, 6)})) << "each covered by one";
    EXPECT_TRUE(arePlanned(plan, {}, {sampled(5.0, 10)}));
    EXPECT_FALSE(arePlanned(plan, {}, {whole(less, 1)})) << "a last bit too little";
    EXPECT_FALSE(arePlanned(plan, {whole(2.0, 5)}, {whole(3.0, 1)})) << "what is left has more noise";
    EXPECT_FALSE(arePlanned(plan, {}, {whole(9.0, 7)})) << "more than there are";
    EXPECT_FALSE(arePlanned(plan, {whole(9.0, 2)}, {whole(2.0, 5)})) << "one of them is used";
    EXPECT_FALSE(arePlanned(plan, {}, {sampled(5.0, 10, 0.05)})) << "another rate";
    EXPECT_FALSE(arePlanned(plan, {}, {sampled(2.5, 1)}));
    EXPECT_FALSE(arePlanned({whole(2.0, 5)}, {}, {sampled(5.0, 1)})) << "another mechanism";
    const PrivacyEvent curve = PrivacyEvent::rdpCurve({2.0}, {0.5});
    EXPECT_TRUE(arePlanned({curve}, {}, {curve}));
    EXPECT_FALSE(arePlanned({curve}, {curve}, {curve}));
}

} // namespace parsimony::ledger
