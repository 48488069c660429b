// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "array_files.h"
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

/// Runs a command; returns what it printed.
inline std::string runCommand(const std::string& command, int& status) {
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (pipe != nullptr && std::fgets(buffer, sizeof(buffer), pipe) != nullptr) {
        output += buffer;
    }
    status = pipe != nullptr ? pclose(pipe) : -1;
    return output;
}

/// Programs that others read our files with; tests/python installs them.
class OtherPrograms : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(PARSIMONY_PYTHON)) {
            GTEST_SKIP() << PARSIMONY_PYTHON << " is not there; tests/python makes it";
        }
    }

    /// Runs `code` in the test's folder; returns all that it printed.
    std::string python(const std::string& code) const {
        parsimony::data::testing::writeText(m_folder.file("use.py"), code);
        int status = 0;
        std::string printed = runCommand("cd '" + m_folder.path() + "' && '" + std::string(PARSIMONY_PYTHON) +
                                             "' use.py x.npy 2>&1",
                                         status);
        EXPECT_EQ(status, 0) << printed;
        return printed;
    }

    parsimony::data::testing::TempFolder m_folder;
};
