// SPDX-License-Identifier: GPL-3.0-or-later
// The one symbol of the CUDA module.
#include "core/compute/cuda_module.h"
#include "gpu/runtime/device.h"

#define PARSIMONY_EXPORT __attribute__((visibility("default")))

extern "C" PARSIMONY_EXPORT parsimony::compute::ComputeBackend*
parsimony_open_cuda(const char* version, const int* devices, std::size_t count, unsigned threads,
                    char* message, std::size_t capacity) {
    return parsimony::gpu::openForProgram(version, devices, count, threads, message, capacity);
}

static_assert(std::is_same_v<decltype(&parsimony_open_cuda), parsimony::compute::OpenCuda>);
