// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/shared_budgets.h"

#include <algorithm>

namespace parsimony::ledger {

void SharedBudgets::link(PartId account, PartId other) {
    for (const auto& [one, two] : {std::pair(account, other), std::pair(other, account)}) {
        auto& links = m_accounts[one.value()].links;
        if (one != two && std::find(links.begin(), links.end(), two.value()) == links.end()) {
            links.push_back(two.value());
        }
    }
}

void SharedBudgets::post(PartId account, const LedgerState::Posted& posted, ExperimentId experiment,
                         const DatasetRow& units) {
    Account& known = m_accounts[account.value()];
    if (posted.id.empty()) {
        for (const auto& [id, other] : m_accounts) {
            known.opened[id] = other.spent.size();
        }
        return;
    }
    Spend spend{posted.id,           experiment,        posted.muSquared.value_or(SpendSum()),
                posted.epsilon,      posted.delta,      units.adjacency,
                units.rowsPerPerson, known.links.size()};
    if (posted.kind == RowKind::Reservation) {
        known.spent.push_back(spend);
    }
    const auto [found, isNew] = known.known.try_emplace(posted.id, spend);
    if (!isNew && covers(spend, found->second)) {
        found->second = std::move(spend);
    }
}

// Between datasets of other units a charge is converted: then its row alone is asked for.
bool SharedBudgets::covers(const Spend& told, const Spend& spend) {
    const bool sameUnits = told.adjacency == spend.adjacency && told.rowsPerPerson == spend.rowsPerPerson;
    return !sameUnits ||
           (told.muSquared >= spend.muSquared && told.epsilon >= spend.epsilon && told.delta >= spend.delta);
}

bool SharedBudgets::isTold(std::int64_t account, std::int64_t other, std::size_t spend) const {
    const Account& known = m_accounts.at(account);
    const Spend& charged = m_accounts.at(other).spent[spend];
    const auto opened = known.opened.find(other);
    const bool isNothing = charged.muSquared.isZero() && charged.epsilon == 0.0 && charged.delta == 0.0;
    const auto told = known.known.find(charged.id);
    return isNothing || (opened != known.opened.end() && spend < opened->second) ||
           (told != known.known.end() && covers(told->second, charged));
}

std::optional<PartId> SharedBudgets::untold(PartId account, ExperimentId experiment) const {
    const auto found = m_accounts.find(account.value());
    if (found == m_accounts.end()) {
        return std::nullopt;
    }
    for (const std::int64_t other : found->second.links) {
        const auto& spent = m_accounts.at(other).spent;
        for (std::size_t i = 0; i < spent.size(); ++i) {
            if (spent[i].experiment != experiment && !isTold(account.value(), other, i)) {
                return PartId{other};
            }
        }
    }
    return std::nullopt;
}

std::vector<SharedBudgets::Missing> SharedBudgets::missing() const {
    std::vector<Missing> missing;
    for (const auto& [account, known] : m_accounts) {
        for (std::size_t place = 0; place < known.links.size(); ++place) {
            const std::int64_t other = known.links[place];
            const auto& spent = m_accounts.at(other).spent;
            Missing one{PartId{account}, PartId{other}};
            bool found = false;
            for (std::size_t i = 0; i < spent.size(); ++i) {
                if (isTold(account, other, i)) {
                    continue;
                }
                found = true;
                one.isOneSpend |= std::any_of(known.spent.begin(), known.spent.end(), [&](const Spend& own) {
                    return own.experiment == spent[i].experiment && own.links > place;
                });
            }
            if (found) {
                missing.push_back(one);
            }
        }
    }
    return missing;
}

} // namespace parsimony::ledger
