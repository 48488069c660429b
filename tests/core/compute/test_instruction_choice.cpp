// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cpu/instruction_choice.h"

#include <gtest/gtest.h>

namespace parsimony::compute::cpu {
namespace {

InstructionSet named(const char* name, const char* kernels) {
    InstructionSet set;
    set.name = name;
    set.kernels.name = kernels;
    return set;
}

TEST(InstructionChoice, TakesALaterSetOnlyWhereItIsClearlyFaster) {
    const char* wide = "wide";
    const char* narrow = "narrow";
    const std::vector<InstructionSet> sets{named("amx", wide), named("avx512-bf16", wide),
                                           named("avx512", wide), named("avx2", narrow)};
    const auto choice = [&](const std::vector<double>& float32, const std::vector<double>& bfloat16) {
        std::vector<InstructionRate> rates;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            rates.push_back({sets[i].name, float32[i], bfloat16[i]});
        }
        return sets[fastestInstructions(sets, rates)].name;
    };
    EXPECT_EQ(choice({100, 100, 100, 60}, {900, 120, 90, 60}), "amx");
    EXPECT_EQ(choice({100, 100, 100, 60}, {80, 300, 90, 60}), "avx512-bf16");
    EXPECT_EQ(choice({100, 100, 100, 60}, {70, 60, 90, 60}), "avx512");
    EXPECT_EQ(choice({100, 100, 100, 60}, {100, 119, 110, 60}), "amx"); // noise
    EXPECT_EQ(choice({100, 100, 100, 115}, {100, 100, 100, 500}), "amx");
    EXPECT_EQ(choice({100, 100, 100, 130}, {100, 300, 100, 90}), "avx2");
}

TEST(InstructionChoice, RoundsForBfloat16OnlyWhereItIsMultiplied) {
    std::vector<InstructionSet> sets{named("avx512", "wide"), named("avx2", "narrow")};
    EXPECT_FALSE(bfloat16Pays(sets, "avx512")) << "it is only widened";
    const Bf16Kernels pairs{};
    sets.insert(sets.begin(), named("avx512-bf16", "wide"));
    sets.front().pairs = &pairs;
    EXPECT_TRUE(bfloat16Pays(sets, "avx512-bf16"));
    EXPECT_FALSE(bfloat16Pays(sets, "avx512")) << "with which it is widened";
    EXPECT_FALSE(bfloat16Pays(sets, "sse9"));
    const TileKernels tiles{};
    sets.insert(sets.begin(), named("amx", "wide"));
    sets.front().tiles = &tiles;
    EXPECT_TRUE(bfloat16Pays(sets, "amx"));
    EXPECT_FALSE(bfloat16Pays(sets, "avx512-bf16")) << "slower than float32 on a processor with AMX";
    EXPECT_FALSE(compute::bfloat16Pays("sse9"));
    for (const InstructionSet& plain : instructionSets()) {
        EXPECT_FALSE(!plain.multipliesBfloat16() && compute::bfloat16Pays(plain.name)) << plain.name;
    }
}

TEST(InstructionChoice, WhetherToRoundFollowsFromTheProcessor) {
    // Whatever the rates are at this moment: with the set that is taken, it is rounded where that multiplies.
    const InstructionSet& best = bestInstructions();
    const bool tiled = amxKernels() != nullptr;
    EXPECT_EQ(compute::bfloat16Pays({}), best.tiles != nullptr || (!tiled && best.pairs != nullptr));
    EXPECT_EQ(compute::bfloat16Pays(best.name), compute::bfloat16Pays({}));
}

TEST(InstructionChoice, ListsEachSetOnceAndFindsItByName) {
    const std::vector<InstructionSet> sets = instructionSets();
    ASSERT_FALSE(sets.empty());
    for (std::size_t i = 0; i < sets.size(); ++i) {
        EXPECT_EQ(instructionSet(sets[i].name).name, sets[i].name);
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(sets[i].name, sets[j].name);
        }
        EXPECT_TRUE(sets[i].pairs == nullptr || sets[i].kernels.panel == 64);
        EXPECT_GT(instructionRates()[i].float32, 0.0);
        EXPECT_GT(instructionRates()[i].bfloat16, 0.0);
    }
    EXPECT_EQ(instructionRates().size(), sets.size());
    try {
        (void)instructionSet("avx3");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(sets.back().name), std::string::npos) << error.what();
    }
}

TEST(InstructionChoice, TakesWhatIsAskedForWhereTheProcessorHasIt) {
    for (const InstructionSet& set : instructionSets()) {
        EXPECT_NE(chooseBackend(DeviceChoice("cpu"), 1, set.name)->description().find(", " + set.name + ", "),
                  std::string::npos);
    }
    const std::pair<const char*, const char*> wrong[] = {
        {"cpu", "sse9"}, {"auto", "AVX2"}, {"cuda", "avx2"}, {"cuda:0", "neon"}};
    for (const auto& [device, instructions] : wrong) {
        try {
            (void)chooseBackend(DeviceChoice(device), 1, instructions);
            ADD_FAILURE() << device << " " << instructions;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage) << error.what();
            EXPECT_NE(std::string(error.what()).find(instructions), std::string::npos) << error.what();
        }
    }
}

TEST(InstructionChoice, PrefersTilesWhereTheProcessorHasThem) {
    if (amxKernels() == nullptr) {
        GTEST_SKIP() << "this machine has no AMX with bfloat16, or its kernel does not grant it";
    }
    EXPECT_EQ(instructionSets().front().name, "amx");
    EXPECT_NE(instructionSets().front().tiles, nullptr);
}

TEST(InstructionChoice, EverySetHasANameThatOptionsTake) {
    for (const InstructionSet& set : instructionSets()) {
        EXPECT_EQ(instructionsNamed(set.name), set.name);
    }
    EXPECT_EQ(instructionsNamed("auto"), "");
    EXPECT_THROW((void)instructionsNamed("avx9"), Error);
}

} // namespace
} // namespace parsimony::compute::cpu
