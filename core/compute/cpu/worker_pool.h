// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace parsimony::compute::cpu {

/// Threads that live as long as the backend. The caller works too; one run at a time.
class WorkerPool {
public:
    explicit WorkerPool(unsigned threads); ///< 0: all processors this process may use
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(m_threads.size()) + 1; }

    /// Calls work(item, worker) for every item in 0..items−1, each once, on threads() workers; returns when
    /// all are done. The first exception of a worker is thrown here after the others have stopped.
    void run(std::size_t items, const std::function<void(std::size_t item, unsigned worker)>& work);

private:
    void loop(unsigned worker, const std::stop_token& stop);
    void drain(unsigned worker);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::condition_variable m_done;
    const std::function<void(std::size_t, unsigned)>* m_work = nullptr;
    std::size_t m_items = 0;
    std::atomic<std::size_t> m_next{0};
    std::size_t m_round = 0;
    unsigned m_busy = 0;
    std::exception_ptr m_error;
    std::vector<std::jthread> m_threads; // last: they stop before the rest goes
};

} // namespace parsimony::compute::cpu
