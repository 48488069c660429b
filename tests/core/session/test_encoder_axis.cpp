// SPDX-License-Identifier: GPL-3.0-or-later
// Several encoders of the same records: from a request to pilots and results.
#include "core/ledger/audit.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/options_json.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/session.h"
#include "core/session/snapshot_reader.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"
#include "tests/core/session/two_encoders.h"

#include "array_files.h"

#include <set>

namespace parsimony::session {

namespace {

using train::Knob;

class EncoderRun : public RegistryFolder {};

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
    EXPECT_EQ(axesOf(options).front().encoders, (std::vector<std::string>{"z", "a"}));
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

TEST(EncoderAxis, OneOfSeveralMayHaveAnId) {
    RunOptions options = byTwoEncoders("random");
    give(options, "encoder-id", "b=clip@1");
    EXPECT_EQ(options.encoderIds, (ByEncoder{{"b", "clip@1"}}));
    const ExperimentPlan plan = planOf(options);
    EXPECT_EQ(plan.constants.encoders.front().told(), "a");
    EXPECT_EQ(plan.constants.encoders.back().told(), "clip@1");
    EXPECT_EQ(runOptionsFromJson(toWholeJson(options)), options);
    options.encoderIds.clear();
    give(options, "encoder-id", "model=1"); // no name of an encoder
    EXPECT_THROW((void)planOf(options), Error);
}

TEST(EncoderAxis, ATableWithoutLabelsTakesThoseOfTheFirst) {
    const data::testing::TempFolder folder;
    data::testing::writeText(folder.file("a.csv"), "f0,f1,who,lab\n1,2,p,0\n3,4,q,1\n5,6,r,1\n");
    data::testing::writeText(folder.file("b.csv"), "g0,g1,g2\n1,2,3\n4,5,6\n7,8,9\n");
    for (const char* visibility : {"private", "public"}) {
        RunOptions options = digitsOptions();
        options.data.clear();
        options.classes = 2;
        options.encoders = {{"a", folder.file("a.csv")}, {"b", folder.file("b.csv")}};
        give(options, "visibility", visibility);
        give(options, "label-column", "lab");
        give(options, "id-column", "who");
        options.sameOrder = true;
        const DataRequest request = describeData(options);
        const RequestedPart& train = request.train();
        ASSERT_EQ(train.otherEncoders.size(), 1U);
        EXPECT_EQ(train.info.dim, 2U);
        EXPECT_EQ(train.otherEncoders.front().info.dim, 3U);
        EXPECT_EQ(train.otherEncoders.front().info.rows, 3U) << "the header is no row";
        EXPECT_EQ(train.otherEncoders.front().files.labels, train.files.labels);
        EXPECT_TRUE(train.otherEncoders.front().files.ids.empty());
        options.sameOrder = false;
        options.idColumn.clear();
        EXPECT_EQ(codeOf(options), ErrorCode::Failed) << "each has labels of its own";
    }
}

TEST(EncoderAxis, FilesThatAreNotFoundAreNamedForSeveral) {
    RunOptions options = digitsOptions();
    const data::testing::TempFolder folder;
    data::testing::writeText(folder.file("b.csv"), "1,2\n");
    options.encoders = {{"a", std::exchange(options.data, {})}, {"b", folder.file("b.csv")}};
    options.sameOrder = true;
    for (int turn = 0; turn < 2; ++turn) {
        try {
            (void)describeData(options);
            ADD_FAILURE() << "b has no parts";
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).find("--train"), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("a folder with train.npy"), std::string::npos);
        }
        std::swap(options.encoders[0], options.encoders[1]);
    }
}

