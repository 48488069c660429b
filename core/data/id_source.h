// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace parsimony::data {

/// A column of ids, opened. Const members may be called from several threads at once.
class IdSource {
public:
    virtual ~IdSource() = default;
    /// The column as messages name it.
    [[nodiscard]] virtual std::string spec() const = 0;
    [[nodiscard]] virtual std::size_t rows() const = 0;
    /// Writes the ids of rows [first, first + count) as text, empty where there is none. Throws Error(Failed)
    /// when the file shrank or proves damaged.
    virtual void read(std::size_t first, std::size_t count, std::vector<std::string>& out) const = 0;
};

/// Opens PATH or PATH:KEY. Throws Error(Failed) when the array is no column of integers or text.
[[nodiscard]] std::unique_ptr<IdSource> openIds(const std::string& spec);

/// The lines of a text, or, of a table with a header, the column named `key` (`header`: its only one).
[[nodiscard]] std::unique_ptr<IdSource> openTextColumn(const std::string& path, const std::string& key);

/// The same for ids, which need a name in a .csv or .tsv.
[[nodiscard]] std::unique_ptr<IdSource> openTextIds(const std::string& path, const std::string& key);

} // namespace parsimony::data
