// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ed25519.h"
#include "core/base/error.h"
#include "core/base/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace parsimony {
namespace {

namespace fs = std::filesystem;

class InputFile : public testing::Test {
protected:
    void SetUp() override { fs::create_directories(m_folder); }
    void TearDown() override { fs::remove_all(m_folder); }
    fs::path m_folder = fs::temp_directory_path() / ("parsimony-input-" + std::to_string(getpid()));
};

TEST_F(InputFile, IsRead) {
    const std::string text("a\n\0b", 4);
    std::ofstream(m_folder / "file", std::ios::binary) << text;
    fs::create_symlink(m_folder / "file", m_folder / "link");
    EXPECT_EQ(contentsOf(m_folder / "file"), text);
    EXPECT_EQ(contentsOf(m_folder / "link"), text);
    EXPECT_THROW((void)contentsOf(m_folder / "missing"), Error);
    EXPECT_NO_THROW(requireReadable(m_folder / "missing")); // who opens it says so
}

// Nobody writes into the pipe: opening it would wait.
TEST_F(InputFile, ThatIsNoRegularOneIsNotWaitedFor) {
    const fs::path pipe = m_folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW((void)contentsOf(pipe), Error);
    EXPECT_THROW((void)SigningKey::read(pipe), Error);
    EXPECT_THROW((void)VerifyingKey::read(pipe), Error);
    EXPECT_THROW((void)contentsOf("/dev/zero"), Error);
    EXPECT_THROW((void)contentsOf(m_folder), Error);
}

// As bash's <(…) does.
TEST_F(InputFile, ThatAShellHandsOverIsRead) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const std::string text = "from a program";
    ASSERT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(ends[1]);
    EXPECT_EQ(contentsOf("/dev/fd/" + std::to_string(ends[0])), text);
    close(ends[0]);
}

} // namespace
} // namespace parsimony
