// SPDX-License-Identifier: GPL-3.0-or-later
// `--prior`: rows and labels that are no start are refused before anything is written.
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include "array_files.h"
#include <gmock/gmock.h>

namespace parsimony::session {

namespace {

class PriorRows : public RegistryFolder {
protected:
    /// What a plan that starts from 20 rows says; `value` is that of row i's i-th number.
    std::string refusalOf(std::int64_t firstLabel, float value) const {
        std::vector<float> rows(20 * 64, 0.0F);
        std::vector<std::int64_t> labels(20);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            rows[64 * i + i] = value;
            labels[i] = static_cast<std::int64_t>(i % 10);
        }
        labels.front() = firstLabel;
        using namespace data::testing;
        writeText((folder() / "x.npy").string(), npy("<f4", "20, 64", bytesOf(rows)));
        writeText((folder() / "y.npy").string(), npy("<i8", "20,", bytesOf(labels)));
        RunOptions options = digitsOptions();
        options.prior = {(folder() / "x.npy").string(), (folder() / "y.npy").string()};
        try {
            (void)Session::planWithoutProject(options);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }
    /// 20 rows, two of each class.
    void writeTestRows() const { EXPECT_EQ(refusalOf(0, 1.0F), ""); }
};

} // namespace

TEST_F(PriorRows, HaveLabelsThatAreClasses) {
    EXPECT_EQ(refusalOf(0, 1.0F), "");
    EXPECT_THAT(refusalOf(-1, 1.0F), testing::HasSubstr("labels that are none of the 10 classes"));
    EXPECT_THAT(refusalOf(10, 1.0F), testing::HasSubstr("labels that are none of the 10 classes"));
}

TEST_F(PriorRows, LeadSomewhere) {
    EXPECT_THAT(refusalOf(0, 0.0F), testing::HasSubstr("no direction to start along"));
}

/// What was decided by the look is told by the result, whenever the experiment was interrupted.
TEST_F(PriorRows, AreToldOfByAnExperimentThatGoesOnAfterItsLastRun) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.steps = "10";
    options.prior = {options.data + ":x_test", options.data + ":y_test"};
    options.train = {options.data + ":x_train", options.data + ":y_train"};
    options.test = {(folder() / "x.npy").string(), (folder() / "y.npy").string()};
    options.data.clear();
    writeTestRows();
    Session session = Session::open(project(), true);
    std::stop_source stop;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot& live) {
        if (live.final && live.final->trial.state == TrialState::Finished) {
            stop.request_stop();
        }
    };
    const RunSnapshot stopped = session.run(options, stop.get_token(), observer);
    ASSERT_EQ(stopped.status, ExperimentStatus::Interrupted);
    ASSERT_EQ(stopped.final->trial.state, TrialState::Finished);
    EXPECT_FALSE(stopped.prior->believed);
    const RunSnapshot ended = session.resume(stopped.experiment, {}, {});
    ASSERT_EQ(ended.status, ExperimentStatus::Finished);
    ASSERT_TRUE(ended.prior->believed);
    ASSERT_TRUE(ended.prior->promised);
    EXPECT_GT(*ended.prior->promised, 0.7);
    EXPECT_EQ(*ended.prior->believed, 1.0) << *ended.prior->agreement;
    EXPECT_THAT(ended.notices, testing::Contains(Notice::PriorTaken));
    const auto kept = Session::open(project(), false).snapshot(std::nullopt);
    EXPECT_EQ(kept->prior, ended.prior);
}

/// The plan knows beforehand how large the error of its look is.
TEST_F(PriorRows, MayBeMoreThanALookCanTell) {
    RunOptions options = digitsOptions();
    options.method = MethodKind::Auto;
    options.prior = {options.data + ":x_test", options.data + ":y_test"};
    options.train = {options.data + ":x_train", options.data + ":y_train"};
    options.data.clear();
    const RunSnapshot much = Session::planWithoutProject(options);
    ASSERT_TRUE(much.prior);
    EXPECT_TRUE(canTell(*much.prior)) << much.prior->se;
    EXPECT_NEAR(much.prior->gap, 0.5 * 0.9, 1e-12);
    EXPECT_THAT(much.notices, testing::Not(testing::Contains(Notice::PriorUntold)));
    options.epsilon = 0.05;
    const RunSnapshot little = Session::planWithoutProject(options);
    EXPECT_FALSE(canTell(*little.prior)) << little.prior->se;
    EXPECT_THAT(little.notices, testing::Contains(Notice::PriorUntold));
    EXPECT_THAT(toJson(little, "plan")["notices"].dump(),
                testing::HasSubstr("and 45 points at most lie between"));
    const RunSnapshot result = Session::open(project(), true).run(options, {}, {});
    ASSERT_TRUE(result.prior->believed);
    EXPECT_THAT(result.notices, testing::Contains(Notice::PriorUntold));
    EXPECT_NEAR(result.prior->gap, 0.5 * (*result.prior->promised - 0.1), 1e-12);
}

/// The numbers that were measured, and their error, stand in what is said.
TEST(PriorNotices, SayWhatWasMeasured) {
    RunSnapshot run;
    run.prior = PriorSnapshot{-0.123, 0.512, 0.1, 0.4, 0.9, 0.0};
    for (const Notice notice : {Notice::PriorTaken, Notice::PriorWeakened, Notice::PriorLeftOut}) {
        EXPECT_THAT(
            sentenceOf(notice, run).english(),
            testing::HasSubstr("labels -12.3 ± 51.2 % of the records rightly, where guessing labels 10 %"));
    }
    EXPECT_THAT(sentenceOf(Notice::PriorUntold, run).english(),
                testing::HasSubstr("standard error is 51.2 points, and 40 points lie between"));
    EXPECT_THAT(sentenceOf(Notice::PriorUntold, run).english(), testing::HasSubstr("--prior-scale"));
    EXPECT_FALSE(canTell(*run.prior));
    run.prior->se = 0.2;
    EXPECT_TRUE(canTell(*run.prior));
}

} // namespace parsimony::session
