// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence_json.h"
#include "core/wire/calls.h"

#include <gtest/gtest.h>

#include <limits>

namespace parsimony::wire {

namespace {

template <class T>
T back(const T& value) {
    T other{};
    read(Json::parse(write(value).dump()), other, "value");
    return other;
}

session::RunSnapshot wholeSnapshot() {
    session::RunSnapshot run;
    run.experiment = 3;
    run.status = ExperimentStatus::Interrupted;
    run.isPrivate = false;
    run.method = search::MethodKind::LinearScaling;
    run.guarantee.epsilon = std::numeric_limits<double>::infinity();
    run.guarantee.alsoPublic = {{"test", 10.0}};
    run.guarantee.adjacency = Adjacency::ReplaceOne;
    run.guarantee.accounting = session::Guarantee::Accounting::SubsetTuning;
    run.guarantee.checkedDevices = {{"cuda", "a card", {"sum"}, 7, 0.5, 0.25}};
    run.dataset.name = "d";
    run.dataset.rowNorm.clear(); // differs from its default
    run.budget.parts["train"].spentMu = 0.1;
    run.statistics = {{"mean", 0.1, 0.2}};
    run.axes = {{train::Knob::Encoder, {}, {"a", "b"}},
                {train::Knob::Ridge, {0.1, 1.0}},
                {train::Knob::Trainer, {}, {}, {train::TrainerKind::DpAdam, train::TrainerKind::DpGd}}};
    session::TrialSnapshot trial;
    trial.id = 1;
    trial.phase = -1;
    trial.r = 0.1 + 0.2;
    trial.knobs = {{train::Knob::Momentum, 0.9}, train::KnobValue::of(train::TrainerKind::DpAdam)};
    trial.scoreKind = ScoreKind::Validation;
    trial.part = "test";
    trial.look = session::AccuracySnapshot{0.5, 0.01};
    trial.state = TrialState::Lost;
    trial.note = "a \"note\"\n";
    trial.tags = {"x", "y"};
    run.phases = {{0.1, 0.2, 3.0, {trial}}};
    session::FitSnapshot fit;
    fit.against = session::FitAxis::Mu;
    fit.coefficients = {1.0, -2.0};
    fit.points = {{0.1, 2.0}};
    fit.coefficientSe = {std::nullopt, 0.5};
    fit.interval = {1.0, 2.0};
    run.fit = fit;
    run.selection = session::SelectionSnapshot{"poisson", 40.0, 0.5, 0.1};
    run.final = session::FinalSnapshot{
        trial, session::AccuracySnapshot{0.5, 0.01}, {{"far", {0.4, 0.0, false, 0.3, 0.2}}}};
    run.secondsLeft = 0.0;
    run.notices = {session::Notice::DeltaAboveOneN, session::Notice::Clamped};
    return run;
}

} // namespace

TEST(Fields, ASnapshotComesBackAsItWas) {
    EXPECT_EQ(back(wholeSnapshot()), wholeSnapshot());
    EXPECT_EQ(back(session::RunSnapshot()), session::RunSnapshot());
}

TEST(Fields, ASentenceComesBackWithThoseThatStandInIt) {
    const Sentence inner("{1} of {2}", Sentence::number("0.5"), "it");
    const Sentence sentence = back(Sentence("in {1}: {2}", "a file", inner));
    EXPECT_EQ(sentence.english(), "in a file: 0.5 of it");
    EXPECT_EQ(sentence.values()[0].said, nullptr);
    ASSERT_NE(sentence.values()[1].said, nullptr);
    EXPECT_EQ(sentence.values()[1].said->pattern(), "{1} of {2}");
    EXPECT_TRUE(sentence.values()[1].said->values()[0].isNumber);
    Sentence deep("end");
    for (int depth = 0; depth < 100; ++depth) {
        deep = Sentence("{1}", deep);
    }
    const Sentence cut = back(deep);
    EXPECT_EQ(cut.english(), "end");
    int depth = 0;
    for (const Sentence* at = &cut; !at->values().empty() && at->values()[0].said;
         at = at->values()[0].said.get()) {
        ++depth;
    }
    EXPECT_EQ(depth, kDeepestSentence);
}

TEST(Fields, WhatHasItsDefaultIsLeftOut) {
    EXPECT_EQ(write(session::TrialSnapshot()), Json::object());
    EXPECT_EQ(write(OpenCall{"p", false}), Json({{"project", "p"}}));
}

TEST(Fields, ChoicesAmongTrainersAndEncodersHaveNames) {
    EXPECT_EQ(write(train::KnobValue::of(train::TrainerKind::DpSgd)),
              Json::parse(R"({"knob":"trainer","name":"dp-sgd"})"));
    EXPECT_EQ(write(train::KnobValue{train::Knob::Encoder, 0.0, "clip"}),
              Json::parse(R"({"knob":"encoder","name":"clip"})"));
    EXPECT_EQ(write(train::KnobValue{train::Knob::Clip, 0.5}), Json::parse(R"({"value":0.5})"));
    const train::Axis trainers{
        train::Knob::Trainer, {}, {}, {train::TrainerKind::DpAdam, train::TrainerKind::DpGd}};
    EXPECT_EQ(write(trainers), Json::parse(R"({"knob":"trainer","names":["dp-adam","dp-gd"]})"));
}

TEST(Fields, WordsAreThoseOfTheEngine) {
    for (std::size_t k = 0; k < words<TrialState>.size(); ++k) {
        EXPECT_STREQ(words<TrialState>[k], toText(static_cast<TrialState>(k)));
    }
    for (std::size_t k = 0; k < words<ExperimentStatus>.size(); ++k) {
        EXPECT_STREQ(words<ExperimentStatus>[k], toText(static_cast<ExperimentStatus>(k)));
    }
    EXPECT_EQ(words<session::Notice>.size(), std::size(session::notices));
    EXPECT_EQ(words<mechanism::MetricOf>.size(), mechanism::kMetrics.size());
    EXPECT_EQ(words<Adjacency>.back(), adjacencyName(Adjacency::ReplaceOne));
}

TEST(Fields, ARequestComesBackAsItWas) {
    RunCall run;
    run.options.epsilon = 0.1;
    run.options.data = "a folder";
    run.options.ood["far"] = {"x.npy", "y.npy"};
    run.options.phaseEpsilons = "0.1,0.2";
    EXPECT_EQ(back(run).options, run.options);
    StudyCall study;
    study.study.sweep = study::SweepRequest{run.options, {0.1}, 2, NumberList("0.1,1"), {}, true};
    const auto sweep = back(study).study.sweep;
    ASSERT_TRUE(sweep);
    EXPECT_EQ(sweep->base, run.options);
    EXPECT_EQ(sweep->rates, study.study.sweep->rates);
    EXPECT_FALSE(sweep->counts);
}

/// Of a server that is newer: a request stays refused, an answer is read as far as it misleads nobody.
TEST(Fields, WhatALaterVersionSaysIsReadAsFarAsItIsKnown) {
    const Json trial = Json::parse(R"({"id":7,"state":"suspended","colour":"blue","score":0.5,
        "knobs":[{"knob":"later","value":1},{"knob":"trainer","name":"dp-later"},{"knob":"momentum","value":0.9}]})");
    session::TrialSnapshot read7;
    EXPECT_THROW(read(trial, read7, "a trial"), Error);
    session::RunSnapshot run;
    {
        const ReadingLater later;
        read(trial, read7, "a trial");
        read(Json::parse(R"({"status":"suspended","notices":["of_later","clamped"]})"), run, "a run");
        session::Guarantee guarantee;
        EXPECT_THROW(read(Json::parse(R"({"epsilon":1,"but":"only on Sundays"})"), guarantee, "a guarantee"),
                     Error)
            << "what limits it would go unsaid";
        EXPECT_THROW(read(Json::parse(R"({"accounting":"of_later"})"), guarantee, "a guarantee"), Error);
    }
    EXPECT_EQ(read7.id, 7);
    EXPECT_EQ(read7.score, 0.5);
    EXPECT_EQ(read7.state, TrialState::Unknown);
    ASSERT_EQ(read7.knobs.size(), 1U);
    EXPECT_EQ(read7.knobs[0].value, 0.9);
    EXPECT_EQ(run.status, ExperimentStatus::Failed);
    EXPECT_EQ(run.notices, std::vector{session::Notice::Clamped});
    EXPECT_THROW(read(trial, read7, "a trial"), Error) << "requests are read as ever";
}

