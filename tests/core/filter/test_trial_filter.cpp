// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/filter/trial_filter.h"

#include <gtest/gtest.h>

#include <string>

namespace parsimony::filter {
namespace {

using session::TrialSnapshot;

FilterWords german() {
    FilterWords words;
    words.columns = {
        {"Zustand", TrialField::State}, {"Notiz", TrialField::Note}, {"Übung", TrialField::Phase}};
    words.values = {{TrialField::State, "fertig", "finished"}, {TrialField::Phase, "Ende", "final"}};
    words.conjunction = "UND";
    words.disjunction = "ODER";
    words.negation = "NICHT";
    words.nothing = "ohne";
    return words;
}

/// Six trials: three of phase 1, two of phase 2 and a final run.
class TrialFilterTest : public testing::Test {
protected:
    TrialFilterTest() : trials(6) {
        for (std::size_t i = 0; i < trials.size(); ++i) {
            TrialSnapshot& t = trials[i];
            t.id = static_cast<std::int64_t>(i) + 1;
            t.experiment = i < 3 ? 1 : 2;
            t.phase = i < 3 ? 0 : 1;
            t.r = 10.0 * static_cast<double>(i + 1);
            t.steps = 20;
            t.epsilon = 0.25;
            t.score = 0.5 + 0.1 * static_cast<double>(i);
            t.state = TrialState::Finished;
        }
        trials[2].state = TrialState::Failed;
        trials[2].score.reset();
        trials[3].tags = {"good", "Again"};
        trials[4].note = "odd ÄRGER, (really)";
        trials[5].phase = -1;
        trials[5].role = "final";
        trials[5].r.reset();
    }
    /// The ids that pass, as "1 2 5".
    std::string passing(const TrialFilter& filter) const {
        std::string ids;
        for (const auto& trial : trials) {
            if (filter.matches(trial, &names.at(trial.experiment))) {
                ids += (ids.empty() ? "" : " ") + std::to_string(trial.id);
            }
        }
        EXPECT_EQ(passingAtOnce(filter), ids) << filter.canonical();
        return ids;
    }
    /// The same of all trials at once, twice, as a table asks at each keystroke.
    std::string passingAtOnce(const TrialFilter& filter) const {
        FilterIndex index;
        const auto places = filter.passing(trials, names, index);
        EXPECT_EQ(filter.passing(trials, names, index), places) << filter.canonical();
        std::string ids;
        for (const auto place : places) {
            ids += (ids.empty() ? "" : " ") + std::to_string(trials[place].id);
        }
        return ids;
    }
    std::string passing(const std::string& text, FilterWords words = {}) const {
        addProjectNames(words, names);
        const TrialFilter filter(text, words);
        for (const auto& problem : filter.problems()) {
            ADD_FAILURE() << text << ": " << problem.what.english();
        }
        const std::string ids = passing(filter);
        const TrialFilter again(filter.canonical()); // its canonical form needs no other words
        EXPECT_TRUE(again.problems().empty()) << filter.canonical();
        EXPECT_EQ(passing(again), ids) << filter.canonical();
        EXPECT_EQ(again.canonical(), filter.canonical());
        return ids;
    }

