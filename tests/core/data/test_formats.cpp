// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_reader.h"

#include "array_files.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

std::vector<float> allRows(const ArrayReader& reader) {
    std::vector<float> values(reader.info().rows() * reader.info().width());
    reader.readRows(0, reader.info().rows(), values.data());
    return values;
}

std::vector<double> allRowsF64(const ArrayReader& reader) {
    std::vector<double> values(reader.info().rows() * reader.info().width());
    reader.readRowsF64(0, reader.info().rows(), values.data());
    return values;
}

std::vector<std::int64_t> allIntegers(const ArrayReader& reader) {
    std::vector<std::int64_t> values(reader.info().rows() * reader.info().width());
    reader.readIntegers(0, reader.info().rows(), values.data());
    return values;
}

const std::vector<float> kSixValues{1.5F, -2.0F, 3.25F, 0.0F, 1e30F, -6.0F};

template <class T>
void checkIntegers(const std::string& descr) {
    const TempFolder folder;
    const std::vector<T> values{std::numeric_limits<T>::min(), 0, 1, std::numeric_limits<T>::max()};
    writeText(folder.file("a.npy"), npy(descr, "2, 2", bytesOf(values)));
    const auto reader = openArray(folder.file("a.npy"));
    const std::vector<double> read = allRowsF64(*reader);
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(read[i], static_cast<double>(values[i])) << descr << " " << i;
    }
    EXPECT_EQ(allIntegers(*reader)[2], 1);
}

} // namespace

TEST(Npy, WidensEveryHalfExactlyWhateverStandsBesideIt) {
    const TempFolder folder;
    std::vector<std::uint16_t> halves(1U << 16U);
    std::vector<std::uint16_t> turned(halves.size());
    for (std::size_t i = 0; i < halves.size(); ++i) {
        halves[i] = static_cast<std::uint16_t>(i * 40503U); // odd: each once
        turned[i] = static_cast<std::uint16_t>(halves[i] << 8U | halves[i] >> 8U);
    }
    const auto meant = [](std::uint16_t half) { // from the format's definition
        const int exponent = half >> 10U & 31U;
        const double fraction = half & 1023U;
        const double magnitude = exponent == 31 ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                                                : std::ldexp(exponent == 0 ? fraction : fraction + 1024,
                                                             std::max(exponent, 1) - 25);
        return half >= 0x8000U ? -magnitude : magnitude;
    };
    for (const std::size_t width :
         {1U, 2U, 4U, 16U, 64U}) { // tails of vectors: reads of an odd number of rows
        const std::string shape = std::to_string(halves.size() / width) + ", " + std::to_string(width);
        writeText(folder.file("a.npy"), npy("<f2", shape, bytesOf(halves)));
        writeText(folder.file("b.npy"), npy(">f2", shape, bytesOf(turned)));
        const auto reader = openArray(folder.file("a.npy"));
        const auto other = openArray(folder.file("b.npy"));
        const std::size_t rows = halves.size() / width;
        for (std::size_t first = 0, count = 1; first < rows;
             first += count, count = std::min(count + 2, rows - first)) {
            std::vector<float> read(count * width + 1, 7.0F);
            std::vector<float> fromTurned(count * width);
            reader->readRows(first, count, read.data());
            other->readRows(first, count, fromTurned.data());
            ASSERT_EQ(read.back(), 7.0F) << "written behind the end";
            for (std::size_t i = 0; i < count * width; ++i) {
                const double value = meant(halves[first * width + i]);
                ASSERT_TRUE(std::isnan(value) ? std::isnan(read[i]) : static_cast<double>(read[i]) == value);
                ASSERT_TRUE(std::isnan(value) ? std::isnan(fromTurned[i]) : fromTurned[i] == read[i]);
                ASSERT_EQ(std::signbit(read[i]), std::signbit(value));
            }
        }
    }
}

TEST(Npy, ReadsAllVersionsInCOrder) {
    const TempFolder folder;
    for (const int version : {1, 2, 3}) {
        writeText(folder.file("a.npy"), npy("<f4", "2, 3", bytesOf(kSixValues), false, version));
        const auto reader = openArray(folder.file("a.npy"));
        EXPECT_EQ(reader->info().shape, (std::vector<std::size_t>{2, 3}));
        EXPECT_EQ(reader->info().order, 'C');
        EXPECT_EQ(reader->info().type.name, "float32");
        EXPECT_EQ(reader->info().bytes, 24U);
        EXPECT_EQ(allRows(*reader), kSixValues);
        std::vector<float> second(3);
        reader->readRows(1, 1, second.data());
        EXPECT_EQ(second, (std::vector<float>{0.0F, 1e30F, -6.0F}));
    }
}

