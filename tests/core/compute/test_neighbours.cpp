// SPDX-License-Identifier: GPL-3.0-or-later
// PRIVACY rules 14 and 17: what a record can move the sums by.
#include "tests/core/compute/every_set.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::linear;
using testing::relativeDistance;
using testing::someWeights;
using testing::Synthetic;

class NeighboursOnEverySet : public testing::EverySet {};
INSTANTIATE_TEST_SUITE_P(Cpu, NeighboursOnEverySet, testing::EverySet::indices());

/// PRIVACY rule 14: what neighbouring datasets' sums differ by, in float64, never passes clip·(1 + slack).
TEST_P(NeighboursOnEverySet, AdversarialNeighboursStayWithinTheDeclaredSensitivity) {
    for (const Precision precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
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

/// Residuals whose squares float32 can't hold, in a row long enough to make up for them.
TEST_P(NeighboursOnEverySet, ALongRowThatIsAlmostSureOfItsClassStaysWithinItsClip) {
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        for (const std::uint32_t classes : {1U, 2U, 4U}) {
            for (const float length : {1e10F, 1e25F, 1e30F, 1e37F}) {
                Synthetic s = Synthetic::make(1, 16, classes);
                std::fill(s.x.begin(), s.x.end(), 0.0F);
                s.x[0] = length;
                s.y[0] = 0;
                const HeadShape head = linear(s);
                const auto data = s.upload(*backend, precision);
                std::vector<double> w(head.parameters());
                for (const double logit : {1.0, 20.0, 35.0, 45.0, 53.0, 60.0, 70.0, 80.0, 86.0, 95.0}) {
                    w[0] = logit / static_cast<double>(length);
                    for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
                        for (const double clip : {1e-8, 1.0, 1e6}) {
                            const double size = testing::norm(gradient(*backend, *data, head, w, clip, loss));
                            EXPECT_LE(size, clip * (1 + kArithmeticSlack))
                                << set.name << " C=" << classes << " length " << length << " logit " << logit
                                << " " << lossName(loss);
                            if (classes > 1 && logit == 1.0 && length == 1e25F) {
                                EXPECT_GE(size, clip * 0.98); // cut off to bfloat16 at worst
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Rows from subnormal to 10³⁰ beside each other, so that features, products and partial sums fall below
/// 2⁻¹²⁶, where instructions for bfloat16 have zeros.
TEST_P(NeighboursOnEverySet, RowsAndClipsOfEverySizeStayWithinTheDeclaredSensitivity) {
    std::mt19937 random(11);
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        for (const double clip : {1e-20, 1e-12, 1.0, 1e20}) {
            for (int variant = 0; variant < 3; ++variant) {
                Synthetic s = Synthetic::make(300, 33, 3);
                for (std::size_t i = 0; i < s.rows; ++i) {
                    // Sizes at random; all subnormal; alternating signs of products around 2⁻¹²⁶.
                    const auto size = static_cast<double>(static_cast<int>(random() % 75) - 44);
                    const double scales[] = {std::pow(10.0, size), 1e-40, 1.5e-38};
                    for (std::size_t k = 0; k < s.dim; ++k) {
                        const double sign = variant == 2 && i % 2 == 1 ? -1.0 : 1.0;
                        s.x[i * s.dim + k] = static_cast<float>(sign * scales[variant] *
                                                                (1.0 + 0.01 * static_cast<double>(k)));
                    }
                    s.y[i] = static_cast<std::int32_t>(i % 3);
                }
                const HeadShape head = linear(s, variant == 1);
                const std::vector<double> w(head.parameters());
                const auto whole = gradient(*backend, *s.upload(*backend, precision), head, w, clip);
                for (const std::size_t victim : {0UL, 17UL, 255UL, 256UL, 299UL}) {
                    Synthetic without = s;
                    std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim, 0.0F);
                    without.y[victim] = -1;
                    const auto rest = gradient(*backend, *without.upload(*backend, precision), head, w, clip);
                    double squares = 0.0; // in clips: squares of the smallest would vanish
                    for (std::size_t i = 0; i < rest.size(); ++i) {
                        squares += std::pow((whole[i] - rest[i]) / clip, 2);
                    }
                    EXPECT_LE(std::sqrt(squares), 1 + kArithmeticSlack)
                        << set.name << " " << precisionName(precision) << " clip " << clip << " variant "
                        << variant << " victim " << victim;
                }
            }
        }
    }
}

/// PRIVACY rules 14 and 17: the sums of the second-order trainers on neighbours.
TEST(Neighbours, SecondOrderSumsStayWithinTheirDeclaredSensitivity) {
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
                                    classGrams = std::vector<double>(3 * 25 * 25),
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
                moments.classGrams = sums.classGrams;
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
            EXPECT_LE(change(a.classGrams, b.classGrams), row * slack);
            EXPECT_GE(change(a.classGrams, b.classGrams), row * 0.99);
            EXPECT_LE(change(a.classes, b.classes), std::sqrt(row) * slack);
            EXPECT_LE(change(a.gradients, b.gradients), std::sqrt(3.0) * clip * slack);
            EXPECT_LE(change(a.hessians, b.hessians), std::sqrt(3.0) * 0.25 * clip * clip * slack);
            EXPECT_GE(change(a.hessians, b.hessians), std::sqrt(3.0) * 0.25 * clip * clip * 0.99);
        }
    }
}

} // namespace
} // namespace parsimony::compute
