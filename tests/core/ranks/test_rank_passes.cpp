// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ranks/step_model.h"
#include "tests/core/compute/gradient.h"
#include "tests/core/compute/synthetic.h"

#include "local_ranks.h"
#include <gtest/gtest.h>

#include <bit>

namespace parsimony::ranks {
namespace {

using namespace compute;
using compute::testing::linear;
using compute::testing::someWeights;
using compute::testing::Synthetic;
using testing::LocalRanks;

/// Rows whose blocks differ in size, so that the order in which they are added shows in the bits.
Synthetic unevenRows(std::size_t rows, std::size_t dim, std::uint32_t classes) {
    Synthetic s = Synthetic::make(rows, dim, classes);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < dim; ++k) {
            s.x[row * dim + k] =
                std::ldexp(s.x[row * dim + k], -static_cast<int>(row / kBlockRows * 17 % 41));
        }
    }
    return s;
}

std::vector<std::uint32_t> everyThird(std::size_t rows, std::size_t first) {
    std::vector<std::uint32_t> sample;
    for (std::size_t row = first; row < rows; row += 3) {
        sample.push_back(static_cast<std::uint32_t>(row));
    }
    return sample;
}

/// Whatever a backend computes, one number after the other.
std::vector<double> everything(ComputeBackend& backend, const Synthetic& s, Precision precision) {
    std::vector<double> all;
    const auto keep = [&](std::span<const double> some) { all.insert(all.end(), some.begin(), some.end()); };
    const auto data = s.upload(backend, precision);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    const auto sample = everyThird(s.rows, s.rows / 3); // its rows lie behind the first third: many move
    const std::vector<std::uint32_t> few{1, 2, 700, static_cast<std::uint32_t>(s.rows - 1)};
    const std::vector<std::uint32_t> none;
    for (const auto* rows : {static_cast<const std::vector<std::uint32_t>*>(nullptr), &sample, &few, &none}) {
        keep(compute::testing::gradient(backend, *data, head, w, 0.5, Loss::Softmax, rows));
        keep(compute::testing::gradient(backend, *data, head, w, 0.5, Loss::Sigmoid, rows));
        PassOptions pass;
        pass.head = head;
        pass.subset = rows;
        double difference = 0.0;
        const auto minus = someWeights(head, 9);
        EXPECT_TRUE(backend.clippedLossDifference(*data, pass, w, minus, 0.3, difference));
        all.push_back(difference);
    }
    HeadShape hidden = head;
    hidden.kind = HeadKind::Hidden;
    hidden.hidden = 7;
    HeadShape deep = hidden;
    deep.deeper = {5, 3};
    keep(compute::testing::gradient(backend, *data, deep, someWeights(deep), 0.5, Loss::Softmax, &sample));
    keep(
        compute::testing::gradient(backend, *data, hidden, someWeights(hidden), 0.5, Loss::Softmax, &sample));
    HeadShape sequence = head;
    sequence.kind = HeadKind::Sequence;
    sequence.dim = head.dim / 3;
    sequence.sequenceLength = 3;
    keep(compute::testing::gradient(backend, *data, sequence, someWeights(sequence), 0.5, Loss::Softmax,
                                    &sample));
    keep(compute::testing::gradient(backend, *data, sequence, someWeights(sequence), 0.5));
    HeadShape views = sequence;
    views.kind = HeadKind::Views;
    views.bias = true;
    keep(compute::testing::gradient(backend, *data, views, someWeights(views), 0.5, Loss::Softmax, &sample));

    const std::size_t size = s.dim + 1;
    std::vector<double> gram(size * size), classSums(s.classes * size), rowSum(size),
        classGrams(s.classes * size * size);
    EXPECT_TRUE(backend.moments(*data, {0.8, true, gram, classSums, rowSum, classGrams}, {}));
    keep(gram), keep(classSums), keep(rowSum), keep(classGrams);
    std::vector<double> theta(s.classes * s.dim, 0.1), offsets(s.classes, -0.5), slopes(theta.size()),
        hessians(theta.size() * s.dim);
    EXPECT_TRUE(backend.newtonSums(*data, {theta, offsets, 0.8, slopes, hessians}, {}));
    keep(slopes), keep(hessians);

    const std::vector<double> other = someWeights(head, 11);
    const std::span<const double> models[] = {w, other};
    CorrectCounts counts[2];
    EXPECT_TRUE(backend.countCorrect(*data, head, models, counts, {}));
    for (const CorrectCounts& count : counts) {
        all.push_back(static_cast<double>(count.total));
        all.insert(all.end(), count.perClass.begin(), count.perClass.end());
        all.insert(all.end(), count.recordsPerClass.begin(), count.recordsPerClass.end());
    }
    std::vector<float> logits((s.rows - 300) * s.classes);
    backend.logits(*data, head, w, 100, s.rows - 300, logits);
    all.insert(all.end(), logits.begin(), logits.end());
    return all;
}

