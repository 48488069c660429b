// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/untold_rows.h"

#include <gtest/gtest.h>

namespace parsimony {

TEST(UntoldRows, NumbersOfRowsStayWithTheCurator) {
    const Sentence said("{1} has {2} records and {3} classes", "a.npy", Sentence::ofRows(400U), 10);
    EXPECT_EQ(said.english(), "a.npy has 400 records and 10 classes");
    EXPECT_EQ(withoutRows(said).english(), "a.npy has (not told) records and 10 classes");
    const Sentence around("no: {1}", said);
    EXPECT_EQ(withoutRows(around).english(), "no: (not told)");
    EXPECT_EQ(withoutRows(Sentence("{1} is no file", "a.npy")).english(), "a.npy is no file");
}

} // namespace parsimony
