// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 11: where noise comes from. Rule 12: its tails and the public grid. Rule 13: its standard deviation.
// Rule 14: the arithmetic of the sums it goes on.
#include "core/compute/noise.h"
#include "core/compute/noise_kernel.h"
#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/gaussian.h"
#include "tests/privacy/trainer_fixture.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace parsimony::test {

namespace {

using compute::NoiseSource;
using compute::Precision;
using compute::PublicDataSeed;
using train::TrialPlan;

// One step of `kind` over rows of zeros leaves η/divisor times the noise in the weights.
train::TrialSpec oneStep(const Synthetic& s, TrainerKind kind, double clip) {
    train::TrialSpec spec = trialSpec(s, kind);
    spec.steps = 1;
    spec.learningRate = 1.0;
    spec.options.freeStep = false;
    spec.options.maxGradNorm = clip;
    return spec;
}

Synthetic zeroRows(std::size_t rows, std::size_t dim, std::uint32_t classes) {
    Synthetic s = Synthetic::make(rows, dim, classes);
    std::fill(s.x.begin(), s.x.end(), 0.0F);
    return s;
}

double meanSquare(const std::vector<double>& values) {
    double squares = 0.0;
    for (const double value : values) {
        squares += value * value;
    }
    return squares / static_cast<double>(values.size());
}

} // namespace

TEST(Rule11, ChaCha20GivesTheVectorsOfRfc8439) {
    std::uint32_t key[8];
    for (std::uint32_t i = 0; i < 8; ++i) {
        key[i] = (4 * i) | (4 * i + 1) << 8 | (4 * i + 2) << 16 | (4 * i + 3) << 24;
    }
    const std::uint32_t nonce[3] = {0x09000000, 0x4a000000, 0x00000000};
    std::uint32_t out[16];
    numerics::chachaBlock(key, 1, nonce, out); // section 2.3.2
    const std::uint32_t expected[16] = {
        0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
        0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    EXPECT_TRUE(std::equal(out, out + 16, expected));
    // Every kernel gives the words of that block function.
    const compute::StreamWords stream{{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11}};
    std::vector<std::uint64_t> words(compute::NoiseKernel::kBatchWords);
    for (const compute::NoiseKernel& kernel : compute::noiseKernels()) {
        kernel.words(stream, 5, words.data());
        for (std::uint32_t block = 0; block < 16; ++block) {
            numerics::chachaBlock(stream.key, 5 + block, stream.nonce, out);
            for (std::size_t i = 0; i < 8; ++i) {
                ASSERT_EQ(words[8 * block + i], out[2 * i] | std::uint64_t{out[2 * i + 1]} << 32)
                    << kernel.name;
            }
        }
    }
}

TEST(Rule11, KeysOfPrivateTrialsLeaveNoProcess) {
    EXPECT_THROW((void)NoiseSource::fresh(1, 1).publicDataKey(), Error);
    const NoiseSource onPublicData = NoiseSource::freshOnPublicData(1, 1);
    EXPECT_EQ(onPublicData.publicDataKey().value, onPublicData.streamKey());
    const NoiseSource seeded = NoiseSource::seeded(PublicDataSeed{1}, 1, 1);
    EXPECT_EQ(NoiseSource::continued(seeded.publicDataKey()).publicDataKey().value, seeded.streamKey());
}

TEST(Rule11, TwoTrialsNoiseIsIndependent) {
    constexpr double sigma = 2.5;
    constexpr double clip = 0.4;
    Bench bench(zeroRows(64, 400, 250));
    const train::TrialSpec spec = oneStep(bench.s, TrainerKind::DpGd, clip);
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{sigma});
    const auto first = bench.run(plan, 1).model.parameters;
    const auto second = bench.run(plan, 2).model.parameters;
    std::vector<double> difference(first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        difference[i] = (first[i] - second[i]) * spec.publicRecords;
    }
    // 100,000 draws: the standard error of the ratio is 0.0045.
    EXPECT_NEAR(meanSquare(difference) / (2 * sigma * sigma * clip * clip), 1.0, 0.02);
}

