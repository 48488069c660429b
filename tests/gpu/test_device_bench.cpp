// SPDX-License-Identifier: GPL-3.0-or-later
// What `bench --device cuda` prints, on a device of the tests.
#include "core/compute/bench/bench.h"
#include "gpu/backend/gpu_backend.h"
#include "tests/gpu/host_device.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::gpu {
namespace {

TEST(DeviceBench, StandsEveryStepBesideItsBareProductsInTheSamePrecision) {
    GpuBackend backend(std::make_unique<testing::HostDevice>(), GpuOptions{1, std::size_t{1} << 20, true});
    compute::BenchOptions options;
    options.shapes = {{300, 8, 3}, {20, 3, 2}};
    options.batch = 2;
    options.precisions = {compute::Precision::Float32, compute::Precision::Bfloat16};
    options.devicePeakSize = 16;
    options.deviceRunSeconds = 0.0;
    std::vector<std::string> expected;
    for (const std::string p : {"f32", "bf16"}) {
        expected.push_back("gemm " + p);
        for (const std::string shape : {"300x8x3 ", "20x3x2 "}) {
            expected.push_back("dp-gd " + shape + p + " k2");
            expected.push_back("products " + shape + p + " k2");
        }
    }
    std::vector<std::string> got;
    for (const compute::BenchRow& row : compute::benchRows(backend, options)) {
        got.push_back(row.what);
        EXPECT_GT(row.seconds, 0.0) << row.what;
        EXPECT_GT(row.gflops, 0.0) << row.what;
        EXPECT_TRUE(std::isfinite(row.fractionOfGemmPeak)) << row.what;
    }
    EXPECT_EQ(got, expected);
}

} // namespace
} // namespace parsimony::gpu
