// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/shared_budgets.h"

#include <algorithm>

namespace parsimony::ledger {

void SharedBudgets::link(const PartRow& part, const PartRow& other) {
    ++m_links;
    for (const auto& [one, two] : {std::pair(&part, &other), std::pair(&other, &part)}) {
        auto& links = m_accounts[one->account.value()].links;
        const Link link{two->id.value(), two->account.value(), m_links};
        const bool isKnown = std::any_of(links.begin(), links.end(),
                                         [&link](const Link& known) { return known.other == link.other; });
        if (!isKnown && one->account != two->account) {
            links.push_back(link);
        }
    }
}

void SharedBudgets::post(const PartRow& part, const LedgerState::Posted& posted, ExperimentId experiment,
                         const DatasetRow& units) {
    Account& known = m_accounts[part.account.value()];
    Spend spend{posted.id,      part.id.value(), experiment,      posted.muSquared.value_or(SpendSum()),
                posted.epsilon, posted.delta,    units.adjacency, units.rowsPerPerson,
                m_links};
    if (posted.id.empty()) {
        for (const auto& [id, other] : m_accounts) {
            known.opened[id] = coveredBy(spend, other.spent);
        }
        return;
    }
    if (posted.kind == RowKind::Reservation) {
        m_places.emplace(posted.id, std::pair(part.account.value(), known.spent.size()));
        known.spent.push_back(spend);
    }
    const auto [found, isNew] = known.known.try_emplace(posted.id, spend);
    if (!isNew && covers(spend, found->second)) {
        found->second = std::move(spend);
    }
}

std::size_t SharedBudgets::coveredBy(const Spend& sum, const std::vector<Spend>& charges) {
    std::size_t count = 0;
    for (Spend all; count < charges.size(); ++count) {
        const Spend& one = charges[count];
        all.muSquared.add(one.muSquared);
        all.epsilon += one.epsilon;
        all.delta += one.delta;
        all.adjacency = one.adjacency;
        all.rowsPerPerson = one.rowsPerPerson;
        if (!covers(sum, all)) {
            break;
        }
    }
    return count;
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

std::vector<std::size_t> SharedBudgets::untoldOf(std::int64_t account, const Link& link) const {
    std::vector<std::size_t> untold;
    const auto& spent = m_accounts.at(link.account).spent;
    for (std::size_t i = 0; i < spent.size(); ++i) {
        if (spent[i].part == link.other && !isTold(account, link.account, i)) {
            untold.push_back(i);
        }
    }
    return untold;
}

std::optional<PartId> SharedBudgets::untold(PartId account, ExperimentId experiment) const {
    const auto found = m_accounts.find(account.value());
    if (found == m_accounts.end()) {
        return std::nullopt;
    }
    for (const Link& link : found->second.links) {
        const auto& spent = m_accounts.at(link.account).spent;
        for (const std::size_t i : untoldOf(account.value(), link)) {
            if (spent[i].experiment != experiment) {
                return PartId{link.other};
            }
        }
    }
    return std::nullopt;
}

bool SharedBudgets::cameLater(PartId account, const std::string& charge) const {
    const auto found = m_accounts.find(account.value());
    const auto [first, last] = m_places.equal_range(charge);
    return first != last && std::all_of(first, last, [&](const auto& named) {
               const auto& [there, place] = named.second;
               const Spend& spend = m_accounts.at(there).spent[place];
               return there != account.value() &&
                      (found == m_accounts.end() ||
                       std::none_of(found->second.links.begin(), found->second.links.end(),
                                    [&spend](const Link& link) {
                                        return link.other == spend.part && link.number <= spend.links;
                                    }));
           });
}

std::vector<SharedBudgets::Missing> SharedBudgets::missing() const {
    std::vector<Missing> missing;
    for (const auto& [account, known] : m_accounts) {
        for (const Link& link : known.links) {
            const auto& spent = m_accounts.at(link.account).spent;
            const auto untold = untoldOf(account, link);
            if (untold.empty()) {
                continue;
            }
            Missing one{PartId{account}, PartId{link.other}};
            for (const std::size_t i : untold) {
                one.isOneSpend |= std::any_of(known.spent.begin(), known.spent.end(), [&](const Spend& own) {
                    return own.experiment == spent[i].experiment && own.links >= link.number;
                });
            }
            missing.push_back(one);
        }
    }
    return missing;
}

} // namespace parsimony::ledger
