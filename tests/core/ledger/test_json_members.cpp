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
    return std::string(members.all().front().value);
}

TEST(JsonMembers, FindsValuesByBracketsAndQuotes) {
    EXPECT_EQ(firstValue(R"({"a" : [1, {"b":"]"}], "c":2})"), R"([1, {"b":"]"}])");
    EXPECT_EQ(firstValue(R"({"a":"\\"})"), R"("\\")");
    EXPECT_EQ(firstValue(R"({"a":"\""})"), R"("\"")");
    EXPECT_EQ(firstValue(R"({"a":"\"\\\"x\\","b":"c"})"), R"("\"\\\"x\\")");
    EXPECT_EQ(firstValue("[-1.5e3]"), "-1.5e3");
}

TEST(JsonMembers, FindsTheEndOfATextWhereverItsQuotesAndEscapesStand) {
    for (std::size_t before = 0; before < 20; ++before) {
        for (std::size_t behind = 0; behind < 20; ++behind) {
            for (const char* mark : {"", "\\\"", "\\\\", "\\\\\\\"", "\xb9#!"}) {
                const std::string text =
                    '"' + std::string(before, 'x') + mark + std::string(behind, '#') + '"';
                EXPECT_EQ(firstValue("[" + text + "]"), text);
                EXPECT_EQ(firstValue("{\"k\":" + text + ",\"l\":\"y\"}"), text);
                EXPECT_THROW((void)firstValue("[" + text.substr(0, text.size() - 1)), Error);
            }
        }
    }
}

TEST(JsonMembers, FindsTheLastOfMany) {
    std::string text = "{\"m0\":0";
    for (std::size_t count = 1; count < 50; ++count) {
        const std::string key = 'm' + std::to_string(count);
        text += ",\"" + key + "\":" + std::to_string(count);
        const std::string whole = text + "}";
        const JsonMembers members(whole, "a row");
        ASSERT_EQ(members.all().size(), count + 1);
        EXPECT_EQ(members.all()[count].key, key);
        EXPECT_EQ(members.find("m0"), "0");
        EXPECT_EQ(members.find(key), std::to_string(count));
    }
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
