// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/part.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <numeric>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

const std::string kSix = bytesOf(std::vector<float>{1, 2, 3, 4, 5, 6});
const std::string kGood = npy("<f4", "2, 3", kSix);

/// A deflated archive with one member, whose central directory and local header are changed by `edit`.
template <class Edit>
void writeEditedZip(const std::string& path, const std::string& member, bool deflate, Edit&& edit) {
    writeZip(path, {{"x.npy", member}}, deflate);
    std::string bytes = readText(path);
    edit(bytes);
    writeText(path, bytes);
}

} // namespace

TEST(BadFile, MissingEmptyFolderPipe) {
    const TempFolder folder;
    expectUnreadable(folder.file("none.npy"), {"there is no file", "none.npy"});
    expectUnreadable(folder.file("none.npz") + ":x", {"there is no file"});
    writeText(folder.file("empty.npy"), "");
    expectUnreadable(folder.file("empty.npy"), {"is empty"});
    ASSERT_EQ(mkfifo(folder.file("pipe.npy").c_str(), 0600), 0);
    expectUnreadable(folder.file("pipe.npy"), {"not a regular file"});
    const TempFolder nothing;
    expectUnreadable(nothing.path(), {"is a folder without files"});
    expectFailed([&] { static_cast<void>(listArrays(nothing.path())); }, {"is a folder without files"});
    expectUnreadable(nothing.file("emb_*.npy"), {"no file is called", "emb_*.npy"});
}

TEST(BadFile, UnreadablePermissions) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), kGood);
    ASSERT_EQ(chmod(folder.file("a.npy").c_str(), 0), 0);
    // Root may read every file: the test becomes user nobody for a moment.
    const bool isRoot = geteuid() == 0;
    ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
    ASSERT_TRUE(!isRoot || seteuid(65534) == 0);
    expectUnreadable(folder.file("a.npy"), {"cannot be read", "ermission"});
    ASSERT_TRUE(!isRoot || seteuid(0) == 0);
}

TEST(BadFile, TruncatedAnywhereIsAnError) {
    const TempFolder folder;
    const std::string header = R"({"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";
    writeZip(folder.file("whole.npz"), {{"x.npy", kGood}}, true);
    for (const auto& [name, whole] :
         std::vector<std::pair<std::string, std::string>>{{"a.npy", kGood},
                                                          {"a.safetensors", safetensors(header, kSix)},
                                                          {"a.npz", readText(folder.file("whole.npz"))}}) {
        for (std::size_t length = 0; length < whole.size(); ++length) {
            writeText(folder.file(name), whole.substr(0, length));
            EXPECT_THROW(static_cast<void>(openArray(folder.file(name))), Error)
                << name << " cut to " << length;
        }
        writeText(folder.file(name), whole);
        EXPECT_NO_THROW(static_cast<void>(openArray(folder.file(name)))) << name;
    }
}

TEST(BadFile, WrongMagic) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), std::string("\x00\x01\x02\x03", 4) + std::string(100, 'x'));
    expectUnreadable(folder.file("a.npy"), {"does not begin like a .npy file"});
    writeText(folder.file("a.npz"), "PX" + std::string(100, 'x'));
    expectUnreadable(folder.file("a.npz"), {"does not begin like a .npz file"});
    writeText(folder.file("a.bin"), std::string("\x00\x01\x02\x03", 4));
    expectUnreadable(folder.file("a.bin"), {"no known format"});
    writeText(folder.file("a.h5"), std::string(1000, 'x'));
    expectUnreadable(folder.file("a.h5"), {"a.h5", "damaged"});
    writeText(folder.file("a.npy"), npyWithHeader("{}", "", 9));
    expectUnreadable(folder.file("a.npy"), {"version 9"});
}

