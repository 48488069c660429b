// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/infinity.h"
#include "core/session/option_table.h"
#include "tests/core/study/study_fixture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::study {

TEST(Sweep, SummaryFindsTheBestCellItsSpreadAndTheLine) {
    const std::vector<SweepCell> cells{{1.0, 0.1, 10, 0, 0, 0},
                                       {1.0, 0.2, 10, 0, 0, 0},
                                       {2.0, 0.2, 10, 0, 0, 0},
                                       {2.0, 0.4, 10, 0, 0, 0},
                                       {3.0, 0.6, 10, 0, 0, 0}};
    const SweepResult result = summarise(cells, {{0.5, 0.9}, {0.8, 0.8}, {0.1, 0.2}, {0.7, 0.9}, {0.9, 0.9}});
    ASSERT_EQ(result.best.size(), 3U);
    EXPECT_DOUBLE_EQ(result.best[0].r, 2.0);
    EXPECT_DOUBLE_EQ(result.best[0].accuracy, 0.8);
    EXPECT_DOUBLE_EQ(result.best[0].rSd, std::sqrt(0.5)) << "repeats alone choose 2 and 1";
    EXPECT_DOUBLE_EQ(result.best[1].r, 4.0);
    ASSERT_TRUE(result.fit);
    EXPECT_NEAR(result.fit->coefficients()[1], 2.0, 1e-9);
    EXPECT_EQ(toJson(result)["cells"].size(), 5U);
}

TEST_F(StudyTest, SweepRunsTheGridOnceAndFindsItAgain) {
    SweepRequest request{digits(), {1.0, 3.0}, 2};
    request.base.learningRates = "1,10";
    request.base.steps = "3,6";
    auto session = open();
    const SweepResult first = sweep(session, request, {}, {});
    ASSERT_EQ(first.cells.size(), 8U);
    for (const SweepCell& cell : first.cells) {
        EXPECT_EQ(cell.repeats, 2U);
        EXPECT_GE(cell.accuracy, 0.0);
        EXPECT_LE(cell.accuracy, 1.0);
    }
    const std::size_t experiments = session.experiments().size();
    EXPECT_EQ(experiments, 4U);
    const SweepResult again = sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), experiments) << "nothing was run twice";
    EXPECT_EQ(toJson(again), toJson(first));
}

TEST_F(StudyTest, SweepTellsInWhichArithmeticItsCellsWereTrained) {
    SweepRequest request{digits(), {1.0}, 1};
    request.base.learningRates = "1,10";
    request.base.steps = "3";
    auto session = open();
    for (const auto& [asked, told] :
         {std::pair{std::optional<compute::Precision>(), "f32"}, // of auto, for so few numbers
          std::pair{std::optional(compute::Precision::Bfloat16), "bf16"}}) {
        request.base.precision = asked;
        for (int times = 0; times < 2; ++times) { // found again, too
            const nlohmann::json cells = toJson(sweep(session, request, {}, {})).at("cells");
            ASSERT_EQ(cells.size(), 2U);
            EXPECT_EQ(cells[0].at("arithmetic"), told);
            EXPECT_EQ(cells[1].at("arithmetic"), told);
        }
        const auto rows = compare(session, {request.base, {MethodKind::UnitNoise}, {1.0}, 2}, {}, {});
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_EQ(toJson(rows.front()).at("arithmetic"), told);
    }
}

TEST_F(StudyTest, SweepNamesTheEncodersOfWhichItTakesOne) {
    SweepRequest request{digits(), {1.0}, 1};
    request.base.learningRates = "1,10";
    request.base.steps = "3";
    request.base.sameOrder = true;
    request.base.encoders = {{"vit", request.base.data}, {"dino", request.base.data}};
    request.base.data.clear();
    auto session = open();
    const auto swept = [&] { return sweep(session, request, {}, {}); };
    const std::string refused = messageOf([&] { (void)swept(); }, ErrorCode::Usage);
    EXPECT_NE(refused.find("vit, dino"), std::string::npos) << refused;
    EXPECT_NE(refused.find("--data vit"), std::string::npos) << refused;
    request.base.data = "dino";
    EXPECT_EQ(swept().cells.size(), 2U);
}