TEST(RankPasses, GiveTheBitsOfOneProcess) {
    const Synthetic s = unevenRows(21 * kBlockRows - 100, 18, 5);
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        const auto alone = makeCpuBackend({2});
        const std::vector<double> expected = everything(*alone, s, precision);
        for (const int size : {1, 2, 3, 5, 8, 16}) {
            LocalRanks ranks(size);
            EXPECT_EQ(everything(*ranks.backend(), s, precision), expected)
                << size << " ranks, " << precisionName(precision);
        }
    }
}

/// Of records that may have several labels.
std::vector<double> allOfSets(ComputeBackend& backend, const Synthetic& s, bool everywhere) {
    std::vector<double> all;
    const auto keep = [&](std::span<const double> some) { all.insert(all.end(), some.begin(), some.end()); };
    UploadRequest request;
    request.features = s.source();
    request.classes = s.classes;
    request.labelSets = &s.sets;
    request.everywhere = everywhere;
    const auto data = backend.upload(request);
    EXPECT_EQ(data->labelsPerRecord(), s.sets.perRecord);
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    const auto sample = everyThird(s.rows, s.rows / 3); // many of its rows move
    for (const auto* rows : {static_cast<const std::vector<std::uint32_t>*>(nullptr), &sample}) {
        keep(compute::testing::gradient(backend, *data, head, w, 0.5, Loss::Sigmoid, rows));
    }
    std::vector<double> classSums(s.classes * s.dim);
    EXPECT_TRUE(backend.moments(*data, {0.8, false, {}, classSums, {}, {}}, {}));
    keep(classSums);
    const std::span<const double> models[] = {w};
    CorrectCounts counts[1];
    EXPECT_TRUE(backend.countCorrect(*data, head, models, counts, {}));
    all.push_back(static_cast<double>(counts[0].total));
    return all;
}

TEST(RankPasses, SetsOfLabelsTravelWithTheirRows) {
    Synthetic s = unevenRows(9 * kBlockRows - 100, 18, 5).withSets(3);
    s.sets.invalidate(kBlockRows + 3);
    for (const bool everywhere : {false, true}) {
        const std::vector<double> expected = allOfSets(*makeCpuBackend({2}), s, everywhere);
        Synthetic other = s;
        other.sets.invalidate(4 * kBlockRows);
        EXPECT_NE(allOfSets(*makeCpuBackend({2}), other, everywhere), expected)
            << "a record more changes nothing";
        for (const int size : {1, 2, 3, 8}) {
            LocalRanks ranks(size);
            EXPECT_EQ(allOfSets(*ranks.backend(), s, everywhere), expected)
                << size << " ranks, " << everywhere;
        }
    }
}