TEST(Npy, ReadsFortranOrder) {
    const TempFolder folder;
    // [[1, 2, 3], [4, 5, 6]] column by column
    writeText(folder.file("a.npy"), npy("<f8", "2, 3", bytesOf(std::vector<double>{1, 4, 2, 5, 3, 6}), true));
    const auto reader = openArray(folder.file("a.npy"));
    EXPECT_EQ(reader->info().order, 'F');
    EXPECT_EQ(allRows(*reader), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    EXPECT_TRUE(reader->contiguousF32().empty());
}

TEST(Npy, FlattensFurtherAxesOfFortranOrderInCOrder) {
    const TempFolder folder;
    // a[i, j, k] = 100 i + 10 j + k of shape (2, 2, 3), first axis fastest in the file
    std::vector<float> stored;
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 2; ++j) {
            for (int i = 0; i < 2; ++i) {
                stored.push_back(static_cast<float>(100 * i + 10 * j + k));
            }
        }
    }
    writeText(folder.file("a.npy"), npy("<f4", "2, 2, 3", bytesOf(stored), true));
    const auto reader = openArray(folder.file("a.npy"));
    EXPECT_EQ(reader->info().width(), 6U);
    EXPECT_EQ(allRows(*reader), (std::vector<float>{0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}));
}

TEST(Npy, ReadsTallFortranColumnsInBlocks) {
    const TempFolder folder;
    const std::size_t rows = 1500;
    std::vector<float> stored(rows * 2);
    for (std::size_t i = 0; i < rows; ++i) {
        stored[i] = static_cast<float>(i);
        stored[rows + i] = -static_cast<float>(i);
    }
    writeText(folder.file("a.npy"), npy("<f4", "1500, 2", bytesOf(stored), true));
    const auto reader = openArray(folder.file("a.npy"));
    std::vector<float> some(1200 * 2);
    reader->readRows(200, 1200, some.data());
    EXPECT_EQ(some[0], 200.0F);
    EXPECT_EQ(some[2 * 1199], 1399.0F);
    EXPECT_EQ(some[2 * 1199 + 1], -1399.0F);
}

TEST(Npy, ReadsEveryIntegerType) {
    checkIntegers<std::int8_t>("|i1");
    checkIntegers<std::uint8_t>("|u1");
    checkIntegers<std::int16_t>("<i2");
    checkIntegers<std::uint16_t>("<u2");
    checkIntegers<std::int32_t>("<i4");
    checkIntegers<std::uint32_t>("<u4");
    checkIntegers<std::int64_t>("<i8");
    checkIntegers<std::uint64_t>("<u8");
}

TEST(Npy, LabelsThatFitNo64BitsAreNoIntegers) {
    const TempFolder folder;
    writeText(folder.file("a.npy"),
              npy("<u8", "2,", bytesOf(std::vector<std::uint64_t>{~std::uint64_t{0}, 7})));
    EXPECT_EQ(allIntegers(*openArray(folder.file("a.npy"))), (std::vector<std::int64_t>{kNoInteger, 7}));
}

TEST(Npy, ReadsHalfPrecisionWithSubnormalsAndSpecials) {
    const TempFolder folder;
    const std::vector<std::uint16_t> bits{0x3c00, 0xc000, 0x0001, 0x03ff, 0x7bff,
                                          0x7c00, 0xfc00, 0x7e00, 0x8000, 0x3555};
    writeText(folder.file("a.npy"), npy("<f2", "10, 1", bytesOf(bits)));
    const std::vector<float> values = allRows(*openArray(folder.file("a.npy")));
    EXPECT_EQ(values[0], 1.0F);
    EXPECT_EQ(values[1], -2.0F);
    EXPECT_EQ(values[2], 0x1p-24F);
    EXPECT_EQ(values[3], 1023.0F * 0x1p-24F);
    EXPECT_EQ(values[4], 65504.0F);
    EXPECT_EQ(values[5], std::numeric_limits<float>::infinity());
    EXPECT_EQ(values[6], -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(values[7]));
    EXPECT_TRUE(std::signbit(values[8]) && values[8] == 0.0F);
    EXPECT_EQ(values[9], 0.333251953125F);
}

TEST(Npy, ReadsBigEndian) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), npy(">f4", "1, 2", std::string("\x3f\x80\x00\x00\xc0\x00\x00\x00", 8)));
    const auto reader = openArray(folder.file("a.npy"));
    EXPECT_EQ(allRows(*reader), (std::vector<float>{1.0F, -2.0F}));
    EXPECT_TRUE(reader->contiguousF32().empty());
}

