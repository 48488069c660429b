// SPDX-License-Identifier: GPL-3.0-or-later
// The backend on a device made of ordinary memory, beside the CPU's.
#include "gpu/backend/gpu_backend.h"
#include "tests/core/compute/synthetic.h"
#include "tests/gpu/host_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace parsimony::gpu {
namespace {

using compute::Precision;
using compute::testing::relativeDistance;
using compute::testing::Synthetic;
using ::testing::HasSubstr;
using testing::HostDevice;

struct Fixture {
    explicit Fixture(HostDevice::Behaviour behaviour = {}, std::size_t workBytes = std::size_t{1} << 20) {
        auto made = std::make_unique<HostDevice>(std::move(behaviour));
        device = made.get();
        backend = std::make_unique<GpuBackend>(std::move(made), GpuOptions{2, workBytes, true});
    }
    HostDevice* device = nullptr;
    std::unique_ptr<GpuBackend> backend;
};

compute::PassOptions passOf(const Synthetic& s, bool bias, compute::Loss loss = compute::Loss::Softmax) {
    compute::PassOptions pass;
    pass.head.dim = static_cast<std::uint32_t>(s.dim);
    pass.head.classes = s.classes;
    pass.head.bias = bias;
    pass.loss = loss;
    return pass;
}

std::vector<double> weightsOf(const compute::HeadShape& head, double scale = 1.0) {
    std::vector<double> w(head.parameters());
    for (std::size_t i = 0; i < w.size(); ++i) {
        w[i] = scale * std::sin(static_cast<double>(i));
    }
    return w;
}

std::vector<double> sumOf(compute::ComputeBackend& backend, const compute::ResidentData& data,
                          const compute::PassOptions& pass, double clip = 0.4) {
    const std::vector<double> w = weightsOf(pass.head);
    std::vector<double> sum(w.size(), -1.0);
    const compute::GradientTask task{w, clip, sum};
    EXPECT_TRUE(backend.clippedGradientSums(data, pass, std::span(&task, 1)));
    return sum;
}

std::string sentenceOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(GpuBackend, GradientSumsAgreeWithTheCpuInEveryPrecisionResidentAndStreamed) {
    const auto cpu = compute::makeCpuBackend({2});
    for (const auto precision :
         {Precision::Float32, Precision::Tf32, Precision::Bfloat16, Precision::Float16}) {
        for (const std::size_t rows : {1UL, 255UL, 1300UL}) {
            for (const bool bias : {false, true}) {
                for (const auto loss : {compute::Loss::Softmax, compute::Loss::Sigmoid}) {
                    const Synthetic s = Synthetic::make(rows, 13, 5);
                    Fixture f({.seed = static_cast<std::uint32_t>(rows)}, 60'000);
                    const compute::PassOptions pass = passOf(s, bias, loss);
                    const auto data = s.upload(*f.backend, precision);
                    const auto streamed = s.upload(*f.backend, precision, 1);
                    EXPECT_FALSE(data->streamed());
                    EXPECT_TRUE(streamed->streamed());
                    const std::vector<double> sum = sumOf(*f.backend, *data, pass);
                    const double tolerance = precision == Precision::Float32 ? 1e-6 : 2e-2;
                    EXPECT_LT(relativeDistance(sum, sumOf(*cpu, *s.upload(*cpu, precision), pass)), tolerance)
                        << compute::precisionName(precision) << " " << rows << " " << bias;
                    const std::vector<double> fromHost = sumOf(*f.backend, *streamed, pass);
                    EXPECT_LT(relativeDistance(fromHost, sum), 1e-6); // other chunks, other order
                    EXPECT_EQ(sumOf(*f.backend, *streamed, pass), fromHost);
                }
            }
        }
    }
    EXPECT_EQ(HostDevice::leaked, 0U);
}

TEST(GpuBackend, TrialsThatShareAPassGetWhatEachGetsAlone) {
    const Synthetic s = Synthetic::make(700, 10, 3);
    Fixture f;
    const auto data = s.upload(*f.backend);
    const compute::PassOptions pass = passOf(s, true);
    std::vector<std::vector<double>> weights;
    std::vector<std::vector<double>> sums;
    std::vector<compute::GradientTask> tasks;
    for (int k = 0; k < 3; ++k) {
        weights.push_back(weightsOf(pass.head, 0.5 * k));
        sums.emplace_back(weights.back().size());
    }
    for (int k = 0; k < 3; ++k) {
        tasks.push_back({weights[static_cast<std::size_t>(k)], 0.1 + k, sums[static_cast<std::size_t>(k)]});
    }
    ASSERT_TRUE(f.backend->clippedGradientSums(*data, pass, tasks));
    for (std::size_t k = 0; k < 3; ++k) {
        std::vector<double> alone(weights[k].size());
        const compute::GradientTask task{weights[k], 0.1 + static_cast<double>(k), alone};
        ASSERT_TRUE(f.backend->clippedGradientSums(*data, pass, std::span(&task, 1)));
        EXPECT_EQ(alone, sums[k]);
    }
}

TEST(GpuBackend, AClippedSumNeverPassesItsBound) {
    for (const auto precision :
         {Precision::Float32, Precision::Tf32, Precision::Bfloat16, Precision::Float16}) {
        for (std::uint32_t seed = 1; seed < 40; ++seed) {
            const Synthetic s = Synthetic::make(1, 9, 4, seed);
            Fixture f;
            for (const double clip : {1e-3, 0.3, 1.0}) {
                const std::vector<double> sum =
                    sumOf(*f.backend, *s.upload(*f.backend, precision), passOf(s, seed % 2 == 0), clip);
                EXPECT_LE(compute::testing::norm(sum), clip * (1.0 + 0x1p-18));
            }
        }
    }
}

TEST(GpuBackend, WrongRowsContributeNothing) {
    const float inf = std::numeric_limits<float>::infinity();
    for (const auto precision :
         {Precision::Float32, Precision::Tf32, Precision::Bfloat16, Precision::Float16}) {
        Synthetic s = Synthetic::make(6, 8, 3);
        Synthetic clean = s;
        s.x[0] = std::nanf("");
        s.x[8] = inf;
        s.y[2] = 77;
        s.y[3] = -5;
        s.x[4 * 8] = 3e38F; // its square overflows in float32, not in the float64 of the norm
        std::fill_n(clean.x.begin(), 16, 0.0F);
        clean.y[0] = clean.y[1] = clean.y[2] = clean.y[3] = -1;
        clean.x[4 * 8] = 3e38F;
        Fixture f;
        for (const std::uint64_t limit : {0U, 1U}) {
            const compute::PassOptions pass = passOf(s, false);
            const std::vector<double> sum = sumOf(*f.backend, *s.upload(*f.backend, precision, limit), pass);
            EXPECT_TRUE(std::isfinite(compute::testing::norm(sum)));
            EXPECT_EQ(sum, sumOf(*f.backend, *clean.upload(*f.backend, precision, limit), pass));
        }
    }
}

TEST(GpuBackend, OddShapesWork) {
    const auto cpu = compute::makeCpuBackend({1});
    for (const auto& [rows, dim, classes] :
         {std::tuple{1UL, 1UL, 1U}, {3UL, 1UL, 2U}, {300UL, 2UL, 1U}, {5UL, 3UL, 2000U}, {257UL, 65UL, 9U}}) {
        const Synthetic s = Synthetic::make(rows, dim, classes);
        Fixture f;
        const compute::PassOptions pass = passOf(s, true, compute::Loss::Sigmoid);
        for (const double clip : {0.2, std::numeric_limits<double>::infinity()}) {
            EXPECT_LT(relativeDistance(sumOf(*f.backend, *s.upload(*f.backend), pass, clip),
                                       sumOf(*cpu, *s.upload(*cpu), pass, clip)),
                      1e-5);
        }
    }
    const Synthetic zeros{4, 3, 2, std::vector<float>(12), {0, 1, 0, 1}};
    Fixture f;
    EXPECT_EQ(compute::testing::norm(sumOf(*f.backend, *zeros.upload(*f.backend), passOf(zeros, false))),
              0.0);
    const Synthetic s = Synthetic::make(4, 3, 2);
    std::vector<double> w(6);
    std::vector<double> sum(6);
    const compute::GradientTask task{w, 0.0, sum};
    EXPECT_THROW(
        (void)f.backend->clippedGradientSums(*s.upload(*f.backend), passOf(s, false), std::span(&task, 1)),
        Error);
}

TEST(GpuBackend, TooLittleMemoryForTheFeaturesMeansThatTheyStream) {
    const Synthetic s = Synthetic::make(3000, 16, 3);
    const compute::PassOptions pass = passOf(s, true);
    Fixture large;
    const std::vector<double> expected = sumOf(*large.backend, *s.upload(*large.backend), pass);
    // The features take 196,608 bytes; a block's pass takes about 40,000.
    Fixture small({.capacity = 150'000}, 100'000);
    const auto data = s.upload(*small.backend);
    EXPECT_TRUE(data->streamed());
    EXPECT_LT(relativeDistance(sumOf(*small.backend, *data, pass), expected), 1e-6);
    // Resident at first; then another process takes memory and the pass gives the features' place up.
    Fixture squeezed({.capacity = 400'000}, 500'000);
    const auto resident = s.upload(*squeezed.backend);
    EXPECT_FALSE(resident->streamed());
    squeezed.device->behaviour().capacity = squeezed.device->used() + 3'000;
    EXPECT_LT(relativeDistance(sumOf(*squeezed.backend, *resident, pass), expected), 1e-6);
    EXPECT_TRUE(resident->streamed());
}

TEST(GpuBackend, TooLittleMemoryForAChunkMeansSmallerChunksThenASentence) {
    const Synthetic s = Synthetic::make(3000, 16, 40);
    const compute::PassOptions pass = passOf(s, false);
    Fixture large({}, 10'000'000);
    const auto data = s.upload(*large.backend, Precision::Float32, 1);
    const std::vector<double> expected = sumOf(*large.backend, *data, pass);
    const int products = large.device->calls("firstProduct");
    Fixture small({.capacity = 250'000}, 10'000'000);
    const auto same = s.upload(*small.backend, Precision::Float32, 1);
    EXPECT_LT(relativeDistance(sumOf(*small.backend, *same, pass), expected), 1e-6);
    EXPECT_GT(small.device->calls("firstProduct"), products);

    Fixture none({.capacity = 40'000});
    const auto there = s.upload(*none.backend, Precision::Float32, 1);
    const std::string said = sentenceOf([&] { (void)sumOf(*none.backend, *there, pass); });
    EXPECT_THAT(said, HasSubstr("MiB on cuda:0"));
    EXPECT_THAT(said, HasSubstr("train fewer trials together"));
    none.device->behaviour().capacity = 10'000'000; // the other process is done
    EXPECT_LT(relativeDistance(sumOf(*none.backend, *there, pass), expected), 1e-6);
}

TEST(GpuBackend, NoPinnedMemoryIsTreatedLikeTooLittleOfTheDevices) {
    const Synthetic s = Synthetic::make(3000, 16, 4);
    Fixture f({.failAt = "allocatePinned", .failAfter = 2, .failCode = 2}); // the upload's two succeed
    const auto data = s.upload(*f.backend);
    f.device->behaviour().failAfter = 0;
    const auto streamed = s.upload(*f.backend, Precision::Float32, 1);
    EXPECT_EQ(sumOf(*f.backend, *streamed, passOf(s, false)).size(), 64U) << "the second try finds some";
}

TEST(GpuBackend, EveryCallThatFailsIsAnErrorAndTheNextPassWorks) {
    const Synthetic s = Synthetic::make(900, 8, 3);
    const compute::PassOptions pass = passOf(s, true);
    for (const char* call : {"copyIn", "copyOut", "record", "await", "finish", "packWeights", "firstProduct",
                             "residuals", "secondProduct", "addParts", "addColumns"}) {
        for (const int after : {0, 1, 2}) {
            Fixture f({.seed = static_cast<std::uint32_t>(after)}, 30'000);
            const auto data = s.upload(*f.backend, Precision::Float32, 1);
            const std::vector<double> expected = sumOf(*f.backend, *data, pass);
            f.device->behaviour().failAt = call;
            f.device->behaviour().failAfter = after;
            const int most = f.device->calls(call);
            try {
                (void)sumOf(*f.backend, *data, pass);
            } catch (const GpuError& error) {
                EXPECT_THAT(error.what(), HasSubstr("--device cpu"));
            }
            ASSERT_GT(f.device->calls(call), most) << call;
            f.device->behaviour().failAt.clear();
            EXPECT_EQ(sumOf(*f.backend, *data, pass), expected) << call;
        }
    }
    EXPECT_EQ(HostDevice::leaked, 0U);
}

TEST(GpuBackend, AStopInTheMiddleOfAPassEndsIt) {
    const Synthetic s = Synthetic::make(2000, 8, 3);
    for (const std::uint64_t limit : {0U, 1U}) {
        Fixture f({}, 30'000);
        const auto data = s.upload(*f.backend, Precision::Float32, limit);
        compute::PassOptions pass = passOf(s, false);
        const std::vector<double> expected = sumOf(*f.backend, *data, pass);
        std::stop_source source;
        pass.stop = source.get_token();
        int products = 0;
        f.device->behaviour().onCall = [&](const std::string& call) {
            products += call == "firstProduct" ? 1 : 0;
            if (products == 2) {
                source.request_stop();
            }
        };
        const std::vector<double> w = weightsOf(pass.head);
        std::vector<double> sum(w.size());
        const compute::GradientTask task{w, 0.4, sum};
        EXPECT_FALSE(f.backend->clippedGradientSums(*data, pass, std::span(&task, 1)));
        EXPECT_EQ(products, 2);
        pass.stop = {};
        EXPECT_EQ(sumOf(*f.backend, *data, pass), expected);
    }
}

TEST(GpuBackend, WhatItDoesNotComputeGoesToTheCpuWithTheSameRounding) {
    const Synthetic s = Synthetic::make(300, 8, 3);
    const auto cpu = compute::makeCpuBackend({2});
    Fixture f;
    for (const auto precision : {Precision::Float32, Precision::Tf32, Precision::Float16}) {
        const auto data = s.upload(*f.backend, precision);
        const auto theirs = s.upload(*cpu, precision);
        compute::PassOptions pass = passOf(s, true);
        const std::vector<std::uint32_t> sample{1, 5, 200};
        pass.subset = &sample;
        EXPECT_EQ(sumOf(*f.backend, *data, pass), sumOf(*cpu, *theirs, pass));
        std::vector<double> gram(64);
        std::vector<double> other(64);
        EXPECT_TRUE(f.backend->moments(*data, {1.0, false, gram, {}, {}, {}}, {}));
        EXPECT_TRUE(cpu->moments(*theirs, {1.0, false, other, {}, {}, {}}, {}));
        EXPECT_EQ(gram, other);
    }
}

} // namespace
} // namespace parsimony::gpu
