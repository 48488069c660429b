// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once per instruction set by Highway's foreach_target; bestKernels() picks at run time.
#include "core/compute/cpu/kernels.h"

#include "core/compute/numerics/rounding.h"

#include <cmath>
#include <cstring>
#include <limits>

// Tiles are arrays of vectors, which have to have a size: ARM's SVE and RISC-V's V leave it open until run
// time. ARM processors run the NEON kernels, others the plain ones.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// foreach_target needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/compute/cpu/kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>
#include "core/compute/cpu/dot-inl.h"
#include "core/compute/cpu/products-inl.h"
#include "core/compute/cpu/residuals-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace parsimony::compute::cpu::HWY_NAMESPACE {

using FourDoubles = hn::CappedTag<double, 4>;
constexpr std::size_t kFourDoubles = HWY_MIN(4, HWY_LANES(double));

/// Value k goes into sum k mod 4, whatever the registers hold. An addition waits for the one before, so
/// several rows go side by side.
template <std::size_t rows>
void NormsOf(const float* HWY_RESTRICT x, std::size_t stride, std::size_t columns, float* HWY_RESTRICT out) {
    const FourDoubles d;
    const hn::Rebind<float, FourDoubles> narrow;
    constexpr std::size_t vectors = 4 / kFourDoubles;
    hn::Vec<FourDoubles> sums[rows][vectors];
    for (auto& row : sums) {
        for (auto& sum : row) {
            sum = hn::Zero(d);
        }
    }
    for (std::size_t k = 0; k < columns; k += 4) {
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t v = 0; v < vectors; ++v) {
                const auto wide = hn::PromoteTo(d, hn::LoadU(narrow, x + r * stride + k + v * kFourDoubles));
                sums[r][v] = hn::MulAdd(wide, wide, sums[r][v]); // the square is exact either way
            }
        }
    }
    for (std::size_t r = 0; r < rows; ++r) {
        double squares[4];
        for (std::size_t v = 0; v < vectors; ++v) {
            hn::StoreU(sums[r][v], d, squares + v * kFourDoubles);
        }
        const double norm = std::sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
        const float rounded =
            static_cast<float>(norm * (1.0 + 0x1p-40)); // the sum in float64 may be a little low
        out[r] = static_cast<double>(rounded) < norm
                     ? std::nextafter(rounded, std::numeric_limits<float>::infinity())
                     : rounded;
    }
}

void Norms(const float* HWY_RESTRICT x, std::size_t stride, std::size_t rows, std::size_t columns,
           float* HWY_RESTRICT out) {
    constexpr std::size_t together = kFourDoubles == 4 ? 4 : 1;
    std::size_t r = 0;
    for (; r + together <= rows; r += together) {
        NormsOf<together>(x + r * stride, stride, columns, out + r);
    }
    for (; r < rows; ++r) {
        NormsOf<1>(x + r * stride, stride, columns, out + r);
    }
}

void Widen(const std::uint16_t* HWY_RESTRICT in, std::size_t count, float* HWY_RESTRICT out) {
    const Floats d;
    const hn::Repartition<std::uint32_t, Floats> wide;
    const hn::Rebind<std::uint16_t, decltype(wide)> narrow;
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        const auto bits = hn::ShiftLeft<16>(hn::PromoteTo(wide, hn::LoadU(narrow, in + i)));
        hn::StoreU(hn::BitCast(d, bits), d, out + i);
    }
    for (; i < count; ++i) {
        const std::uint32_t bits = static_cast<std::uint32_t>(in[i]) << 16;
        std::memcpy(out + i, &bits, sizeof bits);
    }
}

void ScaleHalves(const std::uint16_t* HWY_RESTRICT in, const float* HWY_RESTRICT factors, std::size_t rows,
                 std::size_t dim, float* HWY_RESTRICT out) {
    const Floats d;
    const hn::Rebind<hwy::float16_t, Floats> half;
    for (std::size_t r = 0; r < rows; ++r) {
        const auto factor = hn::Set(d, factors[r]);
        const auto* row = reinterpret_cast<const hwy::float16_t*>(in + r * dim);
        for (std::size_t k = 0; k < dim; k += kLanes) {
            hn::Store(hn::Mul(hn::PromoteTo(d, hn::LoadU(half, row + k)), factor), d, out + r * dim + k);
        }
    }
}

void Narrow(const float* HWY_RESTRICT in, std::size_t count, std::uint16_t* HWY_RESTRICT out) {
    const hn::Repartition<std::uint32_t, Floats> wide;
    const hn::Rebind<std::uint16_t, decltype(wide)> narrow;
    const auto one = hn::Set(wide, 1U);
    const auto exponent = hn::Set(wide, 0x7f80U);
    const auto infinity = hn::Set(wide, 0x7f800000U);
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        const auto bits = hn::BitCast(wide, hn::LoadU(Floats(), in + i));
        const auto cut = hn::ShiftRight<16>(bits);
        const auto odd = hn::And(cut, one);
        auto rounded = hn::ShiftRight<16>(hn::Add(bits, hn::Add(hn::Set(wide, 0x7fffU), odd)));
        // What would round to infinity is cut; NaN keeps a bit of its mantissa.
        rounded = hn::IfThenElse(hn::Eq(hn::And(rounded, exponent), exponent), cut, rounded);
        const auto nan = hn::Gt(hn::And(bits, hn::Set(wide, 0x7fffffffU)), infinity);
        rounded = hn::IfThenElse(nan, hn::Or(cut, hn::Set(wide, 0x40U)), rounded);
        hn::StoreU(hn::TruncateTo(narrow, rounded), narrow, out + i);
    }
    for (; i < count; ++i) {
        out[i] = numerics::roundToBfloat16(in[i]);
    }
}

Kernels Table(bool narrowTiles) {
    return {hwy::TargetName(HWY_TARGET),
            kPanel,
            kDotColumns,
            Pack,
            Multiply,
            Dot,
            narrowTiles ? AccumulateNarrow : Accumulate,
            Residuals,
            ContrastResiduals,
            Norms,
            Widen,
            kWidensHalves ? ScaleHalves : nullptr,
            Narrow};
}

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace parsimony::compute::cpu {

namespace {

bool isIntel() {
#if defined(__x86_64__) && defined(__GNUC__)
    static const bool intel = __builtin_cpu_is("intel") != 0;
    return intel;
#else
    return false;
#endif
}

} // namespace

HWY_EXPORT(Table);

bool fetchesTwice() {
    return !isIntel();
}

const Kernels& bestKernels() {
    static const Kernels kernels = HWY_DYNAMIC_DISPATCH(Table)(isIntel());
    return kernels;
}

std::vector<Kernels> allKernels() {
    std::vector<Kernels> all;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        const Kernels best = HWY_DYNAMIC_DISPATCH(Table)(isIntel());
        all.push_back(best);
        if (best.panel == 64) { // AVX-512
            all.push_back(HWY_DYNAMIC_DISPATCH(Table)(!isIntel()));
        }
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return all;
}

} // namespace parsimony::compute::cpu
#endif
