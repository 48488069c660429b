// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_ids.h"

#include "array_files.h"
#include "expect_error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <random>
#include <set>

namespace parsimony::data {

using namespace testing;
using ::testing::HasSubstr;

namespace {

constexpr std::array<std::uint8_t, 32> kKey{1, 2, 3};

ArrayInfo rowsOf(std::size_t rows) {
    ArrayInfo info;
    info.path = "x.npy";
    info.shape = {rows, 4};
    return info;
}

std::vector<PersonTag> tags(const std::string& spec, std::size_t rows) {
    checkRecordIds(spec, rowsOf(rows));
    return personTags(spec, rowsOf(rows), kKey, 1);
}

/// `texts` as NumPy keeps them: U of `length` characters of ASCII.
std::string wide(const std::vector<std::string>& texts, std::size_t length) {
    std::string bytes;
    for (const std::string& text : texts) {
        for (std::size_t i = 0; i < length; ++i) {
            bytes += littleEndian(i < text.size() ? static_cast<unsigned char>(text[i]) : 0, 4);
        }
    }
    return bytes;
}

std::string narrowIds(const std::vector<std::string>& texts, std::size_t length) {
    std::string bytes;
    for (std::string text : texts) {
        text.resize(length, '\0');
        bytes += text;
    }
    return bytes;
}

} // namespace

TEST(RecordIds, AreTheSameInEveryFormat) {
    const TempFolder folder;
    const std::vector<std::string> texts{"17", "4", "123456"};
    const std::vector<std::int64_t> numbers{17, 4, 123456};
    writeText(folder.file("i8.npy"), npy("<i8", "3,", bytesOf(numbers)));
    writeText(folder.file("u.npy"), npy("<U6", "3,", wide(texts, 6)));
    writeText(folder.file("s.npy"), npy("|S6", "3, 1", narrowIds(texts, 6)));
    writeText(folder.file("lines.txt"), "17\n 4 \r\n\"123456\"\n");
    writeText(folder.file("headed.csv"), "id\n17\n4\n123456\n");
    writeText(folder.file("lines"), "17\n4\n123456\n");
    writeText(folder.file("table.csv"), "name,id\n\"a, b\",17\nc,4\nd,123456\n");
    writeText(folder.file("table.tsv"), "id\tname\n17\ta\n4\tb\n123456\tc\n");
    writeZip(folder.file("z.npz"),
             {{"ids.npy", npy("<U6", "3,", wide(texts, 6))},
              {"x.npy", npy("<i8", "1,", bytesOf<std::int64_t>({1}))}},
             true);
    writeText(folder.file("f.safetensors"),
              safetensors(R"({"ids":{"dtype":"I64","shape":[3],"data_offsets":[0,24]}})", bytesOf(numbers)));
    writeHdf5(folder.file("h.h5"), {1.0F, 2.0F, 3.0F}, 3, numbers, Hdf5Layout::Chunked);
    const std::vector<PersonTag> wanted = tags(folder.file("i8.npy"), 3);
    EXPECT_EQ(std::set<PersonTag>(wanted.begin(), wanted.end()).size(), 3U);
    for (const char* spec : {"u.npy", "s.npy", "lines.txt", "headed.csv:id", "lines", "table.csv:id",
                             "table.tsv:id", "z.npz:ids", "f.safetensors", "h.h5:y"}) {
        EXPECT_EQ(tags(folder.file(spec), 3), wanted) << spec;
    }
    EXPECT_NE(personTags(folder.file("i8.npy"), rowsOf(3), std::array<std::uint8_t, 32>{9}, 1), wanted);
}

TEST(RecordIds, KeepAllBitsOfAHashAndAllLetters) {
    const TempFolder folder;
    const std::vector<std::uint64_t> hashes{0xffffffffffffffffULL, 0xfffffffffffffffeULL};
    writeText(folder.file("u8.npy"), npy("<u8", "2,", bytesOf(hashes)));
    writeText(folder.file("lines.txt"), "18446744073709551615\n18446744073709551614\n");
    EXPECT_EQ(tags(folder.file("u8.npy"), 2), tags(folder.file("lines.txt"), 2));
    std::string letters; // ä and a letter beyond 16 bits
    letters += littleEndian(0xE4, 4) + littleEndian(0x1F600, 4);
    writeText(folder.file("letters.npy"), npy("<U1", "2,", letters));
    writeText(folder.file("letters.txt"), "\xC3\xA4\n\xF0\x9F\x98\x80\n");
    EXPECT_EQ(tags(folder.file("letters.npy"), 2), tags(folder.file("letters.txt"), 2));
}

TEST(RecordIds, AnEmptyOneIsNobody) {
    const TempFolder folder;
    writeText(folder.file("lines.txt"), "a\n\nb\n");
    EXPECT_EQ(tags(folder.file("lines.txt"), 3)[1], kNobody);
    writeText(folder.file("table.csv"), "id,x\na,1\n,2\nb,3,4\n");
    const auto found = tags(folder.file("table.csv:id"), 3);
    EXPECT_NE(found[0], kNobody);
    EXPECT_EQ(found[1], kNobody);
    EXPECT_EQ(found[2], kNobody); // a cell too many: which is the id?
    // The last one too: it must not change how many ids there are, nor whose they are.
    writeText(folder.file("last.txt"), "a\nb\n\n");
    EXPECT_EQ(tags(folder.file("last.txt"), 3)[2], kNobody);
    writeText(folder.file("last.csv"), "id\na\nb\n\n");
    EXPECT_EQ(tags(folder.file("last.csv:id"), 3)[2], kNobody);
    writeText(folder.file("commas.txt"), "a,b\nc\nd\n"); // an id like others
    EXPECT_NE(tags(folder.file("commas.txt"), 3)[0], kNobody);
    writeText(folder.file("u.npy"), npy("<U1", "2,", wide({"", "a"}, 1)));
    EXPECT_EQ(tags(folder.file("u.npy"), 2)[0], kNobody);
}

TEST(RecordIds, OfAnArchiveThereMayBeNone) {
    const TempFolder folder;
    for (const bool deflate : {false, true}) {
        writeZip(folder.file("ids.npz"), {{"ids.npy", npy("<i8", "0,", "")}}, deflate);
        EXPECT_TRUE(tags(folder.file("ids.npz"), 0).empty());
    }
}

TEST(RecordIds, WhatIsNoColumnOfIdsIsRefused) {
    const TempFolder folder;
    const auto refused = [&](const std::string& spec, std::initializer_list<std::string> pieces) {
        expectFailed([&] { (void)tags(folder.file(spec), 3); }, pieces);
    };
    writeText(folder.file("f4.npy"), npy("<f4", "3,", bytesOf<float>({1, 2, 3})));
    refused("f4.npy", {"f4.npy", "integers or text"});
    writeText(folder.file("two.npy"), npy("<i8", "3, 2", bytesOf<std::int64_t>({1, 2, 3, 4, 5, 6})));
    refused("two.npy", {"3 x 2", "one a record"});
    writeText(folder.file("four.npy"), npy("<i8", "4,", bytesOf<std::int64_t>({1, 2, 3, 4})));
    refused("four.npy", {"must be as many"});
    writeText(folder.file("short.npy"), npy("<U6", "3,", wide({"a"}, 6)));
    refused("short.npy", {"truncated"});
    writeText(folder.file("object.npy"), npy("|O", "3,", "abc"));
    refused("object.npy", {"never unpickled"});
    writeText(folder.file("table.csv"), "id,x\na,1\nb,2\nc,3\n");
    refused("table.csv", {"is a table", "table.csv:COLUMN"});
    refused("table.csv:ids", {"no column 'ids'"}); // no near name: without a header it were a cell
    writeText(folder.file("lines.txt"), "a\nb\n");
    refused("lines.txt", {"must be as many"});
    refused("none.txt", {"none.txt"});
    writeText(folder.file("open.txt"), "a\nb\nc"); // were c empty, there would be two
    refused("open.txt", {"does not end with a line end"});
}

TEST(RecordIds, RowsAreInOrderByPersonWhateverTheirTags) {
    std::mt19937_64 random(7);
    std::vector<PersonTag> ofRows;
    for (int row = 0; row < 20000; ++row) {
        PersonTag tag{};
        if (row % 17 != 0) { // else nobody's
            const std::uint64_t person = random() % 5000;
            // Some persons differ in their last bytes alone, and some tags begin with zeros or ones.
            std::memcpy(tag.data() + (person % 3 == 0 ? 8 : 0), &person, sizeof person);
            tag[0] = person % 7 == 0 ? 0xff : tag[0];
        }
        ofRows.push_back(tag);
    }
    std::map<PersonTag, std::vector<std::uint32_t>> expected;
    for (std::uint32_t row = 0; row < ofRows.size(); ++row) {
        if (ofRows[row] != kNobody) {
            expected[ofRows[row]].push_back(row);
        }
    }
    const RowsByPerson people(ofRows);
    auto next = expected.begin();
    people.forPeople([&](const PersonTag& person, std::span<const std::uint32_t> rows) {
        ASSERT_NE(next, expected.end());
        EXPECT_EQ(person, next->first);
        EXPECT_EQ(std::vector<std::uint32_t>(rows.begin(), rows.end()), next->second);
        ++next;
    });
    EXPECT_EQ(next, expected.end());
}

TEST(RecordIds, RowsOfAPersonAreKeptByTheirHash) {
    const TempFolder folder;
    std::vector<float> x;
    std::string ids;
    constexpr std::size_t rows = 60;
    for (std::size_t i = 0; i < rows; ++i) {
        x.insert(x.end(), {static_cast<float>(i), 1.0F});
        ids += std::to_string(i % 6) + "\n"; // six people, ten rows each
    }
    writeText(folder.file("x.npy"), npy("<f4", "60, 2", bytesOf(x)));
    writeText(folder.file("ids.txt"), ids);
    const auto features = openArray(folder.file("x.npy"));
    const RowsByPerson people(personTags(folder.file("ids.txt"), features->info(), kKey, 1));
    const std::vector<PersonTag> all = people.people();
    ASSERT_EQ(all.size(), 6U);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    EXPECT_TRUE(withheldRows(people, 10, all, *features, kKey).flags.empty());
    const WithheldRows three = withheldRows(people, 3, all, *features, kKey);
    EXPECT_EQ(three.beyondLimit, 6U * 7U);
    const auto digests = rowDigestsInOrder(*features, kKey);
    for (std::size_t kept = 0; kept < rows; ++kept) {
        for (std::size_t out = kept % 6; out < rows; out += 6) {
            if (three.flags[kept] == 0 && three.flags[out] != 0) {
                EXPECT_LT(digests[kept], digests[out]);
            }
        }
    }
    // Whoever may not be here has no row that counts, and the others keep theirs.
    const std::vector<PersonTag> five(all.begin() + 1, all.end());
    const WithheldRows without = withheldRows(people, 3, five, *features, kKey);
    EXPECT_EQ(without.ofOthers, 10U);
    for (std::size_t i = 0; i < rows; ++i) {
        EXPECT_EQ(without.flags[i], people.ofRows()[i] == all[0] ? 1 : three.flags[i]);
    }
}

} // namespace parsimony::data
