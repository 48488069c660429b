// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/counted_charges.h"
#include "core/ledger/project_file.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <map>
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

void Project::Impl::chargeRegistry(const PartRow& partRow, const RegistryCharge& charge) {
    if (options.registry && !partRow.registryKey.empty() && !partRow.isPublic) {
        options.registry->charge(partRow.registryKey, charge);
    }
}

std::vector<LearntCharge> Project::Impl::learntElsewhere(const PartRow& charged,
                                                         const RegistryCharge& charge) const {
    // Parts that share an account hold the same rows: it costs once.
    std::map<std::int64_t, LearntCharge> byAccount;
    if (options.registry && !charged.registryKey.empty() && !charged.isPublic) {
        for (const auto& [key, there] : options.registry->toldOf(charge, charged.registryKey, projectId)) {
            const auto own = partOfKey(key);
            if (own && !own->isPublic && own->account != charged.account) {
                byAccount.try_emplace(own->account.value(), LearntCharge{own->id, there});
            }
        }
    }
    std::vector<LearntCharge> learnt;
    learnt.reserve(byAccount.size());
    for (auto& [account, one] : byAccount) {
        learnt.push_back(std::move(one));
    }
    return learnt;
}

void Project::Impl::appendCharge(RowKind kind, const PartRow& partRow, const RegistryCharge& charge) {
    NewRow row;
    row.kind = kind;
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

bool Project::Impl::tellCharge(const LedgerState::Posted& posted, const ToldCharges& told, bool onlyLook) {
    const PartRow& row = part(posted.part);
    RegistryCharge charge;
    charge.id = posted.idOr(openingChargeId(row.registryKey));
    if (charge.id.empty() || told.count({charge.id, row.id.value()}) != 0 || row.isPublic ||
        !options.registry->knows(row.registryKey)) {
        return false;
    }
    if (!onlyLook) {
        charge.muSquared = posted.muSquared;
        charge.epsilon = posted.epsilon;
        charge.delta = posted.delta;
        options.registry->charge(row.registryKey, charge);
    }
    return true;
}

void Project::Impl::tellCharges(const PartRow& partRow) {
    for (const LedgerState::Posted& posted : state().posted()) {
        if (posted.part == partRow.id) {
            (void)tellCharge(posted, {}, false);
        }
    }
}

// Each part of an account with the first one of it: links between projects find all of them.
bool Project::Impl::tellLinks(bool onlyLook) {
    const auto linked = options.registry->linksOf(projectId);
    const auto awaited = options.registry->awaitedLinksOf(projectId);
    bool missing = false;
    const auto tell = [&](const PartRow& one, const std::string& other) {
        const std::pair link(one.registryKey, other);
        if (other == one.registryKey || linked.count(link) != 0 || awaited.count(link) != 0) {
            return;
        }
        missing = true;
        if (!onlyLook) {
            options.registry->linkParts(one.registryKey, other);
        }
    };
    std::map<std::int64_t, std::string>
        accounts; // by the part that opened it, a key of it that is registered
    for (const auto& [id, known] : state().parts()) {
        const PartRow& row = known.row;
        if (row.isPublic || !options.registry->knows(row.registryKey)) {
            continue;
        }
        tell(row, accounts.try_emplace(row.account.value(), row.registryKey).first->second);
        for (const DeclaredLink& link : declaredLinks(row.id)) {
            std::set<std::string> keys(link.keys.begin(), link.keys.end());
            for (const RegistryMatch& match : namedBy(link, row.name)) {
                keys.insert(match.key);
                if (match.isPublic) {
                    keys.erase(match.key);
                }
            }
            for (const std::string& key : keys) {
                tell(row, key);
            }
        }
    }
    return missing;
}

// Which parts of one project share a budget follows from what their rows were compared with: a registry that
// lacks one of these rows could not tell. A row for each part that shares with earlier ones.
void Project::Impl::recordLinks() {
    if (!options.registry) {
        return;
    }
    std::map<std::string, PartRow> own;
    for (const auto& [id, known] : state().parts()) {
        if (!known.row.isPublic) {
            own.emplace(known.row.registryKey, known.row);
        }
    }
    std::map<std::int64_t, std::set<std::string>> missing; // of a part, the keys of earlier ones
    for (const auto& [key, other] : options.registry->linksOf(projectId)) {
        const auto later = own.find(key);
        const auto earlier = own.find(other);
        if (later != own.end() && earlier != own.end() &&
            earlier->second.id.value() < later->second.id.value() &&
            earlier->second.account != later->second.account) {
            missing[later->second.id.value()].insert(other);
        }
    }
    for (auto& [id, keys] : missing) {
        for (const DeclaredLink& link : declaredLinks(PartId{id})) {
            for (const std::string& key : link.keys) {
                keys.erase(key);
            }
        }
        if (!keys.empty()) {
            const std::string& name = own.at(*keys.begin()).name;
            appendDeclared(RowKind::LinkDeclared, part(PartId{id}),
                           {projectId, name, {keys.begin(), keys.end()}}, {});
        }
    }
}

bool Project::Impl::reconcile(bool onlyLook) {
    if (!options.registry) {
        return false;
    }
    bool missing = tellLinks(onlyLook);
    const CountedCharges::Told all = options.registry->chargesOf(projectId);
    CountedCharges counted(state(), all);
    const std::vector<LedgerState::Posted> posted = state().posted(); // rows may follow
    std::set<std::string> committed;
    for (const LedgerState::Posted& one : posted) {
        if (one.kind == RowKind::Reservation) {
            committed.insert(one.id);
        }
    }
    const std::string place = placeOfFile(path);
    ToldCharges told;
    for (const auto& [key, charge] : all) {
        const PartRow* const found = counted.partOf(key);
        if (found == nullptr) {
            continue;
        }
        if (charge.own && charge.isNothing() && committed.count(charge.id) != 0) {
            continue; // it was withdrawn by an older copy of this file, and is told again
        }
        told.emplace(charge.id, found->id.value());
        if (charge.inOpening) { // earlier versions posted them as one, without their ids
            told.emplace(openingChargeId(key), found->id.value());
        }
        if (charge.id == openingChargeId(key)) {
            continue;
        }
        if (charge.own && charge.pending() && committed.count(charge.id) != 0) {
            missing = true;
            if (!onlyLook) {
                options.registry->confirm(charge.id);
            }
        } else if (charge.pendingPlace == place && committed.count(charge.id) == 0) {
            // Left over from a crash, since who reserves holds the registry and then this file: its
            // reservation was never committed, so nothing was ever run. A copy of the file can't say so.
            missing = true;
            if (!onlyLook && charge.own) {
                options.registry->withdraw(charge.id, place);
            }
            continue;
        }
        if (!charge.isNothing() && !counted.has(*found, charge)) {
            missing = true;
            const RegistryCharge exact = counted.asReserved(*found, charge);
            counted.add(*found, exact);
            if (!onlyLook) {
                appendCharge(RowKind::LinkedCharge, *found, exact);
            }
        }
    }
    // And the other way: what was charged, or learnt, while another registry was in use.
    for (const LedgerState::Posted& one : posted) {
        missing |= tellCharge(one, told, onlyLook);
    }
    return missing;
}

void Project::tellRegistryOf(const std::filesystem::path& other) const {
    std::error_code ignored;
    if (!m_impl->options.registry || !std::filesystem::is_regular_file(other, ignored) ||
        std::filesystem::equivalent(other, m_impl->path, ignored)) {
        return;
    }
    OpenOptions opening;
    opening.registry = m_impl->options.registry;
    opening.busyMilliseconds = m_impl->options.busyMilliseconds;
    opening.onWait = m_impl->options.onWait;
    (void)open(other, opening);
}

std::vector<std::string> Project::projectsAt(const std::filesystem::path& file) const {
    return ledger::projectsAt(m_impl->options.registry.get(), file);
}

std::vector<std::string> projectsAt(const Registry* registry, const std::filesystem::path& file) {
    std::error_code ignored;
    if (registry == nullptr) {
        return {projectIdOf(file)};
    }
    const bool isThere = std::filesystem::exists(file, ignored);
    const std::string there = isThere ? projectIdOf(file) : std::string();
    if (!isThere || registry->partsOf(there).empty()) {
        if (auto known = registry->projectsAt(file); !known.empty()) {
            return known;
        }
    }
    return {isThere ? there : projectIdOf(file)};
}

} // namespace parsimony::ledger
