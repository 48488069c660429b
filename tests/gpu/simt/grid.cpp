// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/simt/grid.h"

#include "tests/gpu/simt/fiber.h"
#include "tests/gpu/simt/watch.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

// The linker's names of the section that all `__shared__` variables lie in.
extern "C" {
extern char __start_simt_shared[] __attribute__((weak)); // NOLINT(bugprone-reserved-identifier)
extern char __stop_simt_shared[] __attribute__((weak));  // NOLINT(bugprone-reserved-identifier)
}

namespace parsimony::gpu::testing::simt {

namespace {

enum class State { Ready, AtBarrier, AtShuffle, Done };

struct Thread {
    std::unique_ptr<Fiber> fiber;
    State state = State::Ready;
    unsigned mask = 0, lanes = 0; ///< of the shuffle it waits in
    std::uint64_t word = 0;       ///< given to it, then got from it
};

bool inShared(const void* address) {
    const auto* byte = static_cast<const char*>(address);
    return byte >= __start_simt_shared && byte < __stop_simt_shared;
}

/// One launch.
class Machine {
public:
    Machine(const char* kernel, unsigned blocks, unsigned threads, const Settings& settings)
        : m_kernel(kernel), m_blocks(blocks), m_settings(settings), m_random(settings.seed),
          m_threads(threads) {
        for (Thread& thread : m_threads) {
            thread.fiber = std::make_unique<Fiber>();
        }
    }

    void run(void (*body)(void*), void* of) {
        std::vector<unsigned> order(m_blocks);
        std::iota(order.begin(), order.end(), 0U);
        std::shuffle(order.begin(), order.end(), m_random);
        for (const unsigned block : order) {
            runBlock(block, body, of);
        }
    }

    [[nodiscard]] Index thread() const { return {m_thread}; }
    [[nodiscard]] Index block() const { return {m_block}; }
    [[nodiscard]] Index threads() const { return {static_cast<unsigned>(m_threads.size())}; }
    [[nodiscard]] Index blocks() const { return {m_blocks}; }

    void wait(State state) {
        m_threads[m_thread].state = state;
        m_threads[m_thread].fiber->yield();
    }

    std::uint64_t exchange(unsigned mask, std::uint64_t word, unsigned lanes) {
        Thread& thread = m_threads[m_thread];
        thread.mask = mask;
        thread.lanes = lanes;
        thread.word = word;
        wait(State::AtShuffle);
        return thread.word;
    }

    void touch(const void* address, std::size_t bytes, bool writes) {
        if (!m_running || m_problem != nullptr || m_threads[m_thread].fiber->owns(address)) {
            return;
        }
        const char* problem = nullptr;
        if (inShared(address)) {
            if (!writes && !m_watch.written(address)) {
                problem = "a thread reads shared memory that no thread of its block wrote";
            }
        } else if (m_settings.memory != nullptr && !holds(address, bytes)) {
            problem = "a thread leaves the memory that was allocated";
        }
        const char* race = m_watch.touch(address, bytes, writes, {m_block, m_thread, m_phase});
        m_problem = problem != nullptr ? problem : race;
        if (m_problem != nullptr) { // the access is not made, and the fiber never goes on
            m_threads[m_thread].fiber->yield();
        }
    }

private:
    void runBlock(unsigned block, void (*body)(void*), void* of) {
        // A block finds nothing useful in shared memory: not zeros either.
        const auto shared = static_cast<std::size_t>(__stop_simt_shared - __start_simt_shared);
        std::fill_n(__start_simt_shared, shared, static_cast<char>(0xff));
        m_watch.forget(__start_simt_shared, shared);
        m_phase = 0;
        m_block = block;
        for (Thread& thread : m_threads) {
            thread.state = State::Ready;
            thread.fiber->start([this, body, of] { runThread(body, of); });
        }
        std::vector<unsigned> order(m_threads.size());
        std::iota(order.begin(), order.end(), 0U);
        while (std::any_of(m_threads.begin(), m_threads.end(),
                           [](const Thread& thread) { return thread.state != State::Done; })) {
            std::shuffle(order.begin(), order.end(), m_random);
            bool moved = false;
            for (const unsigned thread : order) {
                moved = resume(thread) || moved;
            }
            moved = passBarrier() || moved;
            moved = shuffleWarps() || moved;
            if (!moved) {
                fail("threads wait for each other for ever: some at a barrier, some in a shuffle");
            }
        }
    }

    [[noreturn]] void fail(const std::string& problem) const {
        throw KernelError(std::string(m_kernel) + ": " + problem + " (block " + std::to_string(m_block) +
                          ", thread " + std::to_string(m_thread) + ")");
    }

    void runThread(void (*body)(void*), void* of) {
        try {
            body(of);
        } catch (...) {
            m_thrown = std::current_exception();
        }
        m_threads[m_thread].state = State::Done;
    }

