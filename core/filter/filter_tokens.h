// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/filter_node.h"
#include "core/filter/filter_words.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::filter {

/// A piece of a filter's text.
struct FilterToken {
    enum class Kind { Word, Quoted, Op, Open, Close, Unclosed };
    Kind kind = Kind::Word;
    std::size_t begin = 0, end = 0; ///< bytes of the text, quotes included
    std::string text;               ///< without quotes
    FilterOp op = FilterOp::Equal;
};

/// `text` in pieces. A colon is an operator only behind the name of a column: "12:30" is a word.
[[nodiscard]] std::vector<FilterToken> filterTokens(std::string_view text, const FilterWords& words);

/// A column by its own names or those of `words`.
[[nodiscard]] std::optional<TrialField> columnOf(std::string_view name, const FilterWords& words);

/// A number with a point or, where that is its only mark and `words` have it so, a comma.
[[nodiscard]] std::optional<double> numberOf(std::string text, const FilterWords& words);

[[nodiscard]] const char* toText(FilterOp op);

/// `text` as a filter reads it back as one piece: in quotes where it needs them.
[[nodiscard]] std::string quotedIfNeeded(const std::string& text, const FilterWords& words = {});

/// Whether `text` stands for AND, OR or NOT.
enum class FilterKeyword { None, And, Or, Not };
[[nodiscard]] FilterKeyword keywordOf(std::string_view text, const FilterWords& words);

} // namespace parsimony::filter
