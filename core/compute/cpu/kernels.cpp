// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once per instruction set by Highway's foreach_target; bestKernels() picks at run time.
#include "core/compute/cpu/kernels.h"

#include <cmath>
#include <cstring>
#include <limits>

// foreach_target needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/compute/cpu/kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace parsimony::compute::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Vec = hn::Vec<Floats>;
constexpr std::size_t kLanes = hn::MaxLanes(Floats());
// 32 registers hold 24 accumulators; 16 hold 12.
constexpr std::size_t kRowVectors = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64 ? 4 : 2;
constexpr std::size_t kPanel = kLanes * kRowVectors;
static_assert(kBlockRows % kPanel == 0);

/// `kLanes` rows times 4 columns: vectors of one column each, rows in order.
HWY_INLINE void transposeFour(const float* HWY_RESTRICT x, std::size_t stride, float* HWY_RESTRICT out,
                              std::size_t ldOut) {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t c = 0; c < 4; ++c) {
        out[c * ldOut] = x[c];
    }
    (void)stride;
#else
    const Floats d;
    Vec q[4];
    // Block b of q[i] holds the four columns of row 4b + i.
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) {
        if constexpr (kLanes == 16) {
            const hn::Half<Floats> half;
            const hn::Half<decltype(half)> quarter;
            const auto low = hn::Combine(half, hn::LoadU(quarter, x + (4 + i) * stride),
                                         hn::LoadU(quarter, x + i * stride));
            const auto high = hn::Combine(half, hn::LoadU(quarter, x + (12 + i) * stride),
                                          hn::LoadU(quarter, x + (8 + i) * stride));
            q[i] = hn::Combine(d, high, low);
        } else if constexpr (kLanes == 8) {
            const hn::Half<Floats> half;
            q[i] = hn::Combine(d, hn::LoadU(half, x + (4 + i) * stride), hn::LoadU(half, x + i * stride));
        } else {
            q[i] = hn::LoadU(d, x + i * stride);
        }
    }
    const hn::RepartitionToWide<Floats> wide;
    const auto low01 = hn::BitCast(wide, hn::InterleaveLower(d, q[0], q[1]));
    const auto low23 = hn::BitCast(wide, hn::InterleaveLower(d, q[2], q[3]));
    const auto high01 = hn::BitCast(wide, hn::InterleaveUpper(d, q[0], q[1]));
    const auto high23 = hn::BitCast(wide, hn::InterleaveUpper(d, q[2], q[3]));
    hn::Store(hn::BitCast(d, hn::InterleaveLower(wide, low01, low23)), d, out);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(wide, low01, low23)), d, out + ldOut);
    hn::Store(hn::BitCast(d, hn::InterleaveLower(wide, high01, high23)), d, out + 2 * ldOut);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(wide, high01, high23)), d, out + 3 * ldOut);
#endif
}

void Pack(const float* HWY_RESTRICT x, std::size_t stride, std::size_t rows, std::size_t columns,
          float* HWY_RESTRICT out) {
    for (std::size_t v = 0; v < kPanel; v += kLanes) {
        if (v + kLanes <= rows) {
            for (std::size_t k = 0; k < columns; k += 4) {
                transposeFour(x + v * stride + k, stride, out + k * kPanel + v, kPanel);
            }
            continue;
        }
        for (std::size_t k = 0; k < columns; ++k) {
            for (std::size_t i = 0; i < kLanes; ++i) {
                out[k * kPanel + v + i] = v + i < rows ? x[(v + i) * stride + k] : 0.0F;
            }
        }
    }
}

template <std::size_t columns, bool fetches>
HWY_INLINE void multiplyTile(const float* HWY_RESTRICT xt, std::size_t ldk, std::size_t depth,
                             const float* HWY_RESTRICT w, const float* HWY_RESTRICT bias,
                             float* HWY_RESTRICT z, Fetch fetch) {
    const Floats d;
    Vec acc[columns][kRowVectors];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kRowVectors; ++v) {
            acc[j][v] = hn::Set(d, bias == nullptr ? 0.0F : bias[j]);
        }
    }
    for (std::size_t k = 0; k < depth; ++k) {
        Vec x[kRowVectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kRowVectors; ++v) {
            x[v] = hn::Load(d, xt + k * ldk + v * kLanes);
        }
        if constexpr (fetches) {
            for (std::size_t i = 0; i < kPanel / 2; i += 16) {
                __builtin_prefetch(fetch + k * (kPanel / 2) + i, 0, 2);
            }
        }
#pragma GCC unroll 8
        for (std::size_t j = 0; j < columns; ++j) {
            const Vec b = hn::Set(d, w[k * columns + j]);
#pragma GCC unroll 4
            for (std::size_t v = 0; v < kRowVectors; ++v) {
                acc[j][v] = hn::MulAdd(x[v], b, acc[j][v]);
            }
        }
    }
