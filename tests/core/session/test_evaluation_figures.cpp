// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/evaluation_figures.h"
#include "core/session/model_evaluation.h"

#include <gtest/gtest.h>

namespace parsimony::session {

using Of = EvaluationFigure::Of;

TEST(EvaluationFigures, APrivateLossTellsWhatARecordAddsAtMost) {
    PrivateEvaluation look;
    look.metrics.push_back({{mechanism::MetricOf::LogLoss, 0.225, 0.005, 0.0, {}}, 1.0, 1.0, 1.386, {}});
    const auto figures = figuresOf(look);
    ASSERT_EQ(figures.size(), 1U);
    EXPECT_EQ(figures.front().of, Of::LogLoss);
    EXPECT_EQ(figures.front().bound, 1.386);
}

TEST(EvaluationFigures, AMeanF1TellsOverHowManyOfHowManyClassesItIs) {
    PrivateEvaluation look; // right, wrong and missed of three classes, of which the second drowns
    const std::vector<double> counts{400, 200, 100, 0, 50, 150, 100, 100, 0};
    look.metrics.push_back({{mechanism::MetricOf::F1, {}, {}, 0.0, counts}, 20.0, 1.0, 0.0, {}});
    const auto figures = figuresOf(look);
    ASSERT_EQ(figures.size(), 2U);
    EXPECT_EQ(figures.back().of, Of::MacroF1);
    EXPECT_EQ(figures.back().about, 2U);
    EXPECT_EQ(figures.back().among, 3U);
}

} // namespace parsimony::session
