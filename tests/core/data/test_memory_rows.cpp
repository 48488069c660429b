// SPDX-License-Identifier: GPL-3.0-or-later
// Features of binary16 stay so in memory, and are what float32 makes of them.
#include "core/data/halves.h"
#include "core/data/part.h"
#include "core/data/row_digest.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <bit>
#include <random>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

constexpr std::size_t kHalfRows = 1000;
constexpr std::size_t kHalfDim = 33;

std::vector<std::uint32_t> bitsOf(const FeatureSource& source) {
    std::vector<float> values(source.rows() * source.dim());
    source.readRows(0, source.rows(), values.data());
    std::vector<std::uint32_t> bits(values.size());
    std::transform(values.begin(), values.end(), bits.begin(),
                   [](float value) { return std::bit_cast<std::uint32_t>(value); });
    return bits;
}

/// The same numbers as binary16 and as float32, some rows of zeros, of −0, with a NaN, an infinity or a wrong
/// label.
class TwoFiles {
public:
    TwoFiles() {
        std::mt19937 random(3);
        std::vector<std::uint16_t> halves(kHalfRows * kHalfDim);
        for (std::uint16_t& half : halves) {
            half = static_cast<std::uint16_t>((random() & 0x8fffU) | 0x3000U);
        }
        const auto row = [&](std::size_t index) {
            return halves.begin() + static_cast<std::ptrdiff_t>(index * kHalfDim);
        };
        std::fill_n(row(5), kHalfDim, std::uint16_t{0});
        std::fill_n(row(6), kHalfDim, std::uint16_t{0x8000});
        std::fill_n(row(7), kHalfDim, std::uint16_t{0x0001}); // the least that there is
        std::fill_n(row(8), kHalfDim, std::uint16_t{0x7bff}); // the largest
        *(row(9) + 3) = 0x7e00;                               // NaN
        *(row(10) + 3) = 0x7c00;                              // infinite
        *(row(11) + 3) = 0x8000;
        std::vector<float> wide(halves.size());
        ElementType type;
        type.dtype = DType::F16;
        decode(type, reinterpret_cast<const std::byte*>(halves.data()), halves.size(), wide.data());
        const std::string shape = std::to_string(kHalfRows) + ", " + std::to_string(kHalfDim);
        for (std::size_t i = 0; i < kHalfRows; ++i) {
            m_labels.push_back(static_cast<std::int64_t>(i % 4) + (i % 100 == 20 ? 9 : 0));
        }
        writeText(folder.file("y.npy"), npy("<i8", std::to_string(kHalfRows) + ",", bytesOf(m_labels)));
        writeText(folder.file("half.npy"), npy("<f2", shape, bytesOf(halves)));
        writeText(folder.file("wide.npy"), npy("<f4", shape, bytesOf(wide)));
        std::filesystem::create_directory(folder.file("shards"));
        const std::string some = std::to_string(kHalfRows / 4) + ", " + std::to_string(kHalfDim);
        for (std::size_t shard = 0; shard < 4; ++shard) {
            const std::vector<std::uint16_t> part(row(shard * kHalfRows / 4),
                                                  row((shard + 1) * kHalfRows / 4));
            writeText(folder.file("shards/" + std::to_string(shard) + ".npy"),
                      npy("<f2", some, bytesOf(part)));
        }
    }
    [[nodiscard]] PartFiles files(const std::string& name) const {
        return {folder.file(name), folder.file("y.npy")};
    }
    TempFolder folder;

private:
    std::vector<std::int64_t> m_labels;
};

LoadOptions unitRows(RowNorm norm = RowNorm::Unit, double bound = 1.0) {
    LoadOptions options;
    options.preprocessing.norm = norm;
    options.preprocessing.bound = bound;
    options.classes = 4;
    options.threads = 2;
    return options;
}

void expectSame(const LoadedPart& half, const LoadedPart& wide) {
    EXPECT_EQ(bitsOf(*half.features), bitsOf(*wide.features));
    EXPECT_EQ(half.labels, wide.labels);
    EXPECT_EQ(half.invalidRows, wide.invalidRows);
    EXPECT_EQ(half.invalidFeatureRows, wide.invalidFeatureRows);
    EXPECT_EQ(half.invalidLabelRows, wide.invalidLabelRows);
}

} // namespace

TEST(MemoryRows, OfBinary16AreThoseOfFloat32BitForBit) {
    const TwoFiles two;
    for (const RowNorm norm : {RowNorm::Unit, RowNorm::Clip, RowNorm::None}) {
        for (const double bound : {1.0, 0.3, 1e3}) {
            const LoadOptions options = unitRows(norm, bound);
            const LoadedPart wide = loadPart(two.files("wide.npy"), options);
            for (const char* name : {"half.npy", "shards"}) {
                const LoadedPart half = loadPart(two.files(name), options);
                EXPECT_TRUE(half.features->inMemory());
                EXPECT_NE(half.features->halves().values, nullptr);
                expectSame(half, wide);
            }
        }
    }
}

