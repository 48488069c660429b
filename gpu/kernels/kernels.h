// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/runtime/gpu_device.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace parsimony::gpu {

/// The kernels behind GpuDevice's calls of the same name. Every offset is 64 bits wide: 1,281,167 × 1,664
/// entries are more than 2³¹. Grids stay below 2³¹ blocks because a chunk has at most 2¹⁵ blocks of rows.
void launchPackWeights(const PassShape& shape, const double* parameters, void* operands, float* bias,
                       cudaStream_t stream);
void launchResiduals(const PassShape& shape, const ResidualArgs& args, cudaStream_t stream);
void launchAddParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride,
                    std::size_t size, bool first, cudaStream_t stream);
void launchAddColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                      std::size_t block, double* parts, bool first, cudaStream_t stream);
void launchDescend(const PassShape& shape, const DescentArgs& args, cudaStream_t stream);
void launchNextStep(DescentState* states, std::uint32_t trials, cudaStream_t stream);

} // namespace parsimony::gpu
