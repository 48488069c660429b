// SPDX-License-Identifier: GPL-3.0-or-later
// Ids in a text: one a line, or a column of a table with a header.
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/feature_source.h"
#include "core/data/formats.h"
#include "core/data/id_source.h"
#include "core/data/text_table.h"

#include <optional>
#include <utility>

namespace parsimony::data {

namespace {

/// One a line, or a column of a table. Every line is a record, empty ones and the last included: no id, or
/// none, moves those of others.
class TextColumn final : public IdSource {
public:
    TextColumn(const std::string& path, std::string key) : m_lines(path), m_key(std::move(key)) {
        checkLineEnd(m_lines.text(), path, TextLayout::Declared);
        if (!m_key.empty()) {
            m_header = takeHeader(m_lines);
            if (!isHeaderKey(m_key) || m_header->names.size() != 1) {
                m_column = columnNamed(m_key, *m_header, path, false);
            }
        }
    }

    [[nodiscard]] std::string spec() const override {
        return m_key.empty() ? m_lines.path() : m_lines.path() + ":" + m_key;
    }
    [[nodiscard]] std::size_t rows() const override { return m_lines.size(); }

    void read(std::size_t first, std::size_t count, std::vector<std::string>& out) const override {
        checkRowRange(first, count, m_lines.size());
        out.assign(count, {});
        for (std::size_t i = 0; i < count; ++i) {
            // A line without a header is one cell, whatever it holds.
            const char delimiter = m_header ? m_header->delimiter : '\n';
            std::size_t column = 0;
            const std::size_t cells =
                forTableCells(trimmed(m_lines[first + i], " \r"), delimiter, [&](std::string_view cell) {
                    if (column++ == m_column) {
                        out[i] = trimmed(cell);
                    }
                });
            if (cells != (m_header ? m_header->names.size() : 1)) {
                out[i].clear(); // which cell it is cannot be told
            }
        }
        m_lines.verify();
    }

private:
    TextLines m_lines;
    std::string m_key;
    std::optional<TableHeader> m_header;
    std::size_t m_column = 0;
};

} // namespace

std::unique_ptr<IdSource> openTextColumn(const std::string& path, const std::string& key) {
    return std::make_unique<TextColumn>(path, key);
}

std::unique_ptr<IdSource> openTextIds(const std::string& path, const std::string& key) {
    // A header, or which of several cells is the id, could only be guessed.
    if (key.empty() && (path.ends_with(".csv") || path.ends_with(".tsv"))) {
        fail(Sentence("{1} is a table; name the column with the ids, as {1}:COLUMN", path));
    }
    return openTextColumn(path, key);
}

} // namespace parsimony::data
