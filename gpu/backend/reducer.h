// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/runtime/gpu_device.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace parsimony::gpu {

/// Adds the sums of several devices, each of which is driven by a thread of its own. Afterwards all of them
/// hold the same bits.
class Reducer {
public:
    virtual ~Reducer() = default;
    /// sums[i] becomes the sum over all devices; ordered behind what lies in the compute queue.
    virtual void add(double* sums, std::size_t count) = 0;
    /// May it be part of a captured graph?
    [[nodiscard]] virtual bool capturable() const = 0;
};

/// Where reducers of one group meet on the host: for machines without NCCL, and what NCCL is compared with.
/// Sums are added in the order of the devices, so that they are the same in every run.
class HostMeeting {
public:
    explicit HostMeeting(std::size_t devices) : m_parts(devices) {}

    /// The reducer of device `rank`; one for each, used by one thread each.
    [[nodiscard]] std::unique_ptr<Reducer> reducer(std::size_t rank, GpuDevice& device);

    /// Wakes whoever waits for a device that won't come; they throw Error(Failed).
    void abort();
    /// After an abort, when all threads are back.
    void reset();

private:
    friend class HostReducer;
    void arrive();

    std::vector<std::vector<double>> m_parts;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::size_t m_waiting = 0;
    std::size_t m_round = 0;
    bool m_aborted = false;
};

} // namespace parsimony::gpu
