// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/byte_source.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::data {

/// A text file and where each of its lines begins. Const members may be called from several threads at once.
class TextLines {
public:
    /// Throws Error(Failed) as FileBytes.
    explicit TextLines(const std::string& path);

    [[nodiscard]] const std::string& path() const { return m_file.path(); }
    /// Bytes of the file.
    [[nodiscard]] std::size_t bytes() const { return m_file.size(); }
    /// The whole file, a mark of its byte order at the front left out.
    [[nodiscard]] std::string_view text() const;

    [[nodiscard]] std::size_t size() const { return m_begins.size(); }
    /// Without its end. Bounded by where the next line began when the file was opened, so that a file that
    /// changes meanwhile costs no more.
    [[nodiscard]] std::string_view operator[](std::size_t line) const;
    void dropFirst(std::size_t lines) {
        m_begins.erase(m_begins.begin(), m_begins.begin() + static_cast<std::ptrdiff_t>(lines));
    }
    void dropLast() { m_begins.pop_back(); }

    /// Throws Error(Failed) when the file shrank since it was opened.
    void verify() const { m_file.verify(); }

private:
    FileBytes m_file;
    std::string m_copy; ///< the text, where the file could not be mapped
    std::size_t m_skipped = 0;
    std::vector<std::size_t> m_begins; ///< in text()
    std::size_t m_end = 0;             ///< of the last line there was
};

} // namespace parsimony::data
