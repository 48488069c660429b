// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/ledger_lines.h"

namespace parsimony::fuzzing {

namespace {

std::vector<std::string_view> splitBy(char separator, std::string_view text) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

} // namespace

Line::Line(std::string_view text) {
    const auto parts = splitBy('\t', text);
    m_table = parts.front();
    m_cells.assign(parts.begin() + 1, parts.end());
}

const std::string& Line::cell(std::size_t index) const {
    static const std::string none;
    return index < m_cells.size() ? m_cells[index] : none;
}

void Line::set(std::size_t index, std::string value) {
    if (index >= m_cells.size()) {
        m_cells.resize(index + 1);
    }
    m_cells[index] = std::move(value);
}

std::string Line::text() const {
    std::size_t count = m_cells.size();
    while (count > 0 && m_cells[count - 1].empty()) {
        --count;
    }
    std::string text = m_table;
    for (std::size_t i = 0; i < count; ++i) {
        text.append(1, '\t').append(m_cells[i]);
    }
    return text + '\n';
}

Lines linesOf(std::string_view text) {
    Lines lines;
    for (const std::string_view line : splitBy('\n', text)) {
        if (!line.empty()) {
            lines.emplace_back(line);
        }
    }
    return lines;
}

std::string textOf(const Lines& lines) {
    std::string text;
    for (const Line& line : lines) {
        text += line.text();
    }
    return text;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\' || c == '\n' || c == '\t') {
            out.append(1, '\\').append(1, c == '\n' ? 'n' : c == '\t' ? 't' : c);
        } else {
            out += c;
        }
    }
    return out;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '\\' && i + 1 < text.size()) {
            c = text[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
        out += c;
    }
    return out;
}

} // namespace parsimony::fuzzing
