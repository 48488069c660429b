// SPDX-License-Identifier: GPL-3.0-or-later
// What the registry knows of the charges of parts.
#include "core/base/sentence.h"
#include "core/ledger/registry.h"

#include <sys/stat.h>

#include <algorithm>

namespace parsimony::ledger {

namespace {

/// Reads id, μ², ε and δ from the columns that begin with `first`.
RegistryCharge chargeAt(const Statement& row, int first) {
    RegistryCharge charge;
    charge.id = row.text(first);
    if (!row.isNull(first + 1)) {
        charge.muSquared = SpendSum::fromText(row.textView(first + 1), "a charge in the registry");
    }
    charge.epsilon = row.real(first + 2);
    charge.delta = row.real(first + 3);
    return charge;
}

ChargeUnits unitsAt(const Statement& row, int first) {
    ChargeUnits units; // the dearest to convert from, where they are not known
    if (!row.isNull(first)) {
        units.adjacency = parseAdjacency(row.textView(first), "the adjacency of a part in the registry");
        units.rowsPerPerson = static_cast<std::uint32_t>(std::max<std::int64_t>(row.integer(first + 1), 1));
        units.people = !row.isNull(first + 2);
    }
    return units;
}

void bindCharge(Statement& statement, const RegistryCharge& charge) {
    charge.muSquared ? statement.bind(charge.muSquared->text()) : statement.bind(std::nullopt);
    statement.bind(charge.epsilon).bind(charge.delta);
}

/// One id has one charge; where two parts tell it differently, the dearer one counts.
void addCharge(std::map<std::string, RegistryCharge>& charges, const RegistryCharge& charge) {
    const auto [found, isNew] = charges.try_emplace(charge.id, charge);
    if (!isNew) {
        auto& known = found->second;
        if (charge.muSquared && (!known.muSquared || *charge.muSquared > *known.muSquared)) {
            known.muSquared = charge.muSquared;
        }
        known.epsilon = std::max(known.epsilon, charge.epsilon);
        known.delta = std::max(known.delta, charge.delta);
    }
}

Registry::Total sumOf(const std::map<std::string, RegistryCharge>& charges) {
    Registry::Total total;
    for (const auto& [id, charge] : charges) {
        if (charge.muSquared) {
            total.muSquared.add(*charge.muSquared);
        }
        total.epsilon.add(charge.epsilon);
        total.delta.add(charge.delta);
    }
    return total;
}

} // namespace

std::string placeOfFile(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        fail(Sentence("the project '{1}' is gone; put it back", file.string()));
    }
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

ChargeUnits Registry::unitsOf(std::int64_t part) const {
    auto statement =
        m_database.prepare("SELECT adjacency, rows_per_person, people FROM registered_parts WHERE id = ?");
    return statement.bind(part).step() ? unitsAt(statement, 0) : ChargeUnits{};
}

Registry::Charges Registry::countingFor(std::int64_t part, bool chargesOnly) const {
    const ChargeUnits units = unitsOf(part);
    Charges charges;
    auto own = m_database.prepare("SELECT id, mu_squared, epsilon, delta FROM part_charges WHERE part = ?");
    own.bind(part);
    while (own.step()) {
        addCharge(charges, chargeAt(own, 0));
    }
    if (chargesOnly) {
        return charges;
    }
    auto inheritedRows =
        m_database.prepare("SELECT id, mu_squared, epsilon, delta FROM inherited WHERE part = ?");
    inheritedRows.bind(part);
    while (inheritedRows.step()) {
        addCharge(charges, chargeAt(inheritedRows, 0));
    }
    auto linked = m_database.prepare(
        "SELECT c.id, c.mu_squared, c.epsilon, c.delta, o.adjacency, o.rows_per_person, o.people FROM "
        "part_links l "
        "JOIN part_charges c ON c.part = l.other AND c.seq > l.since JOIN registered_parts o ON o.id = "
        "l.other "
        "WHERE l.part = ?");
    linked.bind(part);
    while (linked.step()) {
        addCharge(charges, inUnits(chargeAt(linked, 0), unitsAt(linked, 4), units));
    }
    return charges;
}

Registry::Total Registry::totalOf(std::int64_t part) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    return sumOf(countingFor(part));
}

Registry::Total Registry::totalOf(std::int64_t part, std::int64_t other) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    Charges charges = countingFor(part);
    const ChargeUnits from = unitsOf(other);
    const ChargeUnits to = unitsOf(part);
    for (const auto& [id, charge] : countingFor(other)) {
        addCharge(charges, inUnits(charge, from, to));
    }
    return sumOf(charges);
}

