// SPDX-License-Identifier: GPL-3.0-or-later
// What processes of a group tell each other where one of them cannot go on.
#include "core/base/error.h"
#include "core/ranks/call.h"
#include "tests/core/compute/synthetic.h"

#include "local_ranks.h"
#include "parsimony_ranks_build.h"
#include "parsimony_version.h"
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace parsimony::ranks {
namespace {

using compute::testing::Synthetic;
using testing::LocalRanks;

TEST(RankGroup, WhatAnotherRankCannotDoIsSaidInOneSentence) {
    LocalRanks ranks(3);
    try {
        const auto backend = makeRankBackend(ranks.groups[0], {1, "avx2"});
        const auto data = Synthetic::make(300, 4, 2).upload(*backend);
        ranks.groups[0]->announce(CallWriter(CallKind::Drop).put(0U).bytes()); // of nothing: harmless
        ranks.groups[0]->announce(CallWriter(CallKind::Count).put(99U).put(1U).bytes());
        ranks.groups[0]->waitForReady();
        FAIL() << "no rank complained of a backend that is not there";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("cannot go on"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(ranks.groups[0]->givenUp());
    EXPECT_THROW(ranks.groups[0]->announce({}), Error);
}

TEST(RankGroup, RanksOfAnotherVersionAreRefused) {
    testing::Mail mail;
    RankGroup leader(std::make_unique<testing::LocalTransport>(mail, 0, 2));
    RankGroup other(std::make_unique<testing::LocalTransport>(mail, 1, 2));
    other.greet("0.0.9");
    try {
        leader.greet("0.1.0");
        FAIL() << "another version passed";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "process 1 is of version 0.0.9 and this one of 0.1.0: install one version of "
                     "Parsimony on all machines");
    }
}

/// Of one version, and yet of other sources: what they send each other is another.
TEST(RankGroup, AnotherBuildIsAnotherVersion) {
    const std::string build = PARSIMONY_RANKS_BUILD;
    ASSERT_EQ(build.find(PARSIMONY_VERSION ", build "), 0U) << build;
    EXPECT_EQ(build.size(), std::string(PARSIMONY_VERSION ", build ").size() + 12);
#ifdef PARSIMONY_MPI_MODULE
    void* module = dlopen(PARSIMONY_MPI_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    ASSERT_NE(module, nullptr) << dlerror();
    const auto open = reinterpret_cast<OpenMpi>(dlsym(module, kMpiModuleSymbol));
    ASSERT_NE(open, nullptr);
    char message[1024] = {};
    EXPECT_EQ(open(PARSIMONY_VERSION, message, sizeof message), nullptr);
    EXPECT_EQ(message,
              "the MPI module is of version " + build + " and this program is not: install both again");
#endif
}

TEST(RankGroup, AStopIsHeededWhileSumsAreAwaited) {
    testing::Mail mail; // the other rank never answers
    RankGroup leader(std::make_unique<testing::LocalTransport>(mail, 0, 2));
    compute::cpu::SumMemory memory;
    const compute::cpu::SumShape shape = compute::cpu::sumShape(8, 8);
    compute::cpu::SumTree tree(memory, 1, shape.leaves);
    std::stop_source stop;
    const std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request_stop();
    });
    EXPECT_FALSE(leader.meet(tree, shape, stop.get_token()));
}

TEST(RankGroup, WhereverItWaitsTheLeaderHearsThatAllAreBeingEnded) {
    testing::Mail mail; // the other rank is dead
    RankGroup leader(std::make_unique<testing::LocalTransport>(mail, 0, 2));
    RankGroup other(std::make_unique<testing::LocalTransport>(mail, 1, 2));
    const std::jthread later([&mail] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        mail.ending = true;
    });
    const auto codeOf = [](const auto& wait) {
        try {
            wait();
        } catch (const Error& error) {
            return error.code();
        }
        return ErrorCode::Failed;
    };
    std::array<std::byte, 8> sums{};
    EXPECT_EQ(codeOf([&] { leader.waitForReady(); }), ErrorCode::Interrupted);
    EXPECT_TRUE(leader.givenUp());
    EXPECT_EQ(codeOf([&] { (void)leader.receiveInto(1, Tag::Sums, sums, {}); }), ErrorCode::Interrupted);
    EXPECT_EQ(codeOf([&] { leader.announce({}); }), ErrorCode::Interrupted);
}

} // namespace
} // namespace parsimony::ranks
