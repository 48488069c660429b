// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of backends on a device of ordinary memory, on the CPU's and on two devices that share the
// rows.
#include "gpu/backend/gpu_backend.h"
#include "gpu/backend/sharded_backend.h"
#include "tests/core/compute/backend_contract.h"
#include "tests/gpu/host_device.h"

namespace parsimony::compute::testing {
namespace {

std::unique_ptr<ComputeBackend> onHostDevice() {
    return std::make_unique<gpu::GpuBackend>(std::make_unique<gpu::testing::HostDevice>(),
                                             gpu::GpuOptions{2, std::size_t{1} << 20, true});
}

std::unique_ptr<ComputeBackend> onTwo(const std::function<std::unique_ptr<ComputeBackend>()>& make) {
    std::vector<std::unique_ptr<ComputeBackend>> backends;
    backends.push_back(make());
    backends.push_back(make());
    return std::make_unique<gpu::ShardedBackend>(std::move(backends), gpu::ShardedBackend::Descents{});
}

INSTANTIATE_TEST_SUITE_P(
    Gpu, BackendContract,
    ::testing::Values(BackendMaker{"host_device", onHostDevice},
                      BackendMaker{"two_host_devices", [] { return onTwo(onHostDevice); }},
                      BackendMaker{"two_cpus", [] { return onTwo([] { return makeCpuBackend({1}); }); }}),
    nameOfBackend);

} // namespace
} // namespace parsimony::compute::testing
