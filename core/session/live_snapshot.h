// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_observer.h"
#include "core/session/snapshot_reader.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace parsimony::session {

/// An experiment of this process as whoever watches sees it: the ledger's reading, and between its rows the
/// steps that are done.
class LiveSnapshot {
public:
    struct Seconds {
        double load = 0.0, search = 0.0, final = 0.0;
    };

    LiveSnapshot(const ledger::Project& project, ExperimentId experiment, std::string device,
                 RunObserver observer);

    /// Reads what the ledger has anew and tells it.
    void publish();
    /// Tells a trial's steps, at most about 20 times a second.
    void stepsDone(TrialId trial, std::uint32_t steps);
    void seconds(const Seconds& spent) { m_seconds = spent; }

    [[nodiscard]] const RunSnapshot& snapshot() const { return m_snapshot; }

private:
    using Clock = std::chrono::steady_clock;
    void tell();

    SnapshotReader m_reader;
    std::string m_device;
    RunObserver m_observer;
    RunSnapshot m_snapshot; ///< the last one that was told
    std::map<std::int64_t, std::uint32_t> m_steps;
    Seconds m_seconds;
    Clock::time_point m_began = Clock::now(), m_told{};
};

} // namespace parsimony::session
