// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that lie in memory as binary16 are the float32 rows that they stand for, in each sum.
#include "tests/core/compute/every_set.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <random>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::linear;
using testing::someWeights;
using testing::Synthetic;

/// Any finite binary16, subnormal ones and −0 among them, with factors that bring rows to norms of about 1.
std::shared_ptr<const data::FeatureSource> halfRows(std::size_t rows, std::size_t dim) {
    std::mt19937 random(7);
    data::AlignedFloats values(data::floatsForHalves(rows * dim));
    auto* halves = reinterpret_cast<std::uint16_t*>(values.data());
    std::vector<float> factors(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const bool tiny = i % 50 == 3;
        for (std::size_t k = 0; k < dim; ++k) {
            const auto bits = static_cast<std::uint16_t>(random());
            halves[i * dim + k] =
                static_cast<std::uint16_t>(tiny ? bits & 0x81ffU : (bits & 0x8fffU) | 0x3000U);
        }
        factors[i] = (tiny ? 0x1p14F : 1.0F) * static_cast<float>(random() % 1000 + 1) / 4000.0F;
    }
    return std::make_shared<data::HalfMatrix>(std::move(values), std::move(factors), dim);
}

struct Both {
    Synthetic s; ///< float32
    std::shared_ptr<const data::FeatureSource> halves;
    std::vector<std::int32_t> labels;

    Both(std::size_t rows, std::size_t dim, std::uint32_t classes)
        : s{rows, dim, classes, std::vector<float>(rows * dim), std::vector<std::int32_t>(rows)},
          halves(halfRows(rows, dim)) {
        halves->readRows(0, rows, s.x.data());
        for (std::size_t i = 0; i < rows; ++i) {
            s.y[i] = static_cast<std::int32_t>(i * 7919 % classes) - (i % 97 == 5 ? 1 : 0);
        }
    }
    [[nodiscard]] std::unique_ptr<ResidentData> upload(ComputeBackend& backend,
                                                       Precision precision = Precision::Float32) const {
        return backend.upload({halves, s.y, s.classes, precision, 0});
    }
};

class HalfRows : public testing::EverySet {};

TEST_P(HalfRows, GiveTheSumsOfFloat32) {
    const std::vector<std::uint32_t> subset{0, 3, 53, 77, 256, 511, 529};
    for (const auto& [dim, classes] : {std::pair{48, 10}, {48, 16}, {80, 7}, {48, 26}, {256, 100}, {33, 3}}) {
        const Both both(530, static_cast<std::size_t>(dim), static_cast<std::uint32_t>(classes));
        for (const bool bias : {false, true}) {
            const HeadShape head = linear(both.s, bias);
            const std::vector<double> w = someWeights(head);
            for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
                if (dim == 256 && (bias || precision != Precision::Float32)) {
                    continue; // the largest takes long, and shows there what the others do
                }
                const auto wide = both.s.upload(*backend, precision);
                const auto half = both.upload(*backend, precision);
                EXPECT_FALSE(half->streamed());
                EXPECT_EQ(gradient(*backend, *half, head, w, 0.5), gradient(*backend, *wide, head, w, 0.5))
                    << set.name << " " << dim << " x " << classes << " " << precisionName(precision);
                EXPECT_EQ(gradient(*backend, *half, head, w, 0.5, Loss::Softmax, &subset),
                          gradient(*backend, *wide, head, w, 0.5, Loss::Softmax, &subset))
                    << set.name << " " << dim << " x " << classes << " " << precisionName(precision);
            }
        }
    }
}

TEST_P(HalfRows, GiveTheLogitsCountsAndMomentsOfFloat32) {
    const Both both(600, 64, 12);
    const HeadShape head = linear(both.s, true);
    const std::vector<double> w = someWeights(head);
    const auto results = [&](const ResidentData& data) {
        std::vector<float> logits(600 * 12);
        backend->logits(data, head, w, 0, 600, logits);
        const std::span<const double> model(w);
        CorrectCounts counts;
        EXPECT_TRUE(backend->countCorrect(data, head, std::span(&model, 1), std::span(&counts, 1), {}));
        std::vector<double> moments(65 * 65 + 12 * 65 + 65);
        MomentTask task;
        task.bias = true;
        task.gram = std::span(moments).first(65 * 65);
        task.classSums = std::span(moments).subspan(65 * 65, 12 * 65);
        task.rowSum = std::span(moments).last(65);
        EXPECT_TRUE(backend->moments(data, task, {}));
        return std::tuple(logits, counts.total, counts.perClass, moments);
    };
    EXPECT_EQ(results(*both.upload(*backend)), results(*both.s.upload(*backend)));
}

TEST_P(HalfRows, WhoseNormIsNoFloat32AreZeros) {
    data::AlignedFloats values(data::floatsForHalves(2 * 16));
    std::fill_n(reinterpret_cast<std::uint16_t*>(values.data()), 2 * 16, std::uint16_t{0x7bff}); // 65504
    const auto rows =
        std::make_shared<data::HalfMatrix>(std::move(values), std::vector{3e33F, 1e-4F}, std::size_t{16});
    Synthetic s{2, 16, 2, std::vector<float>(32), {0, 1}};
    rows->readRows(1, 1, s.x.data() + 16);
    const HeadShape head = linear(s);
    const std::vector<double> w(head.parameters());
    const auto got = gradient(*backend, *backend->upload({rows, s.y, 2, Precision::Float32, 0}), head, w, 9);
    s.y[0] = -1;
    EXPECT_EQ(got, gradient(*backend, *s.upload(*backend), head, w, 9));
}

INSTANTIATE_TEST_SUITE_P(Instructions, HalfRows, testing::EverySet::indices());

} // namespace
} // namespace parsimony::compute
