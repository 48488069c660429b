// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/data_request.h"
#include "tests/core/session/session_run.h"

#include <gtest/gtest.h>

namespace parsimony::session {
namespace {

std::string refusalOfParts(const RunOptions& options) {
    return usageErrorOf([&] { (void)describeData(options); });
}

/// The data set has a test part of its own: labels beside it would be passed over.
TEST(RequestedParts, LabelsWithoutFeaturesAreRefusedWhoeverAsks) {
    RunOptions options = digitsOptions();
    EXPECT_EQ(refusalOfParts(options), "");
    options.test.labels = options.data + ":y_train";
    EXPECT_EQ(refusalOfParts(options), "--test-labels is given without --test");
    options.test = {options.data + ":x_train", "", ""};
    EXPECT_EQ(refusalOfParts(options), "--test is given without --test-labels");
    options.test.labels = options.data + ":y_train";
    EXPECT_EQ(refusalOfParts(options), "");
    options.validation.labels = options.data + ":y_train";
    EXPECT_EQ(refusalOfParts(options), "--validation-labels is given without --validation");
}

} // namespace
} // namespace parsimony::session
