// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <thread>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::linear;
using testing::someWeights;
using testing::Synthetic;

TEST(BadInput, StrangeRowsContributeWithinTheirBoundOrNothing) {
    const auto backend = makeCpuBackend({2});
    Synthetic s = Synthetic::make(300, 20, 4);
    const auto setRow = [&](std::size_t row, float value) {
        std::fill_n(s.x.begin() + static_cast<std::ptrdiff_t>(row * s.dim), s.dim, value);
    };
    setRow(0, 1e30F);
    setRow(1, std::numeric_limits<float>::max());
    setRow(2, 1e-40F); // denormals
    setRow(3, 0.0F);
    setRow(4, std::numeric_limits<float>::quiet_NaN());
    setRow(5, std::numeric_limits<float>::infinity());
    s.y[6] = -1;
    s.y[7] = 4;
    s.y[8] = std::numeric_limits<std::int32_t>::min();
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    for (std::uint32_t row = 0; row < 9; ++row) {
        const std::vector<std::uint32_t> one{row};
        const double size =
            testing::norm(gradient(*backend, *s.upload(*backend), head, w, 0.5, Loss::Softmax, &one));
        EXPECT_TRUE(std::isfinite(size)) << row;
        EXPECT_LE(size, 0.5 * (1 + kArithmeticSlack)) << row;
        if (row == 0) {
            EXPECT_GT(size, 0.49);
        }
        if (row >= 3) {
            EXPECT_EQ(size, 0.0) << row;
        }
    }
    Synthetic zeros = Synthetic::make(100, 20, 4);
    std::fill(zeros.x.begin(), zeros.x.end(), 0.0F);
    EXPECT_EQ(testing::norm(gradient(*backend, *zeros.upload(*backend), head, w, 0.5)), 0.0);
}

TEST(BadInput, WrongRequestsAreRefused) {
    const auto backend = makeCpuBackend({1});
    const Synthetic s = Synthetic::make(50, 8, 3);
    const auto data = s.upload(*backend);
    HeadShape head = linear(s);
    std::vector<double> w(head.parameters());
    std::vector<double> sum(w.size());
    PassOptions pass;
    pass.head = head;
    const auto attempt = [&](const PassOptions& options, double clip, std::span<double> out) {
        const GradientTask task{w, clip, out};
        (void)backend->clippedGradientSums(*data, options, std::span(&task, 1));
    };
    EXPECT_THROW(attempt(pass, 0.0, sum), Error);
    EXPECT_THROW(attempt(pass, -1.0, sum), Error);
    EXPECT_THROW(attempt(pass, NAN, sum), Error);
    EXPECT_THROW(attempt(pass, 1e-25, sum), Error);
    EXPECT_THROW(attempt(pass, 1.0, std::span(sum).first(3)), Error);
    PassOptions wide = pass;
    wide.head.dim = 9;
    EXPECT_THROW(attempt(wide, 1.0, sum), Error);
    const std::vector<std::uint32_t> outside{50};
    PassOptions sampled = pass;
    sampled.subset = &outside;
    EXPECT_THROW(attempt(sampled, 1.0, sum), Error);
    EXPECT_THROW((void)backend->upload({s.source(), s.y, 0, Precision::Float32, 0}), Error);
    EXPECT_THROW((void)backend->upload({s.source(), s.y, 100001, Precision::Float32, 0}), Error);
    EXPECT_THROW((void)backend->upload({s.source(), std::span(s.y).first(49), 3, Precision::Float32, 0}),
                 Error);
    EXPECT_THROW((void)backend->upload({nullptr, s.y, 3, Precision::Float32, 0}), Error);
}

TEST(BadInput, MoreTrialsThanMemoryHoldsAreRefusedWithASentence) {
    const auto backend = makeCpuBackend({1});
    const Synthetic s = Synthetic::make(256, 64, 1000);
    const auto data = s.upload(*backend);
    const HeadShape head = linear(s);
    // One parameter vector shared by every task: only the sums of the pass would be large.
    std::vector<double> w(head.parameters());
    std::vector<double> sum(w.size());
    std::vector<GradientTask> tasks(2'000'000, GradientTask{w, 1.0, sum});
    PassOptions pass;
    pass.head = head;
    try {
        (void)backend->clippedGradientSums(*data, pass, tasks);
        FAIL() << "1 TB of sums were not refused";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("fewer trials"), std::string::npos) << error.what();
    }
}

