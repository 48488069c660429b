// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/reducer.h"

#include "core/base/sentence.h"

namespace parsimony::gpu {

class HostReducer final : public Reducer {
public:
    HostReducer(HostMeeting& meeting, std::size_t rank, GpuDevice& device)
        : m_meeting(meeting), m_rank(rank), m_device(device) {}

    void add(double* sums, std::size_t count) override {
        std::vector<double>& mine = m_meeting.m_parts[m_rank];
        mine.resize(count);
        m_device.copyOut(mine.data(), sums, count * sizeof(double));
        m_device.finish();
        m_meeting.arrive(); // all parts are there
        m_total.assign(count, 0.0);
        for (const std::vector<double>& part : m_meeting.m_parts) {
            for (std::size_t i = 0; i < count; ++i) {
                m_total[i] += part[i];
            }
        }
        m_meeting.arrive(); // all parts have been read
        m_device.copyIn(sums, m_total.data(), count * sizeof(double), Queue::Compute);
        m_device.finish();
    }

    [[nodiscard]] bool capturable() const override { return false; }

private:
    HostMeeting& m_meeting;
    std::size_t m_rank;
    GpuDevice& m_device;
    std::vector<double> m_total;
};

std::unique_ptr<Reducer> HostMeeting::reducer(std::size_t rank, GpuDevice& device) {
    return std::make_unique<HostReducer>(*this, rank, device);
}

void HostMeeting::arrive() {
    std::unique_lock lock(m_mutex);
    const std::size_t round = m_round;
    if (++m_waiting == m_parts.size()) {
        m_waiting = 0;
        ++m_round;
        m_wake.notify_all();
    } else {
        m_wake.wait(lock, [&] { return m_round != round || m_aborted; });
    }
    if (m_round == round) {
        fail(Sentence("another GPU of the group failed, so this one stopped"));
    }
}

void HostMeeting::abort() {
    const std::scoped_lock lock(m_mutex);
    m_aborted = true;
    m_wake.notify_all();
}

void HostMeeting::reset() {
    const std::scoped_lock lock(m_mutex);
    m_aborted = false;
    m_waiting = 0;
}

} // namespace parsimony::gpu
