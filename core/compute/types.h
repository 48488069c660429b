// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parsimony::compute {

/// How features are stored and multiplied. Weights and sums are float64 at every interface. It is a property
/// of the operands: every backend multiplies the same rounded features, and norms are those of the rounded
/// rows (PRIVACY rule 14). On the CPU sums are float32 with the slack proved below, whatever the precision.
/// On a GPU the narrow ones run on tensor cores, whose adders are not documented: nothing is proved there,
/// and no charged trial runs there; f32 does after a check of the device (core/compute/device_check.h).
enum class Precision {
    Float32,  ///< "f32"
    Bfloat16, ///< "bf16": features rounded to bfloat16
    Tf32,     ///< "tf32": features rounded to TensorFloat-32 (10 bits), stored in 32
    Float16,  ///< "f16": features rounded to IEEE binary16, at most 65504
};

enum class Loss {
    Softmax, ///< softmax cross-entropy over the classes
    Sigmoid, ///< one sigmoid cross-entropy a class, summed
};

enum class HeadKind {
    Linear,   ///< logits = W x + b
    Sequence, ///< the same W on each of a record's L vectors; the record's loss is the mean over its non-zero
              ///< vectors
    Hidden,   ///< logits = V tanh(U x + a) + b, or with more such layers between
    Views,    ///< as Sequence: the vectors are views of one thing, and a record may have fewer than others
};

/// The words of options, plans and model cards for them, in their order.
inline constexpr std::array<std::string_view, 4> kHeadKindNames{"linear", "sequence", "hidden", "views"};
static_assert(kHeadKindNames.size() == static_cast<std::size_t>(HeadKind::Views) + 1);

[[nodiscard]] std::string_view precisionName(Precision precision);
[[nodiscard]] Precision parsePrecision(std::string_view text, const std::string& what);
/// A feature as products of that precision read it: rounded to nearest, finite where `value` is.
[[nodiscard]] float roundOperand(float value, Precision precision);
/// Bytes a feature takes on a device that multiplies it in that precision.
[[nodiscard]] constexpr std::size_t operandBytes(Precision precision) {
    return precision == Precision::Float32 || precision == Precision::Tf32 ? 4 : 2;
}
[[nodiscard]] std::string_view lossName(Loss loss);

/// Hidden layers of a head at most.
inline constexpr std::size_t kMostHiddenLayers = 4;

/// The layout of a model's parameters, one flat float64 vector.
/// Linear, Sequence and Views: W, classes × (dim + bias), row-major, the bias last in each row.
/// Hidden: the same of each layer, from the features up to the classes.
struct HeadShape {
    HeadKind kind = HeadKind::Linear;
    std::uint32_t dim = 0; ///< numbers a vector; a record of several vectors has sequenceLength × dim
    std::uint32_t classes = 0;
    std::uint32_t hidden = 0;         ///< units of a Hidden head's first layer, else 0
    std::uint32_t sequenceLength = 1; ///< vectors a record, 1 but for Sequence and Views
    bool bias = false;
    /// Units of a Hidden head's further layers, zeros behind the last.
    std::array<std::uint32_t, kMostHiddenLayers - 1> deeper{};

