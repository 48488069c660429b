// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/aligned_memory.h"

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace parsimony::compute::cpu {

/// Memory on cache lines that only grows, so that a pass after the first allocates nothing. Contents are not
/// kept.
template <class T>
class Buffer {
public:
    T* ensure(std::size_t count) {
        if (count > m_size) {
            m_data.reset();
            m_size = 0;
            m_data.reset(static_cast<T*>(alignedMemory(count * sizeof(T))));
            m_size = count;
        }
        return m_data.get();
    }
    [[nodiscard]] T* data() { return m_data.get(); }
    [[nodiscard]] const T* data() const { return m_data.get(); }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T, Free> m_data;
    std::size_t m_size = 0;
};

} // namespace parsimony::compute::cpu
