// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of a trainer's options: from the words of a request to plans, ledger and results.
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/options_json.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/session.h"
#include "core/session/snapshot_reader.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include <fstream>
#include <set>

namespace parsimony::session {

namespace {

using train::Knob;

RunOptions drawing(const std::string& method) {
    RunOptions options = digitsOptions();
    give(options, "method", method);
    options.trials = 6;
    options.steps = "5";
    give(options, "momentum", "0,0.9");
    give(options, "max-grad-norm", "0.3,1");
    return options;
}

class AxesRun : public RegistryFolder {};

} // namespace

TEST(AxesOptions, ASingleValueIsANumberInFilesAsBefore) {
    RunOptions options;
    give(options, "momentum", "0.5");
    give(options, "ridge", "0.1");
    EXPECT_EQ(toWholeJson(options)["momentum"], 0.5);
    EXPECT_EQ(toWholeJson(options)["weight-decay"], 0.0);
    give(options, "momentum", "0.5,0.9");
    EXPECT_EQ(toWholeJson(options)["momentum"], "0.5,0.9");
    EXPECT_EQ(runOptionsFromJson(toWholeJson(options)), options);
    EXPECT_EQ(axesOf(options), (std::vector<train::Axis>{{Knob::Momentum, {0.5, 0.9}}}));
}

TEST(AxesOptions, WhatCannotBeSearchedIsRefused) {
    const RunOptions one = digitsOptions();
    const auto with = [&](const char* method, const char* option, const char* list) {
        return codeOf(one, [&](RunOptions& options) {
            give(options, "method", method);
            give(options, option, list);
        });
    };
    EXPECT_EQ(with("auto", "momentum", "0,0.9"), ErrorCode::Usage);
    EXPECT_EQ(with("single", "max-grad-norm", "1,2"), ErrorCode::Usage);
    EXPECT_EQ(with("unit-noise", "weight-decay", "0,0.1"), ErrorCode::Usage);
    EXPECT_EQ(with("random", "ridge", "0,1.0"), ErrorCode::Usage) << "DP-GD has none";
    EXPECT_EQ(with("random", "momentum", "0.9,0.9"), ErrorCode::Usage);
    EXPECT_EQ(with("random", "init-scale", "1,2"), ErrorCode::Usage) << "zero weights stay zero";
    EXPECT_EQ(codeOf(one,
                     [](RunOptions& options) {
                         give(options, "method", "linear-scaling");
                         give(options, "trainer", "dp-sgd");
                         give(options, "momentum", "0,0.9");
                     }),
              ErrorCode::Refused)
        << "beside Poisson samples only the learning rate adapts";
}

TEST(AxesOptions, ARefusedListOfTwoNumbersMayHaveADecimalComma) {
    const auto with = [&](const char* method, const char* option, const char* list) {
        RunOptions options = digitsOptions();
        give(options, "method", method);
        give(options, option, list);
        try {
            (void)planOf(options);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto hint = [](const std::string& list) {
        return ": " + list + " is a list of two numbers; the decimal mark is a point";
    };
    EXPECT_TRUE(with("single", "max-grad-norm", "1,5").ends_with(hint("1,5")));
    EXPECT_TRUE(with("single", "learning-rates", "1,5").ends_with(hint("1,5")));
    EXPECT_TRUE(with("random", "max-grad-norm", "1,1").ends_with(hint("1,1")));
    EXPECT_TRUE(with("random", "ridge", "1,5").ends_with(hint("1,5")));
    EXPECT_EQ(with("single", "max-grad-norm", "1,2.5").find("decimal mark"), std::string::npos);
    EXPECT_EQ(with("single", "max-grad-norm", "1,2,5").find("decimal mark"), std::string::npos);
}

TEST(AxesOptions, AListAsksForASearch) {
    RunOptions options = digitsOptions();
    EXPECT_EQ(session::methodOf(options), MethodKind::Auto);
    give(options, "momentum", "0,0.9");
    EXPECT_EQ(session::methodOf(options), MethodKind::LinearScaling);
}

TEST(AxesOptions, EveryCombinationCostsTheSame) {
    const ExperimentPlan plan = planOf(drawing("random"));
    const double mu = plan.trialPlan(0, 5, 1.0).mu().value();
    for (const double clip : {0.3, 1.0}) {
        for (const double momentum : {0.0, 0.9}) {
            const train::TrialPlan trial =
                plan.trialPlan(0, 5, 1.0, {{Knob::Clip, clip}, {Knob::Momentum, momentum}});
            EXPECT_EQ(trial.options().maxGradNorm, clip);
            EXPECT_EQ(trial.options().momentum, momentum);
            EXPECT_LE(trial.mu().value(), plan.phases.front().trainingMu);
            EXPECT_NEAR(trial.mu().value(), mu, 1e-12);
        }
    }
    EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
}

TEST(AxesOptions, ASharedMatrixBudgetStaysWithinItsRun) {
    RunOptions options = digitsOptions();
    give(options, "trainer", "dp-ls");
    give(options, "method", "grid");
    give(options, "gram-fraction", "0.1,0.5,0.9");
    give(options, "ridge", "0,1.0");
    const ExperimentPlan plan = planOf(options);
    EXPECT_EQ(plan.phases.front().runs, 6);
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        const train::TrialPlan trial = plan.trialPlan(0, run.steps, 0.0, run.knobs);
        EXPECT_EQ(trial.options().gramFraction, valueOf(run.knobs, Knob::GramFraction));
        EXPECT_LE(trial.mu().value(), plan.phases.front().trainingMu);
    }
}

TEST(AxesOptions, AlphaIsSearchedWithinTheBudgetOfARun) {
    RunOptions options = digitsOptions();
    give(options, "trainer", "dp-ls");
    give(options, "method", "grid");
    give(options, "alpha", "0,0.5,4");
    const ExperimentPlan plan = planOf(options);
    EXPECT_EQ(plan.phases.front().runs, 3);
    EXPECT_EQ(axesOf(options), (std::vector<train::Axis>{{Knob::Alpha, {0.0, 0.5, 4.0}}}));
    std::set<double> seen;
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        const train::TrialPlan trial = plan.trialPlan(0, run.steps, 0.0, run.knobs);
        EXPECT_EQ(trial.options().alpha, valueOf(run.knobs, Knob::Alpha));
        EXPECT_EQ(trial.toJson()["options"]["alpha"], *trial.options().alpha);
        EXPECT_LE(trial.mu().value(), plan.phases.front().trainingMu);
        seen.insert(*trial.options().alpha);
    }
    EXPECT_EQ(seen.size(), 3U);
    RunOptions without = digitsOptions();
    give(without, "trainer", "dp-ls");
    const train::TrialPlan before = planOf(without).trialPlan(-1, 1, 0.0);
    EXPECT_FALSE(before.toJson()["options"].contains("alpha")) << "plans of before stay as they were";
    EXPECT_EQ(before.releases().size(), 2U);
}

TEST(AxesOptions, AlphaIsRefusedWhereItMeansNothingOrDoesNotFit) {
    const RunOptions one = digitsOptions();
    const auto with = [&](const char* trainer, const char* alpha, std::uint32_t classes) {
        return codeOf(one, [&](RunOptions& options) {
            give(options, "trainer", trainer);
            give(options, "method", "random");
            give(options, "alpha", alpha);
            options.classes = classes;
        });
    };
    EXPECT_EQ(with("dp-gd", "0,1", 10), ErrorCode::Usage);
    EXPECT_EQ(with("dp-ls", "-1", 10), ErrorCode::Usage);
}

namespace {

void writeNpy(const std::filesystem::path& path, const char* type, const char* shape, std::size_t bytes) {
    std::string header =
        std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    std::ofstream(path, std::ios::binary)
        << std::string("\x93NUMPY\x01\x00", 8) << char(118) << '\0' << header << std::string(bytes, '\0');
}

} // namespace

TEST_F(AxesRun, MatricesOfClassesThatFitNoMemoryAreRefused) {
    writeNpy(project("train.npy"), "<f4", "(20, 8192)", 20 * 8192 * 4);
    writeNpy(project("labels.npy"), "<i8", "(20,)", 20 * 8);
    RunOptions options;
    options.train.features = project("train.npy");
    options.train.labels = project("labels.npy");
    options.classes = 100'000; // 80 TB
    options.epsilon = 1.0;
    options.delta = 1e-5;
    give(options, "trainer", "dp-ls");
    give(options, "method", "single");
    EXPECT_NO_THROW((void)planOf(options));
    give(options, "alpha", "1");
    try {
        (void)planOf(options);
        ADD_FAILURE() << "it was planned";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(std::string(error.what()).find("8192 × 8192 numbers for each of 100000 classes"),
                  std::string::npos)
            << error.what();
    }
}

/// Plans that were made before drew T without looking at the largest rate.
TEST(AxesOptions, StoredPlansKeepHowTheyDrewSteps) {
    RunOptions options = digitsOptions();
    give(options, "method", "random");
    give(options, "steps", "5,20");
    give(options, "learning-rates", "0.5,1");
    give(options, "total-step-size", "20,20");
    const ExperimentPlan plan = planOf(options);
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        EXPECT_EQ(run.steps, 20U);
        EXPECT_FALSE(run.clamped);
    }
    nlohmann::json stored = plan.toJson();
    EXPECT_EQ(stored["numbers"].erase("reaches_rate"), 1U);
    EXPECT_FALSE(searchRequestOf(ExperimentPlan::fromJson(stored)).space.reachesRate);
    options.steps = "20";
    EXPECT_FALSE(planOf(options).toJson()["numbers"].contains("reaches_rate"));
}

