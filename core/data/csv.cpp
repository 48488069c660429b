// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/feature_source.h"
#include "core/data/formats.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace parsimony::data {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

std::string_view trimmed(std::string_view cell) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) {
        cell.remove_prefix(1);
    }
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t' || cell.back() == '\r')) {
        cell.remove_suffix(1);
    }
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
    cell = trimmed(cell);
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

std::int64_t integerOf(std::string_view cell) {
    cell = trimmed(cell);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error != std::errc() || end != cell.data() + cell.size() || cell.empty() ? kNoInteger : value;
}

/// Each line is split by what it holds itself, so that no record says how another one is read.
char delimiterOf(std::string_view row) {
    for (const char delimiter : {'\t', ',', ';'}) {
        if (row.find(delimiter) != std::string_view::npos) {
            return delimiter;
        }
    }
    // As numpy.savetxt writes.
    return trimmed(row).find(' ') != std::string_view::npos ? ' ' : ',';
}

/// Text with one record a line. Cells are split at the delimiter, the quotes around a number are dropped;
/// cells that hold line ends are not known, as no number needs them.
class CsvReader final : public ArrayReader {
public:
    CsvReader(const std::string& path, const std::string& key, TextLayout layout)
        : m_path(path), m_file(path) {
        if (m_file.mapped() == nullptr && m_file.size() > 0) {
            m_copy.resize(m_file.size());
            m_file.read(0, m_copy.size(), reinterpret_cast<std::byte*>(m_copy.data()));
        }
        index(key, layout);
        m_file.verify();
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
    void verify() const override { m_file.verify(); }

private:
    [[nodiscard]] std::string_view text() const {
        return m_copy.empty()
                   ? std::string_view(reinterpret_cast<const char*>(m_file.mapped()), m_file.size())
                   : std::string_view(m_copy);
    }

    [[nodiscard]] std::string_view line(std::size_t begin) const {
        const std::string_view all = text();
        const std::size_t end = all.find('\n', begin);
        return all.substr(begin, end == std::string_view::npos ? end : end - begin);
    }

    /// Bounded by where the next record began when the file was opened: a file that changes meanwhile costs
    /// no more.
    [[nodiscard]] std::string_view record(std::size_t row) const {
        const std::size_t begin = m_lines[row];
        const std::size_t next = row + 1 < m_lines.size() ? m_lines[row + 1] : text().size();
        const std::string_view whole = text().substr(begin, next - begin);
        return whole.substr(0, whole.find('\n'));
    }

    template <class Cell>
    void forCells(std::string_view row, Cell&& cell) const {
        const char delimiter = delimiterOf(row);
        for (std::size_t begin = 0;;) {
            const std::size_t end = row.find(delimiter, begin);
            cell(row.substr(begin, end == std::string_view::npos ? end : end - begin));
            if (end == std::string_view::npos) {
                return;
            }
            begin = end + 1;
        }
    }

    /// As its key says, or, without one, as its first lines look.
    void index(const std::string& key, TextLayout layout) {
        const std::string_view all = text();
        std::size_t at = all.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
        const bool guessed = key.empty() && layout == TextLayout::Guessed;
        if (guessed || key == kHeaderKey) {
            while (at < all.size() && (all[at] == '#' || trimmed(line(at)).empty())) {
                at += line(at).size() + 1; // remarks stand before a header
            }
            if (at < all.size()) {
                at += takeFirst(line(at)) && guessed ? 0 : line(at).size() + 1;
            }
        } else {
            m_width = key.empty() ? 1 : declaredWidth(key);
        }
        findRecords(at);
        if (guessed) {
            // An empty line between others is a record gone wrong and keeps its place; at the end it is none.
            while (!m_lines.empty() && trimmed(record(m_lines.size() - 1)).empty()) {
                m_lines.pop_back();
            }
        } else {
            checkLineEnd(all, m_path, TextLayout::Declared);
        }
        m_info.path = m_path;
        m_info.key = key;
        m_info.type = {DType::Text, false, "text"};
        m_info.shape = {m_lines.size(), m_width};
        m_info.bytes = m_file.size();
    }

    /// The width from the first line; true if it holds a number. A line without any names the columns where
    /// that is guessed.
    bool takeFirst(std::string_view first) {
        bool anyNumber = false;
        forCells(first, [&](std::string_view cell) {
            ++m_width;
            anyNumber = anyNumber || !std::isnan(numberOf(cell)) || trimmed(cell) == "nan";
        });
        return anyNumber;
    }

    [[nodiscard]] std::size_t declaredWidth(const std::string& key) const {
        constexpr std::size_t kMost = 1U << 24U;
        std::size_t width = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), width);
        if (error != std::errc() || end != key.data() + key.size() || width < 1 || width > kMost) {
            fail(Sentence("{1} is a text table; behind ':' stands 'header', if its first line names the "
                          "columns, or their number, not '{2}'",
                          m_path, key));
        }
        return width;
    }

    void findRecords(std::size_t at) {
        const std::string_view all = text();
        while (at < all.size()) {
            m_lines.push_back(at);
            at += line(at).size() + 1;
        }
    }

    template <class Out, class Parse>
    void readAny(std::size_t first, std::size_t count, Out* out, Parse&& parse, Out wrong) const {
        checkRowRange(first, count, m_lines.size());
        for (std::size_t row = 0; row < count; ++row) {
            Out* cells = out + row * m_width;
            std::size_t filled = 0;
            forCells(record(first + row), [&](std::string_view cell) {
                if (filled < m_width) {
                    cells[filled] = parse(cell);
                }
                ++filled;
            });
            if (filled != m_width) {
                std::fill_n(cells, m_width, wrong);
            }
        }
        m_file.verify();
    }

    std::string m_path;
    FileBytes m_file;
    std::string m_copy; ///< the text, where the file could not be mapped
    ArrayInfo m_info;
    std::vector<std::size_t> m_lines; ///< where each record begins
    std::size_t m_width = 0;
};

} // namespace

void checkLineEnd(std::string_view text, const std::string& path, TextLayout layout) {
    if (layout != TextLayout::Guessed && (text.empty() || text.back() != '\n')) {
        fail(Sentence("{1} does not end with a line end: its last record would be missing if it were empty; "
                      "add one",
                      path));
    }
}

std::vector<ArrayInfo> listCsv(const std::string& path) {
    return {CsvReader(path, {}, TextLayout::Guessed).info()};
}

std::unique_ptr<ArrayReader> openCsv(const std::string& path, const std::string& key, TextLayout layout) {
    if (key.empty() && layout == TextLayout::Declared) {
        fail(Sentence("{1} is a text of private records, which must not tell their columns: name it as "
                      "{1}:header if its first line names them, else as {1}:COLUMNS with their number",
                      path));
    }
    return std::make_unique<CsvReader>(path, key, layout);
}

} // namespace parsimony::data