#pragma GCC unroll 8
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kRowVectors; ++v) {
            hn::Store(acc[j][v], d, z + j * kLogitStride + v * kLanes);
        }
    }
}

template <bool fetches>
HWY_INLINE void multiplyColumns(std::size_t columns, const MultiplyArgs& a, const float* w, const float* bias,
                                float* z, Fetch fetch) {
    switch (columns) {
    case 1:
        return multiplyTile<1, fetches>(a.xt, a.ldk, a.depth, w, bias, z, fetch);
    case 2:
        return multiplyTile<2, fetches>(a.xt, a.ldk, a.depth, w, bias, z, fetch);
    case 3:
        return multiplyTile<3, fetches>(a.xt, a.ldk, a.depth, w, bias, z, fetch);
    case 4:
        return multiplyTile<4, fetches>(a.xt, a.ldk, a.depth, w, bias, z, fetch);
    case 5:
        return multiplyTile<5, fetches>(a.xt, a.ldk, a.depth, w, bias, z, fetch);
    default:
        return multiplyTile<6, fetches>(a.xt, a.ldk, a.depth, w, bias, z, fetch);
    }
}

void Multiply(const MultiplyArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const float* w = a.packed + first * a.depth;
        const float* bias = a.bias == nullptr ? nullptr : a.bias + first;
        float* z = a.z + first * kLogitStride;
        if (a.fetch != nullptr && tile < a.fetchTiles) {
            multiplyColumns<true>(tiles.width(tile), a, w, bias, z, a.fetch + tile * a.depth * (kPanel / 2));
        } else {
            multiplyColumns<false>(tiles.width(tile), a, w, bias, z, nullptr);
        }
    }
}

/// s += acc, in float64.
HWY_INLINE void addWide(Vec acc, double* HWY_RESTRICT s) {
#if HWY_TARGET == HWY_SCALAR
    s[0] += static_cast<double>(hn::GetLane(acc));
#else
    const hn::Repartition<double, Floats> wide;
    const hn::Half<Floats> half;
    const std::size_t n = kLanes / 2;
    hn::Store(hn::Add(hn::Load(wide, s), hn::PromoteTo(wide, hn::LowerHalf(half, acc))), wide, s);
    hn::Store(hn::Add(hn::Load(wide, s + n), hn::PromoteTo(wide, hn::UpperHalf(half, acc))), wide, s + n);
#endif
}

template <std::size_t columns, std::size_t vectors, bool fetches>
HWY_INLINE void accumulateTile(const AccumulateArgs& a, const float* HWY_RESTRICT g,
                               const float* HWY_RESTRICT x, double* HWY_RESTRICT s,
                               float* HWY_RESTRICT partial, Fetch fetch) {
    const Floats d;
    const std::size_t stride = a.stride;
    const std::size_t lds = a.lds;
    if (a.last) { // the sums have left the cache since the last block
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t k = 0; k < vectors * kLanes; k += 8) {
                __builtin_prefetch(s + j * lds + k, 1, 3);
            }
        }
    }
    Vec acc[columns][vectors];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            acc[j][v] = a.first ? hn::Zero(d) : hn::Load(d, partial + (j * vectors + v) * kLanes);
        }
    }
    for (std::size_t r = 0; r < a.rows; ++r) {
        Vec row[vectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            row[v] = hn::Load(d, x + r * stride + v * kLanes);
        }
        if constexpr (fetches) {
            // Half of a row's part in this panel; two turns make a row.
            const float* half = fetch + (r / 2) * stride + (r % 2) * (vectors * kLanes / 2);
            for (std::size_t i = 0; i < vectors * kLanes / 2; i += 16) {
                __builtin_prefetch(half + i, 0, 2);
            }
        }
#pragma GCC unroll 6
        for (std::size_t j = 0; j < columns; ++j) {
            const Vec b = hn::Set(d, g[j * kLogitStride + r]);
#pragma GCC unroll 4
            for (std::size_t v = 0; v < vectors; ++v) {
                acc[j][v] = hn::MulAdd(row[v], b, acc[j][v]);
            }
        }
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            if (a.last) {
                addWide(acc[j][v], s + j * lds + v * kLanes);
            } else {
                hn::Store(acc[j][v], d, partial + (j * vectors + v) * kLanes);
            }
        }
    }
}

