// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax heads are multiplied in one column less than they have classes: that this changes no gradient, and
// lets no record move the sums by more than its clip.
#include "core/compute/cpu/contrasts.h"
#include "core/compute/cpu/cpu_backend.h"
#include "tests/core/compute/every_set.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::linear;
using testing::referenceGradient;
using testing::relativeDistance;
using testing::someWeights;
using testing::Synthetic;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Contrasts, CoordinatesKeepNormsAndComeBack) {
    for (const std::uint32_t classes : {2U, 3U, 10U, 100U}) {
        HeadShape head;
        head.dim = 6;
        head.classes = classes;
        head.bias = true;
        const cpu::Contrasts contrasts(head);
        ASSERT_EQ(contrasts.columns(), classes - 1);
        // Residuals times inputs, rows that add up to zero.
        std::vector<double> g = someWeights(head, classes);
        for (std::size_t k = 0; k < head.inputs(); ++k) {
            double sum = 0.0;
            for (std::size_t j = 0; j < classes; ++j) {
                sum += g[j * head.inputs() + k];
            }
            g[contrasts.columns() * head.inputs() + k] -= sum;
        }
        std::vector<double> h = g;
        for (std::size_t i = 0; i < contrasts.columns() * head.inputs(); ++i) {
            h[i] -= contrasts.shift() * g[contrasts.columns() * head.inputs() + i % head.inputs()];
        }
        std::vector<double> columns(h.begin(), h.end() - static_cast<std::ptrdiff_t>(head.inputs()));
        EXPECT_NEAR(testing::norm(columns) / testing::norm(g), 1.0, 1e-13);
        contrasts.expand(h);
        EXPECT_LT(relativeDistance(h, g), 1e-13);
        // Whatever the coordinates are, also such that no residual has: an isometry.
        std::vector<double> any = someWeights(head, 1);
        columns.assign(any.begin(), any.end() - static_cast<std::ptrdiff_t>(head.inputs()));
        contrasts.expand(any);
        EXPECT_NEAR(testing::norm(any) / testing::norm(columns), 1.0, 1e-13);
    }
}

/// What the second product multiplies, on every instruction set: ‖h‖·‖x‖ ≤ clip up to the 2⁻¹⁸ that the proof
/// of the slack allows, and exact zeros for rows that must not count.
TEST(Contrasts, StoredResidualsStayWithinTheirClipWhateverTheLogits) {
    constexpr std::array<float, 14> kLogits{0.0F,  1.0F,  -1.0F,   16.0F, -16.0F, 30.0F,     -87.5F,
                                            1e-3F, 88.0F, -104.0F, 1e30F, -1e30F, kInfinity, -kInfinity};
    for (const cpu::Kernels& kernels : cpu::allKernels()) {
        for (const std::size_t classes : {2UL, 3UL, 10UL, 16UL, 70UL, 300UL}) {
            HeadShape head;
            head.classes = static_cast<std::uint32_t>(classes);
            const auto shift = static_cast<float>(cpu::Contrasts(head).shift());
            const std::size_t columns = classes - 1;
            cpu::Buffer<float> buffer;
            cpu::Buffer<float> norms;
            cpu::Buffer<std::int32_t> labels;
            float* z = buffer.ensure(columns * cpu::kLogitStride);
            float* norm = norms.ensure(kBlockRows);
            std::int32_t* label = labels.ensure(kBlockRows);
            for (const float clip : {1e-20F, 0.3F, 1e4F, kInfinity}) {
                std::mt19937 random(static_cast<std::uint32_t>(classes));
                for (std::size_t r = 0; r < kBlockRows; ++r) {
                    // Rows of one kind of logit, then mixtures; every label, the last and none among them.
                    for (std::size_t j = 0; j < columns; ++j) {
                        z[j * cpu::kLogitStride + r] =
                            r < 4 * kLogits.size() ? kLogits[r / 4] : kLogits[random() % kLogits.size()];
                    }
                    norm[r] = r % 3 == 0 ? 1.0F : std::pow(10.0F, static_cast<float>(r % 31) - 15.0F);
                    const std::array<std::size_t, 4> some{0, columns, columns / 2, random() % classes};
                    label[r] = r % 13 == 12 ? -1 : static_cast<std::int32_t>(some[r % 4]);
                    if (r % 17 == 16) {
                        z[(columns / 2) * cpu::kLogitStride + r] = std::numeric_limits<float>::quiet_NaN();
                    }
                }
                kernels.contrasts(z, columns, kBlockRows, {label, norm}, clip, shift);
                std::size_t clipped = 0;
                for (std::size_t r = 0; r < kBlockRows; ++r) {
                    double squares = 0.0;
                    for (std::size_t j = 0; j < columns; ++j) {
                        const auto h = static_cast<double>(z[j * cpu::kLogitStride + r]);
                        ASSERT_TRUE(std::isfinite(h)) << kernels.name << " C=" << classes << " row " << r;
                        squares += h * h;
                    }
                    const double size = std::sqrt(squares) * static_cast<double>(norm[r]);
                    ASSERT_LE(size, static_cast<double>(clip) * (1 + 0x1p-18))
                        << kernels.name << " C=" << classes << " row " << r;
                    if (label[r] < 0) {
                        ASSERT_EQ(size, 0.0);
                    }
                    clipped += size > 0.999 * static_cast<double>(clip) ? 1 : 0;
                }
                EXPECT_TRUE(clip == kInfinity || clipped > 5) << clipped; // bounds are met, not only kept
            }
        }
    }
}