TEST(RankPasses, PartsWithFewerRowsThanRanksLeaveSomeIdle) {
    const Synthetic s = unevenRows(300, 18, 5); // two blocks
    const auto alone = makeCpuBackend({2});
    LocalRanks ranks(5);
    std::vector<double> expected, got;
    const HeadShape head = linear(s);
    const auto w = someWeights(head);
    EXPECT_EQ(compute::testing::gradient(*ranks.backend(), *s.upload(*ranks.backend()), head, w, 1.0),
              compute::testing::gradient(*alone, *s.upload(*alone), head, w, 1.0));
    EXPECT_EQ(mostRanks(300), 2U);
    EXPECT_EQ(mostRanks(50'000), 8U);
}

/// From here on as many processes as are modelled share the rows.
constexpr std::size_t kRowsOfAThousand = 24'576 * kBlockRows;

TEST(RankPasses, SixMillionRowsHaveSharesForAThousandRanksAndTheBitsOfOneProcess) {
    EXPECT_EQ(mostRanks(kRowsOfAThousand), 1024U);
    EXPECT_EQ(mostRanks(kRowsOfAThousand - kBlockRows), 512U);
    const Synthetic s = unevenRows(kRowsOfAThousand, 2, 3);
    const HeadShape head = linear(s, true);
    const auto w = someWeights(head);
    const auto sums = [&](ComputeBackend& backend) {
        return compute::testing::gradient(backend, *s.upload(backend), head, w, 0.5);
    };
    const std::vector<double> expected = sums(*makeCpuBackend({2}));
    for (const int size : {1, 2, 3, 8}) {
        LocalRanks ranks(size);
        EXPECT_EQ(sums(*ranks.backend()), expected) << size << " ranks";
    }
}

/// Nodes that rank `rank` sends: its own leaves and those of the ranks below it, as few subtrees as cover
/// them.
std::size_t nodesSent(std::size_t rank, std::size_t ranks, std::size_t granules) {
    const std::size_t behind = std::min(ranks, rank + (rank & (~rank + 1)));
    std::size_t nodes = 0;
    std::size_t first = granules * rank / ranks;
    const std::size_t last = granules * behind / ranks;
    for (std::size_t size = granules; first < last; size = granules) {
        while (first % size != 0 || first + size > last) {
            size /= 2;
        }
        first += size;
        ++nodes;
    }
    return nodes;
}

TEST(RankPasses, SendAsManyMessagesAndBytesAsTheTreeSays) {
    const Synthetic s = unevenRows(200 * kBlockRows, 8, 3); // 8 granules
    const HeadShape head = linear(s, true);
    const auto w = someWeights(head);
    for (const std::size_t size : {1UL, 2UL, 3UL, 5UL, 8UL, 16UL}) {
        LocalRanks ranks(static_cast<int>(size));
        const auto backend = ranks.backend();
        const auto data = s.upload(*backend);
        (void)compute::testing::gradient(*backend, *data, head, w, 0.5, Loss::Sigmoid);
        const RankGroup::Traffic before = ranks.traffic();
        (void)compute::testing::gradient(*backend, *data, head, w, 0.5, Loss::Sigmoid);
        const RankGroup::Traffic after = ranks.traffic();
        std::size_t nodes = 0;
        for (std::size_t rank = 1; rank < size; ++rank) {
            nodes += nodesSent(rank, size, 8);
            EXPECT_LE(nodesSent(rank, size, 8), 8U) << "log2 of the blocks";
        }
        const std::size_t call = 3 * 4 + sizeof(HeadShape) + sizeof(Loss) + 1 + 8 + 8 + 8 + w.size() * 8;
        const std::size_t node = (3 * 16 + 8) * sizeof(double); // columns × padded features, and biases
        EXPECT_EQ(after.messages - before.messages, size - 1 + nodes) << size << " ranks";
        EXPECT_EQ(after.bytes - before.bytes, (size - 1) * call + nodes * node) << size << " ranks";
    }
}

constexpr StepTimes kTimes{1e-6, 1e-5, 1e-10};

TEST(StepModel, CountsWhatIsSent) {
    for (const auto& [classes, size] : {std::pair(5U, 1UL),
                                        {5U, 2UL},
                                        {5U, 3UL},
                                        {5U, 5UL},
                                        {5U, 7UL},
                                        {5U, 8UL},
                                        {5U, 11UL},
                                        {5U, 16UL},
                                        {1U, 3UL}}) {
        const std::uint64_t blocks = size > 8 ? 400 : 200; // which have as many shares
        const Synthetic s = unevenRows(blocks * kBlockRows - 7, 40, classes);
        const HeadShape head = linear(s);
        const auto w = someWeights(head);
        LocalRanks ranks(static_cast<int>(size));
        const auto backend = ranks.backend();
        const auto data = s.upload(*backend);
        (void)compute::testing::gradient(*backend, *data, head, w, 0.5); // what came before has been sent
        const RankGroup::Traffic before = ranks.traffic();
        (void)compute::testing::gradient(*backend, *data, head, w, 0.5);
        const RankGroup::Traffic after = ranks.traffic();
        const ModelledStep step = modelStep({s.rows, s.dim, s.classes}, size, kTimes, {1e-5, 1e9});
        EXPECT_EQ(after.messages - before.messages, step.messages) << size << " ranks";
        EXPECT_EQ(after.bytes - before.bytes, step.bytes) << size << " ranks";
    }
}

TEST(StepModel, AddsUpWhatOneProcessNeeds) {
    const ModelledStep alone = modelStep({51'200, 40, 5}, 1, kTimes, {1.0, 1.0});
    EXPECT_DOUBLE_EQ(alone.seconds, 51'200 * 1e-6 + 1e-5);
    EXPECT_DOUBLE_EQ(alone.efficiency, 1.0);
    // Two: the call, half of the rows each, one node up, which is added.
    const Link link{1e-3, 1e9};
    const ModelledStep two = modelStep({51'200, 40, 5}, 2, kTimes, link);
    const double node = (4 * 48 + 8) * 8;
    const double call = static_cast<double>(two.bytes) - node;
    EXPECT_EQ(two.messages, 2U);
    EXPECT_NEAR(two.seconds, call / 1e9 + 1e-3 + 25'600 * 1e-6 + 1e-3 + node / 1e9 + node * 1e-10 + 1e-5,
                1e-12);
    // Calls leave a process one after the other, the farthest first, and the last come after three; sums
    // come up by 7, 6 and 4.
    const ModelledStep slow = modelStep({51'200, 40, 5}, 8, {0.0, 0.0, 0.0}, {0.0, 1.0});
    EXPECT_NEAR(slow.seconds, 3 * call + 3 * node, 1e-6);
}

TEST(StepModel, RefusesMoreProcessesThanRowsCanShare) {
    EXPECT_THROW((void)modelStep({300, 8, 3}, 3, kTimes, {1e-5, 1e9}), Error);
    const ModelledStep many = modelStep({100'000'000, 768, 100}, 64, {3e-6, 1e-3, 1e-10}, {3e-5, 1.25e9});
    EXPECT_GT(many.efficiency, 0.85);
    // A share has the same number of blocks, or one more: no process waits for half of the others.
    const ModelledStep most = modelStep({100'000'000, 768, 100}, 1024, {3e-6, 1e-3, 1e-10}, {3e-5, 1.25e9});
    EXPECT_GT(most.efficiency, 0.85);
    EXPECT_THROW((void)modelStep({100'000'000, 768, 100}, 1025, kTimes, {1e-5, 1e9}), Error);
}

TEST(StepModel, MeasuresTheLink) {
    using namespace std::chrono_literals;
    LocalRanks ranks(5, 2000us);
    const auto backend = ranks.backend();
    RankGroup* group = groupOf(*backend);
    ASSERT_NE(group, nullptr);
    const Link link = measureLink(*group);
    EXPECT_GE(link.latency, 2e-3);
    EXPECT_GT(link.bytesPerSecond, 1e6);
    EXPECT_EQ(groupOf(*makeCpuBackend({1})), nullptr);
}

TEST(RankPasses, RanksNeverSendMoreNodesThanTheLogarithmOfTheBlocks) {
    for (std::size_t blocks = 192; blocks <= kMaxRows / kBlockRows; blocks = blocks * 3 / 2) {
        const std::size_t granules = mostRanks(blocks * kBlockRows);
        for (std::size_t ranks = 2; ranks <= granules; ++ranks) {
            for (std::size_t rank = 1; rank < ranks; ++rank) {
                ASSERT_LE(nodesSent(rank, ranks, granules), std::bit_width(blocks))
                    << "rank " << rank << " of " << ranks << ", " << blocks << " blocks";
            }
        }
    }
}

} // namespace
} // namespace parsimony::ranks