std::vector<std::pair<std::string, RegistryCharge>>
Registry::toldOf(const RegistryCharge& charge, const std::string& key, const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto statement = m_database.prepare(
        "SELECT p.key, o.adjacency, o.rows_per_person, o.people, p.adjacency, p.rows_per_person, p.people "
        "FROM registered_parts o JOIN part_links l ON l.other = o.id JOIN registered_parts p ON p.id = "
        "l.part WHERE o.key = ? AND p.project = ?");
    statement.bind(key).bind(project);
    std::vector<std::pair<std::string, RegistryCharge>> told;
    while (statement.step()) {
        RegistryCharge there = inUnits(charge, unitsAt(statement, 1), unitsAt(statement, 4));
        there.own = false;
        told.emplace_back(statement.text(0), std::move(there));
    }
    return told;
}

std::vector<RegistryCharge> Registry::openingOf(const std::string& key) const {
    const std::lock_guard guard(m_mutex);
    std::vector<RegistryCharge> charges;
    auto rows = m_database.prepare(
        "SELECT i.id, i.mu_squared, i.epsilon, i.delta FROM inherited i JOIN "
        "registered_parts p ON p.id = i.part WHERE p.key = ? AND i.in_opening ORDER BY i.id");
    rows.bind(key);
    while (rows.step()) {
        charges.push_back(chargeAt(rows, 0));
    }
    return charges;
}

std::optional<std::int64_t> Registry::numberOf(const std::string& key) const {
    const std::lock_guard guard(m_mutex);
    auto statement = m_database.prepare("SELECT id FROM registered_parts WHERE key = ?");
    if (statement.bind(key).step()) {
        return statement.integer(0);
    }
    return std::nullopt;
}

bool Registry::knows(const std::string& key) const {
    return numberOf(key).has_value();
}

Registry::Charges Registry::onceEach(const Charges& charges) {
    Charges once;
    for (const auto& [id, charge] : charges) {
        RegistryCharge original = charge;
        original.id = originalId(id);
        addCharge(once, original);
    }
    return once;
}

// By whatever detour it came it costs what it costs where it was made: charges for several rows of a person
// count in full for one of them, so there and back they would grow. Of one that was made under another
// registry the units are those that it came in.
RegistryCharge Registry::fromItsPart(Statement& made, const RegistryCharge& charge, const ChargeUnits& units,
                                     const ChargeUnits& own) {
    made.bind(charge.id);
    Charges there;
    while (made.step()) {
        if (const RegistryCharge its = chargeAt(made, 0);
            !its.isNothing()) { // one that was withdrawn says nothing
            addCharge(there, inUnits(its, unitsAt(made, 4), own));
        }
    }
    made.reset();
    return there.empty() ? inUnits(charge, units, own) : there.begin()->second;
}

// A charge may come by several ways, each in the units of the parts it passed: the dearest counts. One that
// was told before as less stands in its project's ledger already, so what is more comes beside it, in full.
void Registry::inherit(std::int64_t part, const Charges& charges, const ChargeUnits& units, Inherits how) {
    const ChargeUnits own = unitsOf(part);
    const Charges made = countingFor(part, true);
    auto madeAt = m_database.prepare(
        "SELECT c.id, c.mu_squared, c.epsilon, c.delta, o.adjacency, o.rows_per_person, o.people FROM "
        "part_charges c JOIN registered_parts o ON o.id = c.part WHERE c.id = ?");
    auto known =
        m_database.prepare("SELECT id, mu_squared, epsilon, delta FROM inherited WHERE part = ? AND id = ?");
    auto put = m_database.prepare("INSERT OR REPLACE INTO inherited (part, id, mu_squared, epsilon, delta, "
                                  "in_opening) VALUES (?, ?, ?, ?, ?, ?)");
    for (const auto& [id, charge] : onceEach(charges)) {
        RegistryCharge converted = fromItsPart(madeAt, charge, units, own);
        const auto itsOwn = made.find(id); // it came home by a detour
        bool isTold = itsOwn != made.end() && isCovered(converted, itsOwn->second);
        while (!isTold && known.bind(part).bind(converted.id).step()) {
            const RegistryCharge told = chargeAt(known, 0);
            known.reset();
            isTold = isCovered(converted, told);
            if (how != Inherits::Late) { // the part is being registered: nothing was told of it yet
                Charges both{{told.id, told}};
                addCharge(both, converted);
                converted = both.at(told.id);
                break;
            }
            converted.id += '+';
        }
        known.reset();
        if (isTold) {
            continue;
        }
        put.bind(part).bind(converted.id);
        bindCharge(put, converted);
        put.bind(how == Inherits::Opening ? 1 : 0).run();
    }
}

