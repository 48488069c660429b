// SPDX-License-Identifier: GPL-3.0-or-later
// `--precision auto`: what it comes to, and that a plan says so.
#include "core/compute/backend_factory.h"
#include "core/ledger/project.h"
#include "core/session/device_guard.h"
#include "core/session/knob_options.h"
#include "core/session/model_export.h"
#include "core/session/options_json.h"
#include "core/session/plan_format.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

namespace parsimony::session {
namespace {

using compute::Precision;

/// What `auto` comes to on this processor where it may choose.
Precision fastest() {
    return compute::bfloat16Pays({}) ? Precision::Bfloat16 : Precision::Float32;
}

/// The bundled nouns, which are many numbers.
RunOptions nounsOptions() {
    RunOptions options = digitsOptions();
    options.data = std::string(PARSIMONY_SAMPLES) + "/wordnet-nouns.npz";
    options.classes = 26;
    return options;
}

Precision precisionWith(const char* option, const char* value, const RunOptions& base = nounsOptions()) {
    RunOptions options = base;
    give(options, option, value);
    return precisionOf(planOf(options).options);
}

using PrecisionOfRuns = RegistryFolder;

} // namespace

TEST(PrecisionChoice, APlanSaysWhichOneAutoIs) {
    const RunOptions options = nounsOptions();
    EXPECT_EQ(optionNamed("precision").textIn(options), "");
    EXPECT_EQ(optionNamed("precision").standard(), "auto");
    const ExperimentPlan plan = planOf(options);
    EXPECT_EQ(plan.options.precision, fastest());
    const nlohmann::json stored = plan.toJson();
    EXPECT_EQ(stored.at("options").at("precision"), compute::precisionName(fastest()));
    EXPECT_EQ(ExperimentPlan::fromJson(stored).options.precision, fastest());
    EXPECT_EQ(toJson(plan.options).at("precision"), compute::precisionName(fastest()))
        << "a rerun is the same";
    EXPECT_EQ(trainerOptionsOf(plan.options, plan.constants, plan.numbers).precision, fastest());
}

TEST(PrecisionChoice, WhatIsAskedForStays) {
    for (const char* word : {"f32", "bf16", "tf32", "f16"}) {
        EXPECT_EQ(compute::precisionName(precisionWith("precision", word)), word);
        EXPECT_EQ(compute::precisionName(precisionWith("precision", word, digitsOptions())), word);
    }
    RunOptions options = digitsOptions();
    give(options, "precision", "bf16");
    give(options, "precision", "auto");
    EXPECT_FALSE(options.precision);
}

TEST(PrecisionChoice, AutoIsFloat32WhereNothingElseWasMeasured) {
    EXPECT_EQ(precisionWith("head", "linear"), fastest());
    EXPECT_EQ(precisionWith("trainer", "dp-adam"), fastest());
    RunOptions hidden = nounsOptions();
    give(hidden, "init", "he");
    EXPECT_EQ(precisionWith("head", "hidden:16", hidden), Precision::Float32);
    RunOptions unbounded = nounsOptions();
    give(unbounded, "total-step-size", "1,100");
    EXPECT_EQ(precisionWith("row-norm", "none", unbounded), Precision::Float32);
    EXPECT_EQ(precisionWith("device", "cuda"), Precision::Float32);
    for (const char* trainer : {"dp-ls", "dp-newton", "dp-fc", "dp-zo"}) {
        EXPECT_EQ(precisionWith("trainer", trainer), Precision::Float32) << trainer;
    }
}

TEST(PrecisionChoice, AutoIsFloat32WhereStepsAreShortAnyway) {
    EXPECT_EQ(planOf(digitsOptions()).options.precision, Precision::Float32);
    RunOptions declared = nounsOptions();
    declared.records = 1000; // the public count is what a plan may go by
    EXPECT_EQ(planOf(declared).options.precision, Precision::Float32);
}

TEST(PrecisionChoice, AnOldPlanIsFloat32) {
    nlohmann::json old = planOf(nounsOptions()).toJson();
    old.at("options").erase("precision");
    EXPECT_EQ(ExperimentPlan::fromJson(old).options.precision, Precision::Float32);
}

TEST_F(PrecisionOfRuns, ThoseThatAreNotRoundedAlikeRunOneAfterTheOther) {
    const auto runOf = [](const char* trainer) {
        RunOptions options = nounsOptions();
        options.visibility = Visibility::Public;
        options.seed = 3;
        options.experimentEpsilon = 1.0;
        options.method = MethodKind::Single;
        give(options, "trainer", trainer);
        give(options, "steps", "1");
        return options;
    };
    const std::vector<TogetherRequest> requests{
        {runOf("dp-gd"), {}}, {runOf("dp-ls"), {}}, {runOf("dp-adam"), {}}};
    Session session = Session::open(project(), true);
    double told = 0.0;
    const auto ran = session.runTogether(requests, {}, [&](double done, std::optional<double>) {
        EXPECT_GE(done, told);
        told = done;
    });
    EXPECT_LE(told, 1.0);
    ASSERT_EQ(ran.size(), 3U);
    for (std::size_t i = 0; i < ran.size(); ++i) {
        EXPECT_EQ(ran[i].status, ExperimentStatus::Finished);
        EXPECT_EQ(session.optionsOf(ran[i].experiment).trainer, requests[i].options.trainer)
            << "in their order";
    }
    RunOptions again = requests.front().options;
    EXPECT_FALSE(session.experimentsOn(again).back().options.precision) << "auto, as then";
    again.precision = fastest();
    EXPECT_EQ(session.experimentsOn(again).back().options.precision, fastest())
        << "what it came to is what it is found by";
}

TEST_F(PrecisionOfRuns, IsToldWithWhatWasTrained) {
    const auto told = [&](const char* precision, const std::filesystem::path& path) {
        RunOptions options = digitsOptions();
        options.visibility = Visibility::Public;
        options.seed = 3;
        options.experimentEpsilon = 1.0;
        options.method = MethodKind::UnitNoise;
        give(options, "precision", precision);
        Session session = Session::open(path, true);
        EXPECT_EQ(toJson(session.plan(options), "plan").at("arithmetic"), precision);
        EXPECT_EQ(toJson(session.run(options, {}, {}), "run").at("arithmetic"), precision);
        return classifierOf(ledger::Project::open(path), std::nullopt).card.arithmetic;
    };
    EXPECT_EQ(told("bf16", folder() / "narrow.parsimony"), "bf16");
    EXPECT_EQ(told("f32", folder() / "wide.parsimony"), "") << "which goes without saying";
}

} // namespace parsimony::session