TEST(AxesOptions, APlanTellsWhatRunsAreDrawnFrom) {
    RunOptions options = digitsOptions();
    give(options, "method", "random");
    give(options, "steps", "5,20");
    const auto searched = [&] {
        return toJson(snapshotOfPlan(planOf(options), "digits"), "plan")["searched"];
    };
    nlohmann::json known = searched();
    EXPECT_EQ(known["r"], nlohmann::json());
    EXPECT_EQ(known["nu"], (std::vector<double>{0.15, 3.0}));
    EXPECT_EQ(known["steps"], (std::vector<int>{5, 20}));
    EXPECT_EQ(known["rates"], nlohmann::json());
    give(options, "total-step-size", "2,40");
    give(options, "learning-rates", "0.5,1");
    known = searched();
    EXPECT_EQ(known["r"], (std::vector<double>{2.0, 40.0}));
    EXPECT_EQ(known["nu"], nlohmann::json());
    EXPECT_EQ(known["rates"], (std::vector<double>{0.5, 1.0}));
    options = digitsOptions();
    give(options, "method", "unit-noise");
    EXPECT_EQ(searched(), nlohmann::json()) << "nothing is drawn";
}

TEST_F(AxesRun, TrialsKeepWhatTheSearchChose) {
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(drawing("random"), {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    ASSERT_TRUE(run.final);
    std::set<std::pair<double, double>> seen;
    const TrialSnapshot* best = nullptr;
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        seen.insert({trial.maxGradNorm.value(), valueOf(trial.knobs, Knob::Momentum).value()});
        EXPECT_EQ(toJson(trial)["momentum"], *valueOf(trial.knobs, Knob::Momentum));
        best = best == nullptr || *trial.score > *best->score ? &trial : best;
    }
    EXPECT_GT(seen.size(), 1U);
    EXPECT_EQ(run.final->trial.knobs, best->knobs) << "the result is one of the trials";
    EXPECT_EQ(toJson(run, "run")["axes"]["max_grad_norm"], (std::vector<double>{0.3, 1.0}));
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

// Plans name a scale only where it is not 1: an audit that missed it took an honest trial for a forged one.
TEST_F(AxesRun, AScaleOfOneIsWhatAPlanTrainsWithThatNamesNone) {
    RunOptions options = digitsOptions();
    give(options, "method", "grid");
    give(options, "steps", "5");
    give(options, "learning-rates", "1");
    give(options, "init", "he");
    give(options, "init-scale", "0.5,1");
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    std::set<double> seen;
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        seen.insert(valueOf(trial.knobs, Knob::InitScale).value());
    }
    EXPECT_EQ(seen, (std::set<double>{0.5, 1.0}));
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST_F(AxesRun, ASelectionShowsTheSettingsOfItsWinnerAlone) {
    RunOptions options = drawing("papernot-steinke");
    options.trials.reset();
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_TRUE(run.final);
    EXPECT_EQ(run.final->trial.knobs.size(), 2U);
    EXPECT_TRUE(run.final->trial.maxGradNorm);
    for (const ledger::LedgerRow& row : ledger::Project::open(project()).changesSince(0)) {
        if (row.kind == ledger::RowKind::TrialReserved) {
            EXPECT_FALSE(nlohmann::json::parse(row.body).contains("knobs"));
        }
    }
    options.maxGradNorm = 1.0;
    options.momentum = 0.9;
    EXPECT_EQ(planOf(drawing("papernot-steinke")).selection->values, planOf(options).selection->values)
        << "charged as one candidate";
}

} // namespace parsimony::session
