// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/atomic_file.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <iterator>

using namespace parsimony;
using namespace parsimony::exporting;
using namespace parsimony::data::testing;

namespace {

std::size_t filesIn(const TempFolder& folder) {
    const std::filesystem::directory_iterator files(folder.path());
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

} // namespace

TEST(AtomicFile, KeepsTheOldFileWhenTheDiskIsFull) {
    const TempFolder folder;
    writeText(folder.file("a"), "old");
    // A limit on file sizes fails a write as a full disk does; the signal that comes with it is not wanted.
    rlimit before = {};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    expectFailed([&] { writeFileAtomically(folder.file("a"), std::string(5000, 'x')); },
                 {"cannot be written"});
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(readText(folder.file("a")), "old");
    EXPECT_EQ(filesIn(folder), 1U) << "the temporary file is gone";
}

TEST(AtomicFile, WritesSeveralFilesOrNone) {
    const TempFolder folder;
    writeText(folder.file("b"), "old");
    writeFilesTogether({{folder.file("a"), "1"}, {folder.file("b"), "2"}});
    EXPECT_EQ(readText(folder.file("a")) + readText(folder.file("b")), "12");
    std::filesystem::remove(folder.file("a"));
    std::filesystem::create_directory(folder.file("folder"));
    const auto expectNone = [&](const std::string& last, const std::string& bytes, const char* why) {
        expectFailed(
            [&] {
                writeFilesTogether(
                    {{folder.file("a"), "3"}, {folder.file("b"), "4"}, {folder.file(last), bytes}});
            },
            {why});
        EXPECT_EQ(readText(folder.file("b")), "2") << last;
        EXPECT_EQ(filesIn(folder), 2U) << last << ": the old file and the folder alone";
    };
    expectNone("folder", "5", "is a folder");
    expectNone("none/c", "5", "cannot be written");
    rlimit before = {};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    expectNone("c", std::string(5000, 'x'), "cannot be written"); // as on a full disk
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
}

TEST(AtomicFile, NeedsAFolder) {
    const TempFolder folder;
    expectFailed([&] { writeFileAtomically(folder.file("none/a"), "x"); }, {"cannot be written"});
    expectFailed([&] { writeFileAtomically(folder.path(), "x"); }, {"is a folder"});
}

TEST(AtomicFile, TriesToWriteAndLeavesNothing) {
    const TempFolder folder;
    writeText(folder.file("a"), "old");
    checkWritable(folder.file("a"));
    checkWritable(folder.file("b"));
    EXPECT_EQ(readText(folder.file("a")), "old");
    EXPECT_EQ(filesIn(folder), 1U);
    expectFailed([&] { checkWritable(folder.file("none/a")); }, {"none/a cannot be written"});
    expectFailed([&] { checkWritable(folder.file("a/b")); }, {"a/b cannot be written"});
    expectFailed([&] { checkWritable(folder.path()); }, {"is a folder"});
}

TEST(AtomicFile, FollowsLinksAndKeepsPermissions) {
    const TempFolder folder;
    writeText(folder.file("real"), "old");
    ASSERT_EQ(chmod(folder.file("real").c_str(), 0640), 0);
    std::filesystem::create_symlink(folder.file("real"), folder.file("link"));
    writeFileAtomically(folder.file("link"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
    EXPECT_EQ(readText(folder.file("real")), "new");
    struct stat status = {};
    ASSERT_EQ(stat(folder.file("real").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
}
