// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::fuzzing {

/// Where a line of a ledger has what.
enum class LedgerCell : std::size_t {
    Seq,
    Time,
    Kind,
    Dataset,
    Part,
    Experiment,
    Trial,
    Class,
    MuSquared,
    MuSquaredExact,
    Epsilon,
    Delta,
    Salt,
    Commitment,
    Body,
    Prev,
    Hash
};
inline constexpr std::size_t kLedgerCells = static_cast<std::size_t>(LedgerCell::Hash) + 1;

/// A line of a project as text (ledger_text.h).
class Line {
public:
    explicit Line(std::string_view text);

    [[nodiscard]] char table() const { return m_table.size() == 1 ? m_table.front() : '?'; }
    [[nodiscard]] std::size_t cells() const { return m_cells.size(); }
    /// Empty where the line ends before.
    [[nodiscard]] const std::string& cell(std::size_t index) const;
    [[nodiscard]] const std::string& cell(LedgerCell cell) const {
        return this->cell(static_cast<std::size_t>(cell));
    }
    void set(std::size_t index, std::string value);
    void set(LedgerCell cell, std::string value) { set(static_cast<std::size_t>(cell), std::move(value)); }
    [[nodiscard]] std::string text() const;

private:
    std::string m_table;
    std::vector<std::string> m_cells;
};

using Lines = std::vector<Line>;

[[nodiscard]] Lines linesOf(std::string_view text);
[[nodiscard]] std::string textOf(const Lines& lines);

[[nodiscard]] std::string escaped(std::string_view text);
[[nodiscard]] std::string unescaped(std::string_view text);

} // namespace parsimony::fuzzing
