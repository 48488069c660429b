// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/ledger_state.h"
#include "core/ledger/sqlite.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace parsimony::ledger {

/// Keeps the state of a project file up to date: rows that followed are applied, no row twice. Rows of trials
/// are read of experiments that somebody asks for, and of those that begin while it looks.
class StateFeed {
public:
    explicit StateFeed(Database& database)
        : m_database(database), m_what("a row of '" + database.file() + "'") {}

    /// As of the last row that this connection sees. Throws Error(Failed) for a damaged file.
    [[nodiscard]] const LedgerState& state();
    /// The same with the trials of an experiment.
    [[nodiscard]] const LedgerState& withTrials(ExperimentId experiment);

    /// The first row with a member that only a newer program can have written.
    struct Newer {
        std::int64_t row = 0;
        std::string member;
    };
    /// Of the rows that were read so far.
    [[nodiscard]] const std::optional<Newer>& newer() const { return m_newer; }

    /// Grows when rows were undone, so that the state began anew.
    [[nodiscard]] std::int64_t generation() const { return m_generation; }
    [[nodiscard]] std::int64_t rowsRead() const { return m_rowsRead; } ///< in all its life
    [[nodiscard]] const std::string& what() const { return m_what; }   ///< what errors call a row

private:
    void catchUp(); ///< inside a snapshot only the first one may begin anew
    void beginAnew();
    [[nodiscard]] StoredRow rowAt(const Statement& rows) const;
    void noteNewer(const StoredRow& row);
    void read(Statement& rows, bool all);
    [[nodiscard]] bool stillThere() const;

    Database& m_database;
    std::string m_what;
    LedgerState m_state;
    std::optional<Newer> m_newer;
    std::int64_t m_through = 0; ///< the last row that is applied or left out
    Digest m_hash{};            ///< of it
    std::set<std::int64_t> m_withTrials;
    std::int64_t m_rowsRead = 0;
    std::int64_t m_generation = 0;
};

} // namespace parsimony::ledger
