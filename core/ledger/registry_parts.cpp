// SPDX-License-Identifier: GPL-3.0-or-later
// What the registry knows of parts: their rows, and which of them are linked.
#include "core/ledger/registry.h"

#include <algorithm>
#include <set>

namespace parsimony::ledger {

namespace {

std::span<const std::uint8_t> flat(std::span<const RowTag> tags) {
    return {reinterpret_cast<const std::uint8_t*>(tags.data()), tags.size() * sizeof(RowTag)};
}

std::span<const RowTag> tagsOf(std::span<const std::uint8_t> bytes) {
    // RowTag is an array of bytes: any address is aligned for it.
    return {reinterpret_cast<const RowTag*>(bytes.data()), bytes.size() / sizeof(RowTag)};
}

constexpr const char* matchColumns = "SELECT id, project, path, dataset, name, key, public FROM known_parts ";

RegistryMatch matchAt(const Statement& row) {
    RegistryMatch match;
    match.id = row.integer(0);
    match.project = row.text(1);
    match.path = row.text(2);
    match.dataset = row.text(3);
    match.name = row.text(4);
    match.key = row.text(5);
    match.isPublic = row.integer(6) != 0;
    return match;
}

} // namespace

std::vector<RegistryMatch> Registry::lookup(std::span<const RowTag> tags) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    const Digest digest = sha256(flat(tags));
    std::vector<RegistryMatch> matches;
    auto sets = m_database.prepare("SELECT digest, rows, tags FROM row_sets");
    auto parts = m_database.prepare(std::string(matchColumns) + "WHERE row_set = ?");
    while (sets.step()) {
        const auto stored = sets.blobView(0);
        const bool same = std::equal(stored.begin(), stored.end(), digest.begin(), digest.end());
        const auto rows = static_cast<std::uint64_t>(sets.integer(1));
        const std::uint64_t shared = same ? rows : sharedRows(tags, tagsOf(sets.blobView(2)));
        if (shared == 0) {
            continue;
        }
        parts.bind(stored);
        while (parts.step()) {
            RegistryMatch match = matchAt(parts);
            match.rows = rows;
            match.shared = shared;
            match.same = same;
            match.linked = sameData(shared, rows, tags.size());
            matches.push_back(std::move(match));
        }
        parts.reset();
    }
    std::stable_sort(matches.begin(), matches.end(),
                     [](const RegistryMatch& a, const RegistryMatch& b) { return a.shared > b.shared; });
    return matches;
}

std::vector<RegistryMatch> Registry::unlinked(const std::string& key) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    auto own = m_database.prepare("SELECT p.id, s.tags FROM known_parts p JOIN row_sets s ON s.digest = "
                                  "p.row_set WHERE p.key = ? AND NOT p.public AND NOT p.distinct_records");
    if (!own.bind(key).step()) {
        return {};
    }
    const Bytes bytes = own.blob(1);
    auto open =
        m_database.prepare("SELECT 1 FROM known_parts p WHERE p.id = ?1 AND p.id <> ?2 AND NOT p.public "
                           "AND NOT p.distinct_records AND NOT EXISTS (SELECT 1 FROM part_links l "
                           "WHERE l.part = ?2 AND l.other = p.id)");
    std::vector<RegistryMatch> missed;
    for (RegistryMatch& match : lookup(tagsOf(bytes))) {
        open.bind(match.id).bind(own.integer(0));
        if (match.linked && open.step()) {
            missed.push_back(std::move(match));
        }
        open.reset();
    }
    return missed;
}

std::vector<RegistryMatch> Registry::partsNamed(const std::string& project, const std::string& name) const {
    const std::lock_guard guard(m_mutex);
    auto rows = m_database.prepare(std::string(matchColumns) + "WHERE project = ? AND name = ? ORDER BY id");
    rows.bind(project).bind(name);
    std::vector<RegistryMatch> parts;
    while (rows.step()) {
        parts.push_back(matchAt(rows));
    }
    return parts;
}

std::vector<RegistryMatch> Registry::linkedWith(const std::vector<std::int64_t>& parts) const {
    const std::lock_guard guard(m_mutex);
    std::set<std::int64_t> reached(parts.begin(), parts.end());
    std::vector<std::int64_t> open(reached.begin(), reached.end());
    auto links = m_database.prepare("SELECT other FROM part_links WHERE part = ?");
    while (!open.empty()) {
        links.bind(open.back());
        open.pop_back();
        while (links.step()) {
            if (reached.insert(links.integer(0)).second) {
                open.push_back(links.integer(0));
            }
        }
        links.reset();
    }
    std::vector<RegistryMatch> found;
    auto row = m_database.prepare(std::string(matchColumns) + "WHERE id = ?");
    for (const auto part : reached) {
        if (row.bind(part).step()) {
            found.push_back(matchAt(row));
        }
        row.reset();
    }
    return found;
}

std::int64_t Registry::registerPart(const NewPart& part, std::span<const RowTag> tags) {
    const std::lock_guard guard(m_mutex);
    const Digest digest = sha256(flat(tags));
    syncEveryCommit(true);
    Transaction transaction(m_database);
    if (const auto known = numberOf(part.key)) {
        m_database.prepare("UPDATE known_parts SET path = ? WHERE id = ?").bind(part.path).bind(*known).run();
        takeUnits(*known, part.units);
        if (part.distinctRecords) {
            m_database.prepare("UPDATE known_parts SET distinct_records = 1 WHERE id = ?").bind(*known).run();
        }
        link(*known, part.links, false);
        transaction.commit();
        return *known;
    }
    auto set = m_database.prepare("SELECT 1 FROM row_sets WHERE digest = ?");
    if (!set.bind(std::span<const std::uint8_t>(digest)).step()) {
        m_database.prepare("INSERT INTO row_sets (digest, rows, tags) VALUES (?, ?, ?)")
            .bind(std::span<const std::uint8_t>(digest))
            .bind(static_cast<std::int64_t>(tags.size()))
            .bind(flat(tags))
            .run();
    }
    set.reset();
    m_database
        .prepare("INSERT INTO known_parts (project, path, dataset, name, key, public, row_set, adjacency, "
                 "rows_per_person, distinct_records) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(part.project)
        .bind(part.path)
        .bind(part.dataset)
        .bind(part.name)
        .bind(part.key)
        .bind(part.isPublic ? 1 : 0)
        .bind(std::span<const std::uint8_t>(digest))
        .bind(adjacencyName(part.units.adjacency))
        .bind(static_cast<std::int64_t>(part.units.rowsPerPerson))
        .bind(part.distinctRecords ? 1 : 0)
        .run();
    const std::int64_t number = m_database.integer("SELECT last_insert_rowid()");
    link(number, part.links, true);
    transaction.commit();
    return number;
}

} // namespace parsimony::ledger
