// SPDX-License-Identifier: GPL-3.0-or-later
// Without a device these report themselves skipped, except for the sentences that say so.
#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "core/compute/device_check.h"
#include "core/train/trainer.h"
#include "gpu/runtime/device.h"
#include "tests/core/compute/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <limits>

namespace parsimony::gpu {
namespace {

using compute::Precision;
using compute::testing::relativeDistance;
using compute::testing::Synthetic;
using ::testing::HasSubstr;

constexpr Precision kPrecisions[] = {Precision::Float32, Precision::Tf32, Precision::Bfloat16,
                                     Precision::Float16};

TEST(Device, TheProbeAndAWrongNumberSayWhatIsTheMatter) {
    const DeviceProbe probe = probeDevices();
    EXPECT_FALSE(probe.sentence.english().empty());
    for (const std::vector<int>& wrong : {std::vector<int>{97}, {0, 97}}) {
        try {
            (void)makeCudaBackend(wrong, 1);
            FAIL() << "device 97 was opened";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Failed);
            EXPECT_GT(std::string(error.what()).size(), 20U);
            if (probe.devices > 0) {
                EXPECT_THAT(error.what(), HasSubstr("there is no CUDA device 97"));
            } else {
                EXPECT_THAT(error.what(), HasSubstr("--device cpu"));
            }
        }
    }
}

TEST(Device, AutomaticChoiceIsTheCpuAndAnAbsentDeviceIsAnError) {
    compute::registerCudaFactory(makeCudaBackend);
    EXPECT_EQ(compute::chooseBackend(compute::DeviceChoice("auto"), 1)->name(), "cpu");
    EXPECT_EQ(compute::chooseBackend(compute::DeviceChoice("cpu"), 1)->name(), "cpu");
    if (probeDevices().devices == 0) {
        for (const char* device : {"cuda", "cuda:0,1", "cuda:all"}) {
            EXPECT_THROW((void)compute::chooseBackend(compute::DeviceChoice(device), 1), Error) << device;
        }
    }
    for (const char* wrong : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:0,", "cuda:,0", "cuda:0,0",
                              "cuda:all,1", "cuda:0 1", ""}) {
        EXPECT_THROW((void)compute::chooseBackend(compute::DeviceChoice(wrong), 1), Error) << wrong;
    }
}

class OnDevice : public ::testing::Test {
protected:
    void SetUp() override {
        const DeviceProbe probe = probeDevices();
        if (probe.devices == 0) {
            GTEST_SKIP() << probe.sentence.english();
        }
        devices = probe.devices;
        cuda = makeCudaBackend({0}, 2);
    }

    static std::vector<double> sumOf(compute::ComputeBackend& backend, const compute::ResidentData& data,
                                     const compute::PassOptions& pass, double clip = 0.4) {
        std::vector<double> w(pass.head.parameters());
        for (std::size_t i = 0; i < w.size(); ++i) {
            w[i] = std::sin(static_cast<double>(i));
        }
        std::vector<double> sum(w.size());
        const compute::GradientTask task{w, clip, sum};
        EXPECT_TRUE(backend.clippedGradientSums(data, pass, std::span(&task, 1)));
        return sum;
    }

    static compute::PassOptions passOf(const Synthetic& s, bool bias) {
        compute::PassOptions pass;
        pass.head.dim = static_cast<std::uint32_t>(s.dim);
        pass.head.classes = s.classes;
        pass.head.bias = bias;
        return pass;
    }

    static train::TrialPlan plan(const Synthetic& s, std::uint32_t steps, double rate, Precision precision,
                                 bool noise) {
        train::TrialSpec spec;
        spec.options.precision = precision;
        spec.options.bias = true;
        spec.learningRate = rate;
        spec.steps = steps;
        spec.publicRecords = static_cast<double>(s.rows);
        spec.dim = static_cast<std::uint32_t>(s.dim);
        spec.classes = s.classes;
        return noise ? train::TrialPlan::forNoise(spec, NoiseMultiplier{4.0})
                     : train::TrialPlan::nonPrivate(spec);
    }

    int devices = 0;
    std::unique_ptr<compute::ComputeBackend> cuda;
    std::unique_ptr<compute::ComputeBackend> cpu = compute::makeCpuBackend({2});
    compute::NoiseSource noise = compute::NoiseSource::seeded(compute::PublicDataSeed{4}, 1, 0);
};

