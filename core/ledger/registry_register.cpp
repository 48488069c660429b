// SPDX-License-Identifier: GPL-3.0-or-later
// A part that becomes known, or is declared once more.
#include "core/ledger/registry.h"
#include "core/ledger/stored_lists.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

/// Adds lists to those that a part has in `table`, from the `first` one on.
void keepLists(Database& database, const char* table, std::int64_t part, const PartTags& tags,
               std::span<const std::span<const RowTag>> lists, std::size_t first) {
    auto insert = database.prepare("INSERT OR IGNORE INTO " + std::string(table) + " VALUES (?, ?, ?)");
    for (std::size_t i = first; i < lists.size(); ++i) {
        const Digest digest = keepList(database, "row_sets", lists[i]);
        insert.bind(part)
            .bind(std::span<const std::uint8_t>(digest))
            .bind(static_cast<std::int64_t>(viewsOf(tags, i)))
            .run();
    }
}

/// How wide the rows of each list are, as far as that was said.
void keepWidths(Database& database, std::int64_t part, const PartTags& tags) {
    auto insert = database.prepare("INSERT OR IGNORE INTO list_widths VALUES (?, ?, ?)");
    for (std::size_t i = 0; i < tags.rows.size() && i < tags.widths.size(); ++i) {
        if (tags.widths[i] > 0) {
            const Digest digest = digestOf(tags.rows[i]);
            insert.bind(part)
                .bind(std::span<const std::uint8_t>(digest))
                .bind(static_cast<std::int64_t>(tags.widths[i]))
                .run();
        }
    }
}

/// Behind the rows of a part, those of its other encoders, those of its views, what its files hold, and what
/// is told of them all.
void keepFurther(Database& database, std::int64_t part, const PartTags& tags) {
    database.prepare("UPDATE registered_parts SET people_without_rows = ? WHERE id = ?")
        .bind(static_cast<std::int64_t>(tags.peopleWithoutRows))
        .bind(part)
        .run();
    keepLists(database, "encoded_lists", part, tags, tags.rows, 1);
    keepLists(database, "file_lists", part, tags, tags.ofFiles, 0);
    keepWidths(database, part, tags);
}

} // namespace

std::int64_t Registry::registerPart(const NewPart& part, const PartTags& tags) {
    const std::lock_guard guard(m_mutex);
    syncEveryCommit(true);
    Transaction transaction(m_database);
    if (const auto known = numberOf(part.key)) {
        m_database.prepare("UPDATE registered_parts SET path = ? WHERE id = ?")
            .bind(part.path)
            .bind(*known)
            .run();
        takeUnits(*known, part.units);
        if (part.distinctRecords) {
            m_database.prepare("UPDATE registered_parts SET distinct_records = 1 WHERE id = ?")
                .bind(*known)
                .run();
        }
        if (part.exposed) {
            m_database.prepare("UPDATE registered_parts SET exposed = 1 WHERE id = ?").bind(*known).run();
        }
        keepFurther(m_database, *known, tags); // of a part that was declared without its views at first
        link(*known, part.links, Inherits::Late);
        transaction.commit();
        return *known;
    }
    const Digest rows = keepList(m_database, "row_sets", tags.rows.front());
    const Digest people = tags.people ? keepList(m_database, "person_sets", *tags.people) : Digest{};
    auto insert = m_database.prepare(
        "INSERT INTO registered_parts (project, path, dataset, name, key, public, row_set, "
        "adjacency, rows_per_person, distinct_records, people, exposed) VALUES (?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?, ?, ?)");
    insert.bind(part.project)
        .bind(part.path)
        .bind(part.dataset)
        .bind(part.name)
        .bind(part.key)
        .bind(part.isPublic ? 1 : 0)
        .bind(std::span<const std::uint8_t>(rows))
        .bind(adjacencyName(part.units.adjacency))
        .bind(static_cast<std::int64_t>(part.units.rowsPerPerson))
        .bind(part.distinctRecords ? 1 : 0);
    tags.people ? insert.bind(std::span<const std::uint8_t>(people)) : insert.bind(std::nullopt);
    insert.bind(part.exposed ? 1 : 0).run();
    const std::int64_t number = m_database.integer("SELECT last_insert_rowid()");
    keepFurther(m_database, number, tags);
    std::vector<std::int64_t> links = part.links;
    auto awaited = m_database.prepare("SELECT p.id FROM awaited_links a JOIN registered_parts p ON p.key = "
                                      "a.key WHERE a.other = ?");
    awaited.bind(part.key);
    while (!part.isPublic && awaited.step()) {
        if (std::count(links.begin(), links.end(), awaited.integer(0)) == 0) {
            links.push_back(awaited.integer(0));
        }
    }
    link(number, links, part.opens ? Inherits::Opening : Inherits::Joining);
    m_database.prepare("DELETE FROM awaited_links WHERE other = ?").bind(part.key).run();
    transaction.commit();
    return number;
}

} // namespace parsimony::ledger