TEST(BadInput, StopsInTheMiddleOfAPass) {
    const auto backend = makeCpuBackend({2});
    const Synthetic s = Synthetic::make(20000, 64, 10);
    const auto data = s.upload(*backend);
    const HeadShape head = linear(s);
    std::vector<double> w(head.parameters());
    std::vector<double> sum(w.size());
    const GradientTask task{w, 1.0, sum};
    std::stop_source stop;
    PassOptions pass;
    pass.head = head;
    pass.stop = stop.get_token();
    std::jthread later([&] { stop.request_stop(); });
    while (backend->clippedGradientSums(*data, pass, std::span(&task, 1))) {
    }
    pass.stop = {};
    EXPECT_TRUE(backend->clippedGradientSums(*data, pass, std::span(&task, 1))); // and goes on working
}

class FailingSource final : public data::FeatureSource {
public:
    [[nodiscard]] std::size_t rows() const override { return 3000; }
    [[nodiscard]] std::size_t dim() const override { return 8; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        if (first >= 1024) {
            fail("the file went away");
        }
        std::fill_n(out, count * 8, 1.0F);
    }
};

TEST(BadInput, AnErrorOfTheSourceComesOutOfThePass) {
    const auto backend = makeCpuBackend({3});
    const std::vector<std::int32_t> labels(3000);
    const auto source = std::make_shared<FailingSource>();
    EXPECT_THROW((void)backend->upload({source, labels, 2, Precision::Float32, 0}), Error);
    const auto data = backend->upload({source, labels, 2, Precision::Float32, 100});
    HeadShape head;
    head.dim = 8;
    head.classes = 2;
    std::vector<double> w(16);
    std::vector<double> sum(16);
    const GradientTask task{w, 1.0, sum};
    PassOptions pass;
    pass.head = head;
    EXPECT_THROW((void)backend->clippedGradientSums(*data, pass, std::span(&task, 1)), Error);
}

TEST(BadInput, OneRowOneFeatureOneClassTrainOnEveryHead) {
    const auto backend = makeCpuBackend({3});
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Sequence, HeadKind::Hidden}) {
        for (const std::size_t rows : {1UL, 2UL, 255UL, 256UL, 257UL, 3000UL}) {
            const Synthetic s = Synthetic::make(rows, 1, 1);
            HeadShape head = linear(s, true);
            head.kind = kind;
            head.hidden = kind == HeadKind::Hidden ? 1 : 0;
            const std::vector<double> w = someWeights(head);
            for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
                for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
                    const auto data = s.upload(*backend, precision);
                    const double size = testing::norm(gradient(*backend, *data, head, w, 0.1, loss));
                    EXPECT_TRUE(std::isfinite(size));
                    EXPECT_LE(size, 0.1 * static_cast<double>(rows) * (1 + kArithmeticSlack));
                }
            }
        }
    }
}

TEST(BadInput, HiddenLayersOfAnySizeUseEveryLane) {
    // Sizes that fill no vector, and blocks enough for several leaves of sums.
    const auto backend = makeCpuBackend({2});
    const Synthetic s = Synthetic::make(3000, 9, 3);
    HeadShape head = linear(s, true);
    head.kind = HeadKind::Hidden;
    for (const std::uint32_t hidden : {1U, 5U, 16U, 33U}) {
        head.hidden = hidden;
        head.deeper = {hidden % 2 == 0 ? 17U : 0U};
        const std::vector<double> w = someWeights(head);
        const auto whole = gradient(*backend, *s.upload(*backend), head, w, 0.3);
        std::vector<double> parts(w.size());
        for (std::uint32_t first = 0; first < 3000; first += 250) {
            std::vector<std::uint32_t> rows(250);
            for (std::uint32_t i = 0; i < 250; ++i) {
                rows[i] = first + i;
            }
            const auto part = gradient(*backend, *s.upload(*backend), head, w, 0.3, Loss::Softmax, &rows);
            for (std::size_t i = 0; i < part.size(); ++i) {
                parts[i] += part[i];
            }
        }
        EXPECT_LT(testing::relativeDistance(whole, parts), 1e-6) << hidden;
    }
}

