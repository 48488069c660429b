// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compute/noise.h"
#include "core/compute/noise_kernel.h"
#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/gaussian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

namespace parsimony::compute {
namespace {

// RFC 8439 §2.3.2 and Appendix A.1, test vectors 1 and 2.
TEST(ChaCha20, MatchesRfc8439) {
    std::uint32_t key[8];
    for (std::uint32_t i = 0; i < 8; ++i) {
        key[i] = (4 * i) | (4 * i + 1) << 8 | (4 * i + 2) << 16 | (4 * i + 3) << 24;
    }
    const std::uint32_t nonce[3] = {0x09000000, 0x4a000000, 0x00000000};
    std::uint32_t out[16];
    numerics::chachaBlock(key, 1, nonce, out);
    const std::uint32_t expected[16] = {
        0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
        0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    EXPECT_TRUE(std::equal(out, out + 16, expected));
    const std::uint32_t zeroKey[8] = {};
    const std::uint32_t zeroNonce[3] = {};
    numerics::chachaBlock(zeroKey, 0, zeroNonce, out);
    EXPECT_EQ(out[0], 0xade0b876U);
    EXPECT_EQ(out[15], 0x8665eeb2U);
    numerics::chachaBlock(zeroKey, 1, zeroNonce, out);
    EXPECT_EQ(out[0], 0xbee7079fU);
}

TEST(NoiseKernel, EveryInstructionSetDrawsTheSameBits) {
    StreamWords stream{{1, 2, 3, 4, 5, 6, 7, 0xffffffff}, {9, 10, 11}};
    const std::vector<NoiseKernel>& kernels = noiseKernels();
    std::vector<std::uint64_t> words(NoiseKernel::kBatchWords);
    std::vector<double> normals(words.size());
    for (std::uint32_t counter : {0U, 16U, 0xfffffff0U}) {
        kernels.front().words(stream, counter, words.data());
        for (std::uint32_t block = 0; block < 16; ++block) {
            std::uint32_t out[16];
            numerics::chachaBlock(stream.key, counter + block, stream.nonce, out);
            for (std::size_t i = 0; i < 8; ++i) {
                ASSERT_EQ(words[8 * block + i], out[2 * i] | static_cast<std::uint64_t>(out[2 * i + 1])
                                                                 << 32);
            }
        }
        kernels.front().gaussians(words.data(), normals.data());
        std::vector<double> sums(words.size(), 0.125);
        kernels.front().addRounded(sums.data(), normals.data(), sums.size(), 3.7, releaseGrid(3.7));
        for (const NoiseKernel& kernel : kernels) {
            std::vector<std::uint64_t> otherWords(words.size());
            std::vector<double> other(words.size());
            std::vector<double> otherSums(words.size(), 0.125);
            kernel.words(stream, counter, otherWords.data());
            kernel.gaussians(otherWords.data(), other.data());
            kernel.addRounded(otherSums.data(), other.data(), other.size(), 3.7, releaseGrid(3.7));
            EXPECT_EQ(words, otherWords) << kernel.name;
            EXPECT_EQ(0, std::memcmp(normals.data(), other.data(), 8 * other.size())) << kernel.name;
            EXPECT_EQ(0, std::memcmp(sums.data(), otherSums.data(), 8 * other.size())) << kernel.name;
        }
    }
}

TEST(Gaussian, LogarithmAndCircleAreAccurate) {
    for (int i = 0; i <= 53 * 64; ++i) {
        const double u = std::exp2(-i / 64.0);
        const long double exact = std::log(static_cast<long double>(u));
        EXPECT_LE(std::fabs(numerics::logarithm(u) - exact), 4e-16L * std::fabs(exact)) << u;
    }
    EXPECT_EQ(numerics::logarithm(1.0), 0.0);
    for (int i = -1000; i <= 1000; ++i) {
        const double t = 0.7853981633974483 * i / 1000;
        double s = 0;
        double c = 0;
        numerics::sineCosine(t, s, c);
        EXPECT_NEAR(s, std::sin(t), 3e-16);
        EXPECT_NEAR(c, std::cos(t), 3e-16);
    }
}

TEST(Gaussian, TheSmallestUniformReachesEightAndAHalfSigma) {
    double first = 0;
    double second = 0;
    numerics::gaussianPair(0, std::uint64_t{1} << 61, first, second); // u = 2⁻⁵³, angle 0
    EXPECT_GE(first, 8.5);
    numerics::gaussianPair(0, std::uint64_t{3} << 61, first, second); // a quarter turn
    EXPECT_GE(std::max(std::fabs(first), std::fabs(second)), 8.5);
    numerics::gaussianPair(~std::uint64_t{0}, 12345, first, second); // u = 1
    EXPECT_EQ(first, 0.0);
}

TEST(Gaussian, FourQuadrantsAreOneQuarterTurnApart) {
    double x[4];
    double y[4];
    for (std::uint64_t q = 0; q < 4; ++q) {
        numerics::gaussianPair(0x1234567890abcdefULL, (q << 62) | 0x0fedcba987654321ULL, x[q], y[q]);
    }
    // 00 as it is, 01 half a turn, 10 a quarter turn, 11 both.
    EXPECT_EQ(x[1], -x[0]);
    EXPECT_EQ(y[1], -y[0]);
    EXPECT_EQ(x[2], -y[0]);
    EXPECT_EQ(y[2], x[0]);
    EXPECT_EQ(x[3], y[0]);
    EXPECT_EQ(y[3], -x[0]);
}

TEST(Noise, HasTheMomentsAndTailsOfANormal) {
    const NoiseSource source = NoiseSource::seeded(PublicDataSeed{7}, 1, 0);
    std::vector<double> z(1 << 20);
    source.fillGaussian(z, {});
    const double n = static_cast<double>(z.size());
    double m1 = 0, m2 = 0, m3 = 0, m4 = 0, lag = 0;
    std::size_t beyond3 = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        m1 += z[i];
        m2 += z[i] * z[i];
        m3 += z[i] * z[i] * z[i];
        m4 += z[i] * z[i] * z[i] * z[i];
        lag += z[i] * z[(i + 1) % z.size()];
        beyond3 += std::fabs(z[i]) > 3 ? 1 : 0;
    }
    EXPECT_NEAR(m1 / n, 0, 5 / std::sqrt(n));
    EXPECT_NEAR(m2 / n, 1, 5 * std::sqrt(2 / n));
    EXPECT_NEAR(m3 / n, 0, 5 * std::sqrt(15 / n));
    EXPECT_NEAR(m4 / n, 3, 5 * std::sqrt(96 / n));
    EXPECT_NEAR(lag / n, 0, 5 / std::sqrt(n));
    const double p = std::erfc(3 / std::sqrt(2.0));
    EXPECT_NEAR(static_cast<double>(beyond3) / n, p, 5 * std::sqrt(p / n));
    std::sort(z.begin(), z.end());
    double kolmogorov = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        const double cdf = 0.5 * std::erfc(-z[i] / std::sqrt(2.0));
        kolmogorov = std::max(kolmogorov, std::fabs(cdf - (static_cast<double>(i) + 0.5) / n));
    }
    EXPECT_LT(kolmogorov, 2.2 / std::sqrt(n));
}

TEST(Noise, StreamsDifferInEveryFieldAndRepeatForASeed) {
    const auto draw = [](std::uint64_t seed, std::uint64_t trial, std::uint32_t attempt, StreamId id) {
        std::vector<std::uint64_t> words(8);
        NoiseSource::seeded(PublicDataSeed{seed}, trial, attempt).fillWords(words, id);
        return words;
    };
    const std::vector<std::vector<std::uint64_t>> streams{draw(1, 1, 0, {}),
                                                          draw(2, 1, 0, {}),
                                                          draw(1, 2, 0, {}),
                                                          draw(1, std::uint64_t{1} << 32 | 1, 0, {}),
                                                          draw(1, 1, 1, {}),
                                                          draw(1, 1, 0, {.step = 1}),
                                                          draw(1, 1, 0, {.tensor = 1}),
                                                          draw(1, 1, 0, {.device = 1})};
    for (std::size_t i = 0; i < streams.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(streams[i], streams[j]) << i << ' ' << j;
        }
    }
    EXPECT_EQ(draw(1, 1, 0, {.step = 5}), draw(1, 1, 0, {.step = 5}));
    std::vector<std::uint64_t> a(8);
    std::vector<std::uint64_t> b(8);
    NoiseSource::fresh(1, 0).fillWords(a, {});
    NoiseSource::fresh(1, 0).fillWords(b, {});
    EXPECT_NE(a, b);
}