TEST_F(StudyTest, SweepSaysItselfThatItTakesNoSamples) {
    SweepRequest request{digits(), {1.0}, 1};
    request.base.learningRates = "1,10";
    request.base.steps = "3";
    request.base.trainer = train::TrainerKind::DpSgd;
    request.base.sampleRate = 0.1;
    auto session = open();
    try {
        (void)sweep(session, request, {}, {});
        ADD_FAILURE() << "its cells have Gaussian events";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        EXPECT_EQ(std::string(error.what()).find("--method"), std::string::npos) << error.what();
    }
    request.base.sampleRate = 1.0;
    EXPECT_EQ(sweep(session, request, {}, {}).cells.size(), 2U);
}

TEST_F(StudyTest, SweepRunsOnlyCellsThatNoEarlierOneScored) {
    SweepRequest request{digits(), {3.0}, 1};
    request.base.learningRates = "1,10";
    request.base.steps = "3,6";
    auto session = open();
    const SweepResult first = sweep(session, request, {}, {});
    ASSERT_EQ(session.trials({}).size(), 5U) << "four cells and a look at the test part";
    request.base.learningRates = "1,5,10";
    const SweepResult larger = sweep(session, request, {}, {});
    int cells = 0;
    for (const session::TrialSnapshot& trial : session.trials({})) {
        cells += trial.role == "trial" ? 1 : 0;
    }
    EXPECT_EQ(cells, 6) << "two cells are new";
    ASSERT_EQ(larger.cells.size(), 6U);
    EXPECT_EQ(larger.cells[0].accuracy, first.cells[0].accuracy);
    EXPECT_EQ(larger.cells[2].accuracy, first.cells[1].accuracy);
    // A cell is what its seed and numbers make it, whatever grid it is asked for in.
    request.base.learningRates = "5,10";
    request.base.steps = "6";
    auto other = session::Session::open(m_folder / "other.parsimony", true);
    const SweepResult alone = sweep(other, request, {}, {});
    EXPECT_EQ(alone.cells[0].accuracy, larger.cells[4].accuracy);
    EXPECT_EQ(alone.cells[1].accuracy, larger.cells[5].accuracy);
}

TEST_F(StudyTest, SweepOfAnotherTrainerSeedOrChangedRowsReusesNothing) {
    SweepRequest request{digits(), {3.0}, 1};
    const auto copy = m_folder / "digits.npz";
    std::filesystem::copy_file(request.base.data, copy);
    request.base.data = copy.string();
    request.base.learningRates = "1,10";
    request.base.steps = "3";
    auto session = open();
    (void)sweep(session, request, {}, {});
    request.base.seed = 7;
    (void)sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), 2U);
    request.base.trainer = session::TrainerKind::DpAdam;
    (void)sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), 3U);
    EXPECT_EQ(session.experimentsOn(request.base).size(), 0U) << "it had a validation part too";
    SweepRequest changed = request;
    std::filesystem::remove(copy);
    std::filesystem::copy_file(PARSIMONY_SAMPLES "/wordnet-nouns.npz", copy);
    changed.base.seed = 0;
    changed.base.trainer = session::TrainerKind::DpGd;
    changed.base.steps = "1";
    changed.base.learningRates = "1,2";
    EXPECT_TRUE(session.experimentsOn(scoredOnTest(changed.base)).empty());
}

TEST_F(StudyTest, AGridWithoutNoiseStandsBesideTheOthers) {
    SweepRequest request{digits(), {1.0, 3.0, inf}, 2};
    request.base.learningRates = "1,4";
    auto session = open();
    const SweepResult result = sweep(session, request, {}, {});
    ASSERT_EQ(result.cells.size(), 6U);
    ASSERT_EQ(result.best.size(), 3U);
    EXPECT_TRUE(std::isinf(result.best[2].epsilon));
    EXPECT_GT(result.best[2].accuracy, result.best[0].accuracy);
    EXPECT_EQ(result.cells[5].accuracySd, 0.0);
    EXPECT_TRUE(result.fit) << "a line through the finite ones";
    const nlohmann::json json = nlohmann::json::parse(toJson(result).dump());
    EXPECT_TRUE(json.at("best").at(2).at("epsilon").is_null());
    request.base.visibility = session::Visibility::Private;
    request.repeats = 1;
    EXPECT_THROW((void)sweep(session, request, {}, {}), Error);
}

