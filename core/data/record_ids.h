// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/row_digest.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parsimony::data {

/// The first 16 bytes of a keyed hash of the id of a row's person; the id itself is kept nowhere.
using PersonTag = RowDigest;
/// Of a row without an id.
inline constexpr PersonTag kNobody{};

/// Checks the structure of a file of ids (PRIVACY.md rule 15) for `rows` rows: one column of integers or of
/// text, as many as there are rows. `spec` is PATH or PATH:KEY: .npy and .npz (integers, U and S), HDF5
/// (integers, text of fixed length), safetensors (integers), or text with one id a line, or a column of a
/// table named by its header. Headers alone are read (of text: its lines). Throws Error(Failed).
void checkRecordIds(const std::string& spec, const ArrayInfo& features);

/// Who each row belongs to, in the order of rows: HMAC-SHA-256 under `key` of the id as text. The number 17
/// and the text "17" are one id, spaces and quotes around a text are none of it, and upper and lower case are
/// two. An empty text, and a line with another number of cells than its header, is no id: kNobody. Throws
/// Error(Failed) as checkRecordIds, and when reading fails. threads 0 means one per processor.
[[nodiscard]] std::vector<PersonTag> personTags(const std::string& spec, const ArrayInfo& features,
                                                std::span<const std::uint8_t> key, int threads = 0);

/// The rows of a part, person by person.
class RowsByPerson {
public:
    RowsByPerson() = default;
    explicit RowsByPerson(std::vector<PersonTag> ofRows);

    [[nodiscard]] std::span<const PersonTag> ofRows() const { return m_ofRows; }
    /// Everybody who has a row, sorted.
    [[nodiscard]] const std::vector<PersonTag>& people() const { return m_people; }
    /// The rows of everybody with more than `most` of them, ascending.
    [[nodiscard]] std::vector<std::size_t> rowsOfThoseAbove(std::uint32_t most) const;

    /// Calls visit(tag, rows) for each person in the order of people(), with the rows ascending.
    template <class Visit>
    void forPeople(Visit&& visit) const {
        for (std::size_t i = 0; i < m_people.size(); ++i) {
            const std::size_t end = i + 1 < m_people.size() ? m_first[i + 1] : m_rows.size();
            visit(m_people[i], std::span(m_rows).subspan(m_first[i], end - m_first[i]));
        }
    }

private:
    std::vector<PersonTag> m_ofRows;
    std::vector<PersonTag> m_people;
    std::vector<std::uint32_t> m_rows;  ///< those with an id, sorted by person, then by row
    std::vector<std::uint32_t> m_first; ///< of each person, where its rows begin
};

/// Rows that count as empty for what their ids say, one flag a row. The counts are curator values.
struct WithheldRows {
    std::vector<std::uint8_t> flags; ///< empty: none
    std::size_t withoutId = 0;
    std::size_t beyondLimit = 0; ///< of people with more than `most` rows
    std::size_t ofOthers = 0;    ///< of people who may not be in this part
};

/// Of each person at most `most` rows stay, those whose keyed hash (that of the features, as the registry has
/// it) is lowest, equal rows in the order of the file; rows without an id and of people who are not among
/// `allowed` (sorted) do not. What happens to a row depends on its own person's rows and on `allowed` alone.
[[nodiscard]] WithheldRows withheldRows(const RowsByPerson& rows, std::uint32_t most,
                                        std::span<const PersonTag> allowed, const ArrayReader& features,
                                        std::span<const std::uint8_t> key);

} // namespace parsimony::data
