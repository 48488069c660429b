// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace parsimony::ledger {

/// A database that is made under a hidden name beside its own, which it is given when it is whole: under that
/// name it is there as a whole or not at all. The hidden name is gone again with this object.
class TemporaryDatabase {
public:
    /// Makes no file yet. `file` is the name that it is to have.
    explicit TemporaryDatabase(const std::filesystem::path& file);
    ~TemporaryDatabase();
    TemporaryDatabase(const TemporaryDatabase&) = delete;
    TemporaryDatabase& operator=(const TemporaryDatabase&) = delete;

    /// The hidden name, which nobody else uses.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// Makes an empty file that only its owner may read, whatever the umask; SQLite gives the same mode to
    /// the files beside it. Returns why it can't be made, as errno has it, or 0.
    [[nodiscard]] int whyNotCreated() const;

    enum class Moved {
        Yes,
        OtherIsThere, ///< somebody else was faster; errno is EEXIST
        No            ///< the reason is in errno
    };
    /// Gives it its name unless something has that.
    [[nodiscard]] Moved move() const;
    /// The same; where that can't be asked for, as on a file system without links, over what is there.
    [[nodiscard]] Moved moveOrReplace() const;

private:
    std::filesystem::path m_file, m_path;
};

} // namespace parsimony::ledger
