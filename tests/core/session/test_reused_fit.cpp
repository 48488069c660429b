// SPDX-License-Identifier: GPL-3.0-or-later
// `--reuse-fit`: a fit that an experiment released gives r at another budget, for nothing.
#include "core/base/number_text.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include "array_files.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

class ReusedFit : public RegistryFolder {
protected:
    RunOptions fitting() {
        RunOptions options = digitsOptions();
        give(options, "method", "linear-scaling");
        give(options, "total-step-size", "10,1000");
        options.steps = "5";
        options.experimentEpsilon = 1.0;
        return options;
    }
    RunOptions reusing(std::int64_t experiment) {
        RunOptions options = fitting();
        options.experimentEpsilon = 2.0;
        give(options, "reuse-fit", std::to_string(experiment));
        return options;
    }
    static ErrorCode codeOfPlan(const Session& session, const RunOptions& options) {
        try {
            (void)session.plan(options);
        } catch (const Error& error) {
            return error.code();
        }
        ADD_FAILURE() << "the plan should have been refused";
        return ErrorCode::Failed;
    }
    static std::string refusalOf(const Session& session, const RunOptions& options) {
        try {
            (void)session.plan(options);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage);
            return error.what();
        }
        ADD_FAILURE() << "the plan should have been refused";
        return {};
    }
};

} // namespace

TEST_F(ReusedFit, GivesRForNothing) {
    Session session = Session::open(project(), true);
    const RunSnapshot first = session.run(fitting(), {}, {});
    ASSERT_TRUE(first.fit);
    const RunSnapshot second = session.run(reusing(first.experiment), {}, {});
    ASSERT_EQ(second.status, ExperimentStatus::Finished);
    EXPECT_TRUE(second.phases.empty());
    ASSERT_TRUE(second.fit && second.final);
    EXPECT_EQ(second.fit->coefficients, first.fit->coefficients);
    const double predicted =
        first.fit->coefficients[0] + first.fit->coefficients[1] * second.final->trial.epsilon;
    EXPECT_NEAR(second.fit->predictedR, predicted, 1e-9 * std::abs(predicted));
    EXPECT_NEAR(*second.final->trial.r, std::clamp(predicted, 10.0, 1000.0), 1e-6 * 1000.0);
    EXPECT_NEAR(second.final->trial.epsilon, 2.0, 1e-6) << "the final run takes all there is";
    EXPECT_EQ(*session.snapshot(second.experiment), second) << "as the ledger alone has it";
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

TEST_F(ReusedFit, OfPublicRowsCostNothingOnTop) {
    Session session = Session::open(project(), true);
    RunOptions fit = fitting();
    fit.visibility = Visibility::Public;
    const RunSnapshot first = session.run(fit, {}, {});
    RunOptions own = reusing(first.experiment);
    own.visibility = Visibility::Private;
    const RunSnapshot second = session.run(own, {}, {});
    ASSERT_EQ(second.status, ExperimentStatus::Finished);
    EXPECT_EQ(second.guarantee.reusedFit, 0U);
}

/// Of a list the first phase chose one clip, at which r was found then.
TEST_F(ReusedFit, OfASearchedClipGoesWithTheOneThatWasChosen) {
    Session session = Session::open(project(), true);
    RunOptions fit = fitting();
    fit.maxGradNorm = "0.3,1";
    const RunSnapshot first = session.run(fit, {}, {});
    ASSERT_TRUE(first.fit && first.final && first.final->trial.knobs.size() == 1);
    const double chosen = first.final->trial.knobs.front().value;
    RunOptions options = reusing(first.experiment);
    options.maxGradNorm = chosen;
    EXPECT_NO_THROW((void)session.plan(options));
    options.maxGradNorm = chosen == 1.0 ? 0.3 : 1.0;
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage) << "r was not found at that one";
    options.maxGradNorm = "0.3,1"; // the same text, of which one is wanted
    EXPECT_NE(refusalOf(session, options).find("with --max-grad-norm " + numberText(chosen) + ";"),
              std::string::npos);
}

TEST_F(ReusedFit, IsOfRowsThatWerePreparedAlike) {
    Session session = Session::open(project(), true);
    const RunSnapshot first = session.run(fitting(), {}, {});
    RunOptions options = reusing(first.experiment);
    give(options, "feature-map", "none"); // what holds where nothing is said
    EXPECT_NO_THROW((void)session.plan(options));
    give(options, "feature-map", "center");
    EXPECT_NE(refusalOf(session, options).find("--feature-map none"), std::string::npos);
    for (const char* norm : {"clip", "none"}) {
        options = reusing(first.experiment);
        give(options, "row-norm", norm);
        EXPECT_NE(refusalOf(session, options).find("--row-norm unit"), std::string::npos);
    }
    options = reusing(first.experiment);
    give(options, "mean", "private");
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage);
    options = reusing(first.experiment);
    options.bias = true;
    EXPECT_NE(refusalOf(session, options).find("without --bias;"), std::string::npos);
}

TEST_F(ReusedFit, IsOfTheSameBoundOfRows) {
    Session session = Session::open(project(), true);
    RunOptions fit = fitting();
    give(fit, "row-norm", "clip");
    const RunSnapshot first = session.run(fit, {}, {});
    RunOptions options = reusing(first.experiment);
    give(options, "row-norm", "clip");
    options.normBound = 1.0; // what holds where nothing is said
    EXPECT_NO_THROW((void)session.plan(options));
    options.normBound = 2.0;
    EXPECT_NE(refusalOf(session, options).find("--norm-bound 1;"), std::string::npos);
}