TEST(BadFile, PicklesAreRefusedWithAHint) {
    const TempFolder folder;
    writeText(folder.file("object.npy"), npy("|O", "2,", "\x80\x04K\x01."));
    expectUnreadable(folder.file("object.npy"), {"pickled", "numpy.save", "safetensors"});
    EXPECT_EQ(listArrays(folder.file("object.npy")).at(0).type.name, "object");
    writeZip(folder.file("object.npz"), {{"x.npy", npy("|O", "2,", "\x80\x04K\x01.")}}, true);
    expectUnreadable(folder.file("object.npz"), {"pickled", "numpy.save"});
    writeText(folder.file("a.pkl"), "(lp0\n.");
    expectUnreadable(folder.file("a.pkl"), {"pickle", "numpy.save"});
    writeText(folder.file("pickle.dat"), std::string("\x80\x04\x95\x00", 4));
    expectUnreadable(folder.file("pickle.dat"), {"pickle", "numpy.save"});
    writeZip(folder.file("model.pt"), {{"archive/data.pkl", "\x80\x02."}, {"archive/data/0", "1234"}}, false);
    expectUnreadable(folder.file("model.pt"), {"PyTorch pickle", "safetensors"});
}

TEST(BadFile, TypesWithoutNumbersAreRefused) {
    const TempFolder folder;
    for (const auto& [descr, name] : std::vector<std::pair<std::string, std::string>>{{"<U5", "string"},
                                                                                      {"|S5", "string"},
                                                                                      {"<c8", "complex"},
                                                                                      {"<M8[ns]", "datetime"},
                                                                                      {"|V2", "void"},
                                                                                      {"<f16", "f16"}}) {
        writeText(folder.file("a.npy"), npy(descr, "2, 3", std::string(200, '\0')));
        expectUnreadable(folder.file("a.npy"), {name});
    }
    writeText(folder.file("a.npy"),
              npyWithHeader("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }", kSix));
    expectUnreadable(folder.file("a.npy"), {"named fields"});
    writeText(folder.file("a.npy"), npy("<f4", "", kSix));
    expectUnreadable(folder.file("a.npy"), {"single number"});
}

TEST(BadFile, UnknownKeysListThoseThereAre) {
    const TempFolder folder;
    writeZip(folder.file("a.npz"), {{"x_train.npy", kGood}, {"y_train.npy", npy("|u1", "2,", "ab")}}, true);
    expectUnreadable(folder.file("a.npz:x_tran"),
                     {"no array 'x_tran'", "did you mean 'x_train'", "Keys: x_train, y_train"});
    expectUnreadable(folder.file("a.npz"), {"several arrays", "x_train, y_train"});
    writeText(folder.file("a.npy"), kGood);
    expectUnreadable(folder.file("a.npy:x"), {"one array without a name"});
    writeText(folder.file("a.csv"), "1,2\n");
    expectUnreadable(folder.file("a.csv:x"), {"no column 'x'"});
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    expectUnreadable(folder.file("a.h5:/nope"), {"no array '/nope'", "/group/x, /y"});
    writeZip(folder.file("none.npz"), {{"readme.txt", "nothing"}}, true);
    expectUnreadable(folder.file("none.npz"), {"holds no arrays"});
}

// Which of them a name means is anyone's guess, and what was sized for one would be filled from the other.
TEST(BadFile, TwoArraysOfOneName) {
    const TempFolder folder;
    writeZip(folder.file("a.npz"), {{"one.npy", kGood}, {"two.npy", npy("<f4", "1, 3", kSix.substr(12))}},
             false);
    std::string bytes = readText(folder.file("a.npz"));
    for (std::size_t at = bytes.find("two.npy"); at != std::string::npos; at = bytes.find("two.npy")) {
        bytes.replace(at, 3, "one");
    }
    writeText(folder.file("a.npz"), bytes);
    expectUnreadable(folder.file("a.npz:one"), {"two arrays of the name one"});
    expectFailed([&] { static_cast<void>(listArrays(folder.file("a.npz"))); },
                 {"two arrays of the name one"});
}

TEST(BadFile, DamagedNpyHeaders) {
    const TempFolder folder;
    for (const std::string header :
         {"", "{", "{}", "{'descr': '<f4'}", "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3",
          "{'descr': '<f4, 'fortran_order': False}",
          "{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2,), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999,), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': "
          "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1), }"}) {
        writeText(folder.file("a.npy"), npyWithHeader(header, kSix));
        expectUnreadable(folder.file("a.npy"), {"header"});
    }
}

