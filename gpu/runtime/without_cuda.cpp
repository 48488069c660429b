// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "gpu/runtime/device.h"

namespace parsimony::gpu {

DeviceProbe probeDevices() {
    return {0, Sentence("this program was built without CUDA")};
}

std::unique_ptr<compute::ComputeBackend> makeCudaBackend(const std::vector<int>&, unsigned) {
    fail(Sentence("this program was built without CUDA; use --device cpu"));
}

} // namespace parsimony::gpu