TEST(MemoryRows, OfManyClassesAreFloat32WhereThereIsRoom) {
    const TwoFiles two;
    LoadOptions options = unitRows();
    options.classes = 17;
    const LoadedPart wide = loadPart(two.files("wide.npy"), options);
    const LoadedPart half = loadPart(two.files("half.npy"), options);
    EXPECT_FALSE(half.features->contiguous().empty());
    expectSame(half, wide);
    options.memoryLimit = kHalfRows * kHalfDim * 4 - 4;
    const LoadedPart small = loadPart(two.files("half.npy"), options);
    EXPECT_NE(small.features->halves().values, nullptr);
    expectSame(small, wide);
}

TEST(MemoryRows, ThatAreChosenStayInMemory) {
    const TwoFiles two;
    LoadOptions options = unitRows();
    for (std::size_t i = 0; i < kHalfRows; ++i) {
        options.keep.push_back(i % 3 == 0 ? 1 : 0);
    }
    const LoadedPart half = loadPart(two.files("half.npy"), options);
    EXPECT_NE(half.features->halves().values, nullptr);
    expectSame(half, loadPart(two.files("wide.npy"), options));
}

TEST(MemoryRows, AreFloat32WhereARowIsNotTheFilesTimesOneFactor) {
    const TwoFiles two;
    LoadOptions centred = unitRows();
    centred.preprocessing.mean.assign(kHalfDim, 0.25F);
    // Factors below 2⁻¹⁰⁰ are not cut to a float32.
    for (const LoadOptions& options : {centred, unitRows(RowNorm::Unit, 1e-30)}) {
        const LoadedPart half = loadPart(two.files("half.npy"), options);
        EXPECT_EQ(half.features->halves().values, nullptr);
        EXPECT_FALSE(half.features->contiguous().empty());
        expectSame(half, loadPart(two.files("wide.npy"), options));
    }
}

TEST(MemoryRows, OfBinary16TakeHalfOfTheRoom) {
    const TwoFiles two;
    LoadOptions options = unitRows();
    options.memoryLimit = kHalfRows * kHalfDim * 2 + 2;
    const LoadedPart half = loadPart(two.files("half.npy"), options);
    EXPECT_TRUE(half.features->inMemory());
    const LoadedPart wide = loadPart(two.files("wide.npy"), options);
    EXPECT_FALSE(wide.features->inMemory());
    expectSame(half, wide);
    options.memoryLimit = kHalfRows * kHalfDim * 2 - 2;
    const LoadedPart streamed = loadPart(two.files("half.npy"), options);
    EXPECT_FALSE(streamed.features->inMemory());
    expectSame(streamed, wide);
    options = unitRows(RowNorm::Unit, 1e-30); // half of the room would not do
    options.memoryLimit = kHalfRows * kHalfDim * 2 + 2;
    const LoadedPart small = loadPart(two.files("half.npy"), options);
    EXPECT_FALSE(small.features->inMemory());
    expectSame(small, loadPart(two.files("wide.npy"), options));
}

TEST(MemoryRows, OfARangeAndOfHalvesOfTheRecordsAreTheSame) {
    const TwoFiles two;
    const LoadedPart half = loadPart(two.files("half.npy"), unitRows());
    const LoadedPart wide = loadPart(two.files("wide.npy"), unitRows());
    EXPECT_EQ(bitsOf(RowRange(half.features, 100, 300)), bitsOf(RowRange(wide.features, 100, 300)));
    const RowRange range(half.features, 100, 300);
    EXPECT_EQ(range.halves().values, half.features->halves().values + 100 * kHalfDim);
    EXPECT_EQ(range.halves().factors, half.features->halves().factors + 100);
    const LoadedPart first = inHalves(half, two.files("half.npy"), unitRows());
    EXPECT_TRUE(first.features->inMemory());
    expectSame(first, inHalves(wide, two.files("wide.npy"), unitRows()));
}

TEST(MemoryRows, MappedFeaturesAreTheSame) {
    const TwoFiles two;
    LoadOptions options = unitRows();
    options.preprocessing.map.emplace();
    options.preprocessing.map->mean.assign(kHalfDim, 0.1F);
    const LoadedPart half = loadPart(two.files("half.npy"), options);
    EXPECT_TRUE(half.features->inMemory());
    expectSame(half, loadPart(two.files("wide.npy"), options));
}

TEST(MemoryRows, Rule28_OfBinary16AreThoseThatWereDeclared) {
    const TwoFiles two;
    PartFiles files = two.files("half.npy");
    auto declared = std::make_shared<DeclaredContent>();
    declared->key.fill(5);
    declared->content =
        rowDigests(*openArray(files.features), openArray(files.labels).get(), declared->key).content;
    files.declared = declared;
    const LoadedPart part = loadPart(files, unitRows());
    EXPECT_NE(part.features->halves().values, nullptr);
    expectSame(part, loadPart(two.files("wide.npy"), unitRows()));
    const auto before = bitsOf(*part.features);
    std::string bytes = readText(files.features);
    bytes[bytes.size() - 1] ^= 1;
    writeText(files.features, bytes);
    EXPECT_EQ(bitsOf(*part.features), before); // read once
    expectFailed([&] { static_cast<void>(loadPart(files, unitRows())); }, {"changed"});
}
