// SPDX-License-Identifier: GPL-3.0-or-later
// Between the products: softmax or sigmoid, residual, ghost norm and clip.
#if defined(PARSIMONY_CPU_RESIDUALS_INL_H) == defined(HWY_TARGET_TOGGLE) // once for each instruction set
#ifdef PARSIMONY_CPU_RESIDUALS_INL_H
#undef PARSIMONY_CPU_RESIDUALS_INL_H
#else
#define PARSIMONY_CPU_RESIDUALS_INL_H
#endif

#include "core/compute/cpu/kernels.h"
#include "core/compute/cpu/vectors-inl.h"

#include <hwy/contrib/math/math-inl.h>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace parsimony::compute::cpu::HWY_NAMESPACE {

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

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
