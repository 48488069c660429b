// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/initial_weights.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/data/array_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace parsimony::train {

namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 28; // 2 GB

std::string digestOf(const InitialWeights& weights) {
    Sha256Stream stream;
    const auto add = [&](std::uint64_t word) {
        std::uint8_t bytes[8];
        for (std::size_t i = 0; i < 8; ++i) {
            bytes[i] = static_cast<std::uint8_t>(word >> (8 * i));
        }
        stream.add(std::span<const std::uint8_t>(bytes));
    };
    add(weights.rows);
    add(weights.width);
    for (const double value : weights.values) {
        add(std::bit_cast<std::uint64_t>(value));
    }
    return toHex(stream.finish());
}

} // namespace

InitialWeights readInitialWeights(const std::string& spec) {
    const auto reader = data::openArray(spec);
    InitialWeights weights;
    weights.source = spec;
    weights.rows = reader->info().rows();
    weights.width = reader->info().width();
    if (weights.rows == 0 || weights.width == 0 || weights.width > kMostNumbers / weights.rows) {
        fail(Sentence("{1}: initial weights need between 1 and 2^28 numbers, not {2}", spec,
                      reader->info().shapeText()));
    }
    weights.values.resize(weights.rows * weights.width);
    reader->readRowsF64(0, weights.rows, weights.values.data());
    reader->verify();
    if (!std::all_of(weights.values.begin(), weights.values.end(),
                     [](double v) { return std::isfinite(v); })) {
        fail(Sentence("{1}: initial weights must be finite numbers; there is one that is not", spec));
    }
    weights.digest = digestOf(weights);
    return weights;
}

std::vector<double> initialParameters(const InitialWeights& weights, const compute::HeadShape& head) {
    const bool linear = head.kind != compute::HeadKind::Hidden;
    // As many numbers in columns of classes would be read as other weights.
    const bool isOne = weights.rows == 1 || weights.width == 1;
    const bool isInOrder = !linear || isOne || weights.rows == head.classes;
    if (weights.values.size() == head.parameters() && isInOrder) {
        return weights.values;
    }
    if (!linear || weights.rows != head.classes || weights.width != head.dim) {
        failUsage(linear
                      ? Sentence("--init {1}: the file has {2} x {3} numbers, the classifier takes {4} x {5} "
                                 "(a row for each class)",
                                 weights.source, weights.rows, weights.width, head.classes, head.dim)
                      : Sentence("--init {1}: the file has {2} x {3} numbers, the classifier takes {4} (all "
                                 "of its layers)",
                                 weights.source, weights.rows, weights.width, head.parameters()));
    }
    std::vector<double> parameters(head.parameters());
    for (std::size_t j = 0; j < head.classes; ++j) {
        std::copy_n(weights.values.begin() + static_cast<std::ptrdiff_t>(j * head.dim), head.dim,
                    parameters.begin() + static_cast<std::ptrdiff_t>(j * head.inputs()));
    }
    return parameters;
}

} // namespace parsimony::train