TEST(Rule11, EveryTrialAttemptStepTensorAndDeviceHasAStreamOfItsOwn) {
    std::set<std::vector<std::uint64_t>> seen;
    std::size_t asked = 0;
    const auto draw = [&](const NoiseSource& source, compute::StreamId id) {
        std::vector<std::uint64_t> words(4);
        source.fillWords(words, id);
        seen.insert(words);
        ++asked;
    };
    for (const std::uint64_t trial : {1ULL, 2ULL, 1ULL << 32 | 1, 1ULL << 63}) {
        for (const std::uint32_t attempt : {1U, 2U, 0x80000000U}) {
            const auto source = NoiseSource::seeded(PublicDataSeed{1}, trial, attempt);
            for (const std::uint32_t step : {0U, 1U, 0xffffffffU}) {
                for (const std::uint16_t tensor : {0, 1, 0xffff}) {
                    for (const std::uint16_t device : {0, 1, 0xffff}) {
                        draw(source, {step, tensor, device});
                    }
                }
            }
        }
    }
    EXPECT_EQ(seen.size(), asked);
    // Without a seed the key is the operating system's: the same trial never gets the same noise again.
    std::vector<std::uint64_t> a(4);
    std::vector<std::uint64_t> b(4);
    NoiseSource::fresh(1, 1).fillWords(a, {});
    NoiseSource::fresh(1, 1).fillWords(b, {});
    EXPECT_NE(a, b);
}

TEST(Rule12, TheSmallestUniformReachesEightAndAHalfSigma) {
    double x = 0.0;
    double y = 0.0;
    numerics::gaussianPair(0, std::uint64_t{1} << 61, x, y);
    EXPECT_GE(std::max(std::abs(x), std::abs(y)), 8.5);
    // The same through every kernel: a batch of forced words.
    std::vector<std::uint64_t> words(compute::NoiseKernel::kBatchWords);
    for (std::size_t i = 1; i < words.size(); i += 2) {
        words[i] = std::uint64_t{1} << 61;
    }
    std::vector<double> normals(words.size());
    for (const compute::NoiseKernel& kernel : compute::noiseKernels()) {
        kernel.gaussians(words.data(), normals.data());
        EXPECT_GE(std::abs(*std::max_element(normals.begin(), normals.end())), 8.5) << kernel.name;
    }
}

TEST(Rule12, ReleasedNumbersAreMultiplesOfAPublicGrid) {
    for (const double clip : {0.1, 1.0, 10.0}) {
        Synthetic s = Synthetic::make(1024, 40, 5); // a power of two: dividing by it keeps the grid
        Bench bench(s);
        const train::TrialSpec spec = oneStep(s, TrainerKind::DpGd, clip);
        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{3.0});
        const double grid = compute::releaseGrid(plan.noiseSd());
        EXPECT_LE(grid, plan.noiseSd() / 1024);
        EXPECT_EQ(std::exp2(std::round(std::log2(grid))), grid);
        const auto outcome = bench.run(plan);
        int odd = 0;
        for (const double weight : outcome.model.parameters) {
            EXPECT_EQ(std::remainder(weight * 1024, grid), 0.0);
            odd += std::remainder(weight * 1024, 2 * grid) != 0.0 ? 1 : 0;
        }
        EXPECT_GT(odd, 50); // of 200: the grid is no finer than it must be
        // And counts.
        const train::CountPlan count = train::CountPlan::forMu(Mu{0.05});
        const auto noisy =
            train::noisyCorrectCounts(count, *bench.cpu, *bench.data, std::span(&outcome.model, 1),
                                      NoiseSource::seeded(PublicDataSeed{1}, 1, 0));
        EXPECT_EQ(std::remainder(noisy.at(0).count, compute::releaseGrid(count.noiseSd())), 0.0);
    }
}

TEST(Rule13, NoiseOnTheSumHasStandardDeviationSigmaTimesClip) {
    const Synthetic zeros = zeroRows(64, 800, 400);
    for (const Precision precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        Bench bench(zeros, precision);
        for (const TrainerKind kind : {TrainerKind::DpGd, TrainerKind::DpSgd}) {
            for (const double clip : {0.1, 1.0, 10.0}) {
                train::TrialSpec spec = oneStep(zeros, kind, clip);
                spec.options.precision = precision;
                const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{3.0});
                auto outcome = bench.run(plan);
                for (double& weight : outcome.model.parameters) {
                    weight *= spec.publicRecords * spec.options.sampleRate;
                }
                // 320,000 draws: ± 1 % is four standard errors.
                EXPECT_NEAR(meanSquare(outcome.model.parameters) / (9.0 * clip * clip), 1.0, 0.01)
                    << clip << ' ' << compute::precisionName(precision);
            }
        }
    }
}

