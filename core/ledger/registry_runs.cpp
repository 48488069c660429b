// SPDX-License-Identifier: GPL-3.0-or-later
// How far each experiment on private rows has come, whatever file it is in.
#include "core/base/hex.h"
#include "core/ledger/registry.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace parsimony::ledger {

namespace {

Digest digestAt(const Statement& row, int column) {
    Digest digest{};
    const auto bytes = row.blobView(column);
    std::copy_n(bytes.begin(), std::min(bytes.size(), digest.size()), digest.begin());
    return digest;
}

} // namespace

// Keyed, so that a registry that is shown tells nobody's machine id. A machine without one counts as any
// other machine without one.
Digest machineUnder(std::span<const std::uint8_t> key) {
    std::ifstream file("/etc/machine-id");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return sha256("machine " + toHex(key) + " " + text);
}

std::optional<Registry::Run> Registry::runOf(const std::string& project,
                                             const std::string& experiment) const {
    const std::lock_guard guard(m_mutex);
    auto statement = m_database.prepare("SELECT attempt, machine, row, hash FROM runs WHERE project = ? AND "
                                        "experiment = ?");
    if (!statement.bind(project).bind(experiment).step()) {
        return std::nullopt;
    }
    return Run{statement.integer(0), digestAt(statement, 1), {statement.integer(2), digestAt(statement, 3)}};
}

void Registry::setRun(const std::string& project, const std::string& experiment, std::int64_t attempt,
                      const Tip& tip) {
    const std::lock_guard guard(m_mutex);
    m_database
        .prepare(
            "INSERT INTO runs (project, experiment, attempt, machine, row, hash) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (project, experiment) DO UPDATE SET attempt = excluded.attempt, machine = "
            "excluded.machine, row = excluded.row, hash = excluded.hash")
        .bind(project)
        .bind(experiment)
        .bind(attempt)
        .bind(std::span<const std::uint8_t>(m_machine))
        .bind(tip.row)
        .bind(std::span<const std::uint8_t>(tip.hash))
        .run();
}

std::vector<Registry::RunCheckpoint> Registry::checkpointsOf(const std::string& project,
                                                             const std::string& experiment) const {
    const std::lock_guard guard(m_mutex);
    std::vector<RunCheckpoint> checkpoints;
    auto rows =
        m_database.prepare("SELECT trial, attempt, step, sha256 FROM run_checkpoints WHERE project = ? "
                           "AND experiment = ?");
    rows.bind(project).bind(experiment);
    while (rows.step()) {
        checkpoints.push_back(
            {TrialId{rows.integer(0)}, rows.integer(1), rows.integer(2), digestAt(rows, 3)});
    }
    return checkpoints;
}

void Registry::setCheckpoint(const std::string& project, const std::string& experiment,
                             const RunCheckpoint& checkpoint) {
    const std::lock_guard guard(m_mutex);
    m_database
        .prepare("INSERT OR REPLACE INTO run_checkpoints (project, experiment, trial, attempt, step, sha256) "
                 "VALUES (?, ?, ?, ?, ?, ?)")
        .bind(project)
        .bind(experiment)
        .bind(checkpoint.trial)
        .bind(checkpoint.attempt)
        .bind(checkpoint.step)
        .bind(std::span<const std::uint8_t>(checkpoint.hash))
        .run();
}

void Registry::dropCheckpoint(const std::string& project, const std::string& experiment, TrialId trial) {
    const std::lock_guard guard(m_mutex);
    m_database.prepare("DELETE FROM run_checkpoints WHERE project = ? AND experiment = ? AND trial = ?")
        .bind(project)
        .bind(experiment)
        .bind(trial)
        .run();
}

std::string Registry::placeOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto statement = m_database.prepare("SELECT path FROM tips WHERE project = ?");
    return statement.bind(project).step() ? statement.text(0) : std::string();
}

} // namespace parsimony::ledger
