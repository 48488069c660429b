// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compute/cpu/cpu_backend.h"
#include "tests/core/compute/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <thread>

namespace parsimony::compute {
namespace {

using testing::referenceGradient;
using testing::relativeDistance;
using testing::Synthetic;

std::vector<double> someWeights(const HeadShape& head, std::uint32_t seed = 5) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> w(head.parameters());
    for (double& v : w) {
        v = normal(random);
    }
    return w;
}

std::vector<double> gradient(ComputeBackend& backend, const ResidentData& data, const HeadShape& head,
                             const std::vector<double>& w, double clip, Loss loss = Loss::Softmax,
                             const std::vector<std::uint32_t>* subset = nullptr) {
    std::vector<double> sum(w.size());
    const GradientTask task{w, clip, sum};
    PassOptions pass;
    pass.head = head;
    pass.loss = loss;
    pass.subset = subset;
    EXPECT_TRUE(backend.clippedGradientSums(data, pass, std::span(&task, 1)));
    return sum;
}

HeadShape linear(const Synthetic& s, bool bias = false) {
    HeadShape head;
    head.dim = static_cast<std::uint32_t>(s.dim);
    head.classes = s.classes;
    head.bias = bias;
    return head;
}

struct Shape {
    std::size_t rows, dim;
    std::uint32_t classes;
};

class EveryInstructionSet : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        const std::vector<cpu::Kernels> all = cpu::allKernels();
        if (GetParam() >= all.size()) {
            GTEST_SKIP() << "this processor runs fewer instruction sets";
        }
        backend = std::make_unique<cpu::CpuBackend>(CpuOptions{2}, all[GetParam()]);
        SCOPED_TRACE(backend->description());
    }
    std::unique_ptr<ComputeBackend> backend;
};

TEST_P(EveryInstructionSet, GradientSumsAgreeWithFloat64) {
    for (const Shape shape : {Shape{1, 1, 1},
                              {1, 3, 2},
                              {37, 16, 5},
                              {255, 17, 6},
                              {256, 5, 7},
                              {257, 64, 10},
                              {600, 100, 13},
                              {1000, 33, 70},
                              {700, 129, 1}}) {
        const Synthetic s = Synthetic::make(shape.rows, shape.dim, shape.classes);
        for (const bool bias : {false, true}) {
            const HeadShape head = linear(s, bias);
            const auto data = s.upload(*backend);
            const std::vector<double> w = someWeights(head);
            for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
                for (const double clip : {0.05, 1.0, std::numeric_limits<double>::infinity()}) {
                    const auto expected = referenceGradient(s, w, bias, clip, loss);
                    const auto got = gradient(*backend, *data, head, w, clip, loss);
                    EXPECT_LT(testing::norm(got), 1e300);
                    // One class: softmax gradients are exactly zero.
                    const double scale = std::max(testing::norm(expected), 1e-3);
                    EXPECT_LT(relativeDistance(got, expected) * testing::norm(expected) / scale, 3e-6)
                        << backend->description() << " N=" << shape.rows << " d=" << shape.dim
                        << " C=" << shape.classes << " bias=" << bias << " clip=" << clip;
                }
            }
        }
    }
}

TEST_P(EveryInstructionSet, CountsAgreeWithFloat64) {
    const Synthetic s = Synthetic::make(777, 20, 9);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const std::vector<double> w = someWeights(head);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
        std::size_t best = 0;
        std::vector<double> z(s.classes);
        for (std::size_t j = 0; j < s.classes; ++j) {
            z[j] = w[j * 21 + 20];
            for (std::size_t k = 0; k < s.dim; ++k) {
                z[j] += w[j * 21 + k] * static_cast<double>(s.x[i * s.dim + k]);
            }
            best = z[j] > z[best] ? j : best;
        }
        expected += static_cast<std::int32_t>(best) == s.y[i] ? 1 : 0;
    }
    const std::vector<double> zero(w.size());
    const std::vector<std::span<const double>> models{w, zero};
    std::vector<CorrectCounts> counts(2);
    ASSERT_TRUE(backend->countCorrect(*data, head, models, counts, {}));
    EXPECT_EQ(counts[0].total, expected);
    EXPECT_EQ(counts[1].total, static_cast<std::uint64_t>(std::count(s.y.begin(), s.y.end(), 0)));
    std::uint64_t records = 0;
    for (const std::uint64_t n : counts[0].recordsPerClass) {
        records += n;
    }
    EXPECT_EQ(records, s.rows);
    std::vector<float> logits(s.rows * s.classes);
    backend->logits(*data, head, w, 0, s.rows, logits);
    const std::vector<std::int32_t> labels = argmaxRows(logits, s.classes);
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
        same += labels[i] == s.y[i] ? 1 : 0;
    }
    EXPECT_EQ(same, expected);
    std::vector<float> part(100 * s.classes);
    backend->logits(*data, head, w, 300, 100, part);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), logits.begin() + 300 * s.classes));
}

