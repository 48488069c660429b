// SPDX-License-Identifier: GPL-3.0-or-later
// What a finished run gives away: its classifier, and looks at rows that it left alone.
#include "core/export/model_file.h"
#include "core/ledger/project.h"
#include "tests/core/session/session_run.h"

#include "array_files.h"

#include <fstream>
#include <functional>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

/// As a process leaves a look under `request` that died between its reservation and its count. There is a
/// whole one already.
std::int64_t cutOffLook(const fs::path& file, const std::string& request) {
    ledger::Project project = ledger::Project::open(file);
    const ledger::ExperimentRow whole = project.experiment(project.experiments().back().id);
    const ExperimentPlan plan = ExperimentPlan::fromJson(whole.plan);
    ledger::ExperimentSpec spec;
    spec.dataset = whole.dataset;
    spec.method = whole.method;
    spec.trainer = whole.trainer;
    spec.options = whole.options;
    spec.plan = whole.plan;
    spec.request = request;
    ledger::Charge charge;
    charge.part = PartId{plan.partIds.at("holdout")};
    charge.muSquared = plan.muSquared;
    spec.charges = {charge};
    return project.beginExperiment(spec).id.value();
}

std::string toldOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_F(SessionRun, ExportedClassifierCarriesItsGuarantee) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    Session session = Session::open(project(), true);
    const RunSnapshot result = session.run(options, {}, {});
    const auto files = session.exportModel(std::nullopt, folder() / "model.safetensors");
    ASSERT_FALSE(files.empty());
    const exporting::Classifier model = exporting::loadModel(files.front().string());
    EXPECT_EQ(model.card.guarantee, sentenceOf(result.guarantee));
    EXPECT_EQ(model.head.classes, 10U);
    EXPECT_NE(model.card.guarantee.find("epsilon = 3"), std::string::npos) << model.card.guarantee;
    ASSERT_EQ(files.size(), 4U);
    EXPECT_EQ(files[2].filename(), "model.safetensors.cdx.json");
    EXPECT_EQ(files[3].filename(), "model.safetensors.opendp.yaml");
    std::ifstream stream(files[3]);
    const std::string entry((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_NE(entry.find("unit-noise: no trial looked at the data"), std::string::npos) << entry;
    EXPECT_NE(entry.find(sentenceOf(result.guarantee)), std::string::npos) << entry;
}

TEST_F(SessionRun, PublicDataGivesNoEntryForARegistryOfDeployments) {
    RunOptions options = digits();
    options.method = session::MethodKind::UnitNoise;
    options.visibility = session::Visibility::Public;
    Session session = Session::open(project(), true);
    (void)session.run(options, {}, {});
    const auto files = session.exportModel(std::nullopt, folder() / "model.npz");
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(files[2].filename(), "model.npz.cdx.json");
}

TEST_F(SessionRun, PrivateRowsAreTestedByAChargedCount) {
    Session session = Session::open(project(), true);
    const PrivateEvaluationRequest request = holdoutAfterARun(session);
    const PrivateEvaluation first = session.evaluate(request, {}, {});
    EXPECT_GT(first.accuracy, 0.7);
    EXPECT_GT(first.se, 0.0);
    EXPECT_GT(first.epsilon, 0.0);
    const RunSnapshot told = *session.snapshot(std::nullopt);
    EXPECT_NEAR(told.experimentEpsilon, first.epsilon, 1e-9 * first.epsilon);
    EXPECT_EQ(
        sentenceOf(told.guarantee).rfind("Everything this evaluation releases about the holdout part is", 0),
        0U)
        << sentenceOf(told.guarantee);
    const PrivateEvaluation second = session.evaluate(request, {}, {});
    EXPECT_LT(second.remainingEpsilon, first.remainingEpsilon) << "every look is charged";
    const PrivateEvaluation third = session.evaluate(request, {}, {});
    EXPECT_LT(third.remainingEpsilon, second.remainingEpsilon);
    // Noise lies on a grid, where two draws of thousands meet by chance; three do not.
    EXPECT_FALSE(second.accuracy == first.accuracy && third.accuracy == first.accuracy)
        << "and has noise of its own";
    EXPECT_EQ(session.experiments().size(), 4U);
}

TEST_F(SessionRun, AStoppedLookAtPrivateRowsStaysChargedAndLeavesNothingToResume) {
    Session session = Session::open(project(), true);
    const PrivateEvaluationRequest request = holdoutAfterARun(session);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)session.evaluate(request, stop.get_token(), {}), Error);
    EXPECT_EQ(session.experiments().back().status, ExperimentStatus::Failed);
    EXPECT_EQ(session.resume(std::nullopt, {}, {}).status, ExperimentStatus::NothingToResume);
    EXPECT_GT(session.budgets().front().second.parts.at("holdout").spentEpsilon, 0.0);
}

