// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/shared_leaves.h"
#include "core/compute/cpu/sum_tree.h"
#include "tests/core/compute/gradient.h"
#include "tests/core/compute/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <thread>

namespace parsimony::compute {
namespace {

using cpu::BlockToAdd;
using cpu::SharedLeaves;
using cpu::SumMemory;
using cpu::SumShape;
using cpu::sumShape;
using cpu::SumTree;
using testing::Synthetic;

using Summed = std::vector<double>;

/// The tree as its comment has it.
Summed addedUp(const std::vector<Summed>& leaves, std::size_t first, std::size_t count) {
    if (count == 1) {
        return leaves[first];
    }
    Summed left = addedUp(leaves, first, count / 2);
    const Summed right = addedUp(leaves, first + count / 2, count / 2);
    std::transform(left.begin(), left.end(), right.begin(), left.begin(), std::plus<>());
    return left;
}

TEST(SumShape, LeavesCoverEveryBlockOnceAndGranulesDependOnBlocksAlone) {
    for (const std::size_t blocks : {1UL, 2UL, 3UL, 7UL, 8UL, 9UL, 31UL, 33UL, 191UL, 192UL, 196UL, 383UL,
                                     384UL, 5005UL, 12'288UL, 24'576UL, std::size_t{kMaxRows / kBlockRows}}) {
        for (const std::uint64_t bytes : {8UL, 55'000UL, 614'400UL, 13'312'000UL, 1UL << 33U}) {
            const SumShape shape = sumShape(blocks, bytes);
            ASSERT_TRUE(std::has_single_bit(shape.leaves));
            ASSERT_TRUE(std::has_single_bit(shape.granules));
            ASSERT_EQ(shape.leaves % shape.granules, 0U);
            ASSERT_EQ(shape.granules, sumShape(blocks, 8).granules);
            ASSERT_EQ(shape.leafBegin(0), 0U);
            ASSERT_EQ(shape.leafBegin(shape.leaves), blocks);
            for (std::size_t leaf = 0; leaf < shape.leaves; ++leaf) {
                ASSERT_LT(shape.leafBegin(leaf), shape.leafBegin(leaf + 1));
            }
            // A granule begins at the same block whatever the sums.
            const SumShape small = sumShape(blocks, 8);
            for (std::size_t granule = 0; granule < shape.granules; ++granule) {
                ASSERT_EQ(shape.leafBegin(granule * (shape.leaves / shape.granules)),
                          small.leafBegin(granule * (small.leaves / small.granules)));
            }
        }
    }
    EXPECT_EQ(sumShape(0, 8).leaves, 0U);
    EXPECT_EQ(sumShape(196, 55'000).leaves, 32U);
    EXPECT_EQ(sumShape(196, 13'312'000).leaves, 8U);
}

/// Sums of rows that were trained on before keep their bits.
TEST(SumShape, GrowsByTheBlocksUpToAThousandGranules) {
    for (const auto& [blocks, granules] : {std::pair(383UL, 8UL),
                                           {384UL, 16UL},
                                           {1563UL, 64UL},
                                           {12'287UL, 256UL},
                                           {12'288UL, 512UL},
                                           {24'575UL, 512UL},
                                           {24'576UL, 1024UL},
                                           {std::size_t{kMaxRows / kBlockRows}, 1024UL}}) {
        EXPECT_EQ(sumShape(blocks, 55'000).granules, granules) << blocks;
        EXPECT_EQ(sumShape(blocks, 55'000).leaves, 4 * granules) << blocks;
        EXPECT_EQ(sumShape(blocks, 13'312'000).leaves, granules) << blocks;
    }
}

TEST(SumTree, IsTheSameInWhateverOrderLeavesAreCompleted) {
    constexpr std::size_t size = 5;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> wide(-30, 30);
    for (const std::size_t count : {1UL, 2UL, 16UL, 64UL}) {
        std::vector<Summed> leaves(count, Summed(size));
        std::vector<std::size_t> order(count);
        for (std::size_t i = 0; i < count; ++i) {
            order[i] = i;
            std::generate(leaves[i].begin(), leaves[i].end(), [&] { return std::exp(wide(random)); });
        }
        const Summed expected = addedUp(leaves, 0, count);
        SumMemory memory;
        for (int round = 0; round < 20; ++round) {
            SumTree tree(memory, size, count);
            std::vector<std::jthread> workers;
            for (std::size_t worker = 0; worker < 4; ++worker) {
                workers.emplace_back([&, worker] {
                    for (std::size_t i = worker; i < count; i += 4) {
                        double* sums = tree.begin();
                        ASSERT_EQ(std::count(sums, sums + size, 0.0), std::ptrdiff_t{size});
                        std::copy(leaves[order[i]].begin(), leaves[order[i]].end(), sums);
                        tree.complete(count + order[i], sums);
                    }
                });
            }
            workers.clear();
            ASSERT_NE(tree.at(1), nullptr);
            EXPECT_EQ(Summed(tree.at(1), tree.at(1) + size), expected);
            std::shuffle(order.begin(), order.end(), random);
        }
    }
}

/// What block `block` gives: numbers that a sum in another order rounds otherwise.
double blockOf(std::size_t block) {
    return std::exp(static_cast<double>(block * 7 % 11) - 5.0) / 3.0;
}

void addTo(const BlockToAdd& one) {
    one.sums[0] += blockOf(one.block);
}

TEST(SharedLeaves, HaveTheBitsOfOneWorkersWhoeverIsLast) {
    double expected = 0.0;
    for (std::size_t block = 3; block < 9; ++block) {
        expected += blockOf(block);
    }
    for (const bool isOwnerLast : {true, false}) {
        SumMemory memory;
        SumTree tree(memory, 1, 1);
        SharedLeaves leaves(tree, 3);
        leaves.begin(1, 1, 3, 9);
        addTo(leaves.next(1).value());
        std::vector<BlockToAdd> taken(4);
        std::size_t from = 0;
        for (BlockToAdd& one : taken) {
            one = leaves.take(from).value();
            EXPECT_EQ(from, 1U);
            addTo(one);
        }
        EXPECT_EQ(taken.front().block, 8U);
        leaves.giveBack(from, taken[2]);
        leaves.giveBack(from, taken[0]);
        addTo(leaves.next(1).value());
        EXPECT_FALSE(leaves.take(from));
        if (!isOwnerLast) {
            EXPECT_FALSE(leaves.next(1));
        }
        leaves.giveBack(1, taken[3]);
        EXPECT_EQ(tree.at(1), nullptr);
        leaves.giveBack(1, taken[1]);
        if (isOwnerLast) {
            EXPECT_EQ(tree.at(1), nullptr);
            EXPECT_FALSE(leaves.next(1));
        }
        ASSERT_NE(tree.at(1), nullptr);
        EXPECT_EQ(*tree.at(1), expected);
    }
}

TEST(SharedLeaves, TakeOverWhatHasMostLeftAndNoMoreThanMemoryIsMeantFor) {
    constexpr std::size_t size = std::size_t{1} << 20; // 8 MiB: four of them
    SumMemory memory;
    SumTree tree(memory, size, 2);
    SharedLeaves leaves(tree, 2);
    std::size_t from = 0;
    EXPECT_FALSE(leaves.take(from));
    leaves.begin(0, 2, 0, 4);
    leaves.begin(1, 3, 4, 10);
    for (const std::size_t wanted : {9UL, 8UL}) {
        EXPECT_EQ(leaves.take(from).value().block, wanted);
    }
    EXPECT_TRUE(leaves.take(from));
    EXPECT_TRUE(leaves.take(from));
    EXPECT_FALSE(leaves.take(from));
}

TEST(SumTree, APassAddsItsBlocksInThatTree) {
    constexpr std::size_t blocks = 21; // 16 leaves of one block or two
    Synthetic s = Synthetic::make(blocks * kBlockRows - 100, 19, 3);
    for (std::size_t row = 0; row < s.rows; ++row) { // sums of blocks of one size are exact in float64
        const int size = static_cast<int>(row / kBlockRows * 17 % 41);
        for (std::size_t k = 0; k < s.dim; ++k) {
            s.x[row * s.dim + k] = std::ldexp(s.x[row * s.dim + k], -size);
        }
    }
    const HeadShape head = testing::linear(s);
    const Summed w = testing::someWeights(head);
    const auto backend = makeCpuBackend({3});
    const auto data = s.upload(*backend);
    const auto sums = [&](std::size_t firstRow, std::size_t lastRow) {
        std::vector<std::uint32_t> rows(lastRow - firstRow);
        std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(firstRow));
        return testing::gradient(*backend, *data, head, w, 0.5, Loss::Sigmoid, &rows);
    };
    const SumShape shape = sumShape(blocks, 3 * 20 * sizeof(double));
    ASSERT_EQ(shape.leaves, 16U);
    std::vector<Summed> leaves;
    for (std::size_t leaf = 0; leaf < shape.leaves; ++leaf) {
        Summed inOrder(head.parameters());
        for (std::size_t block = shape.leafBegin(leaf); block < shape.leafBegin(leaf + 1); ++block) {
            const Summed own = sums(block * kBlockRows, std::min(s.rows, (block + 1) * kBlockRows));
            std::transform(inOrder.begin(), inOrder.end(), own.begin(), inOrder.begin(), std::plus<>());
        }
        leaves.push_back(inOrder);
    }
    const Summed expected = addedUp(leaves, 0, shape.leaves);
    EXPECT_EQ(testing::gradient(*backend, *data, head, w, 0.5, Loss::Sigmoid), expected);
    // A tree of another shape has other bits, else this test could not fail.
    Summed inOneRun(head.parameters());
    for (const Summed& leaf : leaves) {
        std::transform(inOneRun.begin(), inOneRun.end(), leaf.begin(), inOneRun.begin(), std::plus<>());
    }
    EXPECT_NE(inOneRun, expected);
}

} // namespace
} // namespace parsimony::compute
