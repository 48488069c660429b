// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 15 for text tables: what a record holds decides neither separator, width, header nor number of
// records.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace parsimony::test {

class Rule15Text : public RuleTest {
protected:
    static constexpr std::size_t kRows = 40;

    static std::vector<std::string> linesOf(bool labels) {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < kRows; ++i) {
            const std::string number = std::to_string(static_cast<double>(i % 7) * 0.25 - 0.5);
            lines.push_back(labels ? std::to_string(i % 3) : number + ",0." + std::to_string(i) + ",1");
        }
        return lines;
    }

    /// A run on these lines under a registry of its own.
    Outcome runOn(const std::vector<std::string>& x, const std::vector<std::string>& y, bool header) {
        const std::string name = std::to_string(m_runs++);
        m_registry = "registry" + name + ".db";
        std::string features = header ? "a,b,c\n" : "";
        std::string labels;
        std::for_each(x.begin(), x.end(), [&](const std::string& line) { features += line + "\n"; });
        std::for_each(y.begin(), y.end(), [&](const std::string& line) { labels += line + "\n"; });
        writeBytes(m_place.path("x.csv"), features);
        writeBytes(m_place.path("y.csv"), labels);
        return cli({"run",
                    "-f",
                    "json",
                    "--storage",
                    m_place.text(name + ".parsimony"),
                    "--train",
                    m_place.text("x.csv") + (header ? ":header" : ":3"),
                    "--train-labels",
                    m_place.text("y.csv"),
                    "--classes",
                    "3",
                    "--threads",
                    "1",
                    "--method",
                    "single",
                    "--learning-rates",
                    "1",
                    "--steps",
                    "1",
                    "--epsilon",
                    "2",
                    "--delta",
                    "1e-5"});
    }

    int m_runs = 0;
};

TEST_F(Rule15Text, OneRecordChangesNeitherOutputNorExitCode) {
    for (const bool header : {false, true}) {
        const Outcome clean = runOn(linesOf(false), linesOf(true), header);
        ASSERT_EQ(clean.exitCode, 0) << clean.text();
        const auto expectSame = [&](const Outcome& odd, const std::string& text, std::size_t record) {
            ASSERT_EQ(odd.exitCode, 0) << record << " '" << text << "' " << odd.text();
            EXPECT_EQ(odd.json()["dataset"]["dim"], clean.json()["dataset"]["dim"]);
            EXPECT_EQ(odd.json()["dataset"]["records"], clean.json()["dataset"]["records"]);
            EXPECT_EQ(odd.json()["guarantee"], clean.json()["guarantee"]);
            EXPECT_THAT(odd.err, testing::AnyOf(testing::Not(testing::HasSubstr("not valid")),
                                                testing::HasSubstr("1 record")))
                << odd.err;
        };
        for (const std::size_t record : {std::size_t{0}, std::size_t{5}, kRows - 1}) {
            for (const char* text : {"NA,NA,NA", "", ",,", "1.0\t2.0\t3", "1.0,2.0", "1;2;3", "\"1,2,3"}) {
                auto x = linesOf(false);
                x[record] = text;
                expectSame(runOn(x, linesOf(true), header), text, record);
            }
            for (const char* text : {"NA", "", "1,2"}) {
                auto y = linesOf(true);
                y[record] = text;
                expectSame(runOn(linesOf(false), y, header), text, record);
            }
        }
    }
}

} // namespace parsimony::test
