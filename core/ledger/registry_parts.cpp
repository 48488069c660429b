// SPDX-License-Identifier: GPL-3.0-or-later
// What the registry knows of parts: their rows, and which of them are linked.
#include "core/ledger/registry.h"
#include "core/ledger/stored_lists.h"

#include <algorithm>
#include <map>
#include <set>

namespace parsimony::ledger {

namespace {

/// What matchAt() reads, and `more` behind it.
std::string selectMatches(const std::string& more = {}) {
    return "SELECT id, project, path, dataset, name, key, public, people, distinct_records, exposed, "
           "rows_per_person, people_without_rows" +
           more + " FROM registered_parts ";
}

constexpr int kBehindMatch = 12; ///< the first column of `more`

/// What rows of two lists share, in records of so many rows.
void takeShared(RegistryMatch& match, const SharedRows& shared, std::uint32_t rowsOfOne) {
    if (shared.ofB / rowsOfOne >= match.shared) {
        match.rows = shared.rowsB / rowsOfOne;
        match.shared = shared.ofB / rowsOfOne;
        match.covered = shared.pairs / rowsOfOne;
        match.uncovered = shared.rowsB - shared.pairs;
    }
}

RegistryMatch matchAt(const Statement& row) {
    RegistryMatch match;
    match.id = row.integer(0);
    match.project = row.text(1);
    match.path = row.text(2);
    match.dataset = row.text(3);
    match.name = row.text(4);
    match.key = row.text(5);
    match.isPublic = row.integer(6) != 0;
    match.hasIds = !row.isNull(7);
    match.distinctRecords = row.integer(8) != 0;
    match.exposed = row.integer(9) != 0;
    match.rowsPerPerson = row.isNull(10) ? 1 : static_cast<std::uint32_t>(row.integer(10));
    match.peopleWithoutRows = row.isNull(11) ? 0 : static_cast<std::uint64_t>(row.integer(11));
    return match;
}

std::vector<RegistryMatch> matchesOf(Statement& rows) {
    std::vector<RegistryMatch> matches;
    while (rows.step()) {
        matches.push_back(matchAt(rows));
    }
    return matches;
}

std::set<std::pair<std::string, std::string>> pairsOf(Statement& rows) {
    std::set<std::pair<std::string, std::string>> pairs;
    while (rows.step()) {
        pairs.emplace(rows.text(0), rows.text(1));
    }
    return pairs;
}

} // namespace

bool shareData(const PartTags& one, const PartTags& other) {
    for (std::size_t i = 0; i < one.rows.size(); ++i) {
        for (std::size_t k = 0; k < other.rows.size(); ++k) {
            if (sameData(sharedRows(one.rows[i], other.rows[k]), viewsOf(one, i), viewsOf(other, k))) {
                return true;
            }
        }
    }
    return false;
}

std::vector<RegistryMatch> Registry::lookup(const PartTags& tags, const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    Found found;
    findRows(tags, project, found);
    for (auto& [id, match] : found) {
        match.same = match.same && peopleOf(match.key).has_value() == tags.people.has_value();
    }
    if (tags.people) {
        findPeople(*tags.people, project, found);
    }
    std::vector<RegistryMatch> matches;
    matches.reserve(found.size());
    for (auto& [id, match] : found) {
        matches.push_back(std::move(match));
    }
    std::stable_sort(matches.begin(), matches.end(),
                     [](const RegistryMatch& a, const RegistryMatch& b) { return a.shared > b.shared; });
    return matches;
}

// Each encoder's rows are compared with each other's: what any two have in common is.
void Registry::findRows(const PartTags& tags, const std::string& project, Found& found) const {
    constexpr const char* kOwners =
        "digest IN (SELECT row_set FROM registered_parts WHERE project = ?1 UNION SELECT e.row_set FROM "
        "encoded_lists e JOIN registered_parts p ON p.id = e.part WHERE p.project = ?1)";
    std::map<std::int64_t, std::size_t> same; // how many lists of a part are among `tags`
    auto parts = m_database.prepare(
        selectMatches(
            ", coalesce((SELECT views FROM encoded_lists WHERE part = id AND row_set = ?1), (SELECT "
            "views FROM file_lists WHERE part = id AND row_set = ?1), 1), row_set = ?1 OR EXISTS "
            "(SELECT 1 FROM encoded_lists WHERE part = id AND row_set = ?1)") +
        "WHERE (row_set = ?1 OR id IN (SELECT part FROM encoded_lists WHERE row_set = ?1 UNION ALL SELECT "
        "part FROM file_lists WHERE row_set = ?1 AND ?3)) AND (?2 = '' OR project = ?2)");
    for (std::size_t list = 0; list < tags.rows.size(); ++list) {
        const auto& rows = tags.rows[list];
        const std::uint32_t own = viewsOf(tags, list);
        Together together(rows, own);
        std::set<std::int64_t> few; // private parts that are not linked by themselves
        forSets("row_sets", kOwners, project, rows, [&](const SharedSet& set) {
            bool isFew = false;
            parts.bind(set.digest).bind(project).bind(tags.toBeShown ? 1 : 0);
            while (parts.step()) {
                same[parts.integer(0)] += set.same && parts.integer(kBehindMatch + 1) != 0 ? 1 : 0;
                if (set.shared.values == 0) { // lists without a row, as of views of zeros, link nothing
                    continue;
                }
                RegistryMatch& match = found.try_emplace(parts.integer(0), matchAt(parts)).first->second;
                const auto views = static_cast<std::uint32_t>(parts.integer(kBehindMatch));
                const bool isLinked = tags.anyRowLinks || sameData(set.shared, own, views);
                takeShared(match, set.shared, std::max(own, views));
                match.linked = match.linked || isLinked;
                match.otherViews = match.otherViews || (isLinked && views != own);
                if (!isLinked && !match.isPublic && !match.distinctRecords) {
                    isFew = true;
                    few.insert(match.id);
                }
            }
            parts.reset();
            if (isFew) {
                together.begin();
                StoredList(m_database, "row_sets", set.row).forPieces([&](std::span<const RowTag> piece) {
                    together.add(piece);
                });
            }
        });
        if (!few.empty() && together.isMost()) {
            for (const std::int64_t id : few) {
                found.at(id).linkedTogether = true;
            }
        }
    }
    auto encoded = m_database.prepare("SELECT count(*) FROM encoded_lists WHERE part = ?");
    for (auto& [id, match] : found) {
        match.same = encoded.bind(id).step() && same[id] == tags.rows.size() &&
                     encoded.integer(0) + 1 == static_cast<std::int64_t>(tags.rows.size());
        encoded.reset();
    }
}

std::vector<std::vector<RowTag>> Registry::rowsOf(std::int64_t part) const {
    std::vector<std::vector<RowTag>> lists;
    auto sets = m_database.prepare("SELECT rowid FROM row_sets WHERE digest IN (SELECT row_set FROM "
                                   "registered_parts WHERE id = ?1 UNION SELECT row_set FROM encoded_lists "
                                   "WHERE part = ?1)");
    sets.bind(part);
    while (sets.step()) {
        lists.push_back(StoredList(m_database, "row_sets", sets.integer(0)).all());
    }
    return lists;
}

std::optional<bool> Registry::mayHoldViews(const PartTags& tags, std::int64_t part) const {
    const std::lock_guard guard(m_mutex);
    auto lists = m_database.prepare(
        "SELECT w.width, l.views FROM (SELECT row_set, 1 AS views FROM registered_parts WHERE id = ?1 UNION "
        "ALL SELECT row_set, views FROM encoded_lists WHERE part = ?1) l LEFT JOIN list_widths w ON w.part = "
        "?1 AND w.row_set = l.row_set");
    lists.bind(part);
    bool found = false;
    while (lists.step()) {
        for (std::size_t list = 0; list < tags.rows.size(); ++list) {
            if (lists.isNull(0) || list >= tags.widths.size() || tags.widths[list] == 0) {
                return std::nullopt;
            }
            found |= lists.integer(0) == tags.widths[list] && lists.integer(1) != viewsOf(tags, list);
        }
    }
    return found;
}

// Whoever shares a person is the same data; without ids on one side rows alone tell.
void Registry::findPeople(std::span<const RowTag> people, const std::string& project, Found& found) const {
    constexpr const char* kOwners = "digest IN (SELECT people FROM registered_parts WHERE project = ?1)";
    std::set<std::int64_t> same;
    auto parts =
        m_database.prepare(selectMatches(", (SELECT s.rows FROM row_sets s WHERE s.digest = row_set)") +
                           "WHERE people = ?1 AND (?2 = '' OR project = ?2)");
    forSets("person_sets", kOwners, project, people, [&](const SharedSet& set) {
        parts.bind(set.digest).bind(project);
        while (parts.step()) {
            const std::int64_t id = parts.integer(0);
            if (set.same) {
                same.insert(id);
            }
            if (set.shared.values > 0) {
                RegistryMatch& match = found.try_emplace(id, matchAt(parts)).first->second;
                match.rows = static_cast<std::uint64_t>(parts.integer(kBehindMatch));
                match.uncovered = match.shared > 0 ? match.uncovered : match.rows; // none is known
                match.people = set.shared.valuesOfB;
                match.sharedPeople = set.shared.values;
                match.linked = true;
            }
        }
        parts.reset();
    });
    for (auto& [id, match] : found) {
        match.same = match.same && same.count(id) != 0;
    }
}

void Registry::forSets(const char* table, const char* owners, const std::string& project,
                       std::span<const RowTag> tags,
                       const std::function<void(const SharedSet&)>& visit) const {
    auto sets =
        m_database.prepare("SELECT rowid, digest FROM " + std::string(table) + " WHERE ?1 = '' OR " + owners);
    sets.bind(project);
    std::optional<Digest> digest; // of `tags`, once a list is as long
    while (sets.step()) {
        SharedSet set;
        set.row = sets.integer(0);
        set.digest = sets.blobView(1);
        const StoredList list(m_database, table, set.row);
        if (list.bytes() == tags.size_bytes()) {
            digest = digest ? digest : digestOf(tags);
            set.same = std::equal(set.digest.begin(), set.digest.end(), digest->begin(), digest->end());
        }
        if (set.same) { // the list in the file need not be read
            set.shared = allShared(tags);
        } else {
            ListComparison comparison(tags);
            list.forPieces([&](std::span<const RowTag> piece) { comparison.add(piece); });
            set.shared = comparison.result();
        }
        if (set.shared.values > 0 || set.same) {
            visit(set);
        }
    }
}

std::optional<std::vector<RowTag>> Registry::peopleOf(const std::string& key) const {
    const auto part = numberOf(key);
    return part ? peopleIn(*part) : std::nullopt;
}

std::optional<std::vector<RowTag>> Registry::peopleIn(std::int64_t part) const {
    const std::lock_guard guard(m_mutex);
    auto row = m_database.prepare("SELECT s.rowid FROM registered_parts p JOIN person_sets s ON s.digest = "
                                  "p.people WHERE p.id = ?");
    if (!row.bind(part).step()) {
        return std::nullopt;
    }
    return StoredList(m_database, "person_sets", row.integer(0)).all();
}

std::vector<RegistryMatch> Registry::unlinked(const std::string& key) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    auto own = m_database.prepare("SELECT p.id FROM registered_parts p WHERE p.key = ? AND NOT p.public AND "
                                  "NOT p.distinct_records");
    if (!own.bind(key).step()) {
        return {};
    }
    const std::vector<std::vector<RowTag>> lists = rowsOf(own.integer(0));
    const auto people = peopleOf(key);
    PartTags tags;
    tags.rows.assign(lists.begin(), lists.end());
    if (people) {
        tags.people = *people;
    }
    auto open =
        m_database.prepare("SELECT 1 FROM registered_parts p WHERE p.id = ?1 AND p.id <> ?2 AND NOT p.public "
                           "AND NOT p.distinct_records AND NOT EXISTS (SELECT 1 FROM part_links l "
                           "WHERE l.part = ?2 AND l.other = p.id)");
    std::vector<RegistryMatch> missed;
    for (RegistryMatch& match : lookup(tags)) {
        open.bind(match.id).bind(own.integer(0));
        if (match.linked && open.step()) {
            missed.push_back(std::move(match));
        }
        open.reset();
    }
    return missed;
}

