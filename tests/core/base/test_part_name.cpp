// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/part_name.h"

#include <gtest/gtest.h>

namespace parsimony {
namespace {

TEST(PartName, TellsTheProgramsOwnPartsFromSets) {
    EXPECT_TRUE(PartName(kTrainPart).isTrain());
    EXPECT_TRUE(PartName(kValidationPart).isValidation());
    EXPECT_TRUE(PartName(kTestPart).isTest());
    for (const char* set : {"", "prior", "Test", "test2", "train@clip"}) {
        const PartName name = set;
        EXPECT_FALSE(name.isTrain() || name.isValidation() || name.isTest()) << set;
        EXPECT_EQ(name.text(), set);
    }
}

} // namespace
} // namespace parsimony
