// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/part.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <unistd.h>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

const std::string kSmall = npy("<f4", "2, 3", bytesOf(std::vector<float>{1, 2, 3, 4, 5, 6}));

} // namespace

TEST(ShrinkingFile, IsAnErrorNotACrash) {
    const TempFolder folder;
    const std::size_t rows = 20'000;
    writeText(folder.file("a.npy"), npy("<f4", std::to_string(rows) + ", 10", std::string(rows * 40, '\1')));
    const auto reader = openArray(folder.file("a.npy"));
    const auto span = reader->contiguousF32();
    ASSERT_FALSE(span.empty());
    std::vector<float> values(rows * 10);
    EXPECT_NO_THROW(reader->readRows(0, rows, values.data()));
    ASSERT_EQ(truncate(folder.file("a.npy").c_str(), 100'000), 0);
    expectFailed([&] { reader->readRows(0, rows, values.data()); }, {"became shorter"});
    EXPECT_EQ(span.back(), 0.0F) << "the lost pages read as zeros";
    expectFailed([&] { reader->verify(); }, {"became shorter"});
    // Whoever opens it now sees a truncated file.
    expectUnreadable(folder.file("a.npy"), {"truncated"});
}

TEST(ShrinkingFile, ALossInsideTheLastPageIsSeen) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), kSmall);
    const auto reader = openArray(folder.file("a.npy"));
    ASSERT_EQ(truncate(folder.file("a.npy").c_str(), static_cast<off_t>(kSmall.size() - 4)), 0);
    std::vector<float> values(6);
    expectFailed([&] { reader->readRows(0, 2, values.data()); }, {"became shorter"});
}

TEST(ShrinkingFile, ADeletedFileStaysReadable) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), kSmall);
    const auto reader = openArray(folder.file("a.npy"));
    std::filesystem::remove(folder.file("a.npy"));
    std::vector<float> values(6);
    reader->readRows(0, 2, values.data());
    EXPECT_EQ(values[5], 6.0F);
    expectUnreadable(folder.file("a.npy"), {"there is no file"});
}

TEST(ShrinkingFile, TextThatShrinksIsAnError) {
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 5000; ++i) {
        text += "1,2,3\n";
    }
    writeText(folder.file("a.csv"), text);
    const auto reader = openArray(folder.file("a.csv"));
    ASSERT_EQ(truncate(folder.file("a.csv").c_str(), 10), 0);
    std::vector<double> values(15'000);
    expectFailed([&] { reader->readRowsF64(0, 5000, values.data()); }, {"became shorter"});
}

TEST(LargeFile, OpensWithoutReading) {
    const TempFolder folder;
    // 10 GB of holes: a reader that touched the values would show in the resident pages.
    const std::string name = folder.file("big.npy");
    writeText(name, npy("<f4", "3250000, 768", ""));
    const auto header = std::filesystem::file_size(name);
    std::filesystem::resize_file(name, header + std::uintmax_t{3'250'000} * 768 * 4);
    const auto reader = openArray(name);
    EXPECT_EQ(reader->info().bytes, 9'984'000'000U);
    std::vector<float> row(768, 1.0F);
    reader->readRows(3'249'999, 1, row.data());
    EXPECT_EQ(row, std::vector<float>(768, 0.0F));
    expectFailed([&] { reader->readRows(3'249'999, 2, row.data()); }, {"3250000"});
    expectFailed([&] { reader->readRows(~std::size_t{0}, 2, row.data()); }, {"3250000"});
    writeText(folder.file("y.npy"), npy("|u1", "3250000,", std::string(3'250'000, '\0')));
    EXPECT_EQ(describePart({name, folder.file("y.npy")}).rows, 3'250'000U);
}

TEST(LargeFile, StoredArchiveMembersAreReadInPlace) {
    // A stored member of 400 MB, nearly all of it a hole: unpacking it into memory would be the other way to
    // read it.
    const TempFolder folder;
    const std::uint32_t rows = 10'000'000;
    const std::string header = npy("<f4", std::to_string(rows) + ", 10", "");
    writeZip(folder.file("small.npz"), {{"x.npy", header}}, false);
    const std::string small = readText(folder.file("small.npz"));
    const std::size_t directory = small.find("PK\x01\x02");
    const std::size_t end = small.find("PK\x05\x06");
    const std::string size = littleEndian(header.size() + std::uint64_t{rows} * 40, 4);
    std::string front = small.substr(0, directory);
    front.replace(18, 8, size + size);
    std::string back = small.substr(directory);
    back.replace(20, 8, size + size);
    back.replace(end - directory + 16, 4, littleEndian(directory + std::uint64_t{rows} * 40, 4));
    const std::string name = folder.file("big.npz");
    writeText(name, front);
    std::filesystem::resize_file(name, directory + std::uint64_t{rows} * 40 - 8);
    std::ofstream file(name, std::ios::binary | std::ios::app);
    file << bytesOf(std::vector<float>{7.0F, 8.0F}) << back; // the last two values, then the directory
    file.close();
    const auto reader = openArray(name + ":x");
    EXPECT_TRUE(reader->contiguousF32().empty()) << "it was unpacked";
    std::vector<float> last(20);
    reader->readRows(rows - 2, 2, last.data());
    EXPECT_EQ(last[17], 0.0F);
    EXPECT_EQ(last[18], 7.0F);
    EXPECT_EQ(last[19], 8.0F);
    reader->readRows(0, 2, last.data());
    EXPECT_EQ(last, std::vector<float>(20, 0.0F));
    std::filesystem::resize_file(name, 1'000'000);
    expectFailed([&] { reader->readRows(rows - 2, 2, last.data()); }, {"big.npz:x", "truncated or damaged"});
}
