// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/train/initial_weights.h"

#include <gtest/gtest.h>

#include <numeric>

namespace parsimony::train {

namespace {

const compute::HeadShape tenClasses{compute::HeadKind::Linear, 64, 10, 0, 1, false};

InitialWeights weightsOf(std::size_t rows, std::size_t width) {
    InitialWeights weights{"w.npy", rows, width, std::vector<double>(rows * width), ""};
    std::iota(weights.values.begin(), weights.values.end(), 0.0);
    return weights;
}

std::string refusalOf(const InitialWeights& weights, const compute::HeadShape& head) {
    try {
        (void)initialParameters(weights, head);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        return error.what();
    }
    return "";
}

} // namespace

TEST(InitialWeights, ALinearHeadTakesARowForEachClassOrOneLine) {
    EXPECT_EQ(initialParameters(weightsOf(10, 64), tenClasses), weightsOf(10, 64).values);
    EXPECT_EQ(initialParameters(weightsOf(640, 1), tenClasses), weightsOf(640, 1).values);
    compute::HeadShape biased = tenClasses;
    biased.bias = true;
    const std::vector<double> without = initialParameters(weightsOf(10, 64), biased);
    EXPECT_EQ(without.at(64), 0.0) << "its bias";
    EXPECT_EQ(without.at(65), 64.0) << "the second class";
    EXPECT_EQ(initialParameters(weightsOf(10, 65), biased), weightsOf(10, 65).values);
}

// It has as many numbers, and every class would get those of others.
TEST(InitialWeights, AColumnForEachClassIsNotTakenForRows) {
    EXPECT_NE(refusalOf(weightsOf(64, 10), tenClasses).find("64 x 10 numbers, the classifier takes 10 x 64"),
              std::string::npos);
    EXPECT_NE(refusalOf(weightsOf(20, 32), tenClasses), "");
    EXPECT_NE(refusalOf(weightsOf(10, 63), tenClasses), "");
}

} // namespace parsimony::train
