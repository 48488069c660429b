// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/json_members.h"
#include "core/ledger/ledger_row.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace parsimony::ledger {

namespace {

bool isNumber(std::string_view value) {
    return !value.empty() && (value.front() == '-' || (value.front() >= '0' && value.front() <= '9'));
}

std::optional<double> numberAt(const JsonMembers& body, const char* key, const std::string& what) {
    const auto value = body.find(key);
    return isNumber(value) ? std::optional(jsonNumber(value, what)) : std::nullopt;
}

/// `otherwise` where there is none; a file that was tampered with must end in a sentence.
double numberOr(const JsonMembers& body, const char* key, double otherwise, const std::string& what) {
    if (body.find(key).empty()) {
        return otherwise;
    }
    const auto number = numberAt(body, key, what);
    if (!number) {
        failField(key);
    }
    return *number;
}

std::int64_t integerOr(const JsonMembers& body, const char* key, std::int64_t otherwise,
                       const std::string& what) {
    constexpr double exact = 9007199254740992.0; // what a double holds to the last digit
    const double number = numberOr(body, key, static_cast<double>(otherwise), what);
    if (std::abs(number) > exact) {
        failField(key);
    }
    return static_cast<std::int64_t>(number);
}

std::string textOr(const JsonMembers& body, const char* key, const std::string& what) {
    const auto value = body.find(key);
    if (value.empty()) {
        return {};
    }
    const auto text = parseJson(value, what);
    if (!text.is_string()) {
        failField(key);
    }
    return text.get<std::string>();
}

// A table of 10^5 trials reads a few numbers of each body and none of the plan inside: parsing all of it
// would take most of the time that a project needs to open.
void readReserved(TrialRow& row, const JsonMembers& body, const std::string& what) {
    row.phase = static_cast<int>(integerOr(body, "phase", 0, what));
    row.role = textOr(body, "role", what);
    row.steps = integerOr(body, "steps", 0, what);
    row.r = numberAt(body, "r", what);
    row.nu = numberAt(body, "nu", what);
    row.learningRate = numberAt(body, "learning_rate", what);
    row.noiseMultiplier = numberAt(body, "noise_multiplier", what);
    row.maxGradNorm = numberAt(body, "max_grad_norm", what);
    row.mu = numberOr(body, "mu", 0.0, what);
    row.epsilon = numberOr(body, "epsilon", 0.0, what);
}

void readScore(TrialRow& row, const JsonMembers& body, const std::string& what) {
    const auto values = body.find("values");
    if (body.find("what") == "\"score\"" && isJsonObject(values)) {
        const JsonMembers members(values, what);
        row.score = numberAt(members, "value", what);
        row.scoreSe = numberAt(members, "se", what);
        row.scoreKind = textOr(members, "kind", what);
    }
}

// Applies one row of the ledger to what is known of its trial.
void apply(TrialRow& row, std::string_view kind, const Statement& statement, const std::string& what) {
    const auto body = [&] { return parseJson(statement.textView(4), what); };
    if (kind == "trial_reserved") {
        row.experiment = ExperimentId{statement.integer(1)};
        row.reserved = statement.text(2);
        readReserved(row, JsonMembers(statement.textView(4), what), what);
    } else if (kind == "trial_running") {
        row.state = TrialState::Running;
        ++row.attempts;
    } else if (kind == "trial_finished") {
        row.state = TrialState::Finished;
        row.ended = statement.text(2);
    } else if (kind == "trial_failed" || kind == "trial_cancelled" || kind == "trial_lost") {
        row.state = kind == "trial_failed"      ? TrialState::Failed
                    : kind == "trial_cancelled" ? TrialState::Cancelled
                                                : TrialState::Lost;
        row.ended = statement.text(2);
        row.message = field(body(), "message", "");
    } else if (kind == "release") {
        readScore(row, JsonMembers(statement.textView(4), what), what);
    } else if (kind == "note") {
        row.note = field(body(), "text", "");
    } else if (kind == "tags") {
        row.tags = field(body(), "tags", std::vector<std::string>());
    }
}

const std::string trialColumns =
    std::string("SELECT trial, experiment, ") + exactTime + ", kind, body FROM ledger ";

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
    const std::string what = "a row of '" + m_impl->path.string() + "'";
    std::vector<TrialRow> rows;
    std::unordered_map<std::int64_t, std::size_t> places;
    while (statement.step()) {
        const std::int64_t id = statement.integer(0);
        const auto [place, isNew] = places.try_emplace(id, rows.size());
        if (isNew) {
            rows.emplace_back();
            rows.back().id = TrialId{id};
        }
        apply(rows[place->second], statement.textView(3), statement, what);
    }
    return rows;
}

