// SPDX-License-Identifier: GPL-3.0-or-later
// The grid that kernels run on in tests: does it compute, and does it find what is wrong with a kernel?
#include "tests/gpu/simt/broken_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <vector>

namespace parsimony::gpu::testing {
namespace {

using ::testing::HasSubstr;

/// What the grid says of a launch in any order of its threads: the same kind of fault each time, "" for none.
std::string faultOf(const std::function<void()>& launched) {
    std::string first;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        simt::configure({seed, nullptr});
        std::string fault;
        try {
            launched();
        } catch (const simt::KernelError& error) {
            fault = error.what();
        }
        EXPECT_TRUE(seed == 1 || fault.empty() == first.empty()) << seed << ": " << fault << " | " << first;
        first = seed == 1 ? fault : first;
    }
    simt::configure({});
    return first;
}

TEST(SimtGrid, ThreadsMeetAtBarriersAndInShuffles) {
    std::vector<double> values(3 * 96);
    for (int twice = 0; twice < 2; ++twice) { // there and back
        std::iota(values.begin(), values.end(), 0.0);
        simt::configure({static_cast<std::uint32_t>(twice), nullptr});
        launchReverse(values.data(), 96, true);
        for (std::size_t i = 0; i < values.size(); ++i) {
            ASSERT_EQ(values[i], static_cast<double>(i / 96 * 96 + 95 - i % 96));
        }
    }
    std::vector<float> terms(64);
    std::iota(terms.begin(), terms.end(), 1.0F);
    std::vector<float> sums(64);
    launchWarpSum(terms.data(), sums.data());
    EXPECT_THAT(std::vector<float>(sums.begin(), sums.begin() + 32), ::testing::Each(32 * 33 / 2.0F));
    EXPECT_THAT(std::vector<float>(sums.begin() + 32, sums.end()), ::testing::Each(32 * 97 / 2.0F));
}

TEST(SimtGrid, FindsAMissingBarrierInEveryOrderOfThreads) {
    std::vector<double> values(3 * 96);
    EXPECT_EQ(faultOf([&] { launchReverse(values.data(), 96, true); }), "");
    // Of one warp too, whose lanes real hardware mostly runs side by side.
    for (const unsigned threads : {2U, 32U, 96U}) {
        EXPECT_THAT(faultOf([&] { launchReverse(values.data(), threads, false); }),
                    HasSubstr("reverse: a thread"));
    }
    EXPECT_EQ(faultOf([&] { launchReverse(values.data(), 1, false); }), ""); // nobody to meet
}

TEST(SimtGrid, FindsWaitingInVain) {
    std::vector<double> values(64);
    EXPECT_THAT(faultOf([&] { launchEarlyEnd(values.data(), 64); }),
                HasSubstr("barrier that others ended without"));
    EXPECT_THAT(faultOf([&] { launchMissingLane(values.data()); }), HasSubstr("a lane that has ended"));
    EXPECT_THAT(faultOf([&] { launchDifferentLanes(values.data(), 5); }), HasSubstr("different shuffles"));
    EXPECT_EQ(faultOf([&] { launchDifferentLanes(values.data(), 32); }), "");
}

TEST(SimtGrid, FindsMemoryThatIsNotTheKernels) {
    std::vector<double> values(33);
    EXPECT_THAT(faultOf([&] { launchUnwritten(values.data()); }), HasSubstr("no thread of its block wrote"));
    EXPECT_THAT(faultOf([&] { launchAcrossBlocks(values.data(), 3); }), HasSubstr("a thread"));
    EXPECT_THAT(faultOf([&] { launchBehindTheEnd(values.data(), 32); }), HasSubstr("a thread"));
    const std::map<void*, std::size_t> memory{{values.data(), 32 * sizeof(double)}};
    simt::configure({1, &memory});
    EXPECT_THAT([&] { launchBehindTheEnd(values.data() + 31, 1); },
                ::testing::ThrowsMessage<simt::KernelError>(HasSubstr("leaves the memory")));
    EXPECT_NO_THROW(launchBehindTheEnd(values.data() + 30, 1));
    simt::configure({});
}

TEST(SimtGrid, HandsOnWhatAThreadThrowsAndRefusesImpossibleLaunches) {
    EXPECT_THROW(launchThrow(), std::runtime_error);
    std::vector<double> values(8192);
    EXPECT_THROW(launchReverse(values.data(), 1025, true), simt::KernelError);
    EXPECT_THROW(launchAcrossBlocks(values.data(), 0), simt::KernelError);
    EXPECT_NO_THROW(launchReverse(values.data(), 64, true)); // as before
}

} // namespace
} // namespace parsimony::gpu::testing
