// SPDX-License-Identifier: GPL-3.0-or-later
// Sorted lists of tags as the registry's file has them, some of them of a hundred megabytes: piece by piece,
// since memory for copies costs more than the rest.
#pragma once

#include "core/base/sha256.h"
#include "core/ledger/records.h"
#include "core/ledger/sqlite.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace parsimony::ledger {

/// What a list is known by.
[[nodiscard]] Digest digestOf(std::span<const RowTag> tags);

class StoredList {
public:
    /// The list in this row of `row_sets` or `person_sets`.
    StoredList(Database& database, const char* table, std::int64_t row)
        : m_blob(database, table, "tags", row) {}

    [[nodiscard]] std::size_t bytes() const { return m_blob.size(); }
    /// Hands it over in its order.
    void forPieces(const std::function<void(std::span<const RowTag>)>& take) const;
    [[nodiscard]] std::vector<RowTag> all() const;

private:
    BlobPieces m_blob;
};

/// Writes a list to `table` that is not there yet; returns its digest.
Digest keepList(Database& database, const char* table, std::span<const RowTag> tags);

} // namespace parsimony::ledger
