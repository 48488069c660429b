// SPDX-License-Identifier: GPL-3.0-or-later
// PRIVACY rules 14 and 29: the vector that is added is the one whose norm was clipped, whatever the rows
// hold.
#include "core/compute/cpu/cpu_backend.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ostream>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::Synthetic;

HeadShape headOf(HeadKind kind, const Synthetic& s, bool bias, bool deep = false) {
    HeadShape head = testing::linear(s, bias);
    head.kind = kind;
    if (head.ofVectors()) {
        head.sequenceLength = 2;
        head.dim /= 2;
    }
    head.hidden = kind == HeadKind::Hidden ? 3 : 0;
    head.deeper = {deep ? 5U : 0U, deep ? 2U : 0U};
    return head;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(squares);
}

Synthetic zeroed(Synthetic s, std::size_t row) {
    std::fill_n(s.x.begin() + static_cast<std::ptrdiff_t>(row * s.dim), s.dim, 0.0F);
    s.y[row] = -1;
    return s;
}

Synthetic removed(Synthetic s, std::size_t row) {
    const auto first = s.x.begin() + static_cast<std::ptrdiff_t>(row * s.dim);
    s.x.erase(first, first + static_cast<std::ptrdiff_t>(s.dim));
    s.y.erase(s.y.begin() + static_cast<std::ptrdiff_t>(row));
    --s.rows;
    return s;
}

/// A record (large, 30), (−large, 30) among ordinary ones: its gradient is (0, 60) and no more, but a norm
/// from inner products loses it, and its terms swallow what they are added to.
Synthetic withCancellingRecord(float large, std::size_t at) {
    Synthetic s = Synthetic::make(300, 4, 2);
    const float values[] = {large, 30.0F, -large, 30.0F};
    std::copy_n(values, 4, s.x.begin() + static_cast<std::ptrdiff_t>(at * 4));
    s.y[at] = 1;
    return s;
}

TEST(HeadClip, VectorsOfARecordThatCancelLeaveNoMoreThanTheClip) {
    for (const cpu::InstructionSet& set : cpu::instructionSets()) {
        cpu::CpuBackend backend({2}, set);
        for (const float large : {1e8F, 1e15F, 1e25F, 1e30F}) {
            for (const std::size_t victim : {0UL, 7UL, 255UL, 299UL}) {
                const Synthetic s = withCancellingRecord(large, victim);
                const HeadShape head = headOf(HeadKind::Sequence, s, false);
                const std::vector<double> w(head.parameters());
                const auto whole = gradient(backend, *s.upload(backend), head, w, 1.0);
                for (const Synthetic& other : {zeroed(s, victim), removed(s, victim)}) {
                    const auto rest = gradient(backend, *other.upload(backend), head, w, 1.0);
                    EXPECT_LE(distance(whole, rest), 1 + kArithmeticSlack)
                        << set.name << " large " << large << " row " << victim;
                    EXPECT_GE(distance(whole, rest), 0.99);
                }
            }
        }
    }
}

/// Rows of every length side by side, some of whose vectors cancel, under weights of every size.
Synthetic everyLength() {
    Synthetic s = Synthetic::make(300, 4, 3);
    for (std::size_t i = 0; i < s.rows; ++i) {
        const float scale = std::pow(10.0F, static_cast<float>(i * 7 % 61) - 30.0F);
        float* row = s.x.data() + i * 4;
        for (std::size_t k = 0; k < 4; ++k) {
            row[k] *= scale;
        }
        if (i % 3 == 0) { // the second vector takes the first one's long entry away
            row[0] = scale;
            row[2] = -scale;
        }
    }
    return s;
}

struct TestedKind {
    HeadKind kind = HeadKind::Linear;
    bool deep = false; ///< three hidden layers

    /// In names of tests; bytes of padding would be others each time.
    friend void PrintTo(const TestedKind& tested, std::ostream* out) {
        constexpr std::array kinds{"linear", "sequence", "hidden", "views"};
        *out << (tested.deep ? "deep" : kinds.at(static_cast<std::size_t>(tested.kind)));
    }
};

