// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compute/cpu/resident.h"
#include "tests/core/compute/every_set.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::linear;
using testing::referenceGradient;
using testing::relativeDistance;
using testing::someWeights;
using testing::Synthetic;

TEST(CpuBackend, TrialsTogetherGiveTheSameSumsAsAlone) {
    constexpr std::size_t kTrials = 8; // together they are so many columns that another loop takes them
    const Synthetic s = Synthetic::make(901, 40, 10);
    const auto backend = makeCpuBackend({2});
    const HeadShape head = linear(s);
    for (const Precision precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        const auto data = s.upload(*backend, precision);
        std::vector<std::vector<double>> weights, sums;
        std::vector<GradientTask> tasks;
        for (std::uint32_t k = 0; k < kTrials; ++k) {
            weights.push_back(someWeights(head, k));
            sums.emplace_back(head.parameters());
        }
        for (std::size_t k = 0; k < kTrials; ++k) {
            tasks.push_back({weights[k], 0.1 * static_cast<double>(k + 1), sums[k]});
        }
        PassOptions pass;
        pass.head = head;
        ASSERT_TRUE(backend->clippedGradientSums(*data, pass, tasks));
        for (std::size_t k = 0; k < kTrials; ++k) {
            EXPECT_EQ(sums[k], gradient(*backend, *data, head, weights[k], tasks[k].clip))
                << precisionName(precision) << " trial " << k;
        }
    }
}

TEST(CpuBackend, ManyShortLeavesOnManyThreadsLoseNothing) {
    // Leaves of one block or two are completed in any order, many at once.
    const Synthetic s = Synthetic::make(31 * kBlockRows + 5, 3, 2);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    const auto expected = referenceGradient(s, w, true, 0.5, Loss::Softmax);
    const auto backend = makeCpuBackend({8});
    const auto data = s.upload(*backend);
    const auto first = gradient(*backend, *data, head, w, 0.5);
    EXPECT_LT(relativeDistance(first, expected), 1e-5);
    for (int pass = 0; pass < 200; ++pass) {
        ASSERT_EQ(gradient(*backend, *data, head, w, 0.5), first);
    }
}

TEST(CpuBackend, ResultsDoNotDependOnThreads) {
    const Synthetic s = Synthetic::make(5000, 48, 12);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    std::vector<std::vector<double>> results;
    for (const unsigned threads : {1U, 2U, 3U, 7U}) {
        const auto backend = makeCpuBackend({threads});
        results.push_back(gradient(*backend, *s.upload(*backend), head, w, 0.5));
    }
    for (const auto& result : results) {
        EXPECT_EQ(result, results.front());
    }
}

TEST(CpuBackend, ThreadsThatFindNoLeafLeftTakeOverBlocksAndKeepTheBits) {
    // Eight leaves of three blocks: sums of so many bytes have no more.
    const Synthetic s = Synthetic::make(24 * kBlockRows, 512, 280);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        const auto alone = makeCpuBackend({1});
        const auto expected = gradient(*alone, *s.upload(*alone, precision), head, w, 0.5);
        const auto backend = makeCpuBackend({7});
        const auto data = s.upload(*backend, precision);
        for (int pass = 0; pass < 5; ++pass) {
            ASSERT_EQ(gradient(*backend, *data, head, w, 0.5), expected) << precisionName(precision);
        }
    }
}

TEST(CpuBackend, StreamedRowsGiveTheSameSums) {
    const Synthetic s = Synthetic::make(1500, 37, 6);
    const auto backend = makeCpuBackend({2});
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    for (const Precision precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        const auto resident = s.upload(*backend, precision);
        const auto streamed = s.upload(*backend, precision, 1000);
        EXPECT_FALSE(resident->streamed());
        EXPECT_TRUE(streamed->streamed());
        const std::vector<std::uint32_t> subset{0, 3, 77, 256, 1000, 1499};
        for (int pass = 0; pass < 2; ++pass) { // the second one knows the norms
            EXPECT_EQ(gradient(*backend, *resident, head, w, 0.5),
                      gradient(*backend, *streamed, head, w, 0.5));
            EXPECT_EQ(gradient(*backend, *resident, head, w, 0.5, Loss::Softmax, &subset),
                      gradient(*backend, *streamed, head, w, 0.5, Loss::Softmax, &subset));
        }
    }
}

TEST(CpuBackend, StreamedRowsWithABiasGiveTheSameSums) {
    Synthetic s = Synthetic::make(700, 37, 6);
    for (std::size_t row = 3; row < 700; row += 50) {
        std::fill_n(s.x.begin() + static_cast<std::ptrdiff_t>(row * 37), 37, row % 100 == 3 ? 0.0F : 3e38F);
    }
    const auto backend = makeCpuBackend({2});
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    const std::vector<std::uint32_t> subset{0, 3, 53, 256, 699};
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        const auto resident = s.upload(*backend, precision);
        const auto streamed = s.upload(*backend, precision, 1000);
        for (int pass = 0; pass < 2; ++pass) {
            EXPECT_EQ(gradient(*backend, *resident, head, w, 0.5, Loss::Softmax, &subset),
                      gradient(*backend, *streamed, head, w, 0.5, Loss::Softmax, &subset));
            EXPECT_EQ(gradient(*backend, *resident, head, w, 0.5),
                      gradient(*backend, *streamed, head, w, 0.5));
        }
    }
}

