// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_observer.h"
#include "core/session/snapshot_reader.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace parsimony::session {

/// A running experiment of this process as its observer is told it: the ledger's reading, and between its
/// rows the steps that are done.
class LiveSnapshot {
public:
    struct Seconds {
        double load = 0.0, search = 0.0, final = 0.0;
    };

    LiveSnapshot(const ledger::Project& project, ExperimentId experiment, std::string device,
                 RunObserver observer);

    /// Reads what the ledger has anew and tells it; of very many runs not every start and end.
    void publish();
    /// Tells a trial's steps, at most about 20 times a second.
    void stepsDone(TrialId trial, std::uint32_t steps);
    void seconds(const Seconds& spent) { m_seconds = spent; }

    [[nodiscard]] const RunSnapshot& snapshot() { return m_reader.shown(); }

private:
    using Clock = std::chrono::steady_clock;
    void tell();
    void show(RunSnapshot& snapshot);

    SnapshotReader m_reader;
    std::string m_device;
    RunObserver m_observer;
    std::map<std::int64_t, std::uint32_t> m_running; ///< steps of trials that have not ended
    double m_made = 0.0;                             ///< steps that this process made
    Seconds m_seconds;
    ExperimentStatus m_status = ExperimentStatus::Planned; ///< as it was told last
    int m_revision = -1;
    Clock::time_point m_began = Clock::now(), m_told{};
    Clock::duration m_telling{}; ///< how long the observer took
};

} // namespace parsimony::session