template <std::size_t vectors, bool fetches>
HWY_INLINE void accumulateColumns(std::size_t columns, const AccumulateArgs& a, const float* g,
                                  const float* x, double* s, float* partial, Fetch fetch) {
    switch (columns) {
    case 1:
        return accumulateTile<1, vectors, fetches>(a, g, x, s, partial, fetch);
    case 2:
        return accumulateTile<2, vectors, fetches>(a, g, x, s, partial, fetch);
    case 3:
        return accumulateTile<3, vectors, fetches>(a, g, x, s, partial, fetch);
    case 4:
        return accumulateTile<4, vectors, fetches>(a, g, x, s, partial, fetch);
    case 5:
        return accumulateTile<5, vectors, fetches>(a, g, x, s, partial, fetch);
    default:
        return accumulateTile<6, vectors, fetches>(a, g, x, s, partial, fetch);
    }
}

void Accumulate(const AccumulateArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    std::size_t k = 0;
    while (k < a.width) {
        const bool full = k + kPanel <= a.width;
        const std::size_t end = k + (full ? kPanel : kLanes);
        for (std::size_t tile = 0; tile < tiles.count; ++tile) {
            const std::size_t first = tiles.first(tile);
            if (a.upper && first >= end) {
                break;
            }
            const std::size_t count = tiles.width(tile);
            const float* g = a.g + first * kLogitStride;
            double* s = a.s + first * a.lds + k;
            float* partial = a.partial + (a.partial == nullptr ? 0 : k * a.columns + first * (end - k));
            if (!full) {
                accumulateColumns<1, false>(count, a, g, a.x + k, s, partial, nullptr);
            } else if (tile == 0 && a.fetch != nullptr) {
                accumulateColumns<kRowVectors, true>(count, a, g, a.x + k, s, partial, a.fetch + k);
            } else {
                accumulateColumns<kRowVectors, false>(count, a, g, a.x + k, s, partial, nullptr);
            }
        }
        k = end;
    }
}

/// Softmax minus one-hot, in place, for the rows of one vector.
HWY_INLINE void softmaxResidual(float* HWY_RESTRICT z, std::size_t classes,
                                hn::Vec<hn::RebindToSigned<Floats>> label) {
    const Floats d;
    const hn::RebindToSigned<Floats> di;
    Vec top = hn::Load(d, z);
    for (std::size_t j = 1; j < classes; ++j) {
        top = hn::Max(top, hn::Load(d, z + j * kLogitStride));
    }
    Vec sum = hn::Zero(d);
    for (std::size_t j = 0; j < classes; ++j) {
        const Vec e = hn::Exp(d, hn::Sub(hn::Load(d, z + j * kLogitStride), top));
        hn::Store(e, d, z + j * kLogitStride);
        sum = hn::Add(sum, e);
    }
    const Vec scale = hn::Div(hn::Set(d, 1.0F), sum);
    for (std::size_t j = 0; j < classes; ++j) {
        const Vec p = hn::Mul(hn::Load(d, z + j * kLogitStride), scale);
        const auto own = hn::RebindMask(d, hn::Eq(label, hn::Set(di, static_cast<std::int32_t>(j))));
        hn::Store(hn::Sub(p, hn::IfThenElseZero(own, hn::Set(d, 1.0F))), d, z + j * kLogitStride);
    }
}

HWY_INLINE void sigmoidResidual(float* HWY_RESTRICT z, std::size_t classes,
                                hn::Vec<hn::RebindToSigned<Floats>> label) {
    const Floats d;
    const hn::RebindToSigned<Floats> di;
    const Vec one = hn::Set(d, 1.0F);
    for (std::size_t j = 0; j < classes; ++j) {
        const Vec v = hn::Load(d, z + j * kLogitStride);
        const Vec e = hn::Exp(d, hn::Neg(hn::Abs(v))); // of a negative number: never overflows
        const Vec p = hn::Div(hn::IfThenElse(hn::Lt(v, hn::Zero(d)), e, one), hn::Add(one, e));
        const auto own = hn::RebindMask(d, hn::Eq(label, hn::Set(di, static_cast<std::int32_t>(j))));
        hn::Store(hn::Sub(p, hn::IfThenElseZero(own, one)), d, z + j * kLogitStride);
    }
}

