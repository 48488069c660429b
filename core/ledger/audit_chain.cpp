// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_chain.h"

#include "core/base/error.h"
#include "core/ledger/chain.h"
#include "core/ledger/records.h"
#include "core/ledger/schema.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

bool equalBytes(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

class ChainCheck {
public:
    explicit ChainCheck(ChainReport& report) : m_report(report) {}

    void take(const Statement& row) {
        const std::int64_t seq = row.integer(seqColumn);
        if (seq != m_report.rows + 1) {
            problem(seq, seq > m_report.rows + 1
                             ? Sentence("follows row {1}: rows between them are missing", m_report.rows)
                             : Sentence("has a number that no row can have"));
        }
        m_report.rows = seq;
        checkHash(row, seq);
        checkBody(row, seq);
        const auto time = row.textView(timeColumn).substr(0, dayLength);
        if (time < m_lastTime) {
            m_report.notes.push_back(Sentence(
                "row {1} is dated before the row in front of it: the clock ran backwards; what counts "
                "is the order of rows",
                seq));
        }
        m_lastTime = time;
    }

    void finish() {
        if (m_report.rows == 0) {
            problem(0, Sentence("the ledger has no rows"));
        }
        if (m_redacted > 0) {
            m_report.notes.push_back(Sentence("curator values of {1} {1|row|rows} are left out of this copy; "
                                              "the chain holds commitments of them",
                                              m_redacted));
        }
    }

    void problem(std::int64_t row, const Sentence& what) {
        if (m_report.problems.size() < 200) { // a file that is all wrong needs no longer list
            m_report.problems.push_back({row, what});
        }
    }

private:
    void checkHash(const Statement& row, std::int64_t seq) {
        const auto prev = row.blobView(prevColumn);
        if (!equalBytes(prev, m_report.tip)) {
            problem(seq,
                    Sentence("does not follow the row before it: that one was changed, moved or taken away"));
        }
        Digest previous{};
        std::copy_n(prev.begin(), std::min(prev.size(), previous.size()), previous.begin());
        const auto written = row.blobView(hashColumn);
        if (!equalBytes(written, hashOfSelectedRow(row, previous))) {
            problem(seq, Sentence("was changed: its contents don't match its hash"));
        }
        std::copy_n(written.begin(), std::min(written.size(), m_report.tip.size()), m_report.tip.begin());
    }

    void checkBody(const Statement& row, std::int64_t seq) {
        if (valueClassNamed(row.textView(classColumn)) != ValueClass::Curator) {
            if (!row.isNull(saltColumn) || !row.isNull(commitmentColumn) || row.isNull(bodyColumn)) {
                problem(seq, Sentence("has no body, or the commitment of a curator value that it isn't"));
            }
        } else if (row.isNull(bodyColumn) && row.isNull(saltColumn)) {
            ++m_redacted;
        } else if (!equalBytes(row.blobView(commitmentColumn),
                               commitmentOf(row.blobView(saltColumn), row.textView(bodyColumn)))) {
            problem(seq, Sentence("was changed: its curator value doesn't match its commitment"));
        }
    }

    ChainReport& m_report;
    std::int64_t m_redacted = 0;
    std::string m_lastTime;
};

} // namespace

ChainReport verifyChain(const std::string& file, OpenMode mode, std::int64_t last) {
    ChainReport report;
    ChainCheck check(report);
    try {
        Database database(file, mode);
        const ReadSnapshot snapshot(database);
        for (const std::string& fault : database.faults(20)) {
            check.problem(0, Sentence("SQLite's own check: {1}", fault));
        }
        auto rows = database.prepare("SELECT " + std::string(chainedColumns) +
                                     ", prev, hash FROM ledger NOT INDEXED WHERE seq <= ? ORDER BY seq");
        rows.bind(last);
        while (rows.step()) {
            check.take(rows);
        }
        check.finish();
    } catch (const Error& error) {
        check.problem(0, sentenceOf(error));
    }
    return report;
}

} // namespace parsimony::ledger
