// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/stored_lists.h"

#include <algorithm>
#include <string>

namespace parsimony::ledger {

namespace {

std::span<const std::uint8_t> flat(std::span<const RowTag> tags) {
    return {reinterpret_cast<const std::uint8_t*>(tags.data()), tags.size_bytes()};
}

std::span<std::uint8_t> flat(std::span<RowTag> tags) {
    return {reinterpret_cast<std::uint8_t*>(tags.data()), tags.size_bytes()};
}

} // namespace

Digest digestOf(std::span<const RowTag> tags) {
    return sha256(flat(tags));
}

void StoredList::forPieces(const std::function<void(std::span<const RowTag>)>& take) const {
    constexpr std::size_t kPiece = 1U << 14U;
    const std::size_t size = bytes() / sizeof(RowTag);
    std::vector<RowTag> buffer(std::min(kPiece, size));
    for (std::size_t first = 0; first < size; first += kPiece) {
        const auto piece = std::span(buffer).first(std::min(kPiece, size - first));
        m_blob.read(first * sizeof(RowTag), flat(piece));
        take(piece);
    }
}

std::vector<RowTag> StoredList::all() const {
    std::vector<RowTag> tags(bytes() / sizeof(RowTag));
    m_blob.read(0, flat(std::span(tags)));
    return tags;
}

Digest keepList(Database& database, const char* table, std::span<const RowTag> tags) {
    const Digest digest = digestOf(tags);
    const std::string name = table;
    auto known = database.prepare("SELECT 1 FROM " + name + " WHERE digest = ?");
    if (known.bind(std::span<const std::uint8_t>(digest)).step()) {
        return digest;
    }
    // Of a list that is bound SQLite makes two copies.
    database.prepare("INSERT INTO " + name + " VALUES (?, ?, zeroblob(?))")
        .bind(std::span<const std::uint8_t>(digest))
        .bind(static_cast<std::int64_t>(tags.size()))
        .bind(static_cast<std::int64_t>(tags.size_bytes()))
        .run();
    BlobPieces(database, table, "tags", database.integer("SELECT last_insert_rowid()"),
               BlobPieces::Use::Write)
        .write(0, flat(tags));
    return digest;
}

} // namespace parsimony::ledger
