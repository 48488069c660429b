// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/registry.h"

#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace parsimony::ledger {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t registryApplicationId = 0x50617252; // "ParR"
constexpr std::int64_t registryVersion = 1;

constexpr const char* registrySchema = R"sql(
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE tagsets (digest BLOB PRIMARY KEY, rows INTEGER NOT NULL, tags BLOB NOT NULL);
CREATE TABLE parts (
    id INTEGER PRIMARY KEY, project TEXT NOT NULL, path TEXT NOT NULL, dataset TEXT NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE, public INTEGER NOT NULL, tagset BLOB NOT NULL REFERENCES tagsets (digest),
    opening_mu_squared TEXT NOT NULL, opening_epsilon TEXT NOT NULL, opening_delta TEXT NOT NULL
);
CREATE INDEX parts_project ON parts (project);
CREATE INDEX parts_tagset ON parts (tagset);
CREATE TABLE links (
    part INTEGER NOT NULL REFERENCES parts (id), other INTEGER NOT NULL REFERENCES parts (id),
    since INTEGER NOT NULL, PRIMARY KEY (part, other)
);
CREATE TABLE charges (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, part INTEGER NOT NULL REFERENCES parts (id),
    mu_squared TEXT, epsilon REAL NOT NULL, delta REAL NOT NULL, pending INTEGER NOT NULL, UNIQUE (id, part)
);
CREATE INDEX charges_part ON charges (part);
CREATE TABLE heads (project TEXT PRIMARY KEY, path TEXT NOT NULL, row INTEGER NOT NULL, hash BLOB NOT NULL);
)sql";

// Made before SQLite opens it, so that its mode is right from the first byte on.
const fs::path& prepared(const fs::path& file) {
    std::error_code error;
    const auto folder = file.parent_path();
    if (!folder.empty() && !fs::exists(folder, error)) {
        fs::create_directories(folder, error);
        fs::permissions(folder, fs::perms::owner_all, error);
    }
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        fail("can't open the registry '" + file.string() + "' (" + std::strerror(errno) +
             "); set PARSIMONY_REGISTRY to a file you may write to");
    }
    ::close(descriptor);
    return file;
}

std::string sentence(const fs::path& file) {
    return "the registry '" + file.string() + "'";
}

std::span<const std::uint8_t> flat(std::span<const RowTag> tags) {
    return {reinterpret_cast<const std::uint8_t*>(tags.data()), tags.size() * sizeof(RowTag)};
}

std::span<const RowTag> tagsOf(std::span<const std::uint8_t> bytes) {
    // RowTag is an array of bytes: any address is aligned for it.
    return {reinterpret_cast<const RowTag*>(bytes.data()), bytes.size() / sizeof(RowTag)};
}

/// The layout of before charges were confirmed: what it holds was counted as it stands, so it is confirmed.
void confirmOldCharges(Database& database) {
    constexpr const char* look = "SELECT count(*) FROM pragma_table_info('charges') WHERE name = 'pending'";
    if (database.integer(look) != 0) {
        return;
    }
    Transaction transaction(database);
    if (database.integer(look) == 0) { // nobody else was faster
        database.execute("ALTER TABLE charges ADD COLUMN pending INTEGER NOT NULL DEFAULT 0");
    }
    transaction.commit();
}

} // namespace

std::uint64_t sharedRows(std::span<const RowTag> a, std::span<const RowTag> b) {
    std::uint64_t shared = 0;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        const int order = std::memcmp(left->data(), right->data(), sizeof(RowTag));
        shared += order == 0 ? 1U : 0U;
        left += order <= 0 ? 1 : 0;
        right += order >= 0 ? 1 : 0;
    }
    return shared;
}

bool sameData(std::uint64_t shared, std::uint64_t rowsA, std::uint64_t rowsB) {
    return shared * 5 > std::min(rowsA, rowsB);
}

fs::path Registry::defaultPath() {
    if (const char* named = std::getenv("PARSIMONY_REGISTRY"); named != nullptr && *named != '\0') {
        return named;
    }
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        return fs::path(data) / "parsimony" / "registry.db";
    }
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') {
        fail("there is no home folder for the registry; set PARSIMONY_REGISTRY to a file you may write to");
    }
    return fs::path(home) / ".local" / "share" / "parsimony" / "registry.db";
}

std::shared_ptr<Registry> Registry::open(const fs::path& file) {
    return std::make_shared<Registry>(file);
}