class ContrastSums : public testing::EverySet {};

TEST_P(ContrastSums, AddUpToZeroAndAgreeWithFloat64AtEveryLabel) {
    for (const std::uint32_t classes : {2U, 3U, 16U, 17U, 18U}) {
        for (const std::uint32_t label : {0U, classes / 2, classes - 1}) {
            Synthetic s = Synthetic::make(300, 21, classes);
            std::fill(s.y.begin() + 40, s.y.end(), static_cast<std::int32_t>(label));
            const HeadShape head = linear(s, true);
            std::vector<double> w = someWeights(head, label);
            for (double& v : w) {
                v *= 8.0; // many rows are sure of their class
            }
            const auto got = gradient(*backend, *s.upload(*backend), head, w, 0.4);
            EXPECT_LT(relativeDistance(got, referenceGradient(s, w, true, 0.4, Loss::Softmax)), 1e-5)
                << backend->description() << " C=" << classes << " label " << label;
            for (std::size_t k = 0; k < head.inputs(); ++k) {
                double sum = 0.0;
                for (std::size_t j = 0; j < classes; ++j) {
                    sum += got[j * head.inputs() + k];
                }
                EXPECT_NEAR(sum, 0.0, 1e-12);
            }
        }
    }
}

TEST_P(ContrastSums, WeightsSharedByAllClassesChangeNothing) {
    const Synthetic s = Synthetic::make(400, 30, 10);
    const HeadShape head = linear(s, true);
    const std::vector<double> w = someWeights(head);
    std::vector<double> moved = w;
    for (std::size_t i = 0; i < w.size(); ++i) {
        moved[i] += std::ldexp(1.0 + static_cast<double>(i % head.inputs()), 20); // differences stay exact
        moved[i] -= std::ldexp(1.0 + static_cast<double>(i % head.inputs()), 20);
    }
    std::vector<double> far = moved;
    for (std::size_t i = 0; i < w.size(); ++i) {
        far[i] += std::ldexp(1.0 + static_cast<double>(i % head.inputs()), 20);
    }
    const auto data = s.upload(*backend);
    EXPECT_EQ(gradient(*backend, *data, head, moved, 0.4), gradient(*backend, *data, head, far, 0.4));
}

TEST_P(ContrastSums, NeighboursStayWithinTheDeclaredSensitivity) {
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        for (const std::uint32_t classes : {2U, 5U, 16U, 40U}) {
            for (const std::uint32_t label : {0U, classes - 1}) {
                Synthetic s = Synthetic::make(512, 32, classes);
                // Rows that all push the sums the same way, with logits of up to 1e9: sums, and so roundings,
                // as large as they get.
                for (std::size_t i = 0; i < s.rows; ++i) {
                    s.y[i] = static_cast<std::int32_t>(label);
                    for (std::size_t k = 0; k < s.dim; ++k) {
                        s.x[i * s.dim + k] = 1e4F * (1.0F + 0.37F * static_cast<float>((i * 7 + k) % 11));
                    }
                }
                const HeadShape head = linear(s, true);
                std::vector<double> w(head.parameters());
                for (const double weight : {0.0, 1e3}) {
                    w[(label == 0 ? classes - 1 : 0) * head.inputs()] = weight;
                    const auto whole = gradient(*backend, *s.upload(*backend, precision), head, w, 0.3);
                    for (const std::size_t victim : {0UL, 130UL, 255UL, 256UL, 511UL}) {
                        Synthetic without = s;
                        std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim,
                                    0.0F);
                        without.y[victim] = -1;
                        const auto rest =
                            gradient(*backend, *without.upload(*backend, precision), head, w, 0.3);
                        const double moved = relativeDistance(whole, rest) * testing::norm(rest);
                        EXPECT_LE(moved, 0.3 * (1 + kArithmeticSlack))
                            << backend->description() << " C=" << classes << " label " << label;
                        EXPECT_GE(moved, 0.3 * 0.98); // the row is clipped: its bound is used up
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, ContrastSums, testing::EverySet::indices());

} // namespace
} // namespace parsimony::compute