TrialRow Project::trial(TrialId trial) const {
    auto statement = m_impl->database.prepare(std::string(trialColumns) + "WHERE trial = ? ORDER BY seq");
    statement.bind(trial);
    const std::string what = "a row of '" + m_impl->path.string() + "'";
    TrialRow row;
    row.id = trial;
    while (statement.step()) {
        apply(row, statement.textView(3), statement, what);
    }
    if (!row.experiment.valid()) {
        failUsage(
            Sentence("'{1}' has no trial {2}; trials lists what there is", path().string(), trial.value()));
    }
    return row;
}

std::map<std::int64_t, TrialPlace> Project::trialPlaces(ExperimentId experiment, std::int64_t since) const {
    auto statement = m_impl->database.prepare(
        "SELECT trial, body FROM ledger WHERE experiment = ? AND kind = 'trial_reserved' AND +seq > ?");
    statement.bind(experiment).bind(since);
    const std::string what = "a row of '" + m_impl->path.string() + "'";
    std::map<std::int64_t, TrialPlace> places;
    while (statement.step()) {
        TrialPlace& place = places[statement.integer(0)];
        const auto plan = JsonMembers(statement.textView(1), what).find("plan");
        if (!isJsonObject(plan)) {
            continue;
        }
        const JsonMembers members(plan, what);
        if (!members.find("index").empty()) {
            place.index = integerOr(members, "index", 0, what);
        }
        place.part = textOr(members, "part", what);
    }
    return places;
}

bool Project::isPublic(ExperimentId experiment) const {
    return m_impl->experimentHead(experiment).isPublic;
}

std::vector<ReleaseRow> Project::releases(ExperimentId experiment, std::optional<TrialId> trial,
                                          const std::string& what) const {
    std::string sql =
        "SELECT seq, trial, class, body FROM ledger WHERE experiment = ?1 AND kind = 'release' ";
    sql += trial ? "AND trial = ?2 " : "AND ?2 IS NULL ";
    // By the plus an experiment is found by its own index, not all releases of the project in their order.
    sql += what.empty() ? "ORDER BY +seq" : "AND instr(body, ?3) > 0 ORDER BY +seq";
    auto statement = m_impl->database.prepare(sql);
    statement.bind(experiment);
    trial ? statement.bind(*trial) : statement.bind(std::nullopt);
    if (!what.empty()) {
        statement.bind(canonicalJson(what)); // what it must contain, so that few are parsed
    }
    std::vector<ReleaseRow> rows;
    while (statement.step()) {
        const auto body = statement.isNull(3)
                              ? nlohmann::json::object()
                              : parseJson(statement.textView(3), "a release in '" + path().string() + "'");
        if (!what.empty() && field(body, "what", "") != what) {
            continue;
        }
        ReleaseRow row;
        row.row = statement.integer(0);
        row.experiment = experiment;
        row.trial = TrialId{statement.integer(1)};
        row.valueClass = statement.textView(2) == "public"    ? ValueClass::Public
                         : statement.textView(2) == "curator" ? ValueClass::Curator
                                                              : ValueClass::Released;
        row.what = field(body, "what", "");
        row.values = field(body, "values", nlohmann::json());
        if (body.contains("blob")) {
            const auto bytes = fromHex(field(body, "blob", ""));
            Digest digest{};
            std::copy_n(bytes.begin(), std::min(bytes.size(), digest.size()), digest.begin());
            row.blob = digest;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::uint8_t> Project::blob(const Digest& digest) const {
    auto statement = m_impl->database.prepare("SELECT bytes FROM blobs WHERE sha256 = ?");
    if (!statement.bind(std::span<const std::uint8_t>(digest)).step()) {
        fail("'" + path().string() + "' lacks the released values " + toHex(digest) +
             "; restore it from a copy");
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

Digest Project::head() const {
    return m_impl->head();
}

Digest Project::Impl::head() const {
    auto statement = database.prepare("SELECT hash FROM ledger ORDER BY seq DESC LIMIT 1");
    Digest digest{};
    if (statement.step() && statement.blobView(0).size() == digest.size()) {
        std::copy_n(statement.blobView(0).begin(), digest.size(), digest.begin());
    }
    return digest;
}

std::vector<LedgerRow> Project::changesSince(std::int64_t row) const {
    auto statement = m_impl->database.prepare(std::string("SELECT ") + rowColumns +
                                              "body FROM ledger WHERE seq > ? ORDER BY seq");
    statement.bind(row);
    std::vector<LedgerRow> rows;
    while (statement.step()) {
        rows.push_back(readLedgerRow(statement));
    }
    return rows;
}

} // namespace parsimony::ledger
