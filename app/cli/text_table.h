// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace parsimony::cli {

enum class Align { Left, Right };

struct Column {
    std::string title;
    Align align = Align::Right;
    std::size_t minimumWidth = 0; ///< for tables whose lines are written before all rows are known
};

/// Aligned plain text. Widths count characters, not bytes; no trailing blanks.
class TextTable {
public:
    explicit TextTable(std::vector<Column> columns);

    void addRow(std::vector<std::string> cells);
    /// Heading and all rows, each line ended.
    [[nodiscard]] std::string text() const;

    /// The heading, or one row, at the minimum widths: for tables that grow while they are read.
    [[nodiscard]] std::string headingLine() const;
    [[nodiscard]] std::string rowLine(const std::vector<std::string>& cells) const;

private:
    [[nodiscard]] std::string line(const std::vector<std::string>& cells,
                                   const std::vector<std::size_t>& widths) const;
    [[nodiscard]] std::vector<std::string> titles() const;
    [[nodiscard]] std::vector<std::size_t> minimumWidths() const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Characters of UTF-8 text.
[[nodiscard]] std::size_t displayWidth(const std::string& text);

} // namespace parsimony::cli
