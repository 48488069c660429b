// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit.h"

#include "core/base/collected.h"
#include "core/base/hex.h"
#include "core/base/row_kind.h"
#include "core/base/sentence.h"
#include "core/base/sentence_json.h"
#include "core/ledger/audit_chain.h"
#include "core/ledger/audit_links.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/chain.h"
#include "core/ledger/newer_word.h"
#include "core/ledger/project_file.h"
#include "core/ledger/registry.h"
#include "core/ledger/row_members.h"
#include "core/ledger/schema.h"

#include <algorithm>
#include <array>
#include <future>
#include <map>
#include <set>

namespace parsimony::ledger {

namespace {

/// What projects of earlier versions do not have.
constexpr std::array<std::string_view, 1> kAddedLater{"table clocks"};

constexpr std::size_t kMostProblems = 200; ///< a file that is all wrong needs no longer list

class Auditor {
public:
    Auditor(Database& database, AuditReport& report, PlanReader readPlan)
        : m_database(database), m_report(report), m_replay(report, std::move(readPlan)) {}

    void checkSchema() {
        // Triggers, indexes and views must be the ones this program makes.
        static const auto wanted = ownObjects();
        const auto found = objectsOf(m_database);
        for (const auto& [name, sql] : wanted) {
            const auto there = found.find(name);
            if (there == found.end()) {
                if (std::find(kAddedLater.begin(), kAddedLater.end(), name) == kAddedLater.end()) {
                    problem(0, Sentence("the {1} is missing", name));
                }
            } else if (there->second != sql) {
                problem(0, Sentence("the {1} was changed", name));
            }
        }
        for (const auto& [name, sql] : found) {
            if (wanted.count(name) == 0) {
                problem(0, Sentence("there is a foreign {1}", name));
            }
        }
    }

    void replayRows(const std::optional<std::int64_t>& earlierRow) {
        auto rows = m_database.prepare("SELECT seq, kind, class, dataset, part, experiment, trial, "
                                       "mu_squared, mu_squared_exact, epsilon, "
                                       "delta, body, time FROM ledger NOT INDEXED ORDER BY seq");
        while (rows.step()) {
            replay(rows);
            if (rows.integer(0) == earlierRow) {
                m_report.earlierFigures = m_replay.figures();
            }
        }
        m_replay.finish();
        m_afterReplay = m_report.problems.size();
        for (const auto& [member, unknown] : m_unknown) {
            m_report.notes.push_back(
                Sentence("{1} {1|row|rows} of kind '{2}' {1|has|have} an entry '{3}' that this version does "
                         "not know, {1|row|the first of them row} {4}: a newer version of Parsimony wrote "
                         "it, and what it means was not checked",
                         unknown.rows, toText(member.first), member.second, unknown.first));
        }
    }

    void checkBlobs() {
        auto blobs = m_database.prepare("SELECT sha256, bytes FROM blobs");
        std::set<std::string> found;
        while (blobs.step()) {
            const std::string name = toHex(blobs.blobView(0));
            if (toHex(sha256(blobs.blobView(1))) != name) {
                problem(rowOfBlob(name),
                        Sentence("released values {1}… don't match their hash", name.substr(0, 16)));
            }
            if (const auto zero = m_replay.zeros().find(name); zero != m_replay.zeros().end()) {
                const auto bytes = blobs.blobView(1);
                if (std::any_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte != 0; })) {
                    problem(zero->second, Sentence("says that it drew no run, and releases a winner"));
                }
            }
            found.insert(name);
        }
        for (const auto& [name, row] : m_replay.blobs()) {
            if (found.count(name) == 0) {
                problem(row, Sentence("released values {1}… are missing", name.substr(0, 16)));
            }
        }
        auto checkpoints = m_database.prepare("SELECT trial, sha256, state FROM checkpoints");
        while (checkpoints.step()) {
            const std::int64_t trial = checkpoints.integer(0);
            if (!m_replay.trialRuns(trial)) {
                problem(0, Sentence("there is a checkpoint of trial {1}, which does not run", trial));
            }
            const Digest digest = sha256(checkpoints.blobView(2));
            const auto stored = checkpoints.blobView(1);
            if (!std::equal(stored.begin(), stored.end(), digest.begin(), digest.end())) {
                problem(0, Sentence("the checkpoint of trial {1} is damaged", trial));
            }
        }
    }

    /// Throws Error(Usage) where what was asked for can be no tip.
    static void requireTip(const std::string& tip) {
        if (tip.size() != 2 * sizeof(Digest) ||
            tip.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
            failUsage(
                Sentence("--head must be 64 hexadecimal digits, as `audit` prints them, or the file of a "
                         "receipt, not '{1}'",
                         tip));
        }
    }

