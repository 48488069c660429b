// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/charge_units.h"
#include "core/ledger/ledger_state.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// Which of the charges that a registry tells of a project's parts are in its accounts. Parts that share an
/// account hold the same rows, so that each may be told of one charge: it costs the account once.
class CountedCharges {
public:
    using Told = std::vector<std::pair<std::string, RegistryCharge>>; ///< Registry::chargesOf()
    CountedCharges(const LedgerState& state, const Told& told);

    /// The private part that the registry knows by this key; null where the ledger has none.
    [[nodiscard]] const PartRow* partOf(const std::string& key) const;
    /// Was it posted for this part, or, where it is of another one's, as much or more for one that shares
    /// its account? What was reserved of the account came home.
    [[nodiscard]] bool has(const PartRow& part, const RegistryCharge& charge) const;
    /// A charge that this project made itself, as it was reserved where conversions there and back rounded
    /// it.
    [[nodiscard]] RegistryCharge asReserved(const PartRow& part, RegistryCharge charge) const;
    void add(const PartRow& part, const RegistryCharge& charge);

private:
    using Name = std::pair<std::string, std::int64_t>; ///< of a charge, on a part or an account
    std::map<std::string, PartRow> m_parts;            ///< by key
    std::set<Name> m_ofParts;
    std::map<Name, RegistryCharge> m_ofAccounts;
    struct Reserved {
        std::int64_t account = 0;
        ChargeUnits units;
        RegistryCharge charge;
    };
    std::map<std::string, Reserved> m_reserved;    ///< by id
    std::map<std::int64_t, ChargeUnits> m_unitsOf; ///< by dataset
};

} // namespace parsimony::ledger
