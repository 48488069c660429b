// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace parsimony {

/// What came out of a mechanism, as rows of kind `release` tell it.
enum class ReleasedValue {
    Score, ///< {"value", "se", "kind"} of a trial
    Weights,
    Accuracy, ///< {"part", "accuracy", "se"} of a look
    Mean,
    MeanRest, ///< of the same rows, once more
    ClassCounts,
    ClassCountsRest, ///< likewise
    Flatness,
    PriorAgreement,
    Selection,
    Breakdown, ///< {"part", "of", "bins"} of a look: accuracies apart from the whole
    Metric,    ///< the record of a look's metric, with its "part" and what came out
    Other,     ///< of a later version, by a word of its own
};

/// The words of a ledger for them, in their order; Other has none.
inline constexpr std::array<std::string_view, 12> kReleasedValueNames{
    "score",    "weights",         "accuracy",  "mean",      "mean_rest", "class_counts", "class_counts_rest",
    "flatness", "prior_agreement", "selection", "breakdown", "metric"};

/// Not of Other.
[[nodiscard]] constexpr std::string_view toText(ReleasedValue value) {
    return kReleasedValueNames.at(static_cast<std::size_t>(value));
}

/// A release by what it is; the mean of one encoder's rows beyond the first's by that encoder too.
class ReleaseName {
public:
    ReleaseName() = default;                             ///< of nothing: its text is empty
    ReleaseName(ReleasedValue value) : m_value(value) {} // NOLINT: most have no more to their name
    /// "mean@NAME" in a ledger.
    [[nodiscard]] static ReleaseName meanOf(std::string encoder);
    /// Inverse of text(), for any text.
    [[nodiscard]] static ReleaseName read(std::string_view text);

    [[nodiscard]] ReleasedValue value() const { return m_value; }
    [[nodiscard]] bool isEmpty() const { return m_value == ReleasedValue::Other && m_more.empty(); }
    [[nodiscard]] std::string text() const;

    // NOLINTNEXTLINE(modernize-use-nullptr): a zero of the compiler's own
    friend auto operator<=>(const ReleaseName&, const ReleaseName&) = default;

private:
    ReleasedValue m_value = ReleasedValue::Other;
    std::string m_more; ///< the encoder of a mean, or the word of a later version
};

} // namespace parsimony
