// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for the CUDA module: says what it was asked for, or lacks the symbol.
#include "core/compute/cuda_module.h"

#include <cstdio>

#if PARSIMONY_FAKE_WHOLE
extern "C" parsimony::compute::ComputeBackend*
parsimony_open_cuda(const char* version, int device, unsigned threads, char* message, std::size_t capacity) {
    std::snprintf(message, capacity, "asked for device %d with %u threads by %s", device, threads, version);
    return nullptr;
}
#else
extern "C" int somethingElse() {
    return 1;
}
#endif
