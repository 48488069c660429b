// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/session/data_options.h"
#include "core/session/option_paths.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "tests/core/session/option_manual.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace parsimony::session {

namespace {

std::string sentenceOf(const std::string& name, const std::vector<std::string>& values) {
    RunOptions options;
    try {
        optionNamed(name).give(options, values);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(OptionTable, RowsAreWhole) {
    std::set<std::string> names;
    for (const Option& option : optionTable()) {
        EXPECT_TRUE(names.insert(option.name).second) << option.name;
        EXPECT_FALSE(option.help.empty()) << option.name;
        EXPECT_TRUE(option.value.take && option.value.json) << option.name;
        EXPECT_EQ(option.label.empty(), option.place == OptionPlace::Section) << option.name;
        EXPECT_EQ(option.value.kind == OptionKind::Choice, !option.value.words.empty()) << option.name;
    }
    EXPECT_EQ(names.size(), 83U);
}

/// A default that its own row refuses could not be read back.
TEST(OptionTable, EveryRowTakesItsOwnDefaultAndWords) {
    for (const Option& option : optionTable()) {
        if (!option.standard().empty()) {
            EXPECT_EQ(sentenceOf(option.name, {option.standard()}), "accepted") << option.name;
        }
        for (const OptionWord& word : option.value.words) {
            RunOptions options;
            option.give(options, {word.word});
            EXPECT_EQ(option.value.json(options), word.word) << option.name;
        }
    }
}

TEST(OptionTable, OutOfRangeSaysWhatIsAllowed) {
    EXPECT_EQ(sentenceOf("momentum", {"1"}), "--momentum must be a number of at least 0 and below 1, not 1");
    EXPECT_EQ(sentenceOf("sample-rate", {"0"}),
              "--sample-rate must be a number above 0 and at most 1, not 0");
    EXPECT_EQ(sentenceOf("classes", {"0"}), "--classes must be a whole number from 1 to 100000, not 0");
    EXPECT_EQ(sentenceOf("epsilon", {"-inf"}),
              "--epsilon must be a number above 0 and at most 1000000, not -inf");
    EXPECT_EQ(sentenceOf("epsilon", {"1e-310"}),
              "--epsilon must be a number above 0 and at most 1000000, not 1e-310");
    EXPECT_EQ(sentenceOf("momentum", {"nan"}),
              "--momentum must be a number of at least 0 and below 1, not nan");
}

TEST(OptionTable, DecimalCommaAndWrongWordsAreNamed) {
    EXPECT_EQ(sentenceOf("epsilon", {"0,5"}),
              "--epsilon: '0,5' is not a number; the decimal mark is a point");
    const std::string outside = sentenceOf("max-grad-norm", {"0"});
    EXPECT_EQ(outside.find("--max-grad-norm must be a number from "), 0U) << outside;
    EXPECT_EQ(sentenceOf("max-grad-norm", {"0,3"}),
              outside + ": 0,3 is a list of two numbers; the decimal mark is a point");
    EXPECT_EQ(
        sentenceOf("momentum", {"0,1"}),
        "--momentum must be a number of at least 0 and below 1, not 1: 0,1 is a list of two numbers; the "
        "decimal mark is a point");
    EXPECT_EQ(sentenceOf("weight-decay", {"0,-1"}), "--weight-decay must be a number of at least 0, not -1");
    EXPECT_EQ(sentenceOf("sample-rate", {"0,1.5"}),
              "--sample-rate must be a number above 0 and at most 1, not 0");
    EXPECT_EQ(sentenceOf("momentum", {"0,0.5,1"}), sentenceOf("momentum", {"0.9,1"}));
    EXPECT_EQ(sentenceOf("phase-epsilons", {"0.1,0"}),
              "--phase-epsilons must be a number above 0 and at most 1000000, not 0");
    EXPECT_EQ(sentenceOf("trials", {"1.5"}), "--trials: '1.5' is not a whole number");
    EXPECT_EQ(sentenceOf("fit", {"lineer"}),
              "--fit: 'lineer' is none of linear|quadratic; did you mean linear?");
    EXPECT_EQ(sentenceOf("bias", {"3"}), "--bias must be true or false, not '3'");
    EXPECT_EQ(sentenceOf("ood", {"lemmas=x"}), "--ood: 'lemmas=x' is not NAME=FEATURES,LABELS[,IDS]");
}

TEST(OptionTable, WhatCanHardlyBeAListIsNone) {
    for (const char* option : {"weight-decay", "ridge", "alpha", "init-scale", "max-grad-norm", "momentum",
                               "learning-rates", "phase-epsilons", "total-step-size"}) {
        for (const char* text : {"0,01", "1,05", "0,1,0,05", "2,00"}) {
            EXPECT_EQ(sentenceOf(option, {text}), "--" + std::string(option) + ": '" + text +
                                                      "' is not a number; the decimal mark is a point");
        }
    }
    EXPECT_EQ(sentenceOf("weight-decay", {"0,1"}),
              "--weight-decay: 0,1 may be meant for 0.1; the decimal mark is a point, and a list of the two "
              "is written 0,1.0");
    EXPECT_EQ(sentenceOf("ridge", {"0,5"}),
              "--ridge: 0,5 may be meant for 0.5; the decimal mark is a point, and a list of the two is "
              "written 0,5.0");
    EXPECT_EQ(sentenceOf("sample-rate", {"1,5"}),
              sentenceOf("sample-rate", {"5"}) +
                  ": 1,5 is a list of two numbers; the decimal mark is a point");
}

TEST(OptionTable, ListsThatPeopleWriteStayLists) {
    const std::vector<std::pair<const char*, const char*>> lists{
        {"max-grad-norm", "1,2,4"}, {"max-grad-norm", "1,5"},   {"weight-decay", "0,0.01"},
        {"weight-decay", "0,1e-4"}, {"weight-decay", "0,1,10"}, {"ridge", "0,5.0"},
        {"ridge", "1,10"},          {"alpha", "0,1"},           {"init-scale", "0,1"},
        {"learning-rates", "1,10"}, {"steps", "50,100"},        {"weight-decay", "log:0.01:1:3"}};
    for (const auto& [option, list] : lists) {
        EXPECT_EQ(sentenceOf(option, {list}), "accepted") << option << " " << list;
    }
}

/// An array of a file and what is in a plan are no numbers with a decimal comma.
TEST(OptionTable, WhatIsSurelyAListIsOne) {
    const NumberList list(std::vector{0.0, 5.0});
    RunOptions options;
    optionNamed("ridge").give(options, {"0", "5"});
    EXPECT_EQ(options.ridge, list);
    EXPECT_EQ(runOptionsFromJson(toJson(options)).ridge, list);
    EXPECT_EQ(runOptionsFromJson({{"ridge", {0, 5}}}).ridge, list);
    options.ridge = list;
    EXPECT_EQ(runOptionsFromJson(toJson(options)).ridge, list);
    EXPECT_EQ(runOptionsFromJson(withListsSplit({{"ridge", "0,5"}})).ridge, list);
    EXPECT_EQ(runOptionsFromJson(withListsSplit({{"ridge", "0,05"}})).ridge, list);
    EXPECT_EQ(runOptionsFromJson(withListsSplit({{"ridge", 0.5}, {"steps", "10,20"}})).ridge,
              NumberList(0.5));
}

TEST(OptionTable, WhatLooksAtAnOptionFollowsTheChoices) {
    RunOptions options;
    options.method = MethodKind::Single;
    EXPECT_FALSE(optionNamed("fit").mattersTo(options));
    EXPECT_TRUE(optionNamed("learning-rates").mattersTo(options));
    options.trainer = TrainerKind::DpLs; // has no rate
    EXPECT_FALSE(optionNamed("learning-rates").mattersTo(options));
    EXPECT_FALSE(optionNamed("lr-decay").mattersTo(options));
    EXPECT_TRUE(optionNamed("ridge").mattersTo(options));
    EXPECT_FALSE(optionNamed("mean-epsilon").mattersTo(options));
    options.mean = MeanKind::Private;
    EXPECT_TRUE(optionNamed("mean-epsilon").mattersTo(options));
}

/// A path may hold a comma, so paths are an array and not one text.
TEST(OptionTable, SeveralPathsComeBackAsTheyWere) {
    RunOptions options;
    optionNamed("linked-to").give(options, {"a, b.parsimony:train", "c.parsimony"});
    EXPECT_EQ(toJson(options)["linked-to"], (nlohmann::json{"a, b.parsimony:train", "c.parsimony"}));
    EXPECT_EQ(runOptionsFromJson(toJson(options)), options);
    EXPECT_EQ(optionNamed("linked-to").textIn(options), "a, b.parsimony:train; c.parsimony");
    EXPECT_FALSE(toWholeJson(RunOptions{}).contains("linked-to"));
    EXPECT_EQ(sentenceOf("norm-bound", {"1e37"}),
              "--norm-bound must be a number from 1e-20 to 1e+20, not 1e+37");
    EXPECT_EQ(sentenceOf("max-grad-norm", {"1e37"}),
              "--max-grad-norm must be a number from 1e-20 to 1e+20, not 1e+37");
}

TEST(OptionTable, WhatExperimentsOnOneDatasetShare) {
    RunOptions options;
    for (const Option& option : optionTable()) {
        if (option.group != OptionGroup::Data && !option.value.words.empty()) {
            option.give(options, {option.value.words.back().word});
        }
    }
    options.epsilon = options.experimentEpsilon = 0.5;
    options.prior = {"prior.npy", "prior_labels.npy", ""};
    options.threads = 3;
    RunOptions data;
    data.epsilon = 0.5;
    data.prior = options.prior;
    data.adjacency = Adjacency::ReplaceOne;
    data.rowNorm = RowNorm::None;
    data.precision = options.precision;
    EXPECT_EQ(dataOptionsOf(options), data);
    options.encoders = data.encoders = {{"a", "a.npz"}, {"b", "b.npz"}};
    data.score = options.score; // it may make the test part the validation part
    EXPECT_EQ(dataOptionsOf(options), data);
}

/// Every text that names a file is handed over once, and may be another then.
TEST(OptionTable, RowsKnowTheirFiles) {
    RunOptions options;
    const auto give = [&](const char* name, const std::vector<std::string>& values) {
        optionNamed(name).give(options, values);
    };
    give("data", {"a=one.npz", "b=two.parquet:column/4", "both=a+b"});
    give("record-ids", {"a=ids.npy:x", "b=ids.npy:y"});
    give("ood", {"far=far.npy,far_labels.npy,far_ids.npy"});
    give("prior", {"prior.npy,prior_labels.npy"});
    give("init", {"weights.safetensors"});
    give("class-names", {"names.txt"});
    give("linked-to", {"other.parsimony:train"});
    give("leave-out", {"third.parsimony"});
    give("encoder-id", {"a=model@1", "b=model@2"});
    std::multiset<std::string> seen;
    forEachPath(options, [&](std::string& text, PathForm form) {
        seen.insert(text + (form == PathForm::Link ? " link" : " key"));
        text = "/" + text;
    });
    EXPECT_EQ(seen, (std::multiset<std::string>{"one.npz key", "two.parquet:column/4 key", "ids.npy:x key",
                                                "ids.npy:y key", "far.npy key", "far_labels.npy key",
                                                "far_ids.npy key", "prior.npy key", "prior_labels.npy key",
                                                "weights.safetensors key", "names.txt key",
                                                "other.parsimony:train link", "third.parsimony link"}));
    EXPECT_EQ(options.encoders.front().second, "/one.npz");
    EXPECT_EQ(options.encoders.back().second, "a+b");
    options.encoders.clear();
    options.data = "folder";
    options.init = {};
    seen.clear();
    forEachPath(options, [&](std::string& text, PathForm) { seen.insert(text); });
    EXPECT_TRUE(seen.contains("folder") && !seen.contains("/weights.safetensors"));
}

/// With PARSIMONY_WRITE_MANUAL=1 in its environment the test writes the page anew.
TEST(OptionTable, TheManualListsWhatTheTableHas) {
    const std::string page = std::string(PARSIMONY_DOCS) + "/options.md";
    if (std::getenv("PARSIMONY_WRITE_MANUAL") != nullptr) {
        std::ofstream(page) << optionManual();
    }
    std::ostringstream text;
    text << std::ifstream(page).rdbuf();
    EXPECT_EQ(text.str(), optionManual()) << "run this test once with PARSIMONY_WRITE_MANUAL=1";
}

TEST(OptionTable, TheVerifyingScriptKnowsTheWordsOfEachChoice) {
    std::ostringstream text;
    text << std::ifstream(std::string(PARSIMONY_DOCS) + "/../verify/verify_ledger.py").rdbuf();
    std::string choices = "CHOICES = {\n";
    for (const Option& option : optionTable()) {
        if (option.value.kind == OptionKind::Choice) {
            choices += "    \"" + option.name + "\": \"";
            for (const OptionWord& word : option.value.words) {
                choices += (&word == &option.value.words.front() ? "" : "|") + word.word;
            }
            choices += "\",\n";
        }
    }
    EXPECT_NE(text.str().find(choices + "}\n"), std::string::npos) << "it has to have\n" << choices << "}";
}

} // namespace parsimony::session
