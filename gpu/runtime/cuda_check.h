// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

namespace parsimony::gpu {

/// Throws GpuError with a sentence for anything but success. `doing` is what was being done.
void check(cudaError_t status, const char* doing);
void check(cublasStatus_t status, const char* doing);

} // namespace parsimony::gpu