TEST_F(StudyTest, AStoppedSweepKeepsItsBatchesAndGoesOn) {
    SweepRequest request{digits(), {1.0, 3.0}, 2};
    request.base.learningRates = "1,2,5,10";
    request.base.steps = "20,40,300";
    std::stop_source stop;
    auto session = open();
    messageOf(
        [&] {
            (void)sweep(session, request, stop.get_token(),
                        [&](const std::string&, double done, std::optional<double>) {
                            if (done > 0.0) {
                                stop.request_stop();
                            }
                        });
        },
        ErrorCode::Interrupted);
    for (const session::TrialSnapshot& trial : session.trials({})) {
        EXPECT_EQ(trial.state, session::TrialState::Finished) << "a batch that is cut off leaves no trace";
    }
    const std::size_t experiments = session.experiments().size();
    EXPECT_EQ(experiments, 4U);
    const SweepResult result = sweep(session, request, {}, {});
    EXPECT_EQ(session.experiments().size(), experiments) << "the interrupted experiments went on";
    EXPECT_EQ(result.cells.size(), 24U);
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        EXPECT_EQ(experiment.status, ExperimentStatus::Finished);
    }
}

TEST_F(StudyTest, BadGridsAreNamed) {
    auto session = open();
    const auto message = [&](const std::function<void(SweepRequest&)>& spoil) {
        SweepRequest request{digits(), {3.0}, 1};
        request.base.learningRates = "1,2";
        request.base.steps = "3";
        return messageOf(
            [&] {
                spoil(request);
                (void)sweep(session, request, {}, {});
            },
            ErrorCode::Usage);
    };
    const auto give = [](SweepRequest& request, const char* option, const char* text) {
        session::optionNamed(option).give(request.base, {text});
    };
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates.reset(); }).find("--learning-rates"),
              std::string::npos);
    EXPECT_NE(message([&](SweepRequest& r) { give(r, "learning-rates", ""); }).find("--learning-rates"),
              std::string::npos);
    EXPECT_NE(message([&](SweepRequest& r) { give(r, "learning-rates", "nan,1"); }).find("--learning-rates"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates = "1"; }).find("one cell"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.learningRates = "1,1"; }).find("twice"),
              std::string::npos);
    EXPECT_NE(message([&](SweepRequest& r) { give(r, "steps", "2.5"); }).find("--steps"), std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) {
                  r.epsilons.clear();
                  r.base.epsilon.reset();
              }).find("--epsilons"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.epsilons = {1.0, 1.0}; }).find("twice"), std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.base.steps = "2,20.5"; }).find("'20.5' is not a whole number"),
              std::string::npos);
    EXPECT_NE(message([](SweepRequest& r) { r.epsilons = {std::nan("")}; }).find("--epsilons"),
              std::string::npos);
    EXPECT_TRUE(session.experiments().empty());
}

TEST_F(StudyTest, PrivateSweepsAreChargedACellAndRefusedWhenTheirSumDoesNotFit) {
    SweepRequest request{digits(), {0.3, 0.6}, 1};
    request.base.visibility = session::Visibility::Private;
    request.base.classes = 10;
    request.base.learningRates = "1,10";
    request.base.steps = "2";
    const StudyPrice asked = priceOf(nullptr, request); // there is no project yet
    EXPECT_EQ(asked.runs, 4U);
    auto session = open();
    EXPECT_DOUBLE_EQ(priceOf(&session, request).epsilon, asked.epsilon);
    EXPECT_TRUE(session.experiments().empty());
    const SweepResult result = sweep(session, request, {}, {});
    ASSERT_EQ(result.cells.size(), 4U);
    const double spent = session.budgets().front().second.spentEpsilon;
    EXPECT_LE(spent, asked.epsilon);
    EXPECT_GE(spent, 0.999 * asked.epsilon);
    EXPECT_EQ(priceOf(&session, request).epsilon, 0.0) << "it has run";
    for (const session::TrialSnapshot& trial : session.trials({})) {
        EXPECT_LE(trial.epsilon, trial.experiment == 1 ? 0.3 : 0.6);
        EXPECT_GE(trial.epsilon, 0.999 * (trial.experiment == 1 ? 0.3 : 0.6));
        EXPECT_EQ(trial.scoreKind, ScoreKind::Noisy);
    }
    const std::size_t experiments = session.experiments().size();
    EXPECT_EQ(toJson(sweep(session, request, {}, {})), toJson(result)) << "asked again it costs nothing";
    EXPECT_EQ(session.experiments().size(), experiments);
    // The first of these would fit, both do not: nothing is spent.
    request.epsilons = {0.5, 2.9};
    messageOf([&] { (void)sweep(session, request, {}, {}); }, ErrorCode::Refused);
    messageOf([&] { (void)priceOf(&session, request); }, ErrorCode::Refused);
    EXPECT_EQ(session.experiments().size(), experiments);
}

} // namespace parsimony::study
