// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit.h"

#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/chain.h"
#include "core/ledger/project_file.h"
#include "core/ledger/registry.h"
#include "core/ledger/schema.h"

#include <algorithm>
#include <map>
#include <set>

namespace parsimony::ledger {

namespace {

enum Column {
    seqColumn,
    timeColumn,
    kindColumn,
    datasetColumn,
    partColumn,
    experimentColumn,
    trialColumn,
    classColumn,
    muColumn,
    exactColumn,
    epsilonColumn,
    deltaColumn,
    saltColumn,
    commitmentColumn,
    bodyColumn,
    prevColumn,
    hashColumn
};

std::optional<double> realAt(const Statement& row, int column) {
    return row.isNull(column) ? std::nullopt : std::optional(row.real(column));
}

class Auditor {
public:
    Auditor(Database& database, AuditReport& report)
        : m_database(database), m_report(report), m_replay(report) {}

    void checkFile() {
        auto check = m_database.prepare("PRAGMA integrity_check(20)");
        while (check.step()) {
            if (check.textView(0) != "ok") {
                problem(0, "SQLite's own check: " + check.text(0));
            }
        }
        // Triggers, indexes and views must be the ones this program makes.
        Database expected(":memory:", OpenMode::Create);
        expected.execute(projectSchema);
        const auto wanted = objectsOf(expected);
        const auto found = objectsOf(m_database);
        for (const auto& [name, sql] : wanted) {
            const auto there = found.find(name);
            if (there == found.end()) {
                problem(0, "the " + name + " is missing");
            } else if (there->second != sql) {
                problem(0, "the " + name + " was changed");
            }
        }
        for (const auto& [name, sql] : found) {
            if (wanted.count(name) == 0) {
                problem(0, "there is a foreign " + name);
            }
        }
    }

    void checkRows() {
        auto rows = m_database.prepare("SELECT " + std::string(chainedColumns) +
                                       ", prev, hash FROM ledger NOT INDEXED ORDER BY seq");
        Digest previous{};
        while (rows.step()) {
            const std::int64_t seq = rows.integer(seqColumn);
            if (seq != m_report.rows + 1) {
                problem(seq, seq > m_report.rows + 1 ? "follows row " + std::to_string(m_report.rows) +
                                                           ": rows between them are missing"
                                                     : "has a number that no row can have");
            }
            m_report.rows = seq;
            checkChain(rows, previous);
            replay(rows);
        }
        m_report.head = previous;
        if (m_report.rows == 0) {
            problem(0, "the ledger has no rows");
        }
        m_replay.finish();
        if (m_redacted > 0) {
            m_report.notes.push_back("curator values of " + std::to_string(m_redacted) +
                                     " rows are left out of this copy; the chain holds commitments of them");
        }
    }

    void checkBlobs() {
        auto blobs = m_database.prepare("SELECT sha256, bytes FROM blobs");
        std::set<std::string> found;
        while (blobs.step()) {
            const std::string name = toHex(blobs.blobView(0));
            if (toHex(sha256(blobs.blobView(1))) != name) {
                problem(rowOfBlob(name),
                        "released values " + name.substr(0, 16) + "… don't match their hash");
            }
            found.insert(name);
        }
        for (const auto& [name, row] : m_replay.blobs()) {
            if (found.count(name) == 0) {
                problem(row, "released values " + name.substr(0, 16) + "… are missing");
            }
        }
        auto checkpoints = m_database.prepare("SELECT trial, sha256, state FROM checkpoints");
        while (checkpoints.step()) {
            const std::int64_t trial = checkpoints.integer(0);
            if (!m_replay.trialRuns(trial)) {
                problem(0,
                        "there is a checkpoint of trial " + std::to_string(trial) + ", which does not run");
            }
            const Digest digest = sha256(checkpoints.blobView(2));
            const auto stored = checkpoints.blobView(1);
            if (!std::equal(stored.begin(), stored.end(), digest.begin(), digest.end())) {
                problem(0, "the checkpoint of trial " + std::to_string(trial) + " is damaged");
            }
        }
    }

    void checkHeads(const AuditOptions& options, const std::optional<std::string>& projectId) {
        if (options.head) {
            const auto wanted = fromHex(*options.head);
            if (wanted.size() != sizeof(Digest)) {
                failUsage("--head must be 64 hexadecimal digits");
            }
            auto row = m_database.prepare("SELECT 1 FROM ledger NOT INDEXED WHERE hash = ?");
            if (!row.bind(std::span<const std::uint8_t>(wanted)).step()) {
                problem(0, "the head " + *options.head +
                               " is not in the chain: this is an older copy, or was rewritten");
            }
        }
        const auto remembered =
            options.registry && projectId ? options.registry->headOf(*projectId) : std::nullopt;
        if (!remembered) {
            if (!options.head) {
                m_report.notes.push_back(
                    "no earlier head is known (give one with --head, or the registry of the user "
                    "who ran it): a cut tail or a full rewriting can't be found");
            }
            return;
        }
        auto row = m_database.prepare("SELECT hash FROM ledger WHERE seq = ?");
        row.bind(remembered->row);
        if (!row.step()) {
            problem(remembered->row,
                    "is missing: the registry remembers it, so this is an older copy or its tail was cut");
        } else if (const auto hash = row.blobView(0);
                   !std::equal(hash.begin(), hash.end(), remembered->hash.begin(), remembered->hash.end())) {
            problem(remembered->row,
                    "is not the one that the registry remembers: an older copy was gone on with, or the "
                    "ledger was rewritten");
        }
    }

