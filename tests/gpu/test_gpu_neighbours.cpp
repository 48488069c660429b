// SPDX-License-Identifier: GPL-3.0-or-later
// PRIVACY rule 14 on a device of the tests: the rows of tests/core/compute/test_neighbours.cpp.
#include "gpu/backend/gpu_backend.h"
#include "tests/core/compute/gradient.h"
#include "tests/gpu/host_device.h"

#include <gtest/gtest.h>

namespace parsimony::gpu {
namespace {

using compute::kArithmeticSlack;
using compute::Loss;
using compute::testing::gradient;
using compute::testing::linear;
using compute::testing::norm;
using compute::testing::relativeDistance;
using compute::testing::Synthetic;
using testing::HostDevice;

TEST(GpuNeighbours, StayWithinTheDeclaredSensitivity) {
    GpuBackend backend(std::make_unique<HostDevice>(), GpuOptions{1, 100'000, true});
    for (const double clip : {1e-6, 0.3, 1.0, 1e4}) {
        Synthetic s = Synthetic::make(512, 16, 5);
        for (std::size_t i = 0; i < s.rows; ++i) {
            s.y[i] = 0;
            for (std::size_t k = 0; k < s.dim; ++k) {
                s.x[i * s.dim + k] = 1e4F * (1.0F + 0.37F * static_cast<float>((i * 7 + k) % 11));
            }
        }
        const compute::HeadShape head = linear(s);
        std::vector<double> w(head.parameters());
        w[0] = -1e-9;
        const auto whole = gradient(backend, *s.upload(backend), head, w, clip);
        for (const std::size_t victim : {0UL, 1UL, 130UL, 255UL, 256UL, 511UL}) {
            Synthetic without = s;
            std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim, 0.0F);
            without.y[victim] = -1;
            const auto rest = gradient(backend, *without.upload(backend), head, w, clip);
            const double moved = relativeDistance(whole, rest) * norm(rest);
            EXPECT_LE(moved, clip * (1 + kArithmeticSlack));
            EXPECT_GE(moved, clip * 0.99);
        }
    }
}

TEST(GpuNeighbours, ALongRowThatIsAlmostSureOfItsClassStaysWithinItsClipAsOnTheCpu) {
    GpuBackend backend(std::make_unique<HostDevice>(), GpuOptions{1, 100'000, true});
    const auto cpu = compute::makeCpuBackend({1});
    for (const std::uint32_t classes : {1U, 2U, 4U}) {
        for (const float length : {1e10F, 1e25F, 1e30F, 1e37F}) {
            Synthetic s = Synthetic::make(1, 16, classes);
            std::fill(s.x.begin(), s.x.end(), 0.0F);
            s.x[0] = length;
            s.y[0] = 0;
            const compute::HeadShape head = linear(s);
            const auto data = s.upload(backend);
            const auto theirs = s.upload(*cpu);
            std::vector<double> w(head.parameters());
            for (const double logit : {1.0, 20.0, 35.0, 45.0, 53.0, 60.0, 70.0, 80.0, 86.0, 95.0, 103.0}) {
                w[0] = logit / static_cast<double>(length);
                for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
                    for (const double clip : {1e-8, 1.0, 1e6}) {
                        const double size = norm(gradient(backend, *data, head, w, clip, loss));
                        EXPECT_LE(size, clip * (1 + kArithmeticSlack))
                            << "C=" << classes << " length " << length << " logit " << logit << " "
                            << lossName(loss);
                        const double there = norm(gradient(*cpu, *theirs, head, w, clip, loss));
                        if (logit == 1.0) { // of surer rows float32 leaves each its own residual
                            EXPECT_NEAR(size, there, clip * 1e-5) << "one rule for both";
                        }
                        if (classes > 1 && logit == 1.0 && length == 1e25F) {
                            EXPECT_GE(size, clip * 0.99);
                        }
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace parsimony::gpu
