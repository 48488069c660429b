// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/base/utc_time.h"
#include "core/base/utf8.h"
#include "core/base/xml_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace parsimony {

TEST(NumberText, RoundTrips) {
    for (const double value : {0.1, 1e-300, 1.0 / 3.0, 6.02e23, -0.0}) {
        EXPECT_EQ(parseNumber(numberText(value), "x"), value);
    }
}

TEST(AccuracyText, ShowsNothingBeyondAllRecordsOfANoisyCount) {
    EXPECT_EQ(accuracyText(1.0184, 0.0447), "100.00 ± 4.47 %");
    EXPECT_EQ(accuracyText(-0.01, 0.02), "0.00 ± 2.00 %");
    EXPECT_EQ(accuracyText(-0.01, 0.0), "-1.00 %") << "no count";
}

TEST(NumberList, ReadsListsAndRanges) {
    EXPECT_EQ(parseNumberList("1,2.5,1e-3", "x"), (std::vector<double>{1.0, 2.5, 1e-3}));
    EXPECT_EQ(parseNumberList("lin:0:10:3", "x"), (std::vector<double>{0.0, 5.0, 10.0}));
    const auto logarithmic = parseNumberList("log:1:100:3", "x");
    ASSERT_EQ(logarithmic.size(), 3U);
    EXPECT_NEAR(logarithmic[1], 10.0, 1e-12);
    EXPECT_EQ(logarithmic[2], 100.0);
}

TEST(NumberList, RefusesNonsense) {
    for (const char* text :
         {"", ",", "1,,2", "1x", "log:0:1:3", "log:1:2", "lin:0:1:0", "lin:0:1:2.5", "lin:0:inf:3"}) {
        EXPECT_THROW((void)parseNumberList(text, "x"), Error) << text;
    }
}

TEST(NearestName, SuggestsOnlyWhatIsClose) {
    const std::vector<std::string> names{"epsilon", "delta", "method"};
    EXPECT_EQ(nearestName("epsilno", names), "epsilon");
    EXPECT_EQ(nearestName("dleta", names), "delta");
    EXPECT_EQ(nearestName("zzzzzz", names), "");
    EXPECT_EQ(nearestName("version", names), "") << "another word of as many letters";
    EXPECT_EQ(nearestName("x", std::vector<std::string>{"y"}), "") << "another letter";
    const std::vector<std::string> labels{"train-labels", "test-labels", "labels-per-record", "epsilon"};
    EXPECT_EQ(unknownOption("labels", labels),
              "unknown option --labels; did you mean --train-labels or --test-labels?");
    EXPECT_EQ(unknownOption("epsilno", labels), "unknown option --epsilno; did you mean --epsilon?");
    EXPECT_EQ(unknownOption("els", labels), "unknown option --els");
}

TEST(Listed, OfManyNamesTheFirstAndTheLast) {
    std::vector<std::string> names{"id", "label"};
    EXPECT_EQ(listed(names), "id, label");
    for (int i = 0; i < 64; ++i) {
        names.insert(names.end() - 1, "f" + std::to_string(i));
    }
    EXPECT_EQ(listed(names), "id, f0, f1, f2, f3, f4, f5, f6, f7, f8, …, f55, f56, f57, f58, f59, f60, f61, "
                             "f62, f63, label (66 in all)");
}

TEST(Quantity, RefusesWhatIsNoPrivacyParameter) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, -inf, 0.0, -0.0, -1.0, std::numeric_limits<double>::denorm_min()}) {
        EXPECT_THROW((void)checkedEpsilon(bad, "epsilon"), Error);
        EXPECT_THROW((void)checkedDelta(bad, "delta"), Error);
    }
    EXPECT_THROW((void)checkedDelta(1.0, "delta"), Error);
    EXPECT_EQ(checkedDelta(1e-5, "delta").value(), 1e-5);
}

TEST(UtcTime, WritesDaysAndMilliseconds) {
    using namespace std::chrono;
    const system_clock::time_point leapDay = sys_days(2024y / February / 29) + 23h + 59min + 58s + 7ms;
    EXPECT_EQ(utcDay(leapDay), "2024-02-29");
    EXPECT_EQ(utcTime(leapDay), "2024-02-29T23:59:58.007Z");
    EXPECT_EQ(utcTime(sys_days(1969y / December / 31) + 1ms), "1969-12-31T00:00:00.001Z");
}

TEST(XmlText, HoldsNoMarkup) {
    EXPECT_EQ(xmlText("a < b && \"c\" > d, η·T"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; d, η·T");
    EXPECT_EQ(xmlText(""), "");
}

TEST(Utf8, IsWhatALedgerCanHold) {
    for (const char* fine : {"", "plain", "caf\u00e9", "\u0416", "\u4e2d", "\U0001F600", "\U0010FFFF"}) {
        EXPECT_TRUE(isUtf8(fine)) << fine;
    }
    // Latin-1, a lone or missing follower, long forms, a surrogate, beyond the last code point.
    for (const char* wrong : {"caf\xE9", "\x80", "a\xC3", "\xE4\xB8", "\xE4\xB8z", "\xC0\xAF", "\xE0\x9F\xBF",
                              "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
        EXPECT_FALSE(isUtf8(wrong)) << wrong;
    }
}

TEST(SplitAtCommas, KeepsEmptyTexts) {
    EXPECT_EQ(splitAtCommas("a,,b "), (std::vector<std::string>{"a", "", "b "}));
    EXPECT_EQ(splitAtCommas("a,"), (std::vector<std::string>{"a", ""}));
    EXPECT_EQ(splitAtCommas(""), std::vector<std::string>{""});
}

} // namespace parsimony