class EveryHead : public ::testing::TestWithParam<std::tuple<TestedKind, bool, Loss>> {};

TEST_P(EveryHead, ARowOfAnyLengthMovesTheSumByItsClipAtMost) {
    const auto [kind, bias, itsLoss] = GetParam();
    const Loss loss = itsLoss; // Clang 14 captures no structured bindings
    const Synthetic s = everyLength();
    const HeadShape head = headOf(kind.kind, s, bias, kind.deep);
    for (const cpu::InstructionSet& set : cpu::instructionSets()) {
        cpu::CpuBackend backend({2}, set);
        for (const double size : {0.0, 1e-30, 1e-3, 1.0, 1e20}) {
            std::vector<double> w = testing::someWeights(head);
            for (double& v : w) {
                v *= size;
            }
            for (const double clip : {1e-8, 1.0, 1e4}) {
                const auto whole = gradient(backend, *s.upload(backend), head, w, clip, loss);
                for (const std::size_t victim : {0UL, 3UL, 60UL, 61UL, 120UL, 183UL, 255UL, 256UL, 299UL}) {
                    const auto move = [&](const Synthetic& other) {
                        return distance(whole,
                                        gradient(backend, *other.upload(backend), head, w, clip, loss));
                    };
                    const double allowed = clip * (1 + kArithmeticSlack);
                    EXPECT_LE(move(zeroed(s, victim)), allowed)
                        << set.name << " clip " << clip << " weights " << size << " row " << victim;
                    EXPECT_LE(move(removed(s, victim)), allowed)
                        << set.name << " clip " << clip << " weights " << size << " row " << victim;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cpu, EveryHead,
    ::testing::Combine(::testing::Values(TestedKind{HeadKind::Linear}, TestedKind{HeadKind::Sequence},
                                         TestedKind{HeadKind::Views}, TestedKind{HeadKind::Hidden},
                                         TestedKind{HeadKind::Hidden, true}),
                       ::testing::Bool(), ::testing::Values(Loss::Softmax, Loss::Sigmoid)));

/// A hidden head whose clip factor is a subnormal float32: rounded up it would be up to twice as large.
TEST(HeadClip, ASubnormalFactorIsRoundedDown) {
    Synthetic s = Synthetic::make(1, 4, 2);
    s.x = {1e36F, 0, 0, 0};
    s.y = {0};
    for (const bool deep : {false, true}) {
        const HeadShape head = headOf(HeadKind::Hidden, s, false, deep);
        for (const cpu::InstructionSet& set : cpu::instructionSets()) {
            cpu::CpuBackend backend({1}, set);
            for (double weight = 1e3; weight < 1e10; weight *= 1.37) {
                std::vector<double> w(head.parameters());
                std::fill(w.begin() + 12, w.end(), 1.0);
                const std::size_t top = w.size() - head.layerParameters(head.hiddenLayers());
                w[top] = weight; // of the upper layer: long deltas
                w[top + 1] = -weight;
                const double size = testing::norm(gradient(backend, *s.upload(backend), head, w, 1.0));
                EXPECT_LE(size, 1 + kArithmeticSlack) << set.name << " weight " << weight;
                if (weight < 1e7) { // above, the factor loses all its bits
                    EXPECT_GE(size, 0.5) << set.name << " weight " << weight;
                }
            }
        }
    }
}

/// A part so long that the proof of the slack does not reach it.
class EndlessSource final : public data::FeatureSource {
public:
    [[nodiscard]] std::size_t rows() const override { return kMaxRows + 1; }
    [[nodiscard]] std::size_t dim() const override { return 1; }
    void readRows(std::size_t, std::size_t, float*) const override { FAIL() << "nothing is read of it"; }
};

TEST(HeadClip, MoreRowsThanTheProofCoversAreRefused) {
    const auto backend = makeCpuBackend({1});
    EXPECT_THROW((void)backend->upload({std::make_shared<EndlessSource>(), {}, 2, Precision::Float32, 0}),
                 std::exception);
}

} // namespace
} // namespace parsimony::compute