TEST(CpuBackend, RowsThatAreWidenedOnceGiveTheSumsOfThoseWidenedInEachPass) {
    const Synthetic s = Synthetic::make(1500, 37, 6);
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    const std::vector<std::uint32_t> subset{0, 3, 77, 256, 1000, 1499};
    const std::uint64_t half = 1500 * 96 * 2; // rows are padded to 64 values, and lie 96 apart for tiles
    for (const cpu::InstructionSet& set : cpu::instructionSets()) {
        const auto backend = makeCpuBackend({2, set.name});
        const auto whole = s.upload(*backend, Precision::Bfloat16);
        for (const std::uint64_t limit : {half, std::uint64_t{1000}}) {
            const auto other = s.upload(*backend, Precision::Bfloat16, limit);
            EXPECT_EQ(other->streamed(), limit < half);
            EXPECT_EQ(gradient(*backend, *whole, head, w, 0.5), gradient(*backend, *other, head, w, 0.5))
                << set.name;
            EXPECT_EQ(gradient(*backend, *whole, head, w, 0.5, Loss::Softmax, &subset),
                      gradient(*backend, *other, head, w, 0.5, Loss::Softmax, &subset))
                << set.name;
        }
    }
}

TEST(CpuBackend, RowsOfASampleGoBetweenThoseThatKeepFloat32AndThoseThatKeepBfloat16) {
    const Synthetic s = Synthetic::make(600, 37, 6);
    const cpu::InstructionSet plain = cpu::instructionSets().back(); // nothing that multiplies bfloat16
    const cpu::InstructionSet best = cpu::instructionSets().front(); // with tiles, rows lie further apart
    const std::vector<std::uint32_t> subset{3, 77, 256, 599};
    cpu::WorkerPool pool(1);
    const auto kept = [&](const cpu::InstructionSet& set, std::uint64_t limit) {
        return std::make_unique<cpu::CpuResident>(
            UploadRequest{s.source(), s.y, s.classes, Precision::Bfloat16, limit}, set, pool);
    };
    const auto wide = kept(plain, 0);
    const auto narrow = kept(plain, 600 * 64 * 2);
    const auto tiled = kept(best, 0);
    const auto lentByWide = wide->lend(subset, 0, 4, false);
    const auto lentByNarrow = narrow->lend(subset, 0, 4, false);
    EXPECT_EQ(lentByWide.rows, lentByNarrow.rows);
    EXPECT_EQ(lentByWide.rows, tiled->lend(subset, 0, 4, false).rows);
    EXPECT_EQ(lentByWide.rows.size(), 4 * wide->rowBytes());
    cpu::BlockScratch scratch, other;
    const cpu::Block own = wide->block(0, &subset, false, scratch);
    const std::vector<float> expected(own.x, own.x + 4 * own.stride);
    wide->host({lentByNarrow});
    narrow->host({lentByWide});
    tiled->host({lentByWide});
    for (cpu::CpuResident* resident : {wide.get(), narrow.get(), tiled.get()}) {
        const cpu::Block guest = resident->block(0, &subset, false, other);
        EXPECT_EQ(std::vector<float>(guest.x, guest.x + 4 * guest.stride), expected);
    }
}

TEST(CpuBackend, SubsetsAddUpTheirRowsOnly) {
    const Synthetic s = Synthetic::make(1500, 37, 6);
    const auto backend = makeCpuBackend({2});
    const auto data = s.upload(*backend);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    std::vector<std::uint32_t> subset;
    for (std::uint32_t i = 0; i < 1500; i += 3) {
        subset.push_back(i);
    }
    EXPECT_LT(relativeDistance(gradient(*backend, *data, head, w, 0.5, Loss::Softmax, &subset),
                               referenceGradient(s, w, true, 0.5, Loss::Softmax, &subset)),
              1e-6);
    const std::vector<std::uint32_t> none;
    EXPECT_EQ(testing::norm(gradient(*backend, *data, head, w, 0.5, Loss::Softmax, &none)), 0.0);
}

TEST(CpuBackend, Bfloat16StaysCloseToFloat32) {
    const Synthetic s = Synthetic::make(3000, 96, 10);
    const auto backend = makeCpuBackend({2});
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    const auto full = gradient(*backend, *s.upload(*backend), head, w, 0.5);
    const auto half = gradient(*backend, *s.upload(*backend, Precision::Bfloat16), head, w, 0.5);
    EXPECT_LT(relativeDistance(half, full), 1e-2);
    EXPECT_GT(relativeDistance(half, full), 1e-6); // it really is another precision
}

} // namespace
} // namespace parsimony::compute