TEST_F(OnDevice, GradientSumsAgreeWithTheCpu) {
    for (const auto precision : kPrecisions) {
        for (const auto& [rows, dim, classes] : {std::tuple{1UL, 96UL, 11U},
                                                 {255UL, 96UL, 11U},
                                                 {5000UL, 96UL, 11U},
                                                 {300UL, 1UL, 1U},
                                                 {700UL, 65UL, 3U},
                                                 {50UL, 8UL, 20'000U}}) {
            for (const bool bias : {false, true}) {
                const Synthetic s = Synthetic::make(rows, dim, classes);
                compute::PassOptions pass = passOf(s, bias);
                pass.loss = classes == 1 ? compute::Loss::Sigmoid : compute::Loss::Softmax;
                const auto there = s.upload(*cuda, precision);
                const auto streamed = s.upload(*cuda, precision, 1);
                EXPECT_TRUE(streamed->streamed());
                const auto sum = sumOf(*cuda, *there, pass);
                EXPECT_LT(relativeDistance(sum, sumOf(*cpu, *s.upload(*cpu, precision), pass)),
                          precision == Precision::Float32 ? 1e-5 : 2e-2)
                    << compute::precisionName(precision) << " " << rows << " x " << dim << " x " << classes;
                EXPECT_LT(relativeDistance(sumOf(*cuda, *streamed, pass), sum), 1e-5);
                EXPECT_EQ(sumOf(*cuda, *there, pass), sum) << "the same in every run";
            }
        }
    }
}

TEST_F(OnDevice, FiftyStepsAgreeWithTheCpuWithAndWithoutNoise) {
    const Synthetic s = Synthetic::make(5000, 96, 11);
    for (const auto precision : kPrecisions) {
        for (const bool noisy : {false, true}) {
            const train::TrialPlan p = plan(s, 50, 0.5, precision, noisy);
            const auto a = train::train(p, *cuda, *s.upload(*cuda, precision), noise);
            const auto b = train::train(p, *cpu, *s.upload(*cpu, precision), noise);
            EXPECT_LT(relativeDistance(a.model.parameters, b.model.parameters),
                      precision == Precision::Float32 ? 1e-3 : 1e-2)
                << compute::precisionName(precision) << (noisy ? " with noise" : "");
        }
    }
}

TEST_F(OnDevice, NoiseIsBitForBitTheCpus) {
    // A record without a label has no gradient: what is released is noise alone, whatever adds up.
    Synthetic s = Synthetic::make(3, 401, 7);
    std::fill(s.y.begin(), s.y.end(), -1);
    const auto data = s.upload(*cuda);
    const compute::PassOptions pass = passOf(s, true);
    std::vector<double> w(pass.head.parameters());
    std::vector<double> v(w.size());
    const compute::DescentTask task{w, v, 1.0, 3.0, 1.0, 0.0, 0.0, 1.0, &noise, {.step = 5, .tensor = 2}};
    ASSERT_EQ(cuda->descend(*data, pass, std::span(&task, 1), 1), 1U);
    std::vector<double> expected(w.size());
    noise.addGaussian(expected, 3.0, {.step = 5, .tensor = 2});
    EXPECT_EQ(v, expected);
    const compute::DescentTask more{w, v, 1.0, 3.0, 1.0, 0.0, 0.0, 1.0, &noise, {.step = 6, .tensor = 2}};
    ASSERT_EQ(cuda->descend(*data, pass, std::span(&more, 1), 40), 40U); // through graphs: the step counts on
    std::fill(expected.begin(), expected.end(), 0.0);
    noise.addGaussian(expected, 3.0, {.step = 45, .tensor = 2});
    EXPECT_EQ(v, expected);
}

TEST_F(OnDevice, WrongRowsContributeNothingAndClipsHold) {
    const float inf = std::numeric_limits<float>::infinity();
    for (const auto precision : kPrecisions) {
        Synthetic s = Synthetic::make(6, 8, 3);
        Synthetic clean = s;
        s.x[0] = std::nanf("");
        s.x[8] = inf;
        s.y[2] = 77;
        std::fill_n(clean.x.begin(), 16, 0.0F); // a row that is not finite is one of zeros
        clean.y[2] = -1;
        for (const double clip : {1e-3, 0.5, std::numeric_limits<double>::infinity()}) {
            const compute::PassOptions pass = passOf(s, true);
            const auto sum = sumOf(*cuda, *s.upload(*cuda, precision), pass, clip);
            EXPECT_EQ(sum, sumOf(*cuda, *clean.upload(*cuda, precision), pass, clip));
            EXPECT_LE(compute::testing::norm(sum), 5.0 * clip * (1.0 + compute::kArithmeticSlack));
        }
        const Synthetic zeros{300, 8, 3, std::vector<float>(2400), std::vector<std::int32_t>(300)};
        EXPECT_EQ(compute::testing::norm(sumOf(*cuda, *zeros.upload(*cuda, precision), passOf(zeros, false))),
                  0.0);
    }
}

TEST_F(OnDevice, MoreTrialsThanMemoryHoldsIsASentence) {
    const Synthetic s = Synthetic::make(10, 1'000, 50'000);
    const auto data = s.upload(*cuda);
    const compute::PassOptions pass = passOf(s, false);
    std::vector<double> w(pass.head.parameters()); // 400 MB
    std::vector<compute::GradientTask> tasks(1'000, compute::GradientTask{w, 1.0, w});
    try {
        (void)cuda->clippedGradientSums(*data, pass, tasks);
        ADD_FAILURE() << "400 GB were found";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("train fewer trials together"));
    }
    EXPECT_EQ(sumOf(*cuda, *data, pass).size(), w.size()) << "the device goes on";
}

/// What a charged run in f32 demands of this device, at the shapes of performance.md and at odd ones.
TEST_F(OnDevice, PassesTheCheckThatChargedRunsNeed) {
    for (const auto& [rows, dim, classes] : {std::tuple{50'000U, 768U, 10U},
                                             {50'000U, 768U, 100U},
                                             {50'000U, 384U, 39U},
                                             {1'000U, 64U, 10U},
                                             {500U, 1U, 2U},
                                             {3'000U, 65U, 9U}}) {
        for (const auto loss : {compute::Loss::Softmax, compute::Loss::Sigmoid}) {
            compute::DeviceCheckRequest request;
            request.head.dim = dim;
            request.head.classes = classes;
            request.head.bias = classes == 9;
            request.loss = loss;
            request.rows = rows;
            const auto start = std::chrono::steady_clock::now();
            const compute::DeviceCheck seen = compute::checkDevice(*cuda, request);
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            EXPECT_EQ(seen.failure, "") << dim << " × " << classes;
            std::printf("[ CHECKED  ] %u × %u × %u %s: %.2f s, largest move %.6f clips, largest error %.3f\n",
                        rows, dim, classes, std::string(compute::lossName(loss)).c_str(), seconds.count(),
                        seen.largestMove, seen.largestError);
        }
    }
    if (devices > 1) {
        compute::DeviceCheckRequest request;
        request.head.dim = 96;
        request.head.classes = 11;
        request.rows = 20'000;
        EXPECT_EQ(compute::checkDevice(*makeCudaBackend({}, 2), request).failure, "");
    }
}

TEST_F(OnDevice, ACancelledTrialStopsAndGoesOn) {
    const Synthetic s = Synthetic::make(20'000, 256, 10);
    const train::TrialPlan p = plan(s, 100'000, 0.01, Precision::Float32, true);
    const auto data = s.upload(*cuda);
    std::stop_source source;
    train::TrainControl control;
    control.stop = source.get_token();
    control.progress = [&](const train::TrainProgress& progress) {
        if (progress.stepsDone >= 10) {
            source.request_stop();
        }
    };
    const auto stopped = train::train(p, *cuda, *data, noise, {}, control);
    EXPECT_EQ(stopped.status, train::TrainStatus::Stopped);
    EXPECT_GE(stopped.record.stepsDone, 10U);
    EXPECT_LT(stopped.record.stepsDone, 100'000U);
}

TEST_F(OnDevice, SeveralDevicesAgreeWithOne) {
    if (devices < 2) {
        GTEST_SKIP() << "this machine has one GPU: shards are tested on devices of ordinary memory only";
    }
    const auto all = makeCudaBackend({}, 2);
    const Synthetic s = Synthetic::make(20'000, 96, 11);
    const train::TrialPlan p = plan(s, 50, 0.5, Precision::Float32, true);
    const auto a = train::train(p, *all, *s.upload(*all), noise);
    const auto b = train::train(p, *cuda, *s.upload(*cuda), noise);
    EXPECT_LT(relativeDistance(a.model.parameters, b.model.parameters), 1e-6);
}

} // namespace
} // namespace parsimony::gpu
