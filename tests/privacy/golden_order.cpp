// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/privacy/golden_order.h"

#include "core/ledger/sqlite.h"

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace parsimony::test {

GoldenOrder::State GoldenOrder::stateOf(const std::string& project) const {
    State state;
    const auto ids = [&](const char* sql) {
        return ledger::Database(m_place.text(m_registry), ledger::OpenMode::ReadWrite).integer(sql);
    };
    if (!std::filesystem::exists(m_place.path(project))) {
        return state;
    }
    {
        ledger::Database database(m_place.text(project), ledger::OpenMode::ReadWrite);
        auto found = database.prepare(
            "SELECT kind, coalesce(json_extract(body, '$.role'), json_extract(body, '$.what'), '') "
            "FROM ledger WHERE experiment IS NOT NULL ORDER BY seq");
        while (found.step()) {
            const std::string what = found.text(1);
            state.rows.push_back(found.text(0) + (what.empty() ? "" : " " + what));
        }
        state.last = database.integer("SELECT coalesce(max(seq), 0) FROM ledger");
    }
    if (std::filesystem::exists(m_place.path(m_registry)) &&
        std::filesystem::file_size(m_place.path(m_registry)) > 0 &&
        ids("SELECT count(*) FROM sqlite_schema WHERE name = 'tips'") > 0) {
        state.pending = ids("SELECT count(*) FROM part_charges WHERE place IS NOT NULL") > 0;
        state.charged = ids("SELECT count(*) FROM part_charges") > 0;
        state.tip = ids("SELECT coalesce(max(row), 0) FROM tips");
    }
    return state;
}

std::vector<GoldenOrder::State>
GoldenOrder::statesOf(const std::function<Words(const std::string& project)>& words,
                      const std::function<void(const std::string& project)>& prepare,
                      const std::function<void(const std::string& project)>& after) {
    std::vector<State> states;
    for (long at = 1; !HasFailure(); ++at) {
        const std::string project = "killed-" + std::to_string(at) + ".parsimony";
        m_registry = "registry-" + std::to_string(at); // or the rows would be spent after the first
        prepare(project);
        auto preload = options();
        preload.environment["LD_PRELOAD"] = PARSIMONY_KILL_LIBRARY;
        preload.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0";
        preload.environment["PARSIMONY_KILL_SYNC"] = "1";
        preload.environment["PARSIMONY_KILL_AT"] = std::to_string(at);
        const Outcome outcome = m_place.cli(words(project), preload);
        states.push_back(stateOf(project));
        if (outcome.exitCode == 0) {
            break;
        }
        EXPECT_EQ(outcome.exitCode, 128 + SIGKILL) << outcome.text();
        if (std::filesystem::exists(m_place.path(project))) {
            after(project);
        }
    }
    return states;
}

std::vector<GoldenOrder::State> GoldenOrder::statesOfRun(int trials, const Words& more) {
    return statesOf(
        [&](const std::string& project) {
            Words words = run(project);
            *(std::find(words.begin(), words.end(), "--trials") + 1) = std::to_string(trials);
            words.insert(words.end(), more.begin(), more.end());
            return words;
        },
        [](const std::string&) {}, [&](const std::string& project) { expectSound(project, 0); });
}

std::vector<Group> GoldenOrder::groupsOf(const std::vector<State>& states, std::size_t before) {
    std::vector<Group> groups;
    std::size_t seen = before;
    bool pendingFirst = before > 0;
    for (const State& state : states) {
        EXPECT_LE(state.tip, state.last) << "the registry never knows more than the file holds";
        if (state.rows.size() <= before) {
            pendingFirst = pendingFirst || state.pending;
            continue;
        }
        EXPECT_TRUE(state.charged) << "reserved without the registry's knowledge";
        if (state.rows.size() > seen) {
            const auto from = state.rows.begin() + static_cast<std::ptrdiff_t>(seen);
            groups.emplace_back(from, state.rows.end());
            seen = state.rows.size();
        }
        if (groups.size() > 1) {
            EXPECT_FALSE(state.pending) << "something started on a charge that is not confirmed";
        }
    }
    EXPECT_TRUE(pendingFirst) << "the registry is charged before the project reserves";
    return groups;
}

void GoldenOrder::expectSound(const std::string& project, int resumed) {
    const Outcome outcome =
        cli({"resume", "-f", "json", "-q", "--threads", "1", "--storage", m_place.text(project)});
    EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == resumed) << outcome.text();
    const Outcome sound = audit(project);
    EXPECT_EQ(sound.exitCode, 0) << sound.text();
    const nlohmann::json report = sound.json();
    for (const auto& figure : report["datasets"]) {
        EXPECT_LE(figure["epsilon"], figure["target_epsilon"]);
    }
}

} // namespace parsimony::test
