// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_reader.h"
#include "core/data/reader_process.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

/// Names another HDF5 reader for the time of a test.
class OtherProgram {
public:
    OtherProgram(const TempFolder& folder, const std::string& script) {
        writeText(folder.file("reader"), "#!/bin/sh\n" + script + "\n");
        chmod(folder.file("reader").c_str(), 0700);
        setenv("PARSIMONY_HDF5_READER", folder.file("reader").c_str(), 1);
    }
    ~OtherProgram() { unsetenv("PARSIMONY_HDF5_READER"); }
    OtherProgram(const OtherProgram&) = delete;
    OtherProgram& operator=(const OtherProgram&) = delete;
};

} // namespace

TEST(Hdf5Reader, CrashIsAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    const OtherProgram crash(folder, "kill -SEGV $$");
    expectUnreadable(folder.file("a.h5"), {"a.h5", "ended by signal 11"});
}

TEST(Hdf5Reader, SilenceIsAnError) {
    const TempFolder folder;
    const OtherProgram hang(folder, "exec sleep 60");
    const auto run = [&] {
        runReader({{std::getenv("PARSIMONY_HDF5_READER")}, "parsimony-hdf5: "}, "a.h5", {"list", "a.h5"},
                  [](const std::byte*, std::size_t) { return true; }, {std::chrono::milliseconds(200)});
    };
    expectFailed(run, {"a.h5", "no progress"});
}

TEST(Hdf5Reader, ClosedOutputAndNoEndIsAnError) {
    const TempFolder folder;
    const OtherProgram hang(folder, "exec >&-; exec sleep 60");
    const auto run = [&] {
        runReader({{std::getenv("PARSIMONY_HDF5_READER")}, "parsimony-hdf5: "}, "a.h5", {"list", "a.h5"},
                  [](const std::byte*, std::size_t) { return true; }, {std::chrono::milliseconds(200)});
    };
    expectFailed(run, {"a.h5", "did not end"});
}

TEST(Hdf5Reader, NonsenseIsAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    for (const char* answer : {"", "[", "[1]", "{}", R"([{"key":"/x"}])",
                               R"([{"key":"/x","shape":[-1],"type":"f4","big":false,"offset":0}])",
                               R"([{"key":1,"shape":[1],"type":"f4","big":false,"offset":0}])"}) {
        const OtherProgram reader(folder, "printf '%s' '" + std::string(answer) + "'");
        EXPECT_THROW(static_cast<void>(openArray(folder.file("a.h5"))), Error) << answer;
    }
    const OtherProgram flood(folder, "exec yes");
    expectUnreadable(folder.file("a.h5"), {"more than was asked for"});
}

TEST(Hdf5Reader, OffsetsBeyondTheFileAreAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    const OtherProgram reader(
        folder,
        R"(printf '%s' '[{"key":"/x","shape":[5,5],"type":"f4","big":false,"offset":18446744073709551600}]')");
    expectUnreadable(folder.file("a.h5"), {"truncated"});
}

TEST(Hdf5Reader, TooFewOrTooManyValuesAreAnError) {
    const TempFolder folder;
    writeHdf5(folder.file("a.h5"), {1, 2}, 1, {0}, Hdf5Layout::Contiguous);
    for (const char* values : {"1234", "1234567890123"}) {
        const OtherProgram reader(
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
