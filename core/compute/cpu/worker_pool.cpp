// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/worker_pool.h"

#include <algorithm>
#include <utility>

#if defined(__linux__)
#include <sched.h>
#endif

namespace parsimony::compute::cpu {

namespace {

unsigned usableProcessors() {
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        return std::max(1U, static_cast<unsigned>(CPU_COUNT(&set)));
    }
#endif
    return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace

WorkerPool::WorkerPool(unsigned threads) {
    const unsigned count = std::clamp(threads == 0 ? usableProcessors() : threads, 1U, 1024U);
    for (unsigned worker = 1; worker < count; ++worker) {
        m_threads.emplace_back([this, worker](const std::stop_token& stop) { loop(worker, stop); });
    }
}

WorkerPool::~WorkerPool() {
    for (std::jthread& thread : m_threads) {
        thread.request_stop();
    }
}

void WorkerPool::drain(unsigned worker) {
    try {
        for (std::size_t item = m_next.fetch_add(1); item < m_items; item = m_next.fetch_add(1)) {
            (*m_work)(item, worker);
        }
    } catch (...) {
        m_next.store(m_items);
        const std::scoped_lock lock(m_mutex);
        if (!m_error) {
            m_error = std::current_exception();
        }
    }
}

void WorkerPool::loop(unsigned worker, const std::stop_token& stop) {
    std::size_t seen = 0;
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [&] { return m_round != seen; })) {
                return;
            }
            seen = m_round;
        }
        drain(worker);
        const std::scoped_lock lock(m_mutex);
        if (--m_busy == 0) {
            m_done.notify_one();
        }
    }
}

void WorkerPool::run(std::size_t items, const std::function<void(std::size_t, unsigned)>& work) {
    {
        const std::scoped_lock lock(m_mutex);
        m_work = &work;
        m_items = items;
        m_next.store(0);
        m_error = nullptr;
        m_busy = static_cast<unsigned>(m_threads.size());
        ++m_round;
    }
    m_wake.notify_all();
    drain(0);
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [&] { return m_busy == 0; });
    m_work = nullptr;
    if (m_error) {
        std::rethrow_exception(std::exchange(m_error, nullptr));
    }
}

} // namespace parsimony::compute::cpu