TEST(BadFile, HeadersThatPromiseTooMuch) {
    const TempFolder folder;
    // Beyond the file, beyond 64 bits in one product, beyond 64 bits although one extent is zero.
    for (const char* shape : {"1000000000000, 3", "4294967296, 4294967296, 4294967296",
                              "0, 9223372036854775807, 9223372036854775807"}) {
        writeText(folder.file("a.npy"), npy("<f4", shape, kSix));
        expectUnreadable(folder.file("a.npy"), {"header", "promises"});
        writeZip(folder.file("a.npz"), {{"x.npy", npy("<f4", shape, kSix)}}, true);
        expectUnreadable(folder.file("a.npz"), {"header", "promises"});
    }
    std::string longHeader = npyWithHeader("{}", "", 2);
    longHeader.replace(8, 4, littleEndian(0xfffffff0U, 4));
    writeText(folder.file("a.npy"), longHeader);
    expectUnreadable(folder.file("a.npy"), {"header claims 4294967280 bytes"});
}

TEST(BadFile, NoRowsOfAnyNumberOfColumns) {
    const TempFolder folder; // read column by column, they took a year
    writeText(folder.file("a.npy"), npy("<f8", "0, 1000000000000000", "", true));
    const auto reader = openArray(folder.file("a.npy"));
    reader->readRowsF64(0, 0, nullptr);
    EXPECT_EQ(reader->info().rows(), 0U);
}