    void problem(std::int64_t row, const std::string& what) {
        if (m_report.problems.size() < 200) { // a file that is all wrong needs no longer list
            m_report.problems.push_back({row, what});
        }
    }

    [[nodiscard]] const std::optional<std::string>& projectId() const { return m_projectId; }

private:
    static std::map<std::string, std::string> objectsOf(Database& database) {
        std::map<std::string, std::string> objects;
        auto schema = database.prepare("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema");
        while (schema.step()) {
            objects[schema.text(0)] = schema.text(1);
        }
        return objects;
    }

    void checkChain(const Statement& row, Digest& previous) {
        const std::int64_t seq = row.integer(seqColumn);
        const auto prev = row.blobView(prevColumn);
        if (!std::equal(prev.begin(), prev.end(), previous.begin(), previous.end())) {
            problem(seq, "does not follow the row before it: that one was changed, moved or taken away");
        }
        Digest stored{};
        std::copy_n(prev.begin(), std::min(prev.size(), stored.size()), stored.begin());
        const Digest hash = hashOfSelectedRow(row, stored);
        const auto written = row.blobView(hashColumn);
        if (!std::equal(written.begin(), written.end(), hash.begin(), hash.end())) {
            problem(seq, "was changed: its contents don't match its hash");
        }
        std::copy_n(written.begin(), std::min(written.size(), previous.size()), previous.begin());
        if (row.textView(classColumn) == "curator") {
            if (row.isNull(bodyColumn) && row.isNull(saltColumn)) {
                ++m_redacted;
            } else if (const Digest commitment =
                           commitmentOf(row.blobView(saltColumn), row.textView(bodyColumn));
                       !std::equal(commitment.begin(), commitment.end(),
                                   row.blobView(commitmentColumn).begin(),
                                   row.blobView(commitmentColumn).end())) {
                problem(seq, "was changed: its curator value doesn't match its commitment");
            }
        } else if (!row.isNull(saltColumn) || !row.isNull(commitmentColumn) || row.isNull(bodyColumn)) {
            problem(seq, "has no body, or the commitment of a curator value that it isn't");
        }
        const auto time = row.textView(timeColumn);
        if (time < m_lastTime) {
            m_report.notes.push_back(
                "row " + std::to_string(seq) +
                " is dated before the row in front of it: the clock ran backwards; what counts is "
                "the order of rows");
        }
        m_lastTime = time;
    }

    void replay(const Statement& row) {
        AuditedRow audited;
        audited.seq = row.integer(seqColumn);
        audited.kind = row.textView(kindColumn);
        audited.valueClass = row.textView(classColumn);
        audited.dataset = row.integer(datasetColumn);
        audited.part = row.integer(partColumn);
        audited.experiment = row.integer(experimentColumn);
        audited.trial = row.integer(trialColumn);
        audited.muSquared = realAt(row, muColumn);
        audited.epsilon = realAt(row, epsilonColumn);
        audited.delta = realAt(row, deltaColumn);
        audited.muSquaredExact = row.textView(exactColumn);
        try {
            if (!row.isNull(bodyColumn) && AuditReplay::readsBody(audited.kind)) {
                audited.body = parseJson(row.textView(bodyColumn), "its body");
                if (!audited.body.is_object()) {
                    fail("its body is no JSON object");
                }
            } else if (AuditReplay::readsBody(audited.kind)) {
                fail("it has no body");
            }
            if (audited.seq == 1) {
                const auto first = parseJson(row.textView(bodyColumn), "its body");
                m_projectId = first.at("project").get<std::string>();
            }
            m_replay.take(audited);
        } catch (const Error& error) {
            problem(audited.seq, error.what());
        } catch (const nlohmann::json::exception&) {
            problem(audited.seq,
                    "its body is not what a row of kind '" + std::string(audited.kind) + "' holds");
        }
    }

    [[nodiscard]] std::int64_t rowOfBlob(const std::string& name) const {
        const auto found = m_replay.blobs().find(name);
        return found == m_replay.blobs().end() ? 0 : found->second;
    }

    Database& m_database;
    AuditReport& m_report;
    AuditReplay m_replay;
    std::int64_t m_redacted = 0;
    std::string m_lastTime;
    std::optional<std::string> m_projectId;
};

} // namespace

AuditReport audit(const std::filesystem::path& file, const AuditOptions& options) {
    AuditReport report;
    Database database(file.string(),
                      modeOfProject(file) == OpenMode::Immutable ? OpenMode::Immutable : OpenMode::ReadOnly);
    requireProject(database);
    Auditor auditor(database, report);
    try {
        const ReadSnapshot snapshot(database);
        auditor.checkFile();
        auditor.checkRows();
        auditor.checkBlobs();
        auditor.checkHeads(options, auditor.projectId());
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Usage) {
            throw;
        }
        auditor.problem(0, error.what());
    }
    return report;
}

} // namespace parsimony::ledger
