// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/damaged_row.h"
#include "core/ledger/ledger_row.h"
#include "core/ledger/project_impl.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

/// What is shown of a trial.
const std::string trialColumns = "SELECT seq, kind, experiment, trial, body FROM ledger ";

StoredRow readTrialRow(const Statement& statement, const std::string& file, const std::string& what) {
    StoredRow row;
    row.seq = statement.integer(0);
    row.kind = knownRowKind(statement.textView(1), row.seq, file);
    row.experiment = ExperimentId{statement.integer(2)};
    row.trial = TrialId{statement.integer(3)};
    row.text = statement.textView(4);
    row.what = &what;
    return row;
}

/// The trials that rows are about, in the order of their first ones; `rows` selects trialColumns.
std::vector<TrialRow> trialsIn(Statement& rows, const std::string& file) {
    const std::string what = "a row of '" + file + "'";
    LedgerState state;
    std::vector<TrialId> order;
    while (rows.step()) {
        const StoredRow row = readTrialRow(rows, file, what);
        const bool applied = readRow(row.seq, file, [&] { return state.apply(row); });
        if (applied && row.kind == RowKind::TrialReserved) {
            order.push_back(row.trial);
        }
    }
    return collected<TrialRow>(order, [&](const TrialId id) { return state.takeTrial(id); });
}

} // namespace

std::vector<TrialRow> Project::trials(std::optional<ExperimentId> experiment, std::int64_t since) const {
    const ReadSnapshot snapshot(m_impl->database);
    std::string sql(trialColumns);
    // With `since` the trials that changed are found first, by the rows that followed, and not among all.
    const char* const found = since > 0 ? "+" : "";
    if (experiment) {
        sql += std::string("WHERE ") + found + "experiment = ?1 AND trial IS NOT NULL ";
    } else {
        sql += "WHERE trial IS NOT NULL AND ?1 IS NULL ";
    }
    if (since > 0) {
        sql += "AND trial IN (SELECT trial FROM ledger NOT INDEXED WHERE seq > ?2 AND trial IS NOT NULL) ";
    }
    auto statement = m_impl->database.prepare(sql + "ORDER BY seq");
    experiment ? statement.bind(*experiment) : statement.bind(std::nullopt);
    if (since > 0) {
        statement.bind(since);
    }
    return trialsIn(statement, m_impl->path.string());
}

TrialRow Project::trial(TrialId trial) const {
    auto statement = m_impl->database.prepare(trialColumns + "WHERE trial = ? ORDER BY seq");
    statement.bind(trial);
    auto found = trialsIn(statement, m_impl->path.string());
    if (found.empty()) {
        failUsage(
            Sentence("'{1}' has no trial {2}; trials lists what there is", path().string(), trial.value()));
    }
    return std::move(found.front());
}

std::map<std::int64_t, TrialPlace> Project::trialPlaces(ExperimentId experiment, std::int64_t since) const {
    // With `since` by the rows that followed, and not among all of the experiment.
    const std::string reserved = std::string("kind = '") + toText(RowKind::TrialReserved) + "'";
    auto statement = m_impl->database.prepare(
        since > 0 ? "SELECT trial, body, seq FROM ledger NOT INDEXED WHERE +experiment = ? AND seq > ? AND " +
                        reserved
                  : "SELECT trial, body, seq FROM ledger WHERE experiment = ? AND +seq > ? AND " + reserved);
    statement.bind(experiment).bind(since);
    const std::string& what = m_impl->feed.what();
    std::map<std::int64_t, TrialPlace> places;
    const auto read = [&] {
        TrialPlace& place = places[statement.integer(0)];
        const auto plan = BodyReader(statement.textView(1), what).raw("plan");
        if (!isJsonObject(plan)) {
            return;
        }
        const BodyReader members(plan, what);
        if (members.has("index")) {
            place.index = members.integerOr("index", 0);
        }
        place.part = members.text("part");
    };
    while (statement.step()) {
        readRow(statement.integer(2), path().string(), read);
    }
    return places;
}

