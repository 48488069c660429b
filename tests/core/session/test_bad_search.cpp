// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/session/snapshot_reader.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace parsimony::session {

namespace {

RunOptions scalingOnDigits() {
    RunOptions options = digitsOptions();
    options.method = MethodKind::LinearScaling;
    return options;
}

struct BadSearch {
    const char* what;
    ErrorCode code;
    const char* sentence; ///< a part of the message
    std::function<void(RunOptions&)> change;
};

const std::vector<BadSearch>& badSearches() {
    static const std::vector<BadSearch> list{
        {"empty grid", ErrorCode::Usage, "--learning-rates",
         [](RunOptions& o) { o.method = MethodKind::Grid, give(o, "learning-rates", ""); }},
        {"empty list of steps", ErrorCode::Usage, "--steps", [](RunOptions& o) { give(o, "steps", ""); }},
        {"grid of one cell", ErrorCode::Usage, "a grid of one cell leaves nothing to choose",
         [](RunOptions& o) { o.method = MethodKind::Grid, o.learningRates = "0.5", o.steps = "20"; }},
        {"one phase for a line", ErrorCode::Usage, "needs at least 2 phases, not 1",
         [](RunOptions& o) { o.phaseEpsilons = "0.1"; }},
        {"two phases for a parabola", ErrorCode::Usage, "needs at least 3 phases, not 2",
         [](RunOptions& o) { o.phaseEpsilons = "0.1,0.2", o.fit = FitCurve::Quadratic; }},
        {"equal epsilons", ErrorCode::Usage, "0.2 stands there twice",
         [](RunOptions& o) { o.phaseEpsilons = "0.2,0.2"; }},
        {"falling epsilons", ErrorCode::Usage, "must rise: 0.1 comes after 0.2",
         [](RunOptions& o) { o.phaseEpsilons = "0.2,0.1"; }},
        {"phases over the budget", ErrorCode::Refused, "leave nothing for the final run",
         [](RunOptions& o) { o.phaseEpsilons = "2,2.9"; }},
        {"r that no pair reaches", ErrorCode::Usage, "raise --learning-rates or --steps",
         [](RunOptions& o) {
             o.totalStepSize = search::Range{5000, 9000}, o.learningRates = "0.1,1";
         }},
        {"r that no pair of the lists meets", ErrorCode::Usage, "no pair of --learning-rates and --steps",
         [](RunOptions& o) {
             o.totalStepSize = search::Range{5000, 9000}, o.learningRates = "0.1,1",
             o.decomposition = search::DecompositionKind::SampleUntil;
         }},
        {"a range upside down", ErrorCode::Usage, "--total-step-size must be a range LO,HI",
         [](RunOptions& o) {
             o.totalStepSize = search::Range{100, 1};
         }},
        {"a step size that the trainer does not have", ErrorCode::Usage, "chooses a step size",
         [](RunOptions& o) { o.trainer = TrainerKind::DpAdamWosm; }},
        {"unknown start of phases", ErrorCode::Usage, "--phase-start",
         [](RunOptions& o) { give(o, "phase-start", "scale"); }},
        {"oracle on private data", ErrorCode::Refused, "public data only",
         [](RunOptions& o) { o.method = MethodKind::Oracle; }},
        {"exact scores of private data", ErrorCode::Refused, "public data only",
         [](RunOptions& o) { o.score = ScoreKind::Exact; }},
        {"T that adapts under sampling", ErrorCode::Refused, "--decomposition must be derive",
         [](RunOptions& o) {
             o.trainer = TrainerKind::DpSgd, o.steps = "20", o.learningRates = "0.1,1";
             o.decomposition = search::DecompositionKind::Independent;
         }},
    };
    return list;
}

/// Scores as a phase of the search sees them.
RunSnapshot afterScores(const RunOptions& options, const std::vector<double>& scores) {
    const ExperimentPlan plan = planOf(options);
    const auto method = makeMethod(plan);
    std::size_t next = 0;
    while (!method->finished()) {
        for (const search::Proposal& run : method->nextBatch()) {
            method->observe(run.index, run.scored ? std::optional(search::Score{scores.at(next++), 0.01})
                                                  : std::nullopt);
        }
    }
    RunSnapshot snapshot;
    const auto outcome = method->fit();
    snapshot.fit = FitSnapshot{};
    snapshot.fit->slopeNotPositive = outcome->extrapolation.slopeNotPositive;
    snapshot.fit->r = outcome->extrapolation.r;
    return snapshot;
}

} // namespace

