// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/compute/backend.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace parsimony::gpu {

/// What the machine has; asking never fails.
struct DeviceProbe {
    int devices = 0;
    Sentence sentence; ///< what was found, or why nothing can be used
};
[[nodiscard]] DeviceProbe probeDevices();

/// The backend of the devices of these numbers, of all there are when none is named; several share the rows
/// of the data. Throws Error(Failed) with a sentence: no driver, one that is too old, no such device, too
/// little memory, or a program built without CUDA.
[[nodiscard]] std::unique_ptr<compute::ComputeBackend> makeCudaBackend(const std::vector<int>& devices,
                                                                       unsigned threads);

/// The same for the module, as compute::OpenCuda says. It exports nothing but its one function: no template
/// of the standard library may be made in its own file, so that all of its work is done here.
[[nodiscard]] compute::ComputeBackend* openForProgram(const char* version, const int* devices,
                                                      std::size_t count, unsigned threads, char* message,
                                                      std::size_t capacity) noexcept;

} // namespace parsimony::gpu
