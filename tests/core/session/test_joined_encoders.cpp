// SPDX-License-Identifier: GPL-3.0-or-later
// Encoders joined to one more (`--data both=a+b`): from a request to results.
#include "core/ledger/audit.h"
#include "core/session/data_request.h"
#include "core/session/joined_encoders.h"
#include "core/session/knob_options.h"
#include "core/session/options_json.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include "array_files.h"

#include <algorithm>
#include <set>

namespace parsimony::session {

namespace {

class JoinedRun : public RegistryFolder {};

/// The digits twice, joined: no better than once, but a candidate of its own.
RunOptions joinedDigits(const std::string& method) {
    RunOptions options = digitsOptions();
    options.encoders = {{"a", options.data}, {"b", options.data}, {"both", "a+b"}};
    options.data.clear();
    options.sameOrder = true;
    give(options, "method", method);
    options.steps = "5";
    return options;
}

} // namespace

TEST(JoinedEncoders, AreToldFromPathsByTheTextAlone) {
    const ByEncoder encoders{{"a", "/x"},        {"b", "/y"},     {"both", "a+b"},        {"file", "./a+b"},
                             {"none", "c+d"},    {"half", "a+c"}, {"itself", "itself+b"}, {"end", "a+"},
                             {"deep", "both+a"}, {"twice", "a+a"}};
    using Names = std::vector<std::string>;
    EXPECT_EQ(joinedNames(encoders, "both"), (Names{"a", "b"}));
    EXPECT_EQ(joinOf({"a", "b"}), "a+b");
    for (const char* path : {"a", "file", "none", "unknown"}) {
        EXPECT_TRUE(joinedNames(encoders, path).empty()) << path;
    }
    EXPECT_EQ(joinedNames(encoders, "half"), (Names{"a", "c"}));
    EXPECT_EQ(joinedNames({{"both", "a+b"}, {"a", "/x"}, {"b", "/y"}}, "both"), Names())
        << "none is before it";
    const auto code = [&](std::size_t last) {
        try {
            checkJoined({encoders[0], encoders[1], encoders[2], encoders[last]});
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage);
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(code(3), "");
    EXPECT_EQ(code(4), "");
    EXPECT_NE(code(5).find("'c' is no encoder"), std::string::npos) << code(5);
    EXPECT_NE(code(6).find("'itself' is no encoder"), std::string::npos);
    EXPECT_NE(code(7).find("'' is no encoder"), std::string::npos);
    EXPECT_NE(code(8).find("'both' is no encoder"), std::string::npos);
    EXPECT_NE(code(9).find("joins 'a' with itself"), std::string::npos);
}

TEST(JoinedEncoders, StayNamesWhereFilesAreNamedAnew) {
    RunOptions options;
    for (const char* text : {"a=x.npz", "b=y.npz", "both=b+a"}) {
        give(options, "data", text);
    }
    options.sameOrder = true;
    const RunOptions whole = withAbsolutePaths(options);
    EXPECT_EQ(whole.encoders[2].second, "b+a");
    EXPECT_EQ(whole.encoders[1].second, std::filesystem::absolute("y.npz").string());
    EXPECT_EQ(runOptionsFromJson(toWholeJson(whole)), whole);
    const RunOptions moved = withFileMoved(whole, whole.encoders[1].second, "/elsewhere/z.npz");
    EXPECT_EQ(moved.encoders[1].second, "/elsewhere/z.npz") << "where its rows are is said once";
    EXPECT_EQ(moved.encoders[2].second, "b+a");
}

TEST(JoinedEncoders, CostNothingAndAreKeptInThePlan) {
    for (const char* method :
         {"random", "grid", "linear-scaling", "successive-halving", "papernot-steinke", "koskela-kulkarni"}) {
        const RunOptions options = joinedDigits(method);
        const ExperimentPlan plan = planOf(options);
        const ExperimentPlan alone = planOf(withEncoder(options, "b"));
        ASSERT_EQ(plan.constants.encoders.size(), 3U);
        EXPECT_EQ(plan.constants.encoders[2].dim, 128U);
        EXPECT_EQ(plan.constants.encoders[2].blocks, (std::vector<std::size_t>{64, 64}));
        EXPECT_TRUE(plan.constants.encoders[1].blocks.empty());
        if (plan.selection) {
            EXPECT_EQ(plan.selection->values, alone.selection->values) << method;
        } else {
            EXPECT_NEAR(plan.muSquared.upper(), alone.muSquared.upper(), 1e-12) << method;
        }
        const nlohmann::json stored = plan.toJson();
        EXPECT_EQ(ExperimentPlan::fromJson(stored).toJson(), stored);
        EXPECT_EQ(ExperimentPlan::fromJson(stored).constants.encoders[2].blocks,
                  plan.constants.encoders[2].blocks);
    }
    RunOptions pilots = joinedDigits("auto");
    pilots.steps = "20";
    pilots.records = 200000;
    const ExperimentPlan told = planOf(pilots);
    EXPECT_EQ(told.phases.front().runs, 3);
    ASSERT_EQ(told.featureMap->otherMeans.size(), 2U);
    EXPECT_EQ(told.featureMap->otherMeans[1].mean.dim(), 128U);
    RunOptions named = joinedDigits("random");
    named.encoderIds = {{"a", "clip@1"}, {"b", "dino@2"}};
    EXPECT_EQ(planOf(named).constants.encoders[2].told(), "clip@1+dino@2");
    named.encoderIds = {{"a", "clip@1"}};
    EXPECT_EQ(planOf(named).constants.encoders[2].told(), "both");
    named.encoderIds = {{"a", "clip@1"}, {"both", "pair@3"}};
    EXPECT_EQ(planOf(named).constants.encoders[2].told(), "pair@3");
}

/// The name of one of them behind the others: no candidate is left but the rows are declared all the same.
TEST(JoinedEncoders, AreTakenAloneByTheirName) {
    RunOptions options = joinedDigits("single");
    EXPECT_EQ(codeOf(options), ErrorCode::Usage) << "which takes one encoder";
    const RunOptions fixed = withEncoder(options, "both");
    give(options, "data", "both");
    EXPECT_EQ(options, fixed);
    EXPECT_TRUE(axesOf(options).empty());
    EXPECT_EQ(runOptionsFromJson(toWholeJson(options)), options);
    const ExperimentPlan plan = planOf(options);
    EXPECT_TRUE(plan.constants.encoders.empty());
    EXPECT_EQ(plan.constants.dim, 128U);
    EXPECT_EQ(plan.constants.blocks, (std::vector<std::size_t>{64, 64}));
    EXPECT_EQ(ExperimentPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    const DataRequest request = describeData(options);
    EXPECT_EQ(request.train().encoder, "both");
    ASSERT_EQ(request.train().otherEncoders.size(), 2U);
    RunOptions one = joinedDigits("single");
    give(one, "data", "b");
    EXPECT_EQ(planOf(one).constants.dim, 64U);
    EXPECT_TRUE(planOf(one).constants.blocks.empty());
    EXPECT_EQ(describeData(one).train().encoder, "b");
}

TEST(JoinedEncoders, NeedRowsOfOneOrder) {
    const auto refused = [](const char* text) {
        return codeOf(joinedDigits("random"),
                      [&](RunOptions& options) { options.encoders[2].second = text; });
    };
    EXPECT_EQ(refused("a+c"), ErrorCode::Usage);
    EXPECT_EQ(refused("a+a"), ErrorCode::Usage);
    EXPECT_EQ(refused("both+a"), ErrorCode::Usage);
    RunOptions unordered = joinedDigits("random");
    unordered.sameOrder = false;
    EXPECT_EQ(codeOf(unordered), ErrorCode::Usage);
    RunOptions set = joinedDigits("random");
    set.ood["both:far"] = {"x", "y"};
    EXPECT_EQ(codeOf(set), ErrorCode::Usage);
}

TEST_F(JoinedRun, AreChosenTrainedAndExported) {
    Session session = Session::open(project(), true);
    for (const char* method : {"random", "linear-scaling", "successive-halving"}) {
        RunOptions options = joinedDigits(method);
        options.experimentEpsilon = 0.9; // of 3 that all have
        give(options, "feature-map", "center");
        const RunSnapshot run = session.run(options, {}, {});
        ASSERT_EQ(run.status, ExperimentStatus::Finished) << method;
        EXPECT_EQ(run.statistics.size(), 4U) << "a mean of each, and the class counts";
        EXPECT_EQ(*session.snapshot(run.experiment), run) << "as the ledger alone has it";
        const exporting::Classifier classifier = session.classifier({});
        EXPECT_EQ(classifier.card.encoder, run.encoder);
        EXPECT_EQ(classifier.preprocessing.blocks.empty(), run.encoder != "both");
        EXPECT_EQ(classifier.inputDim(), run.encoder == "both" ? 128U : 64U);
        EXPECT_TRUE(ledger::audit(project()).problems.empty()) << method;
    }
}

/// Encoders of noise, of which only both together tell the classes: what two half views are worth.
TEST_F(JoinedRun, TheyWinWhereTheyGain) {
    using data::testing::bytesOf;
    using data::testing::npy;
    using data::testing::writeText;
    constexpr std::size_t kRows = 4000;
    for (const char* encoder : {"a", "b"}) {
        std::filesystem::create_directories(folder() / encoder);
    }
    for (const char* part :
         {"train", "test"}) { // classes are XOR-free: sign of a for 2, sign of b for the rest
        std::vector<float> a, b;
        std::vector<std::int64_t> labels;
        for (std::size_t i = 0; i < kRows; ++i) {
            const std::size_t label = i % 4;
            const float wobble =
                0.0001F * static_cast<float>(i) + (part == std::string("test") ? 5e-5F : 0.0F);
            a.insert(a.end(), {label < 2 ? 1.0F : -1.0F, wobble});
            b.insert(b.end(), {100.0F * (label % 2 == 0 ? 1.0F : -1.0F), 100.0F * wobble});
            labels.push_back(static_cast<std::int64_t>(label));
        }
        const std::string shape = std::to_string(kRows) + ", 2";
        const std::string name = std::string(part) + ".npy";
        writeText(folder() / "a" / name, npy("<f4", shape, bytesOf(a)));
        writeText(folder() / "b" / name, npy("<f4", shape, bytesOf(b)));
        const std::string y = npy("<i8", std::to_string(kRows) + ",", bytesOf(labels));
        writeText(folder() / "a" / (std::string(part) + "_labels.npy"), y);
        writeText(folder() / "b" / (std::string(part) + "_labels.npy"), y);
    }
    RunOptions options;
    options.encoders = {{"a", (folder() / "a").string()}, {"b", (folder() / "b").string()}, {"both", "b+a"}};
    options.sameOrder = true;
    options.classes = 4;
    options.epsilon = 3.0;
    options.delta = 1e-5;
    options.steps = "20";
    for (const char* method : {"papernot-steinke", "linear-scaling", "random"}) {
        useRegistry(std::string(method) + ".db");
        RunOptions asked = options;
        give(asked, "method", method);
        asked.trials = method == std::string("papernot-steinke") ? std::nullopt : std::optional(12U);
        asked.runsMean = method == std::string("papernot-steinke") ? std::optional(20.0) : std::nullopt;
        Session session = Session::open(project(std::string(method) + ".parsimony"), true);
        const RunSnapshot run = session.run(asked, {}, {});
        ASSERT_EQ(run.status, ExperimentStatus::Finished) << method;
        EXPECT_TRUE(ledger::audit(session.path()).problems.empty());
        std::set<std::string> seen;
        for (const TrialSnapshot& trial :
             run.phases.empty() ? std::vector<TrialSnapshot>() : run.phases.front().trials) {
            seen.insert(encoderIn(trial.knobs));
        }
        if (seen.contains("both")) {
            EXPECT_EQ(run.encoder, "both") << method << ": 100 % against 50";
        }
    }
}

} // namespace parsimony::session
