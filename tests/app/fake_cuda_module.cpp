// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for the CUDA module: says what it was asked for, or lacks the symbol.
#include "core/compute/cuda_module.h"

#include <cstdio>
#include <string>

#if PARSIMONY_FAKE_WHOLE
extern "C" parsimony::compute::ComputeBackend* parsimony_open_cuda(const char* version, const int* devices,
                                                                   std::size_t count, unsigned threads,
                                                                   char* message, std::size_t capacity) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) {
        list += (i == 0 ? " " : ",") + std::to_string(devices[i]);
    }
    if (count == 1 && devices[0] == 7) { // one that can be said in another language
        parsimony::compute::layModuleMessage(
            parsimony::Sentence("there is no CUDA device {1}; this machine has {2}, numbers from 0",
                                devices[0], 2),
            message, capacity);
        return nullptr;
    }
    std::snprintf(message, capacity, "asked for device%s with %u threads by %s",
                  count == 0 ? " all" : list.c_str(), threads, version);
    return nullptr;
}
#else
extern "C" int somethingElse() {
    return 1;
}
#endif
