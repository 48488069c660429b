// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/byte_source.h"
#include "core/data/hdf5_client.h"
#include "core/data/part.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <numeric>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

void expectUnreadable(const std::string& spec, std::initializer_list<std::string> pieces) {
    expectFailed([&] { static_cast<void>(openArray(spec)); }, pieces);
}

const std::string kSix = bytesOf(std::vector<float>{1, 2, 3, 4, 5, 6});
const std::string kGood = npy("<f4", "2, 3", kSix);

std::string littleEndian(std::uint64_t value, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) {
        bytes += static_cast<char>(value >> (8 * i) & 0xffU);
    }
    return bytes;
}

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
    expectUnreadable(folder.path(), {"is a folder"});
    ASSERT_EQ(mkfifo(folder.file("pipe.npy").c_str(), 0600), 0);
    expectUnreadable(folder.file("pipe.npy"), {"not a regular file"});
    expectFailed([&] { static_cast<void>(listArrays(folder.path())); }, {"is a folder"});
}

TEST(BadFile, UnreadablePermissions) {
    if (geteuid() == 0) {
        GTEST_SKIP() << "root may read every file";
    }
    const TempFolder folder;
    writeText(folder.file("a.npy"), kGood);
    ASSERT_EQ(chmod(folder.file("a.npy").c_str(), 0), 0);
    expectUnreadable(folder.file("a.npy"), {"cannot be read", "ermission"});
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
    expectUnreadable(folder.file("a.csv:x"), {"one array"});
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    expectUnreadable(folder.file("a.h5:/nope"), {"no array '/nope'", "/group/x, /y"});
    writeZip(folder.file("none.npz"), {{"readme.txt", "nothing"}}, true);
    expectUnreadable(folder.file("none.npz"), {"holds no arrays"});
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
    check({x, file("a.npy", npy("<f4", "2,", bytesOf(std::vector<float>{0, 1})))}, {"float32", "integers"});
    check({x, file("a.npy", npy("|u1", "2, 2", "abcd"))}, {"2 x 2", "one integer a record"});
    check({file("a.npy", npy("<f4", "0, 3", "")), file("b.npy", npy("|u1", "0,", ""))}, {"no rows"});
    check({file("a.npy", npy("<f4", "2, 0", "")), y}, {"without values"});
    check({file("a.npy", npy("<f4", "2,", kSix)), y}, {"one axis"});
    check({file("a.csv", "a,b\n"), y}, {"no rows"});
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
    writeText(folder.file("a.npy"), kGood);
    const auto reader = openArray(folder.file("a.npy"));
    ASSERT_EQ(truncate(folder.file("a.npy").c_str(), static_cast<off_t>(kGood.size() - 4)), 0);
    std::vector<float> values(6);
    expectFailed([&] { reader->readRows(0, 2, values.data()); }, {"became shorter"});
}

TEST(ShrinkingFile, ADeletedFileStaysReadable) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), kGood);
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

namespace {

/// Names another HDF5 reader for the time of a test.
class ReaderProgram {
public:
    ReaderProgram(const TempFolder& folder, const std::string& script) {
        writeText(folder.file("reader"), "#!/bin/sh\n" + script + "\n");
        chmod(folder.file("reader").c_str(), 0700);
        setenv("PARSIMONY_HDF5_READER", folder.file("reader").c_str(), 1);
    }
    ~ReaderProgram() { unsetenv("PARSIMONY_HDF5_READER"); }
    ReaderProgram(const ReaderProgram&) = delete;
    ReaderProgram& operator=(const ReaderProgram&) = delete;
};

} // namespace

TEST(Hdf5Reader, CrashIsAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    const ReaderProgram crash(folder, "kill -SEGV $$");
    expectUnreadable(folder.file("a.h5"), {"a.h5", "ended by signal 11"});
}

TEST(Hdf5Reader, SilenceIsAnError) {
    const TempFolder folder;
    const ReaderProgram hang(folder, "exec sleep 60");
    const auto run = [&] {
        runHdf5Reader("a.h5", {"list", "a.h5"}, [](const std::byte*, std::size_t) { return true; },
                      {std::chrono::milliseconds(200)});
    };
    expectFailed(run, {"a.h5", "no progress"});
}

TEST(Hdf5Reader, ClosedOutputAndNoEndIsAnError) {
    const TempFolder folder;
    const ReaderProgram hang(folder, "exec >&-; exec sleep 60");
    const auto run = [&] {
        runHdf5Reader("a.h5", {"list", "a.h5"}, [](const std::byte*, std::size_t) { return true; },
                      {std::chrono::milliseconds(200)});
    };
    expectFailed(run, {"a.h5", "did not end"});
}

TEST(Hdf5Reader, NonsenseIsAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    for (const char* answer : {"", "[", "[1]", "{}", R"([{"key":"/x"}])",
                               R"([{"key":"/x","shape":[-1],"type":"f4","big":false,"offset":0}])",
                               R"([{"key":1,"shape":[1],"type":"f4","big":false,"offset":0}])"}) {
        const ReaderProgram reader(folder, "printf '%s' '" + std::string(answer) + "'");
        EXPECT_THROW(static_cast<void>(openArray(folder.file("a.h5"))), Error) << answer;
    }
    const ReaderProgram flood(folder, "exec yes");
    expectUnreadable(folder.file("a.h5"), {"more than was asked for"});
}

TEST(Hdf5Reader, OffsetsBeyondTheFileAreAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    const ReaderProgram reader(
        folder,
        R"(printf '%s' '[{"key":"/x","shape":[5,5],"type":"f4","big":false,"offset":18446744073709551600}]')");
    expectUnreadable(folder.file("a.h5"), {"truncated"});
}

TEST(Hdf5Reader, TooFewOrTooManyValuesAreAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    for (const char* values : {"1234", "1234567890123"}) {
        const ReaderProgram reader(
            folder, std::string("if [ $1 = list ]; then printf '%s' '[{\"key\":\"/x\",\"shape\":[1,2],"
                                "\"type\":\"f4\",\"big\":false,\"offset\":null}]'; else printf ") +
                        values + "; fi");
        const auto array = openArray(folder.file("a.h5"));
        std::vector<float> row(2);
        EXPECT_THROW(array->readRows(0, 1, row.data()), Error);
    }
}

TEST(Hdf5Reader, AMissingProgramIsAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    setenv("PARSIMONY_HDF5_READER", "/nowhere/reader", 1);
    expectUnreadable(folder.file("a.h5"), {"/nowhere/reader"});
    unsetenv("PARSIMONY_HDF5_READER");
}

TEST(Hdf5Reader, TruncatedFilesAreErrors) {
    const TempFolder folder;
    writeHdf5(folder.file("whole.h5"), std::vector<float>(600, 1.0F), 300, std::vector<std::int64_t>(300, 1),
              Hdf5Layout::Chunked);
    const std::string whole = readText(folder.file("whole.h5"));
    for (const std::size_t length : {std::size_t{10}, whole.size() / 4, whole.size() / 2, whole.size() - 1}) {
        writeText(folder.file("a.h5"), whole.substr(0, length));
        const auto readAll = [&] {
            const auto reader = openArray(folder.file("a.h5:/group/x"));
            std::vector<float> values(600);
            reader->readRows(0, 300, values.data());
        };
        expectFailed(readAll, {"a.h5"});
    }
}
