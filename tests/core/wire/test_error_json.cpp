// SPDX-License-Identifier: GPL-3.0-or-later
// What crosses of an error: the words are ours and are told, what stands in files is the curator's.
#include "core/base/sentence.h"
#include "core/base/told.h"
#include "core/wire/error_json.h"

#include <gtest/gtest.h>

namespace parsimony::wire {
namespace {

Json crossed(const Sentence& sentence, bool curator = false, ErrorCode code = ErrorCode::Failed) {
    Gate gate({}, curator);
    gate.know("/data/p.parsimony");
    try {
        throw SaidError(code, sentence);
    } catch (...) {
        return errorJson(gate);
    }
}

std::string message(const Sentence& sentence, bool curator = false, ErrorCode code = ErrorCode::Failed) {
    return crossed(sentence, curator, code)["message"];
}

TEST(ErrorJson, WhatStandsInAFileIsHiddenValueByValue) {
    const Sentence inner("record {1} has the label {2}; take another file", 7, "secret");
    const Sentence whole("{1}: {2} ({3})", "/data/p.parsimony", inner, 0.5);
    EXPECT_EQ(
        message(whole),
        "/data/p.parsimony: record (not told) has the label (not told); take another file ((not told))");
    EXPECT_EQ(message(whole, true), whole.english());
    EXPECT_EQ(crossed(whole).dump().find("secret"), std::string::npos);
    EXPECT_EQ(crossed(whole)["values"][1][2]["pattern"], inner.pattern()); // which another language knows
    const Sentence unsaid("experiment can't be read: {1}", Sentence("{1}", "of nobody's pattern"));
    EXPECT_EQ(message(unsaid), "experiment can't be read: (not told)");
}

TEST(ErrorJson, WhatNoDataFileSuppliedIsTold) {
    const Sentence inner("plan format {1}; this one knows {2}: {3}", told(5), told(4), 6);
    EXPECT_EQ(message(Sentence("row {1}: {2}", told(12), inner)),
              "row 12: plan format 5; this one knows 4: (not told)");
    EXPECT_EQ(message(Sentence("there is no {1}", told("parsimony-cuda.so"))),
              "there is no parsimony-cuda.so");
    EXPECT_EQ(crossed(Sentence("row {1}", told(12)))["values"].dump(), R"([["12",false]])")
        << "no sentence, which another language would look for in vain";
}

TEST(ErrorJson, NumbersOfRowsStayWithTheCuratorWhateverTheErrorIs) {
    const Sentence inner("{1} rows of {2} columns", Sentence::ofRows(400U), 8);
    const Sentence whole("{1} has {2}", "a", inner);
    for (const ErrorCode code : {ErrorCode::Usage, ErrorCode::Refused}) {
        EXPECT_EQ(message(whole, false, code), "a has (not told) rows of 8 columns");
        EXPECT_EQ(message(whole, true, code), "a has 400 rows of 8 columns");
    }
    EXPECT_EQ(message(whole), "(not told) has (not told) rows of (not told) columns");
}

} // namespace
} // namespace parsimony::wire
