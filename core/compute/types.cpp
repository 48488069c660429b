// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/types.h"

#include "core/base/sentence.h"
#include "core/compute/numerics/rounding.h"

namespace parsimony::compute {

std::string_view precisionName(Precision precision) {
    switch (precision) {
    case Precision::Bfloat16:
        return "bf16";
    case Precision::Tf32:
        return "tf32";
    case Precision::Float16:
        return "f16";
    case Precision::Float32:
        break;
    }
    return "f32";
}

Precision parsePrecision(std::string_view text, const std::string& what) {
    for (const Precision precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        if (text == precisionName(precision)) {
            return precision;
        }
    }
    failUsage(Sentence("{1} must be f32, tf32, bf16 or f16, not \"{2}\"", what, text));
}

float roundOperand(float value, Precision precision) {
    switch (precision) {
    case Precision::Bfloat16:
        return numerics::roundSignificand(value, numerics::kBfloat16Dropped);
    case Precision::Tf32:
        return numerics::roundSignificand(value, numerics::kTf32Dropped);
    case Precision::Float16:
        return numerics::halfToFloat(numerics::roundToHalf(value));
    case Precision::Float32:
        break;
    }
    return value;
}

std::string_view lossName(Loss loss) {
    return loss == Loss::Softmax ? "softmax" : "sigmoid";
}

} // namespace parsimony::compute