    void checkTips(const AuditOptions& options, const std::optional<Registry::Tip>& remembered) {
        if (options.tip) {
            checkTip(*options.tip);
        }
        if (options.receipt) {
            checkReceipt(*options.receipt);
        }
        if (!remembered) {
            if (!options.tip && !options.receipt) {
                m_report.notes.push_back(Sentence(
                    "no earlier tip is known (a receipt, a hash, or the registry of the user who ran "
                    "it): a cut tail or a full rewriting can't be found"));
            }
            return;
        }
        auto row = m_database.prepare("SELECT hash FROM ledger WHERE seq = ?");
        row.bind(remembered->row);
        if (!row.step()) {
            problem(
                remembered->row,
                Sentence(
                    "is missing: the registry remembers it, so this is an older copy or its tail was cut"));
        } else if (const auto hash = row.blobView(0);
                   !std::equal(hash.begin(), hash.end(), remembered->hash.begin(), remembered->hash.end())) {
            problem(
                remembered->row,
                Sentence("is not the one that the registry remembers: an older copy was gone on with, or the "
                         "ledger was rewritten"));
        }
    }

    void noteChargesElsewhere(const Registry& registry) {
        ledger::noteChargesElsewhere(m_database, m_replay.state(), registry, m_report);
    }

    /// Why nothing can be said of a project whose chain is whole: a newer program wrote rows, and nothing
    /// but these and what follows them is wrong.
    [[nodiscard]] std::optional<Sentence> newer() const {
        const std::size_t found = m_report.problems.size();
        return found == m_afterReplay && found < kMostProblems ? m_newer : std::nullopt;
    }

    void problem(std::int64_t row, const Sentence& what) {
        if (m_report.problems.size() < kMostProblems) {
            m_report.problems.push_back({row, what});
        }
    }

private:
    void checkTip(const std::string& tip) {
        const auto wanted = fromHex(tip);
        auto row = m_database.prepare("SELECT 1 FROM ledger NOT INDEXED WHERE hash = ?");
        if (!row.bind(std::span<const std::uint8_t>(wanted)).step()) {
            problem(
                0, Sentence("the tip {1} is not in the chain: this is an older copy, or was rewritten", tip));
        }
    }

    void checkReceipt(const Receipt& receipt) {
        const auto first =
            parseJson(m_database.text("SELECT body FROM ledger WHERE seq = 1"), "the first row");
        if (field(first, "project", "") != receipt.project) {
            problem(0, Sentence("the receipt of {1} is of another project, {2}: it says nothing of this "
                                "file, or the whole file was made anew",
                                receipt.day, receipt.project));
            return;
        }
        auto row = m_database.prepare("SELECT hash FROM ledger WHERE seq = ?");
        row.bind(receipt.row);
        const bool isThere = row.step();
        const auto hash = isThere ? row.blobView(0) : std::span<const std::uint8_t>();
        if (!std::equal(hash.begin(), hash.end(), receipt.tip.begin(), receipt.tip.end())) {
            problem(
                receipt.row,
                isThere
                    ? Sentence("is not the one that the receipt of {1} names: the ledger was rewritten since",
                               receipt.day)
                    : Sentence("is missing, though the receipt of {1} names it: this is an older copy, or "
                               "its tail was cut",
                               receipt.day));
        }
    }

    static std::map<std::string, std::string> ownObjects() {
        Database own(":memory:", OpenMode::Create);
        own.execute(projectSchema);
        return objectsOf(own);
    }

    static std::map<std::string, std::string> objectsOf(Database& database) {
        std::map<std::string, std::string> objects;
        auto schema = database.prepare("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema");
        while (schema.step()) {
            objects[schema.text(0)] = schema.text(1);
        }
        return objects;
    }

    void replay(const Statement& statement) {
        const std::int64_t seq = statement.integer(0);
        const auto kind = statement.textView(1);
        try {
            if (!rowKindFromText(kind)) {
                noteNewer([&] { (void)knownRowKind(kind, seq, m_database.file()); });
                fail(Sentence(
                    "is of a kind that this version does not know, '{1}': a newer version of Parsimony "
                    "wrote it",
                    std::string(kind.substr(0, 40))));
            }
            const StoredRow row = readStoredRow(statement, m_database.file(), m_body);
            if (statement.isNull(11) && row.valueClass != ValueClass::Curator) {
                fail(Sentence("it has no body"));
            }
            if (const auto wrong = wrongForm(row)) {
                problem(seq, *wrong);
            }
            const bool sound = checkMembers(row);
            if (!sound) {
                problemOfBody(seq, kind);
            }
            try {
                m_replay.take(row);
            } catch (const FieldError&) {
                if (sound) {
                    problemOfBody(seq, kind);
                }
            }
        } catch (const nlohmann::json::exception&) {
            problemOfBody(seq, kind);
        } catch (const NewerWord& word) {
            noteNewer([&] { fail(word.in(seq, m_database.file())); });
            problem(seq, sentenceOf(word));
        } catch (const Error& error) {
            problem(seq, sentenceOf(error));
        }
    }

