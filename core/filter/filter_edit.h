// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::filter {

/// What may stand at a place of a filter's text: bytes `begin` to `end` are to be replaced by one of these.
struct FilterCompletion {
    std::size_t begin = 0, end = 0;
    std::vector<std::string> candidates;
};

/// What can complete the word at byte `cursor`: columns, AND, OR, NOT where a condition may begin; behind an
/// operator the names that the column has. Candidates are in the words of a person where `words` has some.
[[nodiscard]] FilterCompletion completeFilter(std::string_view text, std::size_t cursor,
                                              const FilterWords& words);

/// `text` with the bounds of one column replaced by those of `range`, which may have none: what a brush on an
/// axis makes of the filter. Other terms stay as they were written. nullopt when `text` cannot be read.
[[nodiscard]] std::optional<std::string> withRange(std::string_view text, const FilterRange& range,
                                                   const FilterWords& words);

/// `text` with the list of numbers that `field` may have replaced by `values`, none of which: all are shown.
/// nullopt when `text` cannot be read.
[[nodiscard]] std::optional<std::string> withListed(std::string_view text, TrialField field,
                                                    const std::vector<double>& values,
                                                    const FilterWords& words);

/// The same of a column of words: encoder, trainer or method.
[[nodiscard]] std::optional<std::string> withNamed(std::string_view text, TrialField field,
                                                   const std::vector<std::string>& names,
                                                   const FilterWords& words);

} // namespace parsimony::filter