TEST_P(EveryInstructionSet, MomentsAgreeWithFloat64) {
    const Synthetic s = Synthetic::make(530, 23, 4);
    const auto data = s.upload(*backend);
    const double clip = 0.7;
    for (const bool bias : {false, true}) {
        const std::size_t n = s.dim + (bias ? 1 : 0);
        std::vector<double> gram(n * n), sums(s.classes * n), all(n), gram2(n * n), sums2(s.classes * n),
            all2(n);
        MomentTask task;
        task.rowClip = clip;
        task.bias = bias;
        task.gram = gram;
        task.classSums = sums;
        task.rowSum = all;
        ASSERT_TRUE(backend->moments(*data, task, {}));
        for (std::size_t i = 0; i < s.rows; ++i) {
            std::vector<double> row(n, 1.0);
            double squares = 0;
            for (std::size_t k = 0; k < s.dim; ++k) {
                row[k] = static_cast<double>(s.x[i * s.dim + k]);
                squares += row[k] * row[k];
            }
            for (std::size_t k = 0; k < s.dim; ++k) {
                row[k] *= std::min(1.0, clip / std::sqrt(squares));
            }
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t k = 0; k < n; ++k) {
                    gram2[j * n + k] += row[j] * row[k];
                }
                sums2[static_cast<std::size_t>(s.y[i]) * n + j] += row[j];
                all2[j] += row[j];
            }
        }
        EXPECT_LT(relativeDistance(gram, gram2), 1e-6);
        EXPECT_LT(relativeDistance(sums, sums2), 1e-6);
        EXPECT_LT(relativeDistance(all, all2), 1e-6);
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, EveryInstructionSet, ::testing::Range<std::size_t>(0, 6));

TEST(CpuBackend, TrialsTogetherGiveTheSameSumsAsAlone) {
    const Synthetic s = Synthetic::make(900, 40, 10);
    const auto backend = makeCpuBackend({2});
    const auto data = s.upload(*backend);
    const HeadShape head = linear(s);
    std::vector<std::vector<double>> weights, sums;
    std::vector<GradientTask> tasks;
    for (std::uint32_t k = 0; k < 5; ++k) {
        weights.push_back(someWeights(head, k));
        sums.emplace_back(head.parameters());
    }
    for (std::size_t k = 0; k < 5; ++k) {
        tasks.push_back({weights[k], 0.1 * static_cast<double>(k + 1), sums[k]});
    }
    PassOptions pass;
    pass.head = head;
    ASSERT_TRUE(backend->clippedGradientSums(*data, pass, tasks));
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_EQ(sums[k], gradient(*backend, *data, head, weights[k], tasks[k].clip));
    }
}

TEST(CpuBackend, ResultsDoNotDependOnThreads) {
    const Synthetic s = Synthetic::make(5000, 48, 12);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    std::vector<std::vector<double>> results;
    for (const unsigned threads : {1U, 2U, 3U, 7U}) {
        const auto backend = makeCpuBackend({threads});
        results.push_back(gradient(*backend, *s.upload(*backend), head, w, 0.5));
    }
    for (const auto& result : results) {
        EXPECT_EQ(result, results.front());
    }
}

TEST(CpuBackend, StreamedRowsGiveTheSameSums) {
    const Synthetic s = Synthetic::make(1500, 37, 6);
    const auto backend = makeCpuBackend({2});
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        const auto resident = s.upload(*backend, precision);
        const auto streamed = s.upload(*backend, precision, 1000);
        EXPECT_FALSE(resident->streamed());
        EXPECT_TRUE(streamed->streamed());
        EXPECT_EQ(gradient(*backend, *resident, head, w, 0.5), gradient(*backend, *streamed, head, w, 0.5));
        const std::vector<std::uint32_t> subset{0, 3, 77, 256, 1000, 1499};
        EXPECT_EQ(gradient(*backend, *resident, head, w, 0.5, Loss::Softmax, &subset),
                  gradient(*backend, *streamed, head, w, 0.5, Loss::Softmax, &subset));
    }
}

TEST(CpuBackend, SubsetsAddUpTheirRowsOnly) {
    const Synthetic s = Synthetic::make(1500, 37, 6);
    const auto backend = makeCpuBackend({2});
    const auto data = s.upload(*backend);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    std::vector<std::uint32_t> subset;
    for (std::uint32_t i = 0; i < 1500; i += 3) {
        subset.push_back(i);
    }
    EXPECT_LT(relativeDistance(gradient(*backend, *data, head, w, 0.5, Loss::Softmax, &subset),
                               referenceGradient(s, w, true, 0.5, Loss::Softmax, &subset)),
              1e-6);
    const std::vector<std::uint32_t> none;
    EXPECT_EQ(testing::norm(gradient(*backend, *data, head, w, 0.5, Loss::Softmax, &none)), 0.0);
}

TEST(CpuBackend, Bfloat16StaysCloseToFloat32) {
    const Synthetic s = Synthetic::make(3000, 96, 10);
    const auto backend = makeCpuBackend({2});
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    const auto full = gradient(*backend, *s.upload(*backend), head, w, 0.5);
    const auto half = gradient(*backend, *s.upload(*backend, Precision::Bfloat16), head, w, 0.5);
    EXPECT_LT(relativeDistance(half, full), 1e-2);
    EXPECT_GT(relativeDistance(half, full), 1e-6); // it really is another precision
}