Registry::Registry(const fs::path& file)
    : m_path(file), m_database(prepared(file).string(), OpenMode::ReadWrite) {
    bool isNew = false;
    {
        // One moment for both looks: between them another process may make the registry.
        const ReadSnapshot snapshot(m_database);
        const auto application = m_database.integer("PRAGMA application_id");
        isNew = application == 0 && m_database.integer("SELECT count(*) FROM sqlite_schema") == 0;
        if (!isNew && application != registryApplicationId) {
            fail("'" + file.string() +
                 "' is no registry of Parsimony; set PARSIMONY_REGISTRY to another file");
        }
    }
    m_database.useWriteAheadLog();
    m_database.execute("PRAGMA synchronous = FULL");
    if (isNew) {
        Transaction transaction(m_database);
        if (m_database.integer("SELECT count(*) FROM sqlite_schema") == 0) { // nobody else was faster
            m_database.execute("PRAGMA application_id = " + std::to_string(registryApplicationId) +
                               "; PRAGMA user_version = " + std::to_string(registryVersion));
            m_database.execute(registrySchema);
            Bytes id(16);
            fillSecureRandom(id);
            const auto key = secureRandomKey();
            m_database.prepare("INSERT INTO meta VALUES ('id', ?), ('key', ?)")
                .bind(std::span<const std::uint8_t>(id))
                .bind(std::span<const std::uint8_t>(key))
                .run();
        }
        transaction.commit();
    }
    if (m_database.integer("PRAGMA user_version") > registryVersion) {
        fail(sentence(file) + " was written by a newer version of Parsimony; update Parsimony");
    }
    confirmOldCharges(m_database);
    auto meta =
        m_database.prepare("SELECT (SELECT value FROM meta WHERE name = 'id'), (SELECT value FROM meta WHERE "
                           "name = 'key')");
    meta.step();
    const auto key = meta.blobView(1);
    if (meta.blobView(0).size() != 16 || key.size() != m_key.size()) {
        fail(sentence(file) + " is damaged: its key is missing; restore it from a copy");
    }
    m_id = toHex(meta.blobView(0));
    std::copy(key.begin(), key.end(), m_key.begin());
}

std::vector<RegistryMatch> Registry::lookup(std::span<const RowTag> tags) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    const Digest digest = sha256(flat(tags));
    std::vector<RegistryMatch> matches;
    auto sets = m_database.prepare("SELECT digest, rows, tags FROM tagsets");
    auto parts = m_database.prepare(
        "SELECT id, project, path, dataset, name, key, public FROM parts WHERE tagset = ?");
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
            RegistryMatch match;
            match.id = parts.integer(0);
            match.project = parts.text(1);
            match.path = parts.text(2);
            match.dataset = parts.text(3);
            match.name = parts.text(4);
            match.key = parts.text(5);
            match.isPublic = parts.integer(6) != 0;
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

Registry::Total Registry::totalOf(std::int64_t part) const {
    const std::lock_guard guard(m_mutex);
    Total total;
    const std::string what = "a charge in " + sentence(m_path);
    auto opening = m_database.prepare(
        "SELECT opening_mu_squared, opening_epsilon, opening_delta FROM parts WHERE id = ?");
    if (opening.bind(part).step()) {
        total.muSquared = SpendSum::fromText(opening.textView(0), what);
        total.epsilon = SpendSum::fromText(opening.textView(1), what);
        total.delta = SpendSum::fromText(opening.textView(2), what);
    }
    auto charges = m_database.prepare(
        "SELECT mu_squared, epsilon, delta FROM charges WHERE part = ?1 UNION ALL SELECT c.mu_squared, "
        "c.epsilon, "
        "c.delta FROM links l JOIN charges c ON c.part = l.other AND c.seq > l.since WHERE l.part = ?1");
    charges.bind(part);
    while (charges.step()) {
        if (!charges.isNull(0)) {
            total.muSquared.add(SpendSum::fromText(charges.textView(0), what));
        }
        total.epsilon.add(charges.real(1));
        total.delta.add(charges.real(2));
    }
    return total;
}

std::optional<std::int64_t> Registry::numberOf(const std::string& key) const {
    auto statement = m_database.prepare("SELECT id FROM parts WHERE key = ?");
    if (statement.bind(key).step()) {
        return statement.integer(0);
    }
    return std::nullopt;
}

void Registry::addLinks(std::int64_t part, const std::vector<std::int64_t>& others) {
    auto link = m_database.prepare("INSERT OR IGNORE INTO links (part, other, since) VALUES (?, ?, (SELECT "
                                   "coalesce(max(seq), 0) FROM charges))");
    for (const auto other : others) {
        link.bind(part).bind(other).run();
        link.bind(other).bind(part).run();
    }
}