TEST(BadInput, SumsOfZerosAndOfOneRowAreWhatTheySay) {
    const auto backend = makeCpuBackend({2});
    Synthetic s = Synthetic::make(1, 3, 2);
    std::vector<double> gram(9), classSums(6), hessians(2 * 9), gradients(6);
    const std::vector<double> zero(6);
    for (const float value : {0.0F, 1e-40F, 1e30F}) {
        std::fill(s.x.begin(), s.x.end(), value);
        const auto data = s.upload(*backend);
        MomentTask moments;
        moments.rowClip = 0.5;
        moments.gram = gram;
        moments.classSums = classSums;
        ASSERT_TRUE(backend->moments(*data, moments, {}));
        NewtonTask newton;
        newton.parameters = zero;
        newton.offsets = std::span(zero).first(2);
        newton.rowClip = 0.5;
        newton.gradients = gradients;
        newton.hessians = hessians;
        ASSERT_TRUE(backend->newtonSums(*data, newton, {}));
        const double row = value == 1e30F ? 0.5 : 0.0;
        EXPECT_NEAR(testing::norm(gram), row * row, 1e-6);
        EXPECT_NEAR(testing::norm(classSums), row, 1e-6);
        EXPECT_NEAR(testing::norm(gradients), row * std::sqrt(2 * 0.25), 1e-6);
        EXPECT_NEAR(testing::norm(hessians), row * row * std::sqrt(2.0) / 4, 1e-6);
        double difference = 1.0;
        PassOptions pass;
        pass.head = linear(s);
        ASSERT_TRUE(backend->clippedLossDifference(*data, pass, someWeights(pass.head, 1),
                                                   someWeights(pass.head, 2), 0.25, difference));
        EXPECT_TRUE(std::fabs(difference) <= 0.25);
        EXPECT_TRUE(value != 0.0F || difference == 0.0);
    }
    double difference = 0.0;
    PassOptions pass;
    pass.head = linear(s);
    for (const double clip : {0.0, -1.0, static_cast<double>(NAN)}) {
        EXPECT_THROW(
            (void)backend->clippedLossDifference(*s.upload(*backend), pass, zero, zero, clip, difference),
            Error);
    }
}

TEST(DeviceNames, AreReadOnceAndSaidAgain) {
    for (const char* word : {"auto", "cpu", "cuda", "cuda:0", "cuda:3", "cuda:0,2", "cuda:all"}) {
        EXPECT_EQ(DeviceChoice(word).text(), word);
        EXPECT_EQ(DeviceChoice(word), DeviceChoice(DeviceChoice(word).text()));
    }
    EXPECT_EQ(DeviceChoice(), DeviceChoice("auto"));
    EXPECT_TRUE(DeviceChoice("auto").isCpu() && DeviceChoice("cpu").isCpu());
    EXPECT_FALSE(DeviceChoice("cuda:all").isCpu());
    EXPECT_TRUE(DeviceChoice("cuda:all").numbers().empty()) << "all there are";
    EXPECT_EQ(DeviceChoice("cuda").numbers(), std::vector<int>{0});
    EXPECT_EQ(DeviceChoice("cuda:2,0").numbers(), (std::vector<int>{2, 0}));
}

TEST(BadInput, DevicesThatAreNotThereAreNamed) {
    for (const char* word : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1e3", "CPU"}) {
        try {
            (void)chooseBackend(DeviceChoice(word), 1);
            ADD_FAILURE() << word;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage) << word << ": " << error.what();
        }
    }
}

} // namespace
} // namespace parsimony::compute
