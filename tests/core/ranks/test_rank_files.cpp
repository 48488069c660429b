// SPDX-License-Identifier: GPL-3.0-or-later
// Files that every rank reads its share of.
#include "core/base/error.h"
#include "core/data/part.h"
#include "core/data/record_split.h"
#include "core/data/row_peers.h"
#include "core/ranks/rank_files.h"
#include "tests/core/compute/gradient.h"
#include "tests/core/compute/synthetic.h"

#include "array_files.h"
#include "local_ranks.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>

namespace parsimony::ranks {
namespace {

using namespace data::testing;
using compute::testing::Synthetic;
using testing::LocalRanks;

constexpr std::size_t kRows = 2600, kDim = 24, kShards = 4;
constexpr std::uint32_t kClasses = 3;

class RankFiles : public ::testing::Test {
protected:
    RankFiles() {
        const Synthetic s = Synthetic::make(kRows, kDim, kClasses);
        std::vector<std::int64_t> labels(s.y.begin(), s.y.end());
        m_values = s.x;
        m_values[700 * kDim + 3] = std::numeric_limits<float>::quiet_NaN(); // and one without a label
        labels[1900] = 7;
        writeText(m_folder.file("y.npy"), npy("<i8", std::to_string(kRows) + ",", bytesOf(labels)));
        std::filesystem::create_directory(m_folder.file("x"));
        writeShards();
        files.features = m_folder.file("x");
        files.labels = m_folder.file("y.npy");
        auto declared = std::make_shared<data::DeclaredContent>();
        declared->key.fill(9);
        declared->content = data::rowDigestsOf(files, declared->key).content;
        files.declared = declared;
        load.classes = kClasses;
        load.threads = 1;
    }
    ~RankFiles() override { data::registerRowPeers(nullptr); }

    void writeShards() const {
        for (std::size_t shard = 0; shard < kShards; ++shard) {
            const auto first = m_values.begin() + static_cast<std::ptrdiff_t>(shard * kRows / kShards * kDim);
            const std::vector<float> own(first, first + kRows / kShards * kDim);
            writeText(
                m_folder.file("x/part_" + std::to_string(shard) + ".npy"),
                npy("<f4", std::to_string(kRows / kShards) + ", " + std::to_string(kDim), bytesOf(own)));
        }
    }
    /// A value of a row that the last rank keeps, in the file.
    void writeValue(float value) {
        m_values[2400 * kDim] = value;
        writeShards();
    }

    [[nodiscard]] static std::unique_ptr<compute::ResidentData>
    upload(compute::ComputeBackend& backend, const data::LoadedPart& part, bool everywhere = false) {
        return backend.upload(
            {part.features, part.labels, kClasses, compute::Precision::Float32, 0, everywhere, nullptr});
    }
    [[nodiscard]] std::vector<double> sums(compute::ComputeBackend& backend,
                                           const data::LoadedPart& part) const {
        compute::HeadShape head;
        head.dim = static_cast<std::uint32_t>(part.features->dim());
        head.classes = kClasses;
        const auto rows = upload(backend, part);
        return compute::testing::gradient(backend, *rows, head, compute::testing::someWeights(head), 0.5);
    }
    /// What one process finds in the part, and what three do that read it together.
    void expectAlike(const std::function<data::LoadedPart()>& part) const {
        const auto alone = compute::makeCpuBackend({1, {}});
        const data::LoadedPart expected = part();
        const std::vector<double> expectedSums = sums(*alone, expected);
        LocalRanks ranks(3);
        data::registerRowPeers(makeRowPeers(ranks.groups[0]));
        const auto backend = ranks.backend();
        const data::LoadedPart found = part();
        EXPECT_EQ(found.labels, expected.labels);
        EXPECT_EQ(found.invalidRows, expected.invalidRows);
        EXPECT_EQ(found.invalidFeatureRows, expected.invalidFeatureRows);
        EXPECT_EQ(sums(*backend, found), expectedSums);
        data::registerRowPeers(nullptr);
    }

