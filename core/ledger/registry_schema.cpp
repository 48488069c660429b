// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/registry_schema.h"

#include "core/base/ledger_file.h"
#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/ledger/charge_units.h"

#include <map>

namespace parsimony::ledger {

namespace {

constexpr std::int64_t registryVersion = 8;

// `inherited` are charges that count for a part since before it was linked with the part they were made on,
// in the units of the part that inherits; those `in_opening` are in the opening balance of its project.
// Adjacency and rows per person are NULL for a part of version 1 until its project is opened again. `place`
// of a charge names the project file that has not yet said that it committed the reservation. `runs` are
// experiments by the hash of their first row. `people` of a part are those whose rows count, in person_sets;
// NULL where its rows have no ids; `exposed`: some were public before. `encoded_lists` are the same records
// as further encoders made them, or their views, of which so many are one record. `awaited_links` are those
// that a ledger declares with parts, named by their keys, that were not registered here yet.
constexpr const char* newTables = R"sql(
CREATE TABLE row_sets (digest BLOB PRIMARY KEY, rows INTEGER NOT NULL, tags BLOB NOT NULL);
CREATE TABLE person_sets (digest BLOB PRIMARY KEY, people INTEGER NOT NULL, tags BLOB NOT NULL);
CREATE TABLE registered_parts (
    id INTEGER PRIMARY KEY, project TEXT NOT NULL, path TEXT NOT NULL, dataset TEXT NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE, public INTEGER NOT NULL, row_set BLOB NOT NULL REFERENCES row_sets (digest),
    adjacency TEXT, rows_per_person INTEGER, distinct_records INTEGER NOT NULL DEFAULT 0,
    people BLOB REFERENCES person_sets (digest), exposed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX registered_parts_project ON registered_parts (project);
CREATE INDEX registered_parts_row_set ON registered_parts (row_set);
CREATE INDEX registered_parts_people ON registered_parts (people);
CREATE TABLE encoded_lists (
    part INTEGER NOT NULL REFERENCES registered_parts (id), row_set BLOB NOT NULL REFERENCES row_sets (digest),
    views INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (part, row_set)
);
CREATE INDEX encoded_lists_row_set ON encoded_lists (row_set);
CREATE TABLE part_links (
    part INTEGER NOT NULL REFERENCES registered_parts (id), other INTEGER NOT NULL REFERENCES registered_parts (id),
    since INTEGER NOT NULL, PRIMARY KEY (part, other)
);
CREATE TABLE awaited_links (other TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (other, key));
CREATE TABLE part_charges (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, part INTEGER NOT NULL REFERENCES registered_parts (id),
    mu_squared TEXT, epsilon REAL NOT NULL, delta REAL NOT NULL, place TEXT, UNIQUE (id, part)
);
CREATE INDEX part_charges_part ON part_charges (part);
CREATE TABLE inherited (
    part INTEGER NOT NULL REFERENCES registered_parts (id), id TEXT NOT NULL,
    mu_squared TEXT, epsilon REAL NOT NULL, delta REAL NOT NULL, in_opening INTEGER NOT NULL,
    PRIMARY KEY (part, id)
);
CREATE TABLE tips (project TEXT PRIMARY KEY, path TEXT NOT NULL, row INTEGER NOT NULL, hash BLOB NOT NULL);
CREATE TABLE runs (
    project TEXT NOT NULL, experiment TEXT NOT NULL, attempt INTEGER NOT NULL, machine BLOB NOT NULL,
    row INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (project, experiment)
);
CREATE TABLE run_checkpoints (
    project TEXT NOT NULL, experiment TEXT NOT NULL, trial INTEGER NOT NULL, attempt INTEGER NOT NULL,
    step INTEGER NOT NULL, sha256 BLOB NOT NULL, PRIMARY KEY (project, experiment, trial)
);
)sql";

constexpr const char* metaTable = "CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL);";

constexpr const char* copyOldRows = R"sql(
INSERT INTO row_sets SELECT digest, rows, tags FROM tagsets;
INSERT INTO registered_parts (id, project, path, dataset, name, key, public, row_set)
    SELECT id, project, path, dataset, name, key, public, tagset FROM parts;
INSERT INTO part_links SELECT part, other, since FROM links;
INSERT INTO part_charges (seq, id, part, mu_squared, epsilon, delta, place)
    SELECT seq, id, part, mu_squared, epsilon, delta, CASE WHEN pending THEN 'unknown' END FROM charges;
INSERT INTO tips SELECT project, path, row, hash FROM heads;
)sql";

// Version 2 knew parts by their rows alone. Its name for the table of parts is gone, so that its programs
// can't write, also those that have the file open.
constexpr const char* addPeople = R"sql(
CREATE TABLE person_sets (digest BLOB PRIMARY KEY, people INTEGER NOT NULL, tags BLOB NOT NULL);
ALTER TABLE known_parts RENAME TO registered_parts;
ALTER TABLE registered_parts ADD COLUMN people BLOB REFERENCES person_sets (digest);
DROP INDEX known_parts_project;
DROP INDEX known_parts_row_set;
CREATE INDEX registered_parts_project ON registered_parts (project);
CREATE INDEX registered_parts_row_set ON registered_parts (row_set);
CREATE INDEX registered_parts_people ON registered_parts (people);
)sql";