TEST(BadSearch, IsRefusedWithOneSentenceAndItsCode) {
    for (const BadSearch& bad : badSearches()) {
        RunOptions options = scalingOnDigits();
        try {
            bad.change(options);
            (void)planOf(options);
            ADD_FAILURE() << bad.what << " was planned";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), bad.code) << bad.what << ": " << error.what();
            EXPECT_NE(std::string(error.what()).find(bad.sentence), std::string::npos)
                << bad.what << ": " << error.what();
        }
    }
}

TEST(BadSearch, WhateverChoosesAStepSizeSaysThatATrainerHasNone) {
    const search::Budget budget{{}, {}, Epsilon{1.0}, Delta{1e-6}, 0.0};
    int methods = 0;
    for (const search::MethodTraits* method : search::allMethods()) {
        if (!method->needsStepSize) {
            continue;
        }
        ++methods;
        search::SearchRequest request;
        request.method = method->kind;
        request.trainer = TrainerKind::DpLs;
        try {
            (void)search::sharesOf(request, budget);
            ADD_FAILURE() << method->name << " took it";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage);
            EXPECT_NE(std::string(error.what()).find("chooses a step size, and --trainer dp-ls has none"),
                      std::string::npos)
                << error.what();
        }
    }
    EXPECT_GE(methods, 4);
}

TEST(BadSearch, EqualScoresAndFallingLinesStillEndInARun) {
    RunOptions options = scalingOnDigits();
    options.totalStepSize = search::Range{1, 1000};
    options.sampler = search::SamplerKind::Grid; // r = 1, 31.6, 1000 in both phases
    const FitSnapshot equal = *afterScores(options, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}).fit;
    EXPECT_TRUE(equal.slopeNotPositive) << "the first of equals twice: a flat line, which is said";
    EXPECT_NEAR(equal.r, 1.0, 1e-9);
    const FitSnapshot falling = *afterScores(options, {0.1, 0.1, 0.9, 0.9, 0.1, 0.1}).fit;
    EXPECT_TRUE(falling.slopeNotPositive);
    EXPECT_NEAR(falling.r, 1.0, 1e-9) << "clamped to the range";
}

TEST(BadSearch, OfATrainerWithItsOwnRateOnlyTIsChosen) {
    RunOptions options = scalingOnDigits();
    options.trainer = TrainerKind::DpAdamWosm;
    options.method = MethodKind::Grid;
    options.steps = "10,20,50";
    const auto runs = makeMethod(planOf(options))->outline();
    ASSERT_EQ(runs.size(), 3U);
    for (const search::Proposal& run : runs) {
        EXPECT_FALSE(run.learningRate.has_value());
    }
    EXPECT_EQ(runs[2].steps, 50U);
    options.method = MethodKind::Random;
    EXPECT_EQ(makeMethod(planOf(options))->outline().size(), 3U) << "three draws of T";
    options.learningRates = "0.01,0.1";
    EXPECT_TRUE(makeMethod(planOf(options))->outline().front().learningRate.has_value());
}

TEST(BadSearch, MorePhasesTellTheSpreadOfTheFit) {
    RunOptions options = scalingOnDigits();
    options.phaseEpsilons = "0.1,0.2,0.3,0.4";
    options.trials = 1;
    const ExperimentPlan plan = planOf(options);
    const auto method = makeMethod(plan);
    while (!method->finished()) {
        for (const search::Proposal& run : method->nextBatch()) {
            method->observe(run.index, run.scored ? std::optional(search::Score{0.5, 0.01}) : std::nullopt);
        }
    }
    const auto outcome = method->fit();
    ASSERT_TRUE(outcome && outcome->fit.residualSd() && outcome->extrapolation.interval);
    EXPECT_LT(outcome->extrapolation.interval->lo, outcome->extrapolation.predictedR);
    EXPECT_GT(outcome->extrapolation.interval->hi, outcome->extrapolation.predictedR);
    EXPECT_GT(*outcome->fit.coefficientSe(1), 0.0);
}

} // namespace parsimony::session