TEST_F(ReusedFit, IsOfTheSameEncoder) {
    RunOptions fit = fitting();
    for (const char* name : {"a", "b", "later"}) {
        std::filesystem::copy_file(fit.data, folder() / (std::string(name) + ".npz"));
    }
    const auto pathOf = [&](const std::string& name) { return (folder() / (name + ".npz")).string(); };
    Session session = Session::open(project(), true);
    fit.data.clear();
    fit.encoders = {{"a", pathOf("a")}, {"b", pathOf("b")}};
    fit.sameOrder = true;
    const RunSnapshot first = session.run(fit, {}, {});
    ASSERT_TRUE(first.fit && first.final && first.final->trial.knobs.size() == 1);
    const std::string chosen = first.final->trial.knobs.front().encoder;
    const std::string other = chosen == "a" ? "b" : "a";
    RunOptions options = reusing(first.experiment);
    options.data = pathOf(chosen);
    EXPECT_NO_THROW((void)session.plan(options));
    options.data = pathOf("later"); // other rows, of which nobody says what made them
    EXPECT_NO_THROW((void)session.plan(options));
    options.data = pathOf(other);
    EXPECT_NE(refusalOf(session, options).find("with the encoder " + chosen), std::string::npos);
    options.encoders = {{chosen, pathOf("later")}};
    options.data = chosen;
    EXPECT_NO_THROW((void)session.plan(options));
    options.encoders = {{"c", pathOf("later")}};
    options.data = "c";
    EXPECT_NE(refusalOf(session, options).find("with the encoder " + chosen), std::string::npos);
    options.encoders = fit.encoders;
    options.sameOrder = true;
    options.data = chosen;
    EXPECT_NO_THROW((void)session.plan(options));
    options.data = other;
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage);
}

TEST_F(ReusedFit, IsOfTheEncoderOfThatId) {
    Session session = Session::open(project(), true);
    RunOptions fit = fitting();
    give(fit, "encoder-id", "clip@1");
    const RunSnapshot first = session.run(fit, {}, {});
    RunOptions options = reusing(first.experiment);
    EXPECT_NO_THROW((void)session.plan(options));
    options.encoders = {{"any", options.data}};
    options.data = "any";
    give(options, "encoder-id", "clip@1");
    EXPECT_NO_THROW((void)session.plan(options));
    options.encoderIds.clear();
    options.encoderId.clear();
    give(options, "encoder-id", "dino@2");
    EXPECT_NE(refusalOf(session, options).find("with the encoder clip@1;"), std::string::npos);
}

// The width alone tells that they are another encoder's, whatever ids, names and files say.
TEST_F(ReusedFit, IsOfRowsOfTheSameWidth) {
    Session session = Session::open(project(), true);
    const RunSnapshot first = session.run(fitting(), {}, {});
    RunOptions options = reusing(first.experiment);
    options.data.clear();
    const std::string narrow = (folder() / "narrow.npy").string();
    const std::string labels = (folder() / "labels.npy").string();
    namespace files = data::testing;
    files::writeText(narrow,
                     files::npy("<f4", "300, 32", files::bytesOf(std::vector<float>(300 * 32, 1.0F))));
    files::writeText(labels, files::npy("<i8", "300,", files::bytesOf(std::vector<std::int64_t>(300, 1))));
    give(options, "train", narrow);
    give(options, "train-labels", labels);
    EXPECT_NE(refusalOf(session, options).find("rows of 64 numbers, and these have 32"), std::string::npos);
}

TEST_F(ReusedFit, IsOfTheSameStep) {
    Session session = Session::open(project(), true);
    const RunSnapshot first = session.run(fitting(), {}, {});
    RunOptions options = reusing(first.experiment);
    EXPECT_NO_THROW((void)session.plan(options));
    options.maxGradNorm = 0.1;
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage) << "r at another clip is another r";
    options = reusing(first.experiment);
    options.momentum = "0,0.9";
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage) << "no phases choose among values";
    options = reusing(first.experiment);
    options.phaseEpsilons = "0.1,0.2";
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage);
    options = reusing(first.experiment);
    give(options, "method", "random");
    EXPECT_EQ(codeOfPlan(session, options), ErrorCode::Usage);
    EXPECT_EQ(codeOfPlan(session, reusing(first.experiment + 1)), ErrorCode::Usage);
    try {
        (void)Session::planWithoutProject(reusing(1));
        ADD_FAILURE() << "there is no project whose fit it could be";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
    }
}

TEST(ReusedFitOptions, TellsWhatItHasNoUseFor) {
    RunOptions options = digitsOptions();
    give(options, "method", "linear-scaling");
    for (const char* name : {"trials", "fit", "fit-against", "sampler", "phase-start"}) {
        EXPECT_TRUE(optionNamed(name).mattersTo(options)) << name;
    }
    give(options, "reuse-fit", "1");
    for (const char* name : {"trials", "fit", "fit-against", "sampler", "phase-start"}) {
        EXPECT_FALSE(optionNamed(name).mattersTo(options)) << name;
    }
}

} // namespace parsimony::session
