// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/release_name.h"

#include <gtest/gtest.h>

namespace parsimony {
namespace {

TEST(ReleaseName, IsReadAndWrittenAsLedgersHaveIt) {
    for (const char* text : {"score", "weights", "accuracy", "mean", "mean_rest", "class_counts",
                             "class_counts_rest", "flatness", "prior_agreement", "selection", "breakdown",
                             "metric", "mean@clip", "mean@a@b", "mean@", "of_a_later_version", ""}) {
        EXPECT_EQ(ReleaseName::read(text).text(), text);
    }
    EXPECT_EQ(ReleaseName::read("metric"), ReleasedValue::Metric);
    EXPECT_EQ(ReleaseName::read("mean@clip"), ReleaseName::meanOf("clip"));
}

TEST(ReleaseName, TellsKindsApart) {
    EXPECT_NE(ReleaseName::read("mean@clip"), ReleasedValue::Mean) << "of other rows";
    EXPECT_EQ(ReleaseName::read("mean@clip").value(), ReleasedValue::Mean);
    EXPECT_NE(ReleaseName::read("means"), ReleasedValue::Mean);
    EXPECT_EQ(ReleaseName::read("means").value(), ReleasedValue::Other);
    EXPECT_TRUE(ReleaseName().isEmpty());
    EXPECT_FALSE(ReleaseName(ReleasedValue::Score).isEmpty());
    EXPECT_FALSE(ReleaseName::read("means").isEmpty());
}

} // namespace
} // namespace parsimony
