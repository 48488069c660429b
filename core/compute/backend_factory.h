// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"

#include <functional>
#include <memory>
#include <string>

namespace parsimony::compute {

/// Makes the backend of CUDA device `device`, or throws Error(Failed) with the reason in one sentence.
using CudaFactory = std::function<std::unique_ptr<ComputeBackend>(int device, unsigned threads)>;

/// Called once by a program that was built with the GPU part, before anything else runs.
void registerCudaFactory(CudaFactory factory);

struct ChosenBackend {
    std::unique_ptr<ComputeBackend> backend;
    std::string notice; ///< why `auto` took the CPU although there is a GPU part; else empty
};

/// `auto`: a GPU where one works, else the CPU. `cpu`. `cuda` or `cuda:N`: that device or Error(Failed) with
/// the reason. Throws Error(Usage) for another word.
[[nodiscard]] ChosenBackend chooseBackend(const std::string& device, unsigned threads);

} // namespace parsimony::compute
