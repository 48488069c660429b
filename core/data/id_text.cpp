// SPDX-License-Identifier: GPL-3.0-or-later
// Ids in a text: one a line, or a column of a table with a header.
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/feature_source.h"
#include "core/data/formats.h"
#include "core/data/id_source.h"

#include <algorithm>
#include <string_view>

namespace parsimony::data {

namespace {

std::string_view withoutSpace(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// The cells of one line. A cell in quotes may hold the delimiter, and two quotes for one.
std::vector<std::string> cellsOf(std::string_view line, char delimiter) {
    std::vector<std::string> cells;
    for (std::size_t at = 0;;) {
        while (at < line.size() && line[at] == ' ') {
            ++at;
        }
        std::string cell;
        if (at < line.size() && line[at] == '"') {
            for (++at; at < line.size() && (line[at] != '"' || (at + 1 < line.size() && line[at + 1] == '"'));
                 ++at) {
                at += line[at] == '"' ? 1 : 0;
                cell.push_back(line[at]);
            }
            at = std::min(line.find(delimiter, at), line.size());
        } else {
            const std::size_t end = std::min(line.find(delimiter, at), line.size());
            cell = line.substr(at, end - at);
            at = end;
        }
        cells.emplace_back(withoutSpace(cell));
        if (at >= line.size()) {
            return cells;
        }
        ++at;
    }
}

class TextIds final : public IdSource {
public:
    TextIds(const std::string& path, std::string key) : m_path(path), m_key(std::move(key)), m_file(path) {
        if (m_file.mapped() == nullptr && m_file.size() > 0) {
            m_copy.resize(m_file.size());
            m_file.read(0, m_copy.size(), reinterpret_cast<std::byte*>(m_copy.data()));
        }
        index();
        m_key.empty() ? takeLines() : takeColumn();
        m_file.verify();
    }

    [[nodiscard]] std::string spec() const override { return m_key.empty() ? m_path : m_path + ":" + m_key; }
    [[nodiscard]] std::size_t rows() const override { return m_lines.size(); }

    void read(std::size_t first, std::size_t count, std::vector<std::string>& out) const override {
        checkRowRange(first, count, m_lines.size());
        out.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::vector<std::string> cells = cellsOf(line(first + i), m_delimiter);
            const bool whole = cells.size() == m_width; // else which cell is the id cannot be told
            out[i] = whole ? cells[m_column] : std::string();
        }
        m_file.verify();
    }

private:
    [[nodiscard]] std::string_view text() const {
        return m_copy.empty()
                   ? std::string_view(reinterpret_cast<const char*>(m_file.mapped()), m_file.size())
                   : std::string_view(m_copy);
    }

    /// Bounded by where the next line began when the file was opened.
    [[nodiscard]] std::string_view line(std::size_t row) const {
        const std::size_t begin = m_lines[row];
        const std::size_t next = row + 1 < m_lines.size() ? m_lines[row + 1] : m_end;
        const std::string_view whole = text().substr(begin, next - begin);
        return withoutSpace(whole.substr(0, whole.find('\n')));
    }

    /// Every line is a record, empty ones and the last included: no id, or none, moves those of others.
    void index() {
        const std::string_view all = text();
        checkLineEnd(all, m_path, TextLayout::Declared);
        m_end = all.size();
        for (std::size_t at = all.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0; at < all.size();) {
            m_lines.push_back(at);
            at = std::min(all.find('\n', at), all.size()) + 1;
        }
    }

    /// A line is an id, whatever it holds: a header, or which of several cells it is, could only be guessed.
    void takeLines() {
        if (m_path.ends_with(".csv") || m_path.ends_with(".tsv")) {
            fail(Sentence("{1} is a table; name the column with the ids, as {1}:COLUMN", m_path));
        }
        m_delimiter = '\n';
    }

    void takeColumn() {
        while (!m_lines.empty() && (line(0).empty() || line(0).front() == '#')) {
            m_lines.erase(m_lines.begin()); // a remark on the table, as with features
        }
        if (m_lines.empty()) {
            fail(Sentence("{1} has no column '{2}'", m_path, m_key));
        }
        const std::string_view first = line(0);
        const auto has = [&](char delimiter) { return first.find(delimiter) != std::string_view::npos; };
        m_delimiter = has('\t') ? '\t' : has(',') || !has(';') ? ',' : ';';
        const std::vector<std::string> names = cellsOf(first, m_delimiter);
        const auto found = std::find(names.begin(), names.end(), m_key);
        if (found == names.end()) {
            const std::string nearest = nearestName(m_key, names);
            fail(nearest.empty()
                     ? Sentence("{1} has no column '{2}'", m_path, m_key)
                     : Sentence("{1} has no column '{2}'; did you mean '{3}'?", m_path, m_key, nearest));
        }
        m_column = static_cast<std::size_t>(found - names.begin());
        m_width = names.size();
        m_lines.erase(m_lines.begin());
    }

    std::string m_path, m_key;
    FileBytes m_file;
    std::string m_copy;               ///< the text, where the file could not be mapped
    std::vector<std::size_t> m_lines; ///< where each record begins
    std::size_t m_end = 0;
    std::size_t m_column = 0, m_width = 1;
    char m_delimiter = '\t';
};

} // namespace

std::unique_ptr<IdSource> openTextIds(const std::string& path, const std::string& key) {
    return std::make_unique<TextIds>(path, key);
}

} // namespace parsimony::data
