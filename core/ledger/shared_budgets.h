// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/ledger_state.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// Parts of one project that declare to share a budget: what the rows of one were charged is told to the
/// account of the other, as a row of its own, before anything more is spent there. What other parts of its
/// account were charged, which share with it and not with the other, is not.
class SharedBudgets {
public:
    void link(const PartRow& part, const PartRow& other);
    /// A row that charges a part. `units`: rows per person and adjacency of its dataset.
    void post(const PartRow& part, const LedgerState::Posted& posted, ExperimentId experiment,
              const DatasetRow& units);

    /// A part whose charges, those of this experiment apart, are not all told to `account`.
    [[nodiscard]] std::optional<PartId> untold(PartId account, ExperimentId experiment) const;

    /// Did this project make the charge of this id when the part that it charged shared nothing with
    /// `account` yet? False where it made none.
    [[nodiscard]] bool cameLater(PartId account, const std::string& charge) const;

    struct Missing {
        PartId account, other;   ///< which was not told of the charges of the other, a part
        bool isOneSpend = false; ///< an experiment charged both while they were linked: it knew
    };
    /// What is missing when all rows were taken.
    [[nodiscard]] std::vector<Missing> missing() const;

private:
    struct Spend {
        std::string id;
        std::int64_t part = 0;
        ExperimentId experiment;
        SpendSum muSquared;
        double epsilon = 0.0, delta = 0.0;
        Adjacency adjacency = Adjacency::AddOrRemoveOne;
        std::uint32_t rowsPerPerson = 1;
        std::size_t links = 0; ///< of all accounts by then
    };
    struct Link {
        std::int64_t other = 0, account = 0; ///< a part, and whose account it has
        std::size_t number = 0;              ///< how many links there were with it
    };
    struct Account {
        std::vector<Link> links;
        std::vector<Spend> spent;           ///< by this project's experiments
        std::map<std::string, Spend> known; ///< by the id of a charge
        /// How many charges of others it opened with a sum of, without their ids.
        std::map<std::int64_t, std::size_t> opened;
    };
    [[nodiscard]] static bool covers(const Spend& told, const Spend& spend);
    /// How many of these, from the first on, a sum is large enough for.
    [[nodiscard]] static std::size_t coveredBy(const Spend& sum, const std::vector<Spend>& charges);
    [[nodiscard]] bool isTold(std::int64_t account, std::int64_t other, std::size_t spend) const;
    /// What the part of a link was charged, as places in what its account was, and `account` is not told of.
    [[nodiscard]] std::vector<std::size_t> untoldOf(std::int64_t account, const Link& link) const;

    std::map<std::int64_t, Account> m_accounts; ///< by the part that has it
    /// By the id of a charge that this project made: the account, and the place in what it spent.
    std::multimap<std::string, std::pair<std::int64_t, std::size_t>> m_places;
    std::size_t m_links = 0; ///< that were declared so far
};

} // namespace parsimony::ledger