// Version 3 knew a part by one list of rows.
constexpr const char* addEncoders = R"sql(
CREATE TABLE encoded_rows (
    part INTEGER NOT NULL REFERENCES registered_parts (id), row_set BLOB NOT NULL REFERENCES row_sets (digest),
    PRIMARY KEY (part, row_set)
);
CREATE INDEX encoded_rows_row_set ON encoded_rows (row_set);
)sql";

// Version 4 forgot links with parts that came later, and what was exposed.
constexpr const char* addAwaitedLinks = R"sql(
ALTER TABLE registered_parts ADD COLUMN exposed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE awaited_links (other TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (other, key));
)sql";

// Version 5 did not say which lists are of views. A list of them has several times the rows of its part, one
// of another encoder as many, but for those that one of the two lacks.
constexpr const char* addViews = R"sql(
ALTER TABLE encoded_rows RENAME TO encoded_lists;
DROP INDEX encoded_rows_row_set;
CREATE INDEX encoded_lists_row_set ON encoded_lists (row_set);
ALTER TABLE encoded_lists ADD COLUMN views INTEGER NOT NULL DEFAULT 1;
UPDATE encoded_lists SET views = max(1, (SELECT CAST(round(1.0 * e.rows / max(s.rows, 1)) AS INTEGER)
    FROM registered_parts p JOIN row_sets s ON s.digest = p.row_set JOIN row_sets e ON e.digest = encoded_lists.row_set
    WHERE p.id = encoded_lists.part));
)sql";

// Version 6 forgot the rows of people who were left out; what its programs write that have the file open
// lacks no charge. All rows of a part's files where people are left out of it: only what is to be public is
// compared with them.
constexpr const char* addFileLists = R"sql(
CREATE TABLE file_lists (
    part INTEGER NOT NULL REFERENCES registered_parts (id), row_set BLOB NOT NULL REFERENCES row_sets (digest),
    views INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (part, row_set)
);
CREATE INDEX file_lists_row_set ON file_lists (row_set);
)sql";

// Version 7 compared rows to learn whether some may be views of others, and did not know who has none. What
// its programs write that have the file open is told when it is declared again.
constexpr const char* addWidths = R"sql(
CREATE TABLE list_widths (
    part INTEGER NOT NULL REFERENCES registered_parts (id), row_set BLOB NOT NULL REFERENCES row_sets (digest),
    width INTEGER NOT NULL, PRIMARY KEY (part, row_set)
);
ALTER TABLE registered_parts ADD COLUMN people_without_rows INTEGER;
)sql";

constexpr const char* dropOldTables =
    "DROP TABLE links; DROP TABLE charges; DROP TABLE parts; DROP TABLE tagsets; DROP TABLE heads";

std::string stamps() {
    return "PRAGMA application_id = " + std::to_string(registryApplicationId) +
           "; PRAGMA user_version = " + std::to_string(registryVersion);
}

using Charges = std::map<std::string, RegistryCharge>;

SpendSum summed(const Charges& charges) {
    SpendSum sum;
    for (const auto& [id, charge] : charges) {
        charge.muSquared ? sum.add(*charge.muSquared) : sum.add(charge.epsilon);
    }
    return sum;
}

/// Takes the numbers that opening balances of version 1 were apart: which charges they came from, so that a
/// charge counts once however many parts inherit it. A balance of version 1 was the largest of what the
/// linked parts had; the others' charges are inherited too, and told to the project when it is opened.
class OpeningBalances {
public:
    explicit OpeningBalances(Database& database) : m_database(database) {}

    void takeApart() {
        auto parts = m_database.prepare("SELECT id, key, opening_mu_squared, opening_epsilon, opening_delta "
                                        "FROM parts ORDER BY id");
        while (parts.step()) {
            const std::int64_t part = parts.integer(0);
            Charges told = inheritedBy(part);
            RegistryCharge rest;
            rest.id = "opening:" + parts.text(1);
            const SpendSum muSquared = SpendSum::fromText(parts.textView(2), "an opening balance");
            const SpendSum epsilon = SpendSum::fromText(parts.textView(3), "an opening balance");
            SpendSum toldMu;
            SpendSum toldEpsilon;
            for (const auto& [id, charge] : told) {
                charge.muSquared ? toldMu.add(*charge.muSquared) : toldEpsilon.add(charge.epsilon);
            }
            rest.epsilon = epsilon.minus(toldEpsilon).upper();
            if (!muSquared.minus(toldMu).isZero()) {
                rest.muSquared = muSquared.minus(toldMu);
            }
            if (rest.muSquared || rest.epsilon > 0.0) {
                rest.delta = SpendSum::fromText(parts.textView(4), "an opening balance").upper();
                addCharge(part, rest);
            }
        }
    }

private:
    /// Writes what `part` inherited when it was registered; returns what was in its opening balance.
    Charges inheritedBy(std::int64_t part) {
        Charges opening;
        Charges all;
        auto links = m_database.prepare("SELECT other, since FROM links WHERE part = ? AND other < part");
        links.bind(part);
        while (links.step()) {
            const Charges had = chargesOf(links.integer(0), links.integer(1));
            if (summed(had) > summed(opening)) {
                opening = had;
            }
            all.insert(had.begin(), had.end());
        }
        auto insert = m_database.prepare("INSERT INTO inherited VALUES (?, ?, ?, ?, ?, ?)");
        for (const auto& [id, charge] : all) {
            insert.bind(part).bind(id);
            charge.muSquared ? insert.bind(charge.muSquared->text()) : insert.bind(std::nullopt);
            insert.bind(charge.epsilon).bind(charge.delta).bind(opening.count(id) != 0 ? 1 : 0).run();
        }
        return opening;
    }

