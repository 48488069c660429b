// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hex.h"
#include "core/base/secure_random.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace parsimony::session {

/// A folder for projects, with a registry of its own.
class RegistryFolder : public ::testing::Test {
protected:
    RegistryFolder() {
        m_folder = std::filesystem::temp_directory_path() /
                   ("parsimony-session-" + toHex(secureRandomKey()).substr(0, 16));
        std::filesystem::create_directories(m_folder);
        useRegistry("registry.db");
    }
    ~RegistryFolder() override { std::filesystem::remove_all(m_folder); }

    void useRegistry(const std::string& name) const {
        setenv("PARSIMONY_REGISTRY", (m_folder / name).c_str(), 1);
    }
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] std::filesystem::path project(const std::string& name = "p.parsimony") const {
        return m_folder / name;
    }

private:
    std::filesystem::path m_folder;
};

} // namespace parsimony::session
