// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/privacy/rule_fixture.h"

#include <string>

namespace parsimony::test {

/// The same records by two encoders, a and b, and the words of searches on them.
class Rule26Encoders : public RuleTest {
protected:
    static constexpr std::size_t testRows = 200, otherDim = dim + 3;

    void SetUp() override {
        RuleTest::SetUp();
        writeDataset(m_place.path("other"), {rows, otherDim, classes, 31}, {testRows, otherDim, classes, 32});
        for (const char* encoder : {"a", "b"}) {
            writeIds(encoder + std::string("-train.ids"), people(0, rows));
            writeIds(encoder + std::string("-test.ids"), people(rows, testRows));
        }
    }

    [[nodiscard]] Words search(const std::string& project, const Words& data,
                               const std::string& method = "random") const {
        Words words{"run",       "-f",      "json",      "--storage", m_place.text(project),
                    "--classes", "3",       "--epsilon", "2",         "--delta",
                    "1e-5",      "--steps", "4",         "--method",  method,
                    "--threads", "1"};
        if (method == "random") {
            words.insert(words.end(), {"--trials", "4"});
        }
        words.insert(words.end(), data.begin(), data.end());
        return words;
    }
    [[nodiscard]] Words both() const {
        return {"--data", "a=" + m_place.text("data"), "--data", "b=" + m_place.text("other")};
    }
    [[nodiscard]] Words byOrder() const {
        Words words = both();
        words.emplace_back("--same-order");
        return words;
    }
    [[nodiscard]] Words byIds() const {
        Words words = both();
        for (const char* encoder : {"a", "b"}) {
            const std::string name = encoder;
            words.insert(words.end(), {"--record-ids", name + "=" + m_place.text(name + "-train.ids"),
                                       "--test-record-ids", name + "=" + m_place.text(name + "-test.ids")});
        }
        return words;
    }
    [[nodiscard]] Words otherAlone(bool withIds) const {
        Words words{"--data", m_place.text("other")};
        if (withIds) {
            words.insert(words.end(), {"--record-ids", m_place.text("b-train.ids"), "--test-record-ids",
                                       m_place.text("b-test.ids")});
        }
        return words;
    }
    [[nodiscard]] Words linked(Words words, const std::string& project) const {
        words.insert(words.end(), {"--linked-to", m_place.text(project)});
        return words;
    }

    /// Whoever comes with the second encoder alone finds what both were charged.
    void expectOneAccount(const Words& data, bool withIds) const {
        const Outcome first = cli(search("first.parsimony", data));
        ASSERT_EQ(first.exitCode, 0) << first.text();
        EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6) << "one account for both";
        EXPECT_TRUE(first.json()["final"]["encoder"] == "a" || first.json()["final"]["encoder"] == "b");
        EXPECT_EQ(audit("first.parsimony").exitCode, 0);
        const Words alone = otherAlone(withIds);
        EXPECT_EQ(cli(search("first.parsimony", alone)).exitCode, 3) << "in the same project";
        EXPECT_EQ(cli(search("second.parsimony", alone)).exitCode, 3) << "undeclared";
        const Outcome spent = cli(search("second.parsimony", linked(alone, "first.parsimony")));
        EXPECT_EQ(spent.exitCode, 3) << spent.text();
        EXPECT_NEAR(charged("second.parsimony"), 2.0, 1e-6) << "its account opens with it";
        EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6);
    }
};

} // namespace parsimony::test