TEST(Rule13, SecondOrderSumsGetTheNoiseOfTheirPlan) {
    // Least squares over rows of zeros with a ridge that swamps the noise of the matrix: θ = b/λ, b nothing
    // but its noise.
    const Synthetic zeros = zeroRows(64, 60, 500);
    for (const double clip : {0.1, 1.0, 10.0}) {
        Bench bench(zeros);
        train::TrialSpec spec = trialSpec(zeros, TrainerKind::DpLs);
        spec.options.maxGradNorm = clip;
        spec.options.ridge = 1e9;
        const TrialPlan plan = TrialPlan::forMu(spec, Mu{0.5});
        auto outcome = bench.run(plan);
        const double sd = plan.release(train::ReleaseKind::ClassSums).noiseSd;
        for (double& weight : outcome.model.parameters) {
            weight *= 1e9 * spec.publicRecords; // λ is per record
        }
        EXPECT_NEAR(meanSquare(outcome.model.parameters) / (sd * sd), 1.0, 4 * std::sqrt(2.0 / 30000))
            << clip;
    }
}

TEST(Rule14, SumsOfNeighboursStayWithinClipTimesSlack) {
    const auto cpu = compute::makeCpuBackend({2});
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    double largest = 0.0;
    for (const Precision precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        for (const double clip : {1e-6, 0.3, 1e4}) {
            for (int variant = 0; variant < 4; ++variant) {
                // Rows that push a sum the same way make partial sums, and so their roundings, large; others
                // span ten orders of magnitude.
                Synthetic s = Synthetic::make(512, 20, 4, 1 + static_cast<std::uint32_t>(variant));
                for (std::size_t i = 0; i < s.x.size(); ++i) {
                    if (variant % 2 == 0) {
                        s.x[i] = 1e4F * (1.0F + 0.37F * static_cast<float>((i * 7) % 11));
                        s.y[i / s.dim] = variant == 0 ? 0 : 3; // the last class has no column of its own
                    } else {
                        s.x[i] *= std::pow(10.0F, static_cast<float>(i % 11) - 5.0F);
                    }
                }
                compute::HeadShape head;
                head.dim = 20;
                head.classes = 4;
                std::vector<double> w(head.parameters());
                for (double& value : w) {
                    value = variant < 2 ? 0.0 : 1e-5 * normal(random);
                }
                const auto sumOf = [&](const Synthetic& part) {
                    std::vector<double> sum(w.size());
                    compute::PassOptions pass;
                    pass.head = head;
                    const compute::GradientTask task{w, clip, sum};
                    EXPECT_TRUE(
                        cpu->clippedGradientSums(*part.upload(*cpu, precision), pass, std::span(&task, 1)));
                    return sum;
                };
                const auto whole = sumOf(s);
                for (const std::size_t victim : {0UL, 1UL, 130UL, 255UL, 256UL, 511UL}) {
                    Synthetic without = s;
                    std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim, 0.0F);
                    without.y[victim] = -1;
                    const double moved = distance(whole, sumOf(without));
                    EXPECT_LE(moved, clip * (1 + compute::kArithmeticSlack));
                    largest = std::max(largest, moved / clip);
                }
            }
        }
    }
    EXPECT_GT(largest, 0.999); // a clipped row uses its bound up
}

TEST(Rule14, TheSlackIsCharged) {
    for (const Adjacency adjacency : {Adjacency::AddOrRemoveOne, Adjacency::ReplaceOne}) {
        const Synthetic s = Synthetic::make(300, 8, 3);
        train::TrialSpec spec = trialSpec(s, TrainerKind::DpGd);
        spec.adjacency = adjacency;
        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{7.0});
        const double bound = adjacency == Adjacency::ReplaceOne ? 2.0 : 1.0;
        EXPECT_GE(plan.sensitivity().value(), bound * (1 + compute::kArithmeticSlack));
        EXPECT_LE(plan.eventMultiplier().value(), 7.0 / (bound * (1 + compute::kArithmeticSlack)));
    }
}

} // namespace parsimony::test
