// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/counted_charges.h"

#include "core/ledger/registry.h"

namespace parsimony::ledger {

namespace {

bool covers(const RegistryCharge& charge, const RegistryCharge& other) {
    return charge.muSquared.value_or(SpendSum()) >= other.muSquared.value_or(SpendSum()) &&
           charge.epsilon >= other.epsilon && charge.delta >= other.delta;
}

} // namespace

CountedCharges::CountedCharges(const LedgerState& state, const Told& told) {
    for (const auto& [id, part] : state.parts()) {
        if (!part.row.registryKey.empty() && !part.row.isPublic) {
            m_parts.emplace(part.row.registryKey, part.row);
        }
    }
    std::set<std::int64_t> opened; // parts whose ledger has an opening balance, a sum of charges without ids
    for (const LedgerState::Posted& posted : state.posted()) {
        if (posted.kind == RowKind::OpeningBalance) {
            opened.insert(posted.part.value());
        }
        const PartRow& row = state.part(posted.part)->row;
        RegistryCharge charge;
        charge.id = posted.idOr(openingChargeId(row.registryKey));
        charge.muSquared = posted.muSquared;
        charge.epsilon = posted.epsilon;
        charge.delta = posted.delta;
        add(row, charge);
    }
    for (const auto& [key, charge] : told) {
        const PartRow* part = charge.inOpening ? partOf(key) : nullptr;
        if (part != nullptr && opened.count(part->id.value()) != 0) {
            add(*part, charge);
        }
    }
}

const PartRow* CountedCharges::partOf(const std::string& key) const {
    const auto found = m_parts.find(key);
    return found == m_parts.end() ? nullptr : &found->second;
}

bool CountedCharges::has(const PartRow& part, const RegistryCharge& charge) const {
    if (m_ofParts.count({charge.id, part.id.value()}) != 0) {
        return true;
    }
    const auto found = m_ofAccounts.find({charge.id, part.account.value()});
    return !charge.own && found != m_ofAccounts.end() && covers(found->second, charge);
}

void CountedCharges::add(const PartRow& part, const RegistryCharge& charge) {
    m_ofParts.emplace(charge.id, part.id.value());
    const auto [found, isNew] = m_ofAccounts.try_emplace({charge.id, part.account.value()}, charge);
    if (!isNew && covers(charge, found->second)) {
        found->second = charge;
    }
}

} // namespace parsimony::ledger
