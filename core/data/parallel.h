// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace parsimony::data {

/// `threads`, or the number of processors for 0.
inline int threadCount(int threads) {
    return threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// Calls work(first, count) for every block of at most `block` of `total` items, on up to `threads` threads,
/// in no fixed order. The first exception ends the loop and is thrown again here.
template <class Work>
void forBlocks(std::size_t total, std::size_t block, int threads, Work&& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr problem;
    std::mutex problemMutex;
    const auto run = [&] {
        try {
            for (std::size_t first = next.fetch_add(block); first < total; first = next.fetch_add(block)) {
                work(first, std::min(block, total - first));
            }
        } catch (...) {
            next.store(total);
            const std::lock_guard lock(problemMutex);
            if (!problem) {
                problem = std::current_exception();
            }
        }
    };
    const std::size_t blocks = (total + block - 1) / block;
    const auto workers = std::min<std::size_t>(static_cast<std::size_t>(threadCount(threads)), blocks);
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < workers; ++i) {
            others.emplace_back(run);
        }
        run();
    }
    if (problem) {
        std::rethrow_exception(problem);
    }
}

/// Rows per block so that one block of `width` doubles is about 256 KB.
inline std::size_t rowsPerBlock(std::size_t width) {
    return std::clamp<std::size_t>(32768 / (width + 1), 1, 4096);
}

} // namespace parsimony::data
