// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/state_feed.h"

#include "core/base/sentence.h"
#include "core/ledger/damaged_row.h"
#include "core/ledger/row_members.h"

#include <algorithm>

namespace parsimony::ledger {

// Rows only ever follow; but those of a transaction that was undone are gone again.
bool StateFeed::stillThere() const {
    auto last = m_database.prepare("SELECT hash FROM ledger WHERE seq = ?");
    if (!last.bind(m_through).step()) {
        return false;
    }
    const auto hash = last.blobView(0);
    return std::equal(hash.begin(), hash.end(), m_hash.begin(), m_hash.end());
}

void StateFeed::read(Statement& rows, bool all) {
    try {
        while (rows.step()) {
            const std::int64_t experiment = rows.integer(5);
            const bool ofTrial = !rows.isNull(6);
            if (!all && ofTrial && m_withTrials.count(experiment) == 0) {
                continue;
            }
            const StoredRow row = rowAt(rows);
            noteNewer(row);
            readRow(row.seq, m_database.file(), [&] { (void)m_state.apply(row); });
            ++m_rowsRead;
            if (m_through > 0 && row.kind == RowKind::Experiment) {
                m_withTrials.insert(experiment); // all its trials are yet to come
            }
        }
    } catch (...) { // rows before a damaged one are taken in: begin anew, or they would count twice
        beginAnew();
        throw;
    }
}

StoredRow StateFeed::rowAt(const Statement& rows) const {
    try {
        return readStoredRow(rows, m_database.file(), m_what);
    } catch (const Error&) {
        if (rowKindFromText(rows.textView(1))) { // of an unknown kind both are named
            failDamagedRow(rows.integer(0), m_database.file());
        }
        throw;
    }
}

void StateFeed::noteNewer(const StoredRow& row) {
    if (m_newer || row.text.empty()) {
        return;
    }
    readRow(row.seq, m_database.file(), [&] {
        if (auto name = findingsIn(row.kind, row.members().members()).unknown) {
            m_newer = {row.seq, *std::move(name)};
        }
    });
}

void StateFeed::beginAnew() {
    m_newer.reset();
    m_state = LedgerState();
    m_withTrials.clear();
    m_through = 0;
    ++m_generation;
}

void StateFeed::catchUp() {
    const ReadSnapshot snapshot(m_database);
    if (m_through > 0 && !stillThere()) {
        beginAnew();
    }
    auto last = m_database.prepare("SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1");
    if (!last.step() || last.integer(0) == m_through) {
        return;
    }
    const std::int64_t through = last.integer(0);
    const std::string columns = "SELECT " + storedColumns + " FROM ledger ";
    // At first rows of trials are left out, by an index; by the plus it is taken, and the rows sorted.
    auto rows = m_database.prepare(columns + (m_through == 0 ? "WHERE trial IS NULL ORDER BY +seq"
                                                             : "NOT INDEXED WHERE seq > ? ORDER BY seq"));
    if (m_through > 0) {
        rows.bind(m_through);
    }
    read(rows, false);
    m_through = through;
    const auto hash = last.blobView(1);
    std::copy_n(hash.begin(), std::min(hash.size(), m_hash.size()), m_hash.begin());
    if (m_through < 1 || !stillThere()) { // each look would begin anew, under those who use what it gave
        beginAnew();
        fail(Sentence("'{1}' is damaged: its last row can't be found again; run audit, or restore it from "
                      "a copy",
                      m_database.file()));
    }
}

const LedgerState& StateFeed::state() {
    catchUp();
    return m_state;
}

const LedgerState& StateFeed::withTrials(ExperimentId experiment) {
    const ReadSnapshot snapshot(m_database);
    catchUp();
    if (m_withTrials.insert(experiment.value()).second) {
        auto rows =
            m_database.prepare("SELECT " + storedColumns +
                               " FROM ledger WHERE experiment = ? AND trial IS NOT NULL ORDER BY +seq");
        rows.bind(experiment);
        read(rows, true);
    }
    return m_state;
}

} // namespace parsimony::ledger
