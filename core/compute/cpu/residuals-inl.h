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
#include "core/compute/numerics/clip.h"

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

/// The same of logits relative to those of one more class, which has logit 0 and comes last, in the
/// coordinates of Contrasts: h_j = g_j − shift·g_last.
HWY_INLINE void contrastResidual(float* HWY_RESTRICT z, std::size_t columns, float shift,
                                 hn::Vec<hn::RebindToSigned<Floats>> label) {
    const Floats d;
    const hn::RebindToSigned<Floats> di;
    const Vec one = hn::Set(d, 1.0F);
    const auto isOwn = [&](std::size_t j) {
        return hn::RebindMask(d, hn::Eq(label, hn::Set(di, static_cast<std::int32_t>(j))));
    };
    Vec top = hn::Zero(d);
    for (std::size_t j = 0; j < columns; ++j) {
        top = hn::Max(top, hn::Load(d, z + j * kLogitStride));
    }
    const Vec last = hn::Exp(d, hn::Neg(top));
    Vec sum = last;
    for (std::size_t j = 0; j < columns; ++j) {
        const Vec e = hn::Exp(d, hn::Sub(hn::Load(d, z + j * kLogitStride), top));
        hn::Store(e, d, z + j * kLogitStride);
        sum = hn::Add(sum, e);
    }
    const Vec scale = hn::Div(one, sum);
    const Vec lastResidual = hn::Sub(hn::Mul(last, scale), hn::IfThenElseZero(isOwn(columns), one));
    const Vec shifted = hn::Mul(hn::Set(d, shift), lastResidual);
    for (std::size_t j = 0; j < columns; ++j) {
        const Vec p = hn::Mul(hn::Load(d, z + j * kLogitStride), scale);
        const Vec g = hn::Sub(p, hn::IfThenElseZero(isOwn(j), one));
        hn::Store(hn::Sub(g, shifted), d, z + j * kLogitStride);
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

/// ‖g‖ of each row, or 2⁻⁵⁰ where that is larger (kResidualSquaresFloor): float32 sums of 64 squares at most,
/// those in float64, so that the error stays under 2⁻¹⁹ whatever the number of classes.
HWY_INLINE Vec residualNorm(const float* HWY_RESTRICT z, std::size_t classes) {
    const Floats d;
    HWY_ALIGN double wide[kLanes] = {};
    HWY_ALIGN float part[kLanes];
    Vec squares = hn::Set(d, numerics::kResidualSquaresFloor);
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

/// Scales the residuals of one vector's rows to their clip. Rows without a label contribute nothing, nor do
/// those of which a comparison is false: with NaN, and too long (kLongestRowInClips).
HWY_INLINE void clipResidual(float* HWY_RESTRICT z, std::size_t columns, Vec norms, float clip,
                             hn::Vec<hn::RebindToSigned<Floats>> label) {
    const Floats d;
    const hn::RebindToSigned<Floats> di;
    const Vec huge = hn::Set(d, std::numeric_limits<float>::max());
    const Vec norm = hn::Mul(residualNorm(z, columns), norms);
    const auto real =
        hn::And(hn::Le(norm, huge), hn::Le(norms, hn::Set(d, clip * numerics::kLongestRowInClips)));
    const auto valid = hn::And(real, hn::RebindMask(d, hn::Gt(label, hn::Set(di, -1))));
    const Vec normal = hn::Max(norm, hn::Set(d, std::numeric_limits<float>::min())); // no 0 divided by 0
    const Vec factor = hn::Min(hn::Set(d, 1.0F), hn::Div(hn::Set(d, clip), normal));
    for (std::size_t j = 0; j < columns; ++j) {
        const Vec g = hn::Load(d, z + j * kLogitStride);
        hn::Store(hn::IfThenElseZero(valid, hn::Mul(factor, g)), d, z + j * kLogitStride);
    }
}

/// Takes the 1 of each label off: the same subtraction as of a single one, before the norm is made.
HWY_INLINE void subtractLabels(float* HWY_RESTRICT z, const BlockRows& rows, std::size_t first) {
    for (std::size_t i = 0; i < kLanes; ++i) {
        rows.forLabels(first + i, [&](std::int32_t label) {
            z[static_cast<std::size_t>(label) * kLogitStride + i] -= 1.0F;
        });
    }
}

void Residuals(float* HWY_RESTRICT z, std::size_t classes, std::size_t count, const BlockRows& rows,
               float clip, Loss loss) {
    for (std::size_t r = 0; r < count; r += kLanes) {
        const auto label = hn::LoadU(hn::RebindToSigned<Floats>(), rows.labels + r);
        if (loss == Loss::Softmax) {
            softmaxResidual(z + r, classes, label);
        } else if (rows.sets != nullptr) {
            sigmoidResidual(z + r, classes, hn::Set(hn::RebindToSigned<Floats>(), -1));
            subtractLabels(z + r, rows, r);
        } else {
            sigmoidResidual(z + r, classes, label);
        }
        clipResidual(z + r, classes, hn::LoadU(Floats(), rows.norms + r), clip, label);
    }
}

void ContrastResiduals(float* HWY_RESTRICT z, std::size_t columns, std::size_t count, const BlockRows& rows,
                       float clip, float shift) {
    for (std::size_t r = 0; r < count; r += kLanes) {
        const auto label = hn::LoadU(hn::RebindToSigned<Floats>(), rows.labels + r);
        contrastResidual(z + r, columns, shift, label);
        clipResidual(z + r, columns, hn::LoadU(Floats(), rows.norms + r), clip, label);
    }
}

} // namespace parsimony::compute::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
