// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/aligned_memory.h"

#include <cstdlib>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace parsimony {

namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kLargePage = std::size_t{2} << 20;

} // namespace

void* alignedMemory(std::size_t bytes) {
    const std::size_t unit = bytes >= 4 * kLargePage ? kLargePage : kCacheLine;
    if (bytes > std::numeric_limits<std::size_t>::max() - unit) {
        throw std::bad_alloc();
    }
    const std::size_t whole = bytes == 0 ? unit : (bytes + unit - 1) / unit * unit;
    void* memory = std::aligned_alloc(unit, whole);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
#if defined(__linux__)
    if (unit == kLargePage) {
        (void)madvise(memory, whole, MADV_HUGEPAGE); // a kernel without them goes on with small ones
    }
#endif
    return memory;
}

} // namespace parsimony
