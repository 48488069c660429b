// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/counted_charges.h"

#include "core/ledger/registry.h"

namespace parsimony::ledger {

CountedCharges::CountedCharges(const LedgerState& state, const Told& told) {
    for (const auto& [id, dataset] : state.datasets()) {
        m_unitsOf[id] = unitsOf(dataset.row);
    }
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
        if (posted.kind == RowKind::Reservation) {
            m_reserved.try_emplace(charge.id,
                                   Reserved{row.account.value(), m_unitsOf.at(row.dataset.value()), charge});
        }
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
    if (charge.own) {
        return false;
    }
    const auto reserved = m_reserved.find(originalId(charge.id));
    bool found = reserved != m_reserved.end() && reserved->second.account == part.account.value();
    std::string id = charge.id;
    while (!found && !id.empty()) {
        const auto known = m_ofAccounts.find({id, part.account.value()});
        found = known != m_ofAccounts.end() && isCovered(charge, known->second);
        id = id.back() == '+' ? id.substr(0, id.size() - 1) : "";
    }
    return found;
}

RegistryCharge CountedCharges::asReserved(const PartRow& part, RegistryCharge charge) const {
    const auto found = m_reserved.find(charge.id);
    if (found != m_reserved.end() && found->second.units == m_unitsOf.at(part.dataset.value()) &&
        isCovered(charge, found->second.charge)) {
        charge.muSquared = found->second.charge.muSquared;
        charge.epsilon = found->second.charge.epsilon;
        charge.delta = found->second.charge.delta;
    }
    return charge;
}

void CountedCharges::add(const PartRow& part, const RegistryCharge& charge) {
    m_ofParts.emplace(charge.id, part.id.value());
    const auto [found, isNew] = m_ofAccounts.try_emplace({charge.id, part.account.value()}, charge);
    if (!isNew && charge.muSquared.value_or(SpendSum()) >= found->second.muSquared.value_or(SpendSum()) &&
        charge.epsilon >= found->second.epsilon && charge.delta >= found->second.delta) {
        found->second = charge;
    }
}

} // namespace parsimony::ledger
