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

/// Text with one record a line. Cells are split at the delimiter, the quotes around a number are dropped;
/// cells that hold line ends are not known, as no number needs them.
class CsvReader final : public ArrayReader {
public:
    explicit CsvReader(const std::string& path) : m_path(path), m_file(path) {
        if (m_file.mapped() == nullptr && m_file.size() > 0) {
            m_copy.resize(m_file.size());
            m_file.read(0, m_copy.size(), reinterpret_cast<std::byte*>(m_copy.data()));
        }
        index();
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
        for (std::size_t begin = 0;;) {
            const std::size_t end = row.find(m_delimiter, begin);
            cell(row.substr(begin, end == std::string_view::npos ? end : end - begin));
            if (end == std::string_view::npos) {
                return;
            }
            begin = end + 1;
        }
    }

    void chooseDelimiter(std::string_view first) {
        const bool tabs = first.find('\t') != std::string_view::npos;
        const bool commas = first.find(',') != std::string_view::npos;
        const bool semicolons = first.find(';') != std::string_view::npos;
        m_delimiter = tabs ? '\t' : (commas || !semicolons ? ',' : ';');
        const std::string_view bare = trimmed(first);
        if (!tabs && !commas && !semicolons && bare.find(' ') != std::string_view::npos) {
            m_delimiter = ' '; // as numpy.savetxt writes
        }
    }

    void index() {
        const std::string_view all = text();
        std::size_t at = all.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
        while (at < all.size() && (all[at] == '#' || trimmed(line(at)).empty())) {
            at += line(at).size() + 1;
        }
        if (at < all.size()) {
            const std::string_view first = line(at);
            chooseDelimiter(first);
            bool anyNumber = false;
            forCells(first, [&](std::string_view cell) {
                ++m_width;
                anyNumber = anyNumber || !std::isnan(numberOf(cell)) || trimmed(cell) == "nan";
            });
            // A line without any number names the columns.
            at += anyNumber ? 0 : first.size() + 1;
        }
        std::size_t lastFilled = 0;
        while (at < all.size()) {
            m_lines.push_back(at);
            const std::string_view row = line(at);
            if (!trimmed(row).empty()) {
                lastFilled = m_lines.size();
            }
            at += row.size() + 1;
        }
        // An empty line between others is a record gone wrong and keeps its place; at the end it is none.
        m_lines.resize(lastFilled);
        m_info.path = m_path;
        m_info.type = {DType::Text, false, "text"};
        m_info.shape = {m_lines.size(), m_width};
        m_info.bytes = m_file.size();
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
    char m_delimiter = ',';
};

} // namespace

std::vector<ArrayInfo> listCsv(const std::string& path) {
    return {CsvReader(path).info()};
}

std::unique_ptr<ArrayReader> openCsv(const std::string& path, const std::string& key) {
    if (!key.empty()) {
        fail(Sentence("{1} is a text table and holds one array; leave out ':{2}'", path, key));
    }
    return std::make_unique<CsvReader>(path);
}

} // namespace parsimony::data