TEST_F(SessionRun, ALookAtRowsThatDoNotFitIsRefusedBeforeItCosts) {
    Session session = Session::open(project(), true);
    const PrivateEvaluationRequest whole = holdoutAfterARun(session);
    const auto refused = [&](const PrivateEvaluationRequest& request, ErrorCode code, const char* piece) {
        try {
            (void)session.evaluate(request, {}, {});
            ADD_FAILURE() << piece;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code) << error.what();
            EXPECT_NE(std::string(error.what()).find(piece), std::string::npos) << error.what();
        }
        EXPECT_EQ(session.experiments().size(), 1U);
    };
    PrivateEvaluationRequest request = whole;
    request.files.features = (folder() / "narrow.csv").string();
    std::ofstream(request.files.features) << "1,2\n";
    request.files.features += ":2";
    refused(request, ErrorCode::Failed, "use the encoder that it was trained with"); // as of public rows
    request = whole;
    request.files.labels = (folder() / "texts.npy").string();
    data::testing::writeText(request.files.labels, data::testing::npy("|S1", "1,", "a"));
    refused(request, ErrorCode::Usage, "the classifier has no names of classes");
}

TEST_F(SessionRun, ALookThatWasCutOffIsToldAsSuchWhenItIsAskedForAgain) {
    Session session = Session::open(project(), true);
    PrivateEvaluationRequest request = holdoutAfterARun(session);
    (void)session.evaluate(request, {}, {});
    request.request = "key";
    const std::int64_t look = cutOffLook(project(), request.request);
    const auto spent = [&] { return session.budgets().front().second.parts.at("holdout").spentEpsilon; };
    const double before = spent();
    for (int again = 0; again < 2; ++again) {
        const std::string told = toldOf([&] { (void)session.evaluate(request, {}, {}); });
        EXPECT_NE(told.find("the look at the holdout part was cut off before anything was released"),
                  std::string::npos)
            << told;
        EXPECT_NE(told.find("of experiment " + std::to_string(look) + " stays taken"), std::string::npos)
            << told;
        EXPECT_EQ(session.experiments().back().status, ExperimentStatus::Failed);
        EXPECT_EQ(session.snapshot(look)->notices, std::vector<Notice>{Notice::LookCutOff});
    }
    EXPECT_GE(spent(), before);
    const double charged = spent();
    EXPECT_EQ(session.experiments().back().id, look);
    request.request = "another";
    EXPECT_GT(session.evaluate(request, {}, {}).accuracy, 0.5);
    EXPECT_GT(spent(), charged);
}

TEST_F(SessionRun, ResumingACutOffLookTellsThatItEnded) {
    Session session = Session::open(project(), true);
    (void)session.evaluate(holdoutAfterARun(session), {}, {});
    const std::int64_t look = cutOffLook(project(), {});
    const RunSnapshot told = session.resume(look, {}, {});
    EXPECT_EQ(told.status, ExperimentStatus::NothingToResume);
    EXPECT_EQ(told.experiment, look);
    EXPECT_EQ(told.notices, std::vector<Notice>{Notice::LookCutOff});
}

TEST_F(SessionRun, AKilledLookAtPrivateRowsIsEndedByResume) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    Session session = Session::open(project(), true);
    (void)session.run(options, {}, {});
    std::int64_t killed = 0;
    {
        ledger::Project ledger = ledger::Project::open(project());
        ledger::ExperimentSpec spec; // as a process leaves it that died between reservation and count
        spec.dataset = ledger.datasets().front().id;
        spec.method = search::MethodName::ofLook();
        spec.options = ledger.experiment(ExperimentId{1}).options;
        spec.plan = ledger.experiment(ExperimentId{1}).plan;
        killed = ledger.beginExperiment(spec).id.value();
    }
    EXPECT_EQ(session.resume(std::nullopt, {}, {}).status, ExperimentStatus::NothingToResume);
    EXPECT_EQ(session.experiments().back().id, killed);
    EXPECT_EQ(session.experiments().back().status, ExperimentStatus::Failed);
}

} // namespace parsimony::session
