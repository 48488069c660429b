// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

// Bad input beside a project that has done something.
namespace parsimony::test {

using Words = std::vector<std::string>;

/// A dataset and a project in which one cheap experiment was done, so that there is a ledger to leave alone.
class CliBadInput : public testing::Test {
protected:
    void SetUp() override {
        writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2});
        const Outcome first = m_place.cli(request({"--experiment-epsilon", "1"}));
        ASSERT_EQ(first.exitCode, 0) << first.text();
        m_ledger = ledger();
    }

    [[nodiscard]] std::string project() const { return m_place.text("p.parsimony"); }
    [[nodiscard]] Words files() const {
        return {"--train",        m_place.text("data/train.npy"),
                "--train-labels", m_place.text("data/train_labels.npy"),
                "--test",         m_place.text("data/test.npy"),
                "--test-labels",  m_place.text("data/test_labels.npy")};
    }
    /// The cheapest run there is.
    [[nodiscard]] Words request(const Words& more, const Words& data) const {
        Words words = {"run", "--storage", project(), "--classes", "3", "--records", "600",       "--epsilon",
                       "4",   "--delta",   "1e-5",    "--steps",   "5", "--method",  "unit-noise"};
        words.insert(words.end(), data.begin(), data.end());
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Words request(const Words& more = {}) const { return request(more, files()); }
    [[nodiscard]] std::string ledger() const {
        return m_place.cli({"trials", "-f", "json", "--storage", project()}).out +
               m_place.cli({"budget", "show", "-f", "json", "--storage", project()}).out;
    }

    /// The request must end with `exitCode`, one line that has `piece`, beside reasons for the curator, and
    /// the ledger as it was.
    void expectError(const Words& words, int exitCode, const std::string& piece) {
        const Outcome outcome = m_place.cli(words);
        EXPECT_EQ(outcome.exitCode, exitCode) << outcome.text();
        EXPECT_EQ(outcome.out, "") << outcome.text();
        EXPECT_THAT(outcome.err, testing::HasSubstr(piece));
        std::istringstream lines(outcome.err);
        int errors = 0;
        for (std::string line; std::getline(lines, line);) {
            errors += line.rfind("curator: ", 0) == 0 ? 0 : 1;
        }
        EXPECT_EQ(errors, 1) << outcome.text();
        EXPECT_EQ(ledger(), m_ledger) << piece;
    }
    /// The training features (index 1) or labels (index 3), or those of the test part (5, 7), replaced by a
    /// file.
    void expectBadFile(std::size_t index, const std::string& name, const std::string& bytes,
                       const std::string& piece) {
        writeBytes(m_place.path(name), bytes);
        Words data = files();
        data[index] = m_place.text(name);
        expectError(request({}, data), 1, piece);
    }

    Workplace m_place;
    std::string m_ledger;
};

inline Words replaced(Words words, const std::string& option, const std::string& value) {
    *(std::find(words.begin(), words.end(), option) + 1) = value;
    return words;
}

} // namespace parsimony::test
