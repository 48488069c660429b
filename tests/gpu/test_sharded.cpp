// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/gpu_backend.h"
#include "gpu/backend/sharded_backend.h"
#include "gpu/runtime/nccl_api.h"
#include "tests/core/compute/synthetic.h"
#include "tests/gpu/host_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace parsimony::gpu {
namespace {

using compute::kBlockRows;
using compute::testing::relativeDistance;
using compute::testing::Synthetic;
using testing::HostDevice;

TEST(ShardRows, CoverEveryRowOnceInWholeBlocks) {
    for (const std::size_t rows : {1UL, 255UL, 256UL, 257UL, 1400UL, 50'000UL, 1'281'167UL, 1UL << 31}) {
        for (const std::size_t parts : {0UL, 1UL, 2UL, 3UL, 8UL, 16UL}) {
            const std::vector<Shard> shards = shardRows(rows, parts);
            std::size_t next = 0;
            std::size_t least = rows;
            std::size_t most = 0;
            for (const Shard& shard : shards) {
                EXPECT_EQ(shard.first, next);
                EXPECT_EQ(shard.first % kBlockRows, 0U);
                EXPECT_GT(shard.count, 0U);
                next += shard.count;
                least = std::min(least, shard.count);
                most = std::max(most, shard.count);
            }
            EXPECT_EQ(next, rows);
            EXPECT_LE(shards.size(), std::max<std::size_t>(parts, 1));
            EXPECT_LT(most - least, 2 * kBlockRows) << rows << " in " << parts;
        }
    }
    EXPECT_EQ(shardRows(300, 2), (std::vector<Shard>{{0, 256}, {256, 44}}));
    EXPECT_EQ(shardRows(200, 8), (std::vector<Shard>{{0, 200}}));
}

std::unique_ptr<compute::ComputeBackend> threeCpus() {
    std::vector<std::unique_ptr<compute::ComputeBackend>> backends;
    for (int i = 0; i < 3; ++i) {
        backends.push_back(compute::makeCpuBackend({1}));
    }
    return std::make_unique<ShardedBackend>(std::move(backends), ShardedBackend::Descents{});
}

TEST(ShardedBackend, GivesWhatOneBackendGives) {
    const Synthetic s = Synthetic::make(1500, 12, 4);
    const auto one = compute::makeCpuBackend({1});
    const auto three = threeCpus();
    const auto whole = s.upload(*one);
    const auto shards = s.upload(*three);
    EXPECT_EQ(shards->rows(), 1500U);
    EXPECT_EQ(three->name(), "cpu,cpu,cpu");
    compute::PassOptions pass;
    pass.head.dim = 12;
    pass.head.classes = 4;
    pass.head.bias = true;
    std::vector<double> w(pass.head.parameters());
    for (std::size_t i = 0; i < w.size(); ++i) {
        w[i] = std::cos(static_cast<double>(i));
    }
    const std::vector<std::uint32_t> sample{0, 3, 511, 512, 513, 1499};
    const std::vector<std::uint32_t> empty;
    for (const auto* subset : {static_cast<const std::vector<std::uint32_t>*>(nullptr), &sample, &empty}) {
        pass.subset = subset;
        const auto sum = [&](compute::ComputeBackend& backend, const compute::ResidentData& data) {
            std::vector<double> out(w.size(), 7.0);
            const compute::GradientTask task{w, 0.5, out};
            EXPECT_TRUE(backend.clippedGradientSums(data, pass, std::span(&task, 1)));
            return out;
        };
        EXPECT_LT(relativeDistance(sum(*three, *shards), sum(*one, *whole)),
                  subset == nullptr ? 1e-13 : 1e-6);
        std::vector<double> minus(w.size());
        double a = 0;
        double b = 0;
        EXPECT_TRUE(one->clippedLossDifference(*whole, pass, w, minus, 0.7, a));
        EXPECT_TRUE(three->clippedLossDifference(*shards, pass, w, minus, 0.7, b));
        EXPECT_NEAR(a, b, 1e-9 * std::abs(a));
    }
    const auto moments = [&](compute::ComputeBackend& backend, const compute::ResidentData& data) {
        std::vector<double> out(13 * 13 + 4 * 13 + 13 + 4 * 13 * 13);
        const std::span<double> all(out);
        EXPECT_TRUE(backend.moments(
            data, {1.0, true, all.first(169), all.subspan(169, 52), all.subspan(221, 13), all.subspan(234)},
            {}));
        return out;
    };
    EXPECT_LT(relativeDistance(moments(*three, *shards), moments(*one, *whole)), 1e-12);
    const auto counts = [&](compute::ComputeBackend& backend, const compute::ResidentData& data) {
        const std::span<const double> model(w);
        compute::CorrectCounts count;
        EXPECT_TRUE(backend.countCorrect(data, pass.head, std::span(&model, 1), std::span(&count, 1), {}));
        return count;
    };
    EXPECT_EQ(counts(*three, *shards).perClass, counts(*one, *whole).perClass);
    EXPECT_EQ(counts(*three, *shards).recordsPerClass, counts(*one, *whole).recordsPerClass);
    std::vector<float> a(900 * 4);
    std::vector<float> b(900 * 4);
    one->logits(*whole, pass.head, w, 300, 900, a);
    three->logits(*shards, pass.head, w, 300, 900, b);
    EXPECT_EQ(a, b);
}

/// Three devices of the tests that meet on the host.
struct Group {
    explicit Group(std::size_t count, HostDevice::Behaviour last = {}) : meeting(count) {
        std::vector<std::unique_ptr<compute::ComputeBackend>> backends;
        for (std::size_t i = 0; i < count; ++i) {
            auto device = std::make_unique<HostDevice>(i + 1 == count ? last : HostDevice::Behaviour{},
                                                       static_cast<int>(i));
            devices.push_back(device.get());
            auto one = std::make_unique<GpuBackend>(std::move(device), GpuOptions{1, 40'000, true});
            if (count > 1) {
                one->setReducer(meeting.reducer(i, one->device()));
            }
            backends.push_back(std::move(one));
        }
        backend = std::make_unique<ShardedBackend>(std::move(backends),
                                                   ShardedBackend::Descents{true, [this] { meeting.abort(); },
                                                                            [this] {
                                                                                meeting.reset();
                                                                                return true;
                                                                            }});
        data = s.upload(*backend);
        pass.head.dim = 10;
        pass.head.classes = 3;
    }
    std::optional<std::uint32_t> descend(std::uint32_t steps) {
        const compute::DescentTask task{w, v, 0.3, 2.0, 900.0, 0.0, 0.9, 0.5, &noise, {.step = 0}};
        return backend->descend(*data, pass, std::span(&task, 1), steps);
    }

    HostMeeting meeting;
    Synthetic s = Synthetic::make(900, 10, 3);
    std::vector<HostDevice*> devices;
    std::unique_ptr<compute::ComputeBackend> backend;
    std::unique_ptr<compute::ResidentData> data;
    compute::PassOptions pass;
    std::vector<double> w = std::vector<double>(30);
    std::vector<double> v = std::vector<double>(30);
    compute::NoiseSource noise = compute::NoiseSource::seeded(compute::PublicDataSeed{3}, 0, 0);
};

TEST(ShardedBackend, DevicesThatMeetInEveryStepDescendTogether) {
    Group one(1);
    Group three(3);
    EXPECT_EQ(three.backend->name(), "cuda:0,1,2");
    EXPECT_EQ(one.descend(8), 8U);
    EXPECT_EQ(three.descend(8), 8U);
    EXPECT_GT(compute::testing::norm(one.w), 0.0);
    EXPECT_LT(relativeDistance(three.w, one.w), 1e-12);
    Group again(3);
    EXPECT_EQ(again.descend(8), 8U);
    EXPECT_EQ(again.w, three.w);
}

TEST(ShardedBackend, OneDeviceThatFailsEndsTheOthersWaitAndTheErrorIsItsOwn) {
    for (const char* call : {"firstProduct", "descend", "copyOut"}) {
        Group group(3, {.failAt = call, .failAfter = 2});
        try {
            (void)group.descend(8);
            FAIL() << call;
        } catch (const GpuError& error) {
            EXPECT_EQ(error.trouble(), Trouble::Lost) << error.what();
        }
        EXPECT_EQ(compute::testing::norm(group.w), 0.0);
        group.devices.back()->behaviour().failAt.clear();
        EXPECT_EQ(group.descend(3), 3U) << "the group works again";
    }
}

TEST(Nccl, IsFoundOrMissingWithAReason) {
    std::string why;
    EXPECT_EQ(loadNccl(why, "libno-such-nccl.so.2"), nullptr);
    EXPECT_FALSE(why.empty());
    why.clear();
    EXPECT_EQ(loadNccl(why, "libm.so.6"), nullptr);
    EXPECT_THAT(why, ::testing::HasSubstr("ncclCommInitAll"));
    why.clear();
    if (const NcclApi* api = loadNccl(why)) {
        EXPECT_NE(api->errorText(2), nullptr);
    } else {
        EXPECT_FALSE(why.empty());
    }
}

} // namespace
} // namespace parsimony::gpu
