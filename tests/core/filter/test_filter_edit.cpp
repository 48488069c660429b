// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/filter/filter_edit.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace parsimony::filter {
namespace {

std::string ranged(const char* text, std::optional<double> low, std::optional<double> high,
                   TrialField field = TrialField::R) {
    return withRange(text, {field, low, high}, {}).value_or("unreadable");
}

TEST(FilterEdit, ABrushIsATerm) {
    EXPECT_EQ(ranged("", 1.0, 20.0), "r>=1 r<=20");
    EXPECT_EQ(ranged("state=finished", 1.23456, {}), "state=finished r>=1.235");
    EXPECT_EQ(ranged("r>=1 r<=20 phase=1", 5.0, 6.0), "phase=1 r>=5 r<=6");
    EXPECT_EQ(ranged("phase=1 AND r>=1 AND r<=20", {}, {}), "phase=1");
    EXPECT_EQ(ranged("r>=1", {}, {}), "");
    EXPECT_EQ(ranged("r=3", 5.0, 6.0), "r>=5 r<=6");
}

TEST(FilterEdit, ABrushLeavesTheRestAsItWasWritten) {
    EXPECT_EQ(ranged("phase=1 OR phase=2", 5.0, {}), "(phase=1 OR phase=2) r>=5");
    EXPECT_EQ(ranged("(phase=1 OR r<3)  NOT r>100", 5.0, {}), "(phase=1 OR r<3) NOT r>100 r>=5");
    EXPECT_EQ(ranged("note~\"a b\" Good", 5.0, {}), "note~\"a b\" Good r>=5");
    EXPECT_EQ(ranged("(phase=1 r>1) eta<2", 5.0, {}), "phase=1 eta<2 r>=5");
    EXPECT_EQ(ranged("r>>1", 5.0, {}), "unreadable");
    EXPECT_EQ(ranged("r!=3", 5.0, {}), "r!=3 r>=5");
    EXPECT_EQ(ranged("(a OR b) OR c", 5.0, {}), "((a OR b) OR c) r>=5");
}

std::string ticked(const char* text, const std::vector<double>& values) {
    return withListed(text, TrialField::Experiment, values, {}).value_or("unreadable");
}

TEST(FilterEdit, AListToTickIsATerm) {
    EXPECT_EQ(ticked("", {2.0}), "experiment=2");
    EXPECT_EQ(ticked("", {2.0, 5.0}), "(experiment=2 OR experiment=5)");
    EXPECT_EQ(ticked("score>60% exp=2 OR r<3", {5.0}), "(score>60% exp=2 OR r<3) experiment=5");
    EXPECT_EQ(ticked("score>60% (exp=2 OR experiment=3)", {5.0}), "score>60% experiment=5");
    EXPECT_EQ(ticked("exp=2 NOT exp=3 exp>1", {}), "NOT exp=3 exp>1");
    EXPECT_EQ(ticked("(exp=2 OR r<3)", {1.0}), "(exp=2 OR r<3) experiment=1"); // no list of experiments alone
    EXPECT_EQ(ticked("r>>1", {1.0}), "unreadable");
}

TEST(FilterEdit, AListIsReadBack) {
    const auto listed = [](const char* text) { return TrialFilter(text).listed(TrialField::Experiment); };
    EXPECT_EQ(listed("score>60% (exp=2 OR (experiment=3 OR exp=4))"), (std::vector{2.0, 3.0, 4.0}));
    EXPECT_EQ(listed("exp=2"), std::vector{2.0});
    for (const char* none : {"", "exp!=2", "exp>2", "exp=2 OR r=1", "NOT exp=2", "r=1", "exp=2 exp=3"}) {
        EXPECT_TRUE(listed(none).empty()) << none;
    }
}

std::vector<std::string> completed(const std::string& text, const FilterWords& words = {}) {
    return completeFilter(text, text.size(), words).candidates;
}

bool has(const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(FilterEdit, CompletesColumnsAndValues) {
    EXPECT_EQ(completed("sc"), std::vector<std::string>{"score"});
    EXPECT_EQ(completed("phase=1 AN"), std::vector<std::string>{"AND"});
    EXPECT_EQ(completed("state=f"), (std::vector<std::string>{"finished", "failed"}));
    EXPECT_EQ(completed("state != fini"), std::vector<std::string>{"finished"});
    EXPECT_TRUE(has(completed("phase="), "final"));
    EXPECT_TRUE(completed("state=finished").empty()); // it is whole
    EXPECT_TRUE(completed("r>1 ").empty());           // nothing was begun
    EXPECT_TRUE(completed("r>1").empty());
    FilterWords words;
    words.methods = {"grid", "linear-scaling"};
    EXPECT_EQ(completed("NOT (method=", words), words.methods);
    words.columns = {{"Zustand", TrialField::State}};
    words.values = {{TrialField::State, "fertig", "finished"}};
    EXPECT_EQ(completed("zus", words), std::vector<std::string>{"Zustand"});
    EXPECT_TRUE(has(completed("Zustand=", words), "fertig"));
    EXPECT_EQ(completed("Zustand=fe", words), std::vector<std::string>{"fertig"});
}

TEST(FilterEdit, CompletesEncodersAndTagsOfTrials) {
    std::vector<session::TrialSnapshot> trials(3);
    trials[0].tags = {"keep", "good one"};
    trials[1].tags = {"keep"};
    trials[2].knobs = {{train::Knob::Encoder, 0.0, "resnet"}};
    FilterWords words;
    addTrialNames(words, trials);
    EXPECT_EQ(completed("tags=", words), (std::vector<std::string>{"keep", "\"good one\""}));
    EXPECT_EQ(completed("NOT encoder~re", words), std::vector<std::string>{"resnet"});
    EXPECT_TRUE(TrialFilter("encoder=other", words).problems().empty()); // trials to come may have it
}

TEST(FilterEdit, CompletesTheWordAtTheCursor) {
    const std::string text = "r>1 sta phase=2";
    const auto completion = completeFilter(text, 7, {});
    EXPECT_EQ(text.substr(completion.begin, completion.end - completion.begin), "sta");
    EXPECT_EQ(completion.candidates, std::vector<std::string>{"state"});
}

} // namespace
} // namespace parsimony::filter
