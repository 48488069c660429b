// SPDX-License-Identifier: GPL-3.0-or-later
// Small kernels, sound or with one fault, that the grid is tested with; and launches of mutants of
// kernels.cu.
#pragma once

#include "gpu/kernels/kernels.h"

#include <cstdint>

namespace parsimony::gpu::testing {

void launchReverse(double* values, unsigned threads,
                   bool barrier);                          ///< within each block, through shared memory
void launchEarlyEnd(double* values, unsigned threads);     ///< half of the threads end before the barrier
void launchDifferentLanes(double* values, unsigned lanes); ///< lanes of a warp in different shuffles
void launchMissingLane(double* values);                    ///< a shuffle with a lane that has ended
void launchUnwritten(double* values);                      ///< shared memory that nobody wrote
void launchBehindTheEnd(double* values,
                        unsigned threads);                ///< each thread writes its value and the next one's
void launchAcrossBlocks(double* values, unsigned blocks); ///< each block reads what the one before writes
void launchWarpSum(const float* values, float* sums);     ///< a warp's sum through shuffles, sound
void launchThrow();

} // namespace parsimony::gpu::testing

namespace parsimony::gpu::without_barrier {
void launchAddColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                      std::size_t block, double* parts, bool first, cudaStream_t stream);
} // namespace parsimony::gpu::without_barrier

namespace parsimony::gpu::every_strand_writes {
void launchAddColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                      std::size_t block, double* parts, bool first, cudaStream_t stream);
} // namespace parsimony::gpu::every_strand_writes

namespace parsimony::gpu::every_lane_writes {
void launchPackWeights(const PassShape& shape, const double* parameters, void* operands, float* bias,
                       cudaStream_t stream);
} // namespace parsimony::gpu::every_lane_writes

namespace parsimony::gpu::behind_the_end {
void launchDescend(const PassShape& shape, const DescentArgs& args, cudaStream_t stream);
} // namespace parsimony::gpu::behind_the_end
