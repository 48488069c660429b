// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live_snapshot.h"

#include "core/base/seconds_since.h"

#include <algorithm>

namespace parsimony::session {

namespace {

constexpr auto tellInterval = std::chrono::milliseconds(50);
/// Of more runs than these not every start and end is told, so that looking at them all takes a twentieth of
/// the time.
constexpr std::size_t manyRuns = 200;
constexpr int workPerTelling = 20;

} // namespace

LiveSnapshot::LiveSnapshot(const ledger::Project& project, ExperimentId experiment, std::string device,
                           RunObserver observer)
    : m_reader(project, experiment), m_device(std::move(device)), m_observer(std::move(observer)) {}

void LiveSnapshot::publish() {
    const RunSnapshot& read = m_reader.read();
    const bool turned = read.status != m_status || m_reader.revision() != m_revision;
    if (turned || m_reader.runs() <= manyRuns || Clock::now() - m_told >= workPerTelling * m_telling) {
        tell();
    } else {
        show(m_reader.shown());
    }
}

void LiveSnapshot::stepsDone(TrialId trial, std::uint32_t steps) {
    auto& done = m_running[trial.value()];
    m_made += static_cast<double>(steps) - done;
    done = steps;
    const bool many = m_reader.runs() > manyRuns;
    const auto wait =
        many ? std::max<Clock::duration>(tellInterval, workPerTelling * m_telling) : tellInterval;
    if (Clock::now() - m_told >= wait) {
        tell();
    }
}

void LiveSnapshot::show(RunSnapshot& snapshot) {
    double done = m_reader.steps().done;
    for (auto running = m_running.begin(); running != m_running.end();) {
        TrialSnapshot* run = m_reader.run(TrialId{running->first});
        if (run != nullptr && run->state != TrialState::Running) {
            running = m_running.erase(running);
            continue;
        }
        if (run != nullptr) {
            run->stepsDone = running->second;
            done += running->second;
        }
        ++running;
    }
    snapshot.device = m_device;
    snapshot.secondsLoad = m_seconds.load;
    snapshot.secondsSearch = m_seconds.search;
    snapshot.secondsFinal = m_seconds.final;
    snapshot.secondsLeft.reset();
    if (m_made > 0.0 && snapshot.status == ExperimentStatus::Running) {
        const double seconds = secondsSince(m_began);
        snapshot.secondsLeft = seconds / m_made * (m_reader.steps().total - done);
    }
}

void LiveSnapshot::tell() {
    m_told = Clock::now();
    RunSnapshot& snapshot = m_reader.shown();
    show(snapshot);
    m_status = snapshot.status;
    m_revision = m_reader.revision();
    if (m_observer.onSnapshot) {
        m_observer.onSnapshot(snapshot);
    }
    m_telling = Clock::now() - m_told;
}

} // namespace parsimony::session