std::int64_t Registry::registerPart(const NewPart& part, std::span<const RowTag> tags) {
    const std::lock_guard guard(m_mutex);
    const Digest digest = sha256(flat(tags));
    m_database.execute("PRAGMA synchronous = FULL");
    Transaction transaction(m_database);
    if (const auto known = numberOf(part.key)) {
        m_database.prepare("UPDATE parts SET path = ? WHERE id = ?").bind(part.path).bind(*known).run();
        transaction.commit();
        return *known;
    }
    auto set = m_database.prepare("SELECT 1 FROM tagsets WHERE digest = ?");
    if (!set.bind(std::span<const std::uint8_t>(digest)).step()) {
        m_database.prepare("INSERT INTO tagsets (digest, rows, tags) VALUES (?, ?, ?)")
            .bind(std::span<const std::uint8_t>(digest))
            .bind(static_cast<std::int64_t>(tags.size()))
            .bind(flat(tags))
            .run();
    }
    set.reset();
    m_database
        .prepare("INSERT INTO parts (project, path, dataset, name, key, public, tagset, opening_mu_squared, "
                 "opening_epsilon, opening_delta) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(part.project)
        .bind(part.path)
        .bind(part.dataset)
        .bind(part.name)
        .bind(part.key)
        .bind(part.isPublic ? 1 : 0)
        .bind(std::span<const std::uint8_t>(digest))
        .bind(part.opening.muSquared.text())
        .bind(part.opening.epsilon.text())
        .bind(part.opening.delta.text())
        .run();
    const std::int64_t number = m_database.integer("SELECT last_insert_rowid()");
    addLinks(number, part.links);
    transaction.commit();
    return number;
}

void Registry::charge(const std::string& key, const RegistryCharge& charge) {
    const std::lock_guard guard(m_mutex);
    m_database.execute("PRAGMA synchronous = FULL");
    Transaction transaction(m_database);
    const auto number = numberOf(key);
    if (!number) {
        return;
    }
    auto insert = m_database.prepare("INSERT OR IGNORE INTO charges (id, part, mu_squared, epsilon, delta, "
                                     "pending) VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(charge.id).bind(*number);
    charge.muSquared ? insert.bind(charge.muSquared->text()) : insert.bind(std::nullopt);
    insert.bind(charge.epsilon).bind(charge.delta).bind(charge.pending ? 1 : 0).run();
    transaction.commit();
}

void Registry::confirm(const std::string& id) {
    const std::lock_guard guard(m_mutex);
    // Losing this in a power cut is harmless: the project that has the reservation says it again.
    m_database.execute("PRAGMA synchronous = NORMAL");
    m_database.prepare("UPDATE charges SET pending = 0 WHERE id = ?").bind(id).run();
}

void Registry::withdraw(const std::string& id) {
    const std::lock_guard guard(m_mutex);
    m_database.prepare("DELETE FROM charges WHERE id = ? AND pending = 1").bind(id).run();
}

std::vector<std::pair<std::string, RegistryCharge>> Registry::chargesOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    std::vector<std::pair<std::string, RegistryCharge>> all;
    auto statement = m_database.prepare("SELECT c.seq, p.key, c.id, c.mu_squared, c.epsilon, c.delta, "
                                        "c.pending, 1 FROM parts p JOIN charges c ON c.part = "
                                        "p.id WHERE p.project = ?1 UNION SELECT c.seq, p.key, c.id, "
                                        "c.mu_squared, c.epsilon, c.delta, c.pending, 0 FROM "
                                        "parts p JOIN links l ON l.part = p.id JOIN charges c ON c.part = "
                                        "l.other AND c.seq > l.since WHERE p.project = ?1 "
                                        "ORDER BY 1");
    statement.bind(project);
    while (statement.step()) {
        RegistryCharge charge;
        charge.id = statement.text(2);
        if (!statement.isNull(3)) {
            charge.muSquared = SpendSum::fromText(statement.textView(3), "a charge in " + sentence(m_path));
        }
        charge.epsilon = statement.real(4);
        charge.delta = statement.real(5);
        charge.pending = statement.integer(6) != 0;
        charge.own = statement.integer(7) != 0;
        all.emplace_back(statement.text(1), std::move(charge));
    }
    return all;
}

bool Registry::knows(const std::string& key) const {
    const std::lock_guard guard(m_mutex);
    return numberOf(key).has_value();
}

std::optional<Registry::Head> Registry::headOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto statement = m_database.prepare("SELECT row, hash FROM heads WHERE project = ?");
    if (!statement.bind(project).step()) {
        return std::nullopt;
    }
    Head head;
    head.row = statement.integer(0);
    const auto hash = statement.blobView(1);
    std::copy_n(hash.begin(), std::min(hash.size(), head.hash.size()), head.hash.begin());
    return head;
}

void Registry::setHead(const std::string& project, const std::string& path, const Head& head) {
    const std::lock_guard guard(m_mutex);
    // Losing the last head in a power cut is harmless: an earlier one is in the chain as well.
    m_database.execute("PRAGMA synchronous = NORMAL");
    m_database
        .prepare("INSERT INTO heads (project, path, row, hash) VALUES (?, ?, ?, ?) ON CONFLICT (project) DO "
                 "UPDATE SET "
                 "path = excluded.path, row = excluded.row, hash = excluded.hash WHERE excluded.row > row")
        .bind(project)
        .bind(path)
        .bind(head.row)
        .bind(std::span<const std::uint8_t>(head.hash))
        .run();
}

} // namespace parsimony::ledger
