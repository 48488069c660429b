// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace parsimony::gpu::testing::simt {

/// Work on a stack of its own that can stop in the middle.
class Fiber {
public:
    Fiber() : m_stack(kStack) {}
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// What the next resume() begins; whatever ran here before is given up.
    void start(std::function<void()> work);
    /// Goes on with the work until it yields or ends.
    void resume();
    /// Called by the work: back to whoever resumed it.
    void yield();
    /// Is this on its stack?
    [[nodiscard]] bool owns(const void* address) const {
        const auto* byte = static_cast<const char*>(address);
        return byte >= m_stack.data() && byte < m_stack.data() + m_stack.size();
    }

private:
    static constexpr std::size_t kStack = std::size_t{1} << 16;
    static void enter(unsigned high, unsigned low);
    void run();

    std::vector<char> m_stack;
    ucontext_t m_own{};
    ucontext_t m_caller{};
    std::function<void()> m_work;
    void* m_fakeStack = nullptr; ///< AddressSanitizer's, of the side that waits
    const void* m_callerStack = nullptr;
    std::size_t m_callerSize = 0;
};

} // namespace parsimony::gpu::testing::simt
