// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/chunks.h"
#include "tests/gpu/host_device.h"

#include <gtest/gtest.h>

#include <numeric>

namespace parsimony::gpu {
namespace {

using compute::kBlockRows;
using compute::Precision;
using testing::HostDevice;

PassShape shapeOf(Precision precision, std::size_t dim, std::uint32_t classes, std::uint32_t trials = 1) {
    return {precision, dim, (dim + 7) / 8 * 8, classes, trials, false};
}

TEST(ChunkRows, ArePartsOfTheWholeThatFitWhatTheyMayTake) {
    for (const auto precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        for (const std::size_t dim : {1UL, 7UL, 1664UL}) {
            for (const std::uint32_t classes : {1U, 100U, 100'000U}) {
                for (const std::size_t rows : {1UL, 255UL, 257UL, 50'000UL, 1'281'167UL, 1UL << 31}) {
                    for (const bool streamed : {false, true}) {
                        const PassShape shape = shapeOf(precision, dim, classes);
                        const std::size_t budget = std::size_t{256} << 20;
                        const std::size_t chunk = chunkRows(shape, rows, budget, streamed);
                        ASSERT_EQ(chunk % kBlockRows, 0U);
                        ASSERT_GE(chunk, kBlockRows);
                        ASSERT_LE(chunk, paddedRows(precision, rows));
                        const std::size_t block = accumulationRows(shape);
                        ASSERT_LE((chunk + block - 1) / block, 1U << 15);
                        ASSERT_TRUE(chunk <= block || chunkMemory(shape, chunk).total(streamed) <= budget)
                            << rows << " x " << dim << " x " << classes;
                    }
                }
            }
        }
    }
}

TEST(ChunkRows, PaddingIsLessThanABlockAndSmallPartsStaySmall) {
    EXPECT_EQ(paddedRows(Precision::Float32, 1), 256U);
    EXPECT_EQ(paddedRows(Precision::Float32, 50'000), 50'176U);
    EXPECT_EQ(paddedRows(Precision::Bfloat16, 1), 256U);
    EXPECT_EQ(paddedRows(Precision::Bfloat16, 1'400), 1'536U);
    EXPECT_EQ(paddedRows(Precision::Bfloat16, 2'048), 2'048U);
    EXPECT_EQ(paddedRows(Precision::Bfloat16, 2'049), 4'096U);
    EXPECT_EQ(paddedRows(Precision::Tf32, 50'000), 51'200U);
}

TEST(ChunkRows, BlocksAreLongWhereAPartialSumIsLarge) {
    EXPECT_EQ(accumulationRows(shapeOf(Precision::Float32, 1664, 1000)), kBlockRows);
    EXPECT_EQ(accumulationRows(shapeOf(Precision::Bfloat16, 768, 100)), 2'048U);
    EXPECT_EQ(accumulationRows(shapeOf(Precision::Bfloat16, 1664, 1000)), 8'192U);
    EXPECT_EQ(accumulationRows(shapeOf(Precision::Tf32, 1664, 1000)), 8'192U);
}

TEST(ChunkRows, NothingOverflowsAtTheLargestShapes) {
    const PassShape shape = shapeOf(Precision::Bfloat16, 1664, 1000);
    const ChunkMemory whole = chunkMemory(shape, 1'281'280);
    EXPECT_EQ(whole.staging, std::size_t{1'281'280} * (1664 * 2 + 4));
    EXPECT_EQ(whole.logits, std::size_t{1'281'280} * 1000 * 4);
    EXPECT_EQ(whole.parts, std::size_t{157} * 1000 * 1664 * 4);
    EXPECT_EQ(chunkMemory(shapeOf(Precision::Float32, 1664, 1000), 1'281'280).parts,
              std::size_t{5005} * 1000 * 1664 * 4);
}

TEST(BackOff, HalvesUntilItFitsThenMakesRoomOnceThenPassesTheErrorOn) {
    const auto refuseAbove = [](std::size_t most, std::vector<std::size_t>& tried) {
        return [most, &tried](std::size_t rows) {
            tried.push_back(rows);
            if (rows > most) {
                throw GpuError(Trouble::OutOfMemory, "reserving", "");
            }
        };
    };
    std::vector<std::size_t> tried;
    EXPECT_EQ(backOff(4096, refuseAbove(1100, tried), [] { return false; }), 1024U);
    EXPECT_EQ(tried, (std::vector<std::size_t>{4096, 2048, 1024}));
    tried.clear();
    EXPECT_EQ(backOff(4096 - 256, refuseAbove(300, tried), [] { return false; }), 256U);

    std::size_t most = 0;
    int asked = 0;
    tried.clear();
    EXPECT_EQ(backOff(
                  1024, [&](std::size_t rows) { refuseAbove(most, tried)(rows); },
                  [&] {
                      ++asked;
                      most = 512;
                      return true;
                  }),
              512U);
    EXPECT_EQ(asked, 1);
    EXPECT_THROW((void)backOff(1024, refuseAbove(0, tried), [] { return true; }), GpuError);
    EXPECT_THROW((void)backOff(1024, refuseAbove(0, tried), [] { return false; }), GpuError);

    int calls = 0;
    const auto other = [&](std::size_t) {
        ++calls;
        throw GpuError(Trouble::Lost, "launching", "");
    };
    EXPECT_THROW((void)backOff(1024, other, [] { return true; }), GpuError);
    EXPECT_EQ(calls, 1) << "only a lack of memory is tried again";
}

/// Streams numbers through two slots and adds them up on the device.
struct Streaming {
    explicit Streaming(HostDevice::Behaviour behaviour) : device(std::move(behaviour)), pipeline(device) {}
    ~Streaming() { device.drain(); }

    bool run(const std::stop_token& stop = {}) {
        ChunkPipeline::Work work;
        work.fill = [&](const ChunkPipeline::Chunk& c) {
            for (std::size_t i = 0; i < c.rows; ++i) {
                pinned[c.slot][i] = static_cast<double>(c.first + i);
            }
        };
        work.copy = [&](const ChunkPipeline::Chunk& c) {
            device.copyIn(staging[c.slot].data(), pinned[c.slot].data(), c.rows * sizeof(double),
                          Queue::Copy);
        };
        work.compute = [&](const ChunkPipeline::Chunk& c) {
            // addParts reads floats; the fake's copy is enough to see what the device would have read.
            device.copyOut(seen.data() + c.first, staging[c.slot].data(), c.rows * sizeof(double));
        };
        return pipeline.run(rows, chunk, work, stop);
    }
    [[nodiscard]] bool right() const {
        for (std::size_t i = 0; i < rows; ++i) {
            if (seen[i] != static_cast<double>(i)) {
                return false;
            }
        }
        return true;
    }

    HostDevice device;
    ChunkPipeline pipeline;
    std::size_t rows = 1000;
    std::size_t chunk = 64;
    std::vector<double> pinned[2] = {std::vector<double>(64, -1), std::vector<double>(64, -1)};
    std::vector<double> staging[2] = {std::vector<double>(64, -2), std::vector<double>(64, -2)};
    std::vector<double> seen = std::vector<double>(1000, -3);
};

TEST(ChunkPipeline, EveryOrderThatEventsAllowGivesTheSameNumbers) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Streaming s({.seed = seed});
        for (int pass = 0; pass < 3; ++pass) { // the next pass begins while the last one is still under way
            std::fill(s.seen.begin(), s.seen.end(), -3.0);
            ASSERT_TRUE(s.run());
            if (pass != 1) {
                s.device.finish();
                ASSERT_TRUE(s.right()) << "seed " << seed;
            }
        }
    }
}

TEST(ChunkPipeline, TheDeviceOfTheTestsFindsAMissingWait) {
    int wrong = 0;
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        Streaming s({.seed = seed, .heedEvents = false});
        (void)s.run();
        s.device.finish();
        wrong += s.right() ? 0 : 1;
    }
    EXPECT_GT(wrong, 10);
}

TEST(ChunkPipeline, CopiesOverlapWithWork) {
    Streaming s({});
    s.device.behaviour().onCall = nullptr;
    ASSERT_TRUE(s.run());
    // The host waits for a slot's copy before it fills the slot again, never for the computing.
    EXPECT_EQ(s.device.calls("finish"), 16 - 2);
    EXPECT_EQ(s.device.calls("record"), 2 * 16);
}

TEST(ChunkPipeline, AStopBetweenChunksLeavesNothingUnderWay) {
    std::stop_source source;
    int copies = 0;
    Streaming s({});
    s.device.behaviour().onCall = [&](const std::string& call) {
        copies += call == "copyIn" ? 1 : 0;
        if (copies == 3) {
            source.request_stop();
        }
    };
    EXPECT_FALSE(s.run(source.get_token()));
    EXPECT_EQ(copies, 3);
    EXPECT_EQ(s.seen[3 * 64 - 1], 3.0 * 64 - 1) << "what was begun is done";
    EXPECT_EQ(s.seen[3 * 64], -3.0);
    ASSERT_TRUE(s.run());
    s.device.finish();
    EXPECT_TRUE(s.right());
}

TEST(ChunkPipeline, AFailureLeavesNothingUnderWay) {
    Streaming s({.failAt = "copyIn", .failAfter = 4});
    EXPECT_THROW((void)s.run(), GpuError);
    EXPECT_EQ(s.seen[4 * 64 - 1], 4.0 * 64 - 1);
    ASSERT_TRUE(s.run());
    s.device.finish();
    EXPECT_TRUE(s.right());
}

} // namespace
} // namespace parsimony::gpu
