// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/trouble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace parsimony::gpu {
namespace {

using ::testing::HasSubstr;

TEST(Trouble, EveryCudaErrorIsOneSentenceThatSaysWhatToDo) {
    for (int status = 1; status <= 1000; ++status) {
        const GpuError error(troubleOfCuda(status), "a pass over the features", "cudaErrorSomething");
        const std::string said = error.what();
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_THAT(error.sentence().pattern(), ::testing::StartsWith("{1}: ")); // known to catalogues
        ASSERT_TRUE(error.sentence().values().front().said);
        EXPECT_EQ(error.sentence().values().front().said->pattern(), "a pass over the features");
        EXPECT_THAT(said, ::testing::StartsWith("a pass over the features: "));
        EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 0);
        EXPECT_EQ(said.find(". "), std::string::npos) << said; // one sentence
        if (error.trouble() != Trouble::Capture) {             // which nobody sees: plain launches follow
            EXPECT_THAT(said, HasSubstr("--device cpu")) << status;
        }
    }
}

TEST(Trouble, WhatUsersMeetHasWordsOfItsOwn) {
    const auto said = [](int status) {
        return troubleSentence(troubleOfCuda(status), "opening the GPU", {"word"}).english();
    };
    EXPECT_THAT(said(2), HasSubstr("too little free memory"));
    EXPECT_THAT(said(35), HasSubstr("driver is missing or older"));
    EXPECT_THAT(said(803), HasSubstr("driver is missing or older"));
    EXPECT_THAT(said(46), HasSubstr("taken by another process"));
    EXPECT_THAT(said(100), HasSubstr("no CUDA device was found"));
    EXPECT_THAT(said(101), HasSubstr("no CUDA device of that number"));
    EXPECT_THAT(said(209), HasSubstr("CMAKE_CUDA_ARCHITECTURES"));
    EXPECT_THAT(said(700), HasSubstr("start again"));
    EXPECT_THAT(said(999), HasSubstr("(word)"));
    EXPECT_EQ(troubleOfBlas(3), Trouble::OutOfMemory);
    EXPECT_EQ(troubleOfBlas(1), Trouble::OutOfMemory);
    EXPECT_EQ(troubleOfBlas(13), Trouble::Lost);
    EXPECT_EQ(troubleOfBlas(7), Trouble::Other);
}

} // namespace
} // namespace parsimony::gpu