// A part that version 1 of the registry kept: what it inherited then was not converted.
void Registry::takeUnits(std::int64_t part, const ChargeUnits& units) {
    auto unknown = m_database.prepare("SELECT 1 FROM registered_parts WHERE id = ? AND adjacency IS NULL");
    if (!unknown.bind(part).step()) {
        return;
    }
    m_database.prepare("UPDATE registered_parts SET adjacency = ?, rows_per_person = ? WHERE id = ?")
        .bind(adjacencyName(units.adjacency))
        .bind(static_cast<std::int64_t>(units.rowsPerPerson))
        .bind(part)
        .run();
    if (units == ChargeUnits{}) {
        return;
    }
    Charges unconverted;
    auto rows = m_database.prepare("SELECT id, mu_squared, epsilon, delta FROM inherited WHERE part = ?");
    rows.bind(part);
    while (rows.step()) {
        addCharge(unconverted, chargeAt(rows, 0));
    }
    m_database.prepare("DELETE FROM inherited WHERE part = ?").bind(part).run();
    inherit(part, unconverted, ChargeUnits{}, Inherits::Late);
}

void Registry::charge(const std::string& key, const RegistryCharge& charge) {
    const std::lock_guard guard(m_mutex);
    syncEveryCommit(true);
    Transaction transaction(m_database);
    const auto number = numberOf(key);
    if (!number) {
        return;
    }
    auto insert = m_database.prepare(
        "INSERT INTO part_charges (id, part, mu_squared, epsilon, delta, place) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (id, part) DO UPDATE SET place = NULL, mu_squared = coalesce(mu_squared, "
        "excluded.mu_squared), epsilon = max(epsilon, excluded.epsilon), delta = max(delta, excluded.delta) "
        "WHERE excluded.place IS NULL");
    insert.bind(charge.id).bind(*number);
    bindCharge(insert, charge);
    charge.pending() ? insert.bind(charge.pendingPlace) : insert.bind(std::nullopt);
    insert.run();
    transaction.commit();
}

void Registry::confirm(const std::string& id) {
    const std::lock_guard guard(m_mutex);
    // Losing this in a power cut is harmless: the project that has the reservation says it again.
    syncEveryCommit(false);
    m_database.prepare("UPDATE part_charges SET place = NULL WHERE id = ?").bind(id).run();
}

void Registry::withdraw(const std::string& id, const std::string& place) {
    const std::lock_guard guard(m_mutex);
    m_database
        .prepare(
            "UPDATE part_charges SET mu_squared = NULL, epsilon = 0, delta = 0, place = NULL WHERE id = ? "
            "AND place = ?")
        .bind(id)
        .bind(place)
        .run();
}

std::vector<std::pair<std::string, RegistryCharge>> Registry::chargesOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    const ReadSnapshot snapshot(m_database);
    std::vector<std::pair<std::string, RegistryCharge>> all;
    // Own and linked charges in the order in which they were made, then what was inherited late.
    auto statement = m_database.prepare(
        "SELECT c.seq, p.key, c.id, c.mu_squared, c.epsilon, c.delta, c.place, 1, NULL, NULL, NULL, NULL, "
        "NULL, NULL, 0 "
        "FROM registered_parts p JOIN part_charges c ON c.part = p.id WHERE p.project = ?1 UNION ALL "
        "SELECT c.seq, p.key, c.id, c.mu_squared, c.epsilon, c.delta, c.place, 0, o.adjacency, "
        "o.rows_per_person, o.people, p.adjacency, p.rows_per_person, p.people, 0 FROM registered_parts p "
        "JOIN "
        "part_links l ON "
        "l.part = "
        "p.id JOIN part_charges c ON c.part = l.other AND c.seq > l.since JOIN registered_parts o ON o.id = "
        "l.other WHERE p.project = ?1 AND NOT EXISTS (SELECT 1 FROM inherited i WHERE i.part = p.id AND i.id "
        "= c.id AND i.in_opening) UNION ALL "
        "SELECT 9223372036854775807, p.key, i.id, i.mu_squared, i.epsilon, i.delta, NULL, 0, NULL, NULL, "
        "NULL, NULL, NULL, NULL, i.in_opening FROM registered_parts p JOIN inherited i ON i.part = p.id "
        "WHERE "
        "p.project = ?1 ORDER BY 1");
    statement.bind(project);
    while (statement.step()) {
        RegistryCharge charge = chargeAt(statement, 2);
        charge.pendingPlace = statement.text(6);
        charge.own = statement.integer(7) != 0;
        charge.inOpening = statement.integer(14) != 0;
        if (!charge.own) {
            charge = inUnits(std::move(charge), unitsAt(statement, 8), unitsAt(statement, 11));
        }
        all.emplace_back(statement.text(1), std::move(charge));
    }
    return all;
}

} // namespace parsimony::ledger