TEST(Npy, ShowsMappedFloat32AsItLies) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), npy("<f4", "2, 3", bytesOf(kSixValues)));
    const auto reader = openArray(folder.file("a.npy"));
    const auto span = reader->contiguousF32();
    ASSERT_EQ(span.size(), 6U);
    EXPECT_EQ(std::vector<float>(span.begin(), span.end()), kSixValues);
    EXPECT_NO_THROW(reader->verify());
}

TEST(Npy, ReadsHeadersAsPython2WroteThem) {
    const TempFolder folder;
    writeText(folder.file("a.npy"),
              npyWithHeader("{'shape': (2L, 3L), 'fortran_order': False, 'descr': \"<f4\"}\n",
                            bytesOf(kSixValues)));
    EXPECT_EQ(allRows(*openArray(folder.file("a.npy"))), kSixValues);
}

TEST(Npz, ReadsStoredAndDeflatedMembers) {
    const TempFolder folder;
    for (const bool deflate : {false, true}) {
        writeZip(folder.file("a.npz"),
                 {{"x.npy", npy("<f4", "2, 3", bytesOf(kSixValues))},
                  {"y.npy", npy("<i8", "2,", bytesOf(std::vector<std::int64_t>{3, 1}))},
                  {"notes.txt", "not an array"}},
                 deflate);
        const std::vector<ArrayInfo> arrays = listArrays(folder.file("a.npz"));
        ASSERT_EQ(arrays.size(), 2U);
        EXPECT_EQ(arrays[0].key, "x");
        EXPECT_EQ(arrays[0].spec(), folder.file("a.npz") + ":x");
        EXPECT_EQ(allRows(*openArray(folder.file("a.npz:x"))), kSixValues);
        EXPECT_EQ(allIntegers(*openArray(folder.file("a.npz:y"))), (std::vector<std::int64_t>{3, 1}));
    }
}

TEST(Npz, NeedsNoKeyForASingleArray) {
    const TempFolder folder;
    writeZip(folder.file("a.npz"), {{"arr_0.npy", npy("<f4", "2, 3", bytesOf(kSixValues))}}, true);
    EXPECT_EQ(allRows(*openArray(folder.file("a.npz"))), kSixValues);
}

TEST(Npz, ReadsTheBundledSample) {
    const std::string path = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    EXPECT_EQ(listArrays(path).size(), 4U);
    const auto reader = openArray(path + ":x_train");
    EXPECT_EQ(reader->info().shape, (std::vector<std::size_t>{1400, 64}));
    const std::vector<float> values = allRows(*reader);
    EXPECT_EQ(*std::max_element(values.begin(), values.end()), 16.0F);
    EXPECT_EQ(*std::min_element(values.begin(), values.end()), 0.0F);
}

TEST(Safetensors, ReadsTensorsAndBfloat16) {
    const TempFolder folder;
    const std::string bf16 = bytesOf(std::vector<std::uint16_t>{0x3f80, 0xc000});
    writeText(folder.file("a.safetensors"),
              safetensors(
                  R"({"__metadata__":{"by":"test"},"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
                  R"("b":{"dtype":"BF16","shape":[1,2],"data_offsets":[24,28]}})",
                  bytesOf(kSixValues) + bf16));
    EXPECT_EQ(listArrays(folder.file("a.safetensors")).size(), 2U);
    EXPECT_EQ(allRows(*openArray(folder.file("a.safetensors:x"))), kSixValues);
    const auto reader = openArray(folder.file("a.safetensors:b"));
    EXPECT_EQ(reader->info().type.name, "bfloat16");
    EXPECT_EQ(allRows(*reader), (std::vector<float>{1.0F, -2.0F}));
}

TEST(Safetensors, AHeaderWhoseLengthLooksLikeAPickleIsNone) {
    const TempFolder folder;
    std::string header = R"({"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";
    header.resize(0x0480, ' '); // the file begins with 80 04, as pickles of protocol 4 do
    for (const char* name : {"a.safetensors", "a.bin"}) {
        writeText(folder.file(name), safetensors(header, bytesOf(kSixValues)));
        EXPECT_EQ(allRows(*openArray(folder.file(name))), kSixValues) << name;
    }
}

