// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/types.h"

#include "core/base/enum_words.h"
#include "core/base/sentence.h"
#include "core/compute/numerics/rounding.h"

namespace parsimony::compute {

namespace {
constexpr std::array<std::string_view, 4> kPrecisionWords{"f32", "bf16", "tf32", "f16"};
}

std::string_view precisionName(Precision precision) {
    return wordOf(kPrecisionWords, precision);
}

Precision parsePrecision(std::string_view text, const std::string& what) {
    if (const auto precision = valueNamed<Precision>(kPrecisionWords, text)) {
        return *precision;
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
