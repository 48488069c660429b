// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace parsimony::wire {

/// A folder for what is passed on at once; it goes with this object.
class PassingFolder {
public:
    PassingFolder(); ///< throws Error(Failed) where none can be made
    ~PassingFolder();
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;

    /// Throws Error(Usage) where `name` is no plain name of a file.
    [[nodiscard]] std::filesystem::path file(const std::string& name) const;

private:
    std::filesystem::path m_folder;
};

} // namespace parsimony::wire