    bool resume(unsigned number) {
        Thread& thread = m_threads[number];
        if (thread.state != State::Ready) {
            return false;
        }
        m_thread = number;
        m_running = true;
        thread.fiber->resume();
        m_running = false;
        if (m_thrown) {
            std::rethrow_exception(m_thrown);
        }
        if (m_problem != nullptr) {
            fail(m_problem);
        }
        return true;
    }

    /// Lets all threads go on when they have all come to the barrier.
    bool passBarrier() {
        const auto in = [&](State state) {
            return std::count_if(m_threads.begin(), m_threads.end(),
                                 [&](const Thread& thread) { return thread.state == state; });
        };
        const auto waiting = in(State::AtBarrier);
        if (waiting == 0 || waiting + in(State::Done) < static_cast<std::ptrdiff_t>(m_threads.size())) {
            return false;
        }
        if (in(State::Done) != 0) {
            fail("some threads wait at a barrier that others ended without");
        }
        ++m_phase;
        for (Thread& thread : m_threads) {
            thread.state = State::Ready;
        }
        return true;
    }

    bool shuffleWarps() {
        bool moved = false;
        for (unsigned first = 0; first < m_threads.size(); first += kLanes) {
            moved = shuffleWarp(first) || moved;
        }
        return moved;
    }

    /// Exchanges the words of a warp whose lanes have all come.
    bool shuffleWarp(unsigned first) {
        const auto count = std::min<unsigned>(kLanes, static_cast<unsigned>(m_threads.size()) - first);
        Thread* const warp = m_threads.data() + first;
        Thread* const end = warp + count;
        const Thread* const one =
            std::find_if(warp, end, [](const Thread& thread) { return thread.state == State::AtShuffle; });
        if (one == end) {
            return false;
        }
        std::array<std::uint64_t, kLanes> words{};
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            if ((one->mask >> lane & 1U) == 0) {
                continue;
            }
            if (lane >= count || warp[lane].state == State::Done) {
                fail("a shuffle waits for a lane that has ended");
            }
            if (warp[lane].state != State::AtShuffle) {
                return false;
            }
            if (warp[lane].mask != one->mask || warp[lane].lanes != one->lanes) {
                fail("the lanes of a warp are in different shuffles");
            }
            words[lane] = warp[lane].word;
        }
        const unsigned mask = one->mask;
        for (unsigned lane = 0; lane < count; ++lane) {
            if ((mask >> lane & 1U) != 0) {
                warp[lane].word = words[(lane ^ warp[lane].lanes) % kLanes];
                warp[lane].state = State::Ready;
            }
        }
        return true;
    }

    [[nodiscard]] bool holds(const void* address, std::size_t bytes) const {
        const auto next = m_settings.memory->upper_bound(const_cast<void*>(address));
        if (next == m_settings.memory->begin()) {
            return false;
        }
        const auto& [begin, size] = *std::prev(next);
        return static_cast<const char*>(address) + bytes <= static_cast<const char*>(begin) + size;
    }

    const char* m_kernel;
    unsigned m_blocks;
    Settings m_settings;
    std::mt19937 m_random;
    std::vector<Thread> m_threads;
    Watch m_watch;
    unsigned m_block = 0, m_thread = 0; ///< that run
    std::uint32_t m_phase = 0;
    bool m_running = false; ///< a fiber
    std::exception_ptr m_thrown;
    const char* m_problem = nullptr;
};

thread_local Settings settings;
thread_local Machine* machine = nullptr;

} // namespace

void configure(const Settings& wanted) {
    settings = wanted;
}

void launch(const char* kernel, unsigned blocks, unsigned threads, void (*body)(void*), void* of) {
    if (blocks == 0 || threads == 0 || threads > 1024) {
        throw KernelError(std::string(kernel) + ": launched with " + std::to_string(blocks) + " blocks of " +
                          std::to_string(threads) + " threads");
    }
    Machine launched(kernel, blocks, threads, settings);
    const struct Current {
        explicit Current(Machine& now) { machine = &now; }
        ~Current() { machine = nullptr; }
    } current(launched);
    launched.run(body, of);
}

Index threadIndex() {
    return machine->thread();
}
Index blockIndex() {
    return machine->block();
}
Index blockExtent() {
    return machine->threads();
}
Index gridExtent() {
    return machine->blocks();
}

void waitForBlock() {
    machine->wait(State::AtBarrier);
}

std::uint64_t exchange(unsigned mask, std::uint64_t word, unsigned lanes) {
    return machine->exchange(mask, word, lanes);
}

/// What the compiler calls before each access of a kernel; see access_hooks.cpp.
void touched(const void* address, std::size_t bytes, bool writes) {
    if (machine != nullptr) {
        machine->touch(address, bytes, writes);
    }
}

} // namespace parsimony::gpu::testing::simt