TEST(BadFile, ZipBombs) {
    const TempFolder folder;
    // Central directory: compressed size at +20, size at +24 of PK\1\2; local header: at +18 and +22 of
    // PK\3\4.
    const auto claim = [](std::string& bytes, std::uint32_t size) {
        const std::size_t central = bytes.find("PK\x01\x02");
        bytes.replace(central + 24, 4, littleEndian(size, 4));
        bytes.replace(bytes.find("PK\x03\x04") + 22, 4, littleEndian(size, 4));
    };
    const std::string huge = npy("<f4", "1000000000, 1", kSix);
    writeEditedZip(folder.file("a.npz"), huge, true,
                   [&](std::string& bytes) { claim(bytes, 4'000'000'128U); });
    expectUnreadable(folder.file("a.npz"), {"claims more bytes than its packed data can hold"});
    writeEditedZip(folder.file("a.npz"), huge, false,
                   [&](std::string& bytes) { claim(bytes, 4'000'000'128U); });
    expectUnreadable(folder.file("a.npz"), {"a.npz"});
    // A plausible claim that the packed data does not keep shows when it is unpacked.
    const std::string lying = npy("<f4", "100, 1", kSix);
    writeEditedZip(folder.file("a.npz"), lying, true,
                   [&](std::string& bytes) { claim(bytes, static_cast<std::uint32_t>(lying.size() + 376)); });
    const auto reader = openArray(folder.file("a.npz"));
    std::vector<float> values(100);
    expectFailed([&] { reader->readRows(0, 100, values.data()); }, {"a.npz:x", "damaged"});
}

TEST(BadFile, DamagedPackedData) {
    const TempFolder folder;
    std::vector<float> values(3000);
    std::iota(values.begin(), values.end(), 0.0F);
    for (const bool deflate : {true, false}) {
        writeEditedZip(folder.file("a.npz"), npy("<f4", "1000, 3", bytesOf(values)), deflate,
                       [](std::string& bytes) { bytes[bytes.size() / 2] ^= 0x55; });
        const auto reader = openArray(folder.file("a.npz"));
        std::vector<float> out(3000);
        expectFailed([&] { reader->readRows(0, 1000, out.data()); }, {"damaged"});
    }
}

TEST(BadFile, SafetensorsHeaders) {
    const TempFolder folder;
    const auto check = [&](const std::string& bytes, std::initializer_list<std::string> pieces) {
        writeText(folder.file("a.safetensors"), bytes);
        expectUnreadable(folder.file("a.safetensors"), pieces);
    };
    check(littleEndian(~std::uint64_t{0}, 8) + "{}", {"damaged safetensors header", "claims"});
    check(littleEndian(std::uint64_t{1} << 40U, 8) + "{}", {"damaged safetensors header", "claims"});
    check("abc", {"truncated"});
    check(safetensors("[]", ""), {"no JSON object"});
    check(safetensors("{\"x\":", ""), {"no JSON object"});
    check(safetensors("{\"x\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}", ""),
          {"nests too deep"});
    check(safetensors(R"({"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,240]}})", kSix), {"truncated"});
    check(safetensors(R"({"x":{"dtype":"F32","shape":[2,3],"data_offsets":[24,0]}})", kSix),
          {"out of order"});
    check(safetensors(R"({"x":{"dtype":"F32","shape":[2,4],"data_offsets":[0,24]}})", kSix),
          {"do not agree"});
    check(safetensors(R"({"x":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,24]}})", kSix),
          {"promises more"});
    check(safetensors(R"({"x":{"dtype":"F32","shape":[2,-3],"data_offsets":[0,24]}})", kSix),
          {"natural number"});
    check(safetensors(R"({"x":{"dtype":5,"shape":[2,3],"data_offsets":[0,24]}})", kSix), {"without dtype"});
    check(safetensors(R"({"x":7})", kSix), {"without dtype"});
    check(safetensors(R"({"x":{"dtype":"F8_E4M3","shape":[24],"data_offsets":[0,24]}})", kSix), {"F8_E4M3"});
    check(safetensors(R"({"__metadata__":{"a":"b"}})", ""), {"holds no arrays"});
    check(safetensors(R"({"__metadata__":"text"})", ""), {"holds no arrays"});
}

TEST(BadPart, StructureThatIsWrong) {
    const TempFolder folder;
    const auto file = [&](const std::string& name, const std::string& bytes) {
        writeText(folder.file(name), bytes);
        return folder.file(name);
    };
    const std::string x = file("x.npy", kGood);
    const std::string y = file("y.npy", npy("|u1", "2,", "ab"));
    const auto check = [](const PartFiles& files, std::initializer_list<std::string> pieces) {
        expectFailed([&] { static_cast<void>(describePart(files)); }, pieces);
        LoadOptions load;
        load.classes = 2;
        expectFailed([&] { static_cast<void>(loadPart(files, load)); }, pieces);
    };
    EXPECT_NO_THROW(static_cast<void>(describePart({x, y})));
    EXPECT_NO_THROW(static_cast<void>(describePart({x, file("c.npy", npy("|u1", "2, 1", "ab"))})));
    check({x, file("a.npy", npy("|u1", "3,", "abc"))}, {"2 rows", "3 labels"});
    try { // how many they are is for the curator alone
        static_cast<void>(describePart({x, folder.file("a.npy")}));
        FAIL() << "described";
    } catch (const CuratorRefusal& refused) {
        EXPECT_EQ(std::string(refused.what()).find("2 rows"), std::string::npos) << refused.what();
    }
    check({x, file("a.npy", npy("<f4", "2,", bytesOf(std::vector<float>{0, 1})))}, {"float32", "integers"});
    check({x, file("a.npy", npy("|u1", "2, 2", "abcd"))}, {"2 x 2", "one integer a record"});
    check({file("a.npy", npy("<f4", "0, 3", "")), file("b.npy", npy("|u1", "0,", ""))}, {"no rows"});
    check({file("a.npy", npy("<f4", "2, 0", "")), y}, {"without values"});
    check({file("a.npy", npy("<f4", "2,", kSix)), y}, {"one axis"});
    check({file("a.csv", "a,b\n") + ":header", y}, {"no rows"});
    const PartInfo train = describePart({x, y});
    const PartInfo wide = describePart({file("w.npy", npy("|u1", "2, 4", "abcdefgh")), y});
    expectFailed([&] { checkSameWidth(train, wide); }, {"4 values", "of 3"});
    EXPECT_NO_THROW(checkSameWidth(train, train));
}

TEST(BadPart, ClassesMustBeNamed) {
    const TempFolder folder;
    writeText(folder.file("x.npy"), kGood);
    writeText(folder.file("y.npy"), npy("|u1", "2,", std::string("\x00\x01", 2)));
    LoadOptions load;
    expectError(
        [&] {
            static_cast<void>(loadPart({folder.file("x.npy"), folder.file("y.npy")}, load));
        },
        ErrorCode::Usage, {"classes"});
}
