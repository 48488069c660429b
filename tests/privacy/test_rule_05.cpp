// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 5: spend adds up in a way that can't lose small terms and rounds up.
#include "core/privacy/spend_sum.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony {

TEST(Rule05, AMillionTinySpendsStrictlyRaiseTheTotal) {
    SpendSum total(1.0);
    SpendSum last = total;
    for (int spend = 0; spend < 1000000; ++spend) {
        total.add(1e-17);
        ASSERT_GT(total, last);
        last = total;
    }
    EXPECT_GT(total.upper(), 1.0 + 0.99e-11);
    EXPECT_LT(total.upper(), 1.0 + 1.01e-11);
    SpendSum tiny(1.0);
    tiny.add(1e-300);
    EXPECT_EQ(tiny.upper(), std::nextafter(1.0, 2.0)); // rounds up
    EXPECT_EQ(tiny.lower(), 1.0);
    EXPECT_FALSE(tiny.fits(1.0));
}

} // namespace parsimony