/// PRIVACY rule 14: what neighbouring datasets' sums differ by, in float64, never passes clip·(1 + slack).
TEST(CpuBackend, AdversarialNeighboursStayWithinTheDeclaredSensitivity) {
    const auto backend = makeCpuBackend({2});
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        for (const double clip : {1e-6, 0.3, 1.0, 1e4}) {
            Synthetic s = Synthetic::make(512, 48, 5);
            // Rows that all push the sums the same way make partial sums, and so roundings, as large as they
            // get.
            for (std::size_t i = 0; i < s.rows; ++i) {
                s.y[i] = 0;
                for (std::size_t k = 0; k < s.dim; ++k) {
                    s.x[i * s.dim + k] = 1e4F * (1.0F + 0.37F * static_cast<float>((i * 7 + k) % 11));
                }
            }
            const HeadShape head = linear(s);
            std::vector<double> w(head.parameters());
            w[0] = -1e-9;
            const auto whole = gradient(*backend, *s.upload(*backend, precision), head, w, clip);
            for (const std::size_t victim : {0UL, 1UL, 130UL, 255UL, 256UL, 511UL}) {
                Synthetic without = s;
                std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim, 0.0F);
                without.y[victim] = -1;
                const auto rest = gradient(*backend, *without.upload(*backend, precision), head, w, clip);
                double squares = 0;
                for (std::size_t i = 0; i < rest.size(); ++i) {
                    squares += (whole[i] - rest[i]) * (whole[i] - rest[i]);
                }
                EXPECT_LE(std::sqrt(squares), clip * (1 + kArithmeticSlack));
                EXPECT_GE(std::sqrt(squares), clip * 0.99); // the row is clipped, so all of its bound is used
            }
        }
    }
}

/// PRIVACY rules 14 and 17: the sums of the second-order trainers on neighbours.
TEST(CpuBackend, SecondOrderSumsStayWithinTheirDeclaredSensitivity) {
    const auto backend = makeCpuBackend({2});
    for (const double clip : {0.3, 1.0, 20.0}) {
        Synthetic s = Synthetic::make(300, 24, 3);
        for (float& v : s.x) {
            v = std::fabs(v) * 1e3F; // all rows alike: partial sums as large as they get
        }
        for (const std::size_t victim : {0UL, 7UL, 255UL, 299UL}) {
            Synthetic without = s;
            std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim, 0.0F);
            without.y[victim] = -1;
            struct Sums {
                std::vector<double> gram = std::vector<double>(25 * 25),
                                    classes = std::vector<double>(3 * 25),
                                    gradients = std::vector<double>(3 * 24),
                                    hessians = std::vector<double>(3 * 24 * 24);
            };
            const auto compute = [&](const Synthetic& part) {
                Sums sums;
                const auto data = part.upload(*backend);
                MomentTask moments;
                moments.rowClip = clip;
                moments.bias = true;
                moments.gram = sums.gram;
                moments.classSums = sums.classes;
                EXPECT_TRUE(backend->moments(*data, moments, {}));
                const std::vector<double> zero(3 * 24);
                NewtonTask newton;
                newton.parameters = zero; // p = 1/2: curvature at its bound
                newton.offsets = std::span(zero).first(3);
                newton.rowClip = clip;
                newton.gradients = sums.gradients;
                newton.hessians = sums.hessians;
                EXPECT_TRUE(backend->newtonSums(*data, newton, {}));
                return sums;
            };
            const Sums a = compute(s);
            const Sums b = compute(without);
            const auto change = [](const std::vector<double>& p, const std::vector<double>& q) {
                return relativeDistance(p, q) * testing::norm(q);
            };
            const double row = clip * clip + 1; // with the bias
            const double slack = 1 + kArithmeticSlack;
            EXPECT_LE(change(a.gram, b.gram), row * slack);
            EXPECT_GE(change(a.gram, b.gram), row * 0.99);
            EXPECT_LE(change(a.classes, b.classes), std::sqrt(row) * slack);
            EXPECT_LE(change(a.gradients, b.gradients), std::sqrt(3.0) * clip * slack);
            EXPECT_LE(change(a.hessians, b.hessians), std::sqrt(3.0) * 0.25 * clip * clip * slack);
            EXPECT_GE(change(a.hessians, b.hessians), std::sqrt(3.0) * 0.25 * clip * clip * 0.99);
        }
    }
}

TEST(CpuBackend, StrangeRowsContributeWithinTheirBoundOrNothing) {
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

TEST(CpuBackend, WrongRequestsAreRefused) {
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

TEST(CpuBackend, MoreTrialsThanMemoryHoldsAreRefusedWithASentence) {
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

TEST(CpuBackend, StopsInTheMiddleOfAPass) {
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

TEST(CpuBackend, AnErrorOfTheSourceComesOutOfThePass) {
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

} // namespace
} // namespace parsimony::compute
