// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace parsimony::app {

/// Makes chooseBackend() load the CUDA module when, and only when, a GPU is asked for by name.
void registerCudaModule();

/// The module's file: `$PARSIMONY_CUDA_MODULE`, else beside the program, else where it is installed. Empty
/// when there is none.
[[nodiscard]] std::filesystem::path cudaModulePath();

/// Loads the module for good and opens the devices of these numbers (none: all there are). Throws
/// Error(Failed) with one sentence: no such file, not loadable, of another version, or what the device says.
[[nodiscard]] std::unique_ptr<compute::ComputeBackend>
openCuda(const std::filesystem::path& module, const std::vector<int>& devices, unsigned threads);

} // namespace parsimony::app