TEST(EncoderAxis, OneByItselfHasAName) {
    RunOptions options = digitsOptions();
    const std::string path = std::exchange(options.data, {});
    give(options, "data", "full=" + path);
    EXPECT_EQ(options.encoders, (ByEncoder{{"full", path}}));
    EXPECT_EQ(options.data, "full");
    EXPECT_EQ(runOptionsFromJson(toWholeJson(options)), options);
    EXPECT_TRUE(axesOf(options).empty());
    give(options, "method", "unit-noise");
    options.ood["again"] = {path + ":x_test", path + ":y_test"};
    const DataRequest request = describeData(options);
    EXPECT_NE(request.find("again"), nullptr);
    EXPECT_EQ(planOf(options).epsilon, 3.0);
    EXPECT_EQ(onlyEncoder(options), "full");
    RunOptions named = options;
    for (const char* text : {"full=m@1", "m@1"}) { // whether its name stands before it or not
        named.encoderId.clear();
        give(named, "encoder-id", text);
        EXPECT_EQ(onlyEncoder(named), "m@1") << text;
    }
    give(named, "record-ids", "full=ids.npy");
    EXPECT_EQ(named.train.ids, "ids.npy");
    give(options, "data", "other=" + path);
    EXPECT_EQ(options.encoders.size(), 2U);
    EXPECT_TRUE(options.choosesEncoder());
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

TEST(EncoderMaps, EachEncoderPaysForItsOwnMean) {
    for (const char* method : {"random", "grid", "linear-scaling", "successive-halving"}) {
        const ExperimentPlan plan = planOf(mappedEncoders(method));
        std::map<std::string, double> squares;
        SpendSum sum;
        for (const PlannedStatistic& statistic : plan.statistics()) {
            squares[statistic.name.text()] = statistic.mu.value() * statistic.mu.value();
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

TEST_F(EncoderRun, CandidatesOfSeveralEncodersTrainOnTheirOwnMaps) {
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

TEST_F(EncoderRun, ARunIsShownWithItsEncoder) {
    RunOptions options = byTwoEncoders("random");
    options.trials = 40; // both encoders but for one time in 2³⁹
    Session session = Session::open(project(), true);
    const RunSnapshot run = session.run(options, {}, {});
    ASSERT_EQ(run.status, ExperimentStatus::Finished);
    std::set<std::string> seen;
    for (const TrialSnapshot& trial : run.phases.front().trials) {
        seen.insert(encoderIn(trial.knobs));
    }
    EXPECT_EQ(seen, (std::set<std::string>{"a", "b"}));
    EXPECT_EQ(run.encoder, encoderIn(run.final->trial.knobs));
    const std::uint32_t dim = run.dataset.dim;
    EXPECT_EQ(run.dataset.encoders, (std::vector<EncoderSnapshot>{{"a", dim}, {"b", dim}}));
    EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST_F(EncoderRun, OneOfSeveralAloneHasItsOwnWidth) {
    namespace files = data::testing;
    const auto rowsOf = [&](const std::string& name, std::size_t dim) {
        std::vector<float> features(300 * dim);
        for (std::size_t at = 0; at < features.size(); ++at) {
            features[at] = std::sin(static_cast<float>(at));
        }
        std::filesystem::create_directory(folder() / name);
        files::writeText((folder() / name / "train.npy").string(),
                         files::npy("<f4", "300, " + std::to_string(dim), files::bytesOf(features)));
        files::writeText((folder() / name / "train_labels.npy").string(),
                         files::npy("<i8", "300,", files::bytesOf(std::vector<std::int64_t>(300, 1))));
        return (folder() / name).string();
    };
    RunOptions options = digitsOptions();
    options.encoders = {{"wide", rowsOf("wide", 32)}, {"narrow", rowsOf("narrow", 16)}};
    options.data = "wide";
    options.sameOrder = true;
    options.experimentEpsilon = 1.0;
    give(options, "method", "single");
    options.steps = "2";
    give(options, "learning-rates", "1");
    Session session = Session::open(project(), true);
    EXPECT_EQ(session.run(options, {}, {}).dataset.dim, 32U);
    options.data = "narrow";
    EXPECT_EQ(session.plan(options).dataset.dim, 16U);
    const RunSnapshot alone = session.run(options, {}, {});
    EXPECT_EQ(alone.dataset.dim, 16U);
    const auto entryOf = [&](std::int64_t trial) { return session.deploymentOf(session.classifier(trial)); };
    EXPECT_EQ(entryOf(alone.final->trial.id).tuning.find("encoder"), std::string::npos);
    options.data.clear();
    options.experimentEpsilon = 0.5;
    options.learningRates.reset();
    give(options, "method", "random");
    options.trials = 8;
    const RunSnapshot searched = session.run(options, {}, {});
    for (const TrialSnapshot& trial : searched.phases.front().trials) {
        const exporting::Deployment entry = entryOf(trial.id);
        const std::string width = encoderIn(trial.knobs) == "wide" ? "32" : "16";
        EXPECT_NE(entry.dataDomain.find("each a row of " + width + " numbers"), std::string::npos)
            << entry.dataDomain;
        EXPECT_NE(entry.tuning.find("The encoder was chosen like them, by the same runs, of wide, narrow."),
                  std::string::npos)
            << entry.tuning;
    }
}

/// What is of one encoder's rows is of that one's, where it is named alone.
TEST_F(EncoderRun, OneOfSeveralAloneTakesAPriorAMeanAndWeights) {
    namespace files = data::testing;
    RunOptions options = digitsOptions();
    const std::string digits = std::exchange(options.data, {});
    std::filesystem::create_directory(folder() / "narrow");
    const auto write = [&](const std::string& name, const std::string& type, const std::string& shape,
                           const auto& values) {
        files::writeText((folder() / name).string(), files::npy(type, shape, files::bytesOf(values)));
        return (folder() / name).string();
    };
    const auto features = [](std::size_t rows, float start = 0.0F) {
        std::vector<float> values(rows * 16);
        for (std::size_t at = 0; at < values.size(); ++at) {
            values[at] = std::sin(start + static_cast<float>(at));
        }
        return values;
    };
    const auto labels = [](std::size_t rows) {
        std::vector<std::int64_t> values(rows);
        for (std::size_t at = 0; at < rows; ++at) {
            values[at] = static_cast<std::int64_t>(at % 10);
        }
        return values;
    };
    for (const auto& [part, rows] :
         {std::pair{"train", std::size_t{1400}}, std::pair{"test", std::size_t{397}}}) {
        write("narrow/" + std::string(part) + ".npy", "<f4", std::to_string(rows) + ", 16",
              features(rows, rows < 1000 ? 0.25F : 0.0F));
        write("narrow/" + std::string(part) + "_labels.npy", "<i8", std::to_string(rows) + ",", labels(rows));
    }
    options.encoders = {{"wide", digits}, {"narrow", (folder() / "narrow").string()}};
    options.sameOrder = true;
    options.steps = "2";
    give(options, "method", "single");
    give(options, "learning-rates", "1");
    const std::string prior = write("x.npy", "<f4", "20, 16", features(20, 0.5F));
    const std::string ofPrior = write("y.npy", "<i8", "20,", labels(20));
    const auto with = [&](const char* alone, const char* name, const std::string& text) {
        RunOptions one = options;
        one.data = alone;
        give(one, name, text);
        if (std::string(name) == "mean") {
            one.meanEpsilon = 0.1;
        }
        return one;
    };
    for (const auto& [name, text] :
         {std::pair{"prior", prior + "," + ofPrior}, std::pair{"mean", std::string("private")}}) {
        EXPECT_EQ(codeOf(with("", name, text)), ErrorCode::Usage) << name << " of which encoder";
        Session session = Session::open(folder() / (std::string(name) + ".parsimony"), true);
        RunOptions alone = with("narrow", name, text);
        alone.distinctRecords = std::string(name) == "mean"; // a project for each
        const RunSnapshot run = session.run(alone, {}, {});
        EXPECT_EQ(run.status, ExperimentStatus::Finished) << name;
        EXPECT_EQ(run.dataset.dim, 16U);
    }
    EXPECT_NE(codeOf(with("wide", "prior", prior + "," + ofPrior)), ErrorCode::Refused)
        << "16 columns, not 64";
    RunOptions joined = with("both", "prior", prior + "," + ofPrior);
    joined.encoders.push_back({"both", "wide+narrow"});
    EXPECT_EQ(codeOf(joined), ErrorCode::Usage) << "each of them would have to be told";
}

} // namespace parsimony::session
