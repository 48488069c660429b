// SPDX-License-Identifier: GPL-3.0-or-later
// The check that a GPU has to pass before a charged trial: a sound device does, each kind of faulty one
// fails.
#include "core/compute/device_check.h"
#include "gpu/backend/gpu_backend.h"
#include "gpu/backend/sharded_backend.h"
#include "tests/gpu/host_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace parsimony::gpu {
namespace {

using compute::checkDevice;
using compute::DeviceCheck;
using compute::DeviceCheckRequest;
using compute::Loss;
using ::testing::ElementsAre;
using testing::Fault;
using ::testing::HasSubstr;
using testing::HostDevice;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

DeviceCheckRequest requestOf(std::uint32_t dim, std::uint32_t classes, Loss loss = Loss::Softmax,
                             bool bias = false) {
    DeviceCheckRequest request;
    request.head.dim = dim;
    request.head.classes = classes;
    request.head.bias = bias;
    request.loss = loss;
    request.rows = 1000;
    return request;
}

std::unique_ptr<GpuBackend> deviceWith(Fault fault, int number = 0, bool graphs = true) {
    testing::HostBehaviour behaviour;
    behaviour.fault = fault;
    return std::make_unique<GpuBackend>(std::make_unique<HostDevice>(behaviour, number),
                                        GpuOptions{1, 200'000, graphs});
}

TEST(DeviceCheck, ASoundDevicePassesAtEveryShape) {
    for (const auto& [dim, classes, clip, loss] : {std::tuple{1U, 1U, 1.0, Loss::Sigmoid},
                                                   {1U, 1U, 1.0, Loss::Softmax},
                                                   {1U, 2U, 1e-6, Loss::Softmax},
                                                   {9U, 3U, 1.0, Loss::Softmax},
                                                   {9U, 3U, 1e-20, Loss::Sigmoid},
                                                   {5U, 4U, 1e-20, Loss::Softmax},
                                                   {5U, 4U, 1e30, Loss::Softmax},
                                                   {24U, 10U, 0.3, Loss::Softmax},
                                                   {3U, 60U, 300.0, Loss::Sigmoid},
                                                   {2U, 60U, 1e12, Loss::Softmax}}) {
        DeviceCheckRequest request = requestOf(dim, classes, loss, classes == 3);
        request.clip = clip;
        request.trials = dim == 9 ? 3 : 1;
        const DeviceCheck seen = checkDevice(*deviceWith(Fault::None), request);
        EXPECT_EQ(seen.failure, "") << dim << " × " << classes << " clip " << clip;
        EXPECT_EQ(seen.device, "cuda:0");
        EXPECT_THAT(seen.tried,
                    UnorderedElementsAre("rows", "repeats", "sums", "neighbours", "steps", "noise"));
        EXPECT_GE(seen.neighbours, 30U);
        EXPECT_LE(seen.largestMove, 1.0 + compute::kArithmeticSlack);
        EXPECT_LE(seen.largestError, 1.0);
        if (classes > 1) {
            EXPECT_GT(seen.largestMove, 0.99) << "its neighbours come close to the bound";
            EXPECT_GT(seen.largestError, 0.0);
        }
    }
    EXPECT_EQ(HostDevice::leaked, 0U);
}

TEST(DeviceCheck, TheCpuPassesItToo) {
    const DeviceCheck seen = checkDevice(*compute::makeCpuBackend({2}), requestOf(40, 12));
    EXPECT_EQ(seen.failure, "");
    EXPECT_THAT(seen.tried, ElementsAre("rows", "repeats", "sums", "neighbours"));
}

TEST(DeviceCheck, EveryFaultIsFoundByTheCheckThatIsMeantForIt) {
    for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
        for (const auto& [fault, check] : {std::pair{Fault::OrderChanges, "repeats: "},
                                           {Fault::SumsNarrowed, "sums: "},
                                           {Fault::FactorTooLarge, "rows: "},
                                           {Fault::FactorNarrow, "rows: "},
                                           {Fault::OthersGrow, "neighbours: "},
                                           {Fault::RowLeaks, "sums: "},
                                           {Fault::ReplayDrifts, "repeats: "},
                                           {Fault::NoiseOff, "noise: "}}) {
            DeviceCheckRequest request = requestOf(16, 4, loss);
            request.clip = 1e-8; // so small that factors of long rows are subnormal
            const DeviceCheck seen = checkDevice(*deviceWith(fault), request);
            EXPECT_FALSE(seen.passed());
            EXPECT_THAT(seen.failure, StartsWith(check)) << static_cast<int>(fault);
        }
    }
}

struct CheckedGroup {
    explicit CheckedGroup(Fault last) : meeting(3) {
        std::vector<std::unique_ptr<compute::ComputeBackend>> backends;
        for (int i = 0; i < 3; ++i) {
            auto one = deviceWith(i == 2 ? last : Fault::None, i);
            one->setReducer(meeting.reducer(static_cast<std::size_t>(i), one->device()));
            backends.push_back(std::move(one));
        }
        backend = std::make_unique<ShardedBackend>(std::move(backends),
                                                   ShardedBackend::Descents{true, [this] { meeting.abort(); },
                                                                            [this] {
                                                                                meeting.reset();
                                                                                return true;
                                                                            }});
    }
    HostMeeting meeting;
    std::unique_ptr<ShardedBackend> backend;
};

TEST(DeviceCheck, AGroupIsCheckedDeviceByDeviceAndAsAGroup) {
    CheckedGroup sound(Fault::None);
    const DeviceCheck seen = checkDevice(*sound.backend, requestOf(10, 3));
    EXPECT_EQ(seen.failure, "");
    EXPECT_EQ(seen.device, "cuda:0,1,2");
    EXPECT_THAT(seen.tried, UnorderedElementsAre("rows", "repeats", "sums", "neighbours", "steps", "noise"));
    EXPECT_GE(seen.neighbours, 4U * 30U);

    CheckedGroup faulty(Fault::SumsNarrowed);
    EXPECT_THAT(checkDevice(*faulty.backend, requestOf(10, 3)).failure,
                StartsWith("cuda:2 by itself, sums: "));
    CheckedGroup lying(
        Fault::NoiseOff); // devices make no steps by themselves: the group's weights are the first one's
    EXPECT_EQ(checkDevice(*lying.backend, requestOf(10, 3)).failure, "");
}

TEST(DeviceCheck, AnErrorOfTheDeviceGoesThrough) {
    testing::HostBehaviour behaviour;
    behaviour.failAt = "secondProduct";
    behaviour.failAfter = 9;
    GpuBackend backend(std::make_unique<HostDevice>(behaviour), GpuOptions{1, 200'000, true});
    EXPECT_THROW((void)checkDevice(backend, requestOf(10, 3)), GpuError);
}

TEST(DeviceCheck, OnlyPassesOfADeviceAreChecked) {
    DeviceCheckRequest request = requestOf(10, 3);
    request.head.kind = compute::HeadKind::Sequence;
    EXPECT_THROW((void)checkDevice(*deviceWith(Fault::None), request), Error);
    const auto device = deviceWith(Fault::None);
    using compute::Precision;
    using compute::SlackClaim;
    compute::HeadShape linear = requestOf(10, 3).head;
    EXPECT_EQ(device->slackClaim(linear, Precision::Float32, false), SlackClaim::Checked);
    EXPECT_EQ(device->slackClaim(linear, Precision::Bfloat16, false), SlackClaim::Unknown);
    EXPECT_EQ(device->slackClaim(linear, Precision::Float32, true), SlackClaim::Proved) << "the CPU's";
    EXPECT_EQ(device->slackClaim(request.head, Precision::Bfloat16, false), SlackClaim::Proved);
    EXPECT_EQ(compute::makeCpuBackend({1})->slackClaim(linear, Precision::Bfloat16, true),
              SlackClaim::Proved);
}

} // namespace
} // namespace parsimony::gpu
