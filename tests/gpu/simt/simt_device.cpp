// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/simt/simt_device.h"

#include "gpu/kernels/kernels.h"

namespace parsimony::gpu::testing {

void SimtDevice::enqueueKernel(const char* name, std::function<void()> launch) {
    called(name);
    enqueue(Queue::Compute, [this, launch = std::move(launch)] {
        simt::configure({behaviour().seed, &allocations()});
        launch();
    });
}

void SimtDevice::packWeights(const PassShape& shape, const double* parameters, void* operands, float* bias) {
    enqueueKernel("packWeights", [=] { launchPackWeights(shape, parameters, operands, bias, nullptr); });
}

void SimtDevice::residuals(const PassShape& shape, const ResidualArgs& args) {
    enqueueKernel("residuals", [=] { launchResiduals(shape, args, nullptr); });
}

void SimtDevice::addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride,
                          std::size_t size, bool first) {
    enqueueKernel("addParts", [=] { launchAddParts(sums, parts, blocks, stride, size, first, nullptr); });
}

void SimtDevice::addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                            std::size_t block, double* parts, bool first) {
    enqueueKernel("addColumns",
                  [=] { launchAddColumns(shape, sums, logits, rows, block, parts, first, nullptr); });
}

void SimtDevice::descend(const PassShape& shape, const DescentArgs& args) {
    enqueueKernel("descend", [=] { launchDescend(shape, args, nullptr); });
}

void SimtDevice::nextStep(DescentState* states, std::uint32_t trials) {
    enqueueKernel("nextStep", [=] { launchNextStep(states, trials, nullptr); });
}

} // namespace parsimony::gpu::testing