TEST(Csv, ReadsCommasTabsSemicolonsAndSpaces) {
    const TempFolder folder;
    for (const char* text :
         {"1.5,-2,3.25\n0,1e30,-6\n", "1.5\t-2\t3.25\r\n0\t1e30\t-6\r\n", "1.5; -2; 3.25\n0; 1e30; -6",
          "1.5 -2 3.25\n0 1e30 -6\n\n", "# made by hand\na,b,c\n\"1.5\",-2,3.25\n+0,1e30,-6\n"}) {
        writeText(folder.file("a.csv"), text);
        const auto reader = openArray(folder.file("a.csv"));
        EXPECT_EQ(reader->info().shape, (std::vector<std::size_t>{2, 3})) << text;
        EXPECT_EQ(allRows(*reader), kSixValues) << text;
    }
}

TEST(Csv, CellsThatDoNotParseAreNoNumbers) {
    const TempFolder folder;
    writeText(folder.file("a.csv"), "1,2\n3,x\n4\n\n5,6,7\n,8\n9,1e999\n10,1e-999\n");
    const auto reader = openArray(folder.file("a.csv"));
    ASSERT_EQ(reader->info().rows(), 8U);
    const std::vector<double> values = allRowsF64(*reader);
    EXPECT_EQ(values[0], 1.0);
    EXPECT_TRUE(std::isnan(values[3]));
    EXPECT_TRUE(std::isnan(values[4]) && std::isnan(values[5])); // a cell is missing
    EXPECT_TRUE(std::isnan(values[6]) && std::isnan(values[7])); // an empty line keeps its place
    EXPECT_TRUE(std::isnan(values[8]) && std::isnan(values[9])); // a cell too many
    EXPECT_TRUE(std::isnan(values[10]));
    EXPECT_TRUE(std::isinf(values[13]));
    EXPECT_EQ(values[15], 0.0);
}

TEST(Csv, ReadsLabels) {
    const TempFolder folder;
    writeText(folder.file("y.csv"), "label\n3\n-1\n2.5\ncat\n 4 \n");
    EXPECT_EQ(allIntegers(*openArray(folder.file("y.csv"))),
              (std::vector<std::int64_t>{3, -1, kNoInteger, kNoInteger, 4}));
}

class Hdf5Layouts : public ::testing::TestWithParam<Hdf5Layout> {};

TEST_P(Hdf5Layouts, ReadsDatasets) {
    const TempFolder folder;
    const std::vector<float> x{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    writeHdf5(folder.file("a.h5"), x, 5, {0, 1, 2, 1, 0}, GetParam());
    const std::vector<ArrayInfo> arrays = listArrays(folder.file("a.h5"));
    ASSERT_EQ(arrays.size(), 2U);
    EXPECT_EQ(arrays[0].key, "/group/x");
    EXPECT_EQ(arrays[0].shape, (std::vector<std::size_t>{5, 2}));
    EXPECT_EQ(arrays[0].type.name, "float32");
    EXPECT_EQ(allRows(*openArray(folder.file("a.h5:/group/x"))), x);
    EXPECT_EQ(allRows(*openArray(folder.file("a.h5:group/x"))), x);
    EXPECT_EQ(allIntegers(*openArray(folder.file("a.h5:y"))), (std::vector<std::int64_t>{0, 1, 2, 1, 0}));
}

INSTANTIATE_TEST_SUITE_P(All, Hdf5Layouts,
                         ::testing::Values(Hdf5Layout::Contiguous, Hdf5Layout::Chunked,
                                           Hdf5Layout::BigEndian));

/// As pandas and numpy.savetxt write labels that are kept as floats.
TEST(Csv, WholeNumbersAreIntegersHoweverTheyAreWritten) {
    const TempFolder folder;
    writeText(folder.file("y.csv"), "3.0\n2.000000000000000000e+00\n-1.0\n\"7.\"\n2.5\nnan\ninf\n1e300\n");
    const std::int64_t none = kNoInteger;
    EXPECT_EQ(allIntegers(*openArray(folder.file("y.csv"))),
              (std::vector<std::int64_t>{3, 2, -1, 7, none, none, none, none}));
}

TEST(Spec, SplitsAtTheColonBehindAFile) {
    const TempFolder folder;
    writeText(folder.file("a:b.npy"), npy("<f4", "2, 3", bytesOf(kSixValues)));
    EXPECT_EQ(splitSpec(folder.file("a:b.npy")).key, "");
    EXPECT_EQ(splitSpec(folder.file("a:b.npy:x:y")).path, folder.file("a:b.npy"));
    EXPECT_EQ(splitSpec(folder.file("a:b.npy:x:y")).key, "x:y");
}
