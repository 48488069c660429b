// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/noise_kernel.h"
#include "core/compute/types.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace parsimony::gpu {

/// Row-wise work between the two products, for K trials of C classes: z[rows][K·C] holds logits without bias
/// and becomes clipped residuals, as cpu::Kernels::residuals makes them. `narrow` (may be null) receives them
/// cut off to bfloat16, which never makes one larger; z then holds the values of `narrow`.
void launchResiduals(float* z, std::uint16_t* narrow, std::size_t rows, std::uint32_t classes,
                     std::uint32_t trials, const float* bias, const std::int32_t* labels, const float* norms,
                     const float* clips, compute::Loss loss, cudaStream_t stream);

/// sums[i] += Σ_b parts[b][i], b ascending, in float64: the same sum in every run.
void launchAddParts(double* sums, const float* parts, std::size_t count, std::size_t size,
                    cudaStream_t stream);

/// sums[j] += Σ_r z[r][j], float64, in a fixed order.
void launchColumnSums(double* sums, const float* z, std::size_t rows, std::size_t columns,
                      cudaStream_t stream);

/// The same standard normals as NoiseSource::fillGaussian gives for this stream, bit by bit.
void launchGaussians(const compute::StreamWords& stream, double* out, std::size_t count,
                     cudaStream_t cudaStream);

} // namespace parsimony::gpu
