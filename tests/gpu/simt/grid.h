// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels on the processor: each thread of a block is a fiber, blocks run one after the other. Every access
// to memory is watched, so that two threads that meet at one place without a barrier between them are found
// whatever the order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

namespace parsimony::gpu::testing::simt {

struct Index {
    unsigned x = 0;
};

inline constexpr unsigned kLanes = 32;

/// What no kernel may do, in one sentence: a race, a barrier that not all threads reach, a lane that is
/// waited for in vain, an access outside memory, a read of shared memory that its block did not write.
class KernelError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

struct Settings {
    std::uint32_t seed = 1; ///< of the order in which threads and blocks run
    /// First byte and size of everything a kernel may touch beside its own variables; null: anything.
    const std::map<void*, std::size_t>* memory = nullptr;
};

/// For launches of the calling thread from now on.
void configure(const Settings& settings);

/// Runs body(of) once for each thread of each block. Throws KernelError, or what the body throws.
void launch(const char* kernel, unsigned blocks, unsigned threads, void (*body)(void*), void* of);

/// Called by kernels: who they are.
[[nodiscard]] Index threadIndex();
[[nodiscard]] Index blockIndex();
[[nodiscard]] Index blockExtent();
[[nodiscard]] Index gridExtent();
/// Called by kernels: all threads of the block come here before one goes on.
void waitForBlock();
/// Called by kernels: the word of the lane whose number differs in the bits `lanes`.
std::uint64_t exchange(unsigned mask, std::uint64_t word, unsigned lanes);

/// `kernel<<<blocks, threads, dynamicShared, stream>>>(arguments…)`, as launch_syntax.cmake writes it.
template <class... Parameters, class Stream>
auto grid(const char* name, void (*kernel)(Parameters...), unsigned blocks, unsigned threads,
          std::size_t dynamicShared, Stream) {
    return [=](Parameters... arguments) {
        if (dynamicShared != 0) {
            throw KernelError(std::string(name) + " asks for shared memory that only its launch knows of");
        }
        // Copying a thread its arguments is no access of the kernel's.
        auto body = [&]() __attribute__((no_sanitize("thread"))) {
            kernel(arguments...);
        };
        launch(
            name, blocks, threads,
            [](void* of) __attribute__((no_sanitize("thread"))) { (*static_cast<decltype(body)*>(of))(); },
            &body);
    };
}

} // namespace parsimony::gpu::testing::simt