TEST(Noise, PartsOfATensorAreTheWholeTensor) {
    const NoiseSource source = NoiseSource::seeded(PublicDataSeed{3}, 1, 0);
    std::vector<double> whole(1000);
    source.fillGaussian(whole, {.step = 4});
    for (const std::size_t first : {0UL, 2UL, 127UL, 128UL, 130UL, 999UL}) {
        std::vector<double> part(whole.size() - first);
        source.fillGaussian(part, {.step = 4}, first);
        EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)))
            << first;
    }
}

// PRIVACY rule 12: released values are multiples of a public power of two of at most sd·2⁻¹⁰.
TEST(Noise, ReleasedValuesLieOnThePublicGrid) {
    const NoiseSource source = NoiseSource::seeded(PublicDataSeed{3}, 1, 0);
    for (const double sd : {1e-12, 0.1, 1.0, 3.7, 1e9}) {
        const double grid = releaseGrid(sd);
        EXPECT_LE(grid, sd / 1024);
        EXPECT_GT(grid, sd / 4096);
        std::vector<double> sums(512);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] = 0.3 * sd * static_cast<double>(i);
        }
        source.addGaussian(sums, sd, {});
        for (const double value : sums) {
            EXPECT_EQ(std::remainder(value, grid), 0.0);
        }
    }
    EXPECT_THROW((void)releaseGrid(-1.0), Error);
    EXPECT_THROW((void)releaseGrid(NAN), Error);
    std::vector<double> untouched{0.3};
    source.addGaussian(untouched, 0.0, {});
    EXPECT_EQ(untouched[0], 0.3);
}

// PRIVACY rule 11: the difference of two trials' noise has variance 2·sd².
TEST(Noise, TwoTrialsAreIndependent) {
    std::vector<double> a(200000);
    std::vector<double> b(200000);
    NoiseSource::seeded(PublicDataSeed{11}, 1, 0).addGaussian(a, 2.5, {});
    NoiseSource::seeded(PublicDataSeed{11}, 2, 0).addGaussian(b, 2.5, {});
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    EXPECT_NEAR(squares / static_cast<double>(a.size()) / (2 * 2.5 * 2.5), 1.0, 0.016);
}

} // namespace
} // namespace parsimony::compute