std::vector<ReleaseRow> Project::releases(ExperimentId experiment, std::optional<TrialId> trial,
                                          const ReleaseName& what, std::int64_t since) const {
    // By the plus an experiment is found by its own index, not all releases of the project in their order;
    // with `since` by the rows that followed.
    std::string sql = since > 0 ? "SELECT seq, trial, class, body FROM ledger NOT INDEXED WHERE seq > ?4 AND "
                                  "+experiment = ?1 AND +kind = '"
                                : "SELECT seq, trial, class, body FROM ledger WHERE ?4 <= 0 AND experiment = "
                                  "?1 AND kind = '";
    sql += std::string(toText(RowKind::Release)) + "' ";
    sql += trial ? "AND trial = ?2 " : "AND ?2 IS NULL ";
    // What it must contain, so that few are parsed.
    sql += what.isEmpty() ? "AND ?3 IS NULL ORDER BY +seq" : "AND instr(body, ?3) > 0 ORDER BY +seq";
    auto statement = m_impl->database.prepare(sql);
    statement.bind(experiment);
    trial ? statement.bind(*trial) : statement.bind(std::nullopt);
    what.isEmpty() ? statement.bind(std::nullopt) : statement.bind(canonicalJson(what.text()));
    statement.bind(since);
    std::vector<ReleaseRow> rows;
    const auto read = [&] {
        ReleaseBody body;
        if (!statement.isNull(3)) { // a shared copy leaves a curator's out
            body = ReleaseBody::read({statement.textView(3), m_impl->feed.what()});
        }
        if (!what.isEmpty() && body.what != what) {
            return;
        }
        ReleaseRow row;
        row.row = statement.integer(0);
        row.experiment = experiment;
        row.trial = TrialId{statement.integer(1)};
        row.valueClass = valueClassFromText(statement.textView(2));
        row.what = body.what;
        row.values = body.values.empty() ? nlohmann::json() : objectIn(body.values, m_impl->feed.what());
        if (!body.blob.empty()) {
            const auto bytes = fromHex(body.blob);
            Digest digest{};
            std::copy_n(bytes.begin(), std::min(bytes.size(), digest.size()), digest.begin());
            row.blob = digest;
        }
        rows.push_back(std::move(row));
    };
    while (statement.step()) {
        readRow(statement.integer(0), path().string(), read);
    }
    return rows;
}

std::vector<std::uint8_t> Project::blob(const Digest& digest) const {
    auto statement = m_impl->database.prepare("SELECT bytes FROM blobs WHERE sha256 = ?");
    if (!statement.bind(std::span<const std::uint8_t>(digest)).step()) {
        fail(Sentence("'{1}' lacks the released values {2}; restore it from a copy", path().string(),
                      toHex(digest)));
    }
    auto bytes = statement.blob(0);
    if (sha256(std::span<const std::uint8_t>(bytes)) != digest) {
        fail(Sentence("released values in '{1}' are damaged: they don't match their hash; restore it",
                      path().string()));
    }
    return bytes;
}

std::int64_t Project::lastRow() const {
    return m_impl->database.integer("SELECT coalesce(max(seq), 0) FROM ledger");
}

Digest Project::tip() const {
    return m_impl->tip();
}

std::optional<Digest> Project::rowHash(std::int64_t row) const {
    return m_impl->rowHash(row);
}

std::optional<Digest> Project::Impl::rowHash(std::int64_t row) const {
    auto statement = database.prepare("SELECT hash FROM ledger WHERE seq = ?");
    Digest digest{};
    if (!statement.bind(row).step() || statement.blobView(0).size() != digest.size()) {
        return std::nullopt;
    }
    std::copy_n(statement.blobView(0).begin(), digest.size(), digest.begin());
    return digest;
}

Digest Project::Impl::tip() const {
    return rowHash(database.integer("SELECT coalesce(max(seq), 0) FROM ledger")).value_or(Digest{});
}

std::vector<LedgerRow> Project::changesSince(std::int64_t row) const {
    auto statement =
        m_impl->database.prepare("SELECT " + rowColumns + "body FROM ledger WHERE seq > ? ORDER BY seq");
    statement.bind(row);
    std::vector<LedgerRow> rows;
    while (statement.step()) {
        rows.push_back(readLedgerRow(statement, path().string()));
    }
    return rows;
}

} // namespace parsimony::ledger
