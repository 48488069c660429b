// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/feature_source.h"
#include "core/data/formats.h"
#include "core/data/text_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace parsimony::data {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// A cell without blanks, the quotes around a number and its plus sign.
std::string_view bare(std::string_view cell) {
    cell = trimmed(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
        cell = cell.substr(1, cell.size() - 2);
    }
    if (cell.size() > 1 && cell.front() == '+' && cell[1] != '-' && cell[1] != '+') {
        cell.remove_prefix(1);
    }
    return cell;
}

/// NaN for a cell that is no number; one too large for a double is infinite, one too small is zero.
double numberOf(std::string_view cell) {
    cell = bare(cell);
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end != cell.data() + cell.size() || cell.empty() || error == std::errc::invalid_argument) {
        return kNoNumber;
    }
    if (error == std::errc::result_out_of_range) {
        // from_chars leaves the value alone here; the sign of the exponent tells overflow from underflow.
        const std::size_t exponent = cell.find_first_of("eE");
        const bool tiny = exponent != std::string_view::npos
                              ? cell.substr(exponent + 1).front() == '-'
                              : cell.substr(0, 3).find("0.") != std::string_view::npos;
        return tiny ? 0.0 : std::numeric_limits<double>::infinity();
    }
    return value;
}

} // namespace

std::int64_t integerOf(std::string_view cell) {
    cell = bare(cell);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error == std::errc() && end == cell.data() + cell.size() && !cell.empty()) {
        return value;
    }
    // pandas and numpy.savetxt write whole numbers as 3.0 and 3.000e+00.
    constexpr double kMost = 0x1p53;
    const double number = numberOf(cell);
    return std::fabs(number) <= kMost && number == std::trunc(number) ? static_cast<std::int64_t>(number)
                                                                      : kNoInteger;
}

namespace {

/// Each line is split by what it holds itself, so that no record says how another one is read.
char delimiterOf(std::string_view row) {
    for (const char delimiter : {'\t', ',', ';'}) {
        if (row.find(delimiter) != std::string_view::npos) {
            return delimiter;
        }
    }
    // As numpy.savetxt writes.
    return bare(row).find(' ') != std::string_view::npos ? ' ' : ',';
}

/// Splits a line at its own delimiter; quotes stay, as no number needs them.
template <class Take>
std::size_t forPlainCells(std::string_view line, Take&& take) {
    const char delimiter = delimiterOf(line);
    for (std::size_t begin = 0, count = 1;; ++count) {
        const std::size_t end = line.find(delimiter, begin);
        take(line.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos) {
            return count;
        }
        begin = end + 1;
    }
}

std::size_t widthOf(const std::string& key, const std::string& path) {
    constexpr std::size_t kMost = 1U << 24U;
    std::size_t width = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), width);
    if (error != std::errc() || end != key.data() + key.size() || width < 1 || width > kMost) {
        fail(Sentence("{1} is a text table; behind ':' stands 'header', if its first line names the "
                      "columns, one of these names, or the number of columns, not '{2}'",
                      path, key));
    }
    return width;
}

/// Text with one record a line; line ends inside of cells are not known, as no number needs them. Either all
/// cells of a line are one row, or its header says which of them are.
class CsvReader final : public ArrayReader {
public:
    CsvReader(const std::string& path, const std::string& key, TextLayout layout,
              std::span<const std::string> otherColumns)
        : m_lines(path) {
        const bool named = !key.empty() && !isHeaderKey(key) && !isWidth(key);
        if (named || !otherColumns.empty()) {
            if (isWidth(key)) {
                fail(Sentence("{1} names its columns in its first line, so it is no table of {2} columns "
                              "without names; leave ':{2}' out",
                              path, key));
            }
            takeColumns(named ? key : std::string(), otherColumns, layout == TextLayout::Guessed);
            checkLineEnd(m_lines.text(), path, TextLayout::Declared);
        } else {
            takeAll(key, layout);
        }
        m_info.path = path;
        m_info.key = key;
        m_info.type = {DType::Text, false, "text"};
        m_info.shape = {m_lines.size(), m_width};
        m_info.bytes = m_lines.bytes();
    }

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        readAny(
            first, count, out, [](std::string_view cell) { return static_cast<float>(numberOf(cell)); }, NAN);
    }
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override {
        readAny(first, count, out, numberOf, kNoNumber);
    }
    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        readAny(first, count, out, integerOf, kNoInteger);
    }
    void verify() const override { m_lines.verify(); }