    std::vector<TrialSnapshot> trials;
    ExperimentNamesById names{{1, {"linear-scaling", "dp-gd"}}, {2, {"random", "dp-adam"}}};
};

TEST_F(TrialFilterTest, ComparesNumbers) {
    EXPECT_EQ(passing("r<30"), "1 2");
    EXPECT_EQ(passing("r <= 30"), "1 2 3");
    EXPECT_EQ(passing("R>=40"), "4 5");
    EXPECT_EQ(passing("r≥40"), "4 5");
    EXPECT_EQ(passing("r=30"), "3");
    EXPECT_EQ(passing("r:30"), "3");
    EXPECT_EQ(passing("r=30.001"), "3"); // a table shows four digits
    EXPECT_EQ(passing("r!=30"), "1 2 4 5 6");
    EXPECT_EQ(passing("ε=0.25 steps=20 r<1,5e1"), "1");
    EXPECT_EQ(passing("experiment=2 exp=2"), "4 5 6");
    EXPECT_EQ(passing("id=#4"), "4");
}

TEST_F(TrialFilterTest, BoundsOfEveryColumnAreKeptToTheLastBit) {
    TrialSnapshot& t = trials[0];
    t.r = t.nu = t.learningRate = t.noiseMultiplier = t.maxGradNorm = t.score = 0.3;
    t.epsilon = t.mu = 0.3;
    for (const char* column : {"r", "nu", "eta", "sigma", "clip", "score", "epsilon", "mu"}) {
        const auto first = [&](const char* bound) {
            return passing(column + std::string(bound)).starts_with("1");
        };
        EXPECT_TRUE(first("<=0.3") && first(">=0.3") && first("<0.30000001") && first(">0.29999999"))
            << column;
        EXPECT_FALSE(first("<0.3") || first(">0.3") || first(">0.3 OR id=9")) << column;
    }
    EXPECT_EQ(passing("nu<1e9"), "1") << "the others have none";
    EXPECT_EQ(passing("nu>-1e9 id=2"), "");
    EXPECT_EQ(passing("NOT nu<1e9 id<3"), "2");
}

TEST_F(TrialFilterTest, ComparesWholeNumbersExactly) {
    trials[0].id = 10001;
    EXPECT_EQ(passing("id=10000"), "");
    EXPECT_EQ(passing("id=10001"), "10001");
}

TEST_F(TrialFilterTest, ReadsSharesAsPercentToo) {
    EXPECT_EQ(passing("score>65%"), "4 5 6");
    EXPECT_EQ(passing("score > 65 %"), "4 5 6");
    EXPECT_EQ(passing("score>0,65"), "4 5 6");
}

TEST_F(TrialFilterTest, JoinsTerms) {
    EXPECT_EQ(passing("r<30 OR r>40"), "1 2 5");
    EXPECT_EQ(passing("r<30 r>10"), "2");
    EXPECT_EQ(passing("r<30 and r>10"), "2");
    EXPECT_EQ(passing("r=10 OR r=20 score>55%"), "1 2"); // AND binds closer
    EXPECT_EQ(passing("(r=10 OR r=20) score>55%"), "2");
    EXPECT_EQ(passing("NOT (r=10 OR r=20)"), "3 4 5 6");
    EXPECT_EQ(passing("NOT NOT r=10"), "1");
    EXPECT_EQ(passing("NOT r<30"), "3 4 5 6");
    EXPECT_EQ(passing("((phase=1) (NOT state=failed OR r=40))"), "1 2");
    EXPECT_EQ(passing(""), "1 2 3 4 5 6");
    EXPECT_EQ(passing("  "), "1 2 3 4 5 6");
}

TEST_F(TrialFilterTest, NoneIsAMissingNumber) {
    EXPECT_EQ(passing("r=none"), "6");
    EXPECT_EQ(passing("score!=none"), "1 2 4 5 6");
    EXPECT_EQ(passing("score>0"), "1 2 4 5 6");
    EXPECT_EQ(passing("score=ohne", german()), "3");
}

TEST_F(TrialFilterTest, ReadsNames) {
    EXPECT_EQ(passing("state=failed"), "3");
    EXPECT_EQ(passing("state!=FINISHED"), "3");
    EXPECT_EQ(passing("state~fin"), "1 2 4 5 6");
    EXPECT_EQ(passing("phase=2"), "4 5");
    EXPECT_EQ(passing("phase=\"phase 2\""), "4 5");
    EXPECT_EQ(passing("phase=final"), "6");
    EXPECT_EQ(passing("phase!=final phase>1"), "4 5");
    EXPECT_EQ(passing("phase~phase"), "1 2 3 4 5");
    EXPECT_EQ(passing("method=random"), "4 5 6");
    EXPECT_EQ(passing("method~linear OR trainer=dp-adam id=4"), "1 2 3 4");
    EXPECT_EQ(passing("tags:good"), "4");
    EXPECT_EQ(passing("tags=goo"), "");
    EXPECT_EQ(passing("tags~goo"), "4");
    EXPECT_EQ(passing("note~\"ärger, (\""), "5");
}

// A search among trainers, encoders and rates names in each trial what it chose for it.
TEST_F(TrialFilterTest, ReadsWhatASearchChose) {
    names[2].trainer = "dp-gd,dp-sgd";
    trials[3].knobs = {{train::Knob::Encoder, 0.0, "CLIP"}, train::KnobValue::of(train::TrainerKind::DpSgd)};
    trials[4].knobs = {{train::Knob::Encoder, 0.0, "dino"}, train::KnobValue::of(train::TrainerKind::DpGd)};
    trials[3].knobs.push_back({train::Knob::SampleRate, 0.25});
    EXPECT_EQ(passing("encoder=clip"), "4");
    EXPECT_EQ(passing("encoder~i encoder!=clip"), "5");
    EXPECT_EQ(passing("dino OR encoder:CLIP"), "4 5");
    EXPECT_EQ(passing("trainer=dp-sgd"), "4");
    EXPECT_EQ(passing("trainer=dp-gd exp=2"), "5");
    EXPECT_EQ(passing("sample_rate<0.5"), "4");
    EXPECT_EQ(passing("q=none exp=2"), "5 6");
    EXPECT_EQ(TrialFilter("Encoder = CLIP").canonical(), "encoder=CLIP");
}

TEST_F(TrialFilterTest, BareWordsAreFoundInWhatATrialIsCalled) {
    EXPECT_EQ(passing("fail"), "3");
    EXPECT_EQ(passing("FINAL"), "6");
    EXPECT_EQ(passing("\"phase 2\""), "4 5");
    EXPECT_EQ(passing("\"se 1\""), "1 2 3");
    EXPECT_EQ(passing("\" 2\""), "4 5");
    EXPECT_EQ(passing("\"phase 12\""), "");
    EXPECT_EQ(passing("phas"), "1 2 3 4 5");
    trials[5].phase = 11;
    trials[5].role = "trial";
    EXPECT_EQ(passing("\"phase 12\""), "6");
    EXPECT_EQ(passing("\"e 1\""), "1 2 3 6");
    trials[5].phase = -1;
    trials[5].role = "final";
    EXPECT_EQ(passing("#4"), "4");
    EXPECT_EQ(passing("again"), "4");
    EXPECT_EQ(passing("Ärger"), "5");
    EXPECT_EQ(passing("adam"), "4 5 6");
    EXPECT_EQ(passing("12:30"), ""); // a colon is an operator behind a column alone
    EXPECT_EQ(passing("\"r<30\""), "");
}

TEST_F(TrialFilterTest, KnowsWordsOfAnotherLanguage) {
    EXPECT_EQ(passing("Zustand=fertig", german()), "1 2 4 5 6");
    EXPECT_EQ(passing("zustand=finished", german()), "1 2 4 5 6");
    EXPECT_EQ(passing("übung=ende", german()), "6");
    EXPECT_EQ(passing("Ende", german()), "6");
    EXPECT_EQ(passing("NICHT (r=10 ODER r=20) UND notiz~odd", german()), "5");
    const TrialFilter filter("Zustand!=fertig ODER Übung=Ende", german());
    EXPECT_EQ(filter.canonical(), "state!=finished OR phase=final");
}

TEST_F(TrialFilterTest, MarksWhatItDoesNotKnow) {
    struct Case {
        const char *text, *blamed, *what;
        const char* passing = "1 2 3 4 5 6";
    };
    const Case cases[] = {
        {"r<30 scoer>1", "scoer", "there is no column 'scoer'; did you mean 'score'?", "1 2"},
        {"r<30 (phase=1 OR phas=2)", "phas", "there is no column 'phas'", "1 2"},
        {"r<30 phase=1 NOT id>x", "x", "a number is needed here", "1 2"},
        {"layer=12", "layer", "there is no column 'layer': use one of id, experiment, phase, r"},
        {"state=done", "done", "'done' is no state: use one of planned, reserved"},
        {"method=rnadom", "rnadom", "'rnadom' is no method: use one of linear-scaling, random"},
        {"phase=last", "last", "'last' is no phase"},
        {"r>abc", "abc", "a number is needed here, not 'abc'"},
        {"r>1.2.3", "1.2.3", "a number is needed here"},
        {"r>nan", "nan", "a number is needed here"},
        {"score>70", "70", "a score is a share of 1: write 70%"},
        {"state>finished", "state>finished", "'state' is text"},
        {"r~3", "r~3", "'r' is a number"},
        {"r>", ">", "a value is missing after >"},
        {"r> )", ">", "a value is missing after >"},
        {"(r>1", "(", "this parenthesis is not closed"},
        {"r<30)", ")", "a parenthesis is closed that was not opened", "1 2"},
        {"note=\"a b", "\"a b", "this quotation mark is not closed"},
        {"r<30 AND", "", "a condition is missing here", "1 2"},
        {"OR r<30", "OR", "a condition is missing here", "1 2"},
        {"()", ")", "a condition is missing here"},
        {">1", ">", "a column is missing before >"},
    };
    FilterWords words;
    addProjectNames(words, names);
    for (const Case& c : cases) {
        const std::string text = c.text;
        const TrialFilter filter(text, words);
        ASSERT_FALSE(filter.problems().empty()) << text;
        const FilterProblem& first = filter.problems().front();
        EXPECT_EQ(text.substr(first.at, first.length), c.blamed) << text;
        EXPECT_EQ(first.what.english().rfind(c.what, 0), 0U) << first.what.english();
        EXPECT_EQ(passing(filter), c.passing) << text; // never nothing for a slip of the keyboard
    }
}

TEST_F(TrialFilterTest, SurvivesAnyNesting) {
    const TrialFilter deep(std::string(100000, '(') + "r>1" + std::string(100000, ')'));
    EXPECT_FALSE(deep.problems().empty());
    std::string nots;
    for (int i = 0; i < 100000; ++i) {
        nots += "NOT ";
    }
    EXPECT_FALSE(TrialFilter(nots + "r>1").problems().empty());
}

TEST_F(TrialFilterTest, DemandSaysWhereInCharacters) {
    try {
        static_cast<void>(demandFilter("note~ä scoer>1", {}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_STREQ(error.what(),
                     "--filter, character 8: there is no column 'scoer'; did you mean 'score'?");
    }
}

TEST_F(TrialFilterTest, TellsTheBoundsOfAll) {
    const auto ranges = TrialFilter("r>=10 phase=1 r<40 r<=50 (score>5% OR steps=2) NOT mu>1").ranges();
    const std::vector<FilterRange> expected{{TrialField::R, 10.0, 40.0}, {TrialField::Phase, 1.0, 1.0}};
    EXPECT_EQ(ranges, expected);
}

// Whose features a trial takes is known by the encoder's name and by what it was said to be.
TEST_F(TrialFilterTest, AnEncoderIsKnownByItsNameAndItsId) {
    names[1].encoder = "clip@1";
    names[1].encoders = {{"a", "clip@1"}};
    names[2].encoders = {{"a", "clip@1"}, {"b", "dino@2"}};
    trials[3].knobs = {{train::Knob::Encoder, 0.0, "a"}};
    trials[4].knobs = {{train::Knob::Encoder, 0.0, "b"}};
    EXPECT_EQ(passing("encoder=clip@1"), "1 2 3 4");
    EXPECT_EQ(passing("encoder=a"), "1 2 3 4");
    EXPECT_EQ(passing("encoder=dino@2"), "5");
    EXPECT_EQ(passing("encoder~dino"), "5");
    EXPECT_EQ(passing("encoder!=clip@1"), "5 6");
}

// What is told of one trial holds for all that agree in what was asked, and for no others.
TEST_F(TrialFilterTest, ManyTrialsAtOncePassAsEachDoes) {
    const auto six = trials;
    for (int copy = 1; copy < 40; ++copy) {
        for (TrialSnapshot trial : six) {
            trial.id = static_cast<std::int64_t>(trials.size()) + 1;
            trial.experiment += copy % 3;
            trial.phase = trial.phase < 0 ? trial.phase : (trial.phase + copy) % 4;
            trial.state = copy % 7 == 0 ? TrialState::Running : trial.state;
            trial.role = copy % 11 == 0 ? "evaluation" : trial.role;
            if (copy % 13 == 0) {
                trial.knobs = {train::KnobValue{train::Knob::Momentum, 0.9}};
            }
            trials.push_back(std::move(trial));
        }
    }
    FilterIndex index;
    for (const char* text : {"",
                             "fin",
                             "phase",
                             "momentum",
                             "12",
                             "#7",
                             "good",
                             "odd",
                             "state=running",
                             "state!=finished",
                             "phase=2",
                             "phase=final",
                             "phase~1",
                             "exp=2",
                             "exp=2 OR exp=3",
                             "exp>1 phase<2",
                             "NOT exp=2",
                             "NOT fin",
                             "method=random",
                             "method~linear",
                             "trainer=dp-adam",
                             "tags:good",
                             "note~odd",
                             "momentum>0.5",
                             "momentum=none",
                             "score=none",
                             "score>60% r<45",
                             "score>60% fin",
                             "r<45 OR fin",
                             "id=7",
                             "id=7 OR phase=2",
                             "NOT (good OR state=failed)",
                             "evaluation",
                             "mu>0",
                             "eps<1 steps=20"}) {
        const TrialFilter filter{std::string_view(text)};
        std::vector<std::uint32_t> each;
        for (std::uint32_t i = 0; i < trials.size(); ++i) {
            const auto found = names.find(trials[i].experiment);
            if (filter.empty() ||
                filter.matches(trials[i], found == names.end() ? nullptr : &found->second)) {
                each.push_back(i);
            }
        }
        EXPECT_EQ(filter.passing(trials, names, index), each) << text;
    }
    trials.front().state = TrialState::Cancelled;
    index.clear();
    EXPECT_EQ(TrialFilter("cancelled").passing(trials, names, index), std::vector<std::uint32_t>{0});
}

} // namespace
} // namespace parsimony::filter
