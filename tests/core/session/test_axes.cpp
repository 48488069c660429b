// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of a trainer's options: from the words of a request to plans, ledger and results.
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/options_json.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/session.h"
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
    EXPECT_EQ(with("random", "ridge", "0,1"), ErrorCode::Usage) << "DP-GD has none";
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
    give(options, "ridge", "0,1");
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

namespace {

/// The digits as two encoders made them, row by row.
RunOptions byTwoEncoders(const std::string& method) {
    RunOptions options = digitsOptions();
    options.encoders = {{"a", options.data}, {"b", options.data}};
    options.data.clear();
    options.sameOrder = true;
    give(options, "method", method);
    options.steps = "5";
    return options;
}

} // namespace

TEST(EncoderAxis, IsWrittenAndReadInItsOrder) {
    RunOptions options;
    for (const char* text : {"z=/x", "a=/y:k"}) {
        give(options, "data", text);
    }
    give(options, "encoder-id", "z=clip@a=1");
    give(options, "encoder-id", "a=dino@2");
    options.sameOrder = true;
    EXPECT_EQ(options.encoders, (ByEncoder{{"z", "/x"}, {"a", "/y:k"}}));
    EXPECT_EQ(options.encoderIds.front().second, "clip@a=1");
    EXPECT_EQ(runOptionsFromJson(toWholeJson(options)), options);
    ASSERT_EQ(axesOf(options).size(), 1U);
    EXPECT_EQ(axesOf(options).front().names, (std::vector<std::string>{"z", "a"}));
    RunOptions fixed = options;
    fix(fixed, {{Knob::Encoder, 0.0, "a"}});
    EXPECT_EQ(fixed.data, "/y:k");
    EXPECT_EQ(fixed.encoderId, "dino@2");
    EXPECT_TRUE(axesOf(fixed).empty());
    RunOptions once;
    give(once, "data", "a=/y"); // a folder may be called so
    EXPECT_EQ(once.data, "a=/y");
    EXPECT_TRUE(once.encoders.empty());
}

TEST(EncoderAxis, CostsNothingAndIsKeptInThePlan) {
    for (const char* method : {"random", "grid", "linear-scaling", "papernot-steinke", "koskela-kulkarni"}) {
        const RunOptions options = byTwoEncoders(method);
        const ExperimentPlan plan = planOf(options);
        RunOptions one = withEncoder(options, "b");
        const ExperimentPlan alone = planOf(one);
        ASSERT_EQ(plan.constants.encoders.size(), 2U);
        EXPECT_TRUE(alone.constants.encoders.empty());
        if (plan.selection) {
            EXPECT_EQ(plan.selection->values, alone.selection->values) << method;
        } else {
            EXPECT_NEAR(plan.muSquared.upper(), alone.muSquared.upper(), 1e-12) << method;
        }
        nlohmann::json stored = plan.toJson();
        EXPECT_EQ(ExperimentPlan::fromJson(stored).toJson(), stored);
        stored["options"].erase("data"); // as a copy made for sharing has it
        EXPECT_EQ(axesOf(ExperimentPlan::fromJson(stored).options), axesOf(options));
        const int phase = plan.phases.empty() ? -1 : 0;
        EXPECT_EQ(plan.trialPlan(phase, 5, 1.0, {{Knob::Encoder, 0.0, "b"}}).options().encoder, "b");
    }
    for (const char* method : {"single", "unit-noise"}) {
        EXPECT_EQ(codeOf(byTwoEncoders(method)), ErrorCode::Usage) << method;
    }
    RunOptions sampled = byTwoEncoders("linear-scaling");
    give(sampled, "trainer", "dp-sgd");
    EXPECT_EQ(codeOf(sampled), ErrorCode::Refused) << "its choice would adapt beside Poisson samples";
    RunOptions mean = byTwoEncoders("random");
    give(mean, "mean", "private");
    EXPECT_EQ(codeOf(mean), ErrorCode::Usage);
}

namespace {

/// `auto` where so many records are declared that pilots can tell.
RunOptions adaptive(std::uint64_t records) {
    RunOptions options = byTwoEncoders("auto");
    options.steps = "20";
    options.records = records;
    return options;
}

RunOptions mappedEncoders(const char* method) {
    RunOptions options = byTwoEncoders(method);
    give(options, "feature-map", "center");
    return options;
}

} // namespace

TEST(EncoderMaps, EachEncoderPaysForItsOwnMean) {
    for (const char* method : {"random", "grid", "linear-scaling", "successive-halving"}) {
        const ExperimentPlan plan = planOf(mappedEncoders(method));
        std::map<std::string, double> squares;
        SpendSum sum;
        for (const PlannedStatistic& statistic : plan.statistics()) {
            squares[std::string(statistic.name)] = statistic.mu.value() * statistic.mu.value();
            sum.addProduct(statistic.mu.value(), statistic.mu.value());
        }
        ASSERT_EQ(squares.size(), 3U) << method;
        EXPECT_GT(squares.at("mean@b"), 0.0);
        EXPECT_GT(squares.at("class_counts"), 0.0);
        EXPECT_EQ(plan.featureMap->otherMeans.front().mean.dim(), plan.constants.dimOf("b"));
        EXPECT_LE(sum.upper(), 0.32 * plan.muSquared.upper()) << method;
        EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    }
    RunOptions told = adaptive(200000);
    const nlohmann::json itself = planOf(told).toJson();
    give(told, "feature-map", "center+quadratic");
    EXPECT_EQ(planOf(told).toJson()["feature_map"], itself["feature_map"]) << "auto, as it chooses itself";
}