    TempFolder m_folder;
    std::vector<float> m_values;
    data::PartFiles files;
    data::LoadOptions load;
};

TEST_F(RankFiles, SumsAreThoseOfOneProcess) {
    expectAlike([&] { return data::loadPart(files, load); });
    load.preprocessing.mean.assign(kDim, 0.01F);
    expectAlike([&] { return data::loadPart(files, load); });
    data::PartFiles publicFiles = files;
    publicFiles.declared.reset();
    publicFiles.withheld = nullptr;
    expectAlike([&] { return data::loadPart(publicFiles, load); });
}

TEST_F(RankFiles, SoAreThoseOfMappedRows) {
    load.preprocessing.map = data::FeatureMap{std::vector<float>(kDim, 0.02F)};
    expectAlike([&] { return data::loadPart(files, load); });
    data::QuadraticBlock block;
    block.rows = 5;
    block.first.assign(block.rows * kDim, 0.3F);
    block.second.assign(block.rows * kDim, 0.1F);
    block.second[7] = -1.0F;
    load.preprocessing.map->quadratic = block; // these are sent
    expectAlike([&] { return data::loadPart(files, load); });
}

TEST_F(RankFiles, SoAreThoseOfASideAndOfChosenRows) {
    const data::Division division = data::divisionOf(files, {70.0, 0.0, 30.0}, 1);
    data::PartFiles train = files;
    data::takeSide(train, division.sides, data::Side::Train);
    auto declared = std::make_shared<data::DeclaredContent>(*files.declared);
    declared->content = data::rowDigestsOf(train, declared->key).content;
    train.declared = declared;
    expectAlike([&] { return data::loadPart(train, load); });
    load.keep.assign(kRows, 0);
    std::fill_n(load.keep.begin() + 300, 1500, 1);
    expectAlike([&] { return data::loadPart(files, load); });
}

TEST_F(RankFiles, HashesAndSidesAreThoseOfOneProcess) {
    const std::vector<data::RowDigest> expected =
        data::rowDigestsInOrder(files, *data::openFeatures(files), files.declared->key, 1);
    const data::Division sides = data::divisionOf(files, {50.0, 20.0, 30.0}, 1);
    LocalRanks ranks(3);
    data::registerRowPeers(makeRowPeers(ranks.groups[0]));
    EXPECT_EQ(data::rowDigestsInOrder(files, *data::openFeatures(files), files.declared->key, 1), expected);
    EXPECT_EQ(data::divisionOf(files, {50.0, 20.0, 30.0}, 1).records, sides.records);
    EXPECT_EQ(data::rowDigestsOf(files, files.declared->key).content, files.declared->content);
}

TEST_F(RankFiles, NoRowTravels) {
    LocalRanks ranks(3);
    const auto backend = ranks.backend();
    const auto traffic = [&](const std::function<void()>& work) {
        ranks.settle();
        const std::uint64_t before = ranks.traffic().bytes;
        work();
        ranks.settle();
        return ranks.traffic().bytes - before;
    };
    const std::uint64_t sent = traffic([&] { (void)upload(*backend, data::loadPart(files, load)); });
    EXPECT_GT(sent, kRows * kDim * sizeof(float) / 2);
    data::registerRowPeers(makeRowPeers(ranks.groups[0]));
    const std::uint64_t read = traffic([&] { (void)upload(*backend, data::loadPart(files, load)); });
    // Hashes there and back, flags and labels of the two thirds that others keep.
    EXPECT_LT(read, kRows * (2 * sizeof(data::RowDigest) + 2 + sizeof(std::int32_t)) + 4096);
    const std::uint64_t copied = traffic([&] { (void)upload(*backend, data::loadPart(files, load), true); });
    EXPECT_LT(copied, kRows * (3 * sizeof(data::RowDigest) + 4 + 2 * sizeof(std::int32_t)) + 8192);
}

TEST_F(RankFiles, EachRankHasItsOwnRowsUnpackedAlone) {
    writeHdf5(m_folder.file("x.h5"), m_values, kRows, std::vector<std::int64_t>(kRows), Hdf5Layout::Chunked);
    files.features = m_folder.file("x.h5:group/x");
    const auto alone = compute::makeCpuBackend({1, {}});
    const std::vector<double> expectedSums = sums(*alone, data::loadPart(files, load));
    const std::vector<data::RowDigest> expected =
        data::rowDigestsInOrder(files, *data::openFeatures(files), files.declared->key, 1);
    const WatchedHdf5Reader reader(m_folder);
    LocalRanks ranks(3);
    data::registerRowPeers(makeRowPeers(ranks.groups[0]));
    EXPECT_EQ(data::rowDigestsInOrder(files, *data::openFeatures(files), files.declared->key, 1), expected);
    const auto backend = ranks.backend();
    EXPECT_EQ(sums(*backend, data::loadPart(files, load)), expectedSums);
    // Each has read its own third twice: to hash it, and to look for wrong values and keep it.
    std::map<std::size_t, std::size_t> times;
    std::size_t rows = 0;
    for (const auto& [first, count] : reader.rowsRead()) {
        ++times[first];
        rows += count;
    }
    EXPECT_EQ(rows, 2 * kRows);
    EXPECT_THAT(times, ::testing::SizeIs(3));
    EXPECT_THAT(times,
                ::testing::Each(::testing::Field(&std::pair<const std::size_t, std::size_t>::second, 2U)));
}

TEST_F(RankFiles, Rule28_WhatChangedIsNotRead) {
    const float declared = m_values[2400 * kDim];
    { // before the first pass
        LocalRanks ranks(3);
        data::registerRowPeers(makeRowPeers(ranks.groups[0]));
        writeValue(declared + 1.0F);
        try {
            (void)data::loadPart(files, load);
            ADD_FAILURE() << "changed rows were loaded";
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("changed"), std::string::npos) << error.what();
        }
        writeValue(declared);
    }
    LocalRanks ranks(3); // between that and the moment a rank reads rows that it has not kept
    data::registerRowPeers(makeRowPeers(ranks.groups[0]));
    const auto backend = ranks.backend();
    load.memoryLimit = 1;
    const data::LoadedPart part = data::loadPart(files, load);
    writeValue(declared + 1.0F);
    try {
        (void)sums(*backend, part);
        ADD_FAILURE() << "changed rows were added up";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("process 2 of 3"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("changed"), std::string::npos) << error.what();
    }
}

TEST_F(RankFiles, Rule28_WhatIsKeptIsWhatWasHashed) {
    const float declared = m_values[2400 * kDim];
    const auto alone = compute::makeCpuBackend({1, {}});
    const std::vector<double> expected = sums(*alone, data::loadPart(files, load));
    LocalRanks ranks(3);
    data::registerRowPeers(makeRowPeers(ranks.groups[0]));
    const auto backend = ranks.backend();
    const data::LoadedPart part = data::loadPart(files, load);
    writeValue(declared + 1.0F);
    EXPECT_EQ(sums(*backend, part), expected);
    EXPECT_THROW((void)sums(*backend, part), Error) << "rows were kept twice";
}

TEST_F(RankFiles, WhatIsKeptOfOneReadingIsNotTakenForAnother) {
    data::LoadOptions centred = load;
    centred.preprocessing.mean.assign(kDim, 0.3F);
    const auto alone = compute::makeCpuBackend({1, {}});
    const std::vector<double> expected = sums(*alone, data::loadPart(files, load));
    LocalRanks ranks(3);
    data::registerRowPeers(makeRowPeers(ranks.groups[0]));
    const auto backend = ranks.backend();
    const data::LoadedPart part = data::loadPart(files, load);
    (void)data::loadPart(files, centred); // whose rows are kept now
    EXPECT_EQ(sums(*backend, part), expected);
}

} // namespace
} // namespace parsimony::ranks
