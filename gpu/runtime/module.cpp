// SPDX-License-Identifier: GPL-3.0-or-later
// The one symbol of the CUDA module.
#include "core/compute/cuda_module.h"
#include "gpu/runtime/device.h"

#include "parsimony_version.h"

#include <cstdio>
#include <exception>
#include <string_view>

#define PARSIMONY_EXPORT __attribute__((visibility("default")))

extern "C" PARSIMONY_EXPORT parsimony::compute::ComputeBackend*
parsimony_open_cuda(const char* version, const int* devices, std::size_t count, unsigned threads,
                    char* message, std::size_t capacity) {
    try {
        if (version == nullptr || std::string_view(version) != PARSIMONY_VERSION) {
            std::snprintf(
                message, capacity,
                "the CUDA backend is of version %s and this program is not: install both again, or use "
                "--device cpu",
                PARSIMONY_VERSION);
            return nullptr;
        }
        return parsimony::gpu::makeListedCudaBackend(devices, count, threads).release();
    } catch (const std::exception& error) {
        std::snprintf(message, capacity, "%s", error.what());
    } catch (...) {
        std::snprintf(message, capacity, "the CUDA backend did not start; use --device cpu");
    }
    return nullptr;
}

static_assert(std::is_same_v<decltype(&parsimony_open_cuda), parsimony::compute::OpenCuda>);
