// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/project_impl.h"

#include <map>
#include <set>

namespace parsimony::ledger {

namespace {

/// What a part was charged in other projects before this registry knew it, as one charge of its own.
std::string openingId(const std::string& registryKey) {
    return "opening:" + registryKey;
}

} // namespace

void Project::Impl::commit(Transaction& transaction) {
    transaction.commit();
    if (!database.inTransaction()) { // else it was a part of a larger one, which is not durable yet
        noteHead();
    }
}

// A head that is not in this file's chain stays as it is: the file was restored from an older copy, or
// rewritten, and audit must be able to say so however much it grows afterwards.
void Project::Impl::noteHead() {
    if (!options.registry) {
        return;
    }
    const auto hashAt = [this](std::int64_t row) {
        auto statement = database.prepare("SELECT hash FROM ledger WHERE seq = ?");
        statement.bind(row);
        return statement.step() ? statement.blob(0) : Bytes();
    };
    if (const auto before = options.registry->headOf(projectId)) {
        const Bytes stored = hashAt(before->row);
        if (!std::equal(stored.begin(), stored.end(), before->hash.begin(), before->hash.end())) {
            return;
        }
    }
    Registry::Head head;
    head.row = database.integer("SELECT max(seq) FROM ledger");
    const Bytes hash = hashAt(head.row);
    std::copy_n(hash.begin(), std::min(hash.size(), head.hash.size()), head.hash.begin());
    options.registry->setHead(projectId, std::filesystem::absolute(path).string(), head);
}

void Project::Impl::chargeRegistry(const PartRow& partRow, const std::string& chargeId, const Charge& charge,
                                   AccountKind kind, bool pending) {
    if (!options.registry || partRow.registryKey.empty() || partRow.isPublic) {
        return;
    }
    RegistryCharge entry;
    entry.id = chargeId;
    entry.pendingPlace = pending ? placeOfFile(path) : "";
    if (kind == AccountKind::Gaussian) {
        entry.muSquared = charge.muSquared;
    } else {
        entry.epsilon = charge.epsilon;
        entry.delta = charge.delta;
    }
    options.registry->charge(partRow.registryKey, entry);
}

void Project::Impl::takeLinkedCharge(const PartRow& partRow, const RegistryCharge& charge) {
    NewRow row;
    row.kind = "linked_charge";
    row.dataset = partRow.dataset;
    row.part = partRow.id;
    row.body = {{"charge", charge.id}};
    if (charge.muSquared) {
        row.muSquared = charge.muSquared;
    } else {
        row.epsilon = charge.epsilon;
        row.delta = charge.delta;
    }
    append(row);
}

void Project::Impl::tellBalances(const PartRow& partRow) {
    auto rows =
        database.prepare("SELECT kind, json_extract(body, '$.charge'), mu_squared_exact, epsilon, delta "
                         "FROM ledger WHERE part = ? AND kind IN ('opening_balance', 'linked_charge')");
    rows.bind(partRow.id);
    while (rows.step()) {
        RegistryCharge charge;
        charge.id = rows.textView(0) == "opening_balance" ? openingId(partRow.registryKey) : rows.text(1);
        if (!rows.isNull(2)) {
            charge.muSquared = exactOf(rows, 2, path.string());
        }
        charge.epsilon = rows.real(3);
        charge.delta = rows.real(4);
        options.registry->charge(partRow.registryKey, charge);
    }
}

bool Project::Impl::reconcile(bool onlyLook) {
    if (!options.registry) {
        return false;
    }
    std::map<std::string, PartRow> byKey;
    auto partIds = database.prepare("SELECT part FROM ledger WHERE kind = 'part'");
    while (partIds.step()) {
        auto row = part(PartId{partIds.integer(0)});
        if (!row.registryKey.empty() && !row.isPublic) {
            const auto key = row.registryKey;
            byKey.emplace(key, std::move(row));
        }
    }
    if (byKey.empty()) {
        return false;
    }
    std::set<std::pair<std::string, std::int64_t>> known;
    auto charges = database.prepare("SELECT json_extract(body, '$.charge'), part FROM ledger WHERE kind IN "
                                    "('reservation', 'linked_charge')");
    while (charges.step()) {
        known.emplace(charges.text(0), charges.integer(1));
    }
    bool missing = false;
    const std::string place = placeOfFile(path);
    std::set<std::pair<std::string, std::int64_t>> told;
    for (const auto& [key, charge] : options.registry->chargesOf(projectId)) {
        const auto found = byKey.find(key);
        if (found == byKey.end() || charge.id == openingId(key)) {
            continue;
        }
        const std::pair<std::string, std::int64_t> name(charge.id, found->second.id.value());
        const bool isKnown = known.count(name) != 0;
        if (charge.own && charge.pending() && isKnown) {
            missing = true;
            if (!onlyLook) {
                options.registry->confirm(charge.id);
            }
        } else if (charge.own && charge.pendingPlace == place) {
            // Left over from a crash, since who reserves holds the registry and then this file: its
            // reservation was never committed, so nothing was ever run. A copy of the file can't say so.
            missing = true;
            if (!onlyLook) {
                options.registry->withdraw(charge.id, place);
            }
            continue;
        }
        told.insert(name);
        if (!isKnown) {
            missing = true;
            known.insert(name);
            if (!onlyLook) {
                takeLinkedCharge(found->second, charge);
            }
        }
    }
    // And the other way: experiments that ran while another registry was in use.
    auto own = database.prepare(
        "SELECT json_extract(body, '$.charge'), part, mu_squared_exact, epsilon, delta FROM ledger "
        "WHERE kind = 'reservation'");
    while (own.step()) {
        if (told.count({own.text(0), own.integer(1)}) != 0 || own.isNull(0)) {
            continue;
        }
        const auto row = part(PartId{own.integer(1)});
        if (row.isPublic || !options.registry->knows(row.registryKey)) {
            continue;
        }
        missing = true;
        if (!onlyLook) {
            Charge charge;
            charge.part = row.id;
            const bool gaussian = !own.isNull(2);
            if (gaussian) {
                charge.muSquared = exactOf(own, 2, path.string());
            } else {
                charge.epsilon = own.real(3);
                charge.delta = own.real(4);
            }
            chargeRegistry(row, own.text(0), charge, gaussian ? AccountKind::Gaussian : AccountKind::Slices,
                           false);
        }
    }
    return missing;
}

} // namespace parsimony::ledger