std::vector<std::string> Registry::projectsAt(const std::filesystem::path& file) const {
    const std::lock_guard guard(m_mutex);
    const auto place = std::filesystem::absolute(file); // parts keep it as their project was named
    auto rows = m_database.prepare(
        "SELECT DISTINCT project FROM registered_parts WHERE path IN (?1, ?2) OR project = ?3");
    rows.bind(place.string()).bind(place.lexically_normal().string()).bind(file.filename().string());
    std::vector<std::string> projects;
    while (rows.step()) {
        projects.push_back(rows.text(0));
    }
    return projects;
}

std::vector<RegistryMatch> Registry::partsOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto rows = m_database.prepare(selectMatches() + "WHERE project = ? ORDER BY id");
    return matchesOf(rows.bind(project));
}

std::vector<RegistryMatch> Registry::partsNamed(const std::string& project, const std::string& name) const {
    const std::lock_guard guard(m_mutex);
    auto rows = m_database.prepare(selectMatches() + "WHERE project = ? AND name = ? ORDER BY id");
    return matchesOf(rows.bind(project).bind(name));
}

std::vector<RegistryMatch> Registry::partsOfKeys(const std::vector<std::string>& keys) const {
    const std::lock_guard guard(m_mutex);
    auto row = m_database.prepare(selectMatches() + "WHERE key = ?");
    std::vector<RegistryMatch> parts;
    for (const std::string& key : keys) {
        if (row.bind(key).step()) {
            parts.push_back(matchAt(row));
        }
        row.reset();
    }
    return parts;
}

