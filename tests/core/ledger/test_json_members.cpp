// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/json_members.h"

#include <gtest/gtest.h>

#include <vector>

namespace parsimony::ledger {
namespace {

/// The first value of an object whose text ends where its memory ends.
std::string firstValue(std::string_view text) {
    const std::vector<char> exact(text.begin(), text.end());
    const JsonMembers members(std::string_view(exact.data(), exact.size()), "a row");
    return std::string(members.all().at(0).value);
}

TEST(JsonMembers, FindsValuesByBracketsAndQuotes) {
    EXPECT_EQ(firstValue(R"({"a" : [1, {"b":"]"}], "c":2})"), R"([1, {"b":"]"}])");
    EXPECT_EQ(firstValue(R"({"a":"\\"})"), R"("\\")");
    EXPECT_EQ(firstValue(R"({"a":"\""})"), R"("\"")");
    EXPECT_EQ(firstValue(R"({"a":"\"\\\"x\\","b":"c"})"), R"("\"\\\"x\\")");
    EXPECT_EQ(firstValue("[-1.5e3]"), "-1.5e3");
}

TEST(JsonMembers, NestsTo64Levels) {
    const auto nested = [](std::size_t levels) {
        return "[" + std::string(levels, '[') + std::string(levels, ']') + "]";
    };
    EXPECT_EQ(firstValue(nested(64)).size(), 128U);
    EXPECT_THROW((void)firstValue(nested(65)), Error);
    EXPECT_THROW((void)firstValue("[[{]}]"), Error);
}

TEST(JsonMembers, TextThatEndsTooSoonIsRefusedAndNotReadOn) {
    // The last character of each may be what a reader looks behind: an escape, a quote, a bracket.
    for (const char* text : {"{\"a\":\"b\\", "{\"a\\", "{\"a\":[\"\\", "{\"a\":\"", "{\"a\":", "{\"a\"",
                             "{\"", "{", "[", "[1", "[[", "[1,", ""}) {
        EXPECT_THROW((void)firstValue(text), Error) << text;
    }
}

} // namespace
} // namespace parsimony::ledger
