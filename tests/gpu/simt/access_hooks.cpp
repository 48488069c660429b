// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels are compiled with the instrumentation of ThreadSanitizer but without its library: what it would
// call at each access to memory stands here, and asks the grid. It does nothing outside a launch.
#include <cstddef>
#include <cstring>

namespace parsimony::gpu::testing::simt {
void touched(const void* address, std::size_t bytes, bool writes);
}

using parsimony::gpu::testing::simt::touched;

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
#define PARSIMONY_HOOKS(size)                                                                                \
    void __tsan_read##size(void* address) {                                                                  \
        touched(address, size, false);                                                                       \
    }                                                                                                        \
    void __tsan_write##size(void* address) {                                                                 \
        touched(address, size, true);                                                                        \
    }                                                                                                        \
    void __tsan_read_write##size(void* address) {                                                            \
        touched(address, size, true);                                                                        \
    }
#define PARSIMONY_UNALIGNED_HOOKS(size)                                                                      \
    void __tsan_unaligned_read##size(void* address) {                                                        \
        touched(address, size, false);                                                                       \
    }                                                                                                        \
    void __tsan_unaligned_write##size(void* address) {                                                       \
        touched(address, size, true);                                                                        \
    }                                                                                                        \
    void __tsan_unaligned_read_write##size(void* address) {                                                  \
        touched(address, size, true);                                                                        \
    }
PARSIMONY_HOOKS(1)
PARSIMONY_HOOKS(2)
PARSIMONY_HOOKS(4)
PARSIMONY_HOOKS(8)
PARSIMONY_HOOKS(16)
PARSIMONY_UNALIGNED_HOOKS(2)
PARSIMONY_UNALIGNED_HOOKS(4)
PARSIMONY_UNALIGNED_HOOKS(8)
PARSIMONY_UNALIGNED_HOOKS(16)
#undef PARSIMONY_HOOKS
#undef PARSIMONY_UNALIGNED_HOOKS

void __tsan_init() {}
void __tsan_func_entry(void* /*caller*/) {}
void __tsan_func_exit() {}
void __tsan_read_range(void* address, std::size_t bytes) {
    touched(address, bytes, false);
}
void __tsan_write_range(void* address, std::size_t bytes) {
    touched(address, bytes, true);
}
void __tsan_vptr_read(void** address) {
    touched(address, sizeof *address, false);
}
void __tsan_vptr_update(void** address, void* /*value*/) {
    touched(address, sizeof *address, true);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
    touched(from, bytes, false);
    touched(to, bytes, true);
    return std::memcpy(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
    touched(to, bytes, true);
    return std::memset(to, value, bytes);
}
}
// NOLINTEND(bugprone-reserved-identifier)