std::set<std::pair<std::string, std::string>> Registry::linksOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto links = m_database.prepare(
        "SELECT p.key, o.key FROM registered_parts p JOIN part_links l ON l.part = p.id JOIN "
        "registered_parts o ON o.id = l.other WHERE p.project = ?");
    return pairsOf(links.bind(project));
}

std::set<std::pair<std::string, std::string>> Registry::awaitedLinksOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto links = m_database.prepare("SELECT a.key, a.other FROM registered_parts p JOIN awaited_links a ON "
                                    "a.key = p.key WHERE p.project = ?");
    return pairsOf(links.bind(project));
}

std::vector<RegistryMatch>
Registry::linkedWith(const std::vector<std::int64_t>& parts,
                     const std::function<bool(const RegistryMatch&, const RegistryMatch&)>& passes) const {
    const std::lock_guard guard(m_mutex);
    std::map<std::int64_t, RegistryMatch> reached;
    std::vector<std::int64_t> open;
    auto row = m_database.prepare(selectMatches() + "WHERE id = ?");
    const auto reach = [&](std::int64_t part, const RegistryMatch* from) {
        if (reached.count(part) == 0 && row.bind(part).step()) {
            RegistryMatch match = matchAt(row);
            if (from == nullptr || !passes || passes(*from, match)) {
                reached.emplace(part, std::move(match));
                open.push_back(part);
            }
        }
        row.reset();
    };
    for (const std::int64_t part : parts) {
        reach(part, nullptr);
    }
    auto links = m_database.prepare("SELECT other FROM part_links WHERE part = ?");
    while (!open.empty()) {
        const RegistryMatch& from = reached.at(open.back());
        links.bind(open.back());
        open.pop_back();
        while (links.step()) {
            reach(links.integer(0), &from);
        }
        links.reset();
    }
    std::vector<RegistryMatch> found;
    found.reserve(reached.size());
    for (auto& [id, match] : reached) {
        found.push_back(std::move(match));
    }
    return found;
}

} // namespace parsimony::ledger
