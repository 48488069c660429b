// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include "core/base/collected.h"

#include <algorithm>

namespace parsimony::cli {

std::size_t displayWidth(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TextTable::TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

void TextTable::addRow(std::vector<std::string> cells) {
    cells.resize(m_columns.size());
    for (std::string& cell : cells) { // a name in a file of somebody's may hold lines that look like ours
        std::replace_if(
            cell.begin(), cell.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    }
    m_rows.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths = minimumWidths();
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], displayWidth(row[i]));
        }
    }
    std::string out = line(titles(), widths);
    for (const auto& row : m_rows) {
        out += line(row, widths);
    }
    return out;
}

std::string TextTable::headingLine() const {
    return line(titles(), minimumWidths());
}

std::string TextTable::rowLine(const std::vector<std::string>& cells) const {
    return line(cells, minimumWidths());
}

std::vector<std::string> TextTable::titles() const {
    return collected<std::string>(m_columns, &Column::title);
}

std::vector<std::size_t> TextTable::minimumWidths() const {
    return collected<std::size_t>(m_columns, [&](const Column& column) {
        return std::max(column.minimumWidth, displayWidth(column.title));
    });
}

std::string TextTable::line(const std::vector<std::string>& cells,
                            const std::vector<std::size_t>& widths) const {
    std::string out;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const std::string cell = i < cells.size() ? cells[i] : std::string();
        const std::size_t width = displayWidth(cell);
        const std::string padding(widths[i] > width ? widths[i] - width : 0, ' ');
        out += i == 0 ? "" : "  ";
        out += m_columns[i].align == Align::Right ? padding + cell : cell + padding;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
}

} // namespace parsimony::cli