    /// What counted for a part when charge number `until` was the last.
    Charges chargesOf(std::int64_t part, std::int64_t until) {
        Charges charges;
        auto rows = m_database.prepare(
            "SELECT id, mu_squared, epsilon, delta FROM inherited WHERE part = ?1 UNION ALL "
            "SELECT id, mu_squared, epsilon, delta FROM part_charges WHERE part = ?1 AND (seq <= ?2 OR id "
            "LIKE 'opening:%') UNION ALL SELECT c.id, c.mu_squared, c.epsilon, c.delta FROM links l JOIN "
            "charges c ON c.part = l.other AND c.seq > l.since WHERE l.part = ?1 AND c.seq <= ?2");
        rows.bind(part).bind(until);
        while (rows.step()) {
            RegistryCharge charge;
            charge.id = rows.text(0);
            if (!rows.isNull(1)) {
                charge.muSquared = SpendSum::fromText(rows.textView(1), "a charge of the registry");
            }
            charge.epsilon = rows.real(2);
            charge.delta = rows.real(3);
            charges.emplace(charge.id, charge);
        }
        return charges;
    }

    void addCharge(std::int64_t part, const RegistryCharge& charge) {
        auto insert = m_database.prepare("INSERT INTO part_charges (id, part, mu_squared, epsilon, delta) "
                                         "VALUES (?, ?, ?, ?, ?)");
        insert.bind(charge.id).bind(part);
        charge.muSquared ? insert.bind(charge.muSquared->text()) : insert.bind(std::nullopt);
        insert.bind(charge.epsilon).bind(charge.delta).run();
    }

    Database& m_database;
};

} // namespace

void makeRegistry(Database& database) {
    Transaction transaction(database);
    if (database.integer("SELECT count(*) FROM sqlite_schema") == 0) { // nobody else was faster
        database.execute(stamps());
        database.execute(metaTable);
        database.execute(newTables);
        database.execute(addFileLists);
        database.execute(addWidths);
        Bytes id(16);
        fillSecureRandom(id);
        const auto key = secureRandomKey();
        database.prepare("INSERT INTO meta VALUES ('id', ?), ('key', ?)")
            .bind(std::span<const std::uint8_t>(id))
            .bind(std::span<const std::uint8_t>(key))
            .run();
    }
    transaction.commit();
}

void requireRegistry(Database& database) {
    if (database.integer("PRAGMA application_id") != registryApplicationId) {
        fail(Sentence("'{1}' is no registry of Parsimony; set PARSIMONY_REGISTRY to another file",
                      database.file()));
    }
    if (database.integer("PRAGMA user_version") > registryVersion) {
        fail(Sentence("the registry '{1}' was written by a newer version of Parsimony; update Parsimony",
                      database.file()));
    }
}

void bringRegistryUpToDate(Database& database) {
    const auto version = [&database] { return database.integer("PRAGMA user_version"); };
    if (version() == registryVersion) {
        return;
    }
    Transaction transaction(database);
    if (version() >= 2 && version() < registryVersion) {
        if (version() == 2) {
            database.execute(addPeople);
        }
        if (version() < 4) {
            database.execute(addEncoders);
        }
        if (version() < 5) {
            database.execute(addAwaitedLinks);
        }
        if (version() < 6) {
            database.execute(addViews);
        }
        if (version() < 7) {
            database.execute(addFileLists);
        }
        database.execute(addWidths);
        database.execute(stamps());
    } else if (version() != registryVersion) { // nobody else was faster
        // Before charges were confirmed: what it holds was counted as it stands.
        if (database.integer("SELECT count(*) FROM pragma_table_info('charges') WHERE name = 'pending'") ==
            0) {
            database.execute("ALTER TABLE charges ADD COLUMN pending INTEGER NOT NULL DEFAULT 0");
        }
        database.execute(newTables);
        database.execute(addFileLists);
        database.execute(addWidths);
        database.execute(copyOldRows);
        OpeningBalances(database).takeApart();
        database.execute(dropOldTables);
        database.execute(stamps());
    }
    transaction.commit();
}

} // namespace parsimony::ledger
