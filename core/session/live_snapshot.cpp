// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live_snapshot.h"

#include <algorithm>

namespace parsimony::session {

namespace {

constexpr auto tellInterval = std::chrono::milliseconds(50);

} // namespace

LiveSnapshot::LiveSnapshot(const ledger::Project& project, ExperimentId experiment, std::string device,
                           RunObserver observer)
    : m_reader(project, experiment), m_device(std::move(device)), m_observer(std::move(observer)) {}

void LiveSnapshot::publish() {
    m_snapshot = m_reader.read();
    m_snapshot.device = m_device;
    m_snapshot.secondsLoad = m_seconds.load;
    m_snapshot.secondsSearch = m_seconds.search;
    m_snapshot.secondsFinal = m_seconds.final;
    tell();
}

void LiveSnapshot::stepsDone(TrialId trial, std::uint32_t steps) {
    m_steps[trial.value()] = steps;
    if (Clock::now() - m_told >= tellInterval) {
        tell();
    }
}

void LiveSnapshot::tell() {
    m_told = Clock::now();
    double done = 0.0;
    double now = 0.0; // of this process
    double total = 0.0;
    const auto count = [&](TrialSnapshot& trial) {
        if (const auto steps = m_steps.find(trial.id); trial.id > 0 && steps != m_steps.end()) {
            trial.stepsDone = steps->second;
            now += steps->second;
        }
        done += trial.stepsDone;
        total += trial.steps;
    };
    for (PhaseSnapshot& phase : m_snapshot.phases) {
        std::for_each(phase.trials.begin(), phase.trials.end(), count);
    }
    if (m_snapshot.final) {
        count(m_snapshot.final->trial);
    }
    m_snapshot.secondsLeft.reset();
    if (now > 0.0 && m_snapshot.status == "running") {
        const double seconds = std::chrono::duration<double>(Clock::now() - m_began).count();
        m_snapshot.secondsLeft = seconds / now * (total - done);
    }
    if (m_observer.onSnapshot) {
        m_observer.onSnapshot(m_snapshot);
    }
}

} // namespace parsimony::session
