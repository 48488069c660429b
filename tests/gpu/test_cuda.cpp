// SPDX-License-Identifier: GPL-3.0-or-later
// Without a device these report themselves skipped, except for the sentences that say so.
#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "gpu/runtime/device.h"
#include "tests/core/compute/synthetic.h"

#include <gtest/gtest.h>

namespace parsimony::gpu {
namespace {

using compute::testing::relativeDistance;
using compute::testing::Synthetic;

TEST(Device, TheProbeAndAWrongNumberSayWhatIsTheMatter) {
    const DeviceProbe probe = probeDevices();
    EXPECT_FALSE(probe.sentence.empty());
    try {
        (void)makeCudaBackend(97, 1);
        FAIL() << "device 97 was opened";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_GT(std::string(error.what()).size(), 20U);
    }
}

TEST(Device, AutomaticChoiceIsTheCpuAndAnAbsentDeviceIsAnError) {
    compute::registerCudaFactory(makeCudaBackend);
    EXPECT_EQ(compute::chooseBackend("auto", 1)->name(), "cpu");
    EXPECT_EQ(compute::chooseBackend("cpu", 1)->name(), "cpu");
    if (probeDevices().devices == 0) {
        EXPECT_THROW((void)compute::chooseBackend("cuda", 1), Error);
    }
    for (const char* wrong : {"gpu", "cuda:", "cuda:x", "cuda:-1", ""}) {
        EXPECT_THROW((void)compute::chooseBackend(wrong, 1), Error) << wrong;
    }
}

class OnDevice : public ::testing::Test {
protected:
    void SetUp() override {
        const DeviceProbe probe = probeDevices();
        if (probe.devices == 0) {
            GTEST_SKIP() << probe.sentence;
        }
        cuda = makeCudaBackend(0, 2);
    }
    std::unique_ptr<compute::ComputeBackend> cuda;
    std::unique_ptr<compute::ComputeBackend> cpu = compute::makeCpuBackend({2});
};

TEST_F(OnDevice, GradientSumsAgreeWithTheCpu) {
    for (const auto precision : {compute::Precision::Float32, compute::Precision::Bfloat16}) {
        for (const std::size_t rows : {1UL, 255UL, 5000UL}) {
            for (const bool bias : {false, true}) {
                const Synthetic s = Synthetic::make(rows, 96, 11);
                compute::HeadShape head;
                head.dim = 96;
                head.classes = 11;
                head.bias = bias;
                std::vector<double> w(head.parameters());
                for (std::size_t i = 0; i < w.size(); ++i) {
                    w[i] = std::sin(static_cast<double>(i));
                }
                compute::PassOptions pass;
                pass.head = head;
                const auto run = [&](compute::ComputeBackend& backend, std::uint64_t limit) {
                    std::vector<double> sum(w.size());
                    const compute::GradientTask task{w, 0.4, sum};
                    EXPECT_TRUE(backend.clippedGradientSums(*s.upload(backend, precision, limit), pass,
                                                            std::span(&task, 1)));
                    return sum;
                };
                const double tolerance = precision == compute::Precision::Float32 ? 1e-5 : 1e-2;
                EXPECT_LT(relativeDistance(run(*cuda, 0), run(*cpu, 0)), tolerance);
                EXPECT_EQ(run(*cuda, 0), run(*cuda, 1)); // streamed
            }
        }
    }
}

} // namespace
} // namespace parsimony::gpu