    /// Is a record several vectors, each of which gives logits of its own?
    [[nodiscard]] bool ofVectors() const { return kind == HeadKind::Sequence || kind == HeadKind::Views; }
    /// The same parameters on records of so many numbers: of views a record may have fewer.
    [[nodiscard]] HeadShape onRecordsOf(std::size_t numbers) const {
        HeadShape own = *this;
        if (kind == HeadKind::Views && numbers > 0 && numbers < recordDim() && numbers % dim == 0) {
            own.sequenceLength = static_cast<std::uint32_t>(numbers / dim);
        }
        return own;
    }
    [[nodiscard]] std::size_t hiddenLayers() const {
        std::size_t count = hidden > 0 ? 1 : 0;
        while (count > 0 && count < kMostHiddenLayers && deeper[count - 1] > 0) {
            ++count;
        }
        return count;
    }
    /// Of hidden layer `layer`, counted from 0.
    [[nodiscard]] std::uint32_t units(std::size_t layer) const {
        return layer == 0 ? hidden : deeper[layer - 1];
    }
    /// Layers are counted from the features; the last one, hiddenLayers(), gives the logits.
    [[nodiscard]] std::uint32_t layerInputs(std::size_t layer) const {
        return layer == 0 ? dim : units(layer - 1);
    }
    [[nodiscard]] std::uint32_t layerOutputs(std::size_t layer) const {
        return layer == hiddenLayers() ? classes : units(layer);
    }
    [[nodiscard]] std::size_t layerParameters(std::size_t layer) const {
        return layerOutputs(layer) * (std::size_t{layerInputs(layer)} + (bias ? 1 : 0));
    }
    [[nodiscard]] std::size_t inputs() const { return std::size_t{dim} + (bias ? 1 : 0); }
    [[nodiscard]] std::size_t recordDim() const { return std::size_t{dim} * sequenceLength; }
    [[nodiscard]] std::size_t parameters() const {
        std::size_t count = 0;
        for (std::size_t layer = 0; layer <= hiddenLayers(); ++layer) {
            count += layerParameters(layer);
        }
        return count;
    }
    friend bool operator==(const HeadShape&, const HeadShape&) = default;
};

/// Rows are added up in float32 inside a block of this many consecutive rows and in float64 across blocks.
/// A record that is removed is a row of zeros in the same place, so it changes one block only.
inline constexpr std::size_t kBlockRows = 256;

/// The most rows a part may have; the slack below is proved up to it.
inline constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 25;

/// Relative slack of that arithmetic (PRIVACY rule 14): two datasets that differ in one row, which is a row
/// of zeros in one of them, give sums that differ by at most clip·(1 + kArithmeticSlack) in float64. Proof:
/// the partial sums s_t, s'_t of an entry agree before the row m that differs; after it each of the B − m
/// additions rounds both by at most u|s_t|, u = 2⁻²⁴, so
/// ‖S − S'‖ ≤ c + u Σ_{t≥m}(‖s_t‖ + ‖s'_t‖) ≤ c + u c B²(1 + Bu), because ‖s_t‖ ≤ t·c(1 + Bu). With B = 256
/// that is 2⁻⁸; for any other order that the shape alone fixes too, because only the sums on the way from the
/// row to the root of the tree differ, and each has more rows than the one before. Across blocks the same
/// holds with u = 2⁻⁵³ and kMaxRows/B terms of norm cB at most, in a tree as in one run: under 2⁻¹¹. Other
/// sums in float64 (biases, means, gradients of sequences) are added up inside a block first and have less.
/// The rest of 2⁻⁸ + 2⁻¹⁰ covers the rounding of the clip factor and of the clipped residual (under 2⁻¹⁸),
/// and the zeros of bf16 for what is below 2⁻¹²⁶ (2⁻²⁹: cpu/tile_products.h). A row that is really removed
/// moves those behind it to other blocks: their roundings are not proved, so a guarantee names zero-out
/// adjacency.
inline constexpr double kArithmeticSlack = 0x1p-8 + 0x1p-10;

namespace detail {

constexpr double kProofRows = static_cast<double>(kBlockRows);
constexpr double kProofBlocks = static_cast<double>(kMaxRows) / kProofRows;
static_assert(0x1p-24 * kProofRows * kProofRows * (1 + kProofRows * 0x1p-24) +
                      0x1p-53 * kProofRows * kProofBlocks * (kProofBlocks + 1) * (1 + 0x1p-15) + 0x1p-18 <=
                  kArithmeticSlack,
              "the slack of the sums is not proved for so many rows");

} // namespace detail

} // namespace parsimony::compute
