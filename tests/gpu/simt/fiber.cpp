// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/simt/fiber.h"

#include <cstdint>
#include <utility>

// AddressSanitizer must be told of each change of stack.
#if defined(PARSIMONY_HAS_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif

namespace parsimony::gpu::testing::simt {

namespace {

void leave(void** fakeStack, const void* to, std::size_t size) {
#if defined(PARSIMONY_HAS_ASAN)
    __sanitizer_start_switch_fiber(fakeStack, to, size);
#else
    static_cast<void>(fakeStack);
    static_cast<void>(to);
    static_cast<void>(size);
#endif
}

void arrive(void* fakeStack, const void** from, std::size_t* size) {
#if defined(PARSIMONY_HAS_ASAN)
    __sanitizer_finish_switch_fiber(fakeStack, from, size);
#else
    static_cast<void>(fakeStack);
    static_cast<void>(from);
    static_cast<void>(size);
#endif
}

} // namespace

void Fiber::enter(unsigned high, unsigned low) {
    const auto address = static_cast<std::uintptr_t>(high) << 32U | low; // makecontext passes ints alone
    reinterpret_cast<Fiber*>(address)->run();
}

void Fiber::start(std::function<void()> work) {
    m_work = std::move(work);
    getcontext(&m_own);
    m_own.uc_stack.ss_sp = m_stack.data();
    m_own.uc_stack.ss_size = m_stack.size();
    m_own.uc_link = nullptr; // run() goes back itself
    const auto address = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&m_own, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(address >> 32U),
                static_cast<unsigned>(address));
}

void Fiber::run() {
    arrive(nullptr, &m_callerStack, &m_callerSize);
    m_work();
    leave(nullptr, m_callerStack, m_callerSize); // null: this stack is done with
    setcontext(&m_caller);
}

void Fiber::resume() {
    void* fakeStack = nullptr;
    leave(&fakeStack, m_stack.data(), m_stack.size());
    swapcontext(&m_caller, &m_own);
    arrive(fakeStack, nullptr, nullptr);
}

void Fiber::yield() {
    leave(&m_fakeStack, m_callerStack, m_callerSize);
    swapcontext(&m_own, &m_caller);
    arrive(m_fakeStack, &m_callerStack, &m_callerSize);
}

} // namespace parsimony::gpu::testing::simt
