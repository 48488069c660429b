// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace parsimony {
namespace {

TEST(Sentence, SaysOneAndSeveralInTheirOwnWords) {
    const auto of = [](std::size_t rows) {
        return Sentence("part '{1}': {2} {2|row has|rows have} no id and {2|counts|count} as empty", "test",
                        rows);
    };
    EXPECT_EQ(of(1).english(), "part 'test': 1 row has no id and counts as empty");
    EXPECT_EQ(of(2).english(), "part 'test': 2 rows have no id and count as empty");
    EXPECT_EQ(of(0).english(), "part 'test': 0 rows have no id and count as empty");
    EXPECT_EQ(of(11).english(), "part 'test': 11 rows have no id and count as empty");
}

/// Another language, a project and a window of another version know it by the plain pattern.
TEST(Sentence, KeepsThePatternThatFits) {
    EXPECT_EQ(Sentence("{1} {1|row|rows}", 1).pattern(), "{1} row");
    EXPECT_EQ(Sentence("{1} {1|row|rows}", 7).pattern(), "{1} rows");
}

TEST(Sentence, LeavesBarsOfOthersAlone) {
    EXPECT_EQ(Sentence("{1|a|b} or {1", 1).pattern(), "a or {1");
    EXPECT_EQ(Sentence("{3|a|b}", 1).english(), "{3|a|b}");
    EXPECT_EQ(Sentence("{1|a}", 1).english(), "{1|a}");
    EXPECT_EQ(Sentence("{1|", 1).english(), "{1|");
    EXPECT_EQ(Sentence("{1}", "{1|a|b}").english(), "{1|a|b}");
    EXPECT_EQ(Sentence::of("{1|a|b} {1}", {{"1"}}).english(), "{1|a|b} 1");
}

} // namespace
} // namespace parsimony
