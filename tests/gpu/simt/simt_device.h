// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gpu/host_device.h"

namespace parsimony::gpu::testing {

/// A device whose kernels are those of gpu/kernels, run on the processor under simt/grid.h. Products are the
/// host's: on a GPU they are cuBLAS'.
class SimtDevice final : public HostDevice {
public:
    using HostDevice::HostDevice;

    void packWeights(const PassShape& shape, const double* parameters, void* operands, float* bias) override;
    void residuals(const PassShape& shape, const ResidualArgs& args) override;
    void addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride, std::size_t size,
                  bool first) override;
    void addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                    std::size_t block, double* parts, bool first) override;
    void descend(const PassShape& shape, const DescentArgs& args) override;
    void nextStep(DescentState* states, std::uint32_t trials) override;

private:
    /// Puts a launch into the compute queue; it may touch this device's memory and no other.
    void enqueueKernel(const char* name, std::function<void()> launch);
};

} // namespace parsimony::gpu::testing
