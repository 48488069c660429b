// SPDX-License-Identifier: GPL-3.0-or-later
// Projects as text, which hunts mutate: the file that is made of one says what the first said, and its chain
// fits whatever was changed.
#include "core/ledger/audit.h"
#include "tests/fuzz/ledger_lines.h"
#include "tests/fuzz/ledger_mutation.h"
#include "tests/fuzz/ledger_text.h"

#include "array_files.h"
#include <gtest/gtest.h>

#include <cstdlib>

using namespace parsimony;
using namespace parsimony::fuzzing;
using parsimony::data::testing::TempFolder;

namespace {

class LedgerText : public ::testing::Test {
protected:
    void SetUp() override {
        const std::string command =
            std::string(PARSIMONY_LEDGER_SAMPLE) + " '" + m_folder.path() + "' > /dev/null";
        ASSERT_EQ(std::system(command.c_str()), 0);
    }

    [[nodiscard]] std::string sample(const std::string& name) const {
        return m_folder.file(name + ".parsimony");
    }
    /// What is wrong with the file that a text stands for.
    [[nodiscard]] std::string problemsOf(const std::string& text) const {
        layLedger(text, m_folder.file("laid.parsimony"));
        std::string all;
        for (const auto& problem : ledger::audit(m_folder.file("laid.parsimony")).problems) {
            all += problem.what.english() + '\n';
        }
        return all;
    }

    TempFolder m_folder;
};

TEST_F(LedgerText, StandsForTheSameProject) {
    for (const char* name : {"gaussian", "selections", "shared"}) {
        const std::string text = ledgerTextOf(sample(name));
        EXPECT_EQ(problemsOf(text), "") << name;
        EXPECT_EQ(ledgerTextOf(m_folder.file("laid.parsimony")), text) << name;
        EXPECT_EQ(ledger::audit(m_folder.file("laid.parsimony")).tip, ledger::audit(sample(name)).tip)
            << name;
    }
}

TEST_F(LedgerText, IsRefusedForWhatItSaysAlone) {
    Lines lines = linesOf(ledgerTextOf(sample("gaussian")));
    for (Line& line : lines) {
        if (line.cell(LedgerCell::Kind) == "tcap") {
            line.set(LedgerCell::Body, R"(t{"delta":1e-05,"epsilon":1e-3})");
        }
    }
    const std::string problems = problemsOf(textOf(lines));
    EXPECT_NE(problems, "");
    EXPECT_EQ(problems.find("hash"), std::string::npos) << problems;

    lines.back() = Line("v\ttbudget");
    lines[2].set(LedgerCell::Hash, "b00");
    const std::string more = problemsOf(textOf(lines));
    EXPECT_NE(more.find("hash"), std::string::npos) << more;
    EXPECT_NE(more.find("foreign view budget"), std::string::npos) << more;
}

TEST_F(LedgerText, IsMutatedAlikeByEqualSeeds) {
    const std::string text = ledgerTextOf(sample("gaussian"));
    const std::string other = ledgerTextOf(sample("selections"));
    const auto same = [](const std::string& value) { return value + 'x'; };
    int changed = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const std::string mutant = mutatedLedger(text, seed, same);
        EXPECT_EQ(mutant, mutatedLedger(text, seed, same));
        EXPECT_EQ(crossedLedgers(text, other, seed), crossedLedgers(text, other, seed));
        changed += mutant != text ? 1 : 0;
    }
    EXPECT_GT(changed, 150);
}

/// What is taken of another project is its own experiment there, and its trials are.
TEST_F(LedgerText, TakesExperimentsOfOthers) {
    const std::string text = ledgerTextOf(sample("gaussian"));
    const std::string other = ledgerTextOf(sample("selections"));
    bool found = false;
    for (unsigned seed = 1; seed <= 50 && !found; ++seed) {
        const std::string crossed = crossedLedgers(text, other, seed);
        found = crossed.find("texperiment\ti1\t\ti3\t") != std::string::npos &&
                crossed.find("ttrial_reserved\ti1\ti1\ti3\ti9\t") != std::string::npos;
    }
    EXPECT_TRUE(found);
}

} // namespace
