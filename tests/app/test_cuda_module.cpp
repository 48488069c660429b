// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/cuda_module.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cuda_module.h"

#include "parsimony_cuda_build.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace parsimony::app {
namespace {

using ::testing::HasSubstr;

/// The sentence of the error that choosing `device` ends with.
std::string sentence(const std::string& device) {
    try {
        (void)compute::chooseBackend(compute::DeviceChoice(device), 3);
        return "none";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        return error.what();
    }
}

class CudaModule : public ::testing::Test {
protected:
    void SetUp() override { registerCudaModule(); }
    void TearDown() override { unsetenv("PARSIMONY_CUDA_MODULE"); }
    static void useModule(const std::string& path) { setenv("PARSIMONY_CUDA_MODULE", path.c_str(), 1); }
};

TEST_F(CudaModule, IsNotLoadedUnlessAGpuIsNamed) {
    useModule("/nowhere/at/all.so");
    EXPECT_EQ(compute::chooseBackend(compute::DeviceChoice("auto"), 1)->name(), "cpu");
    EXPECT_EQ(compute::chooseBackend(compute::DeviceChoice("cpu"), 1)->name(), "cpu");
    EXPECT_THAT(sentence("cuda"), HasSubstr("/nowhere/at/all.so"));
    EXPECT_THAT(sentence("cuda:2"), HasSubstr("--device cpu"));
}

TEST_F(CudaModule, WithoutAFileSaysSo) {
    try {
        (void)openCuda({}, {0}, 1);
        ADD_FAILURE() << "nothing was opened";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("parsimony-cuda.so"));
        EXPECT_THAT(error.what(), HasSubstr("--device cpu"));
    }
}

TEST_F(CudaModule, HandsOnWhatTheModuleSays) {
    useModule(PARSIMONY_FAKE_CUDA);
    EXPECT_EQ(sentence("cuda:5"), "asked for device 5 with 3 threads by " PARSIMONY_CUDA_BUILD);
    EXPECT_EQ(sentence("cuda:2,0"), "asked for device 2,0 with 3 threads by " PARSIMONY_CUDA_BUILD);
    EXPECT_EQ(sentence("cuda:all"), "asked for device all with 3 threads by " PARSIMONY_CUDA_BUILD);
    EXPECT_EQ(sentence("cuda"), "asked for device 0 with 3 threads by " PARSIMONY_CUDA_BUILD);
}

TEST_F(CudaModule, WhatItSaysKeepsThePatternThatAnotherLanguageKnowsItBy) {
    useModule(PARSIMONY_FAKE_CUDA);
    const auto said = [](const char* device) {
        try {
            (void)compute::chooseBackend(compute::DeviceChoice(device), 1);
        } catch (const Error& error) {
            return sentenceOf(error);
        }
        return Sentence("none");
    };
    const Sentence known = said("cuda:7");
    EXPECT_EQ(known.pattern(), "there is no CUDA device {1}; this machine has {2}, numbers from 0");
    EXPECT_EQ(known.english(), "there is no CUDA device 7; this machine has 2, numbers from 0");
    EXPECT_EQ(said("cuda:5").pattern(), "{1}"); // the English of one of another version
}

TEST_F(CudaModule, AMessageTakesNoMoreThanItsRoom) {
    const Sentence sentence("a pass is larger than cuBLAS takes: train fewer trials together");
    const std::string english = sentence.english();
    for (std::size_t capacity = 1; capacity < 200; ++capacity) {
        std::string room(capacity + 1, '\0');
        room.back() = '!';
        compute::layModuleMessage(sentence, room.data(), capacity);
        EXPECT_EQ(room.back(), '!') << capacity;
        const Sentence read = compute::moduleMessage(room.data(), capacity);
        EXPECT_EQ(read.english(), english.substr(0, capacity - 1)) << capacity;
        // In full or not at all: the JSON has 26 letters beside the pattern, and each text its zero.
        EXPECT_EQ(read.pattern() == sentence.pattern(), capacity >= 2 * english.size() + 28) << capacity;
    }
}

TEST_F(CudaModule, RefusesWhatIsNoModule) {
    useModule(PARSIMONY_FAKE_OTHER);
    EXPECT_THAT(sentence("cuda"), HasSubstr("is no CUDA backend"));
    const std::string text = ::testing::TempDir() + "parsimony-no-library.so";
    std::ofstream(text) << "no library";
    useModule(text);
    EXPECT_THAT(sentence("cuda"), HasSubstr("cannot be loaded"));
    std::remove(text.c_str());
}

#ifdef PARSIMONY_REAL_CUDA
TEST_F(CudaModule, TheRealOneOpensADeviceOrSaysWhyNot) {
    useModule(PARSIMONY_REAL_CUDA);
    const std::string said = sentence("cuda:97"); // no machine has that many
    EXPECT_THAT(said, ::testing::AnyOf(HasSubstr("driver"), HasSubstr("no CUDA device")));
    try {
        (void)compute::chooseBackend(compute::DeviceChoice("cuda:97"), 1);
    } catch (const Error& error) {
        EXPECT_NE(sentenceOf(error).pattern(), "{1}") << "a German window says it in English";
    }
}
#endif

} // namespace
} // namespace parsimony::app
