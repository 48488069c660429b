// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/live_pace.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace parsimony::ui {

namespace {

LivePace::Nanoseconds now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + LivePace::Nanoseconds(time.tv_nsec);
}

} // namespace

LivePace::Clocks LivePace::threadClocks() {
    return {[] { return now(CLOCK_MONOTONIC); }, [] { return now(CLOCK_THREAD_CPUTIME_ID); }};
}

LivePace::LivePace(Limits limits, Clocks clocks) : m_limits(limits), m_clocks(std::move(clocks)) {}

LivePace::Milliseconds LivePace::wait() const {
    if (!m_last) {
        return Milliseconds::zero();
    }
    const Nanoseconds computed = m_clocks.work() - m_last->work;
    const Nanoseconds pause =
        std::clamp<Nanoseconds>(m_limits.rest * computed, m_limits.least, m_limits.most);
    const Nanoseconds left = pause - (m_clocks.time() - m_last->time);
    return std::max(Milliseconds::zero(), std::chrono::ceil<Milliseconds>(left));
}

void LivePace::shown() {
    m_last = Moment{m_clocks.time(), m_clocks.work()};
}

} // namespace parsimony::ui
