// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <unordered_map>

namespace parsimony::ledger {

namespace {

std::optional<double> numberAt(const nlohmann::json& body, const char* key) {
    const auto found = body.find(key);
    if (found == body.end() || !found->is_number()) {
        return std::nullopt;
    }
    return found->get<double>();
}

void readReserved(TrialRow& row, const nlohmann::json& body) {
    row.phase = field(body, "phase", 0);
    row.role = field(body, "role", "");
    row.steps = field(body, "steps", std::int64_t{0});
    row.r = numberAt(body, "r");
    row.nu = numberAt(body, "nu");
    row.learningRate = numberAt(body, "learning_rate");
    row.noiseMultiplier = numberAt(body, "noise_multiplier");
    row.maxGradNorm = numberAt(body, "max_grad_norm");
    row.mu = field(body, "mu", 0.0);
    row.epsilon = field(body, "epsilon", 0.0);
}

void readScore(TrialRow& row, const nlohmann::json& body) {
    if (field(body, "what", "") == "score" && body.contains("values")) {
        const auto& values = body["values"];
        row.score = numberAt(values, "value");
        row.scoreSe = numberAt(values, "se");
        row.scoreKind = field(values, "kind", "");
    }
}

// Applies one row of the ledger to what is known of its trial.
void apply(TrialRow& row, std::string_view kind, const Statement& statement, const std::string& file) {
    const auto body = [&] { return parseJson(statement.textView(4), "a row of '" + file + "'"); };
    if (kind == "trial_reserved") {
        row.experiment = ExperimentId{statement.integer(1)};
        row.reserved = statement.text(2);
        readReserved(row, body());
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
        readScore(row, body());
    } else if (kind == "note") {
        row.note = field(body(), "text", "");
    } else if (kind == "tags") {
        row.tags = field(body(), "tags", std::vector<std::string>());
    }
}

constexpr std::string_view trialColumns = "SELECT trial, experiment, time, kind, body FROM ledger ";

} // namespace

std::vector<TrialRow> Project::trials(std::optional<ExperimentId> experiment, std::int64_t since) const {
    const ReadSnapshot snapshot(m_impl->database);
    std::string sql(trialColumns);
    if (experiment) {
        sql += "WHERE experiment = ?1 AND trial IS NOT NULL ";
    } else {
        sql += "WHERE trial IS NOT NULL AND ?1 IS NULL ";
    }
    if (since > 0) {
        sql += "AND trial IN (SELECT DISTINCT trial FROM ledger WHERE seq > ?2 AND trial IS NOT NULL) ";
    }
    auto statement = m_impl->database.prepare(sql + "ORDER BY seq");
    experiment ? statement.bind(*experiment) : statement.bind(std::nullopt);
    if (since > 0) {
        statement.bind(since);
    }
    std::vector<TrialRow> rows;
    std::unordered_map<std::int64_t, std::size_t> places;
    while (statement.step()) {
        const std::int64_t id = statement.integer(0);
        const auto [place, isNew] = places.try_emplace(id, rows.size());
        if (isNew) {
            rows.emplace_back();
            rows.back().id = TrialId{id};
        }
        apply(rows[place->second], statement.textView(3), statement, m_impl->path.string());
    }
    return rows;
}

TrialRow Project::trial(TrialId trial) const {
    auto statement = m_impl->database.prepare(std::string(trialColumns) + "WHERE trial = ? ORDER BY seq");
    statement.bind(trial);
    TrialRow row;
    row.id = trial;
    while (statement.step()) {
        apply(row, statement.textView(3), statement, m_impl->path.string());
    }
    if (!row.experiment.valid()) {
        failUsage("'" + path().string() + "' has no trial " + std::to_string(trial.value()));
    }
    return row;
}

nlohmann::json Project::trialPlan(TrialId trial) const {
    const auto body = m_impl->bodyJson("trial_reserved", "trial", trial.value());
    if (!body.is_object()) {
        failUsage("'" + path().string() + "' has no trial " + std::to_string(trial.value()));
    }
    return field(body, "plan", nlohmann::json::object());
}

nlohmann::json Project::trialRecord(TrialId trial) const {
    const auto body = m_impl->bodyJson("trial_finished", "trial", trial.value());
    return body.is_object() ? field(body, "record", nlohmann::json()) : nlohmann::json();
}

std::vector<ReleaseRow> Project::releases(ExperimentId experiment, std::optional<TrialId> trial) const {
    std::string sql = "SELECT seq, trial, class, body FROM ledger WHERE experiment = ? AND kind = 'release' ";
    sql += trial ? "AND trial = ? ORDER BY seq" : "ORDER BY seq";
    auto statement = m_impl->database.prepare(sql);
    statement.bind(experiment);
    if (trial) {
        statement.bind(*trial);
    }
    std::vector<ReleaseRow> rows;
    while (statement.step()) {
        const auto body = statement.isNull(3)
                              ? nlohmann::json::object()
                              : parseJson(statement.textView(3), "a release in '" + path().string() + "'");
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
        fail("released values in '" + path().string() +
             "' are damaged: they don't match their hash; restore it");
    }
    return bytes;
}

std::int64_t Project::lastRow() const {
    return m_impl->database.integer("SELECT coalesce(max(seq), 0) FROM ledger");
}

Digest Project::head() const {
    auto statement = m_impl->database.prepare("SELECT hash FROM ledger ORDER BY seq DESC LIMIT 1");
    Digest digest{};
    if (statement.step() && statement.blobView(0).size() == digest.size()) {
        std::copy_n(statement.blobView(0).begin(), digest.size(), digest.begin());
    }
    return digest;
}

std::vector<LedgerRow> Project::changesSince(std::int64_t row) const {
    auto statement =
        m_impl->database.prepare("SELECT seq, time, kind, dataset, part, experiment, trial, class, body "
                                 "FROM ledger WHERE seq > ? ORDER BY seq");
    statement.bind(row);
    std::vector<LedgerRow> rows;
    while (statement.step()) {
        LedgerRow change;
        change.seq = statement.integer(0);
        change.time = statement.text(1);
        change.kind = statement.text(2);
        change.dataset = DatasetId{statement.integer(3)};
        change.part = PartId{statement.integer(4)};
        change.experiment = ExperimentId{statement.integer(5)};
        change.trial = TrialId{statement.integer(6)};
        change.valueClass = statement.textView(7) == "public"    ? ValueClass::Public
                            : statement.textView(7) == "curator" ? ValueClass::Curator
                                                                 : ValueClass::Released;
        change.body = statement.text(8);
        rows.push_back(std::move(change));
    }
    return rows;
}

} // namespace parsimony::ledger
