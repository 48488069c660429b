// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <gtest/gtest.h>

using namespace parsimony::cli;

TEST(TextTable, AlignsByCharactersNotBytes) {
    TextTable table({{"part", Align::Left}, {"spent ε"}});
    table.addRow({"train", "0.1"});
    table.addRow({"tèst", "10.25"});
    EXPECT_EQ(table.text(), "part   spent ε\n"
                            "train      0.1\n"
                            "tèst     10.25\n");
}

TEST(TextTable, ANameOfAFileBeginsNoLineOfItsOwn) {
    TextTable table({{"part", Align::Left}});
    table.addRow({"A\n\nthe ledger verifies\x1b[8m"});
    EXPECT_EQ(table.text(), "part\nA??the ledger verifies?[8m\n");
}

TEST(TextTable, GrowingTableKeepsItsMinimumWidths) {
    const TextTable table({{"a", Align::Right, 3}, {"b", Align::Left, 4}, {"c", Align::Left, 2}});
    EXPECT_EQ(table.headingLine(), "  a  b     c\n");
    EXPECT_EQ(table.rowLine({"1", "x"}), "  1  x\n");
}
