// SPDX-License-Identifier: GPL-3.0-or-later
// The few functions of NCCL that several GPUs need, found at run time: neither its header nor its library is
// needed to build, and without it sums meet on the host.
#pragma once

#include <cstddef>
#include <string>

namespace parsimony::gpu {

/// As <nccl.h> declares them (NCCL 2): a communicator is a pointer, results and types are enumerations of the
/// size of an int, a stream is a pointer. cuda_reducer.cpp compares this with the header where there is one.
struct NcclApi {
    using Communicator = void*;
    static constexpr int kSuccess = 0;
    static constexpr int kFloat64 = 8; ///< ncclFloat64
    static constexpr int kSum = 0;     ///< ncclSum

    int (*initAll)(Communicator* communicators, int devices, const int* numbers) = nullptr;
    int (*destroy)(Communicator communicator) = nullptr;
    int (*abort)(Communicator communicator) = nullptr;
    int (*allReduce)(const void* from, void* to, std::size_t count, int type, int operation,
                     Communicator communicator, void* stream) = nullptr;
    const char* (*errorText)(int result) = nullptr;
};

/// Loads `library` (libnccl.so.2) for good. Null, with the reason in `why`, when it or one of the functions
/// is missing.
[[nodiscard]] const NcclApi* loadNccl(std::string& why, const char* library = "libnccl.so.2");

} // namespace parsimony::gpu
