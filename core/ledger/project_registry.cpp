// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/counted_charges.h"
#include "core/ledger/project_impl.h"

#include <set>

namespace parsimony::ledger {

std::string openingChargeId(const std::string& key) {
    return "opening:" + key;
}

void Project::Impl::commit(Transaction& transaction) {
    transaction.commit();
    if (!database.inTransaction()) { // else it was a part of a larger one, which is not durable yet
        lastDurable = std::chrono::steady_clock::now();
        noteTip();
    }
}

// A tip that is not in this file's chain stays as it is: the file was restored from an older copy, or
// rewritten, and audit must be able to say so however much it grows afterwards.
void Project::Impl::noteTip() {
    if (!options.registry) {
        return;
    }
    if (const auto before = options.registry->tipOf(projectId); before && !hasRow(*before)) {
        return;
    }
    const auto row = database.integer("SELECT max(seq) FROM ledger");
    options.registry->setTip(projectId, std::filesystem::absolute(path).string(),
                             {row, rowHash(row).value_or(Digest{})});
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
    row.kind = RowKind::LinkedCharge;
    row.dataset = partRow.dataset;
    row.part = partRow.id;
    row.body = ChargeBody{charge.id, {}}.text();
    if (charge.muSquared) {
        row.muSquared = charge.muSquared;
    } else {
        row.epsilon = charge.epsilon;
        row.delta = charge.delta;
    }
    append(row);
}

void Project::Impl::tellBalances(const PartRow& partRow) {
    for (const LedgerState::Posted& posted : state().posted()) {
        if (posted.part != partRow.id || posted.kind == RowKind::Reservation) {
            continue;
        }
        RegistryCharge charge;
        charge.id = posted.kind == RowKind::OpeningBalance ? openingChargeId(partRow.registryKey) : posted.id;
        charge.muSquared = posted.muSquared;
        charge.epsilon = posted.epsilon;
        charge.delta = posted.delta;
        options.registry->charge(partRow.registryKey, charge);
    }
}

bool Project::Impl::reconcile(bool onlyLook) {
    if (!options.registry) {
        return false;
    }
    const CountedCharges::Told all = options.registry->chargesOf(projectId);
    CountedCharges counted(state(), all);
    const std::vector<LedgerState::Posted> posted = state().posted(); // rows may follow
    bool missing = false;
    const std::string place = placeOfFile(path);
    std::set<std::pair<std::string, std::int64_t>> told;
    for (const auto& [key, charge] : all) {
        const PartRow* const found = counted.partOf(key);
        if (found == nullptr || charge.id == openingChargeId(key)) {
            continue;
        }
        const bool isKnown = counted.has(*found, charge);
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
        told.emplace(charge.id, found->id.value());
        if (!isKnown) {
            missing = true;
            counted.add(*found, charge);
            if (!onlyLook) {
                takeLinkedCharge(*found, charge);
            }
        }
    }
    // And the other way: experiments that ran while another registry was in use.
    for (const LedgerState::Posted& own : posted) {
        if (own.kind != RowKind::Reservation || own.id.empty() ||
            told.count({own.id, own.part.value()}) != 0) {
            continue;
        }
        const PartRow& row = part(own.part);
        if (row.isPublic || !options.registry->knows(row.registryKey)) {
            continue;
        }
        missing = true;
        if (!onlyLook) {
            Charge charge;
            charge.part = row.id;
            charge.muSquared = own.muSquared.value_or(SpendSum());
            charge.epsilon = own.epsilon;
            charge.delta = own.delta;
            chargeRegistry(row, own.id, charge, own.muSquared ? AccountKind::Gaussian : AccountKind::Slices,
                           false);
        }
    }
    return missing;
}

} // namespace parsimony::ledger
