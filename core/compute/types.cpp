// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/types.h"

#include "core/base/error.h"

namespace parsimony::compute {

std::string_view precisionName(Precision precision) {
    return precision == Precision::Float32 ? "f32" : "bf16";
}

Precision parsePrecision(std::string_view text, const std::string& what) {
    if (text == "f32") {
        return Precision::Float32;
    }
    if (text == "bf16") {
        return Precision::Bfloat16;
    }
    failUsage(what + " must be f32 or bf16, not \"" + std::string(text) + "\"");
}

std::string_view lossName(Loss loss) {
    return loss == Loss::Softmax ? "softmax" : "sigmoid";
}

Loss parseLoss(std::string_view text, const std::string& what) {
    if (text == "softmax") {
        return Loss::Softmax;
    }
    if (text == "sigmoid") {
        return Loss::Sigmoid;
    }
    failUsage(what + " must be softmax or sigmoid, not \"" + std::string(text) + "\"");
}

} // namespace parsimony::compute