TEST(Fields, WhatIsOfTheWrongKindIsRefused) {
    const auto refused = [](const char* text, auto value) {
        try {
            read(Json::parse(text), value, "it");
        } catch (const Error& error) {
            return error.code() == ErrorCode::Usage;
        }
        return false;
    };
    EXPECT_TRUE(refused("[]", OpenCall()));
    EXPECT_TRUE(refused(R"({"project":1})", OpenCall()));
    EXPECT_TRUE(refused(R"({"create":"yes"})", OpenCall()));
    EXPECT_TRUE(refused(R"({"more":1})", OpenCall()));
    EXPECT_TRUE(refused(R"({"trial":1.5})", NoteCall()));
    EXPECT_TRUE(refused(R"({"trial":99999999999999999999})", NoteCall()));
    EXPECT_TRUE(refused(R"({"tags":"one"})", TagsCall()));
    EXPECT_TRUE(refused(R"({"state":"gone"})", session::TrialSnapshot()));
    EXPECT_TRUE(refused(R"({"epsilon":"much"})", RaiseCall()));
    EXPECT_TRUE(refused(R"({"points":[[1]]})", session::FitSnapshot()));
    EXPECT_TRUE(refused(R"({"study":{"compare":{"methods":["none"]}}})", StudyCall()));
}

} // namespace parsimony::wire
