// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that stay on the device, beside the same steps made pass by pass.
#include "gpu/backend/gpu_backend.h"
#include "tests/core/compute/synthetic.h"
#include "tests/gpu/host_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace parsimony::gpu {
namespace {

using compute::Precision;
using compute::testing::Synthetic;
using testing::HostDevice;

struct Descent {
    explicit Descent(HostDevice::Behaviour behaviour = {}, std::uint64_t limit = 0, bool graphs = true) {
        auto made = std::make_unique<HostDevice>(std::move(behaviour));
        device = made.get();
        backend = std::make_unique<GpuBackend>(std::move(made), GpuOptions{2, 40'000, graphs});
        data = s.upload(*backend, Precision::Float32, limit);
        pass.head.dim = 10;
        pass.head.classes = 3;
        pass.head.bias = true;
        for (std::size_t k = 0; k < 3; ++k) {
            weights.emplace_back(pass.head.parameters());
            velocity.emplace_back(pass.head.parameters());
            noise.push_back(compute::NoiseSource::seeded(compute::PublicDataSeed{k}, k, 0));
        }
    }

    compute::DescentTask task(std::size_t k, std::uint32_t step) {
        const double x = static_cast<double>(k);
        return {weights[k], velocity[k], 0.3 + x,   k == 1 ? 0.0 : 2.5 * x + 1.0, 900.0, 0.01 * x,
                0.9,        0.5 + x,     &noise[k], {.step = step, .tensor = 3}};
    }

    std::uint32_t descend(std::uint32_t steps, std::uint32_t from = 0) {
        std::vector<compute::DescentTask> tasks;
        for (std::size_t k = 0; k < 3; ++k) {
            tasks.push_back(task(k, from));
        }
        const auto done = backend->descend(*data, pass, tasks, steps);
        EXPECT_TRUE(done.has_value());
        return done.value_or(0);
    }

    /// The same by passes, in the operations of the trainer.
    void byPasses(std::uint32_t steps) {
        for (std::uint32_t step = 0; step < steps; ++step) {
            for (std::size_t k = 0; k < 3; ++k) {
                const compute::DescentTask t = task(k, step);
                std::vector<double> g(t.weights.size());
                const compute::GradientTask gradient{t.weights, t.clip, g};
                ASSERT_TRUE(backend->clippedGradientSums(*data, pass, std::span(&gradient, 1)));
                noise[k].addGaussian(g, t.noiseSd, t.stream);
                for (std::size_t i = 0; i < g.size(); ++i) {
                    g[i] = g[i] / t.divisor + t.weightDecay * t.weights[i];
                    t.velocity[i] = t.momentum * t.velocity[i] + g[i];
                    t.weights[i] -= t.learningRate * t.velocity[i];
                }
            }
        }
    }

    Synthetic s = Synthetic::make(900, 10, 3);
    HostDevice* device = nullptr;
    std::unique_ptr<GpuBackend> backend;
    std::unique_ptr<compute::ResidentData> data;
    compute::PassOptions pass;
    std::vector<std::vector<double>> weights, velocity;
    std::vector<compute::NoiseSource> noise;
};

TEST(Descent, IsBitForBitWhatPassesNoiseAndMomentumGive) {
    Descent a;
    Descent b;
    EXPECT_EQ(a.descend(7), 7U);
    b.byPasses(7);
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_NE(a.weights[0], a.weights[2]);
}

TEST(Descent, GraphsPlainLaunchesAndStreamedRowsGiveTheSameBits) {
    Descent graphs;
    EXPECT_EQ(graphs.descend(6), 6U);
    EXPECT_EQ(graphs.device->calls("beginCapture"), 1);
    EXPECT_EQ(graphs.device->calls("replay"), 5) << "the first step goes plainly";
    EXPECT_EQ(graphs.descend(4, 6), 4U);
    EXPECT_EQ(graphs.device->calls("beginCapture"), 1) << "captured once";
    EXPECT_EQ(graphs.device->calls("replay"), 9);

    Descent plain({}, 0, false);
    EXPECT_EQ(plain.descend(10), 10U);
    EXPECT_EQ(plain.device->calls("beginCapture"), 0);
    EXPECT_EQ(plain.weights, graphs.weights);

    Descent refused({.capture = false});
    EXPECT_EQ(refused.descend(10), 10U);
    EXPECT_EQ(refused.device->calls("beginCapture"), 1) << "not tried again";
    EXPECT_EQ(refused.device->calls("replay"), 0);
    EXPECT_EQ(refused.device->calls("descend"), 10) << "launched one by one";
    EXPECT_EQ(refused.weights, graphs.weights);

    Descent streamed({.seed = 9}, 1);
    EXPECT_EQ(streamed.descend(10), 10U);
    EXPECT_EQ(streamed.device->calls("beginCapture"), 0);
    for (std::size_t k = 0; k < 3; ++k) { // its chunks are others
        EXPECT_LT(compute::testing::relativeDistance(streamed.weights[k], graphs.weights[k]), 1e-6);
    }
}

TEST(Descent, AGraphIsCapturedAgainWhenWhatItPointsToHasMoved) {
    Descent d;
    EXPECT_EQ(d.descend(3), 3U);
    const auto other = d.s.upload(*d.backend);
    std::swap(d.data, const_cast<std::unique_ptr<compute::ResidentData>&>(other));
    EXPECT_EQ(d.descend(3, 3), 3U);
    EXPECT_EQ(d.device->calls("beginCapture"), 2);
    d.pass.loss = compute::Loss::Sigmoid;
    EXPECT_EQ(d.descend(3, 6), 3U);
    EXPECT_EQ(d.device->calls("beginCapture"), 3);

    Descent plain({}, 0, false);
    EXPECT_EQ(plain.descend(6), 6U);
    plain.pass.loss = compute::Loss::Sigmoid;
    EXPECT_EQ(plain.descend(3, 6), 3U);
    EXPECT_EQ(plain.weights, d.weights);
}

TEST(Descent, AStopLeavesTheStateAfterAWholeStep) {
    for (const std::uint64_t limit : {0U, 1U}) {
        std::stop_source source;
        Descent d({}, limit);
        int products = 0;
        d.device->behaviour().onCall = [&](const std::string& call) {
            products += call == "firstProduct" || call == "replay" ? 1 : 0;
            if (products == 9) { // somewhere inside a step
                source.request_stop();
            }
        };
        d.pass.stop = source.get_token();
        const std::uint32_t done = d.descend(50);
        EXPECT_GT(done, 0U);
        EXPECT_LT(done, 50U);
        Descent same({}, limit);
        EXPECT_EQ(same.descend(done), done);
        EXPECT_EQ(d.weights, same.weights);
        EXPECT_EQ(d.velocity, same.velocity);
    }
}

TEST(Descent, AFailureLeavesTheCallersNumbersAlone) {
    for (const char* call : {"descend", "nextStep", "replay", "copyOut", "endCapture"}) {
        Descent d;
        d.device->behaviour().failAt = call;
        d.device->behaviour().failAfter = call == std::string("descend") ? 1 : 0;
        const auto before = d.weights;
        EXPECT_THROW((void)d.descend(5), GpuError) << call; // code 700: the device is lost
        EXPECT_EQ(d.weights, before) << call;
        d.device->behaviour().failAt.clear();
        EXPECT_EQ(d.descend(5), 5U);
        Descent same;
        EXPECT_EQ(same.descend(5), 5U);
        EXPECT_EQ(d.weights, same.weights) << call;
    }
    EXPECT_EQ(HostDevice::leaked, 0U);
}

TEST(Descent, LeavesNoKeyInTheDevicesMemory) {
    for (const char* call : {"", "descend", "nextStep", "replay", "copyOut", "endCapture", "firstProduct"}) {
        Descent d;
        bool seen = false;
        const auto& key = d.noise[0].streamKey();
        d.device->behaviour().failAt = call;
        d.device->behaviour().failAfter = call == std::string("endCapture") ? 0 : 1;
        d.device->behaviour().onCall = [&](const std::string&) {
            seen = seen || d.device->holds(key.data(), key.size());
        };
        if (*call == 0) {
            EXPECT_EQ(d.descend(40), 40U);
        } else {
            EXPECT_THROW((void)d.descend(40), GpuError) << call;
        }
        EXPECT_TRUE(seen) << "the test looks for the right bytes";
        EXPECT_FALSE(d.device->holds(key.data(), key.size())) << call;
    }
}

TEST(Descent, OtherHeadsAndSamplesAreLeftToPasses) {
    Descent d;
    const std::vector<std::uint32_t> sample{1, 2};
    d.pass.subset = &sample;
    std::vector<compute::DescentTask> tasks{d.task(0, 0)};
    EXPECT_FALSE(d.backend->descend(*d.data, d.pass, tasks, 3).has_value());
    const auto cpu = compute::makeCpuBackend({1});
    d.pass.subset = nullptr;
    EXPECT_FALSE(cpu->descend(*d.s.upload(*cpu), d.pass, tasks, 3).has_value());
    tasks[0].divisor = 0.0;
    EXPECT_THROW((void)d.backend->descend(*d.data, d.pass, tasks, 3), Error);
}

} // namespace
} // namespace parsimony::gpu
