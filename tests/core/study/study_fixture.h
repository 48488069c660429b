// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/study/study_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace parsimony::study {

/// A folder of its own with a registry of its own, gone afterwards.
class StudyTest : public testing::Test {
protected:
    StudyTest() {
        std::string pattern = std::filesystem::temp_directory_path() / "parsimony-study-XXXXXX";
        m_folder = mkdtemp(pattern.data());
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~StudyTest() override { std::filesystem::remove_all(m_folder); }

    [[nodiscard]] std::filesystem::path write(const std::string& text) const {
        std::ofstream(m_folder / "study.toml") << text;
        return m_folder / "study.toml";
    }
    [[nodiscard]] session::Session open() const {
        return session::Session::open(m_folder / "p.parsimony", true);
    }

    std::filesystem::path m_folder;
};

/// Five steps on the digits, declared public.
inline session::RunOptions digits() {
    session::RunOptions options;
    options.data = PARSIMONY_SAMPLES "/digits.npz";
    options.visibility = session::Visibility::Public;
    options.epsilon = 3.0;
    options.delta = 1e-5;
    options.steps = "5";
    options.threads = 1;
    return options;
}

/// What `action` throws, which must be an error of that code.
inline std::string messageOf(const std::function<void()>& action, ErrorCode code) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

} // namespace parsimony::study
