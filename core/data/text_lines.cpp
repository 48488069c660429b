// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_lines.h"

#include <algorithm>

namespace parsimony::data {

TextLines::TextLines(const std::string& path) : m_file(path) {
    if (m_file.mapped() == nullptr && m_file.size() > 0) {
        m_copy.resize(m_file.size());
        m_file.read(0, m_copy.size(), reinterpret_cast<std::byte*>(m_copy.data()));
    }
    m_skipped = text().starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const std::string_view all = text();
    m_end = all.size();
    for (std::size_t at = 0; at < all.size();) {
        m_begins.push_back(at);
        at = std::min(all.find('\n', at), all.size()) + 1;
    }
    verify();
}

std::string_view TextLines::text() const {
    const std::string_view whole =
        m_copy.empty() ? std::string_view(reinterpret_cast<const char*>(m_file.mapped()), m_file.size())
                       : std::string_view(m_copy);
    return whole.substr(m_skipped);
}

std::string_view TextLines::operator[](std::size_t line) const {
    const std::size_t begin = m_begins[line];
    const std::size_t next = line + 1 < m_begins.size() ? m_begins[line + 1] : m_end;
    const std::string_view whole = text().substr(begin, next - begin);
    return whole.substr(0, whole.find('\n'));
}

} // namespace parsimony::data
