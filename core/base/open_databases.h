// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

namespace parsimony {

/// Says that this process has a database open, for as long as it lives. POSIX takes every lock that a process
/// holds on a file away when it closes any descriptor of it, so nothing but SQLite may open and close that
/// file here: other processes would take themselves for the last, and remove the log that is still written.
class OpenDatabaseMark {
public:
    explicit OpenDatabaseMark(const std::string& file);
    ~OpenDatabaseMark();
    OpenDatabaseMark(const OpenDatabaseMark&) = delete;
    OpenDatabaseMark& operator=(const OpenDatabaseMark&) = delete;

private:
    using FileNumber = std::pair<unsigned long long, unsigned long long>; ///< device and number
    std::pair<FileNumber, std::string> m_open;
};

/// Whether this process has that file open as a database or beside one, under whatever name.
[[nodiscard]] bool isOpenDatabase(const std::string& file);

} // namespace parsimony