private:
    /// As the key says, or, without one, as the first lines look.
    void takeAll(const std::string& key, TextLayout layout) {
        const bool guessed = key.empty() && layout == TextLayout::Guessed;
        if (guessed || isHeaderKey(key)) {
            std::size_t remarks = 0; // before a header
            while (remarks < m_lines.size() &&
                   (m_lines[remarks].starts_with('#') || bare(m_lines[remarks]).empty())) {
                ++remarks;
            }
            m_lines.dropFirst(remarks);
            if (m_lines.size() > 0 && !(takeFirst(m_lines[0]) && guessed)) {
                m_lines.dropFirst(1);
            }
        } else {
            m_width = key.empty() ? 1 : widthOf(key, m_lines.path());
        }
        if (guessed) {
            // An empty line between others is a record gone wrong and keeps its place; at the end it is none.
            while (m_lines.size() > 0 && bare(m_lines[m_lines.size() - 1]).empty()) {
                m_lines.dropLast();
            }
        } else {
            checkLineEnd(m_lines.text(), m_lines.path(), TextLayout::Declared);
        }
    }

    /// The width from the first line; true if it holds a number. A line without any names the columns where
    /// that is guessed.
    bool takeFirst(std::string_view first) {
        bool anyNumber = false;
        m_width = forPlainCells(first, [&](std::string_view cell) {
            anyNumber = anyNumber || !std::isnan(numberOf(cell)) || bare(cell) == "nan";
        });
        return anyNumber;
    }

    /// The column `only`, or, without a name, all but `others`.
    void takeColumns(const std::string& only, std::span<const std::string> others, bool listing) {
        m_header = takeHeader(m_lines);
        const std::string& path = m_lines.path();
        m_taken.assign(m_header->names.size(), only.empty());
        if (!only.empty()) {
            m_taken[columnNamed(only, *m_header, path, listing)] = true;
        }
        for (const std::string& other : others) {
            m_taken[columnNamed(other, *m_header, path, listing)] = false;
        }
        for (std::size_t column = 0; column < m_taken.size(); ++column) {
            if (!m_taken[column]) {
                continue;
            }
            m_info.columns.push_back(m_header->names[column]);
            if (m_header->names[column].empty()) {
                fail(
                    Sentence("column {1} of {2} has no name; if it numbers the rows, write the table without "
                             "it (pandas: index=False)",
                             column + 1, path));
            }
        }
        m_width = static_cast<std::size_t>(std::count(m_taken.begin(), m_taken.end(), true));
    }

    /// Hands over the cells of a row; false where the line has not as many as it should.
    template <class Take>
    bool forCells(std::string_view line, Take&& take) const {
        if (!m_header) {
            return forPlainCells(line, take) == m_width;
        }
        std::size_t column = 0;
        const std::size_t cells = forTableCells(line, m_header->delimiter, [&](std::string_view cell) {
            if (column < m_taken.size() && m_taken[column]) {
                take(cell);
            }
            ++column;
        });
        return cells == m_taken.size();
    }

    template <class Out, class Parse>
    void readAny(std::size_t first, std::size_t count, Out* out, Parse&& parse, Out wrong) const {
        checkRowRange(first, count, m_lines.size());
        for (std::size_t row = 0; row < count; ++row) {
            Out* cells = out + row * m_width;
            std::size_t filled = 0;
            const bool whole = forCells(m_lines[first + row], [&](std::string_view cell) {
                if (filled < m_width) {
                    cells[filled] = parse(cell);
                }
                ++filled;
            });
            if (!whole) {
                std::fill_n(cells, m_width, wrong);
            }
        }
        m_lines.verify();
    }

    TextLines m_lines;
    ArrayInfo m_info;
    std::optional<TableHeader> m_header;
    std::vector<bool> m_taken; ///< of the header's columns
    std::size_t m_width = 0;
};

} // namespace

bool isWidth(const std::string& key) {
    return !key.empty() && key.find_first_not_of("0123456789") == std::string::npos;
}

void checkLineEnd(std::string_view text, const std::string& path, TextLayout layout) {
    if (layout != TextLayout::Guessed && (text.empty() || text.back() != '\n')) {
        fail(Sentence("{1} does not end with a line end: its last record would be missing if it were empty; "
                      "add one",
                      path));
    }
}

std::vector<ArrayInfo> listCsv(const std::string& path) {
    return {CsvReader(path, {}, TextLayout::Guessed, {}).info()};
}

std::unique_ptr<ArrayReader> openCsv(const std::string& path, const std::string& key, TextLayout layout,
                                     std::span<const std::string> otherColumns) {
    if (key.empty() && otherColumns.empty() && layout == TextLayout::Declared) {
        fail(Sentence("{1} is a text of private records, which must not tell their columns: name it as "
                      "{1}:header if its first line names them, else as {1}:COLUMNS with their number",
                      path));
    }
    return std::make_unique<CsvReader>(path, key, layout, otherColumns);
}

} // namespace parsimony::data