/// ‖g‖ of each row: float32 sums of 64 squares at most, those in float64, so that the error stays under 2⁻¹⁹
/// whatever the number of classes.
HWY_INLINE Vec residualNorm(const float* HWY_RESTRICT z, std::size_t classes) {
    const Floats d;
    HWY_ALIGN double wide[kLanes] = {};
    HWY_ALIGN float part[kLanes];
    Vec squares = hn::Zero(d);
    for (std::size_t j = 0; j < classes; ++j) {
        const Vec g = hn::Load(d, z + j * kLogitStride);
        squares = hn::MulAdd(g, g, squares);
        if (j % 64 == 63 && j + 1 < classes) {
            hn::Store(squares, d, part);
            for (std::size_t i = 0; i < kLanes; ++i) {
                wide[i] += static_cast<double>(part[i]);
            }
            squares = hn::Zero(d);
        }
    }
    if (classes > 64) {
        hn::Store(squares, d, part);
        for (std::size_t i = 0; i < kLanes; ++i) {
            part[i] = static_cast<float>(wide[i] + static_cast<double>(part[i]));
        }
        squares = hn::Load(d, part);
    }
    return hn::Sqrt(squares);
}

void Residuals(float* HWY_RESTRICT z, std::size_t classes, std::size_t count, const BlockRows& rows,
               float clip, Loss loss) {
    const Floats d;
    const hn::RebindToSigned<Floats> di;
    const Vec one = hn::Set(d, 1.0F);
    const Vec huge = hn::Set(d, std::numeric_limits<float>::max());
    for (std::size_t r = 0; r < count; r += kLanes) {
        float* column = z + r;
        const auto label = hn::LoadU(di, rows.labels + r);
        if (loss == Loss::Softmax) {
            softmaxResidual(column, classes, label);
        } else {
            sigmoidResidual(column, classes, label);
        }
        const Vec norm = hn::Mul(residualNorm(column, classes), hn::LoadU(d, rows.norms + r));
        // Comparisons with NaN are false: such a row contributes nothing, as does one without a label.
        const auto valid = hn::And(hn::Le(norm, huge), hn::RebindMask(d, hn::Gt(label, hn::Set(di, -1))));
        const Vec factor = hn::Min(one, hn::Div(hn::Set(d, clip), norm));
        for (std::size_t j = 0; j < classes; ++j) {
            const Vec g = hn::Load(d, column + j * kLogitStride);
            hn::Store(hn::IfThenElseZero(valid, hn::Mul(factor, g)), d, column + j * kLogitStride);
        }
    }
}

void Norms(const float* HWY_RESTRICT x, std::size_t stride, std::size_t rows, std::size_t columns,
           bool addOne, float* HWY_RESTRICT out) {
    for (std::size_t r = 0; r < rows; ++r) {
        const float* row = x + r * stride;
        double squares[4] = {addOne ? 1.0 : 0.0, 0.0, 0.0, 0.0};
        for (std::size_t k = 0; k < columns; k += 4) {
            for (std::size_t i = 0; i < 4; ++i) {
                const double v = static_cast<double>(row[k + i]);
                squares[i] += v * v;
            }
        }
        const double norm = std::sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
        const float rounded =
            static_cast<float>(norm * (1.0 + 0x1p-40)); // the sum in float64 may be a little low
        out[r] = static_cast<double>(rounded) < norm
                     ? std::nextafter(rounded, std::numeric_limits<float>::infinity())
                     : rounded;
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

Kernels Table() {
    return {hwy::TargetName(HWY_TARGET), kPanel, Pack, Multiply, Accumulate, Residuals, Norms, Widen};
}

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace parsimony::compute::cpu {

HWY_EXPORT(Table);

const Kernels& bestKernels() {
    static const Kernels kernels = HWY_DYNAMIC_DISPATCH(Table)();
    return kernels;
}

std::vector<Kernels> allKernels() {
    std::vector<Kernels> all;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        all.push_back(HWY_DYNAMIC_DISPATCH(Table)());
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return all;
}

void packWeights(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                 std::size_t paddedDepth, float* packed) {
    const ColumnTiles tiles(columns, kTileColumns);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const std::size_t width = tiles.width(tile);
        float* out = packed + first * paddedDepth;
        for (std::size_t j = 0; j < width; ++j) {
            const double* column = w + (first + j) * ld;
            for (std::size_t k = 0; k < paddedDepth; ++k) {
                out[k * width + j] = k < depth ? static_cast<float>(column[k]) : 0.0F;
            }
        }
    }
}

} // namespace parsimony::compute::cpu
#endif