    /// Keeps what whoever reads a row of a newer program is told.
    template <class Read>
    void noteNewer(const Read& read) {
        if (m_report.problems.empty()) {
            try {
                read();
            } catch (const Error& error) {
                m_newer = sentenceOf(error);
            }
        }
    }

    void problemOfBody(std::int64_t seq, std::string_view kind) {
        problem(seq, Sentence("its body is not what a row of kind '{1}' holds", std::string(kind)));
    }

    /// Whether a row has the members that its kind says; counts those that this version does not know.
    [[nodiscard]] bool checkMembers(const StoredRow& row) {
        if (row.text.empty()) {
            return true; // a shared copy leaves it out
        }
        const MemberFindings found = findingsIn(row.kind, row.members().members());
        if (found.unknown) {
            ++m_unknown.try_emplace({row.kind, *found.unknown}, Unknown{row.seq, 0}).first->second.rows;
        }
        return !found.wrong;
    }

    [[nodiscard]] std::int64_t rowOfBlob(const std::string& name) const {
        const auto found = m_replay.blobs().find(name);
        return found == m_replay.blobs().end() ? 0 : found->second;
    }

    struct Unknown {
        std::int64_t first = 0, rows = 0;
    };

    Database& m_database;
    AuditReport& m_report;
    AuditReplay m_replay;
    std::optional<Sentence> m_newer; ///< of the first row of an unknown kind, if nothing was wrong before it
    std::size_t m_afterReplay = 0;   ///< problems that were found by then
    std::map<std::pair<RowKind, std::string>, Unknown> m_unknown; ///< members of a newer program's rows
    std::string m_body = "its body";                              ///< what errors call it
};

std::optional<Registry::Tip> rememberedTip(Database& database, const AuditOptions& options) {
    if (!options.registry) {
        return std::nullopt;
    }
    const auto first = parseJson(database.text("SELECT body FROM ledger WHERE seq = 1"), "the first row");
    return options.registry->tipOf(field(first, "project", ""));
}

AuditReport auditAs(OpenMode mode, const std::filesystem::path& file, const AuditOptions& options) {
    AuditReport report;
    Database database(file.string(), mode);
    requireProject(database);
    if (options.tip) {
        Auditor::requireTip(*options.tip);
    }
    Auditor auditor(database, report, options.readPlan);
    std::future<ChainReport> chain;
    try {
        // Before the snapshot: a runner may add rows and tell the registry while this goes on.
        const auto remembered = rememberedTip(database, options);
        const ReadSnapshot snapshot(database);
        const auto last = database.integer("SELECT coalesce(max(seq), 0) FROM ledger");
        // Chain and contents take about the same time; side by side they take half of it.
        chain = std::async(std::launch::async, verifyChain, file.string(), mode, last);
        auditor.checkSchema();
        auditor.replayRows(options.earlierRow);
        auditor.checkBlobs();
        auditor.checkTips(options, remembered);
        if (options.registry) {
            checkLinks(database, *options.registry, report);
            auditor.noteChargesElsewhere(*options.registry);
        }
    } catch (const nlohmann::json::exception&) {
        auditor.problem(0, malformedJson());
    } catch (const Error& error) { // of figures that can't be, too: they stand in the file
        auditor.problem(0, sentenceOf(error));
    }
    if (chain.valid()) {
        auto verified = chain.get();
        report.rows = verified.rows;
        report.tip = verified.tip;
        report.newer = verified.problems.empty() ? auditor.newer() : std::nullopt;
        report.problems.insert(report.problems.end(), verified.problems.begin(), verified.problems.end());
        report.notes.insert(report.notes.begin(), verified.notes.begin(), verified.notes.end());
    }
    std::stable_sort(report.problems.begin(), report.problems.end(),
                     [](const AuditProblem& a, const AuditProblem& b) { return a.row < b.row; });
    return report;
}

} // namespace

std::vector<std::string> AuditReport::notesInEnglish() const {
    return collected<std::string>(notes, &Sentence::english);
}

void AuditReport::requireKnown() const {
    if (newer) {
        fail(*newer);
    }
}

AuditReport audit(const std::filesystem::path& file, const AuditOptions& options) {
    try {
        AuditReport report = auditAs(readingModeOf(file), file, options);
        removeEmptyLog(file);
        return report;
    } catch (const Error&) { // a newer version's, or none at all
        removeEmptyLog(file);
        throw;
    }
}

} // namespace parsimony::ledger