TEST_F(AxesRun, CandidatesOfSeveralEncodersTrainOnTheirOwnMaps) {
    Session session = Session::open(project(), true);
    for (const char* method : {"random", "linear-scaling", "successive-halving"}) {
        RunOptions options = mappedEncoders(method);
        options.experimentEpsilon = 0.9; // of 3 that all have
        const RunSnapshot run = session.run(options, {}, {});
        ASSERT_EQ(run.status, ExperimentStatus::Finished) << method;
        EXPECT_TRUE(run.encoder == "a" || run.encoder == "b") << run.encoder;
        EXPECT_EQ(run.statistics.size(), 3U);
        const exporting::Classifier classifier = session.classifier({});
        EXPECT_EQ(classifier.card.encoder, run.encoder);
        const ExperimentPlan plan = planOf(options);
        EXPECT_EQ(classifier.preprocessing.map->mean.size(), plan.constants.dimOf(run.encoder));
        EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
        EXPECT_TRUE(ledger::audit(project()).problems.empty()) << method;
    }
}

TEST_F(AxesRun, ARunIsShownWithItsEncoder) {
    RunOptions options = byTwoEncoders("random");
    options.trials = 40; // both encoders but for one time in 2³⁹
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    std::set<std::string> seen;
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        seen.insert(nameOf(trial.knobs, Knob::Encoder));
    }
    EXPECT_EQ(seen, (std::set<std::string>{"a", "b"}));
    EXPECT_EQ(run.encoder, nameOf(run.final->trial.knobs, Knob::Encoder));
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST(EncoderPilots, ArePricedBeforehandOrLeftOut) {
    const ExperimentPlan told = planOf(adaptive(200000));
    ASSERT_EQ(told.phases.size(), 1U);
    EXPECT_EQ(told.phases.front().runs, 2);
    ASSERT_EQ(told.featureMap->otherMeans.size(), 1U);
    EXPECT_FALSE(told.featureMap->flatness);
    std::set<std::string> names;
    SpendSum sum;
    for (const PlannedStatistic& statistic : told.statistics()) {
        names.insert(std::string(statistic.name));
        sum.addProduct(statistic.mu.value(), statistic.mu.value());
    }
    EXPECT_EQ(names, (std::set<std::string>{"mean", "mean@b", "class_counts"}));
    for (const RunBudget& run : {told.phases.front(), told.phases.front(), *told.final}) {
        sum.addProduct(run.mu, run.mu);
    }
    EXPECT_NEAR(sum.upper(), told.muSquared.upper(), 1e-9 * told.muSquared.upper());
    EXPECT_EQ(ExperimentPlan::fromJson(told.toJson()).toJson(), told.toJson());

    const ExperimentPlan first = planOf(adaptive(1400));
    EXPECT_TRUE(first.featureMap->otherMeans.empty());
    const RunOptions alone = [] {
        RunOptions options = withEncoder(adaptive(1400), "a");
        return options;
    }();
    const ExperimentPlan one = planOf(alone);
    EXPECT_EQ(first.muSquared.text(), one.muSquared.text());
    EXPECT_EQ(first.final->mu, one.final->mu) << "as that encoder alone";
    for (const search::Proposal& run : makeMethod(first)->outline()) {
        EXPECT_TRUE(run.role == search::Role::Trial || nameOf(run.knobs, Knob::Encoder).empty() ||
                    nameOf(run.knobs, Knob::Encoder) == "a");
    }
    RunOptions mapped = adaptive(200000);
    give(mapped, "feature-map", "none");
    EXPECT_EQ(codeOf(mapped), ErrorCode::Usage);
    RunOptions unsaid = adaptive(200000);
    unsaid.method.reset();
    EXPECT_EQ(methodOf(unsaid), MethodKind::Auto);
}

TEST_F(AxesRun, AutoGoesOnFromTheBestPilotsWeights) {
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(adaptive(200000), {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    ASSERT_EQ(run.phases.front().trials.size(), 2U);
    const TrialSnapshot& a = run.phases.front().trials[0];
    const TrialSnapshot& b = run.phases.front().trials[1];
    EXPECT_EQ(nameOf(a.knobs, Knob::Encoder), "a");
    EXPECT_EQ(nameOf(b.knobs, Knob::Encoder), "b");
    EXPECT_EQ(a.nu, b.nu);
    EXPECT_EQ(run.encoder, *a.score >= *b.score ? "a" : "b");
    EXPECT_EQ(nameOf(run.final->trial.knobs, Knob::Encoder), run.encoder);
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
    EXPECT_EQ(session.classifier({}).card.encoder, run.encoder);
}

TEST_F(AxesRun, AutoSaysWhereItCannotTell) {
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(adaptive(1400), {}, {});
    EXPECT_EQ(run.encoder, "a");
    EXPECT_NE(std::find(run.notices.begin(), run.notices.end(), Notice::EncodersNotTold), run.notices.end());
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

} // namespace parsimony::session
