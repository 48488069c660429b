// SPDX-License-Identifier: GPL-3.0-or-later
// `--method two-halves`: what it plans and is charged, what it refuses, and the one model that comes out.
#include "core/export/model_file.h"
#include "core/ledger/audit.h"
#include "core/session/options_json.h"
#include "tests/core/session/session_run.h"

#include <cmath>
#include <fstream>
#include <functional>

namespace parsimony::session {

namespace {

RunOptions halvedDigits() {
    RunOptions options = digitsOptions();
    options.method = MethodKind::TwoHalves;
    options.steps = "20";
    return options;
}

/// What a request, changed, is refused with.
std::string refusalOf(const std::function<void(RunOptions&)>& change) {
    RunOptions options = halvedDigits();
    change(options);
    return usageErrorOf([&] { (void)planOf(options); });
}

} // namespace

TEST(TwoHalvesPlan, CostsOneRunAndAimsAtTheSameNoiseOfTheMean) {
    RunOptions options = halvedDigits();
    const ExperimentPlan halves = planOf(options);
    options.method = MethodKind::UnitNoise;
    const ExperimentPlan whole = planOf(options);
    EXPECT_EQ(halves.muSquared.text(), whole.muSquared.text());
    EXPECT_EQ(halves.final->mu, whole.final->mu);
    const search::Proposal mean = makeMethod(halves)->nextBatch().front();
    const search::Proposal one = makeMethod(whole)->nextBatch().front();
    EXPECT_NEAR(*mean.nu, *one.nu, 1e-12);
    EXPECT_EQ(mean.noiseMultiplier, one.noiseMultiplier);
    EXPECT_NEAR(*mean.learningRate / *one.learningRate, std::sqrt(2.0), 1e-12)
        << "the mean of two noises is 1/sqrt 2 of either";
    const train::TrialPlan trial = halves.trialPlan(-1, 20, 1.0);
    EXPECT_EQ(trial.events(), whole.trialPlan(-1, 20, 1.0).events());
    EXPECT_TRUE(trial.options().halves);
    EXPECT_EQ(trial.headShape().dim, 128U);
    EXPECT_EQ(ExperimentPlan::fromJson(halves.toJson()).toJson(), halves.toJson());
}

TEST(TwoHalvesPlan, RefusesInOneSentenceWhatItDoesNotGoWith) {
    const std::pair<const char*, std::function<void(RunOptions&)>> wrong[] = {
        {"--head", [](RunOptions& o) { give(o, "head", "sequence:8"); }},
        {"--bias", [](RunOptions& o) { o.bias = true; }},
        {"--init", [](RunOptions& o) { o.init.kind = train::InitKind::He; }},
        {"--prior",
         [](RunOptions& o) {
             o.prior.features = o.data + ":x_test";
             o.prior.labels = o.data + ":y_test";
         }},
        {"--feature-map", [](RunOptions& o) { o.featureMap = FeatureMapKind::Centred; }},
        {"--trainer dp-adam", [](RunOptions& o) { o.trainer = TrainerKind::DpAdam; }},
        {"--trainer dp-sgd", [](RunOptions& o) { o.trainer = TrainerKind::DpSgd; }},
        {"--trainer dp-ls", [](RunOptions& o) { o.trainer = TrainerKind::DpLs; }},
        {"--learning-rates", [](RunOptions& o) { o.learningRates = "1"; }},
        {"--steps", [](RunOptions& o) { o.steps = "5,10"; }},
        {"--momentum", [](RunOptions& o) { give(o, "momentum", "0,0.9"); }},
        {"one encoder",
         [](RunOptions& o) {
             o.encoders = {{"a", o.data}, {"b", o.data}};
             o.data.clear();
             o.sameOrder = true;
         }},
        {"--epsilon inf",
         [](RunOptions& o) {
             give(o, "epsilon", "inf");
             o.visibility = Visibility::Public;
         }},
    };
    for (const auto& [option, change] : wrong) {
        const std::string refusal = refusalOf(change);
        EXPECT_NE(refusal.find(option), std::string::npos) << option << ": " << refusal;
        EXPECT_EQ(refusal.find('\n'), std::string::npos);
    }
    EXPECT_EQ(refusalOf([](RunOptions& o) { o.featureMap = FeatureMapKind::None; }), "");
    EXPECT_EQ(refusalOf([](RunOptions& o) { o.labelsPerRecord = 3; }), "");
}

TEST_F(SessionRun, TwoHalvesReleaseOneModelOfTheRecordsWidth) {
    RunOptions options = halvedDigits();
    options.steps.reset();
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    ASSERT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_GT(result.final->test->accuracy, 0.8);
    EXPECT_NEAR(*result.final->trial.nu, 1.2, 1e-9);
    const auto files = session.exportModel(std::nullopt, folder() / "model.safetensors");
    const exporting::Classifier model = exporting::loadModel(files.front().string());
    EXPECT_EQ(model.head.dim, 64U);
    EXPECT_EQ(model.parameters.size(), 640U);
    std::ifstream stream(files.back());
    const std::string entry((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_NE(entry.find("Two models, each trained on a half of the records, were averaged."),
              std::string::npos)
        << entry;
    EXPECT_TRUE(ledger::audit(project()).ok());
}

/// Beside a mean that is taken off first, on the side of a divided file, and on several labels a record.
TEST_F(SessionRun, TwoHalvesGoWithWhatPreparesRowsOneByOne) {
    const std::function<void(RunOptions&)> changes[] = {
        [](RunOptions& o) {
            o.mean = MeanKind::Private;
            o.meanEpsilon = 0.3;
        },
        [](RunOptions& o) {
            o.train = {.features = o.data + ":x_train", .labels = o.data + ":y_train"};
            o.data.clear();
            give(o, "split", "80/20");
        },
        [](RunOptions& o) { o.adjacency = Adjacency::ReplaceOne; },
        [](RunOptions& o) { o.rowsPerPerson = 3; },
        [](RunOptions& o) { o.labelsPerRecord = 2; },
        [](RunOptions& o) { give(o, "precision", "bf16"); },
    };
    int number = 0;
    for (const auto& change : changes) {
        useRegistry("registry-" + std::to_string(++number));
        RunOptions options = halvedDigits();
        change(options);
        Session session = Session::open(project(std::to_string(number)), true);
        const RunSnapshot result = session.run(options, {}, {});
        EXPECT_EQ(result.status, ExperimentStatus::Finished) << number;
        EXPECT_LE(result.budget.parts.at("train").spentEpsilon, 3.0 * (1 + 1e-9)) << number;
        EXPECT_TRUE(ledger::audit(project(std::to_string(number))).ok()) << number;
    }
}

TEST_F(SessionRun, TwoHalvesAreWorseThanOneRunOnAllRecords) {
    double halves = 0.0;
    double whole = 0.0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        for (const MethodKind method : {MethodKind::TwoHalves, MethodKind::UnitNoise}) {
            RunOptions options = halvedDigits();
            options.method = method;
            options.steps.reset();
            options.visibility = Visibility::Public;
            options.seed = seed;
            options.epsilon = 0.5;
            Session session = Session::open(project(), true);
            (method == MethodKind::UnitNoise ? whole : halves) +=
                session.run(options, {}, {}).final->test->accuracy / 3.0;
        }
    }
    EXPECT_LT(halves, whole) << "seeded: what it is today";
    EXPECT_GT(halves, 0.4);
}

} // namespace parsimony::session
