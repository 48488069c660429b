// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/ledger_state.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace parsimony::ledger {

/// Accounts of one project that declare to share a budget: what the rows of one were charged is told to the
/// other, as a row of its own, before anything more is spent there.
class SharedBudgets {
public:
    void link(PartId account, PartId other);
    /// A row that charges an account. `units`: rows per person and adjacency of its dataset.
    void post(PartId account, const LedgerState::Posted& posted, ExperimentId experiment,
              const DatasetRow& units);

    /// An account whose charges, those of this experiment apart, are not all told to `account`.
    [[nodiscard]] std::optional<PartId> untold(PartId account, ExperimentId experiment) const;

    struct Missing {
        PartId account, other;   ///< which was not told of the other's
        bool isOneSpend = false; ///< an experiment charged both while they were linked: it knew
    };
    /// What is missing when all rows were taken.
    [[nodiscard]] std::vector<Missing> missing() const;

private:
    struct Spend {
        std::string id;
        ExperimentId experiment;
        SpendSum muSquared;
        double epsilon = 0.0, delta = 0.0;
        Adjacency adjacency = Adjacency::AddOrRemoveOne;
        std::uint32_t rowsPerPerson = 1;
        std::size_t links = 0; ///< of its account by then
    };
    struct Account {
        std::vector<std::int64_t> links;
        std::vector<Spend> spent;           ///< by this project's experiments
        std::map<std::string, Spend> known; ///< by the id of a charge
        /// How many charges of others were made before it opened with a sum of them, without their ids.
        std::map<std::int64_t, std::size_t> opened;
    };
    [[nodiscard]] static bool covers(const Spend& told, const Spend& spend);
    [[nodiscard]] bool isTold(std::int64_t account, std::int64_t other, std::size_t spend) const;

    std::map<std::int64_t, Account> m_accounts; ///< by the part that has it
};

} // namespace parsimony::ledger
